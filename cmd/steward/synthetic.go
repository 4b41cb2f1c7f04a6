package main

import (
	"fmt"
	"slices"
	"steward/cmd/steward/console"
	"steward/core/message"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/result"
)

// newSynthetic are the flags that ask for made-up records.
type newSynthetic struct {
	Synthetic []string `help:"Ask for a table of made-up records over columns with commas between, or all columns (*), whose tables over two columns each are close to those of the data. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	Near      []string `help:"With --synthetic: a table over columns with commas between that the records should answer well, instead of all over two columns. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	Maker     string   `help:"With --synthetic: make records by tables and a graphical model (graph, the usual way), by multiplicative weights over all cells (mwem), or from a small data set that is drawn (small)." enum:",graph,mwem,small" default:"" placeholder:"METHOD"`
	Records   int64    `help:"With --synthetic: make this many records instead of as many as there are people." placeholder:"N"`
}

// tables returns what the flags ask for, about columns of the plan that asks so many questions.
func (f newSynthetic) tables(columns []plan.Column, questions int) ([]plan.Synthetic, error) {
	if len(f.Synthetic) == 0 && (len(f.Near) > 0 || f.Maker != "" || f.Records != 0) {
		return nil, message.Errorf("--near, --maker and --records are about made-up records: ask for them with --synthetic")
	}
	var out []plan.Synthetic
	for _, list := range f.Synthetic {
		q := plan.Synthetic{ID: fmt.Sprintf("q%d", questions+len(out)+1), Title: "Made-up records", Method: f.Maker, Records: f.Records}
		var err error
		if q.Columns, err = namedOrAll(columns, list); err != nil {
			return nil, message.Errorf("--synthetic: %w", err)
		}
		if len(f.Synthetic) > 1 {
			q.Title += " of " + plainNames(q.Columns)
		}
		for _, near := range f.Near {
			t, err := named(columns, near)
			if err != nil {
				return nil, message.Errorf("--near: %w", err)
			}
			for _, name := range t {
				if !slices.Contains(q.Columns, name) {
					return nil, message.Errorf("--near asks for a table over %q, which the records do not have: name it in --synthetic, or leave the table out", name)
				}
			}
			q.Tables = append(q.Tables, t)
		}
		out = append(out, q)
	}
	return out, nil
}

// namedOrAll is named, but that * stands for all columns.
func namedOrAll(columns []plan.Column, list string) ([]domain.AttributeName, error) {
	if strings.TrimSpace(list) != "*" {
		return named(columns, list)
	}
	var out []domain.AttributeName
	for _, c := range columns {
		out = append(out, c.Name)
	}
	return out, nil
}

// showSynthetic says what records were published.
func showSynthetic(c *console.Console, s *result.Synthetic) {
	c.Sayf("  %s: %d records by %s\n", s.Asked.Title, s.Len(), s.Mechanism.Name)
	for _, text := range s.Says {
		c.Sayf("    %s\n", text)
	}
}

// syntheticPreviewed is a synthetic table for programs; errors are those of synthetic.Quality.
type syntheticPreviewed struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Epsilon    string           `json:"epsilon"`
	Method     string           `json:"method"`
	MeasuredOn string           `json:"measuredOn,omitempty"`
	Trials     int              `json:"trials,omitempty"`
	Mean       float64          `json:"meanError,omitempty"`
	Alone      float64          `json:"meanErrorOfNoiseAlone,omitempty"`
	Plain      float64          `json:"meanErrorUnderFullSecrecy,omitempty"`
	Tables     []tablePreviewed `json:"tables,omitempty"`
}

type tablePreviewed struct {
	Columns []string `json:"columns"`
	Numbers int      `json:"numbers"`
	People  float64  `json:"meanNumber"`
	Mean    float64  `json:"meanError"`
}

func syntheticForPrograms(q *preview.Synthetic) syntheticPreviewed {
	m := q.Quality
	out := syntheticPreviewed{ID: q.Asked.ID, Title: q.Asked.Title, Epsilon: q.Epsilon, Method: q.Name.String(), MeasuredOn: m.MeasuredOn.String(), Trials: m.Runs, Mean: m.Mean, Alone: m.Alone, Plain: q.Plain.Mean}
	for _, t := range m.Tables {
		out.Tables = append(out.Tables, tablePreviewed{t.Columns, t.Numbers, t.People, t.Mean})
	}
	return out
}

// showSyntheticPreview says how near the tables of made-up records were to those of public data.
func showSyntheticPreview(c *console.Console, q *preview.Synthetic) {
	c.Sayf("\n%s: records of %d columns by %s, budget %s\n", q.Asked.Title, len(q.Columns), q.Name, q.Epsilon)
	if q.Quality.Runs > 0 {
		rows := [][]string{console.Headed("TABLE OVER|NUMBERS|MEAN NUMBER|MEAN ERROR")}
		for _, t := range q.Quality.Tables {
			rows = append(rows, []string{strings.Join(t.Columns, ", "), strconv.Itoa(t.Numbers), console.InPeople(t.People), console.InPeople(t.Mean)})
		}
		c.Table(rows)
	}
	for _, s := range q.Says {
		c.Sayf("%s\n", s)
	}
	if q.Plain.Runs > 0 {
		c.Sayf("With everything about a person secret they would be off by %s on average.\n", console.InPeople(q.Plain.Mean))
	}
}
