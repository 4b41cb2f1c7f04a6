package accounts

import (
	"strings"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/io/ledger"
)

type listCmd struct{}

// Listed is a ledger in the list for programs.
type Listed struct {
	DataSet   string   `json:"dataSet"`
	Spent     string   `json:"spent,omitempty"`
	Reserved  string   `json:"reserved,omitempty"`
	Limit     string   `json:"limit,omitempty"`
	Linked    []string `json:"linked,omitempty"`
	Forgotten bool     `json:"forgotten,omitempty"`
	Path      string   `json:"path"`
	Error     string   `json:"error,omitempty"`
}

// Run lists all ledgers, damaged ones too, and errors when there is a damaged one.
func (listCmd) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	found, err := ledger.In(dir).List()
	if err != nil {
		return err
	}
	list := []Listed{}
	var damaged []message.Text
	for _, l := range found {
		if l.Err != nil {
			damaged = append(damaged, message.Of(l.Err))
			list = append(list, Listed{DataSet: l.DataSet, Path: l.Path, Error: l.Err.Error()})
			continue
		}
		sums := l.Sums(nil)
		item := Listed{DataSet: l.DataSet, Spent: console.Exactly(sums.Spent), Reserved: console.Exactly(sums.Aside), Forgotten: l.Forgotten != nil, Path: l.Path}
		if sums.Limit != nil {
			item.Limit = console.Exactly(sums.Limit)
		}
		for _, k := range l.Linked {
			item.Linked = append(item.Linked, k.DataSet)
		}
		list = append(list, item)
	}
	switch {
	case c.JSON:
		err = c.Emit(list)
	case len(list) == 0:
		c.Sayf("There are no accounts in %s.\n", dir)
	default:
		listTable(c, list)
	}
	if err == nil && len(damaged) > 0 {
		err = message.Errorf("%d of %d accounts cannot be relied on:\n%s", len(damaged), len(list), message.List(damaged, "%s\n%s", "%s\n%s"))
	}
	return err
}

func listTable(c *console.Console, list []Listed) {
	rows := [][]string{console.Headed("DATA SET|SPENT|SET ASIDE|LIMIT|SAME PEOPLE AS|FILE")}
	for _, l := range list {
		spent := l.Spent
		switch {
		case l.Error != "":
			spent = "?"
		case l.Forgotten:
			spent += " (forgotten)"
		}
		rows = append(rows, []string{l.DataSet, spent, l.Reserved, l.Limit, strings.Join(l.Linked, ", "), l.Path})
	}
	c.Table(rows)
}
