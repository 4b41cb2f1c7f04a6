package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// Imported says what an import did.
type Imported struct {
	DataSet string
	Added   int // entries
	// Aside is where the damaged ledger that was replaced is kept; empty when there was none.
	Aside string
}

// Import reads the bytes of an exported ledger and adds what the one here lacks: all of it where there is
// none, otherwise what follows the last entry here. It does nothing when the one here has
// all of it. Of a ledger that is damaged here it takes the place, provided that it holds all
// that is known to have been written. It errors with *ForkError when each has entries that
// the other lacks, and adds nothing then but the file's limit where that is stricter: no spend is ever lost.
func (f *Folder) Import(ctx context.Context, data []byte) (Imported, error) {
	x, theirs, err := parseExported(data)
	if err != nil {
		return Imported{}, err
	}
	l, err := f.Open(x.DataSet)
	if err != nil {
		return Imported{}, err
	}
	i := &importing{ledger: l, x: x, theirs: theirs}
	done, err := i.run(ctx, false)
	if errors.Is(err, errNoFile) {
		done, err = i.run(ctx, true)
	}
	if fork, ok := errors.AsType[*ForkError](err); ok {
		if failed := l.heed(ctx, fork, &i.theirs, x.Exported); failed != nil {
			err = errors.Join(err, failed)
		}
	}
	return done, err
}

// errNoFile says that the ledger has no file yet.
var errNoFile = message.New("no account")

// ImportFile does what Import does with a file.
func (f *Folder) ImportFile(ctx context.Context, path string) (Imported, error) {
	return takeFile(ctx, path, f.Import)
}

// MergeFile does what Merge does with a file.
func (f *Folder) MergeFile(ctx context.Context, path string) (Imported, error) {
	return takeFile(ctx, path, f.Merge)
}

func takeFile(ctx context.Context, path string, take func(context.Context, []byte) (Imported, error)) (Imported, error) {
	data, err := disk.ReadFile(disk.OS, path, limits.MaxLedgerBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Imported{}, message.Errorf("there is no exported account %s: check the name", path)
	case err != nil:
		return Imported{}, message.Errorf("the exported account cannot be read: %w", err)
	}
	done, err := take(ctx, data)
	if err != nil {
		err = message.Errorf("%s: %w", path, err)
	}
	return done, err
}

// importing is an exported ledger and the one here.
type importing struct {
	ledger *Ledger
	x      Exported
	theirs account
}

// merge is what an import comes to.
type merge struct {
	out     []byte // what is to be added to the file
	replace bool   // whether the file is emptied before
	added   int
	final   account // what the file then holds
}

func (i *importing) run(ctx context.Context, create bool) (Imported, error) {
	l := i.ledger
	h := &held{}
	defer func() { h.release() }()
	for settled := false; !settled; {
		h.release()
		h = &held{}
		var err error
		if settled, err = h.lock(ctx, access{write: true, make: create}, []*Ledger{l}, []*Ledger{l}); err != nil {
			return Imported{}, err
		}
	}
	m := h.members[0]
	var data []byte
	if m.file != nil {
		var err error
		if data, err = disk.ReadAll(m.file, limits.MaxLedgerBytes); err != nil {
			return Imported{}, message.Errorf("the account cannot be read: %w", disk.InWords(err))
		}
	}
	old, kept, err := l.folder.readHead(l.path)
	if err != nil {
		return Imported{}, err
	}
	if !kept {
		old = head{DataSet: l.dataSet}
	}
	g, err := i.merge(data, old)
	if err != nil {
		return Imported{}, err
	}
	done := Imported{DataSet: l.dataSet, Added: g.added}
	if len(g.out) == 0 {
		return done, nil
	}
	if m.file == nil {
		return done, errNoFile
	}
	// The head goes first: should the rest be cut off by a crash, the ledger is known to
	// lack something until it is imported again.
	now := head{DataSet: l.dataSet}
	now.Sequence, now.Hash = g.final.head()
	if err := l.folder.keepHead(l.path, now); err != nil {
		return Imported{}, err
	}
	if g.replace {
		if done.Aside, err = l.putAside(data); err == nil {
			err = m.file.Truncate(0)
		}
		if err != nil {
			return Imported{}, errors.Join(disk.InWords(err), l.folder.keepHead(l.path, old))
		}
	}
	if err := m.write(g.out); err != nil {
		return Imported{}, errors.Join(err, l.folder.keepHead(l.path, old))
	}
	return done, nil
}

