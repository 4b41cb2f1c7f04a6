package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"steward/core/release"
	"steward/core/result"
)

// Ledger is the account of one data set. It holds no file open between calls, so two
// programs can use one; each call locks the file while it reads and writes.
type Ledger struct {
	path    string
	dataSet string
}

// Open returns the ledger of a data set in a folder, which is made if it is missing. The
// file is made by the first debit. It errors when the data set has no name and when the
// folder cannot be made.
func Open(dir, dataSet string) (*Ledger, error) {
	if strings.TrimSpace(dataSet) == "" {
		return nil, fmt.Errorf("the data set has no name: name it, so that its spends add up in one ledger")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of the ledgers cannot be made: %w", err)
	}
	return &Ledger{filepath.Join(dir, fileName(dataSet)), dataSet}, nil
}

// fileName returns a name that every file system takes and that no two data sets share.
func fileName(dataSet string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
			return unicode.ToLower(r)
		}
		return '-'
	}, dataSet)
	if runes := []rune(safe); len(runes) > 40 {
		safe = string(runes[:40])
	}
	sum := sha256.Sum256([]byte(dataSet))
	return strings.Trim(safe, "-") + "-" + hex.EncodeToString(sum[:6]) + ".ledger"
}

// Path returns where the ledger is kept.
func (l *Ledger) Path() string { return l.path }

// DamagedError is the error of a ledger whose lines do not fit together. It is never
// written to again.
type DamagedError struct {
	Path string
	Err  error
}

// Error says what is wrong and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("the ledger %s was changed by something other than Steward (%v): nothing can be spent until it is restored from a copy", e.Path, e.Err)
}

// Unwrap returns the fault.
func (e *DamagedError) Unwrap() error { return e.Err }

// LimitError is the error of a debit above the limit.
type LimitError struct{ DataSet, Spent, Limit, Asked, Left string }

// Error names spent, limit, asked and left.
func (e *LimitError) Error() string {
	return fmt.Sprintf("the budget of %q would be exceeded: %s of the %s that you allowed is spent, this release asks for %s, and %s is left: lower the budget of this release", e.DataSet, e.Spent, e.Limit, e.Asked, e.Left)
}

// Statement is what a ledger says.
type Statement struct {
	DataSet string
	Entries []Entry
	Spent   *big.Rat // the sum of epsilon
	// CutOff says that the last line was cut off by a crash.
	CutOff bool
}

// Read reads the ledger file at path, of whatever data set it is. It errors as
// Ledger.Statement does.
func Read(path string) (Statement, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Statement{}, fmt.Errorf("the ledger cannot be read: %w", err)
	}
	a, err := read(data)
	if err != nil {
		return Statement{}, &DamagedError{path, err}
	}
	name := ""
	if len(a.entries) > 0 {
		name = a.entries[0].DataSet
	}
	l := &Ledger{path, name}
	return l.Statement()
}

// Statement reads the ledger. It errors with *DamagedError when the chain is broken. A
// ledger that does not exist yet has spent nothing.
func (l *Ledger) Statement() (Statement, error) {
	s := Statement{DataSet: l.dataSet, Spent: new(big.Rat)}
	f, err := os.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("the ledger cannot be opened: %w", err)
	}
	defer f.Close()
	if err := lock(f, false); err != nil {
		return s, fmt.Errorf("the ledger cannot be locked: %w", err)
	}
	defer unlock(f)
	a, err := l.load(f)
	if err != nil {
		return s, err
	}
	s.Entries, s.Spent, s.CutOff = a.entries, a.spent, len(a.tail) > 0
	if s.CutOff {
		if r, ok := new(big.Rat).SetString(tornEpsilon(a.tail)); ok {
			s.Spent = new(big.Rat).Add(s.Spent, r)
		}
	}
	return s, nil
}

func (l *Ledger) load(f *os.File) (account, error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return account{}, fmt.Errorf("the ledger cannot be read: %w", err)
	}
	a, err := read(data)
	if err != nil {
		return a, &DamagedError{l.path, err}
	}
	for _, e := range a.entries {
		if e.DataSet != l.dataSet {
			return a, &DamagedError{l.path, fmt.Errorf("entry %d is of the data set %q", e.Sequence, e.DataSet)}
		}
	}
	return a, nil
}

