package workload

import (
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// table asks for the number of people in every possible cell, and for the totals if they
// are wanted.
func (w *Workload) table() error {
	if w.question.Totals {
		return w.crosstab()
	}
	only, err := w.only()
	if err != nil {
		return err
	}
	k, _ := w.domain.Cells()
	sel := linop.Identity(k)
	if !w.domain.AllPossible() || only != nil {
		cells := make([]int, 0, w.domain.PossibleCells())
		for c := range k {
			if w.domain.Possible(c) && (only == nil || only(c)) {
				cells = append(cells, c)
			}
		}
		if len(cells) == 0 {
			return message.Errorf("nobody can have the answers that it is only for: all combinations with them are declared impossible")
		}
		sel = linop.Select(k, cells)
	}
	w.op = sel
	return nil
}

// OnlyFor says whom a question is about, where that is not everybody: "only those with smoker: yes".
func (q Question) OnlyFor() message.Text {
	var out []message.Text
	for _, o := range q.Only {
		values := make([]message.Text, len(o.Values))
		for i, v := range o.Values {
			if said, generated := domain.SaidLabel(v); generated {
				values[i] = said
			} else {
				values[i] = message.Verbatim(v)
			}
		}
		out = append(out, message.Sprintf("%s: %s", string(o.Column), message.List(values, "%s, %s", "%s or %s")))
	}
	if len(out) == 0 {
		return message.Text{}
	}
	return message.Sprintf("only those with %s", message.And(out))
}

// only returns which cells the question is about, nil for all.
func (w *Workload) only() (func(cell int) bool, error) {
	if len(w.question.Only) == 0 {
		return nil, nil
	}
	in := make([][]bool, len(w.question.Columns)) // by the column and the value, nil for all values
	for _, o := range w.question.Only {
		j := slices.Index(w.question.Columns, o.Column)
		switch {
		case j < 0:
			return nil, message.Errorf("it is only for people with some answers to %q, which is not among its columns: add it", o.Column)
		case in[j] != nil:
			return nil, message.Errorf("it lists answers to %q twice: list them once", o.Column)
		case len(o.Values) == 0:
			return nil, message.Errorf("it is only for people with some answers to %q, but lists none: list one", o.Column)
		}
		a := w.domain.Attributes()[j]
		in[j] = make([]bool, a.Size())
		for _, label := range o.Values {
			v, ok := a.Find(label)
			if !ok {
				return nil, message.Errorf("it is only for people with %q, which is not a value of %q", label, o.Column)
			}
			in[j][v] = true
		}
	}
	return func(cell int) bool {
		for j, values := range in {
			if values != nil && !values[w.domain.Value(cell, j)] {
				return false
			}
		}
		return true
	}, nil
}

// crosstab asks for the table with the total of every row and column.
func (w *Workload) crosstab() error {
	entries := 1.0
	var sizes []int
	for _, a := range w.domain.Attributes() {
		sizes = append(sizes, a.Size())
		entries *= float64(a.Size() + 1)
	}
	if entries > limits.MaxAnswers {
		return message.Errorf("the table with its totals would be %.0f numbers, more than %d: ask for it without totals, or over fewer columns", entries, limits.MaxAnswers)
	}
	possible := w.domain.Possible
	if w.domain.AllPossible() {
		possible = nil
	}
	w.op = linop.NewCrosstab(sizes, possible)
	return nil
}
