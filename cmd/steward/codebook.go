package main

import (
	"encoding/csv"
	"fmt"

	"steward/core/domain"
	"steward/io/codebook"
	"steward/io/project"
)

type codebookCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Out     string `help:"Write a codebook that steward new --codebook reads: a new file whose name ends in .csv or .xlsx. Without it the values are listed." type:"path" placeholder:"FILE"`
}

func (cmd codebookCmd) Run(c *console) error {
	if cmd.Out != "" {
		return cmd.save(c)
	}
	compiled, err := compile(cmd.Project)
	if err != nil {
		return err
	}
	attrs := compiled.Domain.Attributes()
	if c.json {
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
		return c.emit(out)
	}
	w := csv.NewWriter(c.out)
	if err := w.Write([]string{"column", "kind", "origin", "number", "value"}); err != nil {
		return err
	}
	for _, a := range attrs {
		if err := writeValues(w, a); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// save writes the plan's columns to a file. The rest of the plan need not be complete.
func (cmd codebookCmd) save(c *console) error {
	p, err := project.Load(cmd.Project)
	if err != nil {
		return err
	}
	if err := codebook.Save(cmd.Out, codebook.Book{Columns: p.Columns, Weight: p.Weight}); err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"codebook": cmd.Out, "columns": len(p.Columns)})
	}
	c.printf("Wrote %s with %d columns.\n", cmd.Out, len(p.Columns))
	return nil
}

func writeValues(w *csv.Writer, a *domain.Attribute) error {
	for i, label := range a.Labels() {
		if err := w.Write([]string{string(a.Name()), string(a.Kind()), string(a.Origin()), fmt.Sprint(i + 1), label}); err != nil {
			return err
		}
	}
	return nil
}
