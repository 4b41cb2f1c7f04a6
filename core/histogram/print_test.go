package histogram

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Printing a vector in whatever way tells how many cells it has and none of its counts, nor
// their sum.
func TestPrintingShowsNoCounts(t *testing.T) {
	d := twoByTwo(t)
	k, err := d.Cells()
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int64, k)
	counts[0] = 918273
	v, err := FromCounts(d, counts)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("the counts of %d cells", k)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%8.3f"} {
		for name, what := range map[string]any{"pointer": v, "value": *v, "list": []*Vector{v}} {
			got := fmt.Sprintf(verb, what)
			if strings.Contains(got, "918273") || strings.Contains(got, "e0301") {
				t.Errorf("%s of a %s prints %s", verb, name, got)
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s of a %s prints %s, want %q in it", verb, name, got, want)
			}
		}
	}
	if got := fmt.Errorf("counting: %v", v).Error(); got != "counting: "+v.String() {
		t.Errorf("an error says %q", got)
	}
	if data, err := json.Marshal(map[string]any{"v": v}["v"]); err != nil || string(data) != "{}" {
		t.Errorf("as JSON %s: %v", data, err)
	}
	// Without these methods the count would be there.
	type bare Vector
	if got := fmt.Sprintf("%v", bare(*v)); !strings.Contains(got, "918273") {
		t.Errorf("the check finds nothing in %s", got)
	}
}
