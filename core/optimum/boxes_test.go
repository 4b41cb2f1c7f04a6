package optimum

import (
	"math"
	"testing"

	"steward/core/linop"
)

// The singular values of all ranges in closed form are those of the matrix.
func TestSpreadOfAllRanges(t *testing.T) {
	for _, k := range []int{1, 2, 5, 16, 31} {
		all := linop.Every(k, k)
		got, err := Spread(all)
		if err != nil {
			t.Fatal(err)
		}
		values, _, err := eigen(GramOfRuns(all))
		if err != nil {
			t.Fatal(err)
		}
		sum := trace(values, math.Sqrt)
		if want := sum * sum / float64(k); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%d cells: %v, by the matrix %v", k, got, want)
		}
	}
}

// With one more column of one value the bound is that of the line.
func TestBoxesOfALine(t *testing.T) {
	one, err := Spread(linop.Every(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Boxes(20, 3, []float64{one}), Ranges(20, 3); math.Abs(got-want) > 1e-9*want {
		t.Errorf("%v, the line has %v", got, want)
	}
}
