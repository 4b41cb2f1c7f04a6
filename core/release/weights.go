package release

import (
	"math"
	"slices"
	"steward/core/guide"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
)

// weights reads how many units each row counts as (plan.Weight).
type weights struct {
	units  plan.Units
	name   string
	column int // of the sheet
}

// weighted is what a row counts as: one unit where rows have no weights.
type weighted struct {
	units  int64
	capped bool
}

// newWeights returns nil where rows have no weights. It errors when the sheet has no such column.
func newWeights(c *plan.Compiled, header []string) (*weights, error) {
	if c.Plan.Weight == nil {
		return nil, nil
	}
	w := &weights{units: c.Units, name: c.Plan.Weight.Column}
	if w.column = slices.Index(header, w.name); w.column < 0 {
		return nil, message.Errorf("the sheet has no column %q, which should say how many people a row stands for: choose another column in step %s", w.name, guide.Data.Title())
	}
	return w, nil
}

// read reads a weight. It errors when there is none that can be read: a blank, an error, a text
// that is no number, a number below zero.
func (w *weights) read(cell table.Cell) (weighted, error) {
	x, ok := domain.Number(cell)
	found := message.Sprintf("found %s", cell.Kind)
	switch {
	case ok && (math.IsNaN(x) || math.IsInf(x, 0)):
		ok, found = false, message.Sprintf("found a number that is too large")
	case ok && x < 0:
		ok, found = false, message.Sprintf("found a number below zero")
	}
	if !ok {
		return weighted{}, message.Errorf("column %q: %s where a weight is expected, a number from 0. Give every row its weight, or 0 if it is not to be counted", w.name, found)
	}
	units, capped := w.units.Of(x)
	return weighted{units, capped}, nil
}

// tally notes a row with a weight in the totals.
func (t *Totals) tally(w weighted) {
	if w.capped {
		t.Capped++
	}
	if w.units == 0 {
		t.Unweighted++
	}
}
