package session

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
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
	Hidden, Learnt string
}

// Cards returns the cards, strongest first.
func Cards() []CardWords {
	return []CardWords{
		{CardPresence, "Everything, even who is in the file", "Even whether a person took part", "Whether a person is in the file, and any answer from any other.", "Tables about everyone together."},
		{CardAll, "Everything about a person", "Default. Any answer from any other", "Any answer, or all answers together, from any other.", "Who is in the file, and how many people."},
		{CardAnswers, "Each answer by itself", "One answer, the rest being equal", "Any one answer from another, the rest being equal.", "Someone who wants to tell two people apart in several answers is held back as many times less."},
		{CardNear, "Small differences", "An answer from another nearby", "An answer from another within the distance.", "The rough size: answers several distances apart are less hidden, step by step."},
		{CardGroups, "Details inside a group", "Answers inside the same group", "Answers inside the same group.", "Exactly how many people are in each group and, for someone who knows more, who."},
	}
}

// Card returns the card that the plan's secrets belong to.
func (s *Session) Card() Card {
	sec := s.plan.Secrets
	for _, c := range sec.Columns {
		switch c.Kind {
		case plan.Groups:
			return CardGroups
		case plan.Near:
			return CardNear
		}
	}
	switch {
	case sec.Presence:
		return CardPresence
	case sec.Together == 1 && len(s.plan.Columns) > 1:
		return CardAnswers
	}
	return CardAll
}

// Choose changes the plan's secrets to those of a card, with sensible settings for the
// columns it needs. It errors when no column suits the card.
func (s *Session) Choose(card Card) error {
	next := plan.Secrets{}
	switch card {
	case CardPresence:
		next.Presence = true
	case CardAnswers:
		next.Together = 1
	case CardNear:
		for _, c := range s.plan.Columns {
			if c.Kind != domain.List {
				next.Columns = append(next.Columns, plan.Secret{Columns: []domain.AttributeName{c.Name}, Kind: plan.Near, Within: defaultDistance(c)})
				break
			}
		}
		if len(next.Columns) == 0 {
			return fmt.Errorf("no column has an order, so no answers are near one another: declare a column as an ordered list or as numbers in step 2")
		}
	case CardGroups:
		for _, c := range s.plan.Columns {
			if c.Kind == domain.List && len(c.Values) > 1 {
				next.Columns = append(next.Columns, plan.Secret{Columns: []domain.AttributeName{c.Name}, Kind: plan.Groups, Groups: halves(c.Values)})
				break
			}
		}
		if len(next.Columns) == 0 {
			return fmt.Errorf("no column is a list of values that could be put into groups: declare one in step 2")
		}
	}
	s.Edit(func(p *plan.Plan) {
		p.Secrets = next
		p.Agreed = nil
	})
	return nil
}

// defaultDistance proposes how far apart answers may be and still be hidden.
func defaultDistance(c plan.Column) string {
	if c.Kind == domain.Whole {
		return "5"
	}
	return "1"
}

// halves puts the first half of a list into one group and the rest into another, for the
// steward to rearrange.
func halves(values []string) []plan.Group {
	mid := (len(values) + 1) / 2
	return []plan.Group{{Name: "Group 1", Values: slices.Clone(values[:mid])}, {Name: "Group 2", Values: slices.Clone(values[mid:])}}
}

// Secret returns the secret of a column that is not simply everything.
func (s *Session) Secret(name string) (plan.Secret, bool) {
	for _, c := range s.plan.Secrets.Columns {
		if slices.Contains(c.Columns, domain.AttributeName(name)) {
			return c, true
		}
	}
	return plan.Secret{}, false
}

// SetSecret replaces the secret of a column; kind Everything removes it.
func (s *Session) SetSecret(secret plan.Secret) {
	s.Edit(func(p *plan.Plan) {
		p.Secrets.Columns = slices.DeleteFunc(p.Secrets.Columns, func(c plan.Secret) bool {
			return slices.ContainsFunc(c.Columns, func(n domain.AttributeName) bool { return slices.Contains(secret.Columns, n) })
		})
		if secret.Kind != plan.Everything {
			p.Secrets.Columns = append(p.Secrets.Columns, secret)
		}
		p.Agreed = nil
	})
}

