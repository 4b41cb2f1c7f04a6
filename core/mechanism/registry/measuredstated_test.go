package registry

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// What records state of a mechanism's rows is what the certificates are checked on (layout), all of it.
func TestStatedRows(t *testing.T) {
	pairs := 0
	eachPrepared(t, 5, mechanismtest.Problems/2, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		stated := mechanism.MeasuredBy(q)
		if stated.LeftOut != "" {
			if !q.Info().DataDependent {
				t.Fatalf("%s, %s: %s", q.Info().ID, s.Name, stated.LeftOut)
			}
			return
		}
		m, rows := mechanismtest.Measured(t, q), 0
		for _, group := range stated.Rows {
			rows += len(group.Of)
		}
		if rows != len(m.Rows)-m.Hidden {
			t.Fatalf("%s, %s: %d rows are stated, %d measured", q.Info().ID, s.Name, rows, len(m.Rows)-m.Hidden)
		}
		if len(stated.Pairs) > 0 {
			pairs++
		}
		if len(stated.Pairs) > 0 && m.Shift == nil {
			t.Fatalf("%s, %s: pairs are stated, and cells are measured", q.Info().ID, s.Name)
		}
	})
	if pairs == 0 {
		t.Fatal("no noise was on pairs")
	}
}
