package policy

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Sentences say what a policy protects and what it does not, for the steward and for an
// expert. They are derived from the graph and tested against it.
type Sentences struct {
	// Secret says what nobody can tell.
	Secret string
	// Together says how many answers are hidden at once.
	Together string
	// Presence says whether being in the file is hidden.
	Presence string
	// Disclosed lists what anyone may learn exactly, one sentence per group of numbers;
	// empty when there is nothing.
	Disclosed []string
	// Expert describes the discriminative secret graph in the field's terms.
	Expert string
}

// Describe returns the policy's sentences.
func (p *Policy) Describe() Sentences {
	var secrets, expert, whole []string
	for _, part := range p.parts {
		expert = append(expert, part.Expert())
		if c, ok := part.(complete); ok {
			whole = append(whole, fmt.Sprintf("%q", c.attr.Name()))
			continue
		}
		if s := part.Secret(); s != "" {
			secrets = append(secrets, s)
		}
	}
	switch n := len(whole); {
	case n > 1:
		secrets = append(secrets, "any answer in "+strings.Join(whole[:n-1], ", ")+" or "+whole[n-1]+" from any other")
	case n == 1:
		secrets = append(secrets, "any answer in "+whole[0]+" from any other")
	}
	s := Sentences{Together: p.sayTogether(), Disclosed: p.Disclosed()}
	if len(secrets) == 0 && p.together > 0 {
		s.Secret = "Nothing that a person answers is kept secret."
		s.Expert = strings.Join(expert, "; ")
	} else if p.together == 0 {
		s.Secret = "Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but half as well."
		s.Expert = "star at the absent vertex (unbounded differential privacy)"
	} else {
		s.Secret = "Nobody can tell " + strings.Join(secrets, "; nor ") + "."
		s.Expert = strings.Join(expert, "; ") + fmt.Sprintf("; up to %d of %d parts change along an edge", p.together, len(p.parts))
	}
	if p.absent.any() {
		s.Presence, s.Expert = p.absent.say(s.Expert)
	} else {
		s.Presence = "Who is in the file, and how many people, may become known."
	}
	return s
}

// sayTogether says how many answers are hidden at once. Two people whose answers differ in
// m parts, each by a secret pair, are ceil(m / together) edges apart, and at most two with
// "not in the file" between them.
func (p *Policy) sayTogether() string {
	n, c := len(p.parts), p.together
	if n == 1 || c == 0 {
		return ""
	}
	if c == n {
		return "All answers of a person are hidden together."
	}
	hidden, less := "Each answer is hidden by itself", "m"
	if c > 1 {
		hidden, less = fmt.Sprintf("Up to %d answers are hidden together", c), fmt.Sprintf("m/%d", c)
	}
	s := fmt.Sprintf("%s: someone who wants to tell two people apart in m such answers is held back %s times less", hidden, less)
	if c > 1 {
		s += ", rounded up"
	}
	if most := (n + c - 1) / c; p.absent.all {
		s += fmt.Sprintf(", up to %d times", min(most, 2))
	} else if !slices.ContainsFunc(p.parts, func(part Part) bool { _, all := part.(complete); return !all }) {
		s += fmt.Sprintf(", up to %d times", most)
	}
	return s + "."
}

// vertexLabel writes a vertex of a part by the labels of its values.
func vertexLabel(part Part, v int) string {
	attrs := part.Attributes()
	labels := make([]string, len(attrs))
	for j := len(attrs) - 1; j >= 0; j-- {
		labels[j] = attrs[j].Label(v % attrs[j].Size())
		v /= attrs[j].Size()
	}
	return strings.Join(labels, " × ")
}

// Odds returns the largest factor by which a release of the given epsilon can shift the
// odds between two vertices at a distance: e^(epsilon × distance), infinite when nothing
// is promised (Bayes' rule applied to inequality 1.1 of MECHANISMS).
func Odds(epsilon float64, distance Weight) float64 {
	if distance == Infinite {
		return math.Inf(1)
	}
	return math.Exp(epsilon * distance.Steps())
}
