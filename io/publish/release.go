// Package publish carries out what a steward said yes to: it checks the file of records against the plan
// (Review), pays for pilots (Pilot), and releases (Release): the ledger is debited, noise is drawn, and workbook,
// tables, summary and record are written. Window and command line both call it.
//
// It puts core/release, the ledger, the files of io/export and the summary of reports together, and is
// therefore the one part of io that imports reports; no other part of io may import it.
package publish

import (
	"cmp"
	"context"
	"io"
	"time"

	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
	"steward/io/ledger"
	"steward/io/records"
	"steward/io/signature"
)

// Job is a release with its surroundings: the file, the ledger and the folder for
// what it writes.
type Job struct {
	Plan *plan.Compiled
	// Data is the path of the reviewed spreadsheet.
	Data string
	// LedgerDir is the folder of the ledgers.
	LedgerDir string
	// Out is the folder for the files, Base the beginning of their names.
	Out, Base string
	// Paper is what the summary is printed on; empty leaves it to the plan.
	Paper   plan.Paper
	Program string
	// By is who sets what may be spent in all, where this release is the first that does; it may be empty.
	By string
	// Signer returns what signs the record; nil leaves it unsigned.
	Signer func() (*signature.Signer, error)
	// Noise opens the randomness of the release.
	Noise    func() noise.Fresh
	Now      time.Time
	Progress func(what message.Text, done float64)
	// Entries, when set, is how many entries the ledger, with those linked to it, had when
	// the steward said yes: if there are others by then, the release is refused, since
	// somebody released in between.
	Entries *int
	// Debited, when set, is called once the spend is on the disk: from then on the release
	// can no longer be cancelled.
	Debited func()
}

// paper returns what the summary is printed on.
func (j Job) paper() plan.Paper { return cmp.Or(j.Paper, j.Plan.Plan.Paper) }

// MovedError is the error of a release on whose data set something else was spent after the
// steward had said yes.
type MovedError struct{ DataSet string }

// Error says what happened and what to do.
func (e *MovedError) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *MovedError) Said() message.Text {
	return message.Sprintf("something else was noted in the ledger of %q since you looked at it, by another window or program: look at what is left, and decide again", e.DataSet)
}

// watched is a ledger that refuses to be debited when it has moved, and tells when it was
// debited.
type watched struct {
	*ledger.Ledger
	job *Job
}

// Debit is for release.Ledger.
func (w watched) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	if w.job.Entries != nil {
		st, err := w.Statement()
		if err != nil {
			return result.LedgerEntry{}, err
		}
		if st.Count() != *w.job.Entries {
			return result.LedgerEntry{}, &MovedError{s.DataSet}
		}
	}
	entry, err := w.Ledger.Debit(ctx, s)
	if err == nil && w.job.Debited != nil {
		w.job.Debited()
	}
	return entry, err
}

// Finished is a release that was carried out and written.
type Finished struct {
	Release *result.Release
	Files   []string // paths, the workbook first
}

// Release checks that the files can be written, carries the release out and writes it:
// workbook, CSV, summary and record, each whole or not at all. The ledger is debited before
// any noise is drawn and closed after the last file is written. When it errors after the
// release was carried out, it returns what there is: the answers, and the files that were
// written.
func Release(ctx context.Context, j Job) (*Finished, error) {
	summary := export.Also{Suffix: SummarySuffix}
	if err := export.Writable(j.Out, j.Base, j.Plan.Plan, summary, export.Also{Suffix: ".json" + signature.Suffix}); err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	signer, err := j.signer()
	if err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	data, err := records.Open(ctx, j.Data, j.Plan.Plan.Data)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	book, err := ledger.Open(j.LedgerDir, j.Plan.Plan.DataSet)
	if err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	r, err := release.Run(ctx, release.Job{
		Plan: j.Plan, Data: data, Ledger: watched{book, &j},
		Time: j.Now.Format(time.RFC3339), By: j.By, Program: j.Program, Noise: j.Noise, Progress: j.Progress,
	})
	if err != nil {
		return nil, err
	}
	if signer != nil {
		r.Signer = signer.Fingerprint()
	}
	// What is spent must be written: cancelling now would lose the answers and keep the debit.
	summary.Write = func(w io.Writer) error { return WriteSummary(w, r, j.paper()) }
	files, err := export.All(context.WithoutCancel(ctx), j.Out, j.Base, r, summary)
	if err != nil {
		return &Finished{r, files}, message.Errorf("the budget is spent, but not all files could be written: %w", err)
	}
	done := &Finished{r, files}
	if signer != nil {
		path := done.Record() + signature.Suffix
		if err := Sign(signer, done.Record(), path); err != nil {
			return done, message.Errorf("the release is written, but not signed: %w", err)
		}
		done.Files = append(done.Files, path)
	}
	seal, err := export.Seal(done.Record())
	if err == nil {
		err = book.Close(r.Ledger, ledger.Closing{Time: j.Now.Format(time.RFC3339), Digest: r.Digest, Files: done.Files, Seal: seal})
	}
	if err != nil {
		return done, message.Errorf("the release is written, but the ledger could not note it: %w", err)
	}
	return done, nil
}
