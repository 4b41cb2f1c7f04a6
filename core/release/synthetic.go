package release

import (
	"context"

	"steward/core/plan"
	"steward/core/result"
	"steward/core/synthetic"
)

// synthetics makes ready the plan's synthetic tables, and tries them on its stand-in.
func synthetics(ctx context.Context, c *plan.Compiled) ([]beside, error) {
	var out []beside
	for i, p := range c.Synthetic {
		prepared, err := synthetic.Prepare(ctx, p)
		if err != nil {
			return nil, err
		}
		quality, err := prepared.Quality(ctx, prepared.Trials())
		if err != nil {
			return nil, err
		}
		out = append(out, beside{tables: p.Tables, loss: prepared.Loss(), draw: func(ctx context.Context, d drawn, r *result.Release) error {
			made, err := prepared.Release(ctx, d.tables, d.src)
			if err != nil {
				return err
			}
			t, err := MadeUp(c, i, prepared, quality, made)
			r.Synthetic = append(r.Synthetic, t)
			return err
		}})
	}
	return out, nil
}

// MadeUp puts the records that were made for synthetic table i of a plan beside the words for them.
func MadeUp(c *plan.Compiled, i int, p *synthetic.Prepared, q synthetic.Quality, made *synthetic.Made) (result.Synthetic, error) {
	out := AnnouncedSynthetic(c, i, p, q)
	out.Records, out.Count, out.People, out.Known = made.Records, made.Len(), made.People, made.Known
	out.Steps, out.Unmet, out.By = made.Steps, made.Unmet, made.By
	out.Says = out.Sentences(c.Plan.Counted().String())
	var err error
	out.Digest, err = out.ComputeDigest()
	return out, err
}

// AnnouncedSynthetic returns what is known of synthetic table i of a plan before anything is drawn.
func AnnouncedSynthetic(c *plan.Compiled, i int, p *synthetic.Prepared, q synthetic.Quality) result.Synthetic {
	info := p.Info()
	out := result.Synthetic{
		Asked:     c.Plan.Synthetic[i],
		Mechanism: result.Mechanism{ID: info.ID, Name: info.Name, Source: info.Source},
		Epsilon:   c.Synthetic[i].Budget().String(),
		Effective: p.Effective().String(),
		Tables:    len(p.Sheet().Tables()),
		Quality:   q,
	}
	for _, a := range p.Sheet().Domain().Attributes() {
		out.Columns = append(out.Columns, result.NewSyntheticColumn(a))
	}
	out.Says = out.Sentences(c.Plan.Counted().String())
	return out
}
