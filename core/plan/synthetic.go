package plan

import (
	"steward/core/account"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/synthetic"
	"steward/core/workload"
)

// Synthetic asks for a table of made-up records whose tables over a few columns are near those of the
// data.
type Synthetic struct {
	ID      string                 `json:"id"`
	Title   string                 `json:"title"`
	Columns []domain.AttributeName `json:"columns"`
	// Tables are the columns of the tables that the records should answer well; nil means every two.
	Tables [][]domain.AttributeName `json:"tables,omitempty"`
	// Method is empty for the usual one, "graph", "mwem" or "small": see package synthetic.
	Method string `json:"method,omitempty"`
	// Rounds is how often "mwem" measures, Size how many records "small" draws; 0 leaves it open.
	Rounds int `json:"rounds,omitempty"`
	Size   int `json:"size,omitempty"`
	// Records is how many records are made; 0 means as many as there are people.
	Records int64 `json:"records,omitempty"`
	// Share is its weight in the budget, a plain decimal; empty means 1.
	Share string `json:"share,omitempty"`
}

// Asked returns what the table asks.
func (q Synthetic) Asked() synthetic.Question {
	return synthetic.Question{
		ID: q.ID, Title: q.Title, Columns: q.Columns, Tables: q.Tables, Method: synthetic.Method(q.Method),
		Rounds: q.Rounds, Size: q.Size, Records: q.Records,
	}
}

// synthetic adds the problem of a synthetic table.
func (c *compiler) synthetic(q Synthetic, budget account.Epsilon) error {
	sheet, err := synthetic.New(q.Asked(), c.out.Domain)
	if err != nil {
		return err
	}
	if c.out.Plan.Weight != nil {
		return message.Errorf("rows have weights, and made-up records cannot stand for different numbers of people: leave out the weights, or this table")
	}
	p := synthetic.Problem{Sheet: sheet}
	if p.Policy, err = c.out.Policy.Project(q.Columns); err != nil {
		return err
	}
	for i, columns := range sheet.Counted() {
		if i == 0 {
			first, err := c.cells(q.ID, q.Title, columns, budget)
			if err != nil {
				return err
			}
			p.Tables = append(p.Tables, first)
			continue
		}
		// The facts tie as many people together whatever the table.
		next := p.Tables[0]
		if next.Workload, err = workload.New(workload.Question{ID: q.ID, Title: q.Title, Kind: workload.Table, Columns: columns}, c.out.Domain); err != nil {
			return err
		}
		if next.Policy, err = c.out.Policy.Project(columns); err != nil {
			return err
		}
		if next.StandIn, err = c.standIn(next.Workload); err != nil {
			c.report(guide.Budget, q.Title, err)
		}
		p.Tables = append(p.Tables, next)
	}
	c.out.Synthetic = append(c.out.Synthetic, p)
	return nil
}

// tablesOf returns the tables over which synthetic tables count the data.
func tablesOf(list []synthetic.Problem) []mechanism.Problem {
	var out []mechanism.Problem
	for _, p := range list {
		out = append(out, p.Tables...)
	}
	return out
}
