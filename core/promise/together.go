package promise

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
)

// Spent is a release as the ledger keeps it: a certificate of what it told, that can be evaluated again
// without data when more is known.
type Spent struct {
	Title string
	// Epsilon is what it spent, Delta the chance of a failure and Rho the concentrated loss that is
	// (Epsilon, Delta); the latter two are zero for a pure release.
	Epsilon account.Epsilon
	Delta   account.Delta
	Rho     account.Rho
	// Tied is how many answers its noise hides together: it was drawn for Epsilon / Tied along an edge of
	// weight One.
	Tied int
	// Declared is what its policy is made of, with the known facts where FactsKept says so; nil when the
	// ledger does not hold it.
	Declared  *plan.Plan
	FactsKept bool
}

// Joint is what several releases about the same people tell together.
type Joint struct {
	// Loss is the epsilon that they come to, at a chance Delta that any of them fails, between two files
	// that are neighbours under all their policies and all facts that are known by now.
	Loss, Delta *big.Rat
	// Same says that each of them keeps secret what the widest does, so that Loss is of every pair that
	// the latest joins; otherwise it is of those pairs only that each of them joins.
	Same bool
	// Times is, by release, how many times as many people move as its noise was made for.
	Times []*big.Rat
}

// Unbounded is the error of releases of which nobody can say what they tell together.
type Unbounded struct {
	// Titles are those of the releases that are in the way.
	Titles []string
	Why    string
}

func (e *Unbounded) Error() string {
	return "what all releases about these people tell together is not bounded: " + e.Why
}

// Together returns what releases tell together, with the facts that any of them knew and those of today's
// plan, which may be among them; nil for none.
//
// A release is private along single edges of its policy, by the loss that its noise was scaled to: Epsilon
// / Tied. What facts tie together is no part of that certificate, because more may be known later: between
// two neighbouring files of today every one of m people moves along an edge, so that the release tells m
// times that (MECHANISMS 11.1), with the m of all facts that were ever stated, which nothing takes back.
// The m is that of the release whose policy covers all the others. Where none does, facts that no edge can
// change are nothing to a pair that all of the policies join, and any other is in the way. Numbers that were
// published exactly are facts of the former kind: no edge of their own policy changes them.
//
// It errors with *Unbounded when no bound is known.
func Together(memory *plan.Memory, releases []Spent, today *plan.Plan) (Joint, error) {
	if memory == nil {
		memory = new(plan.Memory)
	}
	all := slices.Clone(releases)
	if today != nil {
		all = append(all, Spent{Title: "this one", Declared: today, FactsKept: true})
	}
	own, err := factors(all)
	if err != nil {
		return Joint{}, err
	}
	widest, same := widest(all)
	factor := big.NewRat(1, 1)
	if len(all) > 1 && (stated(all) || slices.ContainsFunc(own, func(k *big.Rat) bool { return k.Cmp(factor) != 0 })) {
		if factor, err = factorOfAll(memory, all, own, widest, same, today); err != nil {
			return Joint{}, err
		}
	} else if len(all) == 1 {
		factor = own[0]
	}
	out := Joint{Loss: new(big.Rat), Delta: new(big.Rat), Same: same}
	for i, r := range releases {
		n := new(big.Rat).Quo(factor, own[i])
		loss, err := r.times(n)
		if err != nil {
			return Joint{}, err
		}
		out.Times = append(out.Times, n)
		out.Loss.Add(out.Loss, loss)
		out.Delta.Add(out.Delta, r.Delta.Rat())
	}
	return out, nil
}

// times returns the epsilon of a release when so many times as many people move as its noise was made for.
func (r Spent) times(n *big.Rat) (*big.Rat, error) {
	switch {
	case n.Cmp(big.NewRat(1, 1)) == 0:
		return r.Epsilon.Rat(), nil
	case r.Delta.IsZero():
		return new(big.Rat).Mul(n, r.Epsilon.Rat()), nil
	}
	return r.Rho.Along(n).Within(r.Delta)
}

