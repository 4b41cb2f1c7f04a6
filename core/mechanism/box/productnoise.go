package box

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
)

// grid numbers the choices of one level per column, the last column's level first.
type levelGrid struct{ counts []int }

func LevelGridOf[A space](axes []A) levelGrid {
	g := levelGrid{make([]int, len(axes))}
	for j, a := range axes {
		g.counts[j] = a.Levels()
	}
	return g
}

func (g levelGrid) Len() int {
	n := 1
	for _, c := range g.counts {
		n *= c
	}
	return n
}

// at writes the levels of a choice.
func (g levelGrid) at(levels []int, n int) []int {
	for j := len(g.counts) - 1; j >= 0; j-- {
		levels[j], n = n%g.counts[j], n/g.counts[j]
	}
	return levels
}

// contraction adds up, over all choices of levels, a weight times one number per column and level.
// What was added up for the first columns of a box is kept for the next one.
type contraction struct {
	grid   levelGrid
	tables [][][]float64 // per column and run, by level
	left   [][]float64   // left[j] are the weights with the columns before j added up
	last   []int32
}

func newContraction(g levelGrid, weights []float64, tables [][][]float64) *contraction {
	c := &contraction{grid: g, tables: tables, left: make([][]float64, len(g.counts)+1), last: make([]int32, len(g.counts))}
	c.left[0] = weights
	n := len(weights)
	for j, count := range g.counts {
		n /= count
		c.left[j+1], c.last[j] = make([]float64, n), -1
	}
	return c
}

// Of returns the sum for a box.
func (c *contraction) Of(l *linop.BoxList, box int) float64 {
	return c.sum(func(j int) int32 { return l.Number(box, j) })
}

// at returns the sum for a box given by the numbers of its runs.
func (c *contraction) at(runs []int32) float64 {
	return c.sum(func(j int) int32 { return runs[j] })
}

func (c *contraction) sum(runOf func(j int) int32) float64 {
	fresh := false
	for j := range c.last {
		run := runOf(j)
		if run == c.last[j] && !fresh {
			continue
		}
		fresh, c.last[j] = true, run
		from, to := c.left[j], c.left[j+1]
		clear(to)
		for level, v := range c.tables[j][run] {
			if v == 0 {
				continue
			}
			for i, w := range from[level*len(to) : (level+1)*len(to)] {
				to[i] += v * w
			}
		}
	}
	return c.left[len(c.last)][0]
}

// Costs adds up over boxes the products of one number per column and level, for every choice of
// levels: how much the variance of each space counts in all boxes together.
func Costs(g levelGrid, tables [][][]float64, l *linop.BoxList) []float64 {
	out := make([]float64, g.Len())
	product := make([][]float64, len(g.counts)+1) // of the first columns
	product[0] = []float64{1}
	n := 1
	for j, count := range g.counts {
		n *= count
		product[j+1] = make([]float64, n)
	}
	last := make([]int32, len(g.counts))
	for j := range last {
		last[j] = -1
	}
	for box := range l.Len() {
		fresh := false
		for j := range last {
			run := l.Number(box, j)
			if run == last[j] && !fresh {
				continue
			}
			fresh, last[j] = true, run
			table := tables[j][run]
			for i, p := range product[j] {
				for level, v := range table {
					product[j+1][i*len(table)+level] = p * v
				}
			}
		}
		for i, p := range product[len(last)] {
			out[i] += p
		}
	}
	return out
}

// Rounds of shares, by how many loads each looks at.
const (
	mostShareRounds, fewShareRounds = 400, 20
	shareWork                       = 200_000_000
)

// Shares returns scales s that minimise the sum of c/s², with the sum of load·s of every class of
// edges at most 1, as docs/mathematics.md, "Certified scales", finds them, to a gap of a thousandth; groups that no class moves
// have the scale free. Every group has a least part, since what no answer needs is measured too where
// cells are estimated.
func Shares(c []float64, loads [][]int, free float64) []float64 {
	return sharesOf(c, loads, free, noise.Laplace)
}

// sharesOf is shares; for noise whose budgets are those of squares it minimises the sum
// of c/s, with the same certificate: the least is the square of the sum of the roots of c times the
// prices.
func sharesOf(c []float64, loads [][]int, free float64, f noise.Family) []float64 {
	classes := paretoLoads(loads)
	costs, largest := slices.Clone(c), 0.0
	for _, v := range c {
		largest = max(largest, v)
	}
	for g := range costs {
		costs[g] = max(costs[g], 1e-12*largest)
		if largest == 0 {
			costs[g] = 1
		}
	}
	lists := make([][]float64, len(classes))
	for e, class := range classes {
		lists[e] = make([]float64, len(class))
		for g, n := range class {
			lists[e][g] = float64(n)
		}
	}
	rounds := min(mostShareRounds, max(fewShareRounds, shareWork/(1+len(classes)*len(c))))
	s := optimum.Scale(mechanism.ScalingOf(f), costs, lists, 1e-3, rounds).Scales
	for g := range s {
		if math.IsInf(s[g], 1) {
			s[g] = free
		}
	}
	return s
}

// evenShares gives all groups that edges move the same scale.
func evenShares(s []float64, loads [][]int, free float64) {
	most := 0
	for _, class := range loads {
		sum := 0
		for _, n := range class {
			sum += n
		}
		most = max(most, sum)
	}
	for g := range s {
		if s[g] = free; Moved(g, loads) {
			s[g] = 1 / float64(most)
		}
	}
}

// LeastShare is the least part of the budget that tables and boxes of a size are given. With less, single cells have so much larger
// variances that where more is known of sums of cells no digits are left of the others.
const LeastShare = 1e-4

