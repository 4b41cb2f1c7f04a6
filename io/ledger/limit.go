package ledger

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strings"

	budget "steward/core/account"
	"steward/core/message"
	"steward/core/result"
)

// limit is the most that losses, or chances of failure, may add up to.
type limit struct {
	most *big.Rat // nil for no limit
	// binding says that an entry set it for everybody. Versions up to 0.9 took a plan's limit at that plan's
	// debits only; what the last of those named is kept to until a limit is set.
	binding bool
}

// LimitChange is an entry that set what an account allows, or allowed another sum than before.
type LimitChange struct {
	DataSet  string
	Sequence int
	Words
	// Remark is why: what the program says of it, and somebody's own words.
	Remark message.Text
	// Title is of the first release whose plan set the limit; empty when it was set by itself.
	Title string
	// Was is nil where nothing was set before.
	Was, Now *big.Rat
	// Chance says that it is of the chances of failure.
	Chance bool
}

// allow takes over the limits that an entry names; one that it does not name stays as it was. It reports false
// where no ledger would have noted them: a debit never raises a limit.
func (b *balance) allow(e Entry) bool {
	return b.set(&b.limit, e, e.Limit, false) && b.set(&b.deltaLimit, e, e.DeltaLimit, true)
}

func (b *balance) set(l *limit, e Entry, named string, chance bool) bool {
	most, ok := amount(named)
	debit := e.Kind == Spent
	switch {
	case named == "":
		return true
	case !ok:
		return debit && !e.Binds
	case debit && !e.Binds:
		if !l.binding {
			l.most = most
		}
		return true
	case e.Again != nil && l.most != nil && most.Cmp(l.most) > 0:
		return true // the stricter of two copies' limits holds
	case debit && l.most != nil && most.Cmp(l.most) > 0:
		return false
	}
	if l.most == nil || l.most.Cmp(most) != 0 {
		c := LimitChange{DataSet: e.DataSet, Sequence: e.Sequence, Words: Words{e.Time, e.By, e.Note}, Remark: e.Remark(), Was: l.most, Now: most, Chance: chance}
		if debit {
			c.Title = e.Title
		}
		b.changes = append(b.changes, c)
	}
	*l = limit{most, true}
	return true
}

// allowance is what may be spent on some people in all, and what the chances of failure may add up to; nil for
// no limit.
type allowance struct{ losses, chances *big.Rat }

// allowed returns the least of the ledgers' limits.
func (h *held) allowed() (out allowance) {
	for _, m := range h.members {
		out.losses = stricter(out.losses, m.account.balance.limit.most)
		out.chances = stricter(out.chances, m.account.deltaLimit.most)
	}
	return out
}

// allowanceOf returns limits, of which zero is none.
func allowanceOf(losses budget.Epsilon, chances budget.Delta) (out allowance) {
	if !losses.IsZero() {
		out.losses = losses.Rat()
	}
	if !chances.IsZero() {
		out.chances = chances.Rat()
	}
	return out
}

// orElse returns the limits, and where there is none the other.
func (l allowance) orElse(other allowance) allowance {
	if l.losses == nil {
		l.losses = other.losses
	}
	if l.chances == nil {
		l.chances = other.chances
	}
	return l
}

// holds reports whether a limit of what is compared, chances or losses, is one of these.
func (l allowance) holds(other allowance, chance bool) bool {
	if chance {
		return l.chances != nil && l.chances.Cmp(other.chances) == 0
	}
	return l.losses != nil && l.losses.Cmp(other.losses) == 0
}

// stricter returns the lower of two limits, nil being none.
func stricter(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && b.Cmp(a) < 0 {
		return b
	}
	return a
}

// Limits are what may be spent on some people in all, and what the chances of failure of all releases may add
// up to, by any plan; zero is one that stays as it is.
type Limits struct {
	Losses  budget.Epsilon
	Chances budget.Delta
}

// SetLimits sets limits where there are none, or stricter ones, until they are set or raised again. A plan may be
// stricter by itself. It errors with *RaisingError where more is named than is allowed by now.
func (l *Ledger) SetLimits(ctx context.Context, most Limits, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why the limit is set")); err != nil {
		return Entry{}, err
	}
	return l.decide(ctx, most, w, func(_, raised allowance) error {
		if raised != (allowance{}) {
			return &RaisingError{l.dataSet}
		}
		return nil
	})
}

// RaiseLimits allows more than is allowed by now, which takes a name and a reason. It raises the limits of linked
// data sets as well, since the least holds. It errors where a limit would not become higher.
func (l *Ledger) RaiseLimits(ctx context.Context, most Limits, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why the limit is raised")); err != nil {
		return Entry{}, err
	}
	if strings.TrimSpace(w.By) == "" {
		return Entry{}, message.Errorf("say who raises the limit")
	}
	return l.decide(ctx, most, w, func(named, raised allowance) error {
		if raised != named {
			return message.Errorf("this would not raise any limit in force on “%s”: to set one, or a lower one, is a step of its own%s", l.dataSet, message.Type("steward ledger limit"))
		}
		return nil
	})
}

