package verify

import (
	"context"
	"errors"

	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/synthetic"
	"steward/io/export"
	"steward/io/sheet"
)

// made is a table of made-up records, by a record.
type made struct{ export.Synthetic }

func (r made) title() string { return r.Title }

func (r made) budget(c *plan.Compiled, i int) account.Epsilon { return c.Synthetic[i].Budget() }

func (r made) lost(workbook string, why any) message.Text {
	return message.Sprintf("%s was saved again, and does not contain the records of “%s”: %s", workbook, r.Title, why)
}

func (r made) publish(v *verifier, i int) {
	v.again.Synthetic = append(v.again.Synthetic, result.Synthetic{
		Asked: v.plan.Plan.Synthetic[i], Made: madeBy(r.Mechanism), People: r.People, Count: r.Records, Digest: r.Digest,
	})
}

func (r made) check(ctx context.Context, v *verifier, i int) {
	err := measuredAgain(ctx, v.plan, i, r.Synthetic)
	var differs *synthetic.Differs
	v.worked(figures{same: err == nil, sound: errors.As(err, &differs)}, message.Sprintf("%s: noise, rates of choices and what they spend are those of the plan", r.Title), message.Sprintf("%s: %v", r.Title, err))
	if r.MeasuredOn != "" {
		v.unknown(message.Sprintf("%s: how good it is was measured by trial releases on %s, which come out differently each time", r.Title, r.MeasuredOn))
	}
}

// possible finds nothing: the digest is of the records, whatever they are.
func (r made) possible(*plan.Compiled, int) error { return nil }

// measuredAgain compares what the record says of a synthetic table with what its plan gives.
func measuredAgain(ctx context.Context, c *plan.Compiled, i int, r export.Synthetic) error {
	prepared, err := synthetic.Prepare(ctx, c.Synthetic[i])
	if err != nil {
		return err
	}
	switch {
	case r.Mechanism != prepared.Info().ID:
		return message.Errorf("it was not made by the method that the plan names")
	case r.Epsilon != c.Synthetic[i].Budget().String() || r.Effective != prepared.Effective().String():
		return message.Errorf("its budget is not that of the plan")
	case int64(r.Records) != prepared.Sheet().RecordsOf(r.People):
		return message.Errorf("it has %d records, where the plan makes %d", r.Records, prepared.Sheet().RecordsOf(r.People))
	}
	return prepared.Check(ctx, r.Made())
}

func (r made) compare(ctx context.Context, s *sheet.Sheet, name string) (wrong message.Text, err error) {
	digest, err := result.RecordsDigest(s.Header(), textRows(ctx, s))
	if err == nil && digest != r.Digest {
		wrong = message.Sprintf("the records on sheet “%s” are different", name)
	}
	return wrong, err
}
