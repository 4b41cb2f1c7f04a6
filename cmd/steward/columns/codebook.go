// Package columns has the subcommands that write the columns of a plan for others: as a codebook (steward codebook), or as the query
// that counts the rows of a database table (steward sql).
package columns

import (
	"encoding/csv"
	"fmt"
	"slices"

	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/codebook"
	"steward/io/project"
)

// Codebook writes the columns of a plan as a codebook.
type Codebook struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Coarser string `help:"Publish a column by the coarser values of this sheet (.csv or .xlsx: value, coarser value), which are public: write that into the plan." type:"path" placeholder:"FILE"`
	Column  string `help:"With --coarser: the column." placeholder:"COLUMN"`
	Out     string `help:"Write a codebook that steward new --codebook reads: a new file whose name ends in .csv or .xlsx. Without it the values are listed." type:"path" placeholder:"FILE"`
}

func (cmd Codebook) Run(c *console.Console) error {
	if cmd.Coarser != "" || cmd.Column != "" {
		return cmd.coarser(c)
	}
	if cmd.Out != "" {
		return cmd.save(c)
	}
	compiled, err := plans.Compile(cmd.Project)
	if err != nil {
		return err
	}
	attrs := compiled.Domain.Attributes()
	if c.JSON {
		type entry struct {
			Column string   `json:"column"`
			Kind   string   `json:"kind"`
			Origin string   `json:"origin"`
			Values []string `json:"values"`
		}
		var out []entry
		for _, a := range attrs {
			out = append(out, entry{string(a.Name()), string(a.Kind()), string(a.Origin()), a.Labels()})
		}
		return c.Emit(out)
	}
	w := csv.NewWriter(c.Out)
	if err := w.Write([]string{"column", "kind", "origin", "number", "value"}); err != nil {
		return err
	}
	for _, a := range attrs {
		for i, label := range a.Labels() {
			if err := w.Write([]string{string(a.Name()), string(a.Kind()), string(a.Origin()), fmt.Sprint(i + 1), label}); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}

// coarser has a column of the plan published by coarser values. The rest of the plan need not be
// complete.
func (cmd Codebook) coarser(c *console.Console) error {
	switch {
	case cmd.Coarser == "" || cmd.Column == "":
		return message.Errorf("--coarser names the sheet with the coarser values, and --column the column that they are for: give both")
	case cmd.Out != "":
		return message.Errorf("--coarser writes the plan and --out a codebook of it: give one at a time")
	}
	file, p, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(p.Columns, func(col plan.Column) bool { return string(col.Name) == cmd.Column })
	if at < 0 {
		return message.Errorf("--column %s: the plan declares no such column", cmd.Column)
	}
	list, err := codebook.CoarserFor(c.Ctx, cmd.Coarser, p.Columns[at])
	if err != nil {
		return err
	}
	if len(list.Missing) > 0 {
		return message.Errorf("%s: it does not say where %s of %s belong: add them", list.Name, message.Named(list.Missing), cmd.Column)
	}
	p.Columns = slices.Clone(p.Columns)
	p.Columns[at] = list.Recoded(p.Columns[at])
	if err := file.Save(p); err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(map[string]any{"column": cmd.Column, "values": p.Columns[at].Values, "beside": list.Beside})
	}
	c.Sayf("%s is now published by %d coarser values:\n", cmd.Column, len(list.Groups))
	for _, g := range list.Groups {
		c.Sayf("  %s: %s\n", g.Name, message.Named(g.Values))
	}
	if len(list.Beside) > 0 {
		c.Sayf("In the sheet, but not values of the column: %s.\n", message.Named(list.Beside))
	}
	c.Sayf("Secrets, questions and facts that name the old values need another look: steward check %s\n", cmd.Project)
	return nil
}

// save writes the plan's columns to a file. The rest of the plan need not be complete.
func (cmd Codebook) save(c *console.Console) error {
	p, err := project.Load(cmd.Project)
	if err != nil {
		return err
	}
	if err := codebook.Save(cmd.Out, codebook.BookOf(p)); err != nil {
		return err
	}
	return c.Answer(map[string]any{"codebook": cmd.Out, "columns": len(p.Columns)}, "Wrote %s with %d columns.\n", cmd.Out, len(p.Columns))
}
