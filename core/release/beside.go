package release

import (
	"context"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
)

// beside is something that is released beside the answers to questions, made ready before the
// ledger is debited. Whatever is no table of counts comes in here, one function per kind.
type beside struct {
	// cells is the problem over whose cells it counts the data; without a workload it counts none,
	// and follows from what was released before it.
	cells mechanism.Problem
	// tables are further problems over whose cells it counts, where one table is not enough.
	tables []mechanism.Problem
	// loss is what it spends, zero for nothing.
	loss account.Epsilon
	// draw adds it to a release, once, after the ledger was debited and questions were answered.
	draw func(ctx context.Context, d drawn, r *result.Release) error
}

// drawn is what something beside the questions is made of.
type drawn struct {
	counts *histogram.Vector // over its cells, nil where it has none
	tables []*histogram.Vector
	groups []registry.Group // what answered the questions
	src    noise.Source
}

// counts reports whether it counts the data.
func (b beside) counts() bool { return b.cells.Workload != nil }

// besides makes ready all that a plan publishes beside the answers to questions, which the groups
// give. It sees no data.
func besides(ctx context.Context, c *plan.Compiled, groups []registry.Group) ([]beside, error) {
	out, err := choices(ctx, c, groups)
	if err != nil {
		return nil, err
	}
	for _, kind := range []func(context.Context, *plan.Compiled) ([]beside, error){clusters, synthetics} {
		more, err := kind(ctx, c)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
