package release

import (
	"context"

	"steward/core/constraint"
	"steward/core/histogram"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan"
)

// counter turns records into one data vector per problem.
type counter struct {
	vectors   []*histogram.Vector // per problem
	tables    []*histogram.Vector // those of all vectors, in which every record is counted
	positions [][]int             // per table, its columns in the domain
	picked    []int
	total     int64
	facts     *constraint.Tally // nil where no facts are compared
}

// wipe overwrites what was counted.
func (n *counter) wipe() {
	for _, v := range n.vectors {
		v.Wipe()
	}
	if n.facts != nil {
		n.facts.Wipe()
	}
}

// newCounter returns empty vectors for problems over the plan's domain.
func newCounter(c *plan.Compiled, problems []mechanism.Problem) (*counter, error) {
	n := &counter{picked: make([]int, len(c.Domain.Attributes()))}
	for _, p := range problems {
		v, err := p.NoCounts()
		if err != nil {
			return n, err
		}
		n.vectors = append(n.vectors, v)
		for _, table := range v.Each() {
			var at []int
			for _, a := range table.Domain().Attributes() {
				pos, _ := c.Domain.Position(a.Name())
				at = append(at, pos)
			}
			n.tables, n.positions = append(n.tables, table), append(n.positions, at)
		}
	}
	return n, nil
}

// add counts records, given by their values in the order of the domain and how many have them.
// It errors when there are more than may be counted, and on records that there cannot be.
func (n *counter) add(values []int, records int64) error {
	if records < 0 || records > limits.MaxCountedRecords-n.total {
		return message.Errorf("more than %d records, or fewer than none, are to be counted: split the data", int64(limits.MaxCountedRecords))
	}
	n.total += records
	for i, v := range n.tables {
		for k, pos := range n.positions[i] {
			n.picked[k] = values[pos]
		}
		cell := v.Domain().Index(n.picked[:len(n.positions[i])])
		if !v.Domain().Possible(cell) {
			return message.Errorf("records in a combination that was declared impossible: correct the data or the declaration")
		}
		v.AddMany(cell, records)
	}
	return nil
}

// withCounts reads the data, checks the known facts, and that the file is the reviewed one still, and hands
// the counts of every problem to use. They are overwritten before it returns, whatever happens: nowhere
// else are there true counts.
func withCounts(ctx context.Context, j Job, problems []mechanism.Problem, use func(counts []*histogram.Vector) error) error {
	n, err := newCounter(j.Plan, problems)
	defer n.wipe()
	if err != nil {
		return err
	}
	if err := n.count(ctx, j); err != nil {
		return err
	}
	if err := reviewed(j); err != nil { // it may have been saved again while it was read
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return use(n.vectors)
}

// unread is the error of records that cannot be read as the plan says, and why.
type unread struct{ error }

func (e unread) Unwrap() error { return e.error }

// Private says so without where they are and what stands there.
func (unread) Private() message.Text {
	return message.Sprintf("some rows cannot be read as the plan says; nothing was released")
}

// count reads the data into the vectors and checks the known facts. Where people can have several rows,
// each is counted with the rows that fill their slots.
func (n *counter) count(ctx context.Context, j Job) error {
	var err error
	if n.facts, err = j.Plan.Facts.Tally(j.Plan.Domain); err != nil {
		return err
	}
	counts := j.Plan.Counts()
	totals, err := j.Data.Read(ctx, j.Plan, Visit{
		Cell: func(values []int, records int64) error {
			if !counts(values) { // nothing that is published hangs on people of other groups
				return nil
			}
			n.facts.AddMany(values, records)
			return n.add(values, records)
		},
		Unread: func(_ int64, why error) error { return unread{why} },
		Progress: func(records int64) {
			j.Progress(message.Sprintf("reading, %d rows so far", records), 0)
		},
	})
	if err != nil {
		return err
	}
	if _, made := j.Data.(imagined); made {
		return nil
	}
	if j.Plan.Plan.Group != nil {
		totals.Records = n.total
	}
	return totals.check(j.Plan, n.facts, true)
}
