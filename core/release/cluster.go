package release

import (
	"context"

	"steward/core/cluster"
	"steward/core/plan"
	"steward/core/result"
)

// clusters makes ready the plan's clusterings.
func clusters(ctx context.Context, c *plan.Compiled) ([]beside, error) {
	var out []beside
	for i, p := range c.Clusters {
		prepared, err := cluster.Prepare(ctx, p)
		if err != nil {
			return nil, err
		}
		out = append(out, beside{cells: p.Cells, loss: prepared.Loss(), draw: func(ctx context.Context, d drawn, r *result.Release) error {
			found, err := prepared.Release(ctx, d.counts, d.src)
			if err != nil {
				return err
			}
			r.Clusters = append(r.Clusters, Grouped(c, i, prepared, found))
			return nil
		}})
	}
	return out, nil
}

// Grouped puts the groups that were found for clustering i of a plan beside the words for them.
func Grouped(c *plan.Compiled, i int, p *cluster.Prepared, found *cluster.Found) result.Clustering {
	out := Clustered(c, i, p)
	out.Groups, out.RoundNoise = found.Groups, found.Noise
	out.Says = out.Sentences(c.Plan.Counted().String())
	return out
}

// Clustered returns what is known of clustering i of a plan before anything is drawn.
func Clustered(c *plan.Compiled, i int, p *cluster.Prepared) result.Clustering {
	info, made := p.Info(), p.Clustering()
	out := result.Clustering{
		Asked:     c.Plan.Clusters[i],
		Mechanism: result.Mechanism{ID: info.ID, Name: info.Name, Source: info.Source, Chosen: p.Why()},
		Epsilon:   c.Clusters[i].Cells.Budget.String(),
		Effective: c.Clusters[i].Cells.Effective().String(),
		Rounds:    p.Rounds(),
		Table:     p.Table(),
		Quality:   p.Quality(),
	}
	for j := range out.Asked.Columns {
		low, high := made.Bounds(j)
		out.Axes = append(out.Axes, result.Axis{Name: string(out.Asked.Columns[j].Name), Low: low, High: high, Scale: made.Scale(j)})
	}
	for _, n := range p.Noise() {
		out.Noise = append(out.Noise, noiseOf(n))
	}
	out.Says = out.Sentences(c.Plan.Counted().String())
	return out
}
