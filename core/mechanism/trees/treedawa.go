package trees

import (
	"context"
	"math/big"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/partition"
	"steward/core/strategy"
)

// TreeDawa looks privately for neighbouring coordinates that are nearly equal, adds noise to the
// sums of such groups only, and shares each sum out evenly: DAWA (Li, Hay, Miklau and Wang 2014) on the vector of subtree counts of the policy's forest, or of one of small
// stretch (Haney, Machanavajjhala and Ding 2015, section 6). Leaves and sums of many cells are
// never grouped together. Where only presence is secret this is DAWA on the histogram.
//
// # Guarantee
//
// With l the forest's stretch, an edge changes at most l coordinates by one each, so what is
// ε/l-private for one coordinate by one keeps the policy. Of ε/l a part buys the groups, drawn by
// package partition, which proves its privacy; the rest buys the sums, of which a coordinate is
// in one, or in one on each level where groups are measured in nested ones. Where a run of
// coordinates has one entry only there is nothing to group and nothing is spent on it.
//
// # Expected error
//
// It depends on the data: the noise of few groups instead of many coordinates, and how unequal
// they are inside. It is measured on a public stand-in.
//
// # Cost
//
// About linear: some milliseconds for 4,096 cells, some hundred for a million.
type TreeDawa struct{}

func (TreeDawa) Info() mechanism.Info {
	return mechanism.Info{ID: "tree-dawa", Name: message.Sprintf("Groups found in the data"), DataDependent: true,
		Source: message.Sprintf("Li, Hay, Miklau and Wang 2014; Haney, Machanavajjhala and Ding 2015, section 6")}
}

func (TreeDawa) Check(p mechanism.Problem) mechanism.Fit { return checkForest(p) }

func (m TreeDawa) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareForest(ctx, m, p, groupNoises(p))
}

// groupNoise estimates z by noise on sums of groups that are found in it.
type groupNoise struct {
	// finding buys the groups and summing the sums, per unit of change of one coordinate;
	// finding is zero where there is nothing to find.
	finding, summing *big.Rat
	law              *partition.Law // nil where there is nothing to find
	scale            noise.Scale    // of noise on each sum by itself
	// ranges says that answers are runs of groups, so that sums over nested groups may serve
	// them better; target is what they are.
	ranges bool
	target strategy.Target
}

// How much of the budget buys the groups. What is likely was chosen on made-up data (spikes, steps,
// bells, heaps): ranges of many groups suffer from the noise on sums, single coordinates from
// groups that are unequal inside.
var (
	findingForRanges = big.NewRat(1, 4)
	findingForOthers = big.NewRat(1, 2)
)

// groupNoises returns the ways to divide the budget that are compared on a stand-in.
func groupNoises(p mechanism.Problem) func(g *SpanningForest) ([]treeNoise, error) {
	return func(g *SpanningForest) ([]treeNoise, error) {
		var out []treeNoise
		for _, part := range []*big.Rat{findingForRanges, findingForOthers} {
			n, err := groupNoiseWith(g, p, part)
			if err != nil {
				return nil, err
			}
			out = append(out, n)
			if n.finding.Sign() == 0 {
				break
			}
		}
		return out, nil
	}
}

// NewGroupNoise divides the budget as is likely to be best for a question.
func NewGroupNoise(g *SpanningForest, p mechanism.Problem) (groupNoise, error) {
	if rangesOn(g, p) {
		return groupNoiseWith(g, p, findingForRanges)
	}
	return groupNoiseWith(g, p, findingForOthers)
}

// rangesOn says that answers are runs of the coordinates of a spanning forest.
func rangesOn(g *SpanningForest, p mechanism.Problem) bool {
	_, ok := p.Workload.Operator().(linop.Intervals)
	return ok && g.star && g.known.Count <= 1
}

// groupNoiseWith spends a part of the budget on groups.
func groupNoiseWith(g *SpanningForest, p mechanism.Problem, part *big.Rat) (groupNoise, error) {
	budget := p.Effective().Rat()
	budget.Quo(budget, big.NewRat(int64(g.stretch), 1))
	n := groupNoise{finding: new(big.Rat), target: strategy.AllRanges()}
	if n.ranges = rangesOn(g, p); n.ranges && p.Workload.Operator().(linop.Intervals).ArePrefixes() {
		n.target = strategy.AllPrefixes()
	}
	for _, run := range g.runs {
		if len(run) < 2 {
			continue
		}
		n.finding.Mul(budget, part)
	}
	n.summing = new(big.Rat).Sub(budget, n.finding)
	var err error
	if n.finding.Sign() > 0 {
		if n.law, err = partition.New(n.finding); err != nil {
			return n, err
		}
	}
	n.scale, err = noise.NewScale(new(big.Rat).Inv(n.summing))
	return n, err
}

// noise lists what is drawn: how many groups there will be is not known before.
func (n groupNoise) noise(g *SpanningForest) []mechanism.Noise {
	rows := g.forest.Coordinates()
	if rows == 0 {
		return nil
	}
	var out []mechanism.Noise
	spent := new(big.Rat).SetInt64(int64(g.stretch))
	if n.finding.Sign() > 0 {
		// A choice that spends what one row of this scale would.
		if s, err := noise.NewScale(new(big.Rat).Inv(n.finding)); err == nil {
			out = append(out, mechanism.Noise{What: message.Sprintf("choice of the groups"), Rows: len(g.runs), Sensitivity: spent, Law: s.Law()})
		}
	}
	return append(out, mechanism.Noise{What: message.Sprintf("sums of the groups, at most"), Rows: rows, Sensitivity: spent, Law: n.scale.Law()})
}

