package publish

import (
	"context"
	"time"

	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/records"
)

// PilotJob is a pilot with its surroundings, as a release has them; it writes no files.
type PilotJob struct {
	Job
	Question int
	Epsilon  account.Epsilon
}

// Pilot carries a pilot out: the ledger is debited before any noise is drawn, and notes then what
// came of it. It returns the plan's stand-in with it, also where only the note failed.
func Pilot(ctx context.Context, j PilotJob) (*plan.StandIn, result.LedgerEntry, error) {
	data, err := records.Open(ctx, j.Data, j.Plan.Plan.Data)
	if err != nil {
		return nil, result.LedgerEntry{}, err
	}
	defer data.Close()
	book, err := ledger.Open(j.LedgerDir, j.Plan.Plan.DataSet)
	if err != nil {
		return nil, result.LedgerEntry{}, message.Errorf("nothing was spent: %w", err)
	}
	if err := j.heed(ctx); err != nil {
		return nil, result.LedgerEntry{}, message.Errorf("nothing was spent: %w", err)
	}
	known, err := j.know(ctx, disk.OS, data)
	if err != nil {
		return nil, result.LedgerEntry{}, message.Errorf("nothing was spent: %w", err)
	}
	at := j.Now.Format(time.RFC3339)
	on, entry, err := release.Pilot(ctx, release.Job{
		Plan: j.Plan, Data: data, Ledger: watched{book, &j.Job, known}, Time: at, Program: j.Program, Noise: j.Noise, Progress: j.Progress,
	}, j.Question, j.Epsilon)
	if err != nil {
		return nil, entry, err
	}
	if err := book.Close(entry, ledger.Closing{Time: at, Digest: on.Tables[len(on.Tables)-1].Digest()}); err != nil {
		return on, entry, message.Errorf("the pilot was carried out and paid for, but the account could not record it: %w", err)
	}
	return on, entry, nil
}
