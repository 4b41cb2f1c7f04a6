package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
)

// told returns the sum of some cells of a true vector.
func told(truth []int64, cells []int32) Sum {
	s := Sum{Cells: cells}
	for _, c := range cells {
		s.Total += truth[c]
	}
	return s
}

func checkAgree(t *testing.T, name string, y []float64, sums []Sum) []int64 {
	t.Helper()
	got, err := Agree(y, sums)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i, s := range sums {
		var n int64
		for _, c := range s.Cells {
			n += got[c]
		}
		if n != s.Total {
			t.Fatalf("%s: sum %d is %d, want %d", name, i, n, s.Total)
		}
	}
	for c, n := range got {
		if n < 0 {
			t.Fatalf("%s: cell %d is %d", name, c, n)
		}
	}
	return got
}

func noisyOf(r *seeded.Source, truth []int64, scale float64) []float64 {
	y := make([]float64, len(truth))
	for i, n := range truth {
		y[i] = float64(n) + math.Round(r.NormFloat64()*scale)
	}
	return y
}

func counts(r *seeded.Source, k int, most int64) []int64 {
	out := make([]int64, k)
	for i := range out {
		out[i] = r.Int64N(most + 1)
	}
	return out
}

func runOf(lo, hi int) []int32 {
	var out []int32
	for c := lo; c <= hi; c++ {
		out = append(out, int32(c))
	}
	return out
}

// Nested sums and sums without common cells leave nothing to choose but how each set is divided.
func TestAgreeWithNestedSums(t *testing.T) {
	r := seeded.New(1, 2)
	for range 300 {
		truth := counts(r, 30, 9)
		y := noisyOf(r, truth, 4)
		sums := []Sum{told(truth, runOf(0, 29)), told(truth, runOf(0, 14)), told(truth, runOf(3, 7)), told(truth, runOf(20, 24))}
		got := checkAgree(t, "nested", y, sums)
		for _, ring := range [][]int32{runOf(3, 7), runOf(20, 24), append(runOf(0, 2), runOf(8, 14)...), append(runOf(15, 19), runOf(25, 29)...)} {
			own := make([]float64, len(ring))
			for i, c := range ring {
				own[i] = y[c]
			}
			want, n := told(truth, ring), int64(0)
			if err := Simplex(own, float64(want.Total)); err != nil {
				t.Fatal(err)
			}
			whole, err := RoundToTotal(own, want.Total)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range ring {
				n += got[c]
				if got[c] != whole[i] {
					t.Fatalf("cell %d is %d, its ring by itself makes it %d", c, got[c], whole[i])
				}
			}
			if n != want.Total {
				t.Fatalf("the ring adds up to %d, want %d", n, want.Total)
			}
		}
	}
}

// Both margins of a table, and runs along an order, are always met: their matrices are totally
// unimodular.
func TestAgreeWithCrossingSums(t *testing.T) {
	r := seeded.New(3, 4)
	for _, size := range []int{2, 3, 7, 20, 40} {
		for range 20 {
			truth := counts(r, size*size, 6)
			if r.IntN(2) == 0 { // many empty cells
				for i := range truth {
					truth[i] = max(truth[i]-4, 0)
				}
			}
			var sums []Sum
			for i := range size {
				var column []int32
				for j := range size {
					column = append(column, int32(j*size+i))
				}
				sums = append(sums, told(truth, runOf(i*size, i*size+size-1)), told(truth, column))
			}
			checkAgree(t, "margins", noisyOf(r, truth, 3), sums)
		}
	}
	for range 300 {
		truth := counts(r, 50, 5)
		var sums []Sum
		for range 12 {
			a, b := r.IntN(50), r.IntN(50)
			sums = append(sums, told(truth, runOf(min(a, b), max(a, b))))
		}
		checkAgree(t, "runs", noisyOf(r, truth, 6), sums)
	}
}

// Sums of neighbours that overlap all the way along, and of many runs along an order: there are whole counts that meet
// all of them, and they are found at every length, from estimates that are far off.
func TestAgreeAlongAnOrder(t *testing.T) {
	for _, n := range []int{10, 50, seeded.Often(200, 400)} {
		for seed := range uint64(seeded.Often(3, 20)) {
			r := seeded.New(seed, 4)
			truth := counts(r, n, 60)
			var pairs, runs []Sum
			for i := range n - 1 {
				pairs = append(pairs, told(truth, runOf(i, i+1)))
			}
			for range n / 3 {
				a, b := r.IntN(n), r.IntN(n)
				runs = append(runs, told(truth, runOf(min(a, b), max(a, b))))
			}
			checkAgree(t, fmt.Sprint("pairs of ", n), noisyOf(r, truth, 40), pairs)
			checkAgree(t, fmt.Sprint("runs of ", n), noisyOf(r, truth, 40), runs)
		}
	}
}

