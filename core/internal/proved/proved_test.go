package proved_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestTheoremsAreListed compares the theorems that docs/mathematics.md names in its last section with
// those that Coq was asked about: each stands there, and none that is not proved.
func TestTheoremsAreListed(t *testing.T) {
	read := func(path ...string) string {
		data, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "..", "docs"}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	names := func(pattern, text string) (out []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	proved := names(`(?m)^(\w+\.\w+):`, read("proofs", "assumptions.txt"))
	named := names("`((?:Policy|Noise|Gaussian|Rows|Facts|Sparse|Choice|Counterexamples|Examples|Deciding)\\.\\w+)`", read("mathematics.md"))
	if len(proved) == 0 || !slices.Equal(proved, named) {
		t.Errorf("docs/mathematics.md names the theorems\n%q\nand docs/proofs/assumptions.txt has\n%q", named, proved)
	}
	summaries := names(`"((?:Policy|Noise|Gaussian|Rows|Facts|Sparse|Choice)\.\w+)"`, read("..", "reports", "model", "appendix.go"))
	for _, name := range summaries {
		if !slices.Contains(proved, name) {
			t.Errorf("summaries name %q, which is not among the theorems", name)
		}
	}
	if len(summaries) < 10 {
		t.Errorf("summaries name %q only", summaries)
	}
}
