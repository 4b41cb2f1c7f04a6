package model

import (
	"fmt"
	"math/big"

	"steward/core/message"
	"steward/core/result"
)

// output is something that was published, as the summary has it.
type output interface {
	result.Output
	// numbers is how many numbers it publishes, and how many of them are exact.
	numbers() (all, exact int)
	// line is its line on the cover, but for its title and what it spent.
	line() Line
	// section is its own, with so many rows at most, but for its number, its title and the method.
	section(most int) Question
	// made says how it was made, for an expert, below a title.
	made() Section
}

// published is an output with its budget.
type published struct {
	output
	w      *writer
	budget *big.Rat
	number int
}

// readOutputs reads what was published. It errors unless that is what the plan asks for.
func (w *writer) readOutputs() error {
	asked, all := w.compiled.Plan.Outputs(), w.release.Outputs()
	if len(all) != len(asked) {
		return message.Errorf("the release answers %d questions, but its plan asks %d", len(all), len(asked))
	}
	for i, o := range all {
		head, out := asked[i].Head(), published{w: w, number: i + 1}
		switch o := o.(type) {
		case *result.Question:
			if err := checkQuestion(o, head.Title); err != nil {
				return err
			}
			out.output = answered{o, w, i}
		case *result.Choice:
			out.output = picked{o, w}
		case *result.Clustering:
			out.output = clustered{o, w}
		case *result.Synthetic:
			out.output = madeUp{o, w}
		}
		if id := o.ID(); id != head.ID {
			return message.Errorf("the release answers %q where its plan asks %q", id, head.ID)
		}
		var err error
		if out.budget, err = fraction(o.Making().Epsilon); err != nil {
			return message.Errorf("the budget of %q: %w", o.Title(), err)
		}
		n, exact := out.numbers()
		w.numbers, w.exact = w.numbers+n, w.exact+exact
		w.outputs = append(w.outputs, out)
	}
	return nil
}

// numbered is the title behind the number.
func (p published) numbered() string { return fmt.Sprintf("%d. %s", p.number, safe(p.Title())) }

// method says how it was made, and why so.
func (p published) method() string {
	m := p.Making().Mechanism
	if m.Chosen.IsZero() {
		return p.w.Sayf("Method: %s (%s).", m.Name, m.Source)
	}
	return p.w.Sayf("Method: %s (%s); %s.", m.Name, m.Source, m.Chosen)
}
