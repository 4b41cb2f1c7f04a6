package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"steward/core/noise"
)

// grid numbers the choices of one level per column, the last column's level first.
type levelGrid struct{ counts []int }

func levelGridOf(axes []axis) levelGrid {
	g := levelGrid{make([]int, len(axes))}
	for j, a := range axes {
		g.counts[j] = a.levels()
	}
	return g
}

func (g levelGrid) len() int {
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

// of returns the sum for a box.
func (c *contraction) of(l *boxList, box int) float64 {
	return c.sum(func(j int) int32 { return l.boxes[j][box] })
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

// costs adds up over boxes the products of one number per column and level, for every choice of
// levels: how much the variance of each space counts in all boxes together.
func costs(g levelGrid, tables [][][]float64, l *boxList) []float64 {
	out := make([]float64, g.len())
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
	for box := range l.len() {
		fresh := false
		for j := range last {
			run := l.boxes[j][box]
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

// shares returns scales s that minimise the sum of c/s², with the sum of load·s of every class of
// edges at most 1, as MECHANISMS 6.2 finds them, to a gap of a thousandth; groups that no class moves
// have the scale free. Every group has a least part, since what no answer needs is measured too where
// cells are estimated.
func shares(c []float64, loads [][]int, free float64) []float64 {
	classes := paretoLoads(loads)
	s := make([]float64, len(c))
	price, mu := make([]float64, len(classes)), make([]float64, len(c))
	for e := range price {
		price[e] = 1 / float64(len(classes))
	}
	largestCost := 0.0
	for _, v := range c {
		largestCost = max(largestCost, v)
	}
	if largestCost == 0 {
		largestCost = 1
	}
	best, bestPrimal, bestDual := slices.Clone(s), math.Inf(1), 0.0
	for range 400 {
		clear(mu)
		for e, class := range classes {
			for g, n := range class {
				mu[g] += price[e] * float64(n)
			}
		}
		for g := range s {
			s[g] = free
			if moved(g, classes) {
				s[g] = math.Cbrt(2 * max(c[g], 1e-12*largestCost) / mu[g])
			}
		}
		load := make([]float64, len(classes))
		most := 0.0
		for e, class := range classes {
			for g, n := range class {
				if n > 0 {
					load[e] += float64(n) * s[g]
				}
			}
			most = max(most, load[e])
		}
		if most == 0 {
			return s
		}
		primal, dual, prices := 0.0, 0.0, 0.0
		for g := range s {
			if moved(g, classes) {
				primal += c[g] * most * most / (s[g] * s[g])
				dual += math.Cbrt(c[g] * mu[g] * mu[g])
			}
		}
		for e := range price {
			prices += price[e]
		}
		bestDual = max(bestDual, dual*dual*dual/(prices*prices))
		if primal < bestPrimal {
			bestPrimal = primal
			for g := range s {
				best[g] = s[g]
				if moved(g, classes) {
					best[g] /= most
				}
			}
		}
		if bestPrimal-bestDual <= 1e-3*bestPrimal {
			break
		}
		sum := 0.0
		for e := range price {
			price[e] *= load[e] / most
			sum += price[e]
		}
		for e := range price {
			price[e] /= sum
		}
	}
	return best
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
		if s[g] = free; moved(g, loads) {
			s[g] = 1 / float64(most)
		}
	}
}

// floorShares gives every group at least the least share, and takes it from all.
func floorShares(s []float64, loads [][]int, epsilon *big.Rat) []float64 {
	out, spent := make([]float64, len(s)), 1.0
	budget, _ := epsilon.Float64()
	least := max(leastShare, 2/(budget*noise.MaxScale))
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

// moved reports whether any class moves a group.
func moved(g int, classes [][]int) bool {
	for _, class := range classes {
		if class[g] > 0 {
			return true
		}
	}
	return false
}

// paretoLoads leaves out classes of edges that move no group more than another class does.
func paretoLoads(loads [][]int) [][]int {
	var out [][]int
	for i, a := range loads {
		covered := false
		for k, b := range loads {
			if k == i || covered {
				continue
			}
			least, less := true, false
			for g := range a {
				if a[g] > b[g] {
					least = false
					break
				}
				less = less || a[g] < b[g]
			}
			covered = least && (less || k < i)
		}
		if !covered {
			out = append(out, a)
		}
	}
	return out
}

// productGroup is the noise of the rows of one choice of levels.
type productGroup struct {
	levels   []int
	what     string
	rows     int
	load     int // the largest change along any class of edges
	scale    noise.Scale
	variance float64
}

// equipProduct turns scales, as parts of the budget, into noise: rounded toward more privacy, with the
// changes over the scales checked to add up to at most epsilon along every class of edges, exactly.
// +Inf publishes rows that no edge changes.
func equipProduct(groups []productGroup, s []float64, loads [][]int, epsilon *big.Rat) error {
	e := equipment{epsilon: epsilon}
	budget, _ := epsilon.Float64()
	for g := range groups {
		groups[g].load = 0
		for _, class := range loads {
			groups[g].load = max(groups[g].load, class[g])
		}
		if math.IsInf(s[g], 1) {
			if groups[g].load > 0 {
				return fmt.Errorf("rows that secret pairs change cannot be published exactly")
			}
			continue
		}
		var err error
		if groups[g].scale, err = e.scale(s[g]*budget, groups[g].load); err != nil {
			return err
		}
		groups[g].variance = groups[g].scale.Variance()
	}
	for _, class := range paretoLoads(loads) {
		spent := new(big.Rat)
		for g, n := range class {
			if n > 0 {
				spent.Add(spent, new(big.Rat).Quo(big.NewRat(int64(n), 1), groups[g].scale.Rat()))
			}
		}
		if spent.Cmp(epsilon) > 0 {
			return fmt.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), epsilon.FloatString(12))
		}
	}
	return nil
}

// noiseOf lists groups for the expert view, those of equal noise together.
func noiseOf(groups []productGroup) []Noise {
	var out []Noise
	for _, g := range groups {
		n := Noise{What: g.what, Rows: g.rows, Sensitivity: big.NewRat(int64(g.load), 1), Scale: g.scale}
		at := slices.IndexFunc(out, func(o Noise) bool {
			return o.What == n.What && o.Scale == n.Scale && o.Sensitivity.Cmp(n.Sensitivity) == 0
		})
		if at >= 0 {
			out[at].Rows += n.Rows
			continue
		}
		out = append(out, n)
	}
	return out
}
