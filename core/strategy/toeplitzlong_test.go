package strategy

import (
	"errors"
	"math"
	"testing"

	"steward/core/seeded"
)

// A long matrix's inverse by a smaller one is that of the matrix itself: its diagonal, its rows near
// both ends and between, and the solutions of systems.
func TestLongToeplitz(t *testing.T) {
	r := seeded.New(4, 4)
	for _, reach := range []int{2, 16, 1, 5}[:seeded.Often(2, 4)] {
		size := seeded.Often(4500, 6000)
		s, err := NewStationary(StationarySpec{Cells: size + 1, Taps: StationaryTaps(1<<20, reach, 20)})
		if err != nil {
			t.Fatal(err)
		}
		entries := make([]float64, len(s.alike))
		for d, v := range s.alike {
			entries[d] = float64(v)
		}
		exact, err := newToeplitzInverse(entries, size)
		if err != nil {
			t.Fatal(err)
		}
		small, err := newToeplitzInverse(entries, exactSize+1) // as for any longer one
		if err != nil {
			t.Fatal(err)
		}
		long := &toeplitzInverse{near: small.near, size: size, reach: small.reach, r: entries}
		if len(long.near.first) >= size {
			t.Fatalf("reach %d: no smaller matrix was taken", reach)
		}
		want, got := exact.diagonal(), long.diagonal()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-11*want[i] {
				t.Fatalf("reach %d: diagonal %d is %v, want %v", reach, i, got[i], want[i])
			}
		}
		row, other := make([]float64, size), make([]float64, len(long.near.first))
		copy(row, exact.near.first)
		copy(other, long.near.first)
		at := 0
		for i := range size - 1 {
			for ; at < long.place(i); at++ {
				long.near.down(other, at)
			}
			for j := i; j < min(size, i+long.reach); j++ {
				if math.Abs(other[at+j-i]-row[j]) > 1e-11*want[0] {
					t.Fatalf("reach %d: entry (%d, %d) is %v, want %v", reach, i, j, other[at+j-i], row[j])
				}
			}
			for j := i + long.reach; j < size; j++ {
				if math.Abs(row[j]) > 1e-11*want[0] {
					t.Fatalf("reach %d: entry (%d, %d) is %v, taken for zero", reach, i, j, row[j])
				}
			}
			exact.near.down(row, i)
		}
		x := make([]float64, size)
		for i := range x {
			x[i] = float64(r.IntN(1 << 20))
		}
		b := exact.times(x)
		for i := range b[:40] { // the product itself
			direct := 0.0
			for j := max(0, i-len(entries)+1); j < min(size, i+len(entries)); j++ {
				direct += entries[max(i-j, j-i)] * x[j]
			}
			if math.Abs(direct-b[i]) > 1e-9*math.Abs(direct) {
				t.Fatalf("reach %d: entry %d of the product is %v, want %v", reach, i, b[i], direct)
			}
		}
		long.solve(b)
		for i := range x {
			if math.Abs(b[i]-x[i]) > 1e-5 {
				t.Fatalf("reach %d: solution %d is %v, want %v", reach, i, b[i], x[i])
			}
		}
	}
}

// Where the correlations reach too far for a long line, that is said, and MaxLongReach is not there yet.
func TestLongReach(t *testing.T) {
	for reach, fits := range map[int]bool{MaxLongReach: true, 400: false} {
		if fits && !seeded.Audit {
			continue // it is inverted in the long audits
		}
		s, err := NewStationary(StationarySpec{Cells: 1 << 16, Taps: StationaryTaps(1<<16, reach, 20)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Weigh([]float64{1})
		if fits != (err == nil) || !fits && !errors.Is(err, errFarReaching) {
			t.Errorf("reach %d: %v", reach, err)
		}
	}
}

// On a long line exact rows give the exact cells, and the errors of cumulative counts in the middle are
// those of a line of some thousand values.
func TestLongStationary(t *testing.T) {
	const cells, reach = 40_000, 8
	taps := StationaryTaps(cells, reach, 20)
	s, err := NewStationary(StationarySpec{Cells: cells, Taps: taps, Total: TotalKnown})
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Weigh([]float64{0.5})
	if err != nil {
		t.Fatal(err)
	}
	r := seeded.New(5, 5)
	x, total := make([]int64, cells), int64(0)
	for i := range x {
		x[i] = int64(r.IntN(100))
		total += x[i]
	}
	rows, got := make([]int64, s.Rows()), make([]float64, cells)
	if err := s.MeasureInto(rows, x); err != nil {
		t.Fatal(err)
	}
	if err := w.Estimate(got, rows, total); err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if math.Abs(v-float64(x[i])) > 1e-4 {
			t.Fatalf("cell %d is %v, it has %d", i, v, x[i])
		}
	}
	short, err := NewStationary(StationarySpec{Cells: 5001, Taps: taps, Total: TotalKnown})
	if err != nil {
		t.Fatal(err)
	}
	v, err := short.Weigh([]float64{0.5})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][4]int{{0, 7, 0, 7}, {3, 20, 3, 20}, {2000, 2011, 30_000, 30_011}, {1000, 3500, 9000, 20_000}, {4990, 4995, 39_989, 39_994}} {
		want, err := v.RangeVariance(Range{c[0], c[1]})
		if err != nil {
			t.Fatal(err)
		}
		got, err := w.RangeVariance(Range{c[2], c[3]})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-want) > 1e-10*want {
			t.Errorf("range %d to %d of %d has variance %v, %d to %d of 5001 has %v", c[2], c[3], cells, got, c[0], c[1], want)
		}
	}
}

func BenchmarkStationaryMillion(b *testing.B) {
	s, err := NewStationary(StationarySpec{Cells: 1 << 20, Taps: StationaryTaps(1<<20, 16, 20)})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		w, err := s.Weigh([]float64{1})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Estimate(make([]float64, 1<<20), make([]int64, s.Rows()), 0); err != nil {
			b.Fatal(err)
		}
	}
}