// factors returns, by release, how many people its own facts tied together.
func factors(all []Spent) ([]*big.Rat, error) {
	own := make([]*big.Rat, len(all))
	for i, r := range all {
		tied := max(r.Tied, 1)
		switch {
		case r.Epsilon.IsZero():
			own[i] = big.NewRat(1, 1) // today's plan, of which only the facts count
		case tied == 1:
			own[i] = big.NewRat(1, 1)
		case r.Declared == nil:
			return nil, &Unbounded{[]string{r.Title}, fmt.Sprintf("the ledger does not say which facts %q took as known", r.Title)}
		default:
			slots, err := plan.Slots(*r.Declared)
			if err != nil {
				return nil, fmt.Errorf("the secrets of %q in the ledger: %w", r.Title, err)
			}
			own[i] = big.NewRat(int64(tied), int64(slots))
		}
	}
	return own, nil
}

// stated reports whether any release knew a fact.
func stated(all []Spent) bool {
	return slices.ContainsFunc(all, func(r Spent) bool { return r.Declared != nil && r.Declared.Facts.Any() })
}

// factorOfAll returns how many people all facts together tie together.
func factorOfAll(memory *plan.Memory, all []Spent, own []*big.Rat, widest int, same bool, today *plan.Plan) (*big.Rat, error) {
	one := big.NewRat(1, 1)
	var unknown, tying []string
	var most *big.Rat
	for i, r := range all {
		if own[i].Cmp(one) > 0 {
			tying, most = append(tying, r.Title), own[i]
			if !r.FactsKept {
				unknown = append(unknown, r.Title)
			}
		}
	}
	switch {
	case !same:
		// Today's facts are not in own where nothing is spent yet.
		if today != nil {
			m, err := memory.Tied(*today)
			if err != nil {
				return nil, &Unbounded{[]string{today.Title}, err.Error()}
			}
			if m > 1 {
				tying = append(tying, today.Title)
			}
		}
		if len(tying) == 0 {
			return one, nil // no edge changes any of the facts
		}
		return nil, &Unbounded{tying, fmt.Sprintf("known facts tie people’s answers together, and %s keep different things secret", quoted(titles(all)))}
	case len(unknown) == 1 && !slices.ContainsFunc(all, func(r Spent) bool { return r.FactsKept && r.Declared.Facts.Any() }) && alike(base(*all[widest].Declared), base(*all[indexOf(all, unknown[0])].Declared)):
		return most, nil // its facts are all that there are
	case len(unknown) > 0:
		return nil, &Unbounded{unknown, fmt.Sprintf("the ledger does not hold which facts %s took as known", quoted(unknown))}
	}
	joint := base(*all[widest].Declared)
	for _, r := range all {
		if r.Declared == nil {
			continue
		}
		add(&joint.Facts, r.Declared.Facts)
		if r.Declared.Facts.Reading == constraint.Strict && (today == nil || today.Facts.Reading == constraint.Strict) {
			joint.Facts.Reading = constraint.Strict
		}
	}
	m, err := memory.Tied(joint)
	if err != nil {
		return nil, &Unbounded{titles(all), err.Error()}
	}
	// Each is proved by itself, so that more facts may have a bound below that of fewer.
	factor := big.NewRat(int64(m), 1)
	for _, k := range own {
		if k.Cmp(factor) > 0 {
			factor = k
		}
	}
	return factor, nil
}

func indexOf(all []Spent, title string) int {
	return slices.IndexFunc(all, func(r Spent) bool { return r.Title == title })
}

// add takes over facts that are not there yet. What they tie together rests on what they are about and not
// on their numbers (constraint.Facts.Tie), so these are left out: two plans may state different ones, and
// both were told to the public.
func add(to *plan.Facts, from plan.Facts) {
	if from.People != nil {
		to.People = new(int64)
	}
	for _, f := range from.Stated {
		f = numberless(f)
		if !slices.ContainsFunc(to.Stated, func(g constraint.Fact) bool {
			g.ID = f.ID
			return alike(f, g)
		}) {
			f.ID = strconv.Itoa(len(to.Stated) + 1)
			to.Stated = append(to.Stated, f)
		}
	}
}

