package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/big"

	"steward/core/message"
)

// Exported is a ledger as one file, for keeping and for another computer: a JSON document
// with the whole chain, which Import checks. The sums are for people to read; they are
// those of the entries.
type Exported struct {
	Format   string `json:"format"` // always exportedFormat
	Version  int    `json:"version"`
	Exported string `json:"exported"` // when, in RFC 3339
	DataSet  string `json:"dataSet"`
	Spent    string `json:"spent"`
	Reserved string `json:"reserved"`
	Limit    string `json:"limit,omitempty"`
	// Head is the last entry, without which a cut-off end could not be seen.
	Head    Head    `json:"head"`
	Entries []Entry `json:"entries"`
	// Fragments are the cut-off lines that Torn entries stand for, by the entries' numbers.
	Fragments map[int][]byte `json:"fragments,omitempty"`
}

// Head is the last entry of a ledger.
type Head struct {
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash"`
}

const (
	exportedFormat  = "steward ledger"
	exportedVersion = 1
)

// Export writes the ledger to w. What a crash cut off is mended before, so that the chain
// here and the one in the file have the same end. at is the time of the export, in RFC 3339.
func (l *Ledger) Export(ctx context.Context, w io.Writer, at string) error {
	s, err := l.Statement()
	if err != nil {
		return err
	}
	if len(s.Entries) == 0 && !s.CutOff {
		return &UnknownError{DataSet: l.dataSet}
	}
	if s.CutOff {
		nothing := func(*held) ([]addition, error) { return nil, nil }
		if _, err := l.folder.update(ctx, nothing, l); err != nil {
			return err
		}
	}
	h, err := l.folder.hold(ctx, access{}, l)
	if err != nil {
		return err
	}
	x := h.own.export()
	h.release()
	x.Exported = at
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(x)
}

func (m *member) export() Exported {
	a := &m.account
	x := Exported{
		Format: exportedFormat, Version: exportedVersion, DataSet: a.entries[0].DataSet,
		Spent: text(a.spent), Reserved: text(a.reserved()), Entries: a.entries, Fragments: a.fragments,
	}
	if a.limit.most != nil {
		x.Limit = text(a.limit.most)
	}
	x.Head.Sequence, x.Head.Hash = a.head()
	return x
}

// parseExported reads an exported ledger and checks it: that it is whole, that its entries
// are a chain that ends at its head, and that its sums are theirs.
func parseExported(data []byte) (Exported, account, error) {
	var x Exported
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	switch err := json.Unmarshal(data, &kind); {
	case err != nil || kind.Format != exportedFormat:
		return x, account{}, message.Errorf("the file is not an exported account, or only part of one: export the account again where it is kept%s", message.Type("steward ledger export"))
	case kind.Version > exportedVersion:
		return x, account{}, message.Errorf("the file was written by a newer version of Steward (format %d, this program knows %d): update Steward", kind.Version, exportedVersion)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		for _, format := range entryFormats(data) {
			if format > newestFormat {
				return x, account{}, newerError{format}
			}
		}
		return x, account{}, changed(err)
	}
	a := newAccount()
	for _, e := range x.Entries {
		if e.Format > newestFormat {
			return x, a, newerError{e.Format}
		}
		if err := a.append(e, x.Fragments[e.Sequence]); err != nil {
			return x, a, changed(err)
		}
		if !same(e.DataSet, x.DataSet) {
			return x, a, changed(message.Errorf("entry %d belongs to the data set %q", e.Sequence, e.DataSet))
		}
	}
	sequence, hash := a.head()
	switch {
	case sequence == 0 || key(x.DataSet) == "":
		return x, a, changed(message.New("there are no entries"))
	case x.Head != Head{sequence, hash}:
		return x, a, changed(message.Errorf("it ends at entry %d, but entry %d was exported", sequence, x.Head.Sequence))
	case x.Spent != text(a.spent) || x.Reserved != text(a.reserved()):
		return x, a, changed(message.New("the sums are not those of the entries"))
	}
	return x, a, nil
}

func changed(err error) error {
	return message.Errorf("the file was changed since it was exported (%w): export the account again where it is kept", err)
}

// entryFormats returns the formats of the entries of an export that cannot be read whole.
func entryFormats(data []byte) []int {
	var x struct {
		Entries []struct {
			Format int `json:"format"`
		} `json:"entries"`
	}
	if json.Unmarshal(data, &x) != nil {
		return nil
	}
	var list []int
	for _, e := range x.Entries {
		list = append(list, e.Format)
	}
	return list
}

// lines returns the bytes of the entries after the given one, each after the cut-off line
// that it stands for.
func (x Exported) lines(after int) ([]byte, error) {
	var out []byte
	for _, e := range x.Entries {
		if e.Sequence <= after {
			continue
		}
		line, err := e.line()
		if err != nil {
			return nil, err
		}
		if e.Kind == Torn {
			out = append(append(out, x.Fragments[e.Sequence]...), '\n')
		}
		out = append(out, line...)
	}
	return out, nil
}

// after returns what the entries after the given one spent.
func (a *account) after(sequence int) *big.Rat {
	sum := new(big.Rat)
	if len(a.entries) > 0 && a.entries[0].Kind == Forgotten && a.entries[0].Sequence > sequence {
		if r, ok := amount(a.entries[0].Total); ok {
			sum.Add(sum, r)
		}
	}
	for _, e := range a.entries {
		if r, ok := e.spends(); ok && e.Sequence > sequence && (e.Kind == Spent || e.Kind == Torn) {
			sum.Add(sum, r)
		}
	}
	return sum.Add(sum, tornEpsilon(a.tail))
}
