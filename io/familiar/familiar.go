// Package familiar knows people again who are in the account of another name: whoever renames a data set would else begin with a
// fresh budget, though what is learnt about a person adds up whatever the file is called.
//
// Of every released file a keyed fingerprint is kept. On request a sketch of a key column is kept too: the keyed hashes of at most
// mostKept of its values, those that happen to be least, and how many values there were. The key is drawn once and kept on this
// computer, beside the ledgers, with all of this; none of it is ever exported, and no project holds a copy. Whoever can read that
// folder can test guesses: whether a certain file was released, and, of a sketch, whether a certain person's key is in it. Nobody
// else can.
package familiar

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/wholefile"
)

// mostKept is how many hashes a sketch keeps: with fewer values, all of them, so that numbers of people are exact.
const mostKept = 4096

const (
	keyName      = "key"
	keyBytes     = 32
	fileEnding   = ".file"
	sketchEnding = ".sketch"
	mostBytes    = 1 << 20
)

// Folder is where it is kept what tells whom accounts are about.
type Folder struct {
	dir, ledgers string
	disk         disk.Disk
}

// In returns the folder beside the ledgers at a path.
func In(ledgers string) Folder { return On(disk.OS, ledgers) }

// On is In on a given disk.
func On(d disk.Disk, ledgers string) Folder {
	ledgers = filepath.Clean(ledgers)
	return Folder{ledgers + ".people", ledgers, d}
}

// Sketch tells whom an account is about without naming anybody.
type Sketch struct {
	DataSet string `json:"dataSet"`
	// Column is the key column, Values how many different ones it had.
	Column string `json:"column"`
	Values int    `json:"values"`
	// Least are the least of their keyed hashes, in order.
	Least []uint64 `json:"least"`
}

// released is a file that was released, by its keyed fingerprint, which is in the name.
type released struct {
	DataSet string `json:"dataSet"`
}

// key returns the key, which is drawn at the first time.
func (f Folder) key() ([]byte, error) {
	path := filepath.Join(f.dir, keyName)
	key, err := disk.ReadFile(f.disk, path, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		if err := disk.MakeFolder(f.disk, f.dir); err != nil {
			return nil, message.Errorf("the folder that tells whom accounts are about cannot be created: %w", disk.InWords(err))
		}
		key = make([]byte, keyBytes)
		rand.Read(key)
		if err = wholefile.On(f.disk).Write(path, func(w io.Writer) error {
			_, err := w.Write(key)
			return err
		}); err != nil {
			return nil, err
		}
	}
	if err == nil && len(key) != keyBytes {
		err = message.Errorf("it has %d bytes instead of %d: remove the folder, which forgets whom accounts are about", len(key), keyBytes)
	}
	if err != nil {
		return nil, message.Errorf("%s cannot be read: %w", path, disk.InWords(err))
	}
	return key, nil
}

// hashed is the keyed hash of something of a kind.
func hashed(key []byte, kind string, of []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(kind))
	h.Write([]byte{0})
	h.Write(of)
	return h.Sum(nil)
}

// place is where something of an account is kept, whichever way its name is spelled.
func (f Folder) place(dataSet, before, ending string) string {
	s := sha256.Sum256([]byte(ledger.Key(dataSet)))
	return filepath.Join(f.dir, before+hex.EncodeToString(s[:8])+ending)
}

// Released notes that a file with a SHA-256 is released under a data set.
func (f Folder) Released(dataSet string, digest [32]byte) error {
	key, err := f.key()
	if err != nil {
		return err
	}
	path := f.place(dataSet, hex.EncodeToString(hashed(key, "file", digest[:]))+"-", fileEnding)
	return f.write(path, released{dataSet})
}

// Membership identifies of whose answers the groups of people in a file are made: the file itself, how it is read, and which rows of a
// person count. Two releases with the same one put everybody into the same group.
func (f Folder) Membership(digest [32]byte, p plan.Plan) (string, error) {
	key, err := f.key()
	if err != nil {
		return "", err
	}
	of := p.Data
	of.File, of.Reviewed = "", nil
	read, err := json.Marshal(plan.Plan{Data: of, Rows: p.Rows, Weight: p.Weight})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(hashed(key, "membership", append(digest[:], read...))), nil
}

// Remember keeps a sketch of the values of a key column for an account, in the place of an earlier one, and returns it.
func (f Folder) Remember(dataSet, column string, values iter.Seq2[string, error]) (Sketch, error) {
	key, err := f.key()
	if err != nil {
		return Sketch{}, err
	}
	all, err := hashesOf(key, values)
	if err != nil {
		return Sketch{}, err
	}
	if len(all) == 0 {
		return Sketch{}, message.Errorf("the column “%s” has no values: choose the one that says who a row is about", column)
	}
	s := Sketch{dataSet, column, len(all), slices.Sorted(maps.Keys(all))}
	s.Least = s.Least[:min(len(s.Least), mostKept)]
	return s, f.write(f.place(dataSet, "", sketchEnding), s)
}

// Kept returns the sketch of an account; false where none is kept.
func (f Folder) Kept(dataSet string) (s Sketch, ok bool, err error) {
	path := f.place(dataSet, "", sketchEnding)
	if _, err := f.disk.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return Sketch{}, false, nil
	}
	err = f.read(path, &s)
	return s, err == nil, err
}