// numberless returns a fact without its words and numbers.
func numberless(f constraint.Fact) constraint.Fact {
	f.Title = ""
	if f.People != nil {
		f.People = new(int64)
	}
	if f.Totals != nil {
		t := *f.Totals
		t.Rows = slices.Clone(t.Rows)
		for i := range t.Rows {
			t.Rows[i].Count = 0
		}
		f.Totals = &t
	}
	f.Counts = slices.Clone(f.Counts)
	for i := range f.Counts {
		f.Counts[i].Count = 0
	}
	return f
}

// base returns what a policy is made of, without facts.
func base(p plan.Plan) plan.Plan {
	return plan.Plan{Version: plan.Version, DataSet: p.DataSet, Rows: p.Rows, Weight: p.Weight, Columns: p.Columns, Impossible: p.Impossible, Secrets: p.Secrets}
}

// widest returns the release whose policy covers those of all others; false where there is none.
func widest(all []Spent) (int, bool) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Declared != nil && !slices.ContainsFunc(all, func(r Spent) bool { return r.Declared == nil || !covers(*all[i].Declared, *r.Declared) }) {
			return i, true
		}
	}
	return 0, false
}

// covers reports whether every edge of b's policy is what some columns show of an edge of a's, and every
// edge of a's, seen through those columns, an edge of b's or none: b is a's projection. It may say no where
// that is so in a roundabout way.
func covers(a, b plan.Plan) bool {
	declared := make(map[domain.AttributeName]plan.Column, len(a.Columns))
	for _, c := range a.Columns {
		declared[c.Name] = c
	}
	kept := make(map[domain.AttributeName]bool, len(b.Columns))
	for _, c := range b.Columns {
		kept[c.Name] = true
		if !sameColumn(declared[c.Name], c) {
			return false
		}
	}
	if len(a.Columns) != len(b.Columns) && (len(a.Impossible) > 0 || len(b.Impossible) > 0 || a.Secrets.Together != 0 || b.Secrets.Together != 0 || len(a.Secrets.Absences)+len(b.Secrets.Absences) > 0) {
		return false
	}
	if !alike(a.Impossible, b.Impossible) && len(a.Impossible)+len(b.Impossible) > 0 {
		return false
	}
	of := a.Secrets
	of.Columns = nil
	for _, s := range a.Secrets.Columns {
		in := 0
		for _, n := range s.Columns {
			if kept[n] {
				in++
			}
		}
		switch in {
		case len(s.Columns):
			of.Columns = append(of.Columns, s)
		case 0:
		default:
			return false
		}
	}
	to := b.Secrets
	of.Presence, to.Presence = of.Presence || a.Slotted(), to.Presence || b.Slotted()
	return sameSecrets(of, to)
}

// sameColumn reports whether two columns have the same values and read answers alike, whoever said so.
func sameColumn(a, b plan.Column) bool {
	a.Origin, b.Origin, a.Label, b.Label = "", "", "", ""
	return alike(a, b)
}

// sameSecrets reports whether two sets of secrets are the same, in any order.
func sameSecrets(a, b plan.Secrets) bool {
	if len(a.Columns) != len(b.Columns) {
		return false
	}
	for _, s := range a.Columns {
		if !slices.ContainsFunc(b.Columns, func(t plan.Secret) bool { return alike(s, t) }) {
			return false
		}
	}
	a.Columns, b.Columns = nil, nil
	return alike(a, b)
}

// alike reports whether two parts of plans are saved as the same: what a ledger kept and what a session
// holds differ in empty lists.
func alike(a, b any) bool {
	x, err := json.Marshal(a)
	y, failed := json.Marshal(b)
	return err == nil && failed == nil && bytes.Equal(x, y)
}

func titles(all []Spent) []string {
	var out []string
	for _, r := range all {
		out = append(out, r.Title)
	}
	return out
}
