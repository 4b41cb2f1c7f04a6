package publish

import (
	"context"

	"steward/core/plan"
	"steward/core/result"
	"steward/io/ledger"
	"steward/io/project"
)

// Remembered returns what a project remembers after a release: the release itself, and the account as it is now.
func Remembered(ctx context.Context, past project.Past, ledgers string, done *Finished) (project.Past, error) {
	r := done.Release
	past, err := WithAccount(ctx, past, ledgers, r.Plan.DataSet)
	if err == nil && done.Record() != "" {
		past = past.Add(ReleasedAs(r, done.Record()))
	}
	return past, err
}

// ReleasedAs returns a release as a project remembers it.
func ReleasedAs(r *result.Release, record string) project.Released {
	return project.Released{Record: record, Digest: r.Digest, Time: r.Created}
}

// WithAccount returns the same with the account of a data set as it is now.
func WithAccount(ctx context.Context, past project.Past, ledgers, dataSet string) (project.Past, error) {
	book, err := ledger.Open(ledgers, dataSet)
	if err != nil {
		return past, err
	}
	account, err := book.Copy(ctx)
	if account != nil {
		past.Account = account
	}
	return past, err
}

// Remember has the file of a project remember a release, beside its plan.
func Remember(ctx context.Context, file *project.File, p plan.Plan, ledgers string, done *Finished) error {
	past, err := Remembered(ctx, file.Past(), ledgers, done)
	if err != nil {
		return err
	}
	file.Remember(past)
	return file.Save(p)
}

// RememberIn is Remember for the project that an interrupted release was made of; nothing is done where it is not known.
func (i Interrupted) RememberIn(ctx context.Context, done *Finished) error {
	if i.Project == "" {
		return nil
	}
	file, p, err := project.Open(i.Project)
	if err != nil {
		return err
	}
	return Remember(ctx, file, p, i.ledgerDir, done)
}
