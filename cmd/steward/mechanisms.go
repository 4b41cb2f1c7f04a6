package main

import "steward/core/mechanism/registry"

type mechanismsCmd struct{}

func (mechanismsCmd) Run(c *console) error {
	type entry struct {
		ID            string `json:"id"`
		Name          string `json:"name"`
		Source        string `json:"source"`
		DataDependent bool   `json:"dataDependent"`
	}
	var list []entry
	rows := [][]string{{"ID", "NAME", "ERROR KNOWN BEFORE", "SOURCE"}}
	for _, m := range registry.All() {
		i := m.Info()
		known := "yes"
		if i.DataDependent {
			known = "depends on the data"
		}
		list = append(list, entry{i.ID, i.Name.String(), i.Source.String(), i.DataDependent})
		rows = append(rows, []string{i.ID, i.Name.String(), known, i.Source.String()})
	}
	if c.json {
		return c.emit(list)
	}
	c.table(rows)
	return nil
}
