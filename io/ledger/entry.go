package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
)

// Kind says what an entry notes.
type Kind string

// The kinds of entry.
const (
	// Spent is a debit, made before any noise was drawn.
	Spent Kind = "spent"
	// Written says that the files of an earlier debit were written.
	Written Kind = "written"
	// Torn takes the place of a line that a crash cut off; what could be read of its
	// spend counts as spent.
	Torn Kind = "torn"
)

// Entry is one line of a ledger. Epsilon comes early in the line, so that a line cut off
// by a crash still shows it.
type Entry struct {
	Sequence int    `json:"sequence"`
	Kind     Kind   `json:"kind"`
	Epsilon  string `json:"epsilon,omitempty"` // an exact fraction or decimal; of Spent and Torn
	Time     string `json:"time"`
	DataSet  string `json:"dataSet"`
	Title    string `json:"title,omitempty"`
	Limit    string `json:"limit,omitempty"`
	Policy   string `json:"policy,omitempty"`
	// Questions are the titles of what a debit was for.
	Questions []string `json:"questions,omitempty"`
	// Of is the sequence number of the debit that a Written entry closes; Digest is the
	// release's, Files are the names of its files.
	Of     int      `json:"of,omitempty"`
	Digest string   `json:"digest,omitempty"`
	Files  []string `json:"files,omitempty"`
	// Fragment is the SHA-256 of the cut-off line that a Torn entry stands for.
	Fragment string `json:"fragment,omitempty"`
	Previous string `json:"previous"` // the hash of the entry before; empty for the first
	Hash     string `json:"hash"`
}

// seal sets the hash: the SHA-256 of the entry's line without a hash. Broken characters are
// replaced before, because they would not read back as they are.
func (e *Entry) seal() error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	*e = Entry{}
	if err := json.Unmarshal(line, e); err != nil {
		return err
	}
	h, err := e.sum()
	e.Hash = h
	return err
}

func (e Entry) sum() (string, error) {
	e.Hash = ""
	line, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	s := sha256.Sum256(line)
	return hex.EncodeToString(s[:]), nil
}

// line returns the entry as it stands in the file, with the line end.
func (e Entry) line() ([]byte, error) {
	b, err := json.Marshal(e)
	return append(b, '\n'), err
}

// spent returns what an entry takes from the budget, exactly.
func (e Entry) spent() (*big.Rat, error) {
	if e.Kind == Written || e.Epsilon == "" {
		return new(big.Rat), nil
	}
	r, ok := new(big.Rat).SetString(e.Epsilon)
	if !ok || r.Sign() <= 0 {
		return nil, fmt.Errorf("entry %d has the epsilon %q", e.Sequence, e.Epsilon)
	}
	return r, nil
}

// account is what a ledger file holds.
type account struct {
	entries []Entry
	spent   *big.Rat
	// tail is what follows the last entry: a line that a crash cut off, and perhaps what
	// a crash cut off while that was being mended. It is nil when nothing follows.
	tail []byte
	// open says that the last line is whole but lacks its line end.
	open bool
}

// head returns the sequence number and hash of the last entry.
func (a account) head() (sequence int, hash string) {
	if n := len(a.entries); n > 0 {
		return a.entries[n-1].Sequence, a.entries[n-1].Hash
	}
	return 0, ""
}

// read checks the chain of a ledger's bytes. A line that is no entry is allowed only where a
// crash can have left one: as the beginning of an entry, and either at the end or before
// the Torn entry that stands for it.
func read(data []byte) (account, error) {
	a := account{spent: new(big.Rat)}
	from := -1 // where what was cut off begins, -1 for nothing
	for number, at := 1, 0; at < len(data); number++ {
		line, _, whole := bytes.Cut(data[at:], []byte("\n"))
		e, err := parse(line)
		switch {
		case err == nil:
			var torn []byte
			if from >= 0 {
				torn = data[from : at-1]
			}
			if err := a.append(e, torn); err != nil {
				return a, fmt.Errorf("line %d: %w", number, err)
			}
			from, a.open = -1, !whole
		case !cutOff(line):
			return a, fmt.Errorf("line %d is no entry", number)
		case from < 0:
			from = at
		}
		at += len(line) + 1
	}
	if from >= 0 {
		a.tail = data[from:]
	}
	return a, nil
}

// cutOff reports whether a line can be the beginning of an entry, which is what a crash
// leaves; some file systems fill up the rest with zeros. Where a byte in the middle of a
// line was changed, it is not.
func cutOff(line []byte) bool {
	var entry json.RawMessage
	err := json.NewDecoder(bytes.NewReader(bytes.TrimRight(line, "\x00"))).Decode(&entry)
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

func parse(line []byte) (Entry, error) {
	var e Entry
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, err
	}
	// Any other spelling of the same entry was not written by a ledger.
	again, err := e.line()
	if err == nil && !bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), line) {
		err = fmt.Errorf("not in the form that a ledger writes")
	}
	return e, err
}

// append checks that an entry follows the ones before, and a cut-off line if there is one.
func (a *account) append(e Entry, torn []byte) error {
	sequence, hash := a.head()
	sum, err := e.sum()
	switch {
	case err != nil:
		return err
	case e.Hash != sum:
		return fmt.Errorf("the entry was changed: its hash is not that of its content")
	case e.Sequence != sequence+1 || e.Previous != hash:
		return fmt.Errorf("entry %d does not follow entry %d: a line is missing or out of place", e.Sequence, sequence)
	case (torn != nil) != (e.Kind == Torn) || (torn != nil && e.Fragment != fragmentHash(torn)):
		return fmt.Errorf("a line before it is no entry and was not cut off by a crash")
	}
	spent, err := e.spent()
	if err != nil {
		return err
	}
	a.spent.Add(a.spent, spent)
	a.entries = append(a.entries, e)
	return nil
}

func fragmentHash(line []byte) string {
	s := sha256.Sum256(line)
	return hex.EncodeToString(s[:])
}

// tornEpsilon reads what a cut-off debit would have spent, zero when it was cut before that.
// Such a debit was never acted on, since a debit has to be whole on the disk before noise is
// drawn; it counts all the same.
func tornEpsilon(tail []byte) *big.Rat {
	sum := new(big.Rat)
	for {
		var found bool
		if _, tail, found = bytes.Cut(tail, []byte(`"kind":"spent","epsilon":"`)); !found {
			return sum
		}
		value, _, whole := bytes.Cut(tail, []byte(`"`))
		if r, ok := new(big.Rat).SetString(string(value)); whole && ok && r.Sign() > 0 {
			sum.Add(sum, r)
		}
	}
}
