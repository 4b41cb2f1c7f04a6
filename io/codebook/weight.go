package codebook

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/sheet/grid"
)

// Book is what a codebook declares: the columns, which column says whose a row is and which one
// holds weights, nil for none, and which hold several answers in a cell.
type Book struct {
	Columns []plan.Column
	Rows    *plan.Rows
	Weight  *plan.Weight
	// Splits say which columns hold several answers in a cell. Columns declares those of their options.
	Splits []repair.Split
	// Assumed says in what encoding the file was read where nothing says it, else it is zero.
	Assumed message.Text
}

// BookOf returns what a codebook holds of a plan.
func BookOf(p plan.Plan) Book {
	b := Book{Columns: p.Columns, Rows: p.Rows, Weight: p.Weight, Splits: p.Data.Splits}
	if b.Rows != nil && b.Rows.Person == "" { // it is still to be said
		b.Rows = nil
	}
	return b
}

// weightKind is the type of a column with weights, which is none of the published ones.
const weightKind domain.Kind = "weight"

// addCap takes the largest weight, which is an upper end; the lower one is 0.
func (c *column) addCap(r *reader, l line) error {
	if text := r.get(l, lowerEnd); text != "" {
		if x, ok := decimal(text); !ok || x.Sign() != 0 {
			return r.wrong(l, lowerEnd, "0, as weights begin there,").WithRemedy("write 0, or nothing")
		}
	}
	text := r.get(l, upperEnd)
	if text == "" {
		return nil
	}
	if c.top != "" && c.top != text {
		return r.wrong(l, upperEnd, "%s, as in a row above,", c.top).WithRemedy("say it once")
	}
	c.top = text
	return nil
}

// finishWeight returns how the weights count. It errors where a plan would not take it.
func (c *column) finishWeight(r *reader) (*plan.Weight, error) {
	w := &plan.Weight{Column: c.name, Step: c.step, Cap: c.top}
	_, err := w.Units()
	if err == nil && c.hasValues() {
		err = message.Errorf("column %q has weights, for which there are no values, readings or rules: a row without a weight is never counted silently", c.name)
	}
	if err != nil {
		return nil, r.fault(c.first.number, r.at[columnName], "%s", err).WithRemedy("write weight as the type, 0 as lower, the largest weight as upper, and the step")
	}
	return w, nil
}

// weightRow returns the row of the codebook that declares weights.
func weightRow(w plan.Weight) map[heading]string {
	return map[heading]string{columnName: w.Column, columnType: string(weightKind), lowerEnd: "0", upperEnd: w.Cap, stepWidth: w.Step}
}

// into puts what is declared of a column into the book.
func (c *column) into(r *reader, b *Book) (err error) {
	second := func(what message.Text, first string) error {
		return r.fault(c.first.number, r.at[columnName], "found a second column of %s, besides %s", what, grid.Quote(first)).WithRemedy("keep one of them")
	}
	switch {
	case c.kind.Kind == weightKind && b.Weight != nil:
		return second(message.Sprintf("weights"), b.Weight.Column)
	case c.kind.Kind == weightKind:
		b.Weight, err = c.finishWeight(r)
	case c.kind.Kind == personKind && b.Rows != nil:
		return second(message.Sprintf("people"), b.Rows.Person)
	case c.kind.Kind == personKind:
		b.Rows, err = c.finishPerson(r)
	case c.kind.Kind == severalKind:
		var s repair.Split
		if s, err = c.finishSeveral(r); err == nil {
			b.Splits = append(b.Splits, s)
		}
	default:
		var col plan.Column
		if col, err = c.finish(r); err == nil {
			b.Columns = append(b.Columns, col)
		}
	}
	return err
}
