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
	"errors"
	"time"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/records"
	"steward/io/records/rowaccount"
	"steward/io/signature"
	"steward/io/unfinished"
	"steward/io/witness"
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
	// OtherPeople says that the file is about others than those of any account that it seems to be about.
	OtherPeople bool
	// Near is where to look for what knows more of the account than the ledger does.
	Near witness.Near
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
	return message.Sprintf("another window or program has written to the account of “%s” since you looked at it: look at what is left, and decide again", e.DataSet)
}

// watched is a ledger that refuses to be debited when it has moved, and tells when it was
// debited.
type watched struct {
	*ledger.Ledger
	job *Job
	known
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
	s.Membership = w.membership
	entry, err := w.Ledger.Debit(ctx, s)
	if err == nil {
		w.note()
	}
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
// workbook, CSV, summary and record, all of them or none. Room is kept for them before the ledger is debited, which is
// before any noise is drawn; it is closed when all files stand where they are to stand. Until then the answers are kept
// (Interrupted). When it errors after the release was carried out, it returns what there is: the answers, and the files
// that stand in their place.
func Release(ctx context.Context, j Job) (*Finished, error) { return releaseOn(ctx, disk.OS, j) }

// releaseOn is Release on a given disk.
func releaseOn(ctx context.Context, d disk.Disk, j Job) (*Finished, error) {
	if _, err := language.Of(j.Plan.Plan.Language); err != nil {
		return nil, message.Errorf("nothing was spent: the files cannot be written in the plan's language: %w", err)
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
	book, err := ledger.On(d, j.LedgerDir).Open(j.Plan.Plan.DataSet)
	if err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	if err := j.heed(ctx); err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	known, err := j.know(ctx, d, data)
	if err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	under, err := j.begin(d)
	if err != nil {
		return nil, message.Errorf("nothing was spent: %w", err)
	}
	defer under.Close()
	r, err := release.Run(ctx, release.Job{
		Plan: j.Plan, Data: data, Ledger: watched{book, &j, known},
		Time: j.Now.Format(time.RFC3339), By: j.By, Program: j.Program, Noise: j.Noise, Progress: j.Progress,
	})
	if err != nil {
		return nil, errors.Join(err, under.Drop())
	}
	if signer != nil {
		r.Signer = signer.Fingerprint()
	}
	kept := under.Keep(r)
	// What is spent must be written: cancelling now would lose the answers and keep the debit.
	done, err := finishing{d, under, r, book, signer, j.Now}.finish(context.WithoutCancel(ctx))
	if err == nil {
		return done, nil
	}
	if kept == nil {
		return done, message.Errorf("%s is spent, but the release is not finished: %w. Its numbers are kept, and it can be finished without spending more", r.Epsilon, err)
	}
	return done, message.Errorf("%s is spent, but the release is not finished: %w", r.Epsilon, errors.Join(err, kept, under.Drop()))
}

// heed brings the account up to what is known of it elsewhere. It errors where the account was behind, since whoever said yes had seen less
// spent than was.
func (j Job) heed(ctx context.Context) error {
	told, err := witness.Heed(ctx, j.LedgerDir, j.Plan.Plan.DataSet, j.Near)
	if err == nil && len(told) > 0 {
		err = &witness.BehindError{Told: told}
	}
	return err
}

// size returns how many bytes the file has, 0 where that cannot be told.
func (j Job) size(d disk.Disk) int64 {
	info, err := d.Stat(j.Data)
	if err != nil {
		return 0
	}
	return info.Size()
}

// begin has room kept for the release, and looks whether its files can be written.
func (j Job) begin(d disk.Disk) (*unfinished.Release, error) {
	if err := rowaccount.NoneIn(d, j.Out); err != nil {
		return nil, err
	}
	for _, also := range []string{SummarySuffix, ReaderSuffix, ".json" + signature.Suffix} {
		if err := export.Free(d, j.Out, j.Base, j.Plan.Plan, export.Also{Suffix: also}); err != nil {
			return nil, err
		}
	}
	return unfinished.Begin(d, j.LedgerDir, unfinished.About{
		DataSet: j.Plan.Plan.DataSet, Title: j.Plan.Plan.Title, Time: j.Now.Format(time.RFC3339), Out: j.Out, Base: j.Base, Paper: string(j.paper()), Project: j.Near.Project,
	}, roomFor(j.Plan, j.size(d)))
}
