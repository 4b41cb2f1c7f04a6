package release

import (
	"context"

	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/synthetic"
)

// madeUp makes ready a synthetic table of the plan, and tries it on the stand-in.
func madeUp(ctx context.Context, c *plan.Compiled, _ []registry.Group, i int) (output, error) {
	p := c.Synthetic[i]
	prepared, err := synthetic.Prepare(ctx, p)
	if err != nil {
		return output{}, err
	}
	quality, err := prepared.Quality(ctx, prepared.Trials())
	if err != nil {
		return output{}, err
	}
	return output{p.Tables, prepared.Loss(), func(ctx context.Context, d drawn, r *result.Release) error {
		made, err := prepared.Release(ctx, d.counts, d.src)
		if err != nil {
			return err
		}
		t, err := MadeUp(c, i, prepared, quality, made)
		r.Synthetic = append(r.Synthetic, t)
		return err
	}}, nil
}

// MadeUp puts the records that were made for synthetic table i of a plan beside the words for them.
func MadeUp(c *plan.Compiled, i int, p *synthetic.Prepared, q synthetic.Quality, made *synthetic.Made) (result.Synthetic, error) {
	out := AnnouncedSynthetic(c, i, p, q)
	out.Records, out.Count, out.People, out.Known = made.Records, made.Len(), made.People, made.Known
	out.Steps, out.Unmet, out.By = made.Steps, made.Unmet, made.By
	out.Says = out.Sentences(c.Plan.Counted())
	var err error
	out.Digest, err = out.ComputeDigest()
	return out, err
}

// AnnouncedSynthetic returns what is known of synthetic table i of a plan before anything is drawn.
func AnnouncedSynthetic(c *plan.Compiled, i int, p *synthetic.Prepared, q synthetic.Quality) result.Synthetic {
	out := result.Synthetic{
		Asked:   c.Plan.Synthetic[i],
		Made:    made(p.Info(), message.Text{}, c.Synthetic[i].Budget(), p.Effective(), nil),
		Tables:  len(p.Sheet().Tables()),
		Quality: q,
	}
	for _, a := range p.Sheet().Domain().Attributes() {
		out.Columns = append(out.Columns, result.NewSyntheticColumn(a))
	}
	out.Says = out.Sentences(c.Plan.Counted())
	return out
}
