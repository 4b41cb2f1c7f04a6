package synthetic

import (
	"context"
	"math"
	"testing"

	"steward/core/seeded"
)

// randomModel returns a model of a few random tables over up to six columns.
func randomModel(r *seeded.Source, zeros bool) *model {
	sizes := make([]int, 2+r.IntN(5))
	for j := range sizes {
		sizes[j] = 1 + r.IntN(3)
	}
	m := newModel(sizes, 100)
	for range 1 + r.IntN(6) {
		p, _ := m.param(randomSet(r, len(sizes), 3))
		for i := range p.log {
			p.log[i] = r.NormFloat64()
		}
	}
	if zeros {
		over := randomSet(r, len(sizes), 2)
		at := r.IntN(int(over.cells(sizes)))
		if over.cells(sizes) > 1 {
			m.forbid(over, func(cell int) bool { return cell == at })
		}
	}
	m.rebuild()
	return m
}

func randomSet(r *seeded.Source, columnsOf, most int) (s columns) {
	for range 1 + r.IntN(most) {
		s |= 1 << r.IntN(columnsOf)
	}
	return s
}

// dense returns a model's people over all cells, by definition.
func dense(m *model) factor {
	all := of(indices(len(m.sizes)))
	out, sum := newFactor(all, m.sizes), 0.0
	for i := range out.vals {
		log := 0.0
		for _, p := range m.params {
			log += p.log[places(all, p.over, m.sizes)[i]]
		}
		out.vals[i] = math.Exp(log)
		sum += out.vals[i]
	}
	for i := range out.vals {
		out.vals[i] *= m.people / sum
	}
	return out
}

// TestTablesOfAModel compares beliefs and tables over any columns with sums over all cells.
func TestTablesOfAModel(t *testing.T) {
	r := seeded.New(2, 2026)
	for round := range 200 {
		m := randomModel(r, round%3 == 0)
		whole := dense(m)
		sets := append([]columns(nil), m.tree.sets...)
		for range 5 {
			sets = append(sets, randomSet(r, len(m.sizes), 4))
		}
		for _, s := range sets {
			got, want := m.table(s).vals, whole.onto(s, m.sizes).vals
			if len(got) != len(want) {
				t.Fatalf("table over %b of %v: %d numbers, want %d", s, m.tree.sets, len(got), len(want))
			}
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-9*m.people {
					t.Fatalf("table over %b of cliques %b: %v, want %v", s, m.tree.sets, got, want)
				}
			}
		}
	}
}

// TestCliquesHangTogether: the cliques of a column are connected in the tree, and hold every set.
func TestCliquesHangTogether(t *testing.T) {
	r := seeded.New(3, 2026)
	for range 500 {
		sizes := make([]int, 3+r.IntN(10))
		for j := range sizes {
			sizes[j] = 2 + r.IntN(5)
		}
		var sets []columns
		for range r.IntN(15) {
			sets = append(sets, randomSet(r, len(sizes), 3))
		}
		c := newCliques(triangulated(sets, sizes))
		for _, s := range sets {
			held := false
			for _, clique := range c.sets {
				held = held || s.within(clique)
			}
			if !held {
				t.Fatalf("no clique of %b holds %b", c.sets, s)
			}
		}
		for j := range sizes {
			tops := 0
			for i, clique := range c.sets {
				if clique.has(j) && !c.separator(i).has(j) {
					tops++
				}
			}
			if tops != 1 {
				t.Fatalf("column %d has %d parts in the tree %b %v", j, tops, c.sets, c.parent)
			}
		}
	}
}

// TestFitIsNearest fits tables that no distribution has, and looks for a better one nearby.
func TestFitIsNearest(t *testing.T) {
	r := seeded.New(4, 2026)
	for range 20 {
		m := randomModel(r, false)
		for _, p := range m.params {
			clear(p.log)
		}
		m.calibrate()
		var tables []*measured
		for _, p := range m.params {
			y := make([]float64, len(p.log))
			for i := range y {
				y[i] = 100*r.Float64() - 20
			}
			tables = append(tables, &measured{param: p, values: y, precision: 0.1 + r.Float64()})
		}
		f := &fitting{}
		start, _ := f.misfit(m, tables)
		for range 40 {
			if err := f.fit(context.Background(), m, tables, 200); err != nil {
				t.Fatal(err)
			}
		}
		best, _ := f.misfit(m, tables)
		if best > start {
			t.Fatalf("the fit is worse than none: %v, %v", best, start)
		}
		for range 200 {
			p := m.params[r.IntN(len(m.params))]
			i := r.IntN(len(p.log))
			old := p.log[i]
			p.log[i] += 0.3 * r.NormFloat64()
			m.calibrate()
			if now, _ := f.misfit(m, tables); now < best*(1-1e-3)-1e-6 {
				t.Fatalf("a step aside is better: %v, not %v", now, best)
			}
			p.log[i] = old
		}
		m.calibrate()
	}
}

// TestAveragesOfTables: two tables over the same columns count by their precision.
func TestAveragesOfTables(t *testing.T) {
	m := &measured{values: []float64{0, 10}, precision: 1.0 / 4}
	m.add([]float64{6, 4}, 2)
	if m.precision != 0.75 || math.Abs(m.values[0]-4) > 1e-12 || math.Abs(m.values[1]-6) > 1e-12 {
		t.Errorf("average %v with precision %v", m.values, m.precision)
	}
}
