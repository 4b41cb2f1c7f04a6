package cluster

import (
	"context"
	"math/big"
	"slices"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// CheckRounds works out from the centres that rounds began with what every edge of the policy can
// change in each, and errors where the noise does not hide it, or is not what is said of it.
func (p Problem) CheckRounds(ctx context.Context, list []RoundNoise) error {
	c := p.Clustering
	walked, _, spare := p.edgesAndBudget()
	e, err := newEdges(ctx, c, walked)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return message.Errorf("there is no round")
	}
	r, err := p.prepareRounds(ctx, e, len(list))
	if err != nil {
		return err
	}
	m := &measure{c: c, of: make([]int16, c.cells), squared: p.Cells.Gaussian}
	for i, n := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		a, err := r.read(n)
		if err != nil {
			return message.Errorf("round %d: %w", i+1, err)
		}
		c.assign(m.of, points(n.From))
		m.about = n.About
		sizes, sums := int64(0), int64(0)
		changed := newChanges()
		if !p.Cells.Exact {
			changed = e.changes(m)
		}
		for _, x := range changed.list() {
			sizes, sums = max(sizes, int64(x.sizes)), max(sums, x.sums)
			if lost := a.cost(c.axes, x); lost == nil || lost.Cmp(r.loss.at(x.weight)) > 0 {
				return message.Errorf("round %d: its noise hides less than it should", i+1)
			}
		}
		if p.Cells.Exact && (!a.sizes.IsZero() || slices.ContainsFunc(a.sums, func(l noise.Law) bool { return !l.IsZero() })) {
			return message.Errorf("round %d: it has noise, and costs nothing", i+1)
		}
		// What no edge changes has noise all the same, unless its exact publication was agreed to.
		unnoised := func(changed bool, least change) bool {
			lost := a.cost(c.axes, least)
			return !changed && !r.agreed && (lost == nil || lost.Cmp(r.loss.at(spare)) > 0)
		}
		if unnoised(sizes > 0, change{sizes: 1}) {
			return message.Errorf("round %d: its sizes have less noise than they should", i+1)
		}
		if unnoised(sums > 0, change{sums: m.smallest()}) {
			return message.Errorf("round %d: its sums have less noise than they should", i+1)
		}
		if sizes != n.Sizes || sums != n.Sums {
			return message.Errorf("round %d: its sensitivities are %d and %d, but %d and %d are stated", i+1, sizes, sums, n.Sizes, n.Sums)
		}
	}
	return nil
}

// read reads the noise of a round.
func (r *inRounds) read(n RoundNoise) (amounts, error) {
	k, d := r.c.question.Clusters, len(r.c.axes)
	fits := len(n.From) == k && len(n.About) == k && len(n.SumScales) == d
	for g := 0; fits && g < k; g++ {
		fits = len(n.From[g]) == d && len(n.About[g]) == d && finite(n.From[g]...)
		for j := 0; fits && j < d; j++ {
			most := r.c.axes[j].most()
			fits = n.From[g][j] >= 0 && n.From[g][j] <= float64(most) && n.About[g][j] >= 0 && n.About[g][j] <= most
		}
	}
	if !fits {
		return amounts{}, message.Errorf("its centres, points of reference or scales are not those of %d groups by %d columns", k, d)
	}
	a := amounts{sums: make([]noise.Law, d)}
	var err error
	if a.sizes, err = r.lawOf(n.SizeScale); err != nil {
		return a, err
	}
	for j, text := range n.SumScales {
		if a.sums[j], err = r.lawOf(text); err != nil {
			return a, err
		}
	}
	return a, nil
}

// lawOf reads the parameter of a law.
func (r *inRounds) lawOf(text string) (noise.Law, error) {
	if text == "0" {
		return noise.Law{}, nil
	}
	t, ok := new(big.Rat).SetString(text)
	if !ok {
		return noise.Law{}, message.Errorf("found %q where a scale such as 20 is expected", text)
	}
	return r.loss.family.Law(t)
}

// cost is what a change costs by the noise; every part of a sum costs no more than it does along the
// column with the least noise. It is nil where there is no noise on what changes.
func (a amounts) cost(axes []axis, x change) *big.Rat {
	lost := new(big.Rat)
	if x.sizes > 0 {
		t := a.sizes.Rat()
		if t == nil {
			return nil
		}
		lost.Quo(big.NewRat(int64(x.sizes), 1), t)
	}
	if x.sums == 0 {
		return lost
	}
	var least *big.Rat
	for j := range axes {
		t := a.sums[j].Rat()
		if t == nil {
			return nil
		}
		// In parts, a scale is part times as large, and a sigma² part² times.
		t.Mul(t, mechanism.Spendable(a.sums[j].Family(), big.NewRat(axes[j].part, 1)))
		if least == nil || t.Cmp(least) < 0 {
			least = t
		}
	}
	return lost.Add(lost, least.Quo(new(big.Rat).SetInt64(x.sums), least))
}

func points(list [][]float64) []point {
	out := make([]point, len(list))
	for i, m := range list {
		out[i] = slices.Clone(m)
	}
	return out
}
