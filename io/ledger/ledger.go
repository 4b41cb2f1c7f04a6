package ledger

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"

	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/core/release"
	"steward/core/result"
)

// Ledger is the account of one data set. It holds no file open between calls, so two
// programs can use one; each call locks the file while it reads and writes.
type Ledger struct {
	folder  *Folder
	path    string
	dataSet string
}

// Open returns the ledger of a data set in a folder; see Folder.Open.
func Open(dir, dataSet string) (*Ledger, error) { return In(dir).Open(dataSet) }

// Path returns where the ledger is kept.
func (l *Ledger) Path() string { return l.path }

// Debit notes a spend, on the disk before it returns, and tells where it stands among all
// spends on the same people. It errors with *LimitError and notes nothing when the sum
// would exceed the limit (the package's documentation says which), and with
// *ForgottenError when the data set was forgotten. A plan that somebody refused or wants changed, or that nobody has approved who
// would have to, is not paid for (*NotApprovedError).
func (l *Ledger) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	if !same(s.DataSet, l.dataSet) {
		return result.LedgerEntry{}, message.Errorf("a spend on “%s” in the account of “%s”", s.DataSet, l.dataSet)
	}
	var out result.LedgerEntry
	e, err := l.note(ctx, func(h *held) (Entry, error) {
		if err := h.whole(); err != nil {
			return Entry{}, err
		}
		if err := h.approved(s.Plan); err != nil {
			return Entry{}, err
		}
		d, err := h.draft(s)
		if err != nil {
			return Entry{}, err
		}
		for _, l := range []allowance{d.allowed, d.asks} {
			if err := cmp.Or(h.refuse(d.before, d.spends, d.drawn, l.losses), h.refuseChance(s, l.chances)); err != nil {
				err.Everybodys = h.allowed().holds(l, err.Chance)
				return Entry{}, err
			}
		}
		out = d.told
		return d.entry, nil
	})
	out.Sequence, out.Hash = e.Sequence, e.Hash
	return out, err
}

// Rehearsal is a ledger of which a release is told where it would stand, and in which nothing is noted: for what is shown before it.
type Rehearsal struct{ *Ledger }

// Debit returns what Debit of the ledger would return, without a hash, also where that would refuse the spend because more would be
// spent than is allowed or nobody has approved the plan. It errors when a ledger cannot be read, nobody can say what releases
// tell together, or the data set was forgotten, about which nothing is released until it is used again.
func (r Rehearsal) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	h, err := r.folder.hold(ctx, access{}, r.Ledger)
	if err != nil {
		return result.LedgerEntry{}, err
	}
	defer h.release()
	if err := errors.Join(h.whole(), h.own.inUse()); err != nil {
		return result.LedgerEntry{}, err
	}
	d, err := h.draft(s)
	d.told.Sequence = d.next
	return d.told, err
}

// draft is a spend as it would be noted.
type draft struct {
	entry         Entry
	told          result.LedgerEntry
	before        promise.Joint // what was lost before
	spends, drawn *big.Rat      // what is lost by it, and how much of that was set aside for it
	allowed, asks allowance
	next          int // the number of the entry, were it noted now
}