// Sums of any kind are met nearly always; where none were found that is said, and never wrong
// numbers given.
func TestAgreeWithAnySums(t *testing.T) {
	r := seeded.New(5, 6)
	missed := 0
	const tries = 1000
	for range tries {
		truth := counts(r, 12, 7)
		var sums []Sum
		for range 1 + r.IntN(7) {
			var cells []int32
			for c := range 12 {
				if r.IntN(2) == 0 {
					cells = append(cells, int32(c))
				}
			}
			sums = append(sums, told(truth, cells))
		}
		y := noisyOf(r, truth, 5)
		if _, err := Agree(y, sums); errors.Is(err, ErrDisagree) {
			missed++
			continue
		}
		checkAgree(t, "any", y, sums)
	}
	if missed > tries/50 {
		t.Errorf("of %d systems %d were not solved", tries, missed)
	}
}

// What meets the sums already stays as it is, and with no sums only signs and fractions change.
func TestAgreeLeavesAlone(t *testing.T) {
	r := seeded.New(7, 8)
	for range 200 {
		truth := counts(r, 25, 8)
		var sums []Sum
		for i := range 5 {
			sums = append(sums, told(truth, runOf(5*i, 5*i+4)), told(truth, []int32{int32(i), int32(i + 5), int32(i + 10), int32(i + 15), int32(i + 20)}))
		}
		y := make([]float64, len(truth))
		for i, n := range truth {
			y[i] = float64(n)
		}
		if got := checkAgree(t, "exact", y, sums); !slices.Equal(got, truth) {
			t.Fatalf("%v became %v", truth, got)
		}
	}
	got, err := Agree([]float64{1.4, -3, 2.6}, nil)
	if err != nil || !slices.Equal(got, []int64{1, 0, 3}) {
		t.Errorf("%v, %v", got, err)
	}
}

// Sums that are true only ever bring the cells nearer to the truth: the projection onto a convex
// set that holds it. Rounding adds at most one per cell.
func TestAgreeComesNearer(t *testing.T) {
	r := seeded.New(9, 10)
	for range 200 {
		const side = 6
		truth := counts(r, side*side, 9)
		var sums []Sum
		for i := range side {
			var column []int32
			for j := range side {
				column = append(column, int32(j*side+i))
			}
			sums = append(sums, told(truth, runOf(i*side, i*side+side-1)), told(truth, column))
		}
		y := noisyOf(r, truth, 5)
		got := checkAgree(t, "margins", y, sums)
		before, after := 0.0, 0.0
		for i, n := range truth {
			before += math.Pow(y[i]-float64(n), 2)
			after += math.Pow(float64(got[i]-n), 2)
		}
		if math.Sqrt(after) > math.Sqrt(before)+side { // sqrt(side*side) cells
			t.Errorf("the distance from the truth went from %v to %v", math.Sqrt(before), math.Sqrt(after))
		}
	}
}

func TestAgreeRefuses(t *testing.T) {
	for _, c := range []struct {
		name string
		y    []float64
		sums []Sum
		says string
	}{
		{"nothing", nil, nil, "no values"},
		{"not a number", []float64{math.NaN()}, nil, "finite"},
		{"below zero", []float64{1}, []Sum{{[]int32{0}, -1}}, "from 0 to 2^53"},
		{"no such cell", []float64{1}, []Sum{{[]int32{1}, 1}}, "there are 1 cells"},
		{"two numbers for a cell", []float64{1, 1}, []Sum{{[]int32{0}, 1}, {[]int32{0}, 2}}, "the others make it 1"},
		{"a part larger than the whole", []float64{1, 1}, []Sum{{[]int32{0}, 3}, {[]int32{0, 1}, 2}}, "fewer than none"},
		{"parity", []float64{1, 1, 1}, []Sum{{[]int32{0, 1}, 1}, {[]int32{1, 2}, 1}, {[]int32{0, 2}, 1}}, ErrDisagree.Error()},
		{"of nobody", []float64{1}, []Sum{{nil, 2}}, "sum 0 is 2"},
	} {
		if _, err := Agree(c.y, c.sums); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func BenchmarkAgreeMargins(b *testing.B) {
	for _, side := range []int{10, 30, 100} {
		r := seeded.New(11, 12)
		truth := counts(r, side*side, 20)
		var sums []Sum
		for i := range side {
			var column []int32
			for j := range side {
				column = append(column, int32(j*side+i))
			}
			sums = append(sums, told(truth, runOf(i*side, i*side+side-1)), told(truth, column))
		}
		y := noisyOf(r, truth, 8)
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			for b.Loop() {
				if _, err := Agree(y, sums); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
