package preview

import (
	"context"

	"steward/core/cluster"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
)

// Clustering compares the ways to find the groups of one of the plan's clusterings. It depends on
// the plan only.
type Clustering struct {
	Asked   plan.Clustering
	Epsilon string // its share of the budget
	Ways    []ClusterWay
	// Chosen is the index of the way that a release would use.
	Chosen int
	// Says are sentences about it.
	Says []message.Text
}

// ClusterWay is one way to find groups.
type ClusterWay struct {
	ID      string
	Name    message.Text
	Rounds  int // 0 where groups are found from a table
	Quality cluster.Quality
	// Plain marks what full secrecy of everything about a person would give at the same budget.
	Plain bool
}

// previewClusters compares the ways for the plan's clusterings.
func previewClusters(ctx context.Context, c *plan.Compiled) ([]Clustering, error) {
	var out []Clustering
	for i, p := range c.Clusters {
		q := Clustering{Asked: c.Plan.Clusters[i], Epsilon: p.Cells.Spends().String()}
		list, err := cluster.Alternatives(ctx, p)
		if err != nil {
			return nil, err
		}
		best, err := cluster.Best(p, list)
		if err != nil {
			return nil, err
		}
		q.Says = append(release.Clustered(c, i, best).Says, message.Sprintf("Chosen: %s.", best.Why()))
		for k, a := range list {
			if a.Info().ID == best.Info().ID && a.Rounds() == best.Rounds() && a.Table().String() == best.Table().String() {
				q.Chosen = k
			}
			q.Ways = append(q.Ways, wayOf(a))
		}
		plain, err := plainClusters(ctx, p)
		if err != nil {
			return nil, err
		}
		q.Ways = append(q.Ways, plain...)
		out = append(out, q)
	}
	return out, nil
}

func wayOf(p *cluster.Prepared) ClusterWay {
	return ClusterWay{ID: p.Info().ID, Name: wayName(p), Rounds: p.Rounds(), Quality: p.Quality()}
}

// wayName says which of several ways of one mechanism it is.
func wayName(p *cluster.Prepared) message.Text {
	if n := p.Rounds(); n > 0 {
		if p.Loss().IsZero() {
			return message.Sprintf("In rounds, without noise")
		}
		if n == 1 {
			return message.Sprintf("In %d round, noise on sizes and sums", n)
		}
		return message.Sprintf("In %d rounds, noise on sizes and sums", n)
	}
	return message.Sprintf("From %s: %s", p.Table(), p.TableMechanism().Name)
}

// plainClusters is the best way under full secrecy, none where that is the plan's policy anyway.
func plainClusters(ctx context.Context, p cluster.Problem) ([]ClusterWay, error) {
	full := fullSecrecy(p.Cells.Policy)
	if full == nil {
		return nil, nil
	}
	p.Cells.Policy, p.Cells.Exact = full, false
	best, err := cluster.Prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	w := wayOf(best)
	w.Plain, w.Name = true, message.Sprintf("With everything about a person secret: %s", w.Name)
	return []ClusterWay{w}, nil
}