// FloorShares gives every group at least the least share, and takes it from all.
func FloorShares(s []float64, loads [][]int, epsilon *big.Rat) []float64 {
	budget, _ := epsilon.Float64()
	return FloorSharesAt(s, loads, max(LeastShare, 2/(budget*noise.MaxScale)))
}

func FloorSharesAt(s []float64, loads [][]int, least float64) []float64 {
	out, spent := make([]float64, len(s)), 1.0
	for g := range s {
		out[g] = max(s[g], least)
	}
	for _, class := range loads {
		sum := 0.0
		for g, n := range class {
			if n > 0 {
				sum += float64(n) * out[g]
			}
		}
		spent = max(spent, sum)
	}
	for g := range out {
		out[g] /= spent
	}
	return out
}

// Moved reports whether any class moves a group.
func Moved(g int, classes [][]int) bool {
	for _, class := range classes {
		if class[g] > 0 {
			return true
		}
	}
	return false
}

// paretoLoads leaves out classes of edges that move no group more than another class does. A class that
// moves all more moves more in all, so that each is held against those with larger sums only.
func paretoLoads[N int | float64](loads [][]N) [][]N {
	sums, order := make([]N, len(loads)), make([]int, len(loads))
	for i, a := range loads {
		order[i] = i
		for _, n := range a {
			sums[i] += n
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(sums[k], sums[i]) })
	var kept []int
	for _, i := range order {
		covered := slices.ContainsFunc(kept, func(k int) bool {
			for g, n := range loads[i] {
				if n > loads[k][g] {
					return false
				}
			}
			return true
		})
		if !covered {
			kept = append(kept, i)
		}
	}
	slices.Sort(kept)
	out := make([][]N, len(kept))
	for n, i := range kept {
		out[n] = loads[i]
	}
	return out
}

// ProductGroup is the noise of the rows of one choice of levels.
type ProductGroup struct {
	Levels   []int
	What     message.Text
	Rows     int
	Load     int // the largest change along any class of edges
	Law      noise.Law
	variance float64
}

// EquipProduct turns scales, as parts of the budget, into noise: rounded toward more privacy, with the
// changes over the scales checked to add up to at most epsilon along every class of edges, exactly.
// +Inf publishes rows that no edge changes.
func EquipProduct(groups []ProductGroup, s []float64, loads [][]int, epsilon *big.Rat) error {
	return equipProductWith(groups, s, loads, mechanism.RowBudget{Epsilon: epsilon})
}

// equipProductWith is EquipProduct for either kind of noise. With Gaussian noise scales are parts of
// r², and a row's change by one is one of its square.
func equipProductWith(groups []ProductGroup, s []float64, loads [][]int, e mechanism.RowBudget) error {
	budget, _ := e.All().Float64()
	for g := range groups {
		groups[g].Load = 0
		for _, class := range loads {
			groups[g].Load = max(groups[g].Load, class[g])
		}
		if math.IsInf(s[g], 1) {
			if groups[g].Load > 0 {
				return message.Errorf("rows that secret pairs change cannot be published exactly")
			}
			continue
		}
		l, err := e.Law(s[g] * budget)
		if err != nil {
			return err
		}
		groups[g].Law, groups[g].variance = l, l.Variance()
	}
	for _, class := range paretoLoads(loads) {
		spent := spentBy(groups, class)
		if all := e.All(); spent.Cmp(all) > 0 {
			return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), all.FloatString(12))
		}
	}
	return nil
}

// Sums of so many different fractions are exact; of more, each is rounded up to a multiple of 2 to
// minus so many, since the denominators of exact ones grow with every summand. The budgets of many
// groups leave more slack than that.
const (
	fewFractions = 32
	finestUnit   = 128
)

// spentBy returns what an edge of a class spends in all groups, or a little more.
func spentBy(groups []ProductGroup, class []int) *big.Rat {
	loads := make(map[noise.Law]int64)
	var laws []noise.Law
	for g, n := range class {
		if n > 0 {
			l := groups[g].Law
			if loads[l] == 0 {
				laws = append(laws, l)
			}
			loads[l] += int64(n)
		}
	}
	spent := new(big.Rat)
	if len(laws) <= fewFractions {
		for _, l := range laws {
			spent.Add(spent, spends(l, loads[l]))
		}
		return spent
	}
	unit := new(big.Int).Lsh(big.NewInt(1), finestUnit)
	sum := new(big.Int)
	for _, l := range laws {
		loss := spends(l, loads[l])
		up, rest := new(big.Int).QuoRem(new(big.Int).Mul(loss.Num(), unit), loss.Denom(), new(big.Int))
		if rest.Sign() > 0 {
			up.Add(up, big.NewInt(1))
		}
		sum.Add(sum, up)
	}
	return spent.SetFrac(sum, unit)
}

// spends returns what a change by n of rows with the law does: over the scale, or, of squares, over
// sigma².
func spends(l noise.Law, n int64) *big.Rat { return new(big.Rat).Quo(big.NewRat(n, 1), l.Rat()) }

// NoiseOf lists groups for the expert view, those of equal noise together.
func NoiseOf(groups []ProductGroup) []mechanism.Noise {
	var out []mechanism.Noise
	for _, g := range groups {
		n := mechanism.Noise{What: g.What, Rows: g.Rows, Sensitivity: big.NewRat(int64(g.Load), 1), Law: g.Law}
		at := slices.IndexFunc(out, func(o mechanism.Noise) bool {
			return o.What.String() == n.What.String() && o.Law == n.Law && o.Sensitivity.Cmp(n.Sensitivity) == 0
		})
		if at >= 0 {
			out[at].Rows += n.Rows
			continue
		}
		out = append(out, n)
	}
	return out
}
