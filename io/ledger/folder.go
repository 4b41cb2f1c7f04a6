package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/spelling"
	"steward/io/internal/disk"
)

// Folder is a folder of ledgers.
type Folder struct {
	dir  string
	disk disk.Disk
}

// In returns the folder of ledgers at a path.
func In(dir string) *Folder { return On(disk.OS, dir) }

// On is In on a given disk.
func On(d disk.Disk, dir string) *Folder { return &Folder{filepath.Clean(dir), d} }

// Open returns the ledger of a data set, whichever way its name is spelled; see key. The
// folder is made if it is missing, the file by the first entry. It errors when the data set
// has no name or one with broken characters, and when the folder cannot be made or read.
func (f *Folder) Open(dataSet string) (*Ledger, error) {
	if key(dataSet) == "" {
		return nil, message.Errorf("the data set has no name: name it, so that its spends add up in one account")
	}
	if !utf8.ValidString(dataSet) {
		return nil, message.Errorf("the name %q of the data set has broken characters: type it again", dataSet)
	}
	if err := disk.MakeFolder(f.disk, f.dir); err != nil {
		return nil, message.Errorf("the folder of the accounts cannot be created: %w", disk.InWords(err))
	}
	kept, err := f.kept()
	if err != nil {
		return nil, err
	}
	return f.ledger(kept, dataSet), nil
}

// Known is Open for a ledger that is there already, or that a link leads to: it errors with *UnknownError for any other name,
// which was mistyped more often than not.
func (f *Folder) Known(dataSet string) (*Ledger, error) {
	l, err := f.Open(dataSet)
	if err != nil {
		return nil, err
	}
	kept, err := f.kept()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, k := range kept {
		if k.data != nil && len(k.data) == 0 {
			continue
		}
		linked := func(link Link) bool { return same(link.DataSet, dataSet) }
		if k.isOf(f, dataSet) || slices.ContainsFunc(linksIn(k.data), linked) {
			return l, nil
		}
		names = append(names, k.dataSet)
	}
	return nil, &UnknownError{dataSet, spelling.Nearest(dataSet, names)}
}

// ledger returns the ledger of a data set: among those kept under a spelling of its name the
// one under this spelling, if there is one, otherwise the first.
func (f *Folder) ledger(kept []keptFile, dataSet string) *Ledger {
	l := &Ledger{folder: f, path: filepath.Join(f.dir, fileName(key(dataSet))), dataSet: dataSet}
	found := false
	for _, copies := range []bool{false, true} { // a copy is noted in only where there is nothing else
		for _, k := range kept {
			switch {
			case found && copies || copied(k.path, k.dataSet) != copies:
			case k.dataSet == dataSet:
				l.path = k.path
				return l
			case !found && k.isOf(f, dataSet):
				l.path, found = k.path, true
			}
		}
	}
	return l
}

// copied reports whether a ledger file has a name that no version of the program gives the ledger of its data set: it is a copy, such as
// programs for cloud storage make where two computers wrote at once ("people (1)", "people (conflicted copy)"). What it holds counts like
// any other ledger about these people.
func copied(path, dataSet string) bool {
	name := filepath.Base(path)
	return dataSet != "" && name != fileName(key(dataSet)) && name != fileName(dataSet)
}

// keptFile is a ledger file, or where one should be by its head.
type keptFile struct {
	path    string
	dataSet string // as its first readable entry or its head spells it; "" for unknown
	data    []byte // nil when it cannot be read
}

// isOf reports whether the file is the ledger of a data set. Where the file does not tell,
// its name does.
func (k keptFile) isOf(f *Folder, dataSet string) bool {
	if k.dataSet != "" {
		return same(k.dataSet, dataSet)
	}
	name := filepath.Base(k.path)
	return name == fileName(key(dataSet)) || name == fileName(dataSet) // as the first version named it
}