// merge compares the two ledgers.
func (i *importing) merge(data []byte, old head) (merge, error) {
	ours, err := i.ledger.check(data)
	if err != nil {
		var damaged *DamagedError
		if !errors.As(err, &damaged) {
			return merge{}, err
		}
		return i.restore(data, old, damaged)
	}
	g := merge{}
	last, hash := ours.head()
	theirs, there := i.theirs.entry(last)
	end, endHash := i.theirs.head()
	ourEnd, here := ours.entry(end)
	begins := i.theirs.entries[0]
	switch {
	case last == 0 && len(ours.tail) == 0,
		there && theirs.Hash == hash,
		last > 0 && begins.Sequence == last+1 && begins.Previous == hash,
		last == 0 && begins.Sequence == 1:
		if g.out, err = i.follow(&ours, last); err != nil {
			return g, err
		}
	case here && ourEnd.Hash == endHash:
	default:
		return g, i.fork(&ours)
	}
	g.final = ours
	if len(g.out) > 0 {
		if g.final, err = i.ledger.check(append(bytes.Clone(data), g.out...)); err != nil {
			return g, changed(err)
		}
		if now, nowHash := g.final.head(); now != end || nowHash != endHash {
			return g, i.fork(&ours)
		}
		g.added = end - last
	}
	return g, i.ledger.folder.compareHead(i.ledger.path, &g.final)
}

// follow returns what is to be written after the ledger here, which ends at last. A line
// that was cut off is gone on with if it is the next one, and mended otherwise.
func (i *importing) follow(ours *account, last int) ([]byte, error) {
	rest, err := i.x.lines(last)
	if err != nil {
		return nil, err
	}
	if len(ours.tail) > 0 && bytes.HasPrefix(rest, ours.tail) {
		return rest[len(ours.tail):], nil
	}
	out, err := ours.mend(i.ledger.dataSet)
	if err != nil {
		return nil, err
	}
	last, hash := ours.head()
	if e, there := i.theirs.entry(last); last > 0 && there && e.Hash != hash {
		return nil, i.fork(ours)
	}
	if rest, err = i.x.lines(last); err != nil || len(rest) == 0 {
		return nil, err
	}
	return append(out, rest...), nil
}

// fork says where the two ledgers part.
func (i *importing) fork(ours *account) error {
	common := 0
	for _, e := range ours.entries {
		if t, there := i.theirs.entry(e.Sequence); there && t.Hash == e.Hash {
			common = e.Sequence
		}
	}
	return &ForkError{DataSet: i.ledger.dataSet, Common: common, Here: text(ours.after(common)), There: text(i.theirs.after(common))}
}

// restore lets the imported ledger take the place of a damaged one, when it holds the entry
// that was written last and every spend that can still be read.
func (i *importing) restore(data []byte, old head, damaged error) (merge, error) {
	e, there := i.theirs.entry(old.Sequence)
	if old.Sequence == 0 || !there || e.Hash != old.Hash {
		return merge{}, message.Errorf("%w; the file that you want to import does not contain the last entry that was written here, so spends may be missing from it: look for a later copy", damaged)
	}
	for line := range bytes.Lines(data) {
		e, err := parse(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil || e.Epsilon == "" {
			continue
		}
		if sum, err := e.sum(); err != nil || sum != e.Hash {
			continue
		}
		if t, there := i.theirs.entry(e.Sequence); !there || t.Hash != e.Hash {
			return merge{}, message.Errorf("%w; the file that you want to import lacks entry %d, which can still be read here: look for a later copy", damaged, e.Sequence)
		}
	}
	out, err := i.x.lines(0)
	if err != nil {
		return merge{}, err
	}
	final, err := i.ledger.check(out)
	if err != nil {
		return merge{}, changed(err)
	}
	return merge{out: out, replace: true, added: len(final.entries), final: final}, i.ledger.folder.compareHead(i.ledger.path, &final)
}

// putAside keeps the bytes of a damaged ledger beside it.
func (l *Ledger) putAside(data []byte) (string, error) {
	for n := 1; ; n++ {
		path := fmt.Sprintf("%s.damaged-%d", l.path, n)
		err := wholefile.On(l.folder.disk).Create(path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}
