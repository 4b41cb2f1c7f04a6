package preview

import (
	"context"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/synthetic"
)

// Synthetic says how near the tables of a synthetic table would be to those of public data. It
// depends on the plan only.
type Synthetic struct {
	Asked   plan.Synthetic
	Epsilon string       // its share of the budget
	Name    message.Text // of the method
	Columns []string
	Quality synthetic.Quality
	Counted message.Text // what the numbers of its tables count
	// Plain is the same with everything about a person secret, at the same budget; its Runs are 0 where
	// that is the plan's policy anyway, or was not tried.
	Plain synthetic.Quality
	// Says are sentences about it.
	Says []message.Text
}

// previewSynthetic tries the plan's synthetic tables on its stand-in. A first look does so once and
// without the plain ones.
func previewSynthetic(ctx context.Context, c *plan.Compiled) ([]Synthetic, error) {
	var out []Synthetic
	for i, p := range c.Synthetic {
		prepared, err := synthetic.Prepare(ctx, p)
		if err != nil {
			return nil, err
		}
		runs := prepared.Trials()
		if c.Quick {
			runs = 1
		}
		q := Synthetic{Asked: c.Plan.Synthetic[i], Epsilon: p.Budget().String(), Name: prepared.Info().Name, Counted: c.Plan.Counted()}
		if q.Quality, err = prepared.Quality(ctx, runs); err != nil {
			return nil, err
		}
		announced := release.AnnouncedSynthetic(c, i, prepared, q.Quality)
		q.Says, q.Columns = announced.Says, announced.Names()
		if !c.Quick && q.Quality.Runs > 0 {
			if q.Plain, err = plainSynthetic(ctx, p, runs); err != nil {
				return nil, err
			}
		}
		out = append(out, q)
	}
	return out, nil
}

// plainSynthetic is the quality under full secrecy.
func plainSynthetic(ctx context.Context, p synthetic.Problem, runs int) (synthetic.Quality, error) {
	if p.Policy = fullSecrecy(p.Policy); p.Policy == nil {
		return synthetic.Quality{}, nil
	}
	prepared, err := synthetic.Prepare(ctx, p)
	if err != nil {
		return synthetic.Quality{}, err
	}
	return prepared.Quality(ctx, runs)
}
