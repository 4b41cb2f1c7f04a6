package plan

import (
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/workload"
)

// Choice asks for an option of a public list instead of counts: a percentile, the most common
// value, or the option with the best score.
type Choice struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Kind is one of package choice: percentile, most common, best.
	Kind   string               `json:"kind"`
	Column domain.AttributeName `json:"column"`
	// By are columns for whose combinations of values there is one each.
	By []domain.AttributeName `json:"by,omitempty"`
	// Percentile is a plain decimal above 0 and below 100; empty means 50, the median.
	Percentile string `json:"percentile,omitempty"`
	// Width says over how many values to either side a percentile's ranks are averaged; nil means
	// what is best on the plan's stand-in, and none without.
	Width *int `json:"width,omitempty"`
	// Interval asks for two values between which a percentile lies 19 times in 20.
	Interval bool `json:"interval,omitempty"`
	// Method is empty for the better one, "draw" or "table": see package choice.
	Method string `json:"method,omitempty"`
	// Table is the id of a cumulative question of the column, from whose answers a percentile is
	// read instead of being drawn, at no cost.
	Table string `json:"table,omitempty"`
	// Test and Options are the list that the best is chosen from.
	Test    string   `json:"test,omitempty"`
	Options []Option `json:"options,omitempty"`
	// Share is its weight in the budget, a plain decimal; empty means 1.
	Share string `json:"share,omitempty"`
}

// Option is one entry of a list: how it is called, what people's values are compared with, how much
// each counts that passes the test (a decimal, empty for 1), or by weights what each counts by the
// label of their value.
type Option struct {
	Label   string            `json:"label"`
	At      string            `json:"at,omitempty"`
	Times   string            `json:"times,omitempty"`
	Weights map[string]string `json:"weights,omitempty"`
}

// Head is that of a choice.
func (q *Choice) Head() Head {
	return Head{q.ID, q.Title, &q.Share, q.Table != "", message.Sprintf("choice")}
}

// About returns the columns that the choice is about, its own last.
func (q *Choice) About() []domain.AttributeName {
	return choice.Question{By: q.By, Column: q.Column}.Columns()
}

func (q *Choice) rename(name renaming) {
	name.of(&q.Column)
	name.all(q.By)
}

// Asked returns what the choice asks. It errors when one of its numbers is none.
func (q Choice) Asked() (choice.Question, error) {
	out := choice.Question{
		ID: q.ID, Title: q.Title, Kind: choice.Kind(q.Kind), Column: q.Column, By: q.By,
		Interval: q.Interval, Method: choice.Method(q.Method), Test: choice.Test(q.Test), AnyWidth: q.Width == nil,
	}
	if q.Width != nil {
		out.Width = *q.Width
	}
	var err error
	if out.Kind == choice.Percentile {
		text := q.Percentile
		if strings.TrimSpace(text) == "" {
			text = "50"
		}
		if out.Percent, err = choice.Number(text); err != nil {
			return out, message.Errorf("the percentile: %w", err)
		}
	}
	for _, o := range q.Options {
		option := choice.Option{Label: o.Label, At: o.At}
		if strings.TrimSpace(o.Times) != "" {
			if option.Times, err = choice.Number(o.Times); err != nil {
				return out, message.Errorf("option %q: what each person counts: %w", o.Label, err)
			}
		}
		for _, label := range slices.Sorted(maps.Keys(o.Weights)) {
			if option.Weights == nil {
				option.Weights = make(map[string]*big.Rat)
			}
			if option.Weights[label], err = choice.Number(o.Weights[label]); err != nil {
				return out, message.Errorf("option %q: the weight of %q: %w", o.Label, label, err)
			}
		}
		out.Options = append(out.Options, option)
	}
	return out, nil
}

func (q *Choice) exact(c *compiler, would account.Epsilon) bool {
	if !c.sumsKnown() || q.Table != "" {
		return false
	}
	p, err := q.problem(c)
	if err != nil {
		return false
	}
	if p.Cells, err = c.cells(q, q.About(), would); err != nil {
		return false
	}
	free, err := choice.CostsNothing(context.Background(), p)
	return free && err == nil
}

// problem returns what is prepared for it but for its cells.
func (q *Choice) problem(c *compiler) (p choice.Problem, err error) {
	asked, err := q.Asked()
	if err != nil {
		return p, err
	}
	p.Choice, err = choice.New(asked, c.out.Domain)
	return p, err
}

func (q *Choice) compile(c *compiler, budget account.Epsilon) ([]mechanism.Problem, error) {
	p, err := q.problem(c)
	if err != nil {
		return nil, err
	}
	var counted []mechanism.Problem
	if q.Table != "" {
		err = c.out.Plan.checkTable(*q)
	} else if p.Cells, err = c.cells(q, q.About(), budget); err == nil {
		counted = []mechanism.Problem{p.Cells}
	}
	if err != nil {
		return nil, err
	}
	c.out.Choices = append(c.out.Choices, p)
	return counted, nil
}

// TableOf returns the number of the question that choice i is read off, -1 for none.
func (c *Compiled) TableOf(i int) int {
	return slices.IndexFunc(c.Plan.Questions, func(q Question) bool { return q.ID != "" && q.ID == c.Plan.Choices[i].Table })
}

// checkTable errors when a percentile cannot be read off the question that it names.
func (p *Plan) checkTable(q Choice) error {
	if choice.Kind(q.Kind) != choice.Percentile {
		return message.Errorf("only percentiles can be taken from a table: leave out %q", q.Table)
	}
	if len(q.By) > 0 {
		return message.Errorf("a percentile of each group cannot be taken from a cumulative table, which has one column: leave out the groups, or the table %q", q.Table)
	}
	i := slices.IndexFunc(p.Questions, func(t Question) bool { return t.ID == q.Table })
	if i < 0 {
		return message.Errorf("it is to be taken from the question %q, which the plan does not ask: choose a question with cumulative counts, or none", q.Table)
	}
	if t := p.Questions[i]; t.Kind != string(workload.Cumulative) || !slices.Equal(t.Columns, []domain.AttributeName{q.Column}) {
		return message.Errorf("it is to be taken from the question %q, which does not count people up to each value of %q: choose a question with cumulative counts of that column, or none", t.Title, q.Column)
	}
	return nil
}

// PriceOptions returns the options of prices: each counts, for everybody who would pay at least so much, the price itself. It errors on what
// is no number above zero, and where there is none.
func PriceOptions(prices []string) ([]Option, error) {
	var out []Option
	for _, text := range prices {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		n, err := choice.Number(text)
		if err != nil {
			return nil, err
		}
		if n.Sign() <= 0 {
			return nil, message.Errorf("the price %s is not above zero", text)
		}
		out = append(out, Option{Label: text, At: text, Times: text})
	}
	if len(out) == 0 {
		return nil, message.Errorf("the list of prices is empty: write numbers, separated by commas")
	}
	return out, nil
}