// kept returns the ledger files of the folder in the order of their paths.
func (f *Folder) kept() ([]keptFile, error) {
	byPath := make(map[string]keptFile)
	files, err := f.disk.ReadDir(f.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, message.Errorf("the folder of the accounts cannot be read: %w", disk.InWords(err))
	}
	for _, e := range files {
		if filepath.Ext(e.Name()) == extension {
			path := filepath.Join(f.dir, e.Name())
			data, _ := disk.ReadFile(f.disk, path, limits.MaxLedgerBytes) // what cannot be read is said when it is opened
			byPath[path] = keptFile{path: path, dataSet: dataSetOf(data), data: data}
		}
	}
	heads, err := f.disk.ReadDir(headsDir(f.dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, message.Errorf("the folder next to the accounts cannot be read: %w", disk.InWords(err))
	}
	for _, e := range heads {
		path, ok := f.ledgerOf(e.Name())
		k := byPath[path]
		if !ok || k.dataSet != "" {
			continue
		}
		h, _, _ := f.readHead(path)
		k.path, k.dataSet = path, h.DataSet
		byPath[path] = k
	}
	return slices.SortedFunc(maps.Values(byPath), func(a, b keptFile) int { return strings.Compare(a.path, b.path) }), nil
}

// dataSetOf returns the data set that the first readable line of a ledger names.
func dataSetOf(data []byte) string {
	for line := range bytes.Lines(data) {
		var e struct {
			DataSet string `json:"dataSet"`
		}
		if json.Unmarshal(line, &e) == nil && e.DataSet != "" {
			return e.DataSet
		}
	}
	return ""
}

// linksIn returns the links that stand in a ledger's bytes, whatever else does.
func linksIn(data []byte) (links []Link) {
	mark := []byte(`"links":[`)
	if !bytes.Contains(data, mark) {
		return nil
	}
	for line := range bytes.Lines(data) {
		if !bytes.Contains(line, mark) {
			continue
		}
		if e, err := parse(bytes.TrimSuffix(line, []byte("\n"))); err == nil {
			links = append(links, e.Links...)
		}
	}
	return links
}

// group returns the ledgers about the same people as the given ones: themselves, all that
// are kept under a spelling of their names, and all that links lead to, in the order of
// their paths. A link counts both ways, though it stands in one of the two only, as a crash
// can leave it.
func (f *Folder) group(of ...*Ledger) ([]*Ledger, error) {
	kept, err := f.kept()
	if err != nil {
		return nil, err
	}
	joined := make(map[string][]string) // keys by key
	spelled := make(map[string]string)
	for _, k := range kept {
		links := linksIn(k.data) // if it cannot be read, the other end of the link tells
		if len(links) == 0 {
			continue
		}
		from := key(k.dataSet)
		for _, link := range links {
			to := key(link.DataSet)
			joined[from], joined[to] = append(joined[from], to), append(joined[to], from)
			spelled[to] = link.DataSet
		}
	}
	members := make(map[string]*Ledger) // by path
	done := make(map[string]bool)
	var visit func(name string)
	visit = func(name string) {
		if done[key(name)] {
			return
		}
		done[key(name)] = true
		there := false
		for _, k := range kept {
			if k.isOf(f, name) {
				members[k.path] = &Ledger{folder: f, path: k.path, dataSet: name}
				there = true
			}
		}
		if !there {
			l := f.ledger(nil, name)
			members[l.path] = l
		}
		for _, other := range joined[key(name)] {
			name := spelled[other]
			if i := slices.IndexFunc(kept, func(k keptFile) bool { return key(k.dataSet) == other }); i >= 0 {
				name = kept[i].dataSet
			}
			visit(name)
		}
	}
	for _, l := range of {
		members[l.path] = l
		visit(l.dataSet)
		members[l.path] = l // as the caller spells it
	}
	return slices.SortedFunc(maps.Values(members), func(a, b *Ledger) int { return strings.Compare(a.path, b.path) }), nil
}
