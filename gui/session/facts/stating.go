package facts

import (
	"context"
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
	"steward/gui/session/amounts"
	"steward/gui/session/current"
	"steward/gui/words"
)

// setAside returns the unticked facts.
func (s *Step) setAside() (out []constraint.Fact) {
	for _, f := range s.aside {
		if !slices.ContainsFunc(s.of.Plan().Facts.Stated, func(c constraint.Fact) bool { return c.ID == f.ID }) {
			out = append(out, f)
		}
	}
	return out
}

// totalsOrCounts returns one of the listed totals and counts.
func (s *Step) totalsOrCounts(id ID) (constraint.Fact, bool) {
	for _, f := range slices.Concat(s.of.Plan().Facts.Stated, s.aside) {
		if statedPrefix+ID(f.ID) == id {
			return f, true
		}
	}
	return constraint.Fact{}, false
}

// tickStated states one of the totals and counts again, or sets it aside.
func (s *Step) tickStated(id ID, on bool) {
	f, ok := s.totalsOrCounts(id)
	if !ok {
		return
	}
	s.aside = slices.DeleteFunc(slices.Clone(s.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
	s.aside = append(s.aside, f)
	if on {
		s.of.Edit(func(p *plan.Plan) { put(p, f) })
		return
	}
	s.of.Edit(func(p *plan.Plan) { *p = without(*p, id) })
}

// Remove takes a fact out of the list; undo brings a stated one back.
func (s *Step) Remove(id ID) {
	f, ok := s.totalsOrCounts(id)
	if !ok {
		_ = s.Tick(id, false) // which fails for nothing that is unticked
		return
	}
	s.aside = slices.DeleteFunc(slices.Clone(s.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
	if d := s.Draft(); d != nil && d.edits.ID == f.ID {
		s.draft = nil
	}
	s.of.Edit(func(p *plan.Plan) { *p = without(*p, id) })
	s.of.Changed()
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

// draftPrice is the price of a draft, once it is ready.
type draftPrice struct {
	ready  bool
	price  constraint.Price
	failed string
}

// draftPricing is what that depends on.
type draftPricing struct {
	policy *policy.Policy
	facts  plan.Facts
	fact   constraint.Fact
}

// DraftStanding returns how the fact that is entered stands; its price is worked out in the
// background.
func (s *Step) DraftStanding() DraftStanding {
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
		return words.T("“%s people have %s.”", amounts.Thousands(fmt.Sprint(f.Counts[0].Count)), words.Say(f.Counts[0].Of.Said()))
	case len(f.Counts) == 1:
		return words.T("“… people have %s.”", words.Say(f.Counts[0].Of.Said()))
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return words.T("“It is known how many people have %s.”", strings.Join(f.Totals.Rows[0].Labels, " × "))
	case f.Totals != nil && len(f.Totals.Columns) == 1:
		return words.T("“It is known how many people have each of %d values of %s.”", len(f.Totals.Rows), plainColumns(f.Totals.Columns))
	case f.Totals != nil:
		return words.T("“It is known how many people have each of %d combinations of %s.”", len(f.Totals.Rows), plainColumns(f.Totals.Columns))
	case len(f.Counts) > 1:
		return words.N(len(f.Counts)-1, "“It is known how many people have %s, and %d more count.”", "“It is known how many people have %s, and %d more counts.”", words.Say(f.Counts[0].Of.Said()), len(f.Counts)-1)
	}
	return ""
}

func plainColumns(columns []domain.AttributeName) string {
	return amounts.Named(domain.Texts(columns))
}

// priceOfDraft returns what the draft costs beside the facts that stay.
func (s *Step) priceOfDraft(f constraint.Fact) (factor int, why string) {
	c := s.of.Outlook()
	if c == nil {
		return Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	}
	rest := without(s.of.Plan(), statedPrefix+ID(f.ID)).Facts // those that stay
	of := draftPricing{c.Policy, rest, unnumbered(f)}
	t := &s.price
	if t.Of.policy != of.policy || !reflect.DeepEqual(t.Of, of) {
		t.Begin(s.of.Background, of, draftPrice{}, func(ctx context.Context) draftPrice {
			out := draftPrice{ready: true}
			stated, err := c.StatedFacts(rest)
			if err == nil && ctx.Err() == nil {
				out.price, err = stated.Beside(of.fact, of.policy, readingOf(rest))
			}
			if err != nil {
				out.failed = words.SentenceOf(err)
			}
			return out
		})
	}
	switch {
	case !t.Found.ready:
		return Unpriced, words.T("Working out what it costs …")
	case t.Found.failed != "":
		return Unpriced, "" // what is missing is said
	case t.Found.price.With == t.Found.price.Without:
		return min(t.Found.price.With, 1), words.Sentence(words.Say(t.Found.price.Why))
	}
	return t.Found.price.With, words.Sentence(words.Say(t.Found.price.Why))
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

// State states the fact that is being entered, once what it ties together is worked out.
// Where that is refused nothing is stated, and the draft says why.
func (s *Step) State() {
	d := s.Draft()
	if d == nil {
		return
	}
	f, err := s.fact(d)
	if err != nil {
		d.Trouble = words.SentenceOf(err)
		s.of.Changed()
		return
	}
	next := s.of.Plan().Clone()
	put(&next, f)
	next = next.Clone() // the form it is saved in, as an edit leaves it
	before := s.of.Issues(guide.Facts)
	var refused message.Text
	s.of.Run(guide.Facts, words.T("Working out what the fact ties together"), func(ctx context.Context) error {
		issues := make(chan []plan.Issue, 1)
		go func() { issues <- s.of.IssuesOf(next) }()
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
			s.draft = nil
			s.aside = slices.DeleteFunc(slices.Clone(s.aside), func(c constraint.Fact) bool { return c.ID == f.ID })
			s.of.Edit(func(p *plan.Plan) { put(p, f) })
		}
	})
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

// Unasked reports whether no fact is stated, and nobody was asked whether the public knows one.
func (s *Step) Unasked() bool {
	p := s.of.Plan()
	return !s.confirmed && p.Facts.People == nil && len(p.Facts.Stated)+len(p.Impossible) == 0 && p.Data.Reviewed == nil
}

// ConfirmNone says that the public knows nothing for certain.
func (s *Step) ConfirmNone() {
	s.confirmed = true
	s.of.Changed()
}

// Unchecked says of which facts nobody could tell beforehand whether they can all be true at once; empty where there are none.
func (s *Step) Unchecked() string {
	c := s.of.Compiled()
	if c == nil {
		return ""
	}
	var out []string
	for _, text := range words.SayAll(c.Facts.Unchecked()) {
		out = append(out, words.Sentence(text))
	}
	return strings.Join(out, " ")
}

// Progress is how far the step is.
func (s *Step) Progress() current.Progress {
	if s.Unasked() {
		return current.Progress{State: current.Doubtful, Line: s.Line(), Missing: words.T("Nobody has said yet whether the public knows something for certain.")}
	}
	return current.Progress{State: current.Done, Line: s.Line()}
}

// Line says in a few words what is known, and what it costs.
func (s *Step) Line() string {
	n := len(s.of.Plan().Facts.Stated) + len(s.of.Plan().Impossible)
	people := s.of.Plan().Facts.People != nil
	switch {
	case n == 0 && !people:
		return words.T("None")
	case n == 0:
		return words.T("The number of people")
	case people:
		n++
	}
	line := amounts.Count(n, "fact", "facts")
	if s.of.Compiled() == nil || s.of.Plan().Slotted() {
		return line
	}
	if factor := s.of.Compiled().Tied().Factor; factor > 1 {
		return words.T("%s, noise × %d", line, factor)
	}
	return words.T("%s, no noise added", line)
}
