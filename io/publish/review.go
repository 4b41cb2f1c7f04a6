package publish

import (
	"cmp"
	"context"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/records"
	"steward/io/records/rowaccount"
	"steward/io/sheet"
)

// NotFit is the error of a file that a plan does not fit.
type NotFit struct{ rowaccount.Account }

// Error says how many rows cannot be read, which are left out although they read like records, or which fact is not true of the data.
func (e *NotFit) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *NotFit) Said() message.Text {
	if e.UnreadCount > 0 {
		return message.Sprintf("%d of %d rows cannot be read as the plan says: correct the plan or the file; it was not marked as reviewed", e.UnreadCount, e.Records)
	}
	if e.Fact == nil {
		return message.Sprintf("rows %s are left out, but look like any other record: count them, or say that they are not records; the file was not marked as reviewed", string(sheet.RowsOf(e.LikeRecords)))
	}
	return message.Sprintf("%v", e.Fact)
}

// Private says the same without what it tells about the data.
func (e *NotFit) Private() message.Text {
	if e.UnreadCount > 0 {
		return message.Sprintf("some rows cannot be read as the plan says; the file was not marked as reviewed")
	}
	if e.Fact == nil {
		return message.Sprintf("some rows are left out that read like any record; the file was not marked as reviewed")
	}
	return message.Sprintf("the data do not agree with all that is stated about them; the file was not marked as reviewed")
}

// Unwrap returns the fact that is not true, if that is the fault.
func (e *NotFit) Unwrap() error { return e.Fact }

// Review reads the whole file at path as a release would, and returns the plan with the file
// marked as reviewed and what became of every row, which is for the steward's eyes only. It errors
// with *NotFit when a release would refuse the file, and when rows are left out that read like any record, unless it is sure that
// they are none.
func Review(ctx context.Context, c *plan.Compiled, path string, sure bool, progress func(records int64)) (plan.Plan, rowaccount.Account, error) {
	data, err := records.Open(ctx, path, c.Plan.Data)
	if err != nil {
		return c.Plan, rowaccount.Account{}, err
	}
	defer data.Close()
	if s := c.Plan.StandIn; s != nil && s.File != nil {
		if same, err := data.SameAsReviewed(*s.File); err != nil || same {
			return c.Plan, rowaccount.Account{}, cmp.Or(err, release.ErrOwnData)
		}
	}
	account, err := rowaccount.Of(ctx, c, data, progress)
	if err != nil {
		return c.Plan, account, err
	}
	if !account.OK() || !sure && len(account.LikeRecords) > 0 {
		return c.Plan, account, &NotFit{account}
	}
	p := c.Plan
	p.Data, err = data.Describe(path, p.Data)
	return p, account, err
}
