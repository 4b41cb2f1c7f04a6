package main

import (
	"encoding/csv"
	"fmt"

	"steward/core/domain"
)

type codebookCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
}

func (cmd codebookCmd) Run(c *console) error {
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

func writeValues(w *csv.Writer, a *domain.Attribute) error {
	for i, label := range a.Labels() {
		if err := w.Write([]string{string(a.Name()), string(a.Kind()), string(a.Origin()), fmt.Sprint(i + 1), label}); err != nil {
			return err
		}
	}
	return nil
}
