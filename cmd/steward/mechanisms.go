package main

import (
	"steward/core/mechanism/registry"
	"steward/gui/words"
)

type mechanismsCmd struct{}

func (mechanismsCmd) Run(c *console) error {
	type entry struct {
		ID            string `json:"id"`
		Name          string `json:"name"`
		Source        string `json:"source"`
		DataDependent bool   `json:"dataDependent"`
	}
	var list []entry
	rows := [][]string{headed("ID|NAME|ERROR KNOWN BEFORE|SOURCE")}
	for _, m := range registry.All() {
		i := m.Info()
		known := say("yes")
		if i.DataDependent {
			known = say("depends on the data")
		}
		list = append(list, entry{i.ID, words.Say(i.Name), words.Say(i.Source), i.DataDependent})
		rows = append(rows, []string{i.ID, words.Say(i.Name), known, words.Say(i.Source)})
	}
	if c.json {
		return c.emit(list)
	}
	c.table(rows)
	return nil
}
