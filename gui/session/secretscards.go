package session

import (
	"fmt"
	"slices"

	"steward/core/domain"
	"steward/core/plan"
)

// Card is a choice of what must stay secret, as offered in the Secrets step.
type Card string

// The cards, strongest first.
const (
	CardPresence Card = "presence" // everything, even who is in the file
	CardAll      Card = "all"      // everything about a person
	CardAnswers  Card = "answers"  // each answer by itself
	CardNear     Card = "near"     // small differences
	CardGroups   Card = "groups"   // details inside a group
)

// CardWords are the words of a card.
type CardWords struct {
	Card           Card
	Headline, Line string
	Hidden         string // what it keeps from everybody, in a sentence
}

// Cards returns the cards, strongest first.
func Cards() []CardWords {
	return []CardWords{
		{CardPresence, "Everything, even who is in the file", "Even whether a person took part", "Nobody can tell whether a person is in the file, nor any answer from any other."},
		{CardAll, "Everything about a person", "Default. Any answer from any other", "Nobody can tell any answer, or all answers together, from any other."},
		{CardAnswers, "Each answer by itself", "One answer, the rest being equal", "Nobody can tell one answer from another, the rest being equal."},
		{CardNear, "Small differences", "An answer from another nearby", "Nobody can tell an answer from another nearby."},
		{CardGroups, "Details inside a group", "Answers inside the same group", "Nobody can tell answers inside one group apart."},
	}
}

// WordsOf returns the words of a card.
func WordsOf(card Card) CardWords {
	cards := Cards()
	return cards[slices.IndexFunc(cards, func(w CardWords) bool { return w.Card == card })]
}

// Card returns the card that the plan's secrets belong to.
func (s *Session) Card() Card { return cardOf(s.plan) }

func cardOf(p plan.Plan) Card {
	for _, c := range p.Secrets.Columns {
		switch c.Kind {
		case plan.Groups:
			return CardGroups
		case plan.Near:
			return CardNear
		}
	}
	switch {
	case p.Secrets.Presence:
		return CardPresence
	case p.Secrets.Together > 0 && p.Secrets.Together < len(p.Columns):
		return CardAnswers
	}
	return CardAll
}

// CannotChoose says why a card cannot be chosen for the published columns, and nothing when it can.
func (s *Session) CannotChoose(card Card) string {
	switch card {
	case CardAnswers:
		if len(s.plan.Columns) < 2 {
			return "Needs at least two published columns"
		}
	case CardNear:
		if !slices.ContainsFunc(s.plan.Columns, hasOrder) {
			return "Needs a column with an order: numbers, or an ordered list"
		}
	case CardGroups:
		if !slices.ContainsFunc(s.plan.Columns, groupable) {
			return "Needs a column with a few values"
		}
	}
	return ""
}

// hasOrder reports whether the values of a column stand in an order.
func hasOrder(c plan.Column) bool { return c.Kind != domain.List && valueCount(c) > 1 }

// MostGrouped is the largest number of values of a column that are put into groups by hand.
const MostGrouped = 2000

func groupable(c plan.Column) bool { n := valueCount(c); return n > 1 && n <= MostGrouped }

// valueCount returns how many values a column declares.
func valueCount(c plan.Column) int {
	switch {
	case c.Kind == domain.Ranges:
		return len(c.Ranges)
	case c.Kind != domain.Whole:
		return len(c.Values)
	case c.Lowest == nil || c.Highest == nil || *c.Highest < *c.Lowest:
		return 0
	}
	return int(*c.Highest-*c.Lowest) + 1
}

// Choose changes the plan's secrets to those of a card: to the settings that it had when it
// was left, as far as they still fit, and otherwise to sensible ones for the columns that it
// needs. It errors when no column suits the card.
func (s *Session) Choose(card Card) error {
	if reason := s.CannotChoose(card); reason != "" {
		return fmt.Errorf("%q cannot be chosen here: %s; declare one in the step %q", WordsOf(card).Headline, reason, "Columns")
	}
	if card == s.Card() {
		return nil
	}
	next, kept := s.lastOf(card)
	if !kept {
		next = s.freshSecrets(card)
	}
	s.Edit(func(p *plan.Plan) {
		p.Secrets = next
		p.Agreed = nil
	})
	return nil
}

// freshSecrets returns sensible settings of a card.
func (s *Session) freshSecrets(card Card) plan.Secrets {
	first := func(suits func(plan.Column) bool) plan.Column {
		return s.plan.Columns[slices.IndexFunc(s.plan.Columns, suits)]
	}
	switch card {
	case CardPresence:
		return plan.Secrets{Presence: true}
	case CardAnswers:
		return plan.Secrets{Together: 1}
	case CardNear:
		return plan.Secrets{Columns: []plan.Secret{DefaultSecret(first(hasOrder), plan.Near)}}
	case CardGroups:
		list := func(c plan.Column) bool { return c.Kind == domain.List && groupable(c) }
		if !slices.ContainsFunc(s.plan.Columns, list) {
			list = groupable
		}
		return plan.Secrets{Columns: []plan.Secret{DefaultSecret(first(list), plan.Groups)}}
	}
	return plan.Secrets{}
}

// lastOf returns the settings that a card had when it was last the chosen one in this
// session, as far as they still fit the columns. They are read from the history, so that
// nothing is kept that undo does not know of.
func (s *Session) lastOf(card Card) (plan.Secrets, bool) {
	for _, list := range [][]plan.Plan{s.past, s.future} {
		for _, p := range slices.Backward(list) {
			if cardOf(p) != card {
				continue
			}
			next := clone(p).Secrets
			next.Columns = slices.DeleteFunc(next.Columns, func(c plan.Secret) bool { return s.secretIssue(c) != "" })
			if probe := (plan.Plan{Columns: s.plan.Columns, Secrets: next}); cardOf(probe) == card {
				return next, true
			}
			return plan.Secrets{}, false
		}
	}
	return plan.Secrets{}, false
}

// secretIssue says what is wrong with a column's secret since the columns were changed, and
// nothing when it fits.
func (s *Session) secretIssue(secret plan.Secret) string {
	for _, n := range secret.Columns {
		c, published := s.Published(string(n))
		switch {
		case !published:
			return fmt.Sprintf("%s is not published any more", n)
		case secret.Kind == plan.Near && !hasOrder(c):
			return fmt.Sprintf("the values of %s have no order, so no two are near one another", n)
		case secret.Kind == plan.Groups:
			if g := groupingOf(c, secret); len(g.Missing) > 0 || len(g.Gone) > 0 {
				return fmt.Sprintf("the values of %s are not those that were put into groups", n)
			}
		}
	}
	return ""
}