// Agree says yes, or no longer, to publishing without noise what the policy discloses.
func (s *Session) Agree(yes bool) {
	s.Edit(func(p *plan.Plan) {
		p.Agreed = nil
		if yes && s.compiled != nil {
			p.Agreed = s.compiled.Agree()
		}
	})
}

// Tell answers "Could someone tell?": how far two values of a column are apart under the
// policy, all else being equal, and by how much the odds between them may shift.
type Tell struct {
	Verdict  string // the bold beginning
	Sentence string
	Steps    int // 0 when nothing is promised
	Level    Level
}

// Level says how reassuring an answer is.
type Level int

// The levels.
const (
	Reassuring Level = iota
	Cautious
	Alarming
)

// Could returns the answer for two values of a column, given by index. It returns false
// while the plan has no policy.
func (s *Session) Could(column string, a, b int) (Tell, bool) {
	if s.compiled == nil || a == b {
		return Tell{}, false
	}
	d := s.compiled.Domain
	pos, ok := d.Position(domain.AttributeName(column))
	if !ok {
		return Tell{}, false
	}
	attr := d.Attributes()[pos]
	if a >= attr.Size() || b >= attr.Size() {
		return Tell{}, false
	}
	u, v := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
	u[pos], v[pos] = a, b
	distance := s.compiled.Policy.Distance(u, v)
	odds := policy.Odds(s.compiled.Budget.Float(), distance)
	x, y := attr.Label(a), attr.Label(b)
	switch {
	case distance == policy.Infinite:
		return Tell{"Yes.", fmt.Sprintf("The release may show exactly whether it is %s or %s.", x, y), 0, Alarming}, true
	case distance <= policy.One:
		return Tell{"Hardly.", fmt.Sprintf("Whatever the odds between %s and %s seemed before, the release shifts them by a factor of at most %s.", x, y, Factor(odds)), 1, Reassuring}, true
	}
	steps := int(distance.Steps())
	return Tell{"Less well hidden.", fmt.Sprintf("%s and %s are %d steps apart; the odds can shift by a factor of up to %s.", x, y, steps, Factor(odds)), steps, Cautious}, true
}

// Factor writes a factor of odds with the digits that matter.
func Factor(x float64) string {
	switch {
	case x < 10:
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
	case x < 1e6:
		return thousands(fmt.Sprintf("%.0f", x))
	}
	return "more than a million"
}

// thousands sets commas in a whole number.
func thousands(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// DefaultSecret returns a sensible secret of a kind for a column.
func DefaultSecret(c plan.Column, kind plan.SecretKind) plan.Secret {
	s := plan.Secret{Columns: []domain.AttributeName{c.Name}, Kind: kind}
	if kind == plan.Near {
		s.Within = defaultDistance(c)
	} else {
		s.Groups = halves(c.Values)
	}
	return s
}

// maxDrawnEdges bounds the pairs that a picture is given.
const maxDrawnEdges = 20_000

// Edges returns the pairs of declared values of a column that are joined under the policy
// when only that column changes, at most a picture's worth.
func (s *Session) Edges(column string) [][2]int {
	if s.compiled == nil {
		return nil
	}
	p, err := s.compiled.Policy.Project([]domain.AttributeName{domain.AttributeName(column)})
	if err != nil {
		return nil
	}
	regular := p.Domain().Attributes()[0].Regular()
	var out [][2]int
	_ = p.Edges(func(e policy.Edge) bool {
		if e.V != policy.Absent && int(e.U) < regular && int(e.V) < regular {
			out = append(out, [2]int{int(e.U), int(e.V)})
		}
		return len(out) < maxDrawnEdges
	})
	return out
}
