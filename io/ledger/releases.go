package ledger

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"

	budget "steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
)

// Releases returns what was released about these people, on the data set and those linked to it, as
// certificates that can be summed up again when more is known (promise.Together). A debit that a crash cut
// off released nothing and is not among them, though it stays spent. What was forgotten is one release of
// which nothing but the sum is known. It errors on an entry that cannot be read.
func (s Statement) Releases() ([]promise.Spent, error) {
	list, err := s.Listed()
	var out []promise.Spent
	for _, t := range list {
		out = append(out, t.spent)
	}
	return out, err
}

// Told is a release as an account counts it.
type Told struct {
	DataSet string
	// Entry is the debit, or what stands for all before it.
	Entry Entry
	// Loss is what it tells, with all facts that are known.
	Loss  *big.Rat
	spent promise.Spent
	joint *promise.Joint // of all, among which it is that of this number
	at    int
}

// FactsKept reports whether the account has the facts that the release took as known, if it took any that tie people's answers
// together: where not, its record has them.
func (t Told) FactsKept() bool { return t.spent.FactsKept || t.spent.Tied <= 1 }

// Sum returns what some of the releases that Told lists tell together: less than what each of them tells adds up to where some are
// about groups of people that are apart.
func Sum(some []Told) *big.Rat {
	if len(some) == 0 {
		return new(big.Rat)
	}
	counts := make(map[int]bool)
	for _, t := range some {
		counts[t.at] = true
	}
	return some[0].joint.Sum(func(i int) bool { return counts[i] })
}

// Told lists the releases about these people, those of each data set in their order, with what each comes to of what all tell
// together (Together).
func (s Statement) Told(today *plan.Plan) ([]Told, error) {
	out, err := s.Listed()
	if err != nil {
		return nil, err
	}
	joint, err := s.Together(today)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Loss, out[i].joint, out[i].at = joint.Each[i], &joint, i
	}
	return out, nil
}

// Beside returns the other releases about groups of people, where one is about a group.
func (s Statement) Beside(of Told) []result.Beside {
	list, err := s.Listed()
	if err != nil {
		return nil
	}
	return besideOf(slices.DeleteFunc(list, func(t Told) bool { return t.DataSet == of.DataSet && t.Entry.Sequence == of.Entry.Sequence }), of.spent)
}

// besideOf tells how a release about a group of people is counted beside others.
func besideOf(list []Told, of promise.Spent) []result.Beside {
	if of.Declared == nil || of.Declared.Group == nil {
		return nil
	}
	var out []result.Beside
	for _, t := range list {
		if t.spent.Declared == nil || t.spent.Declared.Group == nil {
			continue
		}
		g := t.spent.Declared.Group
		why, _ := promise.Why(t.spent, of)
		out = append(out, result.Beside{DataSet: t.DataSet, Sequence: t.Entry.Sequence, Title: t.spent.Title, Column: string(g.Column), Values: g.Values, Adds: string(why)})
	}
	return out
}

