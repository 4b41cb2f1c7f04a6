package synthetic

import (
	"context"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
)

// changedAlong returns the columns that change along an edge.
func changedAlong(d *domain.Domain, e policy.Edge) (out columns) {
	for j := range d.Attributes() {
		if e.V != policy.Absent && d.Value(int(e.U), j) != d.Value(int(e.V), j) {
			out |= 1 << j
		}
	}
	return out
}

// TestClassesAreTheEdges compares, for random policies of every kind and random costs of tables, the
// dearest edge with the dearest class: never below it, and equal where no combination is impossible.
func TestClassesAreTheEdges(t *testing.T) {
	r := seeded.New(1, 2026)
	tried, equal := 0, 0
	for round := range 600 {
		zeros := round%4 == 0
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(5), zeros)
		p := m.Policy(d)
		classes, err := classesOf(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		all := of(indices(len(d.Attributes())))
		cost := make([]float64, all+1) // by set of columns, of one count
		for s := range cost {
			if r.IntN(3) > 0 {
				cost[s] = r.Float64()
			}
		}
		dearest, secret := 0.0, columns(0)
		err = p.Edges(func(e policy.Edge) bool {
			changed, sum := changedAlong(d, e), 0.0
			for s, c := range cost {
				switch {
				case e.V == policy.Absent:
					sum += c
				case columns(s)&changed != 0:
					sum += 2 * c
				}
			}
			secret |= changed
			dearest = max(dearest, sum/e.Weight.Steps())
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		stated := 0.0
		for _, c := range classes {
			if !c.absent && c.changes&secret == 0 {
				continue // of columns that are no secret at all
			}
			sum := 0.0
			for s, each := range cost {
				sum += float64(c.moves(columns(s))) * each
			}
			stated = max(stated, sum/c.weight.Steps())
		}
		switch {
		case stated < dearest*(1-1e-12):
			t.Fatalf("%s: an edge costs %v, the classes %v", randompolicy.Describe(p), dearest, stated)
		case !zeros:
			tried++
			if math.Abs(stated-dearest) <= 1e-12*dearest {
				equal++
			}
		}
		for j := range d.Attributes() {
			covered := false
			for _, c := range classes {
				covered = covered || c.moves(1<<j) > 0
			}
			if !covered {
				t.Fatalf("%s: nothing moves the table over column %d, which would have no noise", randompolicy.Describe(p), j)
			}
		}
	}
	if equal < tried*9/10 {
		t.Errorf("of %d policies without impossible combinations the classes are exact for %d", tried, equal)
	}
	t.Logf("exact for %d of %d", equal, tried)
}
