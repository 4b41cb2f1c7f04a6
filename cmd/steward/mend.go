package main

import (
	"context"
	"fmt"
	"slices"
	"steward/cmd/steward/console"
	"steward/core/message"
	"strconv"
	"strings"

	"steward/core/plan"
	"steward/core/repair"
	"steward/io/counts"
	"steward/io/records"
	"steward/io/sheet"
)

// mending are the flags about rules by which cells are read.
type mending struct {
	declared []repair.Split // by a codebook

	Split []string `help:"Read a column whose cells contain several answers (\"bus; car\") as one yes-or-no column for each option, which together count as one answer. The options and what separates them are found, or given as in COLUMN=bus|car. May be given several times." placeholder:"COLUMN" sep:"none"`
	Mend  []string `help:"Read cells of a column by a rule that steward inspect names, such as decimal-comma:spend, or missing:age=-9|n/a with texts of your own; all for those that it marks. May be given several times." placeholder:"all|KIND:COLUMN" sep:"none"`
}

// mostRounds is how often a file is looked through for rules that others bring forth.
const mostRounds = 4

// inspect opens a file as d says and by the rules that the flags add, and looks it through. It returns how it was read.
func (m mending) inspect(ctx context.Context, path string, d plan.Data) (*records.Data, *sheet.Inspection, plan.Data, error) {
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
			for _, s := range said {
				rules, err := rulesSaid(found, s)
				if err != nil {
					data.Close()
					return nil, nil, d, message.Errorf("--mend: %w", err)
				}
				next = records.Repaired(next, rules...)
			}
			for _, s := range m.declared {
				if slices.Contains(found.Header(), s.Column) {
					next.Splits = append(slices.Clone(next.Splits), s)
				}
			}
			for _, s := range m.Split {
				split, err := splitSaid(found, s)
				if err != nil {
					data.Close()
					return nil, nil, d, message.Errorf("--split: %w", err)
				}
				next.Splits = append(slices.Clone(next.Splits), split)
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

// inspected opens a file of rows and looks it through. It returns what was assumed of how it is read, too.
func inspected(ctx context.Context, path string, d plan.Data) (*records.Data, *sheet.Inspection, plan.Data, error) {
	data, d, err := records.OpenFirst(ctx, path, d)
	if err != nil {
		return nil, nil, d, err
	}
	err = noResult(data, path)
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

// ruleSaid reads KIND:COLUMN and KIND:COLUMN=TEXT|TEXT.
func ruleSaid(said string) (kind repair.Kind, column string, texts []string, err error) {
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
	kind, column, texts, err := ruleSaid(said)
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

// flagOf is how a rule is named on the command line.
func flagOf(r repair.Rule) string { return fmt.Sprintf("%s:%s", r.Kind, r.Column) }

// showRepairs tells what is read by rules and what can be.
func showRepairs(c *console.Console, found *sheet.Inspection) {
	for _, s := range found.Several {
		flag := ""
		if !s.InForce {
			flag = fmt.Sprintf(" (--split %q)", s.Column)
		}
		c.Sayf("\n%s%s\n", s.Said(), flag)
	}
	for i, force := range []bool{true, false} {
		first := true
		for _, r := range found.Repairs {
			if r.InForce != force {
				continue
			}
			if first {
				c.Sayf("\n%s\n", []string{"Read by rule", "Can be read by rule (--mend all takes those with *)"}[i])
				first = false
			}
			at := ""
			if !r.Address.IsZero() {
				at = fmt.Sprintf(", %s", r.Address)
			}
			c.Sayf("  %s%s: %s\n", r.Column, at, r.Said())
			for k, choice := range r.Choices {
				mark, flags := " ", make([]string, len(choice.Rules))
				if k == r.Proposed && !force {
					mark = "*"
				}
				for n, rule := range choice.Rules {
					flags[n] = fmt.Sprintf("--mend %q", flagOf(rule))
				}
				c.Sayf("   %s %s (%s)\n", mark, choice.Said(), strings.Join(slices.Compact(flags), " "))
			}
		}
	}
}

// showCells lists the cells that a rule reads otherwise.
func showCells(c *console.Console, data *records.Data, found *sheet.Inspection, said string) error {
	rules, err := rulesSaid(found, said)
	if err != nil {
		return message.Errorf("--cells: %w", err)
	}
	type cell struct{ Address, Before, After string }
	cells, rows := []cell{}, [][]string{console.Headed("CELL|CONTENT|READ AS")}
	err = data.Behind(c.Ctx, found.Behind(rules), repair.SetOf(rules[0].Kind), func(m sheet.Mended) bool {
		cells = append(cells, cell{m.Address.String(), sheet.Shown(m.Before), sheet.Shown(m.After)})
		return true
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(cells)
	}
	for _, cell := range cells {
		after := cell.After
		if after == "" {
			after = "(blank)"
		}
		rows = append(rows, []string{cell.Address, cell.Before, after})
	}
	c.Table(rows)
	return nil
}
