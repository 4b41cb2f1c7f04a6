package box

import (
	"context"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// GaussianNested is NestedBoxes with discrete Gaussian noise: counts of nested boxes over several
// columns, reconciled by least squares.
//
// # Guarantee
//
// Along an edge a choice of widths changes in two counts by one or in none; the changed counts over
// the sigma² of their widths add up to at most r² along every edge.
//
// # Expected error
//
// Exact, as for NestedBoxes.
//
// # Cost
//
// Linear in cells and answers, times the choices of widths, at most some dozens. For given widths the
// budgets are those of the least error: the problem is convex with Gaussian noise, and the least
// squares for the budgets and the budgets for the least squares are improved by turns.
type GaussianNested struct{}

func (GaussianNested) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-nested-boxes", Name: message.Sprintf("Nested boxes, Gaussian noise"), Source: message.Sprintf("Hay, Rastogi, Miklau and Suciu 2010, over several columns; Canonne, Kamath and Steinke 2020"), Gaussian: true}
}

func (GaussianNested) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	return NestedBoxes{}.Check(p)
}

func (m GaussianNested) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	q, err := tuneNested(ctx, &PreparedNested{Leveled: Leveled{family: noise.Gaussian}, Task: mechanism.Task{By: m.Info(), Problem: p}, cells: c, known: p.Known(c)}, list)
	if err != nil {
		return nil, err
	}
	return q, ctx.Err()
}
