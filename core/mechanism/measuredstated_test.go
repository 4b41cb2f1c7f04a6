package mechanism

import "testing"

// What records state of a mechanism's rows is what the certificates are checked on (layout), all of it.
func TestStatedRows(t *testing.T) {
	pairs := 0
	eachPrepared(t, 5, problems/2, func(_ maker, s scene, q Prepared) {
		stated := MeasuredBy(q)
		if stated.LeftOut != "" {
			if !q.Info().DataDependent {
				t.Fatalf("%s, %s: %s", q.Info().ID, s.name, stated.LeftOut)
			}
			return
		}
		m, rows := measured(t, q), 0
		for _, group := range stated.Rows {
			rows += len(group.Of)
		}
		if rows != len(m.rows)-m.hidden {
			t.Fatalf("%s, %s: %d rows are stated, %d measured", q.Info().ID, s.name, rows, len(m.rows)-m.hidden)
		}
		if len(stated.Pairs) > 0 {
			pairs++
		}
		if len(stated.Pairs) > 0 && m.shift == nil {
			t.Fatalf("%s, %s: pairs are stated, and cells are measured", q.Info().ID, s.name)
		}
	})
	if pairs == 0 {
		t.Fatal("no noise was on pairs")
	}
}

// A statement says in few letters what a row counts, and where it ends.
func TestSaidRows(t *testing.T) {
	if got := sayRuns(runsOfRow([]int64{0, 1, 1, 1, -2, 0, 5})); got != "1-3=1 4=-2 6=5" {
		t.Error(got)
	}
}
