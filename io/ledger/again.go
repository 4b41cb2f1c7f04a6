package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"slices"

	"steward/core/message"
	"steward/core/promise"
)

// Origin names an entry of another copy of a ledger, which this one lacks.
type Origin struct {
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash"`
}

// Is reports whether the entry is the one that a record or another copy of the ledger names, or notes it again.
func (e Entry) Is(o Origin) bool {
	return e.Sequence == o.Sequence && e.Hash == o.Hash || e.Again != nil && *e.Again == o
}

// find returns the entry that is named.
func (a *account) find(o Origin) (Entry, bool) {
	i := slices.IndexFunc(a.entries, func(e Entry) bool { return e.Is(o) })
	if i < 0 {
		return Entry{}, false
	}
	return a.entries[i], true
}

// Merge is Import, and joins two copies that each went on: what the file has noted since and the one here lacks is noted here
// again, behind what is here, so that everything that either has spent counts. Done again it adds nothing. It errors with
// *ForkError where the two cannot be joined: one of them was forgotten since.
func (f *Folder) Merge(ctx context.Context, data []byte) (Imported, error) {
	done, err := f.Import(ctx, data)
	fork := new(ForkError)
	if !errors.As(err, &fork) {
		return done, err
	}
	x, theirs, failed := parseExported(data)
	if failed != nil {
		return done, failed
	}
	l, failed := f.Open(x.DataSet)
	if failed != nil {
		return done, failed
	}
	noted, failed := f.updateAs(ctx, access{write: true, joining: true}, func(h *held) ([]addition, error) { return h.joined(&theirs, fork) }, l)
	return Imported{DataSet: l.dataSet, Added: len(noted)}, failed
}

// joined returns what another copy of a ledger has noted and the one that is held lacks.
func (h *held) joined(theirs *account, fork *ForkError) ([]addition, error) {
	ours := &h.own.account
	var out []Entry
	at := make(map[int]int) // the numbers here of entries there
	last, _ := ours.head()
	if o, spent, chance := ours.unburied(theirs); spent != "" {
		if _, known := ours.find(o); !known {
			out = append(out, sumOf(o, spent, chance))
		}
	}
	for _, e := range theirs.entries {
		o := Origin{e.Sequence, e.Hash}
		known, there := ours.find(o)
		if !there && e.Again != nil {
			known, there = ours.find(*e.Again)
		}
		switch {
		case there:
			at[e.Sequence] = known.Sequence
		case e.Sequence < ours.begins() || e.Kind == Reopened: // among what was forgotten, or says nothing of what was spent
		case e.Kind == Forgotten: // it has the sum of all before it
			out, at = nil, make(map[int]int)
			if e.told() {
				out = append(out, sumOf(o, e.Total, e.TotalDelta))
			}
		default:
			out = append(out, e.again(o, at, ours))
			at[o.Sequence] = last + len(out)
		}
	}
	if len(out) > 0 && ours.forgotten != nil {
		return nil, fork
	}
	var all []addition
	for _, e := range out {
		e.DataSet = h.own.ledger.dataSet
		all = append(all, addition{h.own, e})
	}
	return all, nil
}

// sumOf returns an entry for what was spent, of which nothing else is known, until another one.
func sumOf(o Origin, spent, chance string) Entry {
	return Entry{Kind: Spent, Epsilon: spent, Delta: chance, Again: &o, Says: message.Sprintf("what another copy of this account had spent by then, whose words were forgotten")}
}

// begins returns the number of the first entry.
func (a *account) begins() int {
	if len(a.entries) == 0 {
		return 1
	}
	return a.entries[0].Sequence
}

// unburied returns what another copy has spent before the first entry here, and until which entry of it, where the sum that this
// entry keeps is less: then it may be of something else. It is empty where the sum has it all.
func (a *account) unburied(theirs *account) (until Origin, spent, chance string) {
	if a.begins() == 1 {
		return until, "", ""
	}
	sum, chances := new(big.Rat), new(big.Rat)
	for _, e := range theirs.entries {
		if e.Sequence >= a.begins() || e.Kind != Spent && e.Kind != Torn {
			continue
		}
		until = Origin{e.Sequence, e.Hash}
		sum.Add(sum, orNothing(amount(e.Epsilon)))
		chances.Add(chances, orNothing(amount(e.Delta)))
	}
	kept := a.entries[0]
	if sum.Cmp(orNothing(amount(kept.Total))) <= 0 && chances.Cmp(orNothing(amount(kept.TotalDelta))) <= 0 {
		return until, "", ""
	}
	if chances.Sign() > 0 {
		chance = text(chances)
	}
	return until, text(sum), chance
}

func orNothing(r *big.Rat, known bool) *big.Rat {
	if !known {
		return new(big.Rat)
	}
	return r
}