// Debit notes a spend, on the disk before it returns, and tells where it stands. It errors
// with *LimitError and notes nothing when the sum would exceed the limit.
func (l *Ledger) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	if s.DataSet != l.dataSet {
		return result.LedgerEntry{}, fmt.Errorf("a spend on %q in the ledger of %q", s.DataSet, l.dataSet)
	}
	var out result.LedgerEntry
	err := l.update(func(a *account) ([]Entry, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		before := new(big.Rat).Set(a.spent)
		after := new(big.Rat).Add(before, s.Epsilon.Rat())
		out = result.LedgerEntry{DataSet: s.DataSet, SpentBefore: text(before), SpentAfter: text(after)}
		e := Entry{
			Kind: Spent, Epsilon: s.Epsilon.String(), Time: s.Time, DataSet: s.DataSet,
			Title: s.Title, Policy: s.Policy, Questions: s.Questions,
		}
		if !s.Limit.IsZero() {
			e.Limit, out.Limit = s.Limit.String(), s.Limit.String()
			if limit := s.Limit.Rat(); after.Cmp(limit) > 0 {
				left := new(big.Rat).Sub(limit, before)
				if left.Sign() < 0 {
					left.SetInt64(0)
				}
				return nil, &LimitError{s.DataSet, text(before), text(limit), s.Epsilon.String(), text(left)}
			}
		}
		return []Entry{e}, nil
	}, func(e Entry) { out.Sequence, out.Hash = e.Sequence, e.Hash })
	return out, err
}

// Closing says that a release's files are written.
type Closing struct {
	Time   string
	Digest string
	Files  []string // paths; the ledger keeps their names only
}

// Close notes that the files of a debit are written.
func (l *Ledger) Close(debit result.LedgerEntry, c Closing) error {
	return l.update(func(*account) ([]Entry, error) {
		e := Entry{Kind: Written, Time: c.Time, DataSet: l.dataSet, Of: debit.Sequence, Digest: c.Digest}
		for _, f := range c.Files {
			e.Files = append(e.Files, filepath.Base(f))
		}
		return []Entry{e}, nil
	}, func(Entry) {})
}

// update locks the ledger, checks it, and appends the entries that decide returns, on the
// disk before it returns. done is told of the last of them.
func (l *Ledger) update(decide func(*account) ([]Entry, error), done func(Entry)) error {
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("the ledger cannot be written: choose a folder for it that you may write to: %w", err)
	}
	defer f.Close()
	if err := lock(f, true); err != nil {
		return fmt.Errorf("the ledger cannot be locked: %w", err)
	}
	defer unlock(f)
	a, err := l.load(f)
	if err != nil {
		return err
	}
	var out []byte
	switch {
	case a.open:
		out = []byte("\n")
	case len(a.tail) > 0:
		if out, err = a.mend(l.dataSet); err != nil {
			return err
		}
	}
	entries, err := decide(&a)
	if err != nil {
		return err
	}
	for _, e := range entries {
		sequence, hash := a.head()
		e.Sequence, e.Previous = sequence+1, hash
		if err := e.seal(); err != nil {
			return err
		}
		line, err := e.line()
		if err != nil {
			return err
		}
		if err := a.append(e, nil); err != nil {
			return err
		}
		out = append(out, line...)
	}
	if _, err := f.Write(out); err != nil {
		return fmt.Errorf("the ledger cannot be written: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("the ledger cannot be written to the disk: %w", err)
	}
	if len(a.entries) == len(entries) { // the file is new: make its name durable too
		if err := syncFolder(filepath.Dir(l.path)); err != nil {
			return fmt.Errorf("the ledger cannot be written to the disk: %w", err)
		}
	}
	last := a.entries[len(a.entries)-1]
	done(last)
	return nil
}

// mend ends a cut-off line and notes what it stood for. The line itself stays.
func (a *account) mend(dataSet string) ([]byte, error) {
	sequence, hash := a.head()
	e := Entry{Sequence: sequence + 1, Kind: Torn, Epsilon: tornEpsilon(a.tail), DataSet: dataSet, Fragment: fragmentHash(a.tail), Previous: hash}
	if err := e.seal(); err != nil {
		return nil, err
	}
	line, err := e.line()
	if err != nil {
		return nil, err
	}
	tail := a.tail
	a.tail = nil
	return append([]byte("\n"), line...), a.append(e, tail)
}

// text writes an exact sum as a decimal where that is possible, otherwise as a fraction.
func text(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 12 {
		return r.FloatString(digits)
	}
	return r.RatString()
}
