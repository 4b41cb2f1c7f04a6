package plan

import "steward/core/workload"

// Asked returns what the question asks, as workloads are made of.
func (q Question) Asked() workload.Question {
	w := workload.Question{ID: q.ID, Title: q.Title, Kind: workload.Kind(q.Kind), Columns: q.Columns, Every: q.Every, Totals: q.Totals}
	for _, s := range q.Ranges {
		w.Spans = append(w.Spans, workload.Span(s))
	}
	for _, box := range q.Boxes {
		spans := make([]workload.Span, len(box))
		for j, s := range box {
			spans[j] = workload.Span(s)
		}
		w.Boxes = append(w.Boxes, spans)
	}
	return w
}