// decide notes limits in the ledger, and in each linked one that allows less, unless what is named and what of it
// is higher than what is in force is refused. A crash between the entries leaves the stricter limit in force. It
// errors while a linked ledger cannot be read.
func (l *Ledger) decide(ctx context.Context, most Limits, w Words, refused func(named, raised allowance) error) (Entry, error) {
	named := allowanceOf(most.Losses, most.Chances)
	if named == (allowance{}) {
		return Entry{}, message.Errorf("give the limit: a number such as 2 for what may be spent, one such as 0.00001 for chances of failure, or both")
	}
	e := Entry{Kind: Limited, Time: w.Time, By: w.By, Note: w.Why}
	if named.losses != nil {
		e.Limit = text(named.losses)
	}
	if named.chances != nil {
		e.DeltaLimit = text(named.chances)
	}
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		if err := cmp.Or(h.own.inUse(), h.whole()); err != nil {
			return nil, err
		}
		if err := refused(named, named.above(h.allowed())); err != nil {
			return nil, err
		}
		e.DataSet = l.dataSet
		out := []addition{{h.own, e}}
		for _, m := range h.members {
			if m != h.own && (below(m.account.balance.limit, named.losses) || below(m.account.deltaLimit, named.chances)) {
				also := e
				also.DataSet = m.ledger.dataSet
				out = append(out, addition{m, also})
			}
		}
		return out, nil
	}, l)
	if err != nil {
		return Entry{}, err
	}
	return done[0], nil
}

// above returns the limits that are higher than the others.
func (l allowance) above(others allowance) allowance {
	if l.losses != nil && (others.losses == nil || l.losses.Cmp(others.losses) <= 0) {
		l.losses = nil
	}
	if l.chances != nil && (others.chances == nil || l.chances.Cmp(others.chances) <= 0) {
		l.chances = nil
	}
	return l
}

// below reports whether a limit allows less than is named.
func below(l limit, named *big.Rat) bool {
	return named != nil && l.most != nil && l.most.Cmp(named) < 0
}

// LimitChanges lists what was allowed on these people and by whom, in the order of the entries, the data set's
// own first. What was noted in several linked ledgers at once is one change.
func (s Statement) LimitChanges() []LimitChange {
	all := slices.Clone(s.changes)
	for _, k := range s.Linked {
		for _, c := range k.changes {
			again := func(o LimitChange) bool {
				return c.Words == o.Words && c.Chance == o.Chance && c.Now.Cmp(o.Now) == 0 && c.Title+o.Title == ""
			}
			if !slices.ContainsFunc(all, again) {
				all = append(all, c)
			}
		}
	}
	linked := func(c LimitChange) bool {
		of := s
		for _, k := range s.Linked {
			if k.DataSet == c.DataSet {
				of = k.Statement
			}
		}
		return slices.ContainsFunc(of.Entries, func(e Entry) bool { return e.Kind == Linked && e.Sequence < c.Sequence })
	}
	return slices.DeleteFunc(slices.Clone(all), func(c LimitChange) bool {
		// A debit notes the limit in force, which may be that of a linked account.
		return c.Title != "" && linked(c) && slices.ContainsFunc(all, func(o LimitChange) bool {
			return o.DataSet != c.DataSet && o.Chance == c.Chance && o.Now.Cmp(c.Now) == 0 && o.Time < c.Time
		})
	})
}

// changesOf returns, for a release, when another sum was allowed than before, and why.
func changesOf(s Statement) (out []result.LimitChange) {
	for _, c := range s.LimitChanges() {
		if c.Was != nil && c.Title == "" {
			out = append(out, result.LimitChange{DataSet: c.DataSet, Sequence: c.Sequence, Time: c.Time, By: c.By, Why: c.Remark.String(), Was: text(c.Was), Now: text(c.Now), Chance: c.Chance})
		}
	}
	return out
}

// heed takes over the limits of a copy of the ledger that went on elsewhere, where they are stricter, and tells
// of them in the error: whoever set them counts on them. at is when the copy was made.
func (l *Ledger) heed(ctx context.Context, fork *ForkError, theirs *account, at string) error {
	e := Entry{Kind: Limited, Time: at, DataSet: l.dataSet, Says: result.StricterCopy}
	_, err := l.folder.updateAs(ctx, access{write: true, joining: true}, func(h *held) ([]addition, error) {
		e.Limit, e.DeltaLimit = "", ""
		here := h.allowed()
		if there := theirs.limit.most; there != nil && (here.losses == nil || there.Cmp(here.losses) < 0) {
			e.Limit = text(there)
		}
		if there := theirs.deltaLimit.most; there != nil && (here.chances == nil || there.Cmp(here.chances) < 0) {
			e.DeltaLimit = text(there)
		}
		if e.Limit+e.DeltaLimit == "" || h.own.account.forgotten != nil {
			return nil, nil
		}
		if entries := h.own.account.entries; len(entries) > 0 {
			e.Time = max(e.Time, entries[len(entries)-1].Time) // in the order in which things were noted here
		}
		fork.Limit, fork.ChanceLimit = e.Limit, e.DeltaLimit
		return []addition{{h.own, e}}, nil
	}, l)
	return err
}
