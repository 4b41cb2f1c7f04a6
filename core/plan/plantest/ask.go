package plantest

import (
	"fmt"
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
)

// Ask adds one or two things to publish, of any kind. Of numbers of people it may name one of the methods.
func (d *Drawn) Ask(r *seeded.Source, methods []string) {
	d.Plan.Questions, d.Plan.Choices, d.Plan.Clusters, d.Plan.Synthetic = nil, nil, nil, nil
	for i := range 1 + r.IntN(2) {
		id := fmt.Sprint("asked ", i)
		switch n := r.IntN(10); {
		case n < 7:
			q := d.question(r)
			q.ID, q.Title, q.Share = id, id, pick(r, "", "", "2")
			if r.IntN(3) > 0 {
				q.Mechanism = pick(r, methods...)
			}
			d.Plan.Questions = append(d.Plan.Questions, q)
		case n == 7:
			d.Plan.Choices = append(d.Plan.Choices, d.choice(r, id))
		case n == 8:
			c := plan.Clustering{ID: id, Title: id, Clusters: 2, Way: pick(r, "", "rounds", "summary"), Start: pick(r, "", "chosen"), Rounds: r.IntN(3)}
			for _, name := range d.some(r) {
				c.Columns = append(c.Columns, plan.ClusterColumn{Name: name})
			}
			d.Plan.Clusters = append(d.Plan.Clusters, c)
		default:
			d.Plan.Synthetic = append(d.Plan.Synthetic, plan.Synthetic{ID: id, Title: id, Columns: d.names(), Method: pick(r, "", "graph", "mwem", "small"), Records: int64(r.IntN(6))})
		}
	}
}

func (d *Drawn) names() []domain.AttributeName {
	var out []domain.AttributeName
	for _, c := range d.columns {
		out = append(out, c.Name)
	}
	return out
}

// some are one or more of the columns.
func (d *Drawn) some(r *seeded.Source) []domain.AttributeName {
	all := d.names()
	first := r.IntN(len(all))
	return all[first : first+1+r.IntN(len(all)-first)]
}

func (d *Drawn) question(r *seeded.Source) plan.Question {
	q := plan.Question{Kind: "table", Columns: d.some(r), Totals: r.IntN(3) == 0}
	c := d.columns[0]
	switch r.IntN(7) {
	case 0:
		q = plan.Question{Kind: "cumulative", Columns: d.names()[:1]}
	case 1:
		q = plan.Question{Kind: "ranges", Columns: d.names()[:1], Ranges: []plan.Span{{From: c.label(0), To: c.label(1)}, {From: c.label(1), To: c.label(c.declared - 1)}}}
	case 2:
		q = plan.Question{Kind: "ranges", Columns: d.names()[:1], Every: true}
	case 3:
		if len(d.columns) > 1 {
			q = plan.Question{Kind: "ranges", Columns: d.names()[:2], Boxes: [][]plan.Span{{{From: c.label(0), To: c.label(1)}, {}}, {{}, {From: d.columns[1].label(0), To: d.columns[1].label(0)}}}}
		}
	case 4:
		q = plan.Question{Kind: "totals", Columns: d.some(r), Totals: r.IntN(2) == 0}
		q.Sum = &plan.Sum{Of: q.Columns[len(q.Columns)-1:], Averages: r.IntN(2) == 0}
	case 5:
		of := d.columns[r.IntN(len(d.columns))]
		if q.Totals = false; !slices.Contains(q.Columns, of.Name) {
			q.Columns = append(slices.Clone(q.Columns), of.Name)
		}
		q.Only = []plan.Answers{{Column: of.Name, Values: []string{of.label(r.IntN(of.declared))}}}
	}
	return q
}

func (d *Drawn) choice(r *seeded.Source, id string) plan.Choice {
	q := plan.Choice{ID: id, Title: id, Column: d.columns[0].Name, Method: pick(r, "", "draw", "table")}
	switch r.IntN(3) {
	case 0:
		q.Kind, q.Percentile, q.Interval = "percentile", pick(r, "", "25"), r.IntN(3) == 0
	case 1:
		q.Kind = "most common"
		if len(d.columns) > 1 && r.IntN(2) == 0 {
			q.By = d.names()[1:2]
		}
	default:
		q.Kind, q.Test, q.Method = "best", "at least", ""
		for v := range d.columns[0].declared {
			q.Options = append(q.Options, plan.Option{Label: fmt.Sprint("option ", v), At: d.columns[0].label(v), Times: pick(r, "", "2")})
		}
	}
	return q
}
