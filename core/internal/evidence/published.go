package evidence

import "math"

// Laplace returns the variance of continuous Laplace noise of a scale.
func Laplace(scale float64) float64 { return 2 * scale * scale }

// Google returns the variance of the noise that google's Go library puts on every count where a change of one person's answers changes so many
// counts by one, and so many people change together (core/noise/compare draws from the library).
func Google(counts, people int, epsilon float64) float64 {
	return Laplace(float64(counts*people) / epsilon)
}

// Gaussian returns the least variance of continuous Gaussian noise that hides a change of one, in length, within epsilon but for a chance of delta (Balle and
// Wang 2018, Theorem 8), of google's Go library but for a part in five hundred (core/noise/compare).
func Gaussian(epsilon, delta float64) float64 {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	low, high := 0.0, 1e9
	for range 200 {
		if s := (low + high) / 2; phi(1/(2*s)-epsilon*s)-math.Exp(epsilon)*phi(-1/(2*s)-epsilon*s) > delta {
			low = s
		} else {
			high = s
		}
	}
	return high * high
}

// OnCells is noise on each of k cells; a known total is imposed on them by least squares.
func OnCells(k int, known bool, variance float64) Error {
	return func(r Run) float64 {
		b := float64(r.len())
		if known {
			b *= 1 - b/float64(k)
		}
		return b * variance
	}
}

// OnPrefixes is noise on each cumulative count of k cells of a known total (He, Machanavajjhala and
// Ding 2014, section 7.1).
func OnPrefixes(k int, variance float64) Error {
	return func(r Run) float64 {
		sum := 0.0
		if r.Lo > 0 {
			sum += variance
		}
		if r.Hi < k-1 {
			sum += variance
		}
		return sum
	}
}

// OnLevels is the same noise on sums over runs of cells of each of some widths, which rise from one to
// the number of cells and divide one another, with least squares (Hay, Rastogi, Miklau and Suciu
// 2010). A known total is not measured. Inside a run of one width, functions that are constant on
// the next lower width and add up to nothing are seen by that width and those below it only.
func OnLevels(widths []int, known bool, variance float64) Error {
	return func(r Run) float64 {
		sum, seen := 0.0, 0.0
		for j, w := range widths {
			seen += float64(w) / variance
			if j+1 < len(widths) {
				sum += (energy(r, w) - energy(r, widths[j+1])) / seen
			} else if !known {
				sum += energy(r, w) / seen
			}
		}
		return sum
	}
}

// energy is the sum, over runs of w cells, of the square of how many cells of r are inside, over w.
func energy(r Run, w int) float64 {
	first, last := r.Lo/w, r.Hi/w
	if first == last {
		n := float64(r.len())
		return n * n / float64(w)
	}
	a, b := float64((first+1)*w-r.Lo), float64(r.Hi-last*w+1)
	return (a*a+b*b)/float64(w) + float64((last-first-1)*w)
}

// Levels returns the widths 1, fan, fan² and so on up to k cells, of which the last may be less than
// fan times the one before; k is a power of two and so is fan.
func Levels(k, fan int) []int {
	var out []int
	for w := 1; w < k; w *= fan {
		out = append(out, w)
	}
	return append(out, k)
}

// OnHalves is the same noise on the total, unless it is known, and on the difference between the
// halves of every run of a power of two of cells (Xiao, Wang and Gehrke 2010); k is a power of two.
func OnHalves(k int, known bool, variance float64) Error {
	return func(r Run) float64 {
		sum := 0.0
		if !known {
			share := float64(r.len()) / float64(k)
			sum = share * share
		}
		for w := 2; w <= k; w *= 2 {
			sum += halves(r, r.Lo/w, w)
			if r.Lo/w != r.Hi/w {
				sum += halves(r, r.Hi/w, w)
			}
		}
		return sum * variance
	}
}

// halves is the square of a run's weight on the difference between the halves of run n of w cells.
func halves(r Run, n, w int) float64 {
	middle := n*w + w/2
	weight := float64(overlap(r, n*w, middle)-overlap(r, middle, (n+1)*w)) / float64(w)
	return weight * weight
}

