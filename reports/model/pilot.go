package model

import (
	"steward/core/message"
	"steward/core/plan"
)

// pilots says what was spent before the release on noisy counts that methods were compared on: a line
// for each, which names the columns and the ledger's entry.
func (w *writer) pilots() ([]Line, error) {
	standIn := w.release.Plan.StandIn
	if standIn == nil || standIn.Kind != plan.StandInPilot {
		return nil, nil
	}
	var out []Line
	for _, t := range standIn.Tables {
		if t.Paid == nil {
			continue
		}
		spent, err := fraction(t.Paid.Epsilon)
		if err != nil {
			return nil, message.Errorf("what was spent on a pilot: %w", err)
		}
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = w.quote(string(c))
		}
		out = append(out, Line{
			Question: w.Sayf("a pilot over %s", w.listed(columns)),
			Method:   w.Sayf("noisy counts that methods were compared on, entry %d of the account; spent earlier, and public with the record", t.Paid.Sequence),
			Spent:    w.Number(shareOf(spent)),
		})
	}
	return out, nil
}
