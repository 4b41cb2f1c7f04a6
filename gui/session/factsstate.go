package session

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/words"
)

// factsState is what the step Known facts holds beside the plan.
type factsState struct {
	// aside are facts that were unticked: they are not counted, and not saved.
	aside []constraint.Fact
	draft *FactDraft
	price draftPrice
	apart apartStudy
}

// setAside returns the unticked facts.
func (s *Session) setAside() []constraint.Fact {
	var out []constraint.Fact
	for _, f := range s.facts.aside {
		if !slices.ContainsFunc(s.plan.Facts.Stated, func(c constraint.Fact) bool { return c.ID == f.ID }) {
			out = append(out, f)
		}
	}
	return out
}

// totalsOrCounts returns one of the listed totals and counts.
func (s *Session) totalsOrCounts(id FactID) (constraint.Fact, bool) {
	for _, f := range slices.Concat(s.plan.Facts.Stated, s.facts.aside) {
		if statedPrefix+FactID(f.ID) == id {
			return f, true
		}
	}
	return constraint.Fact{}, false
}

// tickStated states one of the totals and counts again, or sets it aside.
func (s *Session) tickStated(id FactID, on bool) {
	f, ok := s.totalsOrCounts(id)
	if !ok {
		return
	}
	s.facts.aside = slices.DeleteFunc(slices.Clone(s.facts.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
	s.facts.aside = append(s.facts.aside, f)
	if on {
		s.Edit(func(p *plan.Plan) { put(p, f) })
		return
	}
	s.Edit(func(p *plan.Plan) { *p = without(*p, id) })
}

// RemoveFact takes a fact out of the list; undo brings a stated one back.
func (s *Session) RemoveFact(id FactID) {
	f, ok := s.totalsOrCounts(id)
	if !ok {
		_ = s.Tick(id, false) // which fails for nothing that is unticked
		return
	}
	s.facts.aside = slices.DeleteFunc(slices.Clone(s.facts.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
	if d := s.Draft(); d != nil && d.edits.ID == f.ID {
		s.facts.draft = nil
	}
	s.Edit(func(p *plan.Plan) { *p = without(*p, id) })
	s.changed()
}

// DraftStanding says what a draft states and costs.
type DraftStanding struct {
	Sentence string
	// Missing is what is still to be entered, "" for nothing.
	Missing string
	// Factor and Why are as in a Fact.
	Factor int
	Why    string
}

// draftPrice is the price of a draft that was asked for last.
type draftPrice struct {
	of     draftPricing
	cancel context.CancelFunc
	ready  bool
	price  constraint.Price
	failed string
}

type draftPricing struct {
	policy *policy.Policy
	facts  plan.Facts
	fact   constraint.Fact
}

// DraftStanding returns how the fact that is entered stands; its price is worked out in the
// background.
func (s *Session) DraftStanding() DraftStanding {
	d := s.Draft()
	if d == nil {
		return DraftStanding{}
	}
	f, err := s.fact(d)
	var out DraftStanding
	if err != nil {
		out.Missing = words.SentenceOf(err)
	}
	out.Sentence = strings.NewReplacer("….”", "…”", "….“", "…“").Replace(Says(dotted(f), err == nil))
	out.Factor, out.Why = s.priceOfDraft(f)
	return out
}

// dotted puts dots where conditions name no answers yet.
func dotted(f constraint.Fact) constraint.Fact {
	f = renumbered(f, func(n int64) int64 { return n })
	for _, c := range f.Counts {
		for _, b := range c.Of {
			for k, x := range b {
				x.Spans = slices.DeleteFunc(slices.Clone(x.Spans), func(s constraint.Span) bool { return s.From == "" })
				if len(x.Values)+len(x.Spans) == 0 {
					x.Values = []string{"…"}
				}
				b[k] = x
			}
		}
	}
	return f
}

// Says writes a fact down in words; without its numbers where they are not known yet.
func Says(f constraint.Fact, numbers bool) string {
	switch {
	case len(f.Counts) == 1 && numbers:
		return words.T("“%s people have %s.”", thousands(fmt.Sprint(f.Counts[0].Count)), words.Say(f.Counts[0].Of.Said()))
	case len(f.Counts) == 1:
		return words.T("“… people have %s.”", words.Say(f.Counts[0].Of.Said()))
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return words.T("“It is known how many people have %s.”", strings.Join(f.Totals.Rows[0].Labels, " × "))
	case f.Totals != nil && len(f.Totals.Columns) == 1:
		return words.T("“It is known how many people have each of %d values of %s.”", len(f.Totals.Rows), plainColumns(f.Totals.Columns))
	case f.Totals != nil:
		return words.T("“It is known how many people have each of %d combinations of %s.”", len(f.Totals.Rows), plainColumns(f.Totals.Columns))
	case len(f.Counts) > 1:
		return words.N(len(f.Counts)-1, "“It is known how many people have %s, and %d count more.”", "“It is known how many people have %s, and %d counts more.”", words.Say(f.Counts[0].Of.Said()), len(f.Counts)-1)
	}
	return ""
}

func plainColumns(columns []domain.AttributeName) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = string(c)
	}
	return Named(names)
}

// priceOfDraft returns what the draft costs beside the facts that stay.
func (s *Session) priceOfDraft(f constraint.Fact) (factor int, why string) {
	c := s.outlook()
	if c == nil {
		return Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	}
	rest := without(s.plan, statedPrefix+FactID(f.ID)).Facts // those that stay
	of := draftPricing{c.Policy, rest, unnumbered(f)}
	t := &s.facts.price
	if t.of.policy != of.policy || !reflect.DeepEqual(t.of, of) {
		if t.cancel != nil {
			t.cancel()
		}
		ctx, cancel := context.WithCancel(s.background())
		*t = draftPrice{of: of, cancel: cancel}
		s.around.Go(func() {
			var price constraint.Price
			stated, err := c.StatedFacts(rest)
			if err == nil && ctx.Err() == nil {
				price, err = stated.Beside(of.fact, of.policy, readingOf(rest))
			}
			s.around.Dispatch(func() {
				if ctx.Err() != nil {
					return
				}
				cancel()
				if t.cancel, t.ready, t.price = nil, true, price; err != nil {
					t.failed = words.SentenceOf(err)
				}
				s.changed()
			})
		})
	}
	switch {
	case !t.ready:
		return Unpriced, words.T("Working out what it costs …")
	case t.failed != "":
		return Unpriced, "" // what is missing is said
	case t.price.With == t.price.Without:
		return min(t.price.With, 1), words.Sentence(words.Say(t.price.Why))
	}
	return t.price.With, words.Sentence(words.Say(t.price.Why))
}

// unnumbered returns a fact with zeros for numbers, which do not change its price, and without
// a title.
func unnumbered(f constraint.Fact) constraint.Fact {
	f.Title = ""
	return renumbered(f, func(int64) int64 { return 0 })
}

// renumbered returns a fact with other numbers that shares nothing with the form, which
// goes on changing.
func renumbered(f constraint.Fact, number func(n int64) int64) constraint.Fact {
	f.Counts = slices.Clone(f.Counts)
	for i, c := range f.Counts {
		who := slices.Clone(c.Of)
		for k, b := range who {
			who[k] = slices.Clone(b)
		}
		f.Counts[i] = constraint.Count{Of: who, Count: number(c.Count)}
	}
	if f.Totals != nil {
		t := *f.Totals
		t.Rows = slices.Clone(t.Rows)
		for i := range t.Rows {
			t.Rows[i].Count = number(t.Rows[i].Count)
		}
		f.Totals = &t
	}
	return f
}

// StateDraft states the fact that is being entered, once what it ties together is worked out.
// Where that is refused nothing is stated, and the draft says why.
func (s *Session) StateDraft() {
	d := s.Draft()
	if d == nil {
		return
	}
	f, err := s.fact(d)
	if err != nil {
		d.Trouble = words.SentenceOf(err)
		s.changed()
		return
	}
	next := s.plan.Clone()
	put(&next, f)
	next = next.Clone() // the form it is saved in, as an edit leaves it
	before := s.Issues(guide.Facts)
	var refused message.Text
	s.run(guide.Facts, words.T("Working out what the fact ties together"), func(ctx context.Context, _ func(string, float64)) error {
		issues := make(chan []plan.Issue, 1)
		go func() { issues <- s.issuesOf(next) }()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case found := <-issues:
			refused = newIssue(found, before)
			return ctx.Err() // which may have come at the same time
		}
	}, func(err error) {
		switch {
		case err != nil || s.Draft() != d:
		case !refused.IsZero():
			d.Trouble = words.Sentence(words.Say(refused))
		default:
			s.facts.draft = nil
			s.facts.aside = slices.DeleteFunc(slices.Clone(s.facts.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
			s.Edit(func(p *plan.Plan) { put(p, f) })
		}
	})
}

// issuesOf compiles a plan for what is wrong with its facts, which stays remembered.
func (s *Session) issuesOf(p plan.Plan) []plan.Issue {
	_, err := s.memory.Compile(p)
	var incomplete *plan.Incomplete
	if !errors.As(err, &incomplete) {
		return nil
	}
	return incomplete.Issues
}

// newIssue returns the first thing that is wrong with the facts and was not before.
func newIssue(found, before []plan.Issue) message.Text {
	for _, i := range found {
		known := slices.ContainsFunc(before, func(b plan.Issue) bool { return b.String() == i.String() })
		if i.Step == guide.Facts && !known {
			return i.Message
		}
	}
	return message.Text{}
}

// factsLine says in a few words what is known, and what it costs.
func (s *Session) factsLine() string {
	n := len(s.plan.Facts.Stated) + len(s.plan.Impossible)
	people := s.plan.Facts.People != nil
	switch {
	case n == 0 && !people:
		return words.T("None")
	case n == 0:
		return words.T("The number of people")
	case people:
		n++
	}
	line := count(n, "fact", "facts")
	if s.compiled == nil || s.plan.Slotted() {
		return line
	}
	if factor := s.compiled.Tied().Factor; factor > 1 {
		return words.T("%s, noise × %d", line, factor)
	}
	return words.T("%s, no noise added", line)
}
