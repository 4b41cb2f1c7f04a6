package previews

import (
	"steward/cmd/steward/console"
	"steward/core/mechanism/registry"
	"steward/gui/words"
)

// Mechanisms lists the mechanisms.
type Mechanisms struct{}

func (Mechanisms) Run(c *console.Console) error {
	type entry struct {
		ID            string `json:"id"`
		Name          string `json:"name"`
		Source        string `json:"source"`
		DataDependent bool   `json:"dataDependent"`
	}
	var list []entry
	rows := [][]string{console.Headed("ID|NAME|ERROR KNOWN BEFORE|SOURCE")}
	for _, m := range registry.All() {
		i := m.Info()
		known := console.Say("yes")
		if i.DataDependent {
			known = console.Say("depends on the data")
		}
		list = append(list, entry{i.ID, words.Say(i.Name), words.Say(i.Source), i.DataDependent})
		rows = append(rows, []string{i.ID, words.Say(i.Name), known, words.Say(i.Source)})
	}
	if c.JSON {
		return c.Emit(list)
	}
	c.Table(rows)
	return nil
}
