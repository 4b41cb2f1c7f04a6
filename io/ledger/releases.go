package ledger

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	budget "steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
)

// Releases returns what was released about these people, on the data set and those linked to it, as
// certificates that can be summed up again when more is known (promise.Together). A debit that a crash cut
// off released nothing and is not among them, though it stays spent. What was forgotten is one release of
// which nothing but the sum is known. It errors on an entry that cannot be read.
func (s Statement) Releases() ([]promise.Spent, error) {
	var out []promise.Spent
	var entries []int // their numbers
	for _, e := range s.Entries {
		switch {
		case e.Kind == Noted && e.Facts:
			if i := slices.Index(entries, e.Of); i >= 0 {
				more, err := declared(e)
				if err != nil {
					return nil, err
				}
				out[i].Declared, out[i].FactsKept = more, true
			}
			continue
		case e.Kind == Forgotten:
			entries = nil
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
		out, entries = append(out, r), append(entries, e.Sequence)
	}
	for _, k := range s.Linked {
		more, err := k.Releases()
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// release returns a debit as a certificate.
func (e Entry) release() (promise.Spent, error) {
	r := promise.Spent{Title: e.Title, Tied: e.Tied, FactsKept: e.Facts}
	delta := e.Delta
	sum, ok := e.spends()
	if e.Kind == Forgotten {
		r.Title, delta = "what was forgotten", e.TotalDelta
		if sum, ok = amount(e.Total); e.Total == nothing {
			sum, ok = new(big.Rat), true
		}
	} else if r.Title == "" {
		r.Title = fmt.Sprintf("entry %d", e.Sequence)
	}
	if !ok {
		return r, message.Errorf("entry %d of the ledger spends %q, which is no number", e.Sequence, e.Epsilon+e.Total)
	}
	var err error
	if sum.Sign() > 0 {
		if r.Epsilon, err = budget.FromRat(sum); err != nil {
			return r, message.Errorf("entry %d of the ledger: %w", e.Sequence, err)
		}
	}
	if delta != "" {
		chance, ok := amount(delta)
		if !ok {
			return r, message.Errorf("entry %d of the ledger has the delta %q, which is no number", e.Sequence, delta)
		}
		if r.Delta, err = budget.DeltaOf(chance); err != nil {
			return r, message.Errorf("entry %d of the ledger: %w", e.Sequence, err)
		}
	}
	if e.Rho != "" {
		rho, ok := amount(e.Rho)
		if !ok {
			return r, message.Errorf("entry %d of the ledger has the rho %q, which is no number", e.Sequence, e.Rho)
		}
		if r.Rho, err = budget.RhoOf(rho); err != nil {
			return r, message.Errorf("entry %d of the ledger: %w", e.Sequence, err)
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
		return nil, message.Errorf("entry %d of the ledger does not say what its policy is made of: %w", e.Sequence, err)
	}
	return &p, nil
}

// Together returns what all releases about these people tell together, with the facts that today's plan
// states too (nil for none), and what a crash cut off. It errors with *promise.Unbounded where nobody can
// say.
func (s Statement) Together(today *plan.Plan) (promise.Joint, error) { return s.with(nil, today) }

// with is Together with further releases.
func (s Statement) with(more []promise.Spent, today *plan.Plan) (promise.Joint, error) {
	releases, err := s.Releases()
	if err != nil {
		return promise.Joint{}, err
	}
	cutOff := s.Debited()
	for _, r := range releases {
		cutOff.Sub(cutOff, r.Epsilon.Rat())
	}
	joint, err := promise.Together(s.memory, append(releases, more...), today)
	if err != nil {
		return joint, err
	}
	joint.Loss.Add(joint.Loss, cutOff)
	return joint, nil
}
