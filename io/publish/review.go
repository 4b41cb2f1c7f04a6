package publish

import (
	"cmp"
	"context"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/records"
)

// NotFit is the error of a file that a plan does not fit.
type NotFit struct{ release.Checked }

// Error says how many rows cannot be read, or which fact is not true of the data.
func (e *NotFit) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *NotFit) Said() message.Text {
	if e.UnreadCount > 0 {
		return message.Sprintf("%d of %d rows cannot be read as the plan says: correct the plan or the file; it was not marked as reviewed", e.UnreadCount, e.Records)
	}
	return message.Sprintf("%v", e.Fact)
}

// Private says the same without what it tells about the data.
func (e *NotFit) Private() string {
	if e.UnreadCount > 0 {
		return "some rows cannot be read as the plan says; the file was not marked as reviewed"
	}
	return "the data do not agree with all that is stated about them; the file was not marked as reviewed"
}

// Unwrap returns the fact that is not true, if that is the fault.
func (e *NotFit) Unwrap() error { return e.Fact }

// Review reads the whole file at path as a release would, and returns the plan with the file
// marked as reviewed and what the look showed, which is for the steward's eyes only. It errors
// with *NotFit when a release would refuse the file.
func Review(ctx context.Context, c *plan.Compiled, path string, progress func(records int64)) (plan.Plan, release.Checked, error) {
	data, err := records.Open(ctx, path, c.Plan.Data)
	if err != nil {
		return c.Plan, release.Checked{}, err
	}
	defer data.Close()
	if s := c.Plan.StandIn; s != nil && s.File != nil {
		if same, err := data.SameAsReviewed(*s.File); err != nil || same {
			return c.Plan, release.Checked{}, cmp.Or(err, release.ErrOwnData)
		}
	}
	checked, err := release.Check(ctx, c, data, progress)
	if err != nil {
		return c.Plan, checked, err
	}
	if !checked.OK() {
		return c.Plan, checked, &NotFit{checked}
	}
	p := c.Plan
	p.Data, err = data.Describe(path, p.Data)
	return p, checked, err
}
