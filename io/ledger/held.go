package ledger

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
)

// held is the ledgers about the same people, locked, with what they hold.
type held struct {
	own     *member
	members []*member // own among them, in the order of their paths
}

// member is one of the held ledgers.
type member struct {
	ledger  *Ledger
	asked   bool      // whether it was asked for, or is here because it is linked
	file    disk.File // nil when there is none, or it could not be opened
	account account
	// err says why the account cannot be relied on; unopened that it is because the file
	// could not be opened.
	err      error
	unopened bool
}

// access says how ledgers are held.
type access struct {
	write bool // for this program alone
	make  bool // whether the files of the ledgers that are asked for are made
	// joining says that what a link names and is missing is about to be noted again.
	joining bool
}

// hold locks the given ledgers, the first of which is the one that something is to be done
// with, and all others about the same people. It errors when one of those that were given
// cannot be relied on; what is wrong with another is left to member.err.
func (f *Folder) hold(ctx context.Context, how access, of ...*Ledger) (*held, error) {
	if how.write {
		if err := f.disk.Locks(f.dir); err != nil {
			return nil, err
		}
	}
	for range maxTries {
		h, settled, err := f.tryHold(ctx, how, of)
		if settled && err == nil {
			return h, nil
		}
		h.release()
		if err == nil || !settled {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, message.Errorf("the accounts in %s kept being replaced or linked while they were being read: try again", f.dir)
}

// maxTries bounds how often locks are let go of because the ledgers are others by then.
const maxTries = 100

// tryHold is hold, done once. It reports false for settled when the ledgers became others
// while their locks were waited for, so that nothing can be told from what is held.
func (f *Folder) tryHold(ctx context.Context, how access, of []*Ledger) (h *held, settled bool, err error) {
	h = &held{}
	group, err := f.group(of...)
	if err != nil {
		return h, true, err
	}
	if settled, err = h.lock(ctx, how, group, of); err != nil || !settled {
		return h, err != nil, err
	}
	now, err := f.group(of...) // links may have been made meanwhile
	if err != nil {
		return h, true, err
	}
	if !samePaths(group, now) {
		return h, false, nil
	}
	err = h.load(how, of[0])
	return h, !h.begun(), err
}

// begun reports whether a ledger that had no file when it was to be locked has one now. Its
// head, which was read since, may then speak of entries that were not.
func (h *held) begun() bool {
	return slices.ContainsFunc(h.members, func(m *member) bool {
		if m.file != nil || m.unopened {
			return false
		}
		_, err := m.ledger.folder.disk.Lstat(m.ledger.path)
		return err == nil
	})
}

func samePaths(a, b []*Ledger) bool {
	return slices.EqualFunc(a, b, func(x, y *Ledger) bool { return x.path == y.path })
}

// lock opens and locks the files of a group, in its order, which is that of every program.
// It reports false when one was replaced meanwhile.
func (h *held) lock(ctx context.Context, how access, group, of []*Ledger) (settled bool, err error) {
	for _, l := range group {
		m := &member{ledger: l, account: newAccount()}
		m.asked = slices.ContainsFunc(of, func(o *Ledger) bool { return o.path == l.path })
		h.members = append(h.members, m)
		flag := os.O_RDONLY
		if how.write {
			flag = os.O_RDWR
		}
		if how.make && m.asked {
			flag |= os.O_CREATE
		}
		m.file, err = l.folder.disk.OpenFile(l.path, flag, 0o600)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			m.file = nil
			continue
		case err != nil && !m.asked:
			m.file, m.unopened, m.err = nil, true, message.Errorf("the account cannot be opened: %w", disk.InWords(err))
			continue
		case err != nil && how.write:
			m.file = nil
			return false, message.Errorf("the account cannot be written: choose a folder for it that you may write to: %w", disk.InWords(err))
		case err != nil:
			m.file = nil
			return false, message.Errorf("the account cannot be opened: %w", disk.InWords(err))
		}
		if err := lock(ctx, m.file, how.write); err != nil {
			return false, err
		}
		if !disk.Same(l.folder.disk, m.file, l.path) {
			return false, nil // put in place of the one that was opened
		}
	}
	return true, nil
}

// release lets go of all files.
func (h *held) release() {
	for _, m := range h.members {
		if m.file != nil {
			m.file.Unlock()
			m.file.Close()
			m.file = nil
		}
	}
}

// load reads and checks what is held; own is whose account it is about.
func (h *held) load(how access, own *Ledger) error {
	for _, m := range h.members {
		if m.err == nil {
			m.err = m.load()
		}
		if m.err == nil && m.file == nil && !m.asked {
			m.err = message.Errorf("it is not in the folder %s: import it%s", m.ledger.folder.dir, message.Type("steward ledger import"))
		}
		if m.ledger.path == own.path {
			h.own = m
		}
	}
	if !how.joining {
		h.compareLinks()
	}
	for _, m := range h.members {
		if m.asked && m.err != nil {
			return m.err
		}
	}
	return nil
}

func (m *member) load() error {
	if m.file != nil {
		data, err := disk.ReadAll(m.file, limits.MaxLedgerBytes)
		if err != nil {
			return message.Errorf("the account cannot be read: %w", disk.InWords(err))
		}
		if m.account, err = m.ledger.check(data); err != nil {
			return err
		}
	}
	return m.ledger.folder.compareHead(m.ledger.path, &m.account)
}

// check reads the bytes of the ledger and checks that they are of its data set.
func (l *Ledger) check(data []byte) (account, error) {
	a, err := read(data)
	if errors.As(err, new(newerError)) {
		return a, message.Errorf("the account %s cannot be used: %w", l.path, err)
	}
	if err != nil {
		return a, &DamagedError{l.path, err}
	}
	for _, e := range a.entries {
		if !same(e.DataSet, l.dataSet) {
			return a, &DamagedError{l.path, message.Errorf("entry %d belongs to the data set %q", e.Sequence, e.DataSet)}
		}
	}
	return a, nil
}

// compareLinks checks that every ledger still has the entry that it had when another was
// linked to it. A ledger of a folder of its own may have been put in its place.
func (h *held) compareLinks() {
	for _, m := range h.members {
		for _, link := range m.account.links {
			for _, other := range h.members {
				if !same(other.ledger.dataSet, link.DataSet) || other.err != nil || link.Sequence == 0 {
					continue
				}
				if !other.account.reaches(link) && link.Sequence >= other.account.begins() && !h.another(other, link) {
					other.err = &DamagedError{other.ledger.path, message.Errorf("entry %d, to which %q was linked, is missing or has changed: an old copy was put back", link.Sequence, m.ledger.dataSet)}
				}
			}
		}
	}
}

// reaches reports whether the account has the entry that a link names, or has noted again what was noted by then, some of which
// may have been forgotten there.
func (a *account) reaches(link Link) bool {
	return slices.ContainsFunc(a.entries, func(e Entry) bool {
		return e.Is(Origin{link.Sequence, link.Hash}) || e.Again != nil && e.Again.Sequence >= link.Sequence
	})
}

// another reports whether the entry that a link names is in a second ledger of that name,
// which the first version of the program kept for every spelling.
func (h *held) another(than *member, link Link) bool {
	return slices.ContainsFunc(h.members, func(m *member) bool {
		return m != than && same(m.ledger.dataSet, link.DataSet) && m.account.reaches(link)
	})
}

// whole errors when a linked ledger cannot be relied on, so that sums would be too small.
func (h *held) whole() error {
	for _, m := range h.members {
		if m.err != nil {
			return &LinkedError{h.own.ledger.dataSet, m.ledger.dataSet, m.err}
		}
	}
	return nil
}

// statement returns what the ledgers say.
func (h *held) statement() Statement {
	s := h.own.statement()
	for _, m := range h.members {
		if entries := m.account.entries; len(entries) > 0 && copied(m.ledger.path, entries[0].DataSet) {
			s.Copies = append(s.Copies, m.ledger.path)
		}
		if m != h.own {
			s.Linked = append(s.Linked, LinkedStatement{m.statement(), m.err})
		}
	}
	return s
}

// chances returns what the chances of failure of all releases about these people add up to.
func (h *held) chances() *big.Rat {
	sum := new(big.Rat)
	for _, m := range h.members {
		sum.Add(sum, m.account.chances())
	}
	return sum
}

// reserved returns what is set aside for releases about these people.
func (h *held) reserved() *big.Rat {
	sum := new(big.Rat)
	for _, m := range h.members {
		sum.Add(sum, m.account.reserved())
	}
	return sum
}

// names returns the other data sets about the same people.
func (h *held) names() (names []string) {
	for _, m := range h.members {
		if m != h.own {
			names = append(names, m.ledger.dataSet)
		}
	}
	return names
}

// syncFolder makes the name of a new ledger durable.
func (m *member) syncFolder() error {
	return m.ledger.folder.disk.SyncFolder(filepath.Dir(m.ledger.path))
}
