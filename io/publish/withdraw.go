package publish

import (
	"context"
	"time"

	"steward/core/message"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/notice"
)

// Withdrawal is what it takes to withdraw a published release, or to have another take its place.
type Withdrawal struct {
	// Record is the record of the release, Instead that of the one that takes its place; "" for none.
	Record, Instead string
	By, Why         string
	Now             time.Time
}

// Withdraw notes in the account that a published release is not to be used any more, and writes a notice for its readers beside it,
// whose path it returns. None of its files is changed, and what it spent stays spent. Where it was interrupted after the account
// has noted it, Withdraw done again writes the notice.
func Withdraw(ctx context.Context, ledgers string, w Withdrawal) (noticed string, err error) {
	return WithdrawOn(ctx, disk.OS, ledgers, w)
}

// WithdrawOn is Withdraw on a given disk.
func WithdrawOn(ctx context.Context, d disk.Disk, ledgers string, w Withdrawal) (noticed string, err error) {
	n := notice.Notice{Path: w.Record, InsteadPath: w.Instead}
	if n.Release, err = sealed(w.Record); err != nil {
		return "", err
	}
	instead := ""
	if w.Instead != "" {
		other, err := sealed(w.Instead)
		if err != nil {
			return "", err
		}
		n.Instead, instead = &other, other.Seal
	}
	book, err := ledger.On(d, ledgers).Known(n.Release.Ledger.DataSet)
	if err != nil {
		return "", err
	}
	e, err := book.Withdraw(ctx, n.Release.Seal, instead, ledger.Words{Time: w.Now.Format(time.RFC3339), By: w.By, Why: w.Why})
	if err != nil {
		return "", err
	}
	n.Time, n.By, n.Why = e.Time, e.By, e.Note
	path, err := n.Write(d)
	if err != nil {
		return "", message.Errorf("the account has noted it, but the notice for readers was not written; do it again: %w", err)
	}
	return path, nil
}

// State notes in the account what there is to say about a published release, and writes it for its readers beside the record,
// as a file of its own, whose path it returns.
func State(ctx context.Context, ledgers string, w Withdrawal) (stated string, err error) {
	n := notice.Notice{Path: w.Record, Stays: true}
	if n.Release, err = sealed(w.Record); err != nil {
		return "", err
	}
	book, err := ledger.In(ledgers).Known(n.Release.Ledger.DataSet)
	if err != nil {
		return "", err
	}
	e, err := book.State(ctx, n.Release.Seal, ledger.Words{Time: w.Now.Format(time.RFC3339), By: w.By, Why: w.Why})
	if err != nil {
		return "", err
	}
	n.Time, n.By, n.Why = e.Time, e.By, e.Note
	path, err := n.Write(disk.OS)
	if err != nil {
		return "", message.Errorf("the account has noted it, but the statement for readers was not written: %w", err)
	}
	return path, nil
}

// sealed reads a record that is as it was written.
func sealed(path string) (export.Record, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return r, err
	}
	if _, whole, err := export.CheckSeal(path); err != nil || !whole {
		return r, message.Errorf("%s was changed after it was written, or has no seal that could show it: choose the record that was released", path)
	}
	return r, nil
}
