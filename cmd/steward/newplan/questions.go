package newplan

import (
	"context"
	"slices"
	"strings"

	"steward/core/columnlist"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/workload"
)

// tables are the flags that put questions into a new plan.
type tables struct {
	Table      []string `help:"Ask for a table of counts over columns, with commas between. Repeat it for more tables." sep:"none" placeholder:"COLUMNS"`
	Each       []string `help:"Ask for a table of counts for each of several columns that has none yet, with commas between; a..b stands for all from a to b, and * for all." sep:"none" placeholder:"COLUMNS"`
	Totals     bool     `help:"With --table: ask for the totals of rows and columns too."`
	Only       []string `help:"With --table: count only people with one of some values of a column, which the table then has too. Repeat it for more columns." sep:"none" placeholder:"COLUMN:VALUE|VALUE"`
	Percent    []string `help:"With --table: give every number in per cent too, of \"all\" or within each value of a column. It needs the totals, which are asked for with it." sep:"none" placeholder:"all|COLUMN"`
	Rate       []string `help:"With --table: also, in every group that the other columns make, the share with one of some values of a column, in per cent." sep:"none" placeholder:"COLUMN:VALUE|VALUE"`
	Difference []string `help:"With --table: also by how much the numbers with one value of a column exceed those with another." sep:"none" placeholder:"COLUMN:VALUE|VALUE"`
	OfShares   bool     `help:"With --difference: differences of percentages, of all with the one value and with the other, instead of numbers."`
	Ranges     []string `help:"Ask for every range of a column, or every combination of ranges of several with commas between." sep:"none" placeholder:"COLUMNS"`
	RoundTo    int64    `help:"Round published numbers to multiples of this number; the unadjusted ones stay beside them." placeholder:"N"`
	HideTimes  string   `help:"Leave out published numbers whose interval is wider than this many times the number; the unadjusted ones stay." placeholder:"TIMES"`
	HideWidth  string   `help:"Leave out published numbers whose interval is wider than this." placeholder:"WIDTH"`
	LeaveOut   string   `name:"too-noisy" help:"Leave out the whole of a table where half the interval of most of its numbers is wider than so many per cent of their size." placeholder:"PERCENT"`
	LeaveShare string   `name:"too-noisy-share" help:"With --too-noisy: leave it out where more than so many per cent of its numbers are so noisy. The default is 50." placeholder:"PERCENT"`
	LeaveSize  string   `name:"too-noisy-size" help:"With --too-noisy: how large its numbers are, as is publicly known. Without it the known number of people over the cells. The word answers takes each noisy number itself, which biases what stays." placeholder:"SIZE"`
}

func (f tables) ask(_ context.Context, p *plan.Plan) error {
	if len(f.Table) == 0 && (f.Totals || f.derives() || len(f.Only) > 0) {
		return message.Errorf("--only, --totals, --percent, --rate and --difference are about tables: name the columns of one with --table")
	}
	if f.OfShares && len(f.Difference) == 0 {
		return message.Errorf("--of-shares is about differences: name the two values of a column with --difference")
	}
	publishing := plan.Publishing{RoundTo: f.RoundTo, HideTimes: f.HideTimes, HideWidth: f.HideWidth, LeaveOut: f.LeaveOut, LeaveOutShare: f.LeaveShare, LeaveOutSize: f.LeaveSize}
	if _, err := publishing.Rule(); err != nil {
		return message.Errorf("--round-to, --hide-times, --hide-width, --too-noisy: %w", err)
	}
	add := func(kind workload.Kind, words string, names ...domain.AttributeName) *plan.Question {
		q := plan.Question{ID: nextID(p), Kind: string(kind), Columns: names, Title: words + " " + plainNames(names)}
		if publishing != (plan.Publishing{}) {
			own := publishing
			q.Publishing = &own
		}
		p.Questions = append(p.Questions, q)
		return &p.Questions[len(p.Questions)-1]
	}
	for _, list := range f.Table {
		names, err := named(p.Columns, list)
		if err != nil {
			return message.Errorf("--table: %w", err)
		}
		only, names, err := f.only(p.Columns, names)
		if err != nil {
			return err
		}
		q := add(workload.Table, "Counts by", names...)
		if q.Only = only; len(only) > 0 {
			q.Title += ", " + q.Asked().OnlyFor().String()
		}
		q.Totals = f.Totals || f.derives()
		if err := f.derive(q); err != nil {
			return err
		}
		for _, within := range f.Percent {
			percent := plan.Percent{}
			if within != "all" {
				if percent.Within, err = named(p.Columns, within); err != nil {
					return message.Errorf("--percent: %w", err)
				}
			}
			q.Percent = append(q.Percent, percent)
		}
	}
	for _, list := range f.Each {
		names, err := columnlist.Read(list, domain.Texts(namesOf(p.Columns)))
		if err != nil {
			return message.Errorf("--each: %w", err)
		}
		for _, n := range names {
			name := domain.AttributeName(n)
			if !slices.ContainsFunc(p.Questions, func(q plan.Question) bool { return len(q.Columns) == 1 && q.Columns[0] == name }) {
				add(workload.Table, "Counts by", name)
			}
		}
	}
	for _, list := range f.Ranges {
		names, err := named(p.Columns, list)
		if err != nil {
			return message.Errorf("--ranges: %w", err)
		}
		add(workload.Ranges, "Counts by range of", names...).Every = true
	}
	return nil
}