// again returns an entry as it is noted in another copy, where at says which numbers entries have that it names. Of limits the stricter
// hold, and what was given back stays set aside, since it may have been drawn here (apply).
func (e Entry) again(o Origin, at map[int]int, ours *account) Entry {
	e.Again = &o
	switch e.Kind {
	case Spent:
		e.By, e.Limit, e.DeltaLimit, e.Binds = "", "", "", false
		e.From = slices.DeleteFunc(numbered(e.From, at), func(n int) bool {
			_, here := ours.entry(n)
			return here // what both had set aside may have been drawn here
		})
	case Torn:
		e.Fragment = ""
	case Written, Noted, Returned, Withdrawn:
		e.Of, e.Instead = at[e.Of], at[e.Instead]
	case Linked:
		e.Links = []Link{{DataSet: e.Links[0].DataSet}}
	}
	return e
}

// numbered returns the numbers that entries have here, of those that are here.
func numbered(list []int, at map[int]int) (out []int) {
	for _, n := range list {
		if m, ok := at[n]; ok {
			out = append(out, m)
		}
	}
	return out
}

// Recovery is what a release's record says of its entry in the ledger.
type Recovery struct {
	Origin
	// Before and ChanceBefore are what all releases about these people had come to before it.
	Before, ChanceBefore string
	Closing
}

// Recover notes a debit again that the release's record tells of and the ledger lacks, and what the record says was
// spent before it beyond what the ledger has. It reports whether there was anything to note.
func (l *Ledger) Recover(ctx context.Context, e Entry, r Recovery) (bool, error) {
	e.Kind, e.DataSet, e.Again = Spent, l.dataSet, &r.Origin
	asked, err := e.release()
	if err != nil {
		return false, err
	}
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		a := &h.own.account
		if _, known := a.find(r.Origin); known || r.Sequence < a.begins() {
			return nil, nil
		}
		if err := h.own.inUse(); err != nil {
			return nil, err
		}
		out := h.before(asked, e.Time, r)
		last, _ := a.head()
		written := Entry{Kind: Written, Time: r.Time, DataSet: l.dataSet, Of: last + len(out) + 1, Digest: r.Digest, Seal: r.Seal, Files: r.names(), Again: &Origin{r.Sequence, r.Seal}}
		return append(out, addition{h.own, e}, addition{h.own, written}), nil
	}, l)
	return len(done) > 0, err
}

// before returns an entry for what a record says was spent before its release and the ledgers lack.
func (h *held) before(asked promise.Spent, at string, r Recovery) []addition {
	said := h.statement()
	e := Entry{Kind: Spent, Epsilon: nothing, Time: at, DataSet: h.own.ledger.dataSet, Again: &Origin{r.Sequence, ""}, Says: message.Sprintf("what a record says was spent before its release, and is not noted")}
	loss := said.Debited()
	if joint, err := said.Together(asked.Declared); err == nil {
		loss = joint.Loss
	}
	if most, ok := amount(r.Before); ok && most.Cmp(loss) > 0 {
		e.Epsilon = text(new(big.Rat).Sub(most, loss))
	}
	if most, ok := amount(r.ChanceBefore); ok && most.Cmp(said.JointChance()) > 0 {
		e.Delta = text(new(big.Rat).Sub(most, said.JointChance()))
	}
	switch {
	case e.Epsilon == nothing && e.Delta == "":
		return nil
	case e.Epsilon == nothing:
		e.Epsilon, e.Kind = "", Torn // a chance alone, which no release has
	}
	return []addition{{h.own, e}}
}

// Copy returns the ledger and those that are linked to it as they are exported, to be kept elsewhere: whichever copy is ahead is
// believed (BringUp). It is nil where nothing was noted.
func (l *Ledger) Copy(ctx context.Context) (json.RawMessage, error) {
	h, err := l.folder.hold(ctx, access{}, l)
	if err != nil {
		return nil, err
	}
	defer h.release()
	var all []Exported
	for _, m := range h.members {
		if m.err == nil && len(m.account.entries) > 0 {
			all = append(all, m.export())
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return json.Marshal(all)
}

// BringUp adds to the ledgers of the folder what a copy of them has (Copy) and they lack, and returns what was added to
// which. It errors with what cannot be added, beside what was.
func (f *Folder) BringUp(ctx context.Context, copied json.RawMessage) ([]Imported, error) {
	if len(copied) == 0 {
		return nil, nil
	}
	var all []json.RawMessage
	if err := json.Unmarshal(copied, &all); err != nil {
		return nil, message.Errorf("what a project keeps of the account cannot be read: %w", err)
	}
	var out []Imported
	var failed []error
	for _, data := range all {
		done, err := f.Merge(ctx, data)
		if err != nil {
			failed = append(failed, err)
		} else if done.Added > 0 {
			out = append(out, done)
		}
	}
	return out, errors.Join(failed...)
}
