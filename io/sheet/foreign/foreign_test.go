package foreign

import (
	"strings"
	"testing"
)

// TestKindsAreToldOnce checks that no kind hides another: what begins alike is told by the
// end of its name first.
func TestKindsAreToldOnce(t *testing.T) {
	for i, f := range byMagic {
		if f.found.String() == "" || f.remedy.String() == "" || f.magic == "" {
			t.Errorf("kind %d is not whole: %+v", i, f)
		}
		for _, before := range byMagic[:i] {
			if strings.HasPrefix(f.magic, before.magic) && strings.HasSuffix(f.extension, before.extension) {
				t.Errorf("%q comes after %q and is never told", f.found, before.found)
			}
		}
	}
}