// only reads whom a table is about, and adds their columns to its own.
func (f tables) only(declared []plan.Column, names []domain.AttributeName) ([]plan.Answers, []domain.AttributeName, error) {
	all := namesOf(declared)
	var out []plan.Answers
	for _, text := range f.Only {
		column, values, err := valuesOf(all, text)
		if err != nil {
			return nil, nil, message.Errorf("--only: %w", err)
		}
		if out = append(out, plan.Answers{Column: column, Values: values}); !slices.Contains(names, column) {
			names = append(names, column)
		}
	}
	return out, names, nil
}

// Group reads whom a release is about.
func Group(declared []plan.Column, text string) (*plan.Answers, error) {
	column, values, err := valuesOf(namesOf(declared), text)
	if err != nil {
		return nil, message.Errorf("--group: %w", err)
	}
	return &plan.Answers{Column: column, Values: values}, nil
}

// derives reports whether the flags ask for what follows from a table with its totals.
func (f tables) derives() bool { return len(f.Percent)+len(f.Rate)+len(f.Difference) > 0 }

// derive puts rates and differences to a table.
func (f tables) derive(q *plan.Question) error {
	for _, text := range f.Rate {
		column, values, err := valuesOf(q.Columns, text)
		if err != nil {
			return message.Errorf("--rate: %w", err)
		}
		q.Rates = append(q.Rates, plan.Rate{Column: column, Values: values})
	}
	for _, text := range f.Difference {
		column, values, err := valuesOf(q.Columns, text)
		if err == nil && len(values) != 2 {
			err = message.Errorf("found %d values in %q: name two, with | between", len(values), text)
		}
		if err != nil {
			return message.Errorf("--difference: %w", err)
		}
		q.Differences = append(q.Differences, plan.Difference{Column: column, First: values[0], Second: values[1], Shares: f.OfShares})
	}
	return nil
}

// valuesOf reads a column of a table and some of its values: COLUMN:VALUE|VALUE. A column may have a
// colon in its name.
func valuesOf(columns []domain.AttributeName, text string) (domain.AttributeName, []string, error) {
	for _, c := range columns {
		rest, ok := strings.CutPrefix(text, string(c)+":")
		if !ok {
			continue
		}
		var values []string
		for _, v := range strings.Split(rest, "|") {
			if v = strings.TrimSpace(v); v == "" {
				return "", nil, message.Errorf("found an empty value in %q: write COLUMN:VALUE|VALUE", text)
			}
			values = append(values, v)
		}
		return c, values, nil
	}
	return "", nil, message.Errorf("found %q: write COLUMN:VALUE|VALUE with a column of the table, which has %s", text, plainNames(columns))
}

// namesOf returns the names of columns.
func namesOf(columns []plan.Column) []domain.AttributeName {
	out := make([]domain.AttributeName, len(columns))
	for i, c := range columns {
		out[i] = c.Name
	}
	return out
}

// named reads names of columns with commas between.
func named(columns []plan.Column, list string) ([]domain.AttributeName, error) {
	var out []domain.AttributeName
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(namesOf(columns), domain.AttributeName(name)) {
			return nil, message.Errorf("the plan declares no column %q: name columns as in the header, with commas between", name)
		}
		out = append(out, domain.AttributeName(name))
	}
	return out, nil
}

func plainNames(names []domain.AttributeName) string {
	return strings.Join(domain.Texts(names), " and ")
}
