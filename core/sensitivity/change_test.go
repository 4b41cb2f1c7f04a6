package sensitivity

import (
	"testing"

	"steward/core/linop"
)

// What changes say of sets of cells, of lines and of displacements is their maximum over the
// pairs of cells there.
func TestChangesOfManyPairs(t *testing.T) {
	tried := make(map[string]int)
	for seed := range uint64(scenes) {
		m := anyMaker(t, 110_000+seed)
		d := smallPolicy(m).Domain()
		k, f := size(d), frameOf(d.Attributes())
		var cells []int
		for u := range k {
			if m.Chance(3) {
				cells = append(cells, u)
			}
		}
		reach := make([]int, k)
		for u := range reach {
			reach[u] = m.Pick(u, k-1)
		}
		by := make([]int, len(f.sizes))
		for j := range by {
			by[j] = m.Pick(1-f.regular[j], f.regular[j]-1)
		}
		if at := 0; len(by) > 1 && by[at] < 0 || len(by) == 1 && by[at] < 1 {
			by[at] = f.regular[at] - 1
		}
		w := newWindow(f)
		pairs := w.place(by)
		for _, a := range operators(m, d) {
			for _, norm := range []Norm{L1, L2Squared} {
				c, err := changeOf(a.op, norm, f)
				if err != nil {
					t.Fatal(err)
				}
				check := func(what string, got, want int64, exact bool) {
					t.Helper()
					tried[what]++
					if got < want || got > want && exact {
						t.Fatalf("seed %d, %v: %s of %s in norm %d is %d, over pairs %d", seed, f, what, a.name, norm, got, want)
					}
				}
				if s, ok := c.(spreading); ok {
					var want int64
					for i, u := range cells {
						for _, v := range cells[:i] {
							want = max(want, c.between(u, v))
						}
					}
					got, exact := s.spread(cells)
					check("spread", got, want, exact)
				}
				if r, ok := c.(reaching); ok {
					var want int64
					for u, far := range reach {
						for v := u; v <= far; v++ {
							want = max(want, c.between(u, v))
						}
					}
					if got, ok := r.upTo(reach); ok {
						check("reach", got, want, true)
					}
				}
				if s, ok := c.(shifting); ok && pairs > 0 && w.offset != 0 {
					var want int64
					w.each(func(u, n int) bool {
						for v := u + n; u < v; u++ {
							want = max(want, c.between(u, u+w.offset))
						}
						return true
					})
					if got, ok := s.shift(by); ok {
						check("shift", got, want, true)
					}
				}
				if n, ok := c.(nesting); ok && n.nests() && k > 1 {
					u, v := m.Pick(0, k-2), k-1
					v = m.Pick(u, v)
					x := m.Pick(u, v)
					check("nesting", c.between(u, v), c.between(x, m.Pick(x, v)), false)
				}
			}
		}
	}
	for what, n := range tried {
		if n < scenes {
			t.Errorf("%s tried %d times", what, n)
		}
	}
	if len(tried) < 4 {
		t.Errorf("tried %v", tried)
	}
}

// In a set of cells of two columns that leaves out the corners, the widest pair is neither
// the sum of the ranges nor that of their squares.
func TestSpreadWithoutCorners(t *testing.T) {
	op := coordinates(5, 5)
	cells := []int{0*5 + 2, 2*5 + 0, 2*5 + 4, 4*5 + 2} // a diamond
	for norm, want := range map[Norm]int64{L1: 4, L2Squared: 16} {
		c, err := changeOf(op, norm, frame{[]int{5, 5}, []int{5, 5}})
		if err != nil {
			t.Fatal(err)
		}
		if got, exact := c.(spreading).spread(cells); got != want || !exact {
			t.Errorf("norm %d: %d, exact %v, want %d", norm, got, exact, want)
		}
	}
	// Two cells that differ by 3 in both columns, and two by 5 in one: in L1 the former are
	// farther apart, in L2 the latter.
	c, err := changeOf(coordinates(6, 6), L2Squared, frame{[]int{6, 6}, []int{6, 6}})
	if err != nil {
		t.Fatal(err)
	}
	if got, exact := c.(spreading).spread([]int{0, 5, 3*6 + 3}); got != 25 || !exact {
		t.Errorf("%d, exact %v, want 25", got, exact)
	}
}

// Boxes of few blocks of cells have few different columns: the change of two cells is that of their blocks.
func TestColumnsThatAreTheSame(t *testing.T) {
	sizes := []int{12, 9}
	var list [][]linop.Interval
	for lo := 0; lo < 12; lo += 4 {
		for hi := lo + 3; hi < 12; hi += 4 {
			for from := 0; from < 9; from += 3 {
				list = append(list, []linop.Interval{{Lo: lo, Hi: hi}, {Lo: from, Hi: 8}})
			}
		}
	}
	op := linop.NewBoxes(sizes, list)
	for _, norm := range []Norm{L1, L2Squared} {
		s, err := newSparse(op, norm)
		if err != nil {
			t.Fatal(err)
		}
		c, ok := s.classes()
		if !ok || len(c.one) != 9 {
			t.Fatalf("%v, %+v", ok, c)
		}
		var all []int
		var want int64
		for u := range op.Columns() {
			all = append(all, u)
			for v := range op.Columns() {
				if c.between(u, v) != s.between(u, v) {
					t.Errorf("norm %d: from %d to %d it is %d, want %d", norm, u, v, c.between(u, v), s.between(u, v))
				}
				want = max(want, s.between(u, v))
			}
		}
		if got, exact := c.spread(all); got != want || !exact {
			t.Errorf("norm %d: %d, exact %v, want %d", norm, got, exact, want)
		}
	}
	// Columns that differ in a value only, or in a row only, are different ones.
	for _, m := range []matrix{{{1, 2, 1, 2}}, {{1, 0, 1, 0}, {0, 1, 0, 1}}} {
		s, err := newSparse(m, L1)
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := s.classes(); !ok || len(c.one) != 2 || c.between(0, 1) != s.between(0, 1) || c.between(0, 2) != 0 {
			t.Errorf("%v: %+v", m, c)
		}
	}
}
