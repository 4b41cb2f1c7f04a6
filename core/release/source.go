package release

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// Source is data that a release can count: the rows of a sheet (FromRows), or counts per cell
// that a database made of its rows. What it hands over is private.
type Source interface {
	// Name says where the data come from, for messages ("wages.xlsx, sheet Wages").
	Name() message.Text
	// Read reads all of it as a plan says. It errors when it cannot be read, or was not made
	// for this plan, and with what a Visit returns.
	Read(ctx context.Context, p *plan.Compiled, v Visit) (Totals, error)
}

// Visit is what a Source calls as it reads. All but Found are set.
type Visit struct {
	// Cell is called with values, one for each column of the plan's domain in its order, and
	// how many records have them: every record that can be read is in one call. Where rows have
	// weights n counts units, and a row that counts as none is in no call. Columns that
	// are not among Needed may hold -1. The slice is overwritten.
	Cell func(values []int, n int64) error
	// Unread is called with how many records cannot be read, and why. Reading goes on when it
	// returns nil.
	Unread func(n int64, why error) error
	// Progress is told from time to time how many records were read.
	Progress func(records int64)
	// Found, unless it is nil, is called with every row and cell of a sheet that a declared value does not account for: for the
	// steward's eyes only. It may return an error to stop.
	Found func(Found) error
}

// Totals are how many records a Source read. They are private.
type Totals struct {
	Records int64
	// Beyond is how many of them find no slot because their person has no more, People how many
	// different people there are; both are zero where everybody has one row.
	Beyond, People int64
	// Capped is how many have a weight above the cap, Unweighted how many a weight that counts as
	// no unit; both are zero where rows have no weights. People is the number of records where rows
	// have weights and everybody has one.
	Capped, Unweighted int64
	// Unread is how many records cannot be read.
	Unread int64
	// Columns says of each column of the plan's domain, in its order, how its cells are read; nil where the data were counted
	// elsewhere.
	Columns []Cells
}

// Format writes no numbers, so that an error, a log or a crash report tells no counts.
func (t Totals) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "how many records there are, which is not printed")
}

// check compares the known facts with what was read, and errors with the first that is not true.
func (t Totals) check(p *plan.Compiled, facts *constraint.Tally, complete bool) error {
	wrong, err := t.wrong(p, facts, complete)
	if err == nil && len(wrong) > 0 {
		err = wrong[0]
	}
	return err
}

// wrong returns the known facts that are not true of what was read. Where some records could not be read
// (incomplete) only their number is compared.
func (t Totals) wrong(p *plan.Compiled, facts *constraint.Tally, complete bool) ([]*constraint.FactError, error) {
	known, people := p.Facts, t.Records
	if p.Plan.Slotted() {
		if p.Plan.Facts.People == nil {
			return nil, nil
		}
		var err error
		if known, err = constraint.Known(*p.Plan.Facts.People); err != nil {
			return nil, err
		}
		people, complete = t.People, false
	}
	var out []*constraint.FactError
	if err := (*constraint.FactError)(nil); errors.As(known.CheckTotal(people), &err) {
		out = append(out, &constraint.FactError{Fact: err.Fact, ID: plan.PeopleFact})
	}
	if complete {
		told := len(out) > 0
		out = append(out, slices.DeleteFunc(facts.Wrong(), func(e *constraint.FactError) bool { return told && e.ID == plan.PeopleFact })...)
	}
	return out, nil
}

// Needed returns the columns whose values a release has to know of every record, in the order
// of the domain: those of the questions, of the known facts, and of the group of people that it is about.
func Needed(p *plan.Compiled) []domain.AttributeName {
	asked := make(map[domain.AttributeName]bool)
	for _, problem := range p.Cells() {
		for _, name := range problem.Workload.Question().Columns {
			asked[name] = true
		}
	}
	for _, f := range p.Facts.Stated() {
		factColumns(f, asked)
	}
	if g := p.Plan.Group; g != nil {
		asked[g.Column] = true
	}
	var out []domain.AttributeName
	for _, a := range p.Domain.Attributes() {
		if asked[a.Name()] {
			out = append(out, a.Name())
		}
	}
	return out
}

// factColumns adds the columns that a known fact is about.
func factColumns(f constraint.Fact, asked map[domain.AttributeName]bool) {
	if f.Totals != nil {
		for _, name := range f.Totals.Columns {
			asked[name] = true
		}
	}
	for _, count := range f.Counts {
		for _, box := range count.Of {
			for _, condition := range box {
				asked[condition.Column] = true
			}
		}
	}
}
