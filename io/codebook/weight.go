package codebook

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// weightKind is the type of a column with weights.
const weightKind domain.Kind = "weight"

// weights is a column that says how many people each row stands for.
var weights = special{
	kind: weightKind, stepped: true, ends: (*column).addCap,
	finish: func(c *column, r *reader, b *Book) (err error) {
		if b.Weight != nil {
			return c.second(r, message.Sprintf("weights"), b.Weight.Column)
		}
		b.Weight, err = c.finishWeight(r)
		return err
	},
	rows: func(b Book) ([]declared, error) {
		if b.Weight == nil {
			return nil, nil
		}
		_, err := b.Weight.Units()
		return []declared{{b.Weight.Column, []map[heading]string{weightRow(*b.Weight)}}}, err
	},
	published: func(name string) error {
		return message.Errorf("the column %q of the weights cannot be written: name one that is not published", name)
	},
}

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
		err = message.Errorf("column %q has weights, which take no values, readings or rules: a row without a weight is never silently counted", c.name)
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
