package release

import (
	"context"
	"fmt"
	"hash/maphash"
	"strconv"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/plan"
	"steward/core/table"
)

// counter turns records into one data vector per question.
type counter struct {
	vectors   []*histogram.Vector
	positions [][]int // per question, its columns in the domain
	picked    []int
}

// newCounter returns empty vectors for the plan's questions.
func newCounter(c *plan.Compiled) (*counter, error) {
	n := &counter{picked: make([]int, len(c.Domain.Attributes()))}
	for _, p := range c.Problems {
		v, err := histogram.New(p.Workload.Domain())
		if err != nil {
			return n, err
		}
		var at []int
		for _, name := range p.Workload.Question().Columns {
			pos, _ := c.Domain.Position(name)
			at = append(at, pos)
		}
		n.vectors, n.positions = append(n.vectors, v), append(n.positions, at)
	}
	return n, nil
}

// add counts a record, given by its values in the order of the domain.
func (n *counter) add(values []int) {
	for i, v := range n.vectors {
		for k, pos := range n.positions[i] {
			n.picked[k] = values[pos]
		}
		v.Add(v.Domain().Index(n.picked[:len(n.positions[i])]))
	}
}

// count reads the records into one data vector per question and checks the known facts.
// Where people can have several rows, each is counted with the rows that fill their slots.
func count(ctx context.Context, j Job) ([]*histogram.Vector, error) {
	n, err := newCounter(j.Plan)
	if err != nil {
		return n.vectors, err
	}
	facts, err := j.Plan.Facts.Tally(j.Plan.Domain)
	if err != nil {
		return n.vectors, err
	}
	defer facts.Wipe()
	reader, err := newRows(j.Plan, j.Data)
	if err != nil {
		return n.vectors, err
	}
	records := 0
	for row, err := range j.Data.Rows(ctx) {
		if err != nil {
			return n.vectors, err
		}
		values, column, err := reader.read(row)
		if err != nil {
			return n.vectors, fmt.Errorf("%s, %s: %w", j.Data.Name(), j.Data.Address(row.Number, column), err)
		}
		if reader.slots == nil {
			n.add(values)
			facts.Add(values)
		}
		if records++; records%rowsPerReport == 0 {
			j.Progress(fmt.Sprintf("reading, %d rows so far", records), 0)
		}
	}
	if reader.slots == nil {
		return n.vectors, facts.Check()
	}
	if err := reader.checkPeople(j.Plan); err != nil {
		return n.vectors, err
	}
	values := make([]int, len(reader.values))
	reader.slots.each(func(kept []int32) {
		for i, v := range kept {
			values[i] = int(v)
		}
		n.add(values)
	})
	return n.vectors, nil
}

// rows reads the rows of a sheet as a plan says, into slots where people can have several.
type rows struct {
	domain *domain.Reader
	values []int
	person int    // the sheet's column of the people
	slots  *slots // nil where everybody has one row
}

func newRows(c *plan.Compiled, data table.Source) (*rows, error) {
	reader, err := domain.NewReader(c.Domain, data.Header())
	if err != nil {
		return nil, err
	}
	r := &rows{domain: reader, values: make([]int, len(c.Domain.Attributes()))}
	if c.Plan.Rows == nil {
		return r, nil
	}
	r.person = -1
	for i, h := range data.Header() {
		if h == c.Plan.Rows.Person {
			r.person = i
		}
	}
	if r.person < 0 {
		return nil, fmt.Errorf("the sheet has no column %q, which is to say whose row it is: choose another column in step Your data", c.Plan.Rows.Person)
	}
	r.slots = newSlots(c.Plan.Rows.AtMost, maphash.MakeSeed())
	return r, nil
}

// read returns the values of a row, and puts it into its person's slots where there are any.
// It errors when the row cannot be read, or does not say whose it is; column is then the one
// at fault.
func (r *rows) read(row table.Row) (values []int, column int, err error) {
	if column, err := r.domain.Read(r.values, row); err != nil {
		return nil, column, err
	}
	if r.slots == nil {
		return r.values, -1, nil
	}
	who := row.Cells[r.person]
	if who.Kind == table.Blank || who.Kind == table.Error || who.Text == "" {
		return nil, r.person, fmt.Errorf("found nothing that says whose row it is: give every row the person it belongs to")
	}
	r.slots.add(identity(who), r.values)
	return r.values, -1, nil
}

// identity returns what tells people apart: the text, or a number however it is written, so
// that nobody has more slots because their number stands there as 7 and as 7.0.
func identity(who table.Cell) string {
	if who.Kind == table.Number {
		return strconv.FormatFloat(who.Number, 'f', -1, 64)
	}
	return who.Text
}

// checkPeople compares the number of people with the one that is known, if any.
func (r *rows) checkPeople(c *plan.Compiled) error {
	known := c.Plan.Facts.People
	if known == nil {
		return nil
	}
	f, err := constraint.Known(*known)
	if err != nil {
		return err
	}
	return f.CheckTotal(r.slots.people())
}