func (n groupNoise) Estimate(g *SpanningForest, m measuring) ([]float64, error) {
	z := make([]float64, len(m.z))
	for u, v := range m.z {
		if !g.forest.HasCoordinate(u) {
			z[u] = float64(v) // public, or nobody
		}
	}
	var groups []group
	for _, run := range g.runs {
		entries := make([]int64, len(run))
		for i, u := range run {
			entries[i] = m.z[u]
		}
		ends := []int{len(run)}
		if len(run) > 1 {
			var err error
			if ends, err = n.law.Draw(m.src, entries); err != nil {
				return nil, err
			}
		}
		from := 0
		for _, to := range ends {
			sum := int64(0)
			for _, v := range entries[from:to] {
				sum += v
			}
			groups = append(groups, group{run[from:to], sum})
			from = to
		}
	}
	sums, err := n.sums(g, groups, m)
	if err != nil {
		return nil, err
	}
	for i, gr := range groups {
		for _, u := range gr.cells {
			z[u] = sums[i] / float64(len(gr.cells))
		}
	}
	g.impose(z, m.sums) // where groups lie across known sums, or there are none of them
	return z, nil
}

// group is coordinates that are taken together, and their sum.
type group struct {
	cells []int32
	sum   int64
}

// sums estimates the sums of groups.
func (n groupNoise) sums(g *SpanningForest, groups []group, m measuring) ([]float64, error) {
	exact, out := make([]int64, len(groups)), make([]float64, len(groups))
	for i, gr := range groups {
		exact[i] = gr.sum
	}
	if n.ranges && len(groups) > 1 {
		return out, n.nested(out, exact, nesting{g, m})
	}
	n.scale.Add(m.src, exact, exact)
	for i, v := range exact {
		out[i] = float64(v)
	}
	if g.star {
		n.meet(out, groups, nesting{g, m})
	}
	return out, nil
}

// meet moves estimated sums alike to meet known sums of which each holds whole groups.
func (n groupNoise) meet(sums []float64, groups []group, at nesting) {
	off, count := make([]float64, at.known.Count), make([]float64, at.known.Count)
	of := make([]int, len(groups))
	for i, gr := range groups {
		of[i] = -1
		if at.known.Count > 0 {
			of[i] = at.known.Set[gr.cells[0]]
			for _, u := range gr.cells {
				if at.known.Set[u] != of[i] {
					return // a group over several known sums
				}
			}
			off[of[i]] -= sums[i]
			count[of[i]]++
		}
	}
	for s := range off {
		off[s] += float64(at.measuring.sums[s])
	}
	for i, s := range of {
		if s >= 0 {
			sums[i] += off[s] / count[s]
		}
	}
}

// nesting is where sums are estimated.
type nesting struct {
	*SpanningForest
	measuring
}

// nested estimates the sums of groups that stand in a row by noise on sums over nested groups of
// them, as many levels as answer ranges best: how many groups there are is public by now.
func (n groupNoise) nested(dst []float64, exact []int64, at nesting) error {
	spec := n.spec(len(exact), at.SpanningForest)
	var best *levelled
	for _, fan := range []int{len(exact), 2, 4, 8, 16, 32} {
		if fan > len(exact) {
			continue
		}
		l, err := n.Levels(spec, fan)
		if err != nil {
			return err
		}
		if best == nil || l.average < best.average {
			best = l
		}
	}
	rows := make([]int64, best.chain.Rows())
	if err := best.chain.MeasureInto(rows, exact); err != nil {
		return err
	}
	best.scale.Add(at.src, rows, rows)
	total := int64(0)
	if at.known.Count > 0 {
		total = at.measuring.sums[0]
	}
	return best.weighted.Estimate(dst, rows, total)
}

// levelled is nested groups with noise of one size on all levels.
type levelled struct {
	chain    *strategy.Chain
	weighted *strategy.Weighted
	scale    noise.Scale
	average  float64
}

// spec returns what is known of the sum of so many groups.
func (n groupNoise) spec(groups int, g *SpanningForest) strategy.Spec {
	if g.known.Count > 0 {
		return strategy.Spec{Cells: groups, Total: strategy.TotalKnown}
	}
	return strategy.Spec{Cells: groups, Total: strategy.TotalUnmeasured}
}

// Levels returns nested groups of fan each; of as many as there are it is one level.
func (n groupNoise) Levels(spec strategy.Spec, fan int) (*levelled, error) {
	for spec.Block = 1; spec.Block < spec.Cells; spec.Block *= fan {
		spec.Widths = append(spec.Widths, spec.Block)
	}
	if len(spec.Widths) > 1 && spec.Total == strategy.TotalUnmeasured {
		spec.Total = strategy.TotalMeasured
	}
	chain, err := strategy.NewChain(spec)
	if err != nil {
		return nil, err
	}
	// A coordinate is in one row of every group of rows.
	l := &levelled{chain: chain}
	groups := int64(len(chain.Groups()))
	if l.scale, err = noise.NewScale(new(big.Rat).Quo(big.NewRat(groups, 1), n.summing)); err != nil {
		return nil, err
	}
	precision := make([]float64, groups)
	for i := range precision {
		precision[i] = 1 / l.scale.Variance()
	}
	if l.weighted, err = chain.Weigh(precision); err != nil {
		return nil, err
	}
	l.average, err = l.weighted.AverageVariance(n.target)
	return l, err
}
