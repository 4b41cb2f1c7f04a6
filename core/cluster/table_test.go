package cluster

import (
	"strings"
	"testing"
)

// TestTablesAreFoundByWhatTheySay finds each table again by what a record says of it, as verification does: with the
// same noise, and numbers made possible in the same way, in the words of versions up to 0.9 too.
func TestTablesAreFoundByWhatTheySay(t *testing.T) {
	rising := 0
	for _, sizes := range [][]int{{12}, {6, 6}} {
		c := asks(t, grid(t, sizes), 3)
		p := problemOn(t, c, thresholdOn(t, grid(t, sizes), 2), "0.5", 600)
		list, err := p.alternatives(t.Context(), Summary)
		if err != nil || len(list) == 0 {
			t.Fatalf("%d tables, %v", len(list), err)
		}
		for _, a := range list {
			id := strings.TrimPrefix(a.Info().ID, SummaryPrefix)
			says := a.Table().String()
			for _, said := range []string{says, strings.Replace(says, ", cumulative", ", cumulated", 1)} {
				again, err := FromTable(t.Context(), p, id, said)
				if err != nil {
					t.Errorf("%v: %q: %v", sizes, said, err)
					continue
				}
				if again.Table().String() != says || again.Info().ID != a.Info().ID || again.table.rising != a.table.rising || !again.table.like(a.table) {
					t.Errorf("%v: %q is found as %q by %s", sizes, said, again.Table(), again.Info().ID)
				}
			}
			if a.table.rising {
				rising++
			}
			if _, err := FromTable(t.Context(), p, id, says+", sorted"); err == nil {
				t.Errorf("%v: a table of another name is found", sizes)
			}
		}
	}
	if rising == 0 {
		t.Error("no numbers were made possible by cumulating them")
	}
}
