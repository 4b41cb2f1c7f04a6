package mechanism

import (
	"context"
	"steward/core/linop"
)

// gaussianNested is nestedBoxes with discrete Gaussian noise: counts of nested boxes over several
// columns, reconciled by least squares.
//
// # Guarantee
//
// Along an edge a choice of widths changes in two counts by one or in none; the changed counts over
// the sigma² of their widths add up to at most r² along every edge.
//
// # Expected error
//
// Exact, as for nestedBoxes.
//
// # Cost
//
// Linear in cells and answers, times the choices of widths, at most some dozens. For given widths the
// budgets are those of the least error: the problem is convex with Gaussian noise, and the least
// squares for the budgets and the budgets for the least squares are improved by turns.
type gaussianNested struct{}

func (gaussianNested) Info() Info {
	return Info{ID: "gaussian-nested-boxes", Name: "Nested boxes, Gaussian noise", Source: "Hay, Rastogi, Miklau and Suciu 2010, over several columns; Canonne, Kamath and Steinke 2020", Gaussian: true}
}

func (gaussianNested) Check(p Problem) Fit {
	if f := needsDelta(p); !f.OK() {
		return f
	}
	return nestedBoxes{}.Check(p)
}

func (m gaussianNested) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.components()
	if err != nil {
		return nil, err
	}
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	q, err := tuneNested(ctx, &preparedNested{leveled: leveled{gaussian: true}, Task: Task{m.Info(), p}, cells: c, known: p.known(c)}, list)
	if err != nil {
		return nil, err
	}
	return q, ctx.Err()
}
