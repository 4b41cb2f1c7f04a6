package balance

import (
	"context"
	"strings"
	"time"

	"steward/core/account"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/ledger"
)

// Allowing is what a person wants to allow for all releases on the data set together.
type Allowing struct {
	// Limit and Chances are decimals; "" for no limit.
	Limit, Chances string
	// Everybody says that a lower limit than the ledger's is to hold for every plan, and not for this one alone.
	Everybody bool
	// By and Why stand in the ledger with what is changed there.
	By, Why string
}

// EverybodysLimits returns what the ledger allows on these people, whatever a plan says, as decimals: in all, and
// for the chances of failure. Both are empty while nothing is set.
func (k *Keeper) EverybodysLimits() (limit, chances string) {
	if !k.state.known(k.of.Plan()) {
		return "", ""
	}
	if least := k.state.said.LeastLimit(); least != nil {
		limit = Typable(least, false)
	}
	if least := k.state.said.LeastChanceLimit(); least != nil {
		if d, err := account.DeltaOf(least); err == nil {
			chances = d.String()
		}
	}
	return limit, chances
}

// SetBy notes who the person is, for the limit that a first release sets.
func (k *Keeper) SetBy(name string) {
	k.by = strings.TrimSpace(name)
	k.of.Changed()
}

// By returns who the person said to be.
func (k *Keeper) By() string { return k.by }

// LimitSet is who set the ledger's limit last, and when.
type LimitSet struct {
	// Title is of the release that was the first with a limit; empty where Why says why another was set.
	Title, Why string
	By, Day    string // By may be empty
}

// LastSet returns who set the ledger's limit last; nil while there is none or it is not known.
func (k *Keeper) LastSet() *LimitSet {
	if !k.state.known(k.of.Plan()) {
		return nil
	}
	var last *LimitSet
	least := k.state.said.LeastLimit()
	for _, c := range k.state.said.LimitChanges() {
		if c.Chance || least == nil || c.Now.Cmp(least) != 0 {
			continue
		}
		last = &LimitSet{Title: c.Title, Why: words.Say(c.Remark), By: c.By, Day: words.DayOf(c.Time, words.Date)}
	}
	return last
}

// acts are what changes the ledger's limits: what is above them, and what is below and to hold for everybody.
type acts struct{ raised, lowered ledger.Limits }

// acts returns what of the limits is not the ledger's; what cannot be read is left out.
func (k *Keeper) acts(limit, chances string) (out acts) {
	was, wasChances := k.EverybodysLimits()
	if e, err := account.ParseEpsilon(limit); err == nil && was != "" {
		switch e.Rat().Cmp(k.state.said.LeastLimit()) {
		case 1:
			out.raised.Losses = e
		case -1:
			out.lowered.Losses = e
		}
	}
	if d, err := account.ParseDelta(chances); err == nil && !d.IsZero() && wasChances != "" {
		switch d.Rat().Cmp(k.state.said.LeastChanceLimit()) {
		case 1:
			out.raised.Chances = d
		case -1:
			out.lowered.Chances = d
		}
	}
	return out
}

// Changes reports whether limits would raise one that holds for everybody, and whether one is lower than that.
func (k *Keeper) Changes(limit, chances string) (raises, lowers bool) {
	a := k.acts(limit, chances)
	return a.raised != ledger.Limits{}, a.lowered != ledger.Limits{}
}

// acts returns what is to be noted in the ledger; it errors when a limit, a reason or a name is missing.
func (a Allowing) acts(k *Keeper) (acts, error) {
	out := k.acts(a.Limit, a.Chances)
	if !a.Everybody {
		out.lowered = ledger.Limits{}
	}
	was, wasChances := k.EverybodysLimits()
	switch {
	case a.Limit == "" && was != "" || a.Chances == "" && wasChances != "":
		return out, words.Errorf("a limit that applies to everybody can be raised, but not removed: type a number")
	case out == acts{}:
	case strings.TrimSpace(a.By) == "":
		return out, words.Errorf("say who changes the limit: later summaries show the name")
	case strings.TrimSpace(a.Why) == "":
		return out, words.Errorf("say why the limit changes: later summaries show the reason")
	}
	return out, nil
}

// Allow sets the plan's limits. What is above the ledger's, which holds for everybody, is raised there, and what is
// below lowered if that is wished; otherwise the plan is stricter by itself. Until a first release sets them,
// limits are the plan's alone. It errors when a limit, the reason or the name is missing, and calls failed, later,
// when the ledger cannot be written.
func (k *Keeper) Allow(a Allowing, failed func(error)) error {
	act, err := a.acts(k)
	if err != nil {
		return err
	}
	limit, err := limitOf(a.Limit)
	if err != nil {
		return err
	}
	chances, err := chanceLimitOf(a.Chances)
	if err != nil {
		return err
	}
	k.of.Edit(func(p *plan.Plan) { p.Budget.Limit, p.Budget.DeltaLimit = limit, chances })
	k.SetBy(a.By)
	if act == (acts{}) {
		return nil
	}
	dir, dataSet, w := k.of.LedgerDir(), k.of.Plan().DataSet, ledger.Words{Time: k.of.Now().Format(time.RFC3339), By: k.by, Why: strings.TrimSpace(a.Why)}
	k.of.Go(func() {
		err := act.note(dir, dataSet, w)
		k.of.Dispatch(func() {
			if err != nil {
				failed(err)
			}
			k.Refresh()
		})
	})
	return nil
}

// note carries the acts out.
func (a acts) note(dir, dataSet string, w ledger.Words) error {
	l, err := ledger.Open(dir, dataSet)
	if err == nil && a.lowered != (ledger.Limits{}) {
		_, err = l.SetLimits(context.Background(), a.lowered, w)
	}
	if err == nil && a.raised != (ledger.Limits{}) {
		_, err = l.RaiseLimits(context.Background(), a.raised, w)
	}
	return err
}

// limitOf returns a limit that was typed as plans write it.
func limitOf(limit string) (string, error) {
	if limit == "" {
		return "", nil
	}
	e, err := account.ParseEpsilon(limit)
	if err != nil {
		return "", words.Errorf("“%s” cannot be a limit: type a number above zero and at most %s, such as 2", limit, words.Number(limits.MaxEpsilon))
	}
	return e.String(), nil
}
