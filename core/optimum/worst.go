package optimum

import "math"

// Alone returns the least expected squared error that any method can have, on the data where it has most, for one answer that
// a secret pair changes by one, where the pair may shift the odds by the exponential of loss. Discrete Laplace noise has it.
func Alone(loss float64) float64 {
	s := math.Sinh(loss / 2)
	return 1 / (2 * s * s)
}

// Table returns a lower bound on the mean over the cells of a table of the expected squared error of any method, on the data where
// it has most, where every two of the cells are a secret pair that may shift the odds by the exponential of loss
// (docs/mathematics.md, "Any method"). Fewer cells, all of them in turn, bound it too, and better where loss is large.
func Table(cells int, loss float64) float64 {
	best := Alone(loss)
	for k := 3; k <= min(cells, mostTable); k++ {
		best = max(best, continuousTable(k)/(float64(k)*loss*loss)-2*float64(k-1)*spread(loss))
	}
	return best
}

// mostTable is the most cells that are looked at together. More make the bound for small losses larger by hardly anything.
const mostTable = 256

// continuousTable returns a bound on the total error of a table of k cells for a loss of 1 per unit, of errors that need not be whole
// numbers: the least of what the fields of the proof have on errors of which a are above zero and b below.
func continuousTable(k int) float64 {
	least := math.Inf(1)
	for a := 1; 2*a <= k; a++ {
		b := k - a
		least = min(least, 4*float64(k-1)+lopsided(a, b)+lopsided(b, a))
	}
	return least
}

// lopsided is what the spread of the a errors of one sign adds, with b of the other: more, the more of the field
// goes to the large ones among them, which is limited by what its mean is and by no part of it being below zero.
func lopsided(a, b int) float64 {
	if b == 1 {
		return 0
	}
	x, y := float64(a), float64(b)
	more := min((y-2)/(x+1), (4+(x-1)/y)/(y-1))
	return (y - 1) / x * (x + y - 1 + (1+more)*(x-1))
}

// spread returns the variance of a number between 0 and 1 with a density in proportion to exp(loss·s), never less.
func spread(loss float64) float64 {
	const small = 0.01 // below it the difference of two large numbers is nearly 1/12, which it rises to
	if loss < small {
		return 1. / 12
	}
	return 1/(loss*loss) - Alone(loss)/2
}
