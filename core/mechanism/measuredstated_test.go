package mechanism

import (
	"slices"
	"testing"
)

// What a mechanism states of its rows is what the certificates are checked on: the draws along pairs shift
// by what the statement says when a person goes along a pair, and the laws are those of the draws.
func TestStatedRows(t *testing.T) {
	grids, edges := 0, 0
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
		if (len(stated.Pairs) > 0) != (m.shift != nil && len(draws(m)) > 0) {
			t.Fatalf("%s, %s: pairs are stated: %v", q.Info().ID, s.name, stated.Pairs != nil)
		}
		switch q := q.(type) {
		case *preparedGrid:
			grids++
			draws := listed(len(stated.Pairs), rowsOfPairs{q})
			for i, pair := range stated.Pairs {
				if pair[1] < 0 { // the total's draw
					continue
				}
				shift := m.shift(pair[0], pair[1])[m.hidden:]
				for n, r := range draws {
					if !r.exact() && (r.of[i] != shift[n] || r.Scale != m.rows[m.hidden+n].Scale) {
						t.Fatalf("%s: row %d is stated to count pair %d %d times, and shifts by %d", s.name, n, i, r.of[i], shift[n])
					}
				}
			}
		case *preparedEdges:
			edges++
			if len(stated.Pairs)+q.known.count != rows || !slices.EqualFunc(draws(m), listed(len(stated.Pairs), rowsOfPairs{q}), func(a, b row) bool { return a.Scale == b.Scale && a.SigmaSquared == b.SigmaSquared }) {
				t.Fatalf("%s: the pairs' draws are not those that are stated", s.name)
			}
		}
	})
	if grids == 0 || edges == 0 {
		t.Fatalf("%d grids and %d policies with noise on pairs", grids, edges)
	}
}

// draws returns the noisy rows of noise along pairs.
func draws(m measurement) []row {
	return slices.DeleteFunc(slices.Clone(m.rows[m.hidden:]), row.exact)
}

// rowsOfPairs lists the rows that carry noise, those that count pairs.
type rowsOfPairs struct{ rowLister }

func (r rowsOfPairs) eachRow(yield yieldRow) {
	r.rowLister.eachRow(func(what string, of []countRun, l law) bool { return l.IsZero() || yield(what, of, l) })
}

// A statement says in few letters what a row counts, and where it ends.
func TestSaidRows(t *testing.T) {
	if got := sayRuns(runsOfRow([]int64{0, 1, 1, 1, -2, 0, 5})); got != "1-3=1 4=-2 6=5" {
		t.Error(got)
	}
}