// Listed lists the releases as Told does, without what they come to, which nobody may be able to say.
func (s Statement) Listed() ([]Told, error) {
	var out []Told
	for _, e := range s.Entries {
		switch {
		case e.Kind == Noted && e.Facts:
			if i := slices.IndexFunc(out, func(t Told) bool { return t.Entry.Kind == Spent && t.Entry.Sequence == e.Of }); i >= 0 {
				more, err := declared(e)
				if err != nil {
					return nil, err
				}
				out[i].spent.Declared, out[i].spent.FactsKept = more, true
			}
			continue
		case e.Kind == Forgotten:
			out = nil // it stands for those before it, which may not be dropped yet
			if !e.told() {
				continue
			}
		case e.Kind != Spent:
			continue
		}
		r, err := e.release()
		if err != nil {
			return nil, err
		}
		out = append(out, Told{DataSet: s.DataSet, Entry: e, spent: r})
	}
	for _, k := range s.Linked {
		more, err := k.Listed()
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// release returns a debit as a certificate.
func (e Entry) release() (promise.Spent, error) {
	r := promise.Spent{Title: e.Title, Tied: e.Tied, FactsKept: e.Facts, Membership: e.Membership}
	delta := e.Delta
	sum, ok := e.spends()
	if e.Kind == Forgotten {
		r.Title, delta = "what was forgotten", e.TotalDelta
		if sum, ok = amount(cmp.Or(e.Counts, e.Total)); e.Total == nothing {
			sum, ok = new(big.Rat), true
		}
	} else if r.Title == "" {
		r.Title = fmt.Sprintf("entry %d", e.Sequence)
	}
	if !ok {
		return r, message.Errorf("entry %d of the account spends %q, which is not a number", e.Sequence, e.Epsilon+e.Total)
	}
	var err error
	if sum.Sign() > 0 {
		if r.Epsilon, err = budget.FromRat(sum); err != nil {
			return r, message.Errorf("entry %d of the account: %w", e.Sequence, err)
		}
	}
	if delta != "" {
		chance, ok := amount(delta)
		if !ok {
			return r, message.Errorf("entry %d of the account has the delta %q, which is not a number", e.Sequence, delta)
		}
		if r.Delta, err = budget.DeltaOf(chance); err != nil {
			return r, message.Errorf("entry %d of the account: %w", e.Sequence, err)
		}
	}
	if e.Rho != "" {
		rho, ok := amount(e.Rho)
		if !ok {
			return r, message.Errorf("entry %d of the account has the rho %q, which is not a number", e.Sequence, e.Rho)
		}
		if r.Rho, err = budget.RhoOf(rho); err != nil {
			return r, message.Errorf("entry %d of the account: %w", e.Sequence, err)
		}
	}
	if len(e.Declared) > 0 {
		r.Declared, err = declared(e)
	}
	return r, err
}

// told reports whether anything was told before a Forgotten entry.
func (e Entry) told() bool { return e.Total != nothing || e.Exact }

// declared reads what the policy of a debit is made of.
func declared(e Entry) (*plan.Plan, error) {
	var p plan.Plan
	if err := json.Unmarshal(e.Declared, &p); err != nil {
		return nil, message.Errorf("entry %d of the account does not say what its policy is made of: %w", e.Sequence, err)
	}
	return &p, nil
}

// Group returns the group of people that the release of a debit is about, nil for everybody.
func (e Entry) Group() *plan.Answers {
	if e.Kind != Spent || len(e.Declared) == 0 {
		return nil
	}
	p, err := declared(e)
	if err != nil {
		return nil
	}
	return p.Group
}

// Together returns what all releases about these people tell together, with the facts that today's plan
// states too (nil for none), and what a crash cut off. It errors with *promise.Unbounded where nobody can
// say.
func (s Statement) Together(today *plan.Plan) (promise.Joint, error) { return s.with(nil, today) }

// with is Together with further releases.
func (s Statement) with(more []promise.Spent, today *plan.Plan) (promise.Joint, error) {
	list, err := s.Listed()
	if err != nil {
		return promise.Joint{}, err
	}
	var releases []promise.Spent
	cutOff := s.Debited()
	for _, t := range list {
		releases = append(releases, t.spent)
		cutOff.Sub(cutOff, orNothing(amount(cmp.Or(t.Entry.Epsilon, t.Entry.Total))))
	}
	joint, err := promise.Together(s.memory, append(releases, more...), today)
	if err != nil {
		return joint, err
	}
	joint.Loss.Add(joint.Loss, cutOff)
	return joint, nil
}

// AddedTo returns what a release of a plan adds to: what all releases tell together, without those about groups of people that have
// nobody in common with its own; and how many times the budget of one without a chance of failure counts, with all facts that were ever
// stated: more than once where these tie together more people than those of the plan. That it is made from the records that they were
// made from is taken for granted here; the debit finds out.
func (s Statement) AddedTo(p *plan.Plan) (to, times *big.Rat, err error) {
	releases, err := s.Releases()
	if err != nil {
		return nil, nil, err
	}
	asked, most := promise.Spent{Title: "this one", Declared: p, FactsKept: true}, big.NewRat(1, 1)
	for _, r := range releases {
		if most.Add(most, r.Epsilon.Rat()); r.Membership != "" {
			asked.Membership = r.Membership
		}
	}
	tied, err := cmp.Or(s.memory, new(plan.Memory)).Tied(*p)
	if err != nil {
		return nil, nil, err
	}
	slots, err := plan.Slots(*p)
	if err != nil {
		return nil, nil, err
	}
	asked.Tied = tied.Factor * slots
	// It is as if it spent more than all of them, so that no others count in its place.
	if asked.Epsilon, err = budget.FromRat(most); err != nil {
		return nil, nil, err
	}
	joint, err := s.with([]promise.Spent{asked}, nil)
	if err != nil {
		return nil, nil, err
	}
	own := joint.Each[len(releases)]
	return joint.Loss.Sub(joint.Loss, own), new(big.Rat).Quo(own, most), nil
}

// Declared returns what a release kept secret and took as known, nil where the ledger does not hold it.
func (t Told) Declared() *plan.Plan { return t.spent.Declared }

// Between returns what all releases about these people tell between two people's answers, with the facts that today's plan states
// too, nil for none (promise.Between). What a linked ledger has that cannot be read is not known.
func (s Statement) Between(u, v promise.Answers, today *plan.Plan) (promise.Pair, error) {
	releases, err := s.Releases()
	if err != nil {
		return promise.Pair{}, err
	}
	var unread []string
	for _, k := range s.Linked {
		if k.Err != nil {
			unread = append(unread, k.DataSet)
		}
	}
	pair, err := promise.Between(s.memory, releases, today, u, v)
	unreleased, unlisted := (*promise.Unreleased)(nil), (*promise.Unlisted)(nil)
	if len(unread) > 0 && (errors.As(err, &unreleased) || errors.As(err, &unlisted)) {
		pair, err = promise.Pair{Loss: new(big.Rat), Delta: new(big.Rat)}, nil // those that cannot be read may have it
	}
	pair.Unknown = append(pair.Unknown, unread...)
	return pair, err
}
