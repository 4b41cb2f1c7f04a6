package trees

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// AdaptiveGrid counts the people in the rectangles of a coarse grid over two ordered columns, cuts each of them the finer the more
// people its noisy count says are in it, and counts them again in what it is cut into (Qardaji, Yang and Li 2013, "AG"). Counts of
// both kinds are made to agree by least squares, and those of the smallest rectangles shared out evenly over their cells.
//
// # Guarantee
//
// A cell is in one rectangle of the coarse grid and, whatever the noisy counts of those, in one of the smaller ones: both times sums
// of disjoint sets of cells change by no more than the cells do. With Δ the policy's sensitivity of the histogram the first counts
// have scale Δ/(αε) and the second Δ/((1-α)ε), and what is lost adds up to ε, since how the rectangles are cut depends on nothing
// but the first (adaptive composition). Values that stand beside the order, such as blanks, are cut off from it in both columns.
//
// # Expected error
//
// It depends on the data and is measured on a public stand-in: the noise of few counts where nobody is, and what is uneven inside the
// smallest rectangles. How coarse the first grid is and the part α of its counts are chosen there.
//
// # Cost
//
// Linear in the cells.
type AdaptiveGrid struct {
	// Published cuts as the paper does, with half of the budget for each of the two counts.
	Published bool
}

// Info implements mechanism.Mechanism.
func (AdaptiveGrid) Info() mechanism.Info {
	return mechanism.Info{ID: "adaptive-grid", Name: message.Sprintf("Squares, finer where there are more people"), DataDependent: true,
		Source: message.Sprintf("Qardaji, Yang and Li 2013")}
}

// Check implements mechanism.Mechanism.
func (AdaptiveGrid) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	columns := p.Policy.Domain().Attributes()
	if len(columns) != 2 || slices.ContainsFunc(columns, func(a *domain.Attribute) bool { return !a.HasOrder() || a.Regular() == 0 }) {
		return mechanism.Unfit(guide.Questions, "it cuts maps of two ordered columns into squares: ask about two such columns")
	}
	return checkForest(p)
}

// Prepare implements mechanism.Mechanism.
func (m AdaptiveGrid) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	g, err := histogramForest(p)
	if err != nil {
		return nil, err
	}
	return prepareOn(ctx, m, p, []*SpanningForest{g}, func(g *SpanningForest) ([]treeNoise, error) {
		parts, sides := []*big.Rat{big.NewRat(1, 4), big.NewRat(1, 2)}, []float64{0.5, 1, 2}
		if m.Published {
			parts, sides = parts[1:], sides[1:2]
		}
		var out []treeNoise
		for _, first := range parts {
			for _, times := range sides {
				n, err := newGridNoise(g, p, first, times)
				if err != nil {
					return nil, err
				}
				out = append(out, n)
			}
		}
		return out, nil
	})
}

// gridNoise estimates z, a histogram over two columns, by noise on sums over the rectangles of two grids, one in the other.
type gridNoise struct {
	rows, columns []int // where the rectangles of the coarse grid begin, and where the last ones end
	width         int   // cells of a row
	coarse, fine  noise.Scale
}

// The constants of the guidelines of Qardaji, Yang and Li 2013: a rectangle of N people is cut into about N/(cS) when
// counts have noise of scale S, with c twice as large for the first grid, whose side is a quarter of what that gives.
const (
	perCoarse, perFine = 10, 5
	leastCoarse        = 2
)

// newGridNoise spends a part of the budget on a coarse grid with so many times as many rectangles along each column as the guidelines
// have.
func newGridNoise(g *SpanningForest, p mechanism.Problem, part *big.Rat, times float64) (gridNoise, error) {
	budget := p.Effective().Rat()
	n := gridNoise{width: p.Policy.Domain().Attributes()[1].Size()}
	var err error
	if n.coarse, err = g.scale(new(big.Rat).Mul(budget, part)); err != nil {
		return n, err
	}
	if n.fine, err = g.scale(new(big.Rat).Sub(budget, new(big.Rat).Mul(budget, part))); err != nil {
		return n, err
	}
	people := 0.0
	for _, v := range p.StandIn.Counts() {
		people += float64(v)
	}
	perUnit, _ := budget.Float64()
	perUnit /= float64(g.stretch)
	side := int(times * math.Sqrt(people*perUnit/perCoarse) / 4)
	n.rows, n.columns = coarseSides(p.Policy.Domain().Attributes()[0], side), coarseSides(p.Policy.Domain().Attributes()[1], side)
	return n, nil
}

// coarseSides cuts the values of a column into so many runs, and what stands beside their order off.
func coarseSides(a *domain.Attribute, runs int) []int {
	out := cutInto(0, a.Regular(), max(min(max(runs, leastCoarse), a.Regular()/2), 1))
	for v := a.Regular(); v < a.Size(); v++ {
		out = append(out, v+1)
	}
	return out
}

