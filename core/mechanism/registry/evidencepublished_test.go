//go:build evidence

package registry

import (
	"context"
	"math"
	"slices"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/line"
	"steward/core/mechanism/trees"
	"steward/core/noise"
	"steward/core/strategy"
	"steward/core/tree"
)

// rival is a published mechanism made ready for a problem: with this program's noise, policies and
// knowledge of the number of people, but its own rows and shares of the budget.
type rival struct {
	name string
	mechanism.Prepared
	// Exact is the error where the mechanism is not prepared but known in closed form.
	exact float64
}

// depends says whether the error depends on the data.
func (r rival) depends() bool { return r.Prepared != nil && r.Info().DataDependent }

// evenParts measures, in every segment, cumulative counts at the ends of blocks of so many cells (none
// where that is 0) and every level of runs of 1, fan, fan² and so on cells inside, all with the same part
// of the budget.
func evenParts(block, fan int) line.Design {
	return func(_ context.Context, b line.Brief) (line.Strategy, []float64, error) {
		k := b.Line.Cells()
		spec := strategy.Spec{Cells: k, Block: block}
		if block == 0 || block >= k {
			spec.Block = 1
			for spec.Block < k {
				spec.Block *= fan
			}
		}
		for w := 1; w < min(spec.Block, k) && spec.Block%w == 0; w *= fan {
			spec.Widths = append(spec.Widths, w)
		}
		if !b.KnownTotal {
			spec.Total = strategy.TotalMeasured
		}
		chain, err := strategy.NewChain(spec)
		if err != nil {
			return nil, nil, err
		}
		most := 0
		for _, class := range (line.Chained{Chain: chain}).Loads(b.Line) {
			sum := 0
			for _, n := range class {
				sum += n
			}
			most = max(most, sum)
		}
		scales := make([]float64, len(chain.Groups()))
		for g := range scales {
			scales[g] = b.Epsilon / float64(most)
		}
		return line.Chained{Chain: chain}, scales, nil
	}
}

// prepareEvenly prepares levels with even parts of the budget and least squares.
func prepareEvenly(t *testing.T, p mechanism.Problem, block, fan int) mechanism.Prepared {
	t.Helper()
	q, err := line.PrepareLine(t.Context(), mechanism.Info{ID: "evenly"}, noise.Laplace, p, evenParts(block, fan))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// rivals prepares the published private mechanisms for a question about a line of values of which
// those within theta of one another are secret; theta 0 stands for other secrets. Each has the
// policy's own sensitivities, which are never above those of its paper. For trees those are the
// paper's, on the policy's graph, on the subgraph with the least error and on the comb H^theta.
func rivals(t *testing.T, p mechanism.Problem, theta int) []rival {
	t.Helper()
	var out []rival
	k, err := p.Workload.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, m mechanism.Mechanism) {
		if m.Check(p).OK() {
			q, err := m.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, rival{name: name, Prepared: q})
		}
	}
	add("Laplace", cells.LaplaceCells{})
	add("Privelet", box.Privelet{Published: true})
	add("ordered", line.Ordered{})
	add("T+Laplace", trees.TreeLaplace{})
	out = append(out, rival{name: "H2", Prepared: prepareEvenly(t, p, 0, 2)}, rival{name: "HB16", Prepared: prepareEvenly(t, p, 0, 16)})
	if theta > 1 {
		out = append(out, rival{name: "OHM, least squares", Prepared: prepareEvenly(t, p, theta, theta)})
		g := evidence.Greedy{Cells: k, Theta: theta, Fan: 16}
		runs := linop.RunsOver(p.Workload.Operator())
		sum, e := 0.0, g.Error(p.Budget.Float())
		for i := range runs.Rows() {
			sum += e(asRun(runs.At(i)))
		}
		out = append(out, rival{name: "OHM", exact: sum / float64(runs.Rows())})
		comb, err := trees.NewSpanningForest(p, tree.Combs(make([]int, k), 1, theta), 3)
		if err != nil {
			t.Fatal(err)
		}
		for name, m := range map[string]mechanism.Mechanism{"H^θ+Laplace": trees.TreeLaplace{}, "H^θ+Cons": trees.TreeIsotonic{}, "H^θ+DAWA+Cons": trees.TreeDawaIsotonic{}} {
			q := on(t, m, p, comb)
			r := rival{name: name, Prepared: q}
			if !m.Info().DataDependent {
				r.exact = q.Linear(q.Noisy.(trees.SubtreeNoise).Scale).Summary().MeanSquare
				r.Prepared = nil
			}
			out = append(out, r)
		}
	}
	for name, m := range map[string]mechanism.Mechanism{"T+Cons": trees.TreeIsotonic{}, "T+DAWA": trees.TreeDawa{}, "T+DAWA+Cons": trees.TreeDawaIsotonic{}} {
		out = append(out, rival{name: name, Prepared: bestTree(t, m, p)})
	}
	slices.SortFunc(out, func(a, b rival) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return out
}

func asRun(r linop.Interval) evidence.Run { return evidence.Run{Lo: r.Lo, Hi: r.Hi} }

// meanAndError is the mean of squared errors of releases, and its standard error.
func meanAndError(squares []float64) (mean, deviation float64) {
	for _, v := range squares {
		mean += v / float64(len(squares))
	}
	for _, v := range squares {
		deviation += mechanism.Square(v - mean)
	}
	n := float64(len(squares))
	return mean, math.Sqrt(deviation / (n * (n - 1)))
}
