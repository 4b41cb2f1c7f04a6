package release

import (
	"context"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
)

// output is something that a release publishes, made ready before the ledger is debited.
type output struct {
	// cells are the problems over whose cells it counts the data; none where it follows from what was
	// released before it.
	cells []mechanism.Problem
	// loss is what it spends, zero for nothing.
	loss account.Epsilon
	// draw adds it to a release, once, after the ledger was debited and what comes before it was drawn.
	draw func(ctx context.Context, d drawn, r *result.Release) error
}

// drawn is what an output is made of: counts over its cells, and noise.
type drawn struct {
	counts []*histogram.Vector
	src    noise.Source
}

// outputs makes ready all that a plan publishes, in the order in which it is drawn: what answers questions,
// some of them together where that is better, and what makes their answers agree; then the other kinds, a function for each. It sees
// no data.
func outputs(ctx context.Context, c *plan.Compiled) ([]output, error) {
	groups, err := c.Arrange(ctx)
	if err != nil {
		return nil, err
	}
	var out []output
	a := &answering{c, groups, make([]mechanism.Answers, len(groups))}
	for i := range groups {
		o, err := a.ready(i)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	out = append(out, a.results())
	for _, kind := range []struct {
		n     int
		ready func(context.Context, *plan.Compiled, []registry.Group, int) (output, error)
	}{
		{len(c.Choices), chosen}, {len(c.Clusters), grouped}, {len(c.Synthetic), madeUp},
	} {
		for i := range kind.n {
			o, err := kind.ready(ctx, c, groups, i)
			if err != nil {
				return nil, err
			}
			out = append(out, o)
		}
	}
	return out, nil
}

// noisyAnyway says why something has noise though nothing that is secret can change it, where that is so. Exact tells of it as it would be if what
// the policy discloses were published exactly.
func noisyAnyway(cells mechanism.Problem, exact func(mechanism.Problem) (bool, error)) []message.Text {
	if cells.Exact || cells.Disclose {
		return nil
	}
	cells.Disclose = true
	if free, err := exact(cells); err != nil || !free {
		return nil
	}
	return []message.Text{message.Sprintf("Nothing that is secret can change these numbers. They have noise because you have not agreed to publish exactly what the secrets do not protect.")}
}

// made says how an output was made, by what it was made with.
func made(info mechanism.Info, why message.Text, budget, effective account.Epsilon, noise []mechanism.Noise) result.Made {
	out := result.Made{
		Mechanism: result.Mechanism{ID: info.ID, Name: info.Name, Source: info.Source, Chosen: why},
		Epsilon:   budget.String(), Effective: effective.String(),
	}
	for _, n := range noise {
		out.Noise = append(out.Noise, result.NoiseOf(n))
	}
	return out
}
