package verify

import (
	"context"

	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/table"
	"steward/io/export"
	"steward/io/sheet"
)

// An output is what a release publishes beside the answers to questions, as its record states it; it is
// number i of its kind in the plan.
type output interface {
	title() string
	// budget is what it spends of its own, zero for nothing.
	budget(c *plan.Compiled, i int) account.Epsilon
	// check adds what is found when it is worked out again how it was made.
	check(ctx context.Context, v *verifier, i int)
	// possible errors unless the plan could publish it.
	possible(c *plan.Compiled, i int) error
	// publish adds it to what the digest is of.
	publish(v *verifier, i int)
	// compare compares a sheet of a workbook with it, and says where they differ.
	compare(ctx context.Context, s *sheet.Sheet, name string) (wrong message.Text, err error)
	// lost says that a workbook does not hold it, and why.
	lost(workbook string, why any) message.Text
}

// kind is the outputs of one kind.
type kind struct {
	outputs []output
	// asked is how many the plan asks for, and miscounted says that it is another number.
	asked      int
	miscounted message.Text
}

// kinds lists the outputs in the order of the sheets of a workbook. Nothing is asked for until there is a plan.
func (v *verifier) kinds() []kind {
	r, c := v.record, v.plan
	if c == nil {
		c = new(plan.Compiled)
	}
	return []kind{
		{outputsOf(r.Choices, func(r export.Choice) output { return chosen{r} }), len(c.Choices),
			message.Sprintf("The record has %d choices, but its plan asks for %d", len(r.Choices), len(c.Choices))},
		{outputsOf(r.Clusters, func(r export.Clustering) output { return clustered{r} }), len(c.Clusters),
			message.Sprintf("The record has %d clusterings, but its plan asks for %d", len(r.Clusters), len(c.Clusters))},
		{outputsOf(r.Synthetic, func(r export.Synthetic) output { return made{r} }), len(c.Synthetic),
			message.Sprintf("The record has %d tables of made-up records, but its plan asks for %d", len(r.Synthetic), len(c.Synthetic))},
	}
}

func outputsOf[R any](list []R, as func(R) output) (out []output) {
	for _, r := range list {
		out = append(out, as(r))
	}
	return out
}

// outputs works out again how everything was made that is no answer to a question. It returns what that
// spends.
func (v *verifier) outputs(ctx context.Context) ([]account.Epsilon, error) {
	var losses []account.Epsilon
	for _, k := range v.kinds() {
		v.part = Record
		if len(k.outputs) != k.asked {
			v.bad(k.miscounted)
			continue
		}
		for i, o := range k.outputs {
			if spent := o.budget(v.plan, i); !spent.IsZero() {
				losses = append(losses, spent)
			}
			v.part = Figures
			if o.check(ctx, v, i); ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.part = Record
			if err := o.possible(v.plan, i); err != nil {
				v.bad(message.Sprintf("%s: %v", o.title(), err))
			}
			o.publish(v, i)
		}
	}
	return losses, nil
}

// madeBy is what the digest is of how something was made.
func madeBy(mechanism string) result.Made {
	return result.Made{Mechanism: result.Mechanism{ID: mechanism}}
}

// compareRows compares the rows of a sheet with the n that there should be of something, beginning with the
// next of them, and says where they differ.
func compareRows(ctx context.Context, s *sheet.Sheet, name string, next *int, n int, more message.Text, same func(k int, row table.Row) bool) (wrong message.Text, err error) {
	for row, err := range s.Rows(ctx) {
		switch {
		case err != nil:
			return message.Text{}, err
		case *next == n:
			return more, nil
		case !same(*next, row):
			return message.Sprintf("sheet “%s”, row %d", name, row.Number), nil
		}
		*next++
	}
	return message.Text{}, nil
}
