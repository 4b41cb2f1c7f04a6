package facts

import (
	"steward/core/constraint"
	"steward/core/plan"
	"steward/gui/words"
)

// ReadingChoice is one of the two readings of neighbours with what it means and costs.
type ReadingChoice struct {
	Reading     constraint.Reading
	Title, Note string
	Chosen      bool
	// Factor and Why are as in a Fact, of all stated facts.
	Factor int
	Why    string
}

// Readings returns the readings of neighbours that can be chosen where facts are known
// (docs/mathematics.md, "Public facts"). It returns none where nothing is known, since then they are the same.
func (s *Step) Readings() []ReadingChoice {
	if s.of.Plan().Facts.People == nil && len(s.of.Plan().Facts.Stated) == 0 {
		return nil
	}
	list := []ReadingChoice{
		{Reading: constraint.EdgeMinimal, Title: words.T("Changes that you keep secret (edge-minimal)"),
			Note: words.T("Nobody can tell the file from another one that agrees with the facts and differs only by changes that you keep secret, as few of them as possible.")},
		{Reading: constraint.Strict, Title: words.T("To the letter (strict)"),
			Note: words.T("Nor from one in which other people have changed in any way that makes the facts true again, even to answers that you do not keep secret from theirs. This is Definition 4.1 of He and others (2014), taken literally.")},
	}
	for i := range list {
		c := &list[i]
		c.Chosen = c.Reading == readingOf(s.of.Plan().Facts)
		c.Factor, c.Why = s.priceOfReading(c.Reading)
	}
	return list
}

// priceOfReading returns by how much the noise is larger in a reading.
func (s *Step) priceOfReading(r constraint.Reading) (factor int, why string) {
	if s.of.Plan().Slotted() {
		return s.priceOfPeople() // when one person leaves another one comes, in both
	}
	t := s.pricing()
	switch {
	case t == nil:
		return Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	case t.Found.failed != "":
		return 0, t.Found.failed
	case t.Found.readings == nil:
		return Unpriced, words.T("Working out what it costs …")
	}
	m := t.Found.readings[r]
	return m.Factor, words.Sentence(words.Say(m.Why))
}

// ChooseReading chooses a reading of neighbours.
func (s *Step) ChooseReading(r constraint.Reading) {
	s.of.Edit(func(p *plan.Plan) {
		if p.Facts.Reading = r; r == constraint.EdgeMinimal {
			p.Facts.Reading = "" // the default
		}
	})
}
