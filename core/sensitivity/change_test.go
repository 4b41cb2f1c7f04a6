package sensitivity

import "testing"

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