// cutInto returns where so many runs of nearly the same length begin, and where the last ends.
func cutInto(from, to, runs int) []int {
	out := make([]int, runs+1)
	for i := range out {
		out[i] = from + (to-from)*i/runs
	}
	return out
}

// rectangle is cells of some rows and columns.
type rectangle struct{ top, bottom, left, right int }

// each visits the cells of a rectangle that are possible.
func (n gridNoise) each(g *SpanningForest, r rectangle, visit func(cell int)) {
	for row := r.top; row < r.bottom; row++ {
		for cell := row*n.width + r.left; cell < row*n.width+r.right; cell++ {
			if g.forest.HasCoordinate(cell) {
				visit(cell)
			}
		}
	}
}

// counted is the sum over a rectangle, exact, then noisy, and how many cells it is of.
type counted struct {
	rectangle
	cells int
	sum   int64
}

// count appends the rectangles that some runs of rows and columns make and that have possible cells.
func (n gridNoise) count(list []counted, g *SpanningForest, z []int64, rows, columns []int) []counted {
	for i, top := range rows[:len(rows)-1] {
		for j, left := range columns[:len(columns)-1] {
			c := counted{rectangle: rectangle{top, rows[i+1], left, columns[j+1]}}
			n.each(g, c.rectangle, func(cell int) { c.cells, c.sum = c.cells+1, c.sum+z[cell] })
			if c.cells > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// noisy adds noise to sums.
func noisy(list []counted, scale noise.Scale, src noise.Source) {
	sums := make([]int64, len(list))
	for i, c := range list {
		sums[i] = c.sum
	}
	scale.Add(src, sums, sums)
	for i := range list {
		list[i].sum = sums[i]
	}
}

// Estimate implements treeNoise.
func (n gridNoise) Estimate(g *SpanningForest, m measuring) ([]float64, error) {
	z := make([]float64, len(m.z))
	for u, v := range m.z {
		if !g.forest.HasCoordinate(u) {
			z[u] = float64(v) // public, or nobody
		}
	}
	coarse := n.count(nil, g, m.z, n.rows, n.columns)
	noisy(coarse, n.coarse, m.src)
	var leaves []counted
	ends := make([]int, len(coarse))
	for i, c := range coarse {
		rows, columns := n.cut(c)
		leaves = n.count(leaves, g, m.z, rows, columns)
		ends[i] = len(leaves)
	}
	noisy(leaves, n.fine, m.src)
	sums, variance := make([]float64, len(coarse)), make([]float64, len(coarse))
	from := 0
	for i, c := range coarse {
		for _, l := range leaves[from:ends[i]] {
			sums[i] += float64(l.sum)
		}
		// Both counts of the rectangle, each by its precision.
		a, b := 1/n.coarse.Variance(), 1/(n.fine.Variance()*float64(ends[i]-from))
		sums[i], variance[i] = (a*float64(c.sum)+b*sums[i])/(a+b), 1/(a+b)
		from = ends[i]
	}
	if g.known.Count == 1 {
		meetTotal(sums, variance, float64(m.sums[0]))
	}
	from = 0
	for i := range coarse {
		n.share(z, g, leaves[from:ends[i]], sums[i])
		from = ends[i]
	}
	g.impose(z, m.sums) // where people of several known numbers are in one rectangle
	return z, nil
}

// cut returns where a rectangle is cut, by its noisy count.
func (n gridNoise) cut(c counted) (rows, columns []int) {
	side := math.Sqrt(max(float64(c.sum), 0) / (n.fine.Float() * perFine))
	runs := func(from, to int) []int { return cutInto(from, to, min(max(int(math.Ceil(side)), 1), to-from)) }
	return runs(c.top, c.bottom), runs(c.left, c.right)
}

// meetTotal moves estimates to add up to a known total, each by its variance.
func meetTotal(sums, variance []float64, total float64) {
	all := 0.0
	for i, v := range sums {
		total -= v
		all += variance[i]
	}
	for i := range sums {
		sums[i] += total * variance[i] / all
	}
}

// share shares an estimated sum out over the cells of what its rectangle was cut into.
func (n gridNoise) share(z []float64, g *SpanningForest, leaves []counted, sum float64) {
	off := sum
	for _, l := range leaves {
		off -= float64(l.sum)
	}
	for _, l := range leaves {
		each := (float64(l.sum) + off/float64(len(leaves))) / float64(l.cells)
		n.each(g, l.rectangle, func(cell int) { z[cell] = each })
	}
}

func (n gridNoise) noise(g *SpanningForest) []mechanism.Noise {
	if g.forest.Coordinates() == 0 {
		return nil
	}
	spent := big.NewRat(int64(g.stretch), 1)
	return []mechanism.Noise{
		{What: message.Sprintf("squares of the coarse grid, at most"), Rows: (len(n.rows) - 1) * (len(n.columns) - 1), Sensitivity: spent, Law: n.coarse.Law()},
		{What: message.Sprintf("smaller squares, at most"), Rows: g.forest.Coordinates(), Sensitivity: spent, Law: n.fine.Law()},
	}
}
