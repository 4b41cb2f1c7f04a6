package policy

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
)

// Sentences say what a policy protects and what it does not, for the steward and for an
// expert. They are derived from the graph and tested against it.
type Sentences struct {
	// Secret says what nobody can tell.
	Secret string
	// Together says how many answers are hidden at once.
	Together string
	// Presence says whether being in the file is hidden, unless Secret does.
	Presence string
	// Disclosed lists what anyone may learn exactly, one sentence per group of numbers;
	// empty when there is nothing.
	Disclosed []string
	// Expert describes the discriminative secret graph in the field's terms.
	Expert string
}

// Describe returns the policy's sentences.
func (p *Policy) Describe() Sentences {
	var secrets, expert, whole, open []string
	for _, part := range p.parts {
		expert = append(expert, part.Expert())
		switch c, full := part.(complete); {
		case full && c.weight == One:
			whole = append(whole, fmt.Sprintf("%q", c.attr.Name()))
		case part.Secret() == "":
			open = append(open, columnNames(part.Attributes()))
		default:
			secrets = append(secrets, part.Secret())
		}
	}
	switch n := len(whole); {
	case n > 1:
		secrets = append(secrets, "any answer in "+strings.Join(whole[:n-1], ", ")+" or "+whole[n-1]+" from any other")
	case n == 1:
		secrets = append(secrets, "any answer in "+whole[0]+" from any other")
	}
	s := Sentences{Together: p.sayTogether(), Disclosed: p.Disclosed()}
	switch {
	case p.together == 0:
		s.Secret = onlyPresence
		s.Expert = "star at the absent vertex (unbounded differential privacy)"
	case len(secrets) == 0 && p.PresenceOfAll() && allOneAbsent(p.absences):
		s.Secret = onlyPresence
	case len(secrets) == 0 && p.PresenceOfAll():
		s.Secret = "Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but less well."
	case len(secrets) == 0 && p.Presence():
		s.Secret = "No answer is secret, but whether some people are in the file is."
	case len(secrets) == 0:
		s.Secret = "No answer is secret."
	default:
		s.Secret = "Nobody can tell " + strings.Join(secrets, "; nor ") + "."
		if len(open) > 0 {
			s.Secret += " Not secret: " + strings.Join(open, ", ") + "."
		}
	}
	if p.together > 0 {
		s.Expert = strings.Join(expert, "; ") + fmt.Sprintf("; up to %d of %d parts change along an edge", p.together, len(p.parts))
	}
	presence, joined := p.sayPresence()
	if p.together > 0 { // else it is said already
		s.Presence = presence
	}
	s.Expert += joined
	return s
}

// onlyPresence is said where nothing but "not in the file" joins answers, by two edges.
const onlyPresence = "Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but only half as well."

// sayTogether says how many answers are hidden at once. Where all edges weigh One, two
// people whose answers differ in m parts, each by a secret pair, are ceil(m / together)
// edges apart, and at most two with "not in the file" between them.
func (p *Policy) sayTogether() string {
	var secret []Part
	for _, part := range p.parts {
		if _, heaviest := part.Weights(); heaviest > 0 {
			secret = append(secret, part)
		}
	}
	n, c := len(secret), p.together
	if n < 2 || c == 0 {
		return ""
	}
	lightest, heaviest := p.joint().weights()
	if c >= n {
		if lightest != heaviest {
			return "All answers of a person are hidden together, as well as the least hidden of those that differ."
		}
		return "All answers of a person are hidden together."
	}
	hidden, less := "Each answer is hidden by itself", "m"
	if c > 1 {
		hidden, less = fmt.Sprintf("Up to %d answers are hidden together", c), fmt.Sprintf("m/%d", c)
	}
	if lightest != heaviest {
		s := hidden + ": someone who wants to tell two people apart in several answers is held back by as much less as these weigh in all"
		if c > 1 {
			s += fmt.Sprintf(", of every %d only the least hidden", c)
		}
		return s + "."
	}
	s := fmt.Sprintf("%s: someone who wants to tell two people apart in m such answers is held back %s times less", hidden, less)
	if c > 1 {
		s += ", rounded up"
	}
	if most := (n + c - 1) / c; p.PresenceOfAll() && allOneAbsent(p.absences) && heaviest == One {
		s += fmt.Sprintf(", up to %d times", min(most, 2))
	} else if !slices.ContainsFunc(secret, func(part Part) bool { _, all := part.(complete); return !all }) && !p.Presence() {
		s += fmt.Sprintf(", up to %d times", most)
	}
	return s + "."
}

// allOneAbsent reports whether all edges to "not in the file" weigh One.
func allOneAbsent(absences []absence) bool {
	return !slices.ContainsFunc(absences, func(a absence) bool { return a.weight != One })
}

// vertexLabel writes a combination of values by their labels.
func vertexLabel(attrs []*domain.Attribute, v int) string {
	labels := make([]string, len(attrs))
	for j := len(attrs) - 1; j >= 0; j-- {
		labels[j] = attrs[j].Label(v % attrs[j].Size())
		v /= attrs[j].Size()
	}
	return strings.Join(labels, " × ")
}
