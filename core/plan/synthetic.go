package plan

import (
	"slices"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/synthetic"
	"steward/core/workload"
)

// Synthetic asks for a table of made-up records whose tables over a few columns are close to those
// of the data.
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

// Head is that of a synthetic table.
func (q *Synthetic) Head() Head {
	return Head{q.ID, q.Title, &q.Share, false, message.Sprintf("table of made-up records")}
}

// About returns the columns of the records.
func (q *Synthetic) About() []domain.AttributeName { return q.Columns }

// Without leaves a column out of the records, and the tables that it is in. It reports whether they have another.
func (q *Synthetic) Without(column domain.AttributeName) bool {
	q.Columns = slices.DeleteFunc(q.Columns, func(n domain.AttributeName) bool { return n == column })
	q.Tables = slices.DeleteFunc(q.Tables, func(t []domain.AttributeName) bool { return slices.Contains(t, column) })
	if len(q.Tables) == 0 {
		q.Tables = nil
	}
	return len(q.Columns) > 0
}

func (q *Synthetic) rename(name renaming) {
	name.all(q.Columns)
	for _, t := range q.Tables {
		name.all(t)
	}
}

// Asked returns what the table asks.
func (q Synthetic) Asked() synthetic.Question {
	return synthetic.Question{
		ID: q.ID, Title: q.Title, Columns: q.Columns, Tables: q.Tables, Method: synthetic.Method(q.Method),
		Rounds: q.Rounds, Size: q.Size, Records: q.Records,
	}
}

// It is drawn at random, whatever is known of the numbers that it is made of.
func (q *Synthetic) exact(*compiler, account.Epsilon) bool { return false }

func (q *Synthetic) compile(c *compiler, budget account.Epsilon) ([]mechanism.Problem, error) {
	sheet, err := synthetic.New(q.Asked(), c.out.Domain)
	if err != nil {
		return nil, err
	}
	if c.out.Plan.Weight != nil {
		return nil, message.Errorf("rows have weights, and made-up records cannot stand for different numbers of people: leave out the weights, or this table")
	}
	p := synthetic.Problem{Sheet: sheet}
	if p.Policy, err = c.out.between.Project(q.Columns); err != nil {
		return nil, err
	}
	for i, columns := range sheet.Counted() {
		if i == 0 {
			first, err := c.cells(q, columns, budget)
			if err != nil {
				return nil, err
			}
			p.Tables = append(p.Tables, first)
			continue
		}
		// The facts tie as many people together whatever the table.
		next := p.Tables[0]
		if next.Workload, err = workload.New(workload.Question{ID: q.ID, Title: q.Title, Kind: workload.Table, Columns: columns}, c.out.Domain); err != nil {
			return nil, err
		}
		if next.Policy, err = c.out.between.Project(columns); err != nil {
			return nil, err
		}
		if next.StandIn, err = c.standIn(next.Workload); err != nil {
			c.report(guide.Budget, q.Title, err)
		}
		p.Tables = append(p.Tables, next)
	}
	c.out.Synthetic = append(c.out.Synthetic, p)
	return p.Tables, nil
}
