package release

import (
	"context"

	"steward/core/cluster"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/result"
)

// grouped makes ready a clustering of the plan.
func grouped(ctx context.Context, c *plan.Compiled, _ []registry.Group, i int) (output, error) {
	p := c.Clusters[i]
	prepared, err := cluster.Prepare(ctx, p)
	if err != nil {
		return output{}, err
	}
	return output{[]mechanism.Problem{p.Cells}, prepared.Loss(), func(ctx context.Context, d drawn, r *result.Release) error {
		seen, err := p.Cells.Seen(d.counts[0])
		if err != nil {
			return err
		}
		found, err := prepared.Release(ctx, seen, d.src)
		if err != nil {
			return err
		}
		r.Clusters = append(r.Clusters, Grouped(c, i, prepared, found))
		return nil
	}}, nil
}

// Grouped puts the groups that were found for clustering i of a plan beside the words for them.
func Grouped(c *plan.Compiled, i int, p *cluster.Prepared, found *cluster.Found) result.Clustering {
	out := Clustered(c, i, p)
	out.Groups, out.RoundNoise = found.Groups, found.Noise
	out.Says = append(out.Sentences(c.Plan.Counted()), noisyAnyway(c.Clusters[i].Cells, mechanism.Problem.NeedsNoNoise)...)
	return out
}

// Clustered returns what is known of clustering i of a plan before anything is drawn.
func Clustered(c *plan.Compiled, i int, p *cluster.Prepared) result.Clustering {
	cells := c.Clusters[i].Cells
	out := result.Clustering{
		Asked:   c.Plan.Clusters[i],
		Made:    made(p.Info(), p.Why(), cells.Spends(), cells.Left(), p.Noise()),
		Rounds:  p.Rounds(),
		Table:   p.Table().String(),
		Quality: p.Quality(),
	}
	for j := range out.Asked.Columns {
		low, high := p.Clustering().Bounds(j)
		out.Axes = append(out.Axes, result.Axis{Name: string(out.Asked.Columns[j].Name), Low: low, High: high, Scale: p.Clustering().Scale(j)})
	}
	out.Says = append(out.Sentences(c.Plan.Counted()), noisyAnyway(cells, mechanism.Problem.NeedsNoNoise)...)
	return out
}
