package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

// seal sets the hash: the SHA-256 of the entry's line without a hash.
func (e *Entry) seal() error {
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
	// tail is a last line that a crash cut off, or nil.
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

// read checks the chain of a ledger's bytes.
func read(data []byte) (account, error) {
	a := account{spent: new(big.Rat)}
	var torn []byte // a line that is no entry and has to be followed by a Torn entry
	for number := 1; len(data) > 0; number++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			e, err := parse(line)
			if a.open = err == nil && torn == nil && a.append(e, nil) == nil; !a.open {
				a.tail = line
			}
			break
		}
		data = rest
		e, err := parse(line)
		switch {
		case err != nil && torn == nil && len(data) > 0:
			torn = line
			continue
		case err != nil:
			return a, fmt.Errorf("line %d is no entry", number)
		}
		if err := a.append(e, torn); err != nil {
			return a, fmt.Errorf("line %d: %w", number, err)
		}
		torn = nil
	}
	if torn != nil {
		return a, fmt.Errorf("the last line but one is no entry")
	}
	return a, nil
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

// tornEpsilon reads the epsilon of a cut-off debit. A line cut before its epsilon was never
// acted on, since a debit has to be whole on the disk before noise is drawn; so was one cut
// after it, but it counts all the same.
func tornEpsilon(line []byte) string {
	_, after, found := bytes.Cut(line, []byte(`"kind":"spent","epsilon":"`))
	value, _, whole := bytes.Cut(after, []byte(`"`))
	if !found || !whole {
		return ""
	}
	if r, ok := new(big.Rat).SetString(string(value)); !ok || r.Sign() <= 0 {
		return ""
	}
	return string(value)
}
