package newplan

import (
	"context"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/questions"
)

// sums are the flags that ask for totals and averages of numbers.
type sums struct {
	Total   []string `help:"Ask for the total of a column of numbers. Repeat it for more." sep:"none" placeholder:"COLUMN"`
	Average []string `help:"Ask for the average of a column of numbers, with its total. Repeat it for more." sep:"none" placeholder:"COLUMN"`
	Numbers string   `help:"With --total and --average of columns that are not numbers: a public sheet with the columns and a number on each row. Several columns are added up together, as in --average district,housing." type:"path" placeholder:"FILE"`
	Unit    string   `help:"With --total and --average: what the numbers are in, such as EUR." placeholder:"UNIT"`

	by string // the columns that make the groups
}

// any reports whether something is asked for.
func (f sums) any() bool { return len(f.Total)+len(f.Average) > 0 }

// ask asks for them over everybody, and for the groups that some columns make.
func (f sums) ask(ctx context.Context, p *plan.Plan) error {
	if !f.any() && (f.Numbers != "" || f.Unit != "") {
		return message.Errorf("--numbers and --unit are about totals: name a column with --total or --average")
	}
	var groups []domain.AttributeName
	if f.any() && f.by != "" {
		var err error
		if groups, err = named(p.Columns, f.by); err != nil {
			return message.Errorf("--by: %w", err)
		}
	}
	add := func(flag string, lists []string, averages bool) error {
		for _, list := range lists {
			q, err := f.question(ctx, p.Columns, list, groups, averages)
			if err != nil {
				return message.Errorf("%s: %w", flag, err)
			}
			q.ID = nextID(p)
			p.Questions = append(p.Questions, q)
		}
		return nil
	}
	if err := add("--total", f.Total, false); err != nil {
		return err
	}
	return add("--average", f.Average, true)
}

// question returns the question about one column, or about what several stand for together.
func (f sums) question(ctx context.Context, columns []plan.Column, list string, groups []domain.AttributeName, averages bool) (plan.Question, error) {
	of, err := named(columns, list)
	if err != nil {
		return plan.Question{}, err
	}
	var numbers []plan.Number
	if f.Numbers != "" {
		if numbers, err = questions.ReadNumbers(ctx, f.Numbers, columns, of); err != nil {
			return plan.Question{}, err
		}
	}
	q, err := plan.NewSum(columns, of, groups, averages, numbers)
	if err != nil {
		return q, err
	}
	q.Title, q.Sum.Unit = words.Say(q.TitleOfSum()), f.Unit
	return q, nil
}
