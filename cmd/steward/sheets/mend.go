package sheets

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/counts"
	"steward/io/records"
	"steward/io/sheet"
)

// Mending are the flags about rules by which cells are read.
type Mending struct {
	Split []string `help:"Read a column whose cells contain several answers (\"bus; car\") as one yes-or-no column for each option, which together count as one answer. The options and what separates them are found, or given as in COLUMN=bus|car. May be given several times." placeholder:"COLUMN" sep:"none"`
	Mend  []string `help:"Read cells of a column by a rule that steward inspect names, such as decimal-comma:spend, or missing:age=-9|n/a with texts of your own; all for those that it marks. May be given several times." placeholder:"all|KIND:COLUMN" sep:"none"`
}

// mostRounds is how often a file is looked through for rules that others bring forth.
const mostRounds = 4

// Inspect opens a file as d says and by the rules that the flags and a codebook (declared) add, and looks it through. It returns how
// it was read.
func (m Mending) Inspect(ctx context.Context, path string, d plan.Data, declared ...repair.Split) (*records.Data, *sheet.Inspection, plan.Data, error) {
	said := slices.DeleteFunc(slices.Clone(m.Mend), func(s string) bool { return s == "all" })
	all := len(said) < len(m.Mend)
	for round := 0; ; round++ {
		data, found, read, err := inspected(ctx, path, d)
		if err != nil {
			return nil, nil, d, err
		}
		d = read
		next := d
		if round == 0 {
			if next, err = m.added(found, d, said, declared); err != nil {
				data.Close()
				return nil, nil, d, err
			}
		}
		if all && round < mostRounds {
			next = records.Repaired(next, found.Decided()...)
		}
		if len(next.Repairs) == len(d.Repairs) && len(next.Splits) == len(d.Splits) {
			return data, found, d, nil
		}
		if d, err = next, data.Close(); err != nil {
			return nil, nil, d, err
		}
	}
}

// added puts the rules and splits that are said to how a file is read.
func (m Mending) added(found *sheet.Inspection, d plan.Data, said []string, declared []repair.Split) (plan.Data, error) {
	d.Splits = slices.Clone(d.Splits)
	for _, s := range said {
		rules, err := rulesSaid(found, s)
		if err != nil {
			return d, message.Errorf("--mend: %w", err)
		}
		d = records.Repaired(d, rules...)
	}
	for _, s := range declared {
		if slices.Contains(found.Header(), s.Column) {
			d.Splits = append(d.Splits, s)
		}
	}
	for _, s := range m.Split {
		split, err := splitSaid(found, s)
		if err != nil {
			return d, message.Errorf("--split: %w", err)
		}
		d.Splits = append(d.Splits, split)
	}
	return d, nil
}

// inspected opens a file of rows and looks it through. It returns what was assumed of how it is read, too.
func inspected(ctx context.Context, path string, d plan.Data) (*records.Data, *sheet.Inspection, plan.Data, error) {
	data, d, err := records.OpenFirst(ctx, path, d)
	if err != nil {
		return nil, nil, d, err
	}
	if data.Counted() {
		err = message.Errorf("%s contains counts that a query of steward sql returned, and no rows whose columns could be looked at: use it with steward check and steward release", filepath.Base(path))
	}
	var found *sheet.Inspection
	if err == nil {
		found, err = looked(ctx, data)
	}
	if err != nil {
		data.Close()
		return nil, nil, d, err
	}
	return data, found, d, nil
}

// looked looks the rows of a file through, or what a description of a table tells of its rows.
func looked(ctx context.Context, data *records.Data) (*sheet.Inspection, error) {
	if !counts.IsDescription(data.Header()) {
		return sheet.Inspect(ctx, data.Sheet, sheet.InspectOptions{})
	}
	d, err := counts.ReadDescription(ctx, data.Sheet)
	if err != nil {
		return nil, err
	}
	return d.Inspect(ctx)
}

// Rule reads KIND:COLUMN and KIND:COLUMN=TEXT|TEXT.
func Rule(said string) (kind repair.Kind, column string, texts []string, err error) {
	name, rest, ok := strings.Cut(said, ":")
	if !ok {
		return 0, "", nil, message.Errorf("found %q where a kind and a column are expected, such as decimal-comma:spend", said)
	}
	if kind, err = repair.Named(name); err != nil {
		return 0, "", nil, err
	}
	column = rest
	if kind.HasTexts() {
		if at := strings.LastIndex(rest, "="); at >= 0 {
			column, texts = rest[:at], strings.Split(rest[at+1:], "|")
		}
	}
	return kind, column, texts, nil
}

// rulesSaid returns the rules of what was said, with the texts that were found where it has none.
func rulesSaid(found *sheet.Inspection, said string) ([]repair.Rule, error) {
	kind, column, texts, err := Rule(said)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(found.Columns, func(c sheet.Column) bool { return c.Name == column }) {
		return nil, message.Errorf("%s: the sheet has no column %q", said, column)
	}
	if texts != nil || !kind.HasTexts() {
		r := repair.Rule{Column: column, Kind: kind, Texts: texts}
		return []repair.Rule{r}, r.Check()
	}
	var rules []repair.Rule
	for _, r := range found.Repairs {
		for _, c := range r.Choices {
			for _, rule := range c.Rules {
				if rule.Column == column && rule.Kind == kind && !slices.ContainsFunc(rules, rule.Equal) {
					rules = append(rules, rule)
				}
			}
		}
	}
	if rules == nil {
		return nil, message.Errorf("%s: this rule changes nothing in column %q: name the texts that it is about, as in %s:%s=TEXT|TEXT", said, column, kind, column)
	}
	return rules, nil
}

// splitSaid reads COLUMN and COLUMN=OPTION|OPTION.
func splitSaid(found *sheet.Inspection, said string) (repair.Split, error) {
	is := func(name string) bool {
		return slices.ContainsFunc(found.Columns, func(c sheet.Column) bool { return c.Name == name })
	}
	column, options := said, []string(nil)
	if at := strings.LastIndex(said, "="); at >= 0 && !is(said) {
		column, options = said[:at], strings.Split(said[at+1:], "|")
	}
	i := slices.IndexFunc(found.Several, func(s sheet.Several) bool { return s.Column == column })
	switch {
	case !is(column):
		return repair.Split{}, message.Errorf("the sheet has no column %q", column)
	case i < 0 && options == nil:
		return repair.Split{}, message.Errorf("no cells with several answers were found in column %q: name the options, as in --split %s", column, strconv.Quote(column+"=bus|car"))
	}
	s := repair.Split{Column: column, Between: ";", Options: options}
	if i >= 0 {
		s.Between = found.Several[i].Between
	}
	if options == nil {
		s.Options = found.Several[i].Options
	}
	return s, s.Check()
}