// draft returns how a spend would be noted, whether or not it is allowed.
func (h *held) draft(s release.Spend) (draft, error) {
	from, drawn := h.own.account.drawable(s.Title, s.Epsilon.Rat())
	before, after, err := h.together(s)
	if err != nil {
		return draft{}, err
	}
	d := draft{entry: debitOf(s), before: before, spends: new(big.Rat).Sub(after.Loss, before.Loss), drawn: drawn, asks: allowanceOf(s.Limit, s.DeltaLimit), next: 1}
	if n := len(h.own.account.entries); n > 0 {
		d.next = h.own.account.entries[n-1].Sequence + 1
	}
	if len(h.own.account.tail) > 0 {
		d.next++ // after that of the line that was cut off
	}
	// Whoever names a limit first sets it for everybody.
	d.allowed = h.allowed().orElse(d.asks)
	e, out := &d.entry, &d.told
	*out = result.LedgerEntry{DataSet: s.DataSet, SpentBefore: text(before.Loss), SpentAfter: text(after.Loss), SameSecrets: after.Same, LimitChanges: changesOf(h.statement())}
	if out.WorstAfter, err = h.worst(s, after); err != nil {
		return draft{}, err
	}
	if kept := new(big.Rat).Sub(h.reserved(), drawn); kept.Sign() > 0 {
		out.SetAside = text(kept)
	}
	if added := new(big.Rat).Add(h.statement().Debited(), s.Epsilon.Rat()); after.Loss.Cmp(added) < 0 || after.Loss.Cmp(added) > 0 && after.MoreTied() {
		out.AddedUp = text(added)
	}
	if out.Beside, err = h.beside(s); err != nil {
		return draft{}, err
	}
	e.From = from
	if out.Reviews = h.standing(s.Plan).Reviews; len(out.Reviews) > 0 {
		e.Plan = s.Plan
	}
	chances := h.chances()
	if chances.Sign() > 0 {
		out.DeltaBefore, out.DeltaAfter = text(chances), text(chances)
	}
	if !s.Delta.IsZero() {
		out.DeltaBefore, out.DeltaAfter = text(chances), text(chances.Add(chances, s.Delta.Rat()))
	}
	if d.allowed.chances != nil && (!s.Delta.IsZero() || !s.DeltaLimit.IsZero()) {
		e.DeltaLimit, out.DeltaLimit, e.Binds = text(d.allowed.chances), text(d.allowed.chances), true
	}
	if d.allowed.losses != nil {
		e.Limit, out.Limit, e.Binds = text(d.allowed.losses), text(d.allowed.losses), true
	}
	if e.Limit != "" && h.allowed().losses == nil || e.DeltaLimit != "" && h.allowed().chances == nil {
		e.By = s.By
	}
	return d, nil
}

// debitOf returns the entry of a spend, without what it draws on and the limits that it keeps.
func debitOf(s release.Spend) Entry {
	e := Entry{
		Kind: Spent, Epsilon: s.Epsilon.String(), Time: s.Time, DataSet: s.DataSet, Title: s.Title, Policy: s.Policy,
		Questions: s.Questions, Columns: s.Columns, Disclosed: s.Disclosed, Declared: s.Declared, Facts: s.Facts, Membership: s.Membership, Farthest: s.Farthest,
	}
	if s.Tied > 1 {
		e.Tied = s.Tied
	}
	if !s.Delta.IsZero() {
		e.Delta, e.Rho = text(s.Delta.Rat()), text(s.Rho.Rat())
	}
	return e
}

// together returns what all releases tell together before and after a spend, with the facts that it states.
// It errors with *UnboundedError when nobody can say.
func (h *held) together(s release.Spend) (before, after promise.Joint, err error) {
	said := h.statement()
	asked, err := debitOf(s).release()
	if err != nil {
		return before, after, err
	}
	if before, err = said.Together(asked.Declared); err == nil {
		after, err = said.with([]promise.Spent{asked}, nil)
	}
	if unbounded, ok := errors.AsType[*promise.Unbounded](err); ok {
		err = &UnboundedError{h.own.ledger.dataSet, unbounded}
	}
	return before, after, err
}

// worst returns what all releases tell together after a spend of the two answers that they hide least, where an earlier one hides some
// that the spend's joins by more than it does; empty where not.
func (h *held) worst(s release.Spend, after promise.Joint) (string, error) {
	asked, err := debitOf(s).release()
	if err != nil || after.Same {
		return "", err
	}
	releases, err := h.statement().Releases()
	if err != nil {
		return "", err
	}
	own, known := asked.Heaviest()
	if !known {
		return "", nil
	}
	worst, err := after.Worst(append(releases, asked))
	if least := new(big.Rat).Mul(after.Loss, max(own, weighted.One).Rat()); err != nil || worst == nil || worst.Cmp(least) <= 0 {
		return "", err
	}
	return text(worst), nil
}

