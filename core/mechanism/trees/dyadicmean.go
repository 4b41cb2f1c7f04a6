package trees

import (
	"context"
	"iter"

	"steward/core/inference"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/sensitivity"
	"steward/core/tree"
)

// DyadicMean adds noise to the count of every cell, as LaplaceCells does, or of every few neighbouring
// cells together, and averages it away where neighbouring noisy counts look alike or empty
// (inference.DyadicMean: a Bayesian mean over dyadic partitions, Willems, Shtarkov and Tjalkens 1995;
// Wong and Ma 2010). Like DAWA it gains where counts are even along the order of the cells, but it
// finds the groups in what is released anyway, so that all of the budget is for the counts.
// Counts of several cells are shared out evenly.
//
// # Guarantee
//
// Rows are sums of cells, each cell in one, scale Δ/ε with Δ the policy's sensitivity of the
// histogram: sums of disjoint sets of cells change by no more than the cells do. How many cells
// are taken together is chosen on the stand-in. All else is made of the noisy numbers and of
// what is public.
//
// # Expected error
//
// It depends on the data and is measured on a public stand-in: from a small part of that of the
// noise, where many cells are empty or alike, to more than it.
//
// # Cost
//
// O(k log k) for k cells, some 10 ms for 4,096 of them; of more than 32,768 cells some are always
// taken together.
type DyadicMean struct{}

func (DyadicMean) Info() mechanism.Info {
	return mechanism.Info{ID: "evened", Name: message.Sprintf("Noise on each cell, evened out"), DataDependent: true, Consistent: true,
		Source: message.Sprintf("Willems, Shtarkov and Tjalkens 1995; Wong and Ma 2010, on noise on each cell")}
}

func (DyadicMean) Check(p mechanism.Problem) mechanism.Fit { return checkForest(p) }

func (m DyadicMean) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	g, err := histogramForest(p)
	if err != nil {
		return nil, err
	}
	return prepareOn(ctx, m, p, []*SpanningForest{g}, func(g *SpanningForest) ([]treeNoise, error) {
		n, err := NewSubtreeNoise(g, p)
		if err != nil {
			return nil, err
		}
		var out []treeNoise
		for width := 1; width == 1 || 2*width <= g.forest.Coordinates() && width <= widestAveraged; width *= 4 {
			if g.forest.Coordinates() <= width*mostAveraged {
				out = append(out, dyadicNoise{n, width})
			}
		}
		return out, nil
	})
}

const (
	// widestAveraged is the most neighbouring cells that are counted together.
	widestAveraged = 1 << 10
	// mostAveraged is the most sums, which take about a tenth of a second.
	mostAveraged = 1 << 15
)

// histogramForest returns the spanning forest of single cells.
func histogramForest(p mechanism.Problem) (*SpanningForest, error) {
	k, err := p.Policy.Domain().Cells()
	if err != nil {
		return nil, err
	}
	return NewSpanningForest(p, tree.Stars(k, p.Policy.Domain().Possible), int(sensitivity.Histogram(p.Policy)))
}

// dyadicNoise estimates z, a histogram, by noise on sums of so many neighbouring cells, evened out.
type dyadicNoise struct {
	SubtreeNoise
	width int
}

func (n dyadicNoise) Estimate(g *SpanningForest, m measuring) ([]float64, error) {
	z, sums := make([]float64, len(m.z)), n.sums(g, m.z)
	if len(sums) == 0 {
		return z, nil
	}
	n.Scale.Add(m.src, sums, sums)
	y := make([]float64, len(sums))
	for i, v := range sums {
		y[i] = float64(v)
	}
	y, err := inference.DyadicMean(y, n.Scale.Float())
	if err != nil {
		return nil, err
	}
	left := g.forest.Coordinates()
	for i, u := range n.Cells(g) {
		of := min(n.width, left-i/n.width*n.width) // the last sum may be of fewer
		z[u] = y[i/n.width] / float64(of)
	}
	return z, nil
}

// sums adds up neighbouring cells.
func (n dyadicNoise) sums(g *SpanningForest, z []int64) []int64 {
	out := make([]int64, (g.forest.Coordinates()+n.width-1)/n.width)
	for i, u := range n.Cells(g) {
		out[i/n.width] += z[u]
	}
	return out
}

// Cells yields the possible cells with their places among them.
func (n dyadicNoise) Cells(g *SpanningForest) iter.Seq2[int, int] {
	return func(yield func(i, u int) bool) {
		i := 0
		for u := range g.forest.Cells() {
			if g.forest.HasCoordinate(u) {
				if !yield(i, u) {
					return
				}
				i++
			}
		}
	}
}

func (n dyadicNoise) noise(g *SpanningForest) []mechanism.Noise {
	out := n.SubtreeNoise.noise(g)
	for i := range out {
		out[i].What = message.Sprintf("cells")
		if n.width > 1 {
			out[i].What, out[i].Rows = message.Sprintf("sums of %d neighbouring cells", n.width), (out[i].Rows+n.width-1)/n.width
		}
	}
	return out
}
