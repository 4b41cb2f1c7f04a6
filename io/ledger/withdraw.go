package ledger

import (
	"context"
	"slices"
	"strings"

	"steward/core/message"
)

// Withdrawal is a release that whoever published it has withdrawn, or whose place another has taken. What it told is not taken
// back by that, and what it spent stays spent.
type Withdrawal struct {
	DataSet string
	// Of is the number of the release's debit, Instead that of the release that takes its place; 0 for none.
	Of, Instead int
	Words
}

// Withdraw notes that the release whose record has a seal is not to be used any more, and that the one with another seal takes its
// place, if there is one ("" for none). Noted once, it is not noted again: Withdraw returns the entry that says so. It errors
// unless both are releases of this ledger whose files are noted as written, and the other is not withdrawn itself.
func (l *Ledger) Withdraw(ctx context.Context, seal, instead string, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why the release is withdrawn")); err != nil {
		return Entry{}, err
	}
	if w.By = strings.TrimSpace(w.By); w.By == "" {
		return Entry{}, message.Errorf("say who withdraws the release: readers want to know")
	}
	var there *Entry
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		if err := h.own.inUse(); err != nil {
			return nil, err
		}
		e := Entry{Kind: Withdrawn, Time: w.Time, DataSet: l.dataSet, By: w.By, Note: w.Why}
		var err error
		if there, err = h.own.account.withdraw(&e, seal, instead); there != nil || err != nil {
			return nil, err
		}
		return []addition{{h.own, e}}, nil
	}, l)
	switch {
	case err != nil:
		return Entry{}, err
	case there != nil:
		return *there, nil
	}
	return done[0], nil
}

// State adds to the debit of the release whose record has a seal what there is to say about it later.
func (l *Ledger) State(ctx context.Context, seal string, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("what you want to say about the release")); err != nil {
		return Entry{}, err
	}
	if w.By = strings.TrimSpace(w.By); w.By == "" {
		return Entry{}, message.Errorf("say who says this about the release: readers want to know")
	}
	return l.note(ctx, func(h *held) (Entry, error) {
		of := h.own.account.sealed(seal)
		if of == 0 {
			return Entry{}, message.Errorf("the account of “%s” has no release with this record: choose the record of a release about these people, as it was written", l.dataSet)
		}
		return Entry{Kind: Noted, Time: w.Time, DataSet: l.dataSet, Of: of, By: w.By, Note: w.Why}, nil
	})
}

// withdraw says in an entry which release is withdrawn and which takes its place, or returns the one that says so already.
func (a *account) withdraw(e *Entry, seal, instead string) (there *Entry, err error) {
	of := a.sealed(seal)
	if of == 0 {
		return nil, message.Errorf("the account of “%s” has no release with this record: choose the record of a release about these people, as it was written", e.DataSet)
	}
	e.Of = of
	if instead != "" {
		e.Instead = a.sealed(instead)
		switch {
		case e.Instead == 0:
			return nil, message.Errorf("the account of “%s” has no release with the record of the one that is to take its place: release that first, under the same data set", e.DataSet)
		case e.Instead == of:
			return nil, message.Errorf("a release cannot replace itself: choose the record of the other one")
		}
	}
	for i := range a.entries {
		switch other := &a.entries[i]; {
		case other.Kind != Withdrawn:
		case other.Of == of && other.Instead == e.Instead:
			return other, nil
		case other.Of == of && other.Instead != 0:
			return nil, message.Errorf("entry %d of the account of “%s” already says that another release takes its place: withdraw that one, if it is not to be used either", other.Sequence, e.DataSet)
		case e.Instead != 0 && other.Of == e.Instead:
			return nil, message.Errorf("the release that is to take its place is withdrawn itself (entry %d of the account of “%s”): choose another", other.Sequence, e.DataSet)
		}
	}
	return nil, nil
}

// sealed returns the number of the debit of the release whose record has a seal, 0 for none.
func (a *account) sealed(seal string) int {
	i := slices.IndexFunc(a.entries, func(e Entry) bool { return e.Kind == Written && e.Seal == seal && seal != "" })
	if i < 0 {
		return 0
	}
	return a.entries[i].Of
}

// Withdrawals lists the releases about these people that are withdrawn, as the entries say so one after the other.
func (s Statement) Withdrawals() (out []Withdrawal) {
	for _, e := range s.Entries {
		switch e.Kind {
		case Withdrawn:
			out = append(out, Withdrawal{s.DataSet, e.Of, e.Instead, Words{e.Time, e.By, e.Note}})
		case Forgotten:
			out = nil
		}
	}
	for _, k := range s.Linked {
		out = append(out, k.Withdrawals()...)
	}
	return out
}
