package strategy

import "testing"

// How steep a layout is at least is known before it is laid out.
func TestLeastWork(t *testing.T) {
	for _, k := range []int{40, 97, 256, 1024} {
		for _, reach := range []int{1, 2, 5, 16, k / 3, k - 1} {
			layouts := append([]softLayout{{}, {spacing: 1, box: 1, noCells: true}}, rampLayouts(k, reach)...)
			layouts = append(append(layouts, blockLayouts(k, reach)...), mixedLayouts(k, reach)...)
			for _, l := range layouts {
				for _, next := range append(l.moves(), l) {
					for _, total := range []Total{TotalKnown, TotalMeasured} {
						s, err := NewSoft(next.spec(k, total))
						if err != nil {
							continue
						}
						if work, least := s.tiles.unknowns*s.tiles.width*s.tiles.width, next.leastWork(k); least > work {
							t.Fatalf("%d cells, %+v: at least %d, and it is %d", k, next, least, work)
						}
					}
				}
			}
		}
	}
}

// The shares that are best on a shorter column are taken for a long one only where they are no worse there.
func TestSharesOfAShorterColumn(t *testing.T) {
	p := SoftProblem{Cells: 400_000, KnownTotal: true, Target: AllPrefixes(), Budget: 1, Variance: func(s float64) float64 { return 2 / (s * s) },
		Loads: func(s *Soft) [][]int {
			loads := make([]int, len(s.groups))
			for g, group := range s.groups {
				if loads[g] = 2; group.Kind == Ramp {
					loads[g] = group.Width
				}
			}
			return [][]int{loads}
		}, Reach: 5}
	l := softLayout{spacing: 5, box: 4}
	full, err := NewSoft(l.spec(p.Cells, TotalKnown))
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []float64{-2, -0.5, 0.5} {
		tuner := &softTuner{problem: p, cells: 1024, target: p.Target}
		f := newSoftFit(l, full, p.Loads(full))
		for i := range f.logs {
			f.logs[i] = start
		}
		before := tuner.error(f, f.logs, p.Target)
		if !tuner.improveShorter(f) {
			t.Fatal("no shorter column was looked at")
		}
		if now := tuner.error(f, f.logs, p.Target); now > before || now != f.error {
			t.Errorf("from %v: an error of %v became %v, said to be %v", start, before, now, f.error)
		}
		short := f.error
		tuner.improve(f, softLast)
		if f.error < short*(1-1e-6) {
			t.Errorf("from %v: the shorter column comes to %v, and all of it to %v", start, short, f.error)
		}
	}
}