// beside returns the earlier releases about groups of people, where a spend is on one about a group.
func (h *held) beside(s release.Spend) ([]result.Beside, error) {
	asked, err := debitOf(s).release()
	if err != nil {
		return nil, err
	}
	list, err := h.statement().Listed()
	return besideOf(list, asked), err
}

// refuse returns an error when a spend, of which drawn is set aside already, or a
// reservation does not fit within a limit beside what is spent; nil is none.
func (h *held) refuse(before promise.Joint, asked, drawn, limit *big.Rat) *LimitError {
	if limit == nil || asked.Sign() == 0 {
		return nil
	}
	spent, reserved := before.Loss, h.reserved()
	left := new(big.Rat).Sub(limit, spent)
	left.Sub(left, reserved).Add(left, drawn) // what this spend may take
	if asked.Cmp(left) <= 0 {
		return nil
	}
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	e := &LimitError{DataSet: h.own.ledger.dataSet, Spent: text(spent), Limit: text(limit), Asked: text(asked), Left: text(left), Linked: h.names()}
	if reserved.Sub(reserved, drawn).Sign() > 0 {
		e.Reserved = text(reserved)
	}
	added := h.statement().Debited()
	e.Why = before.Why(added, text(added))
	return e
}

// refuseChance returns an error when the chances of failure would add up to more than
// a limit; nil is none. A spend without a chance of failure adds nothing.
func (h *held) refuseChance(s release.Spend, limit *big.Rat) *LimitError {
	if limit == nil || s.Delta.IsZero() {
		return nil
	}
	spent := h.chances()
	left := new(big.Rat).Sub(limit, spent)
	if s.Delta.Rat().Cmp(left) <= 0 {
		return nil
	}
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return &LimitError{DataSet: h.own.ledger.dataSet, Chance: true, Spent: text(spent), Limit: text(limit), Asked: s.Delta.String(), Left: text(left), Linked: h.names()}
}

// Closing says that a release's files are written.
type Closing struct {
	Time   string
	Digest string
	Files  []string // paths; the ledger keeps their names only
	// Seal is that of the release's record, 64 lower-case hexadecimal digits; empty where there is no
	// record.
	Seal string
}

// names returns the names of the files.
func (c Closing) names() (out []string) {
	for _, f := range c.Files {
		out = append(out, filepath.Base(f))
	}
	return out
}

// plainSeal matches the seals that records have.
var plainSeal = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Close notes that the files of a debit are written. It errors unless the entry is a debit
// of this ledger, with that hash, whose files are not noted yet.
func (l *Ledger) Close(debit result.LedgerEntry, c Closing) error {
	_, err := l.note(context.Background(), func(h *held) (Entry, error) {
		a := &h.own.account
		spent, ok := a.find(Origin{debit.Sequence, debit.Hash})
		switch {
		case !ok || spent.Kind != Spent:
			return Entry{}, message.Errorf("entry %d of the account of “%s” is not the spend whose files are to be noted: compare the release's record with the account", debit.Sequence, l.dataSet)
		case c.Seal != "" && !plainSeal.MatchString(c.Seal):
			return Entry{}, message.Errorf("the record of entry %d of the account of “%s” has no seal but “%s”: nothing was noted", debit.Sequence, l.dataSet, c.Seal)
		case c.Digest == "":
			return Entry{}, message.Errorf("the files of entry %d of the account of “%s” have no digest: nothing was noted", debit.Sequence, l.dataSet)
		case a.closed[spent.Sequence]:
			i := slices.IndexFunc(a.entries, func(e Entry) bool { return e.Kind == Written && e.Of == spent.Sequence })
			if a.entries[i].Digest == c.Digest {
				return Entry{}, message.Errorf("the files of entry %d of the account of “%s” are already noted: there is nothing more to do", debit.Sequence, l.dataSet)
			}
			return Entry{}, message.Errorf("the files of entry %d of the account of “%s” are already noted, with another digest: a spend pays for one release only, so release again to publish these", debit.Sequence, l.dataSet)
		}
		return Entry{Kind: Written, Time: c.Time, DataSet: l.dataSet, Of: spent.Sequence, Digest: c.Digest, Seal: c.Seal, Files: c.names()}, nil
	})
	return err
}
