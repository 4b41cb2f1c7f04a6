package policy

import (
	"fmt"
	"math"
	"sort"
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
	var secrets, expert []string
	for _, part := range p.parts {
		secrets = append(secrets, part.Secret())
		expert = append(expert, part.Expert())
	}
	s := Sentences{Disclosed: p.Disclosed()}
	switch {
	case p.together == 0:
		s.Secret = "Nobody can tell whether a person is in the file, nor anything about them."
		s.Expert = "star at the absent vertex (unbounded differential privacy)"
	default:
		s.Secret = "Nobody can tell " + strings.Join(secrets, "; nor ") + "."
		s.Expert = strings.Join(expert, "; ") + fmt.Sprintf("; up to %d of %d parts change along an edge", p.together, len(p.parts))
	}
	switch {
	case len(p.parts) == 1 || p.together == 0:
	case p.together == len(p.parts):
		s.Together = "All answers of a person are hidden together."
	case p.together == 1:
		s.Together = fmt.Sprintf("Each answer is hidden by itself: someone who wants to tell two people apart in m answers is held back m times less, up to %d times.", len(p.parts))
	default:
		s.Together = fmt.Sprintf("Up to %d answers are hidden together: someone who wants to tell two people apart in m answers is held back m/%d times less.", p.together, p.together)
	}
	if p.presence {
		s.Presence = "Whether a person is in the file is hidden too."
		s.Expert += "; every vertex joined to the absent vertex"
	} else {
		s.Presence = "Who is in the file, and how many people, may become known."
	}
	return s
}

// Disclosed lists what the policy lets anyone learn exactly: for every part that falls
// into several components, the number of people in each of them. It is the text that the
// steward says yes to before any of it is published without noise. The number of people
// in the whole file is a known fact of its own and not listed.
func (p *Policy) Disclosed() []string {
	if p.presence {
		return nil
	}
	var out []string
	for _, part := range p.parts {
		component, count := part.Components()
		if count == 1 {
			continue
		}
		out = append(out, fmt.Sprintf("how many people are in each of %s", componentNames(part, component, count)))
	}
	if len(out) > 1 {
		out = append(out, "how many people are in each combination of these")
	}
	if len(p.domain.Impossible()) > 0 && len(out) == 0 {
		if n := p.zeroComponents(); n != 1 {
			out = append(out, "how many people are on either side of the combinations declared impossible")
		}
	}
	sort.Strings(out)
	return out
}

// zeroComponents counts the components over the columns named in impossible combinations,
// or returns 0 when there are too many cells to tell.
func (p *Policy) zeroComponents() int {
	var names []domain.AttributeName
	for _, i := range p.zeroParts() {
		for _, a := range p.parts[i].Attributes() {
			names = append(names, a.Name())
		}
	}
	projected, err := p.Project(names)
	if err != nil {
		return 0
	}
	k, err := projected.domain.Cells()
	if err != nil || k > zeroSearch {
		return 0
	}
	_, count, _ := projected.Components()
	return count
}

// componentNames names the components of a part by the values in them.
func componentNames(part Part, component []int, count int) string {
	if g, ok := part.(*groups); ok {
		return fmt.Sprintf("%s of %q", list(g.names), g.attr.Name())
	}
	members := make([][]int, count)
	for v, c := range component {
		members[c] = append(members[c], v)
	}
	var names []string
	for _, m := range members {
		first, last := vertexLabel(part, m[0]), vertexLabel(part, m[len(m)-1])
		if first == last {
			names = append(names, first)
		} else {
			names = append(names, first+" to "+last)
		}
	}
	var of []string
	for _, a := range part.Attributes() {
		of = append(of, fmt.Sprintf("%q", a.Name()))
	}
	return list(names) + " of " + strings.Join(of, " and ")
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
