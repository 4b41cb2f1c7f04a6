package policy

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Sentences say what a policy protects and what it does not, for the steward and for an
// expert. They are derived from the graph and tested against it.
type Sentences struct {
	// Secret says what nobody can tell.
	Secret message.Text
	// Together says how many answers are hidden at once.
	Together message.Text
	// Presence says whether being in the file is hidden, unless Secret does.
	Presence message.Text
	// Disclosed lists what anyone may learn exactly, one sentence per group of numbers;
	// empty when there is nothing.
	Disclosed []message.Text
	// Expert describes the discriminative secret graph in the field's terms.
	Expert message.Text
}

// mostColumns is the most columns that a sentence names one by one where it is about all columns that it does not name otherwise.
const mostColumns = 12

// alike returns what is said of each part, whatever its column is called, and the columns of which the same is said.
func alike(parts []Part, said []message.Text) (same []string, columns map[string][]message.Text) {
	same, columns = make([]string, len(parts)), make(map[string][]message.Text)
	for i, part := range parts {
		name, text := columnNames(part.Attributes()), said[i]
		if len(part.Attributes()) == 1 {
			text = text.With(name, message.Text{})
		}
		same[i] = text.String()
		columns[same[i]] = append(columns[same[i]], name)
	}
	return same, columns
}

// sayParts says what nobody can tell of each part, and of which nothing is secret. Columns that are secret entirely are told
// together, and many columns of which the same is secret; most of them last, as all that are not named.
func (p *Policy) sayParts() (secrets, open []message.Text) {
	said := make([]message.Text, len(p.parts))
	for i, part := range p.parts {
		said[i] = part.Secret()
	}
	same, alike := alike(p.parts, said)
	var together []int // the first part of each
	for i, part := range p.parts {
		c, full := part.(complete)
		switch names := alike[same[i]]; {
		case said[i].IsZero():
			open = append(open, columnNames(part.Attributes()))
		case len(names) <= mostColumns && (!full || c.weight != weighted.One):
			secrets = append(secrets, said[i])
		case slices.Index(same, same[i]) == i:
			together = append(together, i)
		}
	}
	slices.SortStableFunc(together, func(i, j int) int { return len(alike[same[i]]) - len(alike[same[j]]) })
	for k, i := range together {
		names := alike[same[i]]
		in := message.List(names, "%s, %s", "%s or %s")
		switch n := len(names); {
		case n <= mostColumns || k < len(together)-1:
		case n == len(p.parts):
			in = message.Sprintf("any of the %d columns", n)
		default: // all others are named
			in = message.Sprintf("any of the other %d columns", n)
		}
		secrets = append(secrets, said[i].With(names[0], in))
	}
	return secrets, open
}

// Describe returns the policy's sentences.
func (p *Policy) Describe() Sentences {
	secrets, open := p.sayParts()
	s := Sentences{Together: p.sayTogether(), Disclosed: p.Disclosed()}
	switch {
	case p.together == 0, len(secrets) == 0 && p.PresenceOfAll() && p.absences.one():
		s.Secret = message.Sprintf("Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but only half as well.")
	case len(secrets) == 0 && p.PresenceOfAll():
		s.Secret = message.Sprintf("Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but less well.")
	case len(secrets) == 0 && p.Presence():
		s.Secret = message.Sprintf("No answer is secret, but whether some people are in the file is.")
	case len(secrets) == 0:
		s.Secret = message.Sprintf("No answer is secret.")
	case len(open) > 0:
		s.Secret = message.Sprintf("Nobody can tell %s. Not secret: %s.", nor(secrets), row(open))
	default:
		s.Secret = message.Sprintf("Nobody can tell %s.", nor(secrets))
	}
	presence, joined := p.absences.say()
	expert := []message.Text{message.Sprintf("star at the absent vertex (unbounded differential privacy)")}
	if p.together > 0 { // else presence is said already
		s.Presence = presence
		expert = append(experts(p.parts), message.Sprintf("up to %d of %d parts change along an edge", p.together, len(p.parts)))
	}
	s.Expert = semicolons(append(expert, joined...))
	return s
}

// sayTogether says how many answers are hidden at once. Where all edges weigh One, two
// people whose answers differ in m parts, each by a secret pair, are ceil(m / together)
// edges apart, and at most two with "not in the file" between them.
func (p *Policy) sayTogether() message.Text {
	var secret []Part
	for _, part := range p.parts {
		if _, heaviest := part.Weights(); heaviest > 0 {
			secret = append(secret, part)
		}
	}
	n, c := len(secret), p.together
	if n < 2 || c == 0 {
		return message.Text{}
	}
	lightest, heaviest := p.joint().Weights()
	even := lightest == heaviest
	most := 0 // edges between two people, where that is less than their answers need
	if all := (n + c - 1) / c; p.PresenceOfAll() && p.absences.one() && heaviest == weighted.One {
		most = min(all, 2)
	} else if !slices.ContainsFunc(secret, func(part Part) bool { _, all := part.(complete); return !all }) && !p.Presence() {
		most = all
	}
	switch {
	case c >= n && even:
		return message.Sprintf("All answers of a person are hidden together.")
	case c >= n:
		return message.Sprintf("All answers of a person are hidden together, as well as the least hidden of those that differ.")
	case !even && c == 1:
		return message.Sprintf("Each answer is hidden by itself: where two people differ in several answers, the weights of these add up, and the two are that much easier to tell apart.")
	case !even:
		return message.Sprintf("Up to %d answers are hidden together: where two people differ in several answers, the weights of these add up, of every %d only that of the least hidden, and the two are that much easier to tell apart.", c, c)
	case c == 1 && most > 0:
		return message.Sprintf("Each answer is hidden by itself: people who differ in m such answers are m times easier to tell apart, up to %d times.", most)
	case c == 1:
		return message.Sprintf("Each answer is hidden by itself: people who differ in m such answers are m times easier to tell apart.")
	case most > 0:
		return message.Sprintf("Up to %d answers are hidden together: people who differ in m such answers are m/%d times easier to tell apart, rounded up, up to %d times.", c, c, most)
	}
	return message.Sprintf("Up to %d answers are hidden together: people who differ in m such answers are m/%d times easier to tell apart, rounded up.", c, c)
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