// overlap is how many cells from lo up to but not hi are in a run.
func overlap(r Run, lo, hi int) int { return max(0, min(r.Hi+1, hi)-max(r.Lo, lo)) }

// OnComb is the same noise on every edge of the tree H^theta over k cells of a known total (Haney,
// Machanavajjhala and Ding 2015, section 5.3.1): the cumulative count after every theta cells, and
// every cell between.
func OnComb(k, theta int, variance float64) Error {
	ends := func(cells int) (tooth, leaves int) { return cells / theta, cells % theta }
	return func(r Run) float64 {
		a, leavesA := ends(r.Lo)
		b, leavesB := ends(r.Hi + 1)
		if r.Hi+1 == k {
			b, leavesB = -1, 0
		}
		rows := 0
		switch {
		case a == b:
			rows = leavesB - leavesA
		default:
			rows = leavesA + leavesB
			if a > 0 {
				rows++
			}
			if b > 0 {
				rows++
			}
		}
		return float64(rows) * variance
	}
}

// Greedy is the ordered hierarchical mechanism as published (He, Machanavajjhala and Ding 2014, section
// 7.2): cumulative counts after every theta of k cells, and above each such block sums over 1, fan,
// fan² and so on cells; a cumulative count is a sum of as few of them as there are, and nothing
// is reconciled. The total is known.
type Greedy struct {
	Cells, Theta, Fan int
}

// Height is the number of levels in a block.
func (g Greedy) Height() int {
	h := 0
	for w := 1; w < g.Theta; w *= g.Fan {
		h++
	}
	return h
}

// Shares returns the budgets of the cumulative counts and of the blocks, for a budget of one and an
// even choice of ranges (equations 13 to 15); without cumulative counts all is the blocks', and with
// blocks of one cell all is the counts'.
func (g Greedy) Shares() (counts, blocks float64) {
	if g.Theta == 1 {
		return 1, 0
	}
	k, h := float64(g.Cells), float64(g.Height())
	c := math.Cbrt(4 * max(k-float64(g.Theta), 0) / (k + 1))
	b := math.Cbrt(8 * float64(g.Fan-1) * h * h * h * k / (k + 1))
	return c / (c + b), b / (c + b)
}

// Error returns the error at a budget: noise of scale one over the counts' budget, and of twice the
// height over that of the blocks, since a change is one less here and one more there on every level.
// The difference of two cumulative counts leaves out what both are sums of.
func (g Greedy) Error(epsilon float64) Error {
	s, h := g.Shares()
	onCounts, onBlocks := 0.0, 0.0
	if s > 0 {
		onCounts = Laplace(1 / (s * epsilon))
	}
	if h > 0 {
		onBlocks = Laplace(2 * float64(g.Height()) / (h * epsilon))
	}
	return func(r Run) float64 {
		a, b := r.Lo, r.Hi+1
		sum := 0.0
		for _, end := range []int{a, b} {
			if block := end / g.Theta; block > 0 && a/g.Theta != b/g.Theta && block*g.Theta < g.Cells && end < g.Cells {
				sum += onCounts
			}
		}
		inA, inB := a%g.Theta, b%g.Theta
		if b == g.Cells { // the total is known
			return sum + onBlocks*float64(g.apart(0, inA))
		}
		if a/g.Theta == b/g.Theta {
			return sum + onBlocks*float64(g.apart(inA, inB))
		}
		return sum + onBlocks*float64(g.apart(0, inA)+g.apart(0, inB))
	}
}

// apart is how many sums are in one of the cumulative counts of a and b cells of a block but not in both.
func (g Greedy) apart(a, b int) int {
	n := 0
	for a != b {
		if a/g.Fan == b/g.Fan {
			return n + max(a, b)%g.Fan - min(a, b)%g.Fan
		}
		n += a%g.Fan + b%g.Fan
		a, b = a/g.Fan, b/g.Fan
	}
	return n
}
