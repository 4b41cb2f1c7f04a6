package plan

import (
	"context"
	"math/big"
	"strings"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
)

// Clustering asks for groups of similar people: their centres and sizes.
type Clustering struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Columns are those by which people are similar.
	Columns []ClusterColumn `json:"columns"`
	// Clusters is the number of groups.
	Clusters int `json:"clusters"`
	// Way is empty for the better one, "rounds" or "summary": see package cluster.
	Way string `json:"way,omitempty"`
	// Start is where rounds begin: empty for centres spread over the bounds, "given" or "chosen".
	// Centres are the given ones, one plain decimal per column.
	Start   string     `json:"start,omitempty"`
	Centres [][]string `json:"centres,omitempty"`
	// Rounds is how many there are, 0 for what is best on the stand-in.
	Rounds int `json:"rounds,omitempty"`
	// Share is its weight in the budget, a plain decimal; empty means 1.
	Share string `json:"share,omitempty"`
}

// ClusterColumn is a column by which people are similar. Scale, a plain decimal above zero, is how
// much one of its units counts in distances; where it is empty for all columns the whole span of each
// counts alike.
type ClusterColumn struct {
	Name  domain.AttributeName `json:"name"`
	Scale string               `json:"scale,omitempty"`
}

// Head is that of a clustering.
func (q *Clustering) Head() Head {
	return Head{q.ID, q.Title, &q.Share, false, message.Sprintf("clustering")}
}

// About returns the names of the columns.
func (q *Clustering) About() []domain.AttributeName {
	out := make([]domain.AttributeName, len(q.Columns))
	for i, c := range q.Columns {
		out[i] = c.Name
	}
	return out
}

func (q *Clustering) rename(name renaming) {
	for i := range q.Columns {
		name.of(&q.Columns[i].Name)
	}
}

// Asked returns what is asked. It errors when one of its numbers is none.
func (q Clustering) Asked() (cluster.Question, error) {
	out := cluster.Question{ID: q.ID, Title: q.Title, Clusters: q.Clusters, Way: cluster.Way(q.Way), Start: cluster.Start(q.Start), Rounds: q.Rounds}
	for _, c := range q.Columns {
		column := cluster.Column{Name: c.Name}
		if strings.TrimSpace(c.Scale) != "" {
			var err error
			if column.Scale, err = choice.Number(c.Scale); err != nil {
				return out, message.Errorf("the scale of %q: %w", c.Name, err)
			}
		}
		out.Columns = append(out.Columns, column)
	}
	for i, centre := range q.Centres {
		var numbers []*big.Rat
		for _, text := range centre {
			n, err := choice.Number(text)
			if err != nil {
				return out, message.Errorf("centre %d: %w", i+1, err)
			}
			numbers = append(numbers, n)
		}
		out.Centres = append(out.Centres, numbers)
	}
	return out, nil
}

func (q *Clustering) exact(c *compiler, would account.Epsilon) bool {
	if !c.sumsKnown() {
		return false
	}
	p, err := q.problem(c, would)
	if err != nil {
		return false
	}
	free, err := cluster.CostsNothing(context.Background(), p)
	return free && err == nil
}

// problem returns what is prepared for it.
func (q *Clustering) problem(c *compiler, budget account.Epsilon) (p cluster.Problem, err error) {
	asked, err := q.Asked()
	if err != nil {
		return p, err
	}
	if p.Clustering, err = cluster.New(asked, c.out.Domain); err != nil {
		return p, err
	}
	if err := p.Clustering.CheckPeople(c.out.Facts); err != nil {
		return p, err
	}
	p.Cells, err = c.cells(q, q.About(), budget)
	if c.out.Plan.Version < exactIsFree {
		p.Cells.Disclose = false // as it was when that version was written
	}
	return p, err
}

func (q *Clustering) compile(c *compiler, budget account.Epsilon) ([]mechanism.Problem, error) {
	p, err := q.problem(c, budget)
	if err != nil {
		return nil, err
	}
	c.out.Clusters = append(c.out.Clusters, p)
	return []mechanism.Problem{p.Cells}, nil
}
