package newplan

import (
	"context"
	"slices"
	"strings"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/questions"
)

// choices are the flags that ask for options of a list instead of counts.
type choices struct {
	Median     []string `help:"Ask for the median of a column. Repeat it for more." sep:"none" placeholder:"COLUMN"`
	Percentile []string `help:"Ask for a percentile of a column." sep:"none" placeholder:"P:COLUMN"`
	MostCommon []string `help:"Ask for the most common value of a column." sep:"none" placeholder:"COLUMN"`
	Price      []string `help:"Ask for the price that brings in most, of prices with commas between: everybody whose number in the column is at least the price pays it." sep:"none" placeholder:"COLUMN:PRICES"`
	Best       []string `help:"Ask for the best option of a sheet that is public: with headings option, at and times, and a test (above, \"at least\", below, \"at most\" or equal) between the column and the file; or with headings option and the values that count, for weights." sep:"none" type:"bytes" placeholder:"COLUMN:[TEST:]FILE"`
	By         string   `help:"With --total, --average, --median, --percentile, --most-common, --price and --best: one for each value of a column, or each combination of several with commas between." placeholder:"COLUMNS"`
	Interval   bool     `help:"With --median and --percentile: also two values between which it lies 19 times in 20. A draw by score takes three draws then, at a third of the budget each."`
	FromTable  bool     `help:"With --median and --percentile: take them from a cumulative table of their own instead of using the better method."`
}

// any reports whether something is asked for.
func (f choices) any() bool {
	return len(f.Median)+len(f.Percentile)+len(f.MostCommon)+len(f.Price)+len(f.Best) > 0
}

func (f choices) ask(ctx context.Context, p *plan.Plan) error {
	a := choosing{plan: p}
	if f.By != "" {
		var err error
		if a.by, err = named(p.Columns, f.By); err != nil {
			return message.Errorf("--by: %w", err)
		}
	}
	for _, list := range f.Median {
		if err := a.percentile("50", list, f); err != nil {
			return message.Errorf("--median: %w", err)
		}
	}
	for _, list := range f.Percentile {
		rank, column, ok := strings.Cut(list, ":")
		if !ok {
			return message.Errorf("--percentile: found %q where a percentile and a column such as 90:age are expected", list)
		}
		if err := a.percentile(strings.TrimSpace(rank), column, f); err != nil {
			return message.Errorf("--percentile: %w", err)
		}
	}
	for _, column := range f.MostCommon {
		if err := a.add(plan.Choice{Kind: string(choice.MostCommon), Title: "Most common " + column}, column); err != nil {
			return message.Errorf("--most-common: %w", err)
		}
	}
	for _, list := range f.Price {
		column, prices, _ := strings.Cut(list, ":")
		options, err := plan.PriceOptions(typedList(prices))
		if err == nil {
			err = a.add(plan.Choice{Kind: string(choice.Best), Title: "Best price for " + column, Test: string(choice.AtLeast), Options: options}, column)
		}
		if err != nil {
			return message.Errorf("--price: %w", err)
		}
	}
	for _, list := range f.Best {
		if err := a.best(ctx, list); err != nil {
			return message.Errorf("--best: %w", err)
		}
	}
	if !f.any() && (f.By != "" || f.Interval || f.FromTable) {
		return message.Errorf("--by, --interval and --from-table are about percentiles, most common values and best options: ask for one, such as --median COLUMN")
	}
	return nil
}

// choosing adds choices to a plan, one for each value of some columns.
type choosing struct {
	plan *plan.Plan
	by   []domain.AttributeName
}

// add adds a choice about a column.
func (a choosing) add(q plan.Choice, column string) error {
	names, err := named(a.plan.Columns, column)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return message.Errorf("found %q where one column is expected: repeat the flag for more", column)
	}
	if slices.Contains(a.by, names[0]) {
		return message.Errorf("the column %q is among those of --by", names[0])
	}
	q.ID, q.Column, q.By = nextID(a.plan), names[0], a.by
	if len(a.by) > 0 {
		q.Title += " by " + plainNames(a.by)
	}
	a.plan.Choices = append(a.plan.Choices, q)
	return nil
}

func (a choosing) percentile(p, column string, f choices) error {
	name := result.Percentile(p).String()
	q := plan.Choice{Kind: string(choice.Percentile), Title: strings.ToUpper(name[:1]) + name[1:] + " of " + strings.TrimSpace(column), Percentile: p, Interval: f.Interval}
	if f.FromTable {
		q.Method = string(choice.FromTable)
	}
	return a.add(q, column)
}

// best reads a list of options.
func (a choosing) best(ctx context.Context, list string) error {
	column, file, ok := strings.Cut(list, ":")
	if !ok {
		return message.Errorf("found %q where a column and a sheet of options such as bid:options.csv are expected", list)
	}
	test := ""
	for _, t := range choice.Tests() {
		if rest, ok := strings.CutPrefix(file, string(t)+":"); ok {
			test, file = string(t), rest
		}
	}
	options, weights, err := questions.ReadOptions(ctx, file)
	if err != nil {
		return err
	}
	switch {
	case weights && test != "" && test != string(choice.Weights):
		return message.Errorf("%s has weights and no column “at”, so nothing is %q it: leave the test out, or give such a column", file, test)
	case weights:
		test = string(choice.Weights)
	case test == "" || test == string(choice.Weights):
		return message.Errorf("%s says what values are compared with, but not how: write a test between the column and the file, such as %s:at least:%s", file, column, file)
	}
	return a.add(plan.Choice{Kind: string(choice.Best), Title: "Best option for " + column, Test: test, Options: options}, column)
}

// typedList parts a list of figures as people type it, written as plans have them: by commas, and by semicolons in a language whose figures
// have commas.
func typedList(list string) []string {
	out := strings.Split(list, ",")
	if words.Language() != words.English {
		out = strings.Split(strings.ReplaceAll(list, ", ", ";"), ";")
	}
	for i, text := range out {
		out[i] = words.Typed(strings.TrimSpace(text))
	}
	return out
}
