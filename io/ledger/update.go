package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"

	"steward/core/message"
	"steward/io/internal/disk"
)

// addition is an entry for one of the held ledgers.
type addition struct {
	to    *member
	entry Entry
}

// note adds an entry to the ledger; see update.
func (l *Ledger) note(ctx context.Context, decide func(*held) (Entry, error)) (Entry, error) {
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		if err := h.own.inUse(); err != nil {
			return nil, err
		}
		e, err := decide(h)
		return []addition{{h.own, e}}, err
	}, l)
	if err != nil {
		return Entry{}, err
	}
	return done[0], nil
}

// inUse errors with *ForgottenError when the data set was forgotten.
func (m *member) inUse() error {
	if t := m.account.forgotten; t != nil {
		return &ForgottenError{m.ledger.dataSet, t.Time, t.Total}
	}
	return nil
}

// update locks ledgers, checks them, and appends the entries that decide returns, each on
// the disk before the next. It returns them as they were written. Without entries it only
// mends what a crash cut off. decide may be asked twice, and when it errors nothing is
// written.
func (f *Folder) update(ctx context.Context, decide func(*held) ([]addition, error), of ...*Ledger) ([]Entry, error) {
	return f.updateAs(ctx, access{write: true}, decide, of...)
}

func (f *Folder) updateAs(ctx context.Context, how access, decide func(*held) ([]addition, error), of ...*Ledger) ([]Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h, err := f.hold(ctx, how, of...)
	if err != nil {
		return nil, err
	}
	if h.missing() {
		_, err := decide(h)
		h.release()
		if err != nil {
			return nil, err // a refusal leaves no empty ledger behind
		}
		how.make = true
		if h, err = f.hold(ctx, how, of...); err != nil {
			return nil, err
		}
	}
	defer h.release()
	before, mended := make(map[*member]head), make(map[*member][]byte)
	for _, m := range h.members {
		before[m] = m.head()
		if m.asked {
			if mended[m], err = m.account.mend(m.ledger.dataSet); err != nil {
				return nil, err
			}
		}
	}
	additions, err := decide(h)
	if err != nil {
		return nil, err
	}
	for _, add := range additions { // so that it fails before anything is spent
		if m := add.to; !m.asked && mended[m] == nil {
			if mended[m], err = m.account.mend(m.ledger.dataSet); err != nil {
				return nil, err
			}
		}
		if err := f.keepHead(add.to.ledger.path, before[add.to]); err != nil {
			return nil, err
		}
	}
	if len(additions) == 0 {
		return nil, h.mend(before, mended)
	}
	var done []Entry
	for _, add := range additions {
		add.entry.Nonce = rand.Text()[:12]
		line, err := add.to.account.add(add.entry)
		if err != nil {
			return done, err
		}
		if err := add.to.write(append(mended[add.to], line...)); err != nil {
			return done, err
		}
		delete(mended, add.to)
		// The spend is on the disk, so it must not be called undone; should the new head not
		// be kept, the one kept above holds, and a ledger may be ahead of its head.
		_ = f.keepHead(add.to.ledger.path, add.to.head())
		done = append(done, add.to.account.entries[len(add.to.account.entries)-1])
	}
	return done, nil
}

// mend writes what mends the ledgers that were asked for.
func (h *held) mend(before map[*member]head, mended map[*member][]byte) error {
	for _, m := range h.members {
		if len(mended[m]) == 0 {
			continue
		}
		if err := m.ledger.folder.keepHead(m.ledger.path, before[m]); err != nil {
			return err
		}
		if err := m.write(mended[m]); err != nil {
			return err
		}
		_ = m.ledger.folder.keepHead(m.ledger.path, m.head())
	}
	return nil
}

// missing reports whether a ledger that was asked for has no file yet.
func (h *held) missing() bool {
	return slices.ContainsFunc(h.members, func(m *member) bool { return m.asked && m.file == nil })
}

// head returns the head of what is held.
func (m *member) head() head {
	h := head{DataSet: m.ledger.dataSet}
	h.Sequence, h.Hash = m.account.head()
	return h
}

// write appends to the file, and returns when it is on the disk under its name. When it
// errors, what it has written so far is taken back if the disk allows: nothing was done on
// the strength of it.
func (m *member) write(out []byte) error {
	info, err := m.file.Stat()
	if err != nil {
		return message.Errorf("the account cannot be written: %w", disk.InWords(err))
	}
	size := info.Size()
	if _, err := m.file.WriteAt(out, size); err != nil {
		return message.Errorf("the account cannot be written: %w", errors.Join(disk.InWords(err), m.file.Truncate(size)))
	}
	if err := m.file.Sync(); err != nil {
		return message.Errorf("the account cannot be written to the disk: %w", errors.Join(disk.InWords(err), m.file.Truncate(size)))
	}
	if size > 0 {
		return nil
	}
	if err := m.syncFolder(); err != nil { // the file is new
		return message.Errorf("the account cannot be written to the disk: %w", errors.Join(disk.InWords(err), m.file.Truncate(0)))
	}
	return nil
}
