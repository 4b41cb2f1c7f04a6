package ledger

import (
	"bytes"
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
	"unicode/utf8"

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
// file is made by the first debit. It errors when the data set has no name or one with
// broken characters, and when the folder cannot be made.
func Open(dir, dataSet string) (*Ledger, error) {
	if strings.TrimSpace(dataSet) == "" {
		return nil, fmt.Errorf("the data set has no name: name it, so that its spends add up in one ledger")
	}
	if !utf8.ValidString(dataSet) {
		return nil, fmt.Errorf("the name %q of the data set has broken characters: type it again", dataSet)
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
	if _, err := os.Stat(path); err != nil {
		return Statement{}, fmt.Errorf("the ledger cannot be read: %w", err)
	}
	l := &Ledger{path: path} // of any data set
	s, err := l.Statement()
	if len(s.Entries) > 0 {
		s.DataSet = s.Entries[0].DataSet
	}
	return s, err
}

// Statement reads the ledger. It errors with *DamagedError when the chain is broken. A
// ledger that does not exist yet has spent nothing.
func (l *Ledger) Statement() (Statement, error) {
	s := Statement{DataSet: l.dataSet, Spent: new(big.Rat)}
	f, err := os.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, l.compareHead(account{})
	}
	if err != nil {
		return s, fmt.Errorf("the ledger cannot be opened: %w", err)
	}
	defer f.Close()
	if err := lock(context.Background(), f, false); err != nil {
		return s, err
	}
	defer unlock(f)
	a, err := l.load(f)
	if err != nil {
		return s, err
	}
	s.Entries, s.CutOff = a.entries, len(a.tail) > 0
	s.Spent.Add(a.spent, tornEpsilon(a.tail))
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
	name := l.dataSet
	for _, e := range a.entries {
		if name == "" {
			name = e.DataSet
		}
		if e.DataSet != name {
			return a, &DamagedError{l.path, fmt.Errorf("entry %d is of the data set %q", e.Sequence, e.DataSet)}
		}
	}
	return a, l.compareHead(a)
}

// Debit notes a spend, on the disk before it returns, and tells where it stands. It errors
// with *LimitError and notes nothing when the sum would exceed the limit.
func (l *Ledger) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	if s.DataSet != l.dataSet {
		return result.LedgerEntry{}, fmt.Errorf("a spend on %q in the ledger of %q", s.DataSet, l.dataSet)
	}
	var out result.LedgerEntry
	err := l.update(ctx, func(a *account) ([]Entry, error) {
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
	return l.update(context.Background(), func(*account) ([]Entry, error) {
		e := Entry{Kind: Written, Time: c.Time, DataSet: l.dataSet, Of: debit.Sequence, Digest: c.Digest}
		for _, f := range c.Files {
			e.Files = append(e.Files, filepath.Base(f))
		}
		return []Entry{e}, nil
	}, func(Entry) {})
}

// update locks the ledger, checks it, and appends the entries that decide returns, on the
// disk before it returns. done is told of the last of them. decide may be asked twice, and
// when it errors nothing is written.
func (l *Ledger) update(ctx context.Context, decide func(*account) ([]Entry, error), done func(Entry)) error {
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := l.compareHead(account{}); err != nil {
			return err
		}
		if _, err := decide(&account{spent: new(big.Rat)}); err != nil {
			return err // a refusal leaves no empty ledger behind
		}
		f, err = os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	}
	if err != nil {
		return fmt.Errorf("the ledger cannot be written: choose a folder for it that you may write to: %w", err)
	}
	defer f.Close()
	if err := lock(ctx, f, true); err != nil {
		return err
	}
	defer unlock(f)
	a, err := l.load(f)
	if err != nil {
		return err
	}
	before := a
	out, err := a.mend(l.dataSet)
	if err != nil {
		return err
	}
	entries, err := decide(&a)
	if err != nil {
		return err
	}
	if err := l.keepHead(before); err != nil { // so that it fails before anything is spent
		return err
	}
	for _, e := range entries {
		line, err := a.add(e)
		if err != nil {
			return err
		}
		out = append(out, line...)
	}
	if err := l.write(f, out); err != nil {
		return err
	}
	// The spend is on the disk, so it must not be called undone; should the new head not
	// be kept, the one kept above holds, and a ledger may be ahead of its head.
	_ = l.keepHead(a)
	done(a.entries[len(a.entries)-1])
	return nil
}

// write appends to the file, and returns when it is on the disk under its name. When it
// errors, what it has written so far is taken back if the disk allows: nothing was done on
// the strength of it.
func (l *Ledger) write(f *os.File, out []byte) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("the ledger cannot be written: %w", err)
	}
	if _, err := f.Write(out); err != nil {
		return fmt.Errorf("the ledger cannot be written: %w", errors.Join(err, f.Truncate(info.Size())))
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("the ledger cannot be written to the disk: %w", errors.Join(err, f.Truncate(info.Size())))
	}
	if info.Size() > 0 {
		return nil
	}
	if err := syncFolder(filepath.Dir(l.path)); err != nil { // the file is new
		return fmt.Errorf("the ledger cannot be written to the disk: %w", errors.Join(err, f.Truncate(0)))
	}
	return nil
}

// add chains an entry to the last and returns its line.
func (a *account) add(e Entry) ([]byte, error) {
	sequence, hash := a.head()
	e.Sequence, e.Previous = sequence+1, hash
	if err := e.seal(); err != nil {
		return nil, err
	}
	line, err := e.line()
	if err != nil {
		return nil, err
	}
	return line, a.append(e, nil)
}

// mend returns what has to be written before the next entry: the missing end of the last
// line, or an entry for what was cut off, which itself stays.
func (a *account) mend(dataSet string) ([]byte, error) {
	if a.open {
		a.open = false
		return []byte("\n"), nil
	}
	if len(a.tail) == 0 {
		return nil, nil
	}
	sequence, hash := a.head()
	torn, ended := bytes.CutSuffix(a.tail, []byte("\n"))
	e := Entry{Sequence: sequence + 1, Kind: Torn, DataSet: dataSet, Fragment: fragmentHash(torn), Previous: hash}
	if spent := tornEpsilon(torn); spent.Sign() > 0 {
		e.Epsilon = text(spent)
	}
	if err := e.seal(); err != nil {
		return nil, err
	}
	line, err := e.line()
	if err != nil {
		return nil, err
	}
	a.tail = nil
	if !ended {
		line = append([]byte("\n"), line...)
	}
	return line, a.append(e, torn)
}

// text writes an exact sum as a decimal where that is possible, otherwise as a fraction.
func text(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 12 {
		return r.FloatString(digits)
	}
	return r.RatString()
}
