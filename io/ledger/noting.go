package ledger

import (
	"context"
	"encoding/json"
	"math/big"
	"slices"
	"strings"

	budget "steward/core/account"
	"steward/core/message"
)

// Reserve sets a part of the budget aside for releases of a title, which then draw on it. It
// counts against the limit like a spend until it is drawn or given back. It errors with
// *LimitError when it does not fit.
func (l *Ledger) Reserve(ctx context.Context, sum budget.Epsilon, title string, w Words) (Entry, error) {
	if key(title) == "" {
		return Entry{}, message.Errorf("say what the budget is set aside for: give the title of the release")
	}
	return l.note(ctx, func(h *held) (Entry, error) {
		if err := h.whole(); err != nil {
			return Entry{}, err
		}
		if over := h.refuse(h.statement().counted(), sum.Rat(), new(big.Rat), h.allowed().losses); over != nil {
			over.Reserving, over.Everybodys = true, true
			return Entry{}, over
		}
		return Entry{Kind: Reserved, Epsilon: sum.String(), Time: w.Time, DataSet: l.dataSet, Title: title, By: w.By, Note: w.Why}, nil
	})
}

// Return gives a part of a reservation back, or all that is left of it when sum is zero. The
// reservation's own entry stays.
func (l *Ledger) Return(ctx context.Context, reservation int, sum budget.Epsilon, w Words) (Entry, error) {
	return l.note(ctx, func(h *held) (Entry, error) {
		r := h.own.account.reservation(reservation)
		switch {
		case r == nil:
			return Entry{}, message.Errorf("entry %d of the account of “%s” is not a reservation: find its number in the account", reservation, l.dataSet)
		case r.Left.Sign() == 0:
			return Entry{}, message.Errorf("nothing is left of the reservation %d of “%s”", reservation, l.dataSet)
		case !sum.IsZero() && sum.Rat().Cmp(r.Left) > 0:
			return Entry{}, message.Errorf("only %s is left of the reservation %d of “%s”, which is less than %s", text(r.Left), reservation, l.dataSet, sum)
		}
		back := r.Left
		if !sum.IsZero() {
			back = sum.Rat()
		}
		return Entry{Kind: Returned, Epsilon: text(back), Time: w.Time, DataSet: l.dataSet, Of: reservation, By: w.By, Note: w.Why}, nil
	})
}

// Annotate adds words to an earlier entry, which stays as it is.
func (l *Ledger) Annotate(ctx context.Context, entry int, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("what you want to note about the entry")); err != nil {
		return Entry{}, err
	}
	return l.Remark(ctx, entry, message.Text{}, w)
}

// Remark adds to an earlier entry what the program says of it, which is read in the language of whoever reads it, and perhaps
// somebody's own words.
func (l *Ledger) Remark(ctx context.Context, entry int, says message.Text, w Words) (Entry, error) {
	return l.note(ctx, func(h *held) (Entry, error) {
		if _, ok := h.own.account.entry(entry); !ok {
			return Entry{}, message.Errorf("the account of “%s” has no entry %d: find its number in the account", l.dataSet, entry)
		}
		return Entry{Kind: Noted, Time: w.Time, DataSet: l.dataSet, Of: entry, By: w.By, Note: w.Why, Says: says}, nil
	})
}

// Know adds to a debit what its policy is made of and which facts it took as known, from the release's sealed
// record: ledgers of versions up to 0.9 did not keep facts. It errors unless the seal is that of the record whose
// files are noted as written for a debit of this ledger that has no facts yet.
func (l *Ledger) Know(ctx context.Context, seal string, declared json.RawMessage, w Words) (Entry, error) {
	return l.note(ctx, func(h *held) (Entry, error) {
		a := &h.own.account
		of := a.sealed(seal)
		if of == 0 {
			return Entry{}, message.Errorf("the account of “%s” has no release with this record: choose the record of a release about these people, as it was written", l.dataSet)
		}
		if slices.ContainsFunc(a.entries, func(e Entry) bool { return e.Facts && (e.Sequence == of || e.Of == of) }) {
			return Entry{}, message.Errorf("the facts of entry %d of the account of “%s” are already noted: there is nothing more to do", of, l.dataSet)
		}
		return Entry{Kind: Noted, Time: w.Time, DataSet: l.dataSet, Of: of, Declared: declared, Facts: true, By: w.By, Note: w.Why}, nil
	})
}

// said errors when words are missing.
func said(w Words, what message.Text) error {
	if strings.TrimSpace(w.Why) == "" {
		return message.Errorf("say %s, in a few words", what)
	}
	return nil
}
