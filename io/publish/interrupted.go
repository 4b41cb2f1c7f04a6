package publish

import (
	"context"
	"errors"
	"time"

	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/unfinished"
)

// Interrupted is a release whose budget is spent, and whose files do not all stand where they were to stand: the program ended
// before, or could not write them.
type Interrupted struct {
	unfinished.Left
	// Spent is its budget, as the ledger notes it.
	Spent     string
	ledgerDir string
	disk      disk.Disk
}

// InterruptedAt returns what was interrupted of the ledgers in a folder. It removes what was left of releases that had spent
// nothing yet, or lacked nothing any more. It errors with what of them cannot be read beside those that can.
func InterruptedAt(ledgerDir string) ([]Interrupted, error) { return interruptedOn(disk.OS, ledgerDir) }

func interruptedOn(d disk.Disk, ledgerDir string) ([]Interrupted, error) {
	left, failed := unfinished.LeftAt(d, ledgerDir)
	var out []Interrupted
	for _, l := range left {
		i := Interrupted{Left: l, ledgerDir: ledgerDir, disk: d}
		spent, written, err := i.debit()
		switch {
		case err != nil:
			failed = errors.Join(failed, err)
		case written || spent == "" && !i.Kept:
			failed = errors.Join(failed, i.Forget())
		default:
			i.Spent = spent
			out = append(out, i)
		}
	}
	return out, failed
}

// debit returns what the release has spent by the ledger, "" for nothing, and whether all that it has spent is for files that are
// noted as written.
func (i Interrupted) debit() (spent string, written bool, err error) {
	book, err := ledger.On(i.disk, i.ledgerDir).Open(i.DataSet)
	if err != nil {
		return "", false, err
	}
	st, err := book.Statement()
	if err != nil {
		return "", false, err
	}
	closed := make(map[int]bool)
	for _, e := range st.Entries {
		if e.Kind == ledger.Written {
			closed[e.Of] = true
		}
	}
	for _, e := range st.Entries {
		if e.Kind != ledger.Spent || e.Time != i.Time || e.Title != i.Title {
			continue
		}
		if !closed[e.Sequence] {
			return e.Epsilon, false, nil
		}
		written = true
	}
	return "", written, nil
}

// Finish writes what is missing of the release, with the numbers that were drawn and nothing spent, into the folder that was
// chosen for it, or into another one. It errors with unfinished.ErrHeld while another program does so.
func (i Interrupted) Finish(ctx context.Context, out string, now time.Time, signer func() (*signature.Signer, error)) (*Finished, error) {
	under, err := i.Hold(i.disk)
	if err != nil {
		return nil, err
	}
	defer under.Close()
	r, err := under.Answers()
	if err != nil {
		return nil, err
	}
	book, err := ledger.On(i.disk, i.ledgerDir).Open(i.DataSet)
	if err != nil {
		return nil, err
	}
	if err := i.paid(book, r.Ledger.Sequence, r.Ledger.Hash); err != nil {
		return nil, err
	}
	if out != "" && out != under.Out {
		if err := under.To(out); err != nil {
			return nil, err
		}
	}
	f := finishing{disk: i.disk, under: under, release: r, ledger: book, now: now}
	if r.Signer != "" && signer != nil && !under.IsWhole() {
		if f.signer, err = signer(); err != nil {
			return nil, err
		}
	}
	return f.finish(ctx)
}

// paid errors unless the ledger has the entry that pays for the numbers: nothing is published that it does not account for.
func (i Interrupted) paid(book *ledger.Ledger, sequence int, hash string) error {
	st, err := book.Statement()
	if err != nil {
		return err
	}
	for _, e := range st.Entries {
		if e.Kind == ledger.Spent && e.Is(ledger.Origin{Sequence: sequence, Hash: hash}) {
			return nil
		}
	}
	return message.Errorf("the account of “%s” does not have the entry %d that pays for this release: an old copy of it was put back, or it is another one. Nothing was published", i.DataSet, sequence)
}

// Forget removes what is kept of the release. What it has spent stays spent, and its numbers are gone.
func (i Interrupted) Forget() error {
	under, err := i.Hold(i.disk)
	if err != nil {
		return err
	}
	return under.Drop()
}

// Lost says that nothing can come of the release.
func (i Interrupted) Lost() message.Text {
	return message.Sprintf("The release %q of %q on %s was interrupted before its numbers were kept: %s is spent, and nothing was published. Releasing again spends again.", i.Title, i.DataSet, i.day(), i.Spent)
}

// Dropped says that the numbers are forgotten.
func (i Interrupted) Dropped() message.Text {
	return message.Sprintf("The numbers of the release %q of %q on %s are dropped: %s stays spent, and nothing was published.", i.Title, i.DataSet, i.day(), i.Spent)
}

// Completed says that all of the release is there now.
func (i Interrupted) Completed() message.Text {
	return message.Sprintf("The release %q of %q on %s was interrupted, and is finished now, with the numbers that were drawn then. Nothing more was spent.", i.Title, i.DataSet, i.day())
}

// Waiting says that the release can be finished.
func (i Interrupted) Waiting() message.Text {
	return message.Sprintf("The release %q of %q on %s was interrupted after %s was spent, and is to be finished%s.", i.Title, i.DataSet, i.day(), i.Spent, message.Type("steward finish"))
}

func (i Interrupted) day() message.Text {
	at, err := time.Parse(time.RFC3339, i.Time)
	if err != nil {
		return message.Verbatim(i.Time)
	}
	return message.Sprintf("%v", message.Day(at))
}
