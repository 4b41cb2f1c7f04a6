package newplan

import (
	"context"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// synthetic are the flags that ask for made-up records.
type synthetic struct {
	Synthetic []string `help:"Ask for a table of made-up records over columns with commas between, or all columns (*), whose tables over two columns each are close to those of the data. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	Near      []string `help:"With --synthetic: a table over columns with commas between that the records should answer well, instead of all over two columns. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	Maker     string   `help:"With --synthetic: make records by tables and a graphical model (graph, the usual way), by multiplicative weights over all cells (mwem), or from a small data set that is drawn (small)." enum:",graph,mwem,small" default:"" placeholder:"METHOD"`
	Records   int64    `help:"With --synthetic: make this many records instead of as many as there are people." placeholder:"N"`
}

func (f synthetic) ask(_ context.Context, p *plan.Plan) error {
	if len(f.Synthetic) == 0 && (len(f.Near) > 0 || f.Maker != "" || f.Records != 0) {
		return message.Errorf("--near, --maker and --records are about made-up records: ask for them with --synthetic")
	}
	for _, list := range f.Synthetic {
		q := plan.Synthetic{ID: nextID(p), Title: "Made-up records", Method: f.Maker, Records: f.Records}
		var err error
		if q.Columns, err = namedOrAll(p.Columns, list); err != nil {
			return message.Errorf("--synthetic: %w", err)
		}
		if len(f.Synthetic) > 1 {
			q.Title += " of " + plainNames(q.Columns)
		}
		for _, near := range f.Near {
			t, err := named(p.Columns, near)
			if err != nil {
				return message.Errorf("--near: %w", err)
			}
			for _, name := range t {
				if !slices.Contains(q.Columns, name) {
					return message.Errorf("--near asks for a table over %q, which the records do not have: name it in --synthetic, or leave the table out", name)
				}
			}
			q.Tables = append(q.Tables, t)
		}
		p.Synthetic = append(p.Synthetic, q)
	}
	return nil
}

// namedOrAll is named, but that * stands for all columns.
func namedOrAll(columns []plan.Column, list string) ([]domain.AttributeName, error) {
	if strings.TrimSpace(list) != "*" {
		return named(columns, list)
	}
	return namesOf(columns), nil
}
