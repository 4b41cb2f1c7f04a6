package previews

import (
	"strconv"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/preview"
)

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
