package notice

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/seeded"
)

// Of notices beside a record all of the release are found, whichever are missing, and each that is missing before another is named.
func TestBesideWhateverIsMissing(t *testing.T) {
	r := seeded.Named(t.Name())
	own, other := strings.Repeat("a", 64), strings.Repeat("b", 64)
	gaps := 0
	for range seeded.Often(40, 400) {
		record := filepath.Join(t.TempDir(), "first.json")
		var want, missing, gap []string
		for k := 1; k <= limits.MaxNotices; k++ {
			name := "first-notice.txt"
			if k > 1 {
				name = fmt.Sprintf("first-notice-%d.txt", k)
			}
			if r.IntN(3) > 0 && k < limits.MaxNotices || r.IntN(2) == 0 {
				gap = append(gap, name)
				continue
			}
			missing, gap = append(missing, gap...), nil
			seal := own
			if r.IntN(4) == 0 {
				seal = other
			}
			path := filepath.Join(filepath.Dir(record), name)
			if seal == own {
				want = append(want, path)
			}
			if err := os.WriteFile(path, []byte("It has the seal "+seal+"."), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		gaps += len(missing)
		if list, without := Beside(record, own); !slices.Equal(list, want) || !slices.Equal(without, missing) {
			t.Fatalf("found %v without %v, want %v without %v", list, without, want, missing)
		}
	}
	if gaps == 0 {
		t.Error("none was missing")
	}
}
