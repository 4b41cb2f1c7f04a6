package questions

import (
	"fmt"
	"slices"

	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// ClustersName and ClustersExplained are what the menu offers groups of similar people as, to be given to words.Text.
var (
	ClustersName      = words.Key("Groups of similar people")
	ClustersExplained = words.Key("means and sizes of so many groups, by columns of numbers")
)

// CannotAskClusters says why groups cannot be asked for, and nothing when they can.
func (s *Step) CannotAskClusters() string { return s.lacks(1, true) }

// firstClusters is how many groups are asked for at first.
const firstClusters = 3

// AskClusters adds a clustering by the first one or two columns of numbers that suit it, and returns
// its number among all that is published. It takes an even part of the budget. It errors when no column suits it.
func (s *Step) AskClusters() (int, error) {
	if reason := s.CannotAskClusters(); reason != "" {
		return -1, fmt.Errorf("%s: %s", words.Text(ClustersName), reason)
	}
	q := plan.Clustering{ID: s.freeID(), Clusters: firstClusters}
	var failed error
	for _, c := range s.of.Plan().Columns {
		if !c.HasOrder() || len(q.Columns) == 2 {
			continue
		}
		with := q
		with.Columns = append(slices.Clone(q.Columns), plan.ClusterColumn{Name: c.Name})
		with.Title = clusterTitle(with)
		if _, err := s.clusteringOf(with); err != nil {
			failed = err
			continue
		}
		q = with
	}
	if len(q.Columns) == 0 {
		return -1, failed
	}
	return s.ask(q.ID, func(p *plan.Plan) { p.Clusters = append(p.Clusters, q) }), nil
}

// clusterTitle is the title that a clustering has at first.
func clusterTitle(q plan.Clustering) string {
	names := make([]string, len(q.Columns))
	for i, c := range q.Columns {
		names[i] = string(c.Name)
	}
	return words.T("Groups by %s", words.Joined(names))
}

// Clustering is groups that are asked for, at a place among all of them.
type Clustering struct {
	step *Step
	i    int
}

// Clustering returns the one at a place.
func (s *Step) Clustering(i int) Clustering { return Clustering{s, i} }

// Try changes a clustering, if what comes out makes sense: otherwise the plan stays as it
// is, and the error says what is wrong. A title that was made from the columns follows them.
func (at Clustering) Try(change func(*plan.Clustering)) error {
	old, ok := nth(at.step.of.Plan().Clusters, at.i)
	if !ok {
		return nil
	}
	next := at.step.of.Plan().Clone().Clusters[at.i]
	change(&next)
	if old.Title == clusterTitle(old) && next.Title == old.Title {
		next.Title = clusterTitle(next)
	}
	if err := titled(next.Title); err != nil {
		return err
	}
	if err := at.step.fitCentres(&next); err != nil {
		return err
	}
	if _, err := at.step.clusteringOf(next); err != nil {
		return err
	}
	at.step.of.Edit(func(p *plan.Plan) { p.Clusters[at.i] = next })
	return nil
}

// clusteringOf returns what a clustering asks, nil while the columns are not declared.
func (s *Step) clusteringOf(q plan.Clustering) (*cluster.Clustering, error) {
	asked, err := q.Asked()
	if err != nil {
		return nil, err
	}
	d := s.of.Declared()
	if d == nil {
		return nil, nil
	}
	return cluster.New(asked, d)
}

// ClusterNumbers returns how many numbers a clustering publishes: a size and a mean of each column for
// every group.
func ClusterNumbers(q plan.Clustering) int { return q.Clusters * (1 + len(q.Columns)) }

// Publishes says what a clustering publishes.
func (at Clustering) Publishes() string {
	q, ok := nth(at.step.of.Plan().Clusters, at.i)
	if !ok {
		return ""
	}
	names := make([]string, len(q.Columns))
	for j, c := range q.Columns {
		names[j] = string(c.Name)
	}
	return words.T("%s: for each of %d groups of similar %s, how many they are and their mean %s. Nobody is told which group they are in.",
		amounts.Several(ClusterNumbers(q), "number", "numbers"), q.Clusters, at.step.of.Counted(), words.Joined(names))
}

// ClusterColumns returns the columns that a clustering could have beside those it has.
func (s *Step) ClusterColumns(q plan.Clustering) (out []domain.AttributeName) {
	for _, c := range s.of.Plan().Columns {
		if c.HasOrder() && !slices.Contains(q.About(), c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}
