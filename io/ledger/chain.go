package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/big"

	"steward/core/message"
)

// account is what a ledger file holds.
type account struct {
	balance
	// entries begin with the first, or with a Forgotten one when those before are dropped.
	entries []Entry
	// start is where the first of them begins.
	start int
	// blank says that nothing can be read of what stands before.
	blank bool
	// tail is what follows the last entry: a line that a crash cut off, and perhaps what
	// a crash cut off while that was being mended. It is nil when nothing follows.
	tail []byte
	// open says that the last line is whole but lacks its line end.
	open bool
	// fragments are the cut-off lines that Torn entries stand for, by the entries' numbers.
	fragments map[int][]byte
}

func newAccount() account { return account{balance: newBalance(), blank: true} }

// head returns the sequence number and hash of the last entry.
func (a *account) head() (sequence int, hash string) {
	if n := len(a.entries); n > 0 {
		return a.entries[n-1].Sequence, a.entries[n-1].Hash
	}
	return 0, ""
}

// entry returns the entry with a number, which there is none of when it was dropped.
func (a *account) entry(sequence int) (Entry, bool) {
	if len(a.entries) == 0 {
		return Entry{}, false
	}
	i := sequence - a.entries[0].Sequence
	if i < 0 || i >= len(a.entries) {
		return Entry{}, false
	}
	return a.entries[i], true
}

// taken returns what is spent, with what can be read of a cut-off line.
func (a *account) taken() *big.Rat { return new(big.Rat).Add(a.spent, tornEpsilon(a.tail)) }

// chances returns the sum of the chances of failure, with what can be read of a cut-off line.
func (a *account) chances() *big.Rat {
	_, delta := torn(a.tail)
	return delta.Add(delta, a.delta)
}

// read checks the chain of a ledger's bytes. A line that is no entry is allowed only where a
// crash can have left one: as the beginning of an entry, and either at the end or before
// the Torn entry that stands for it. What stands before a Forgotten entry may be anything:
// it is written over when a data set is forgotten, which a crash can interrupt.
func read(data []byte) (account, error) {
	a, err := readFrom(data, 0)
	if start := lastForgotten(data); err != nil && start > 0 {
		a, err = readFrom(data, start)
		a.start, a.blank = start, len(bytes.TrimSpace(data[:start])) == 0
	}
	return a, err
}

// lastForgotten returns where the last Forgotten entry begins, 0 when there is none.
func lastForgotten(data []byte) int {
	found := 0
	for at := 0; at < len(data); {
		line, _, _ := bytes.Cut(data[at:], []byte("\n"))
		if bytes.Contains(line, []byte(`"kind":"forgotten"`)) {
			if e, err := parse(line); err == nil && e.Kind == Forgotten {
				if sum, err := e.sum(); err == nil && sum == e.Hash {
					found = at
				}
			}
		}
		at += len(line) + 1
	}
	return found
}

func readFrom(data []byte, at int) (account, error) {
	a := newAccount()
	from := -1 // where what was cut off begins, -1 for nothing
	for number := 1; at < len(data); number++ {
		line, _, whole := bytes.Cut(data[at:], []byte("\n"))
		e, err := parse(line)
		switch {
		case err == nil:
			var torn []byte
			if from >= 0 {
				torn = data[from : at-1]
			}
			if err := a.append(e, torn); err != nil {
				return a, message.Errorf("line %d: %w", number, err)
			}
			from, a.open = -1, !whole
		case errors.As(err, new(newerError)):
			return a, err
		case !cutOff(line):
			return a, message.Errorf("line %d is not an entry", number)
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

// append checks that an entry follows the ones before, and a cut-off line if there is one.
func (a *account) append(e Entry, torn []byte) error {
	sequence, hash := a.head()
	sum, err := e.sum()
	// A Forgotten entry stands for those before it when they are dropped.
	first := len(a.entries) == 0 && e.Kind == Forgotten && e.Sequence > 0
	switch {
	case err != nil:
		return err
	case e.Hash != sum:
		return message.Errorf("the entry was changed: its hash is not that of its content")
	case !first && (e.Sequence != sequence+1 || e.Previous != hash):
		return message.Errorf("entry %d does not follow entry %d: a line is missing or out of place", e.Sequence, sequence)
	case (torn != nil) != (e.Kind == Torn && e.Again == nil) || (torn != nil && e.Fragment != fragmentHash(torn)):
		return message.Errorf("a line before it is not an entry and was not cut off by a crash")
	}
	if e.Kind == Forgotten {
		if a.balance, err = a.bury(e, !first); err != nil {
			return err
		}
	} else if err := a.apply(e, func(n int) bool { _, ok := a.entry(n); return ok }); err != nil {
		return err
	}
	a.entries = append(a.entries, e)
	if torn != nil {
		if a.fragments == nil {
			a.fragments = make(map[int][]byte)
		}
		a.fragments[e.Sequence] = torn
	}
	return nil
}

func fragmentHash(line []byte) string {
	s := sha256.Sum256(line)
	return hex.EncodeToString(s[:])
}

func tornEpsilon(tail []byte) *big.Rat {
	epsilon, _ := torn(tail)
	return epsilon
}

// torn reads what a cut-off debit would have spent, and its chance of failure, zero when it was
// cut before that. Such a debit was never acted on, since a debit has to be whole on the disk
// before noise is drawn; it counts all the same.
func torn(tail []byte) (epsilon, delta *big.Rat) {
	epsilon, delta = new(big.Rat), new(big.Rat)
	for {
		var found bool
		if _, tail, found = bytes.Cut(tail, []byte(`"kind":"spent","epsilon":"`)); !found {
			return epsilon, delta
		}
		value, rest, whole := bytes.Cut(tail, []byte(`"`))
		if r, ok := amount(string(value)); whole && ok {
			epsilon.Add(epsilon, r)
		}
		after, follows := bytes.CutPrefix(rest, []byte(`,"delta":"`))
		if value, _, whole = bytes.Cut(after, []byte(`"`)); follows && whole {
			if r, ok := amount(string(value)); ok {
				delta.Add(delta, r)
			}
		}
	}
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
	fragment, ended := bytes.CutSuffix(a.tail, []byte("\n"))
	e := Entry{Sequence: sequence + 1, Kind: Torn, DataSet: dataSet, Fragment: fragmentHash(fragment), Previous: hash}
	spent, delta := torn(fragment)
	if spent.Sign() > 0 {
		e.Epsilon = text(spent)
	}
	if delta.Sign() > 0 {
		e.Delta = text(delta)
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
	return line, a.append(e, fragment)
}