// Forget removes the sketch of an account.
func (f Folder) Forget(dataSet string) error {
	err := f.disk.Remove(f.place(dataSet, "", sketchEnding))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return message.Errorf("the sketch of whom “%s” is about cannot be removed: %w", dataSet, disk.InWords(err))
	}
	return nil
}

// hashesOf returns the keyed hashes of different values, blank ones left out. Letter case and blanks around a value are nothing.
func hashesOf(key []byte, values iter.Seq2[string, error]) (map[uint64]bool, error) {
	all := make(map[uint64]bool)
	for v, err := range values {
		if err != nil {
			return nil, err
		}
		if v = ledger.Key(v); v != "" {
			all[binary.BigEndian.Uint64(hashed(key, "person", []byte(v)))] = true
		}
	}
	return all, nil
}

// write writes a small file for whoever uses this computer.
func (f Folder) write(path string, what any) error {
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return wholefile.On(f.disk).Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Match is an account that is about people in a file.
type Match struct {
	DataSet string
	// File says that the very file was released there. Otherwise Same of the Values different keys in Column there are in the file; about
	// so many, unless they are Exact.
	File         bool
	Column       string
	Same, Values int
	Exact        bool
}

// Said says whom the account is about: "1,480 of these 1,500 people are in the account ...".
func (m Match) Said() message.Text {
	switch {
	case m.File:
		return message.Sprintf("this same file was released in the account “%s”", m.DataSet)
	case m.Exact:
		return message.Sprintf("%d of the %d people in the account “%s” are in this file too, by the column “%s”", m.Same, m.Values, m.DataSet, m.Column)
	}
	return message.Sprintf("about %d of the %d people in the account “%s” are in this file too, by the column “%s”", m.Same, m.Values, m.DataSet, m.Column)
}

// File is a file as it is compared.
type File struct {
	Digest [32]byte
	// Values yields the values of a column; false where there is no such column.
	Values func(column string) (iter.Seq2[string, error], bool)
}

// fewest is the part of the smaller of two groups of people beneath which they have no more in common than keys that happen to be
// alike, such as numbers.
const fewest = 0.05

// Of returns the accounts with spends that are about people in a file, the clearest first, without those of some data sets.
func (f Folder) Of(file File, without func(dataSet string) bool) ([]Match, error) {
	entries, err := f.disk.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, message.Errorf("the folder that tells whom accounts are about cannot be read: %w", disk.InWords(err))
	}
	key, err := f.key()
	if err != nil {
		return nil, err
	}
	own := hex.EncodeToString(hashed(key, "file", file.Digest[:])) + "-"
	var out []Match
	for _, e := range entries {
		var m Match
		switch path := filepath.Join(f.dir, e.Name()); {
		case strings.HasPrefix(e.Name(), own) && filepath.Ext(path) == fileEnding:
			var r released
			err = f.read(path, &r)
			m = Match{DataSet: r.DataSet, File: true}
		case filepath.Ext(path) == sketchEnding:
			var s Sketch
			if err = f.read(path, &s); err == nil {
				m, err = s.meets(key, file)
			}
		}
		if err != nil {
			return nil, err
		}
		if m.DataSet != "" && !without(m.DataSet) && f.spent(m.DataSet) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b Match) int { return cmp.Compare(b.rank(), a.rank()) })
	return slices.CompactFunc(out, func(a, b Match) bool { return a.DataSet == b.DataSet }), nil
}

// rank is how clear a match is.
func (m Match) rank() int {
	if m.File {
		return int(^uint(0) >> 1)
	}
	return m.Same
}

func (f Folder) read(path string, into any) error {
	data, err := disk.ReadFile(f.disk, path, mostBytes)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return message.Errorf("%s cannot be read: %w", path, disk.InWords(err))
	}
	return nil
}

// meets returns how many of the people of a sketch are in a file; a Match without a name where they are too few to mean something.
func (s Sketch) meets(key []byte, file File) (Match, error) {
	values, ok := file.Values(s.Column)
	if !ok || len(s.Least) == 0 {
		return Match{}, nil
	}
	theirs, err := hashesOf(key, values)
	if err != nil {
		return Match{}, err
	}
	hits := 0
	for _, h := range s.Least {
		if theirs[h] {
			hits++
		}
	}
	m := Match{DataSet: s.DataSet, Column: s.Column, Values: s.Values, Same: (s.Values*hits + len(s.Least)/2) / len(s.Least), Exact: len(s.Least) == s.Values}
	if float64(m.Same) < fewest*float64(min(s.Values, len(theirs))) {
		return Match{}, nil
	}
	return m, nil
}

// spent reports whether anything was spent on a data set; where that cannot be told, it may have been.
func (f Folder) spent(dataSet string) bool {
	l, err := ledger.On(f.disk, f.ledgers).Open(dataSet)
	if err != nil {
		return true
	}
	said, err := l.Statement()
	return err != nil || said.Debited().Sign() > 0 || slices.ContainsFunc(said.Entries, func(e ledger.Entry) bool { return e.Kind == ledger.Spent })
}
