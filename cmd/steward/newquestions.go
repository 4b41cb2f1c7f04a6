package main

import (
	"fmt"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
)

// newQuestions are the flags that put questions into a new plan.
type newQuestions struct {
	Table   []string `help:"Ask for a table of counts over columns, with commas between. Repeat it for more tables." sep:"none" placeholder:"COLUMNS"`
	Totals  bool     `help:"With --table: ask for the totals of rows and columns too."`
	Percent []string `help:"With --table: give every number in per cent too, of \"all\" or within each value of a column. It needs the totals, which are asked for with it." sep:"none" placeholder:"all|COLUMN"`
	Ranges  []string `help:"Ask for every range of a column, or every combination of ranges of several with commas between." sep:"none" placeholder:"COLUMNS"`
	RoundTo int64    `help:"Round published numbers to multiples of this number; the unadjusted ones stay beside them." placeholder:"N"`
}

// questions returns the questions that the flags ask for, about columns of the plan.
func (f newQuestions) questions(columns []plan.Column) ([]plan.Question, error) {
	if len(f.Table) == 0 && (f.Totals || len(f.Percent) > 0) {
		return nil, fmt.Errorf("--totals and --percent are about tables: name the columns of one with --table")
	}
	var out []plan.Question
	add := func(kind workload.Kind, words, list string) (*plan.Question, error) {
		names, err := named(columns, list)
		if err != nil {
			return nil, err
		}
		q := plan.Question{ID: fmt.Sprintf("q%d", len(out)+1), Kind: string(kind), Columns: names, Title: words + " " + plainNames(names)}
		if f.RoundTo != 0 {
			q.Publishing = &plan.Publishing{RoundTo: f.RoundTo}
			if _, err := q.Publishing.Rule(); err != nil {
				return nil, fmt.Errorf("--round-to: %w", err)
			}
		}
		out = append(out, q)
		return &out[len(out)-1], nil
	}
	for _, list := range f.Table {
		q, err := add(workload.Table, "Counts by", list)
		if err != nil {
			return nil, fmt.Errorf("--table: %w", err)
		}
		q.Totals = f.Totals || len(f.Percent) > 0
		for _, within := range f.Percent {
			p := plan.Percent{}
			if within != "all" {
				if p.Within, err = named(columns, within); err != nil {
					return nil, fmt.Errorf("--percent: %w", err)
				}
			}
			q.Percent = append(q.Percent, p)
		}
	}
	for _, list := range f.Ranges {
		q, err := add(workload.Ranges, "Counts by range of", list)
		if err != nil {
			return nil, fmt.Errorf("--ranges: %w", err)
		}
		q.Every = true
	}
	return out, nil
}

// named reads names of columns with commas between.
func named(columns []plan.Column, list string) ([]domain.AttributeName, error) {
	var out []domain.AttributeName
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		found := false
		for _, c := range columns {
			if string(c.Name) == name {
				out, found = append(out, c.Name), true
			}
		}
		if !found {
			return nil, fmt.Errorf("the plan declares no column %q: name columns as in the header, with commas between", name)
		}
	}
	return out, nil
}

func plainNames(names []domain.AttributeName) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return strings.Join(out, " and ")
}
