package optimum

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// field is what the proof of Table sends through the errors of the cells (docs/mathematics.md, "Any method"), at a loss of 1.
type field struct{ above, below []float64 } // sizes of the errors of each sign

func sumOf(list []float64, power float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Pow(x, power)
	}
	return sum
}

// side returns what the field has in each error of one sign, given those of the other.
func side(xs, ys []float64) []float64 {
	a, b, r := float64(len(xs)), float64(len(ys)), sumOf(xs, 1)
	more := 0.0
	if b > 1 {
		more = min((b-2)/(a+1), (4+(a-1)/b)/(b-1))
	}
	squares, others := sumOf(xs, 2), sumOf(ys, 2)
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = x * (x + others/r + (b-1)*((1+more)*x/r-more*squares/(r*r)) + (a-1)*others/(r*r) + 4)
	}
	return out
}

// along returns the field along the pair of error i above zero and j below.
func (f field) along(i, j int) float64 {
	up, down := side(f.above, f.below), side(f.below, f.above)
	return up[i] * down[j] / sumOf(up, 1)
}

func (f field) moved(i, j int, by float64) field {
	g := field{append([]float64(nil), f.above...), append([]float64(nil), f.below...)}
	g.above[i] += by
	g.below[j] += by
	return g
}

func randomSizes(r *seeded.Source, n int, sum float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Pow(r.ExpFloat64(), 1+2*r.Float64())
	}
	by := sum / sumOf(out, 1)
	for i := range out {
		out[i] *= by
	}
	return out
}

// The field keeps the inequality that the bound follows from, at errors of all signs: it is nowhere below zero, as much goes through the errors
// above zero as through those below, and the squared errors, what it spreads and what it loses leave the bound.
func TestFieldOfTables(t *testing.T) {
	r := seeded.New(25, 1)
	for k := 2; k <= 20; k++ {
		least, nearest := continuousTable(k), math.Inf(1)
		for a := 1; a < k; a++ {
			for range seeded.Often(4, 40) {
				sum := math.Exp(6*r.Float64() - 3)
				f := field{randomSizes(r, a, sum), randomSizes(r, k-a, sum)}
				up, down := side(f.above, f.below), side(f.below, f.above)
				if through := sumOf(up, 1); math.Abs(through-sumOf(down, 1)) > 1e-9*through {
					t.Fatalf("%v: %v goes up and %v down", f, through, sumOf(down, 1))
				}
				got := sumOf(f.above, 2) + sumOf(f.below, 2) - sumOf(up, 1)
				for i := range f.above {
					for j := range f.below {
						if f.along(i, j) < 0 {
							t.Fatalf("%v: %v between %d and %d", f, f.along(i, j), i, j)
						}
						h := 1e-4 * min(f.above[i], f.below[j])
						got += (f.moved(i, j, h).along(i, j) - f.moved(i, j, -h).along(i, j)) / (2 * h)
					}
				}
				if got < least*(1-1e-5) {
					t.Fatalf("%d cells, %v: %v is left, below %v", k, f, got, least)
				}
				nearest = min(nearest, got)
			}
		}
		if nearest > 1.05*least {
			t.Errorf("%d cells: nothing is nearer to %v than %v", k, least, nearest)
		}
	}
}

// More cells are never bounded by less, nor smaller losses; one answer alone has what discrete Laplace noise has.
func TestTableGrows(t *testing.T) {
	for _, loss := range []float64{1e-6, 0.009, 0.011, 0.1, 0.5, 1, 3, 10} {
		a := math.Exp(-loss)
		if got, want := Alone(loss), 2*a/((1-a)*(1-a)); math.Abs(got-want) > 1e-9*want {
			t.Errorf("a loss of %v: %v alone, discrete Laplace noise has %v", loss, got, want)
		}
		if got, exact := spread(loss), loss; got > 1./12 || got < 1./12-exact*exact/240-1e-9 {
			t.Errorf("a loss of %v: a spread of %v", loss, got)
		}
		before := 0.0
		for _, cells := range []int{1, 2, 3, 5, 8, 16, 64, 300} {
			got := Table(cells, loss)
			if got < before || got < Table(cells, loss*1.01) || got > 8/(loss*loss) {
				t.Errorf("%d cells, a loss of %v: %v after %v", cells, loss, got, before)
			}
			before = got
		}
	}
}

// For small losses the bounds of whole tables, times the square of the loss.
func TestTableOfSmallLosses(t *testing.T) {
	for cells, want := range map[int]float64{2: 2, 3: 10. / 3, 4: 4, 6: 5, 8: 5.6, 16: 6.625} {
		const loss = 1e-4
		if got := Table(cells, loss) * loss * loss; math.Abs(got-want) > 1e-6 {
			t.Errorf("%d cells: %v, want %v", cells, got, want)
		}
	}
}
