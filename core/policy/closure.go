package policy

import (
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Closed returns the part with an edge between every two combinations that a chain of edges
// joins, as heavy as a shortest one: what is enforced, whatever was entered (docs/mathematics.md, "Policies").
// It keeps exactly the same secrets. It errors on more than 1024 combinations.
func Closed(p Part) (Part, error) {
	if p.Size() > limits.MaxClosed {
		return nil, message.Errorf("%s have %d combinations, too many to work out all shortest ways (the limit is %d)", columnNames(p.Attributes()), p.Size(), limits.MaxClosed)
	}
	l, _ := newLayout(p.Attributes(), limits.MaxClosed)
	q := &listed{layout: l, arcs: make(map[int][]arc), expert: message.Sprintf("closure of (%s)", p.Expert())}
	c := weighted.ClosureOf(p.Size(), p.Weight)
	for u, lengths := range c.Length {
		for v := u + 1; v < len(lengths); v++ {
			if lengths[v] < weighted.Infinite {
				q.add(u, v, lengths[v])
			}
		}
	}
	return q.done(), nil
}

// Strengthened is an edge whose ends are nearer to one another by a chain of other edges:
// what is kept is stronger than what was entered.
type Strengthened struct {
	A, B string // labels
	// Entered is the edge's own weight, Kept the length of the shortest chain.
	Entered, Kept weighted.Weight
	// Over are the values in between.
	Over []string
}

// Said says it in words.
func (s Strengthened) Said() message.Text {
	return message.Sprintf("%s and %s are protected as if %s had been entered instead of %s: by way of %s they are no further apart",
		s.A, s.B, s.Kept.Text(), s.Entered.Text(), strings.Join(s.Over, ", "))
}

// Strengthen returns the pairs of a part whose closure is below what was entered (docs/mathematics.md,
// "Policies"), the first most of them in the order of the values, and how many there are in all.
// What only comes of rounding weights down is not counted: less than one step of 2^-20 per
// edge of the chain. It errors when the combinations are more than 1024 and no closed form
// shows that there are none.
func Strengthen(p Part, most int) (pairs []Strengthened, total int, err error) {
	if q, ok := p.(*product); ok {
		for _, part := range q.parts {
			some, n, err := Strengthen(part, most-len(pairs))
			if err != nil {
				return nil, 0, err
			}
			pairs, total = append(pairs, some...), total+n
		}
		return pairs, total, nil
	}
	p = abridge(p, false) // what was entered
	if lightest, heaviest := p.Weights(); heaviest == 0 || heaviest-lightest <= lightest {
		return nil, 0, nil // two edges are no less than any one
	}
	switch q := p.(type) {
	case *metric:
		if q.tight {
			return nil, 0, nil
		}
	case *ladder:
		if q.attr.Kind() != domain.Ranges && !q.joinsAll() {
			return nil, 0, nil
		}
	}
	if p.Size() > limits.MaxClosed {
		return nil, 0, message.Errorf("%s have %d combinations, too many to compare what was entered with the detours (the limit is %d); what is protected is the shortest way all the same", columnNames(p.Attributes()), p.Size(), limits.MaxClosed)
	}
	c := weighted.ClosureOf(p.Size(), p.Weight)
	for u, lengths := range c.Length {
		for v := u + 1; v < len(lengths); v++ {
			w, joined := p.Weight(u, v)
			if !joined || w == lengths[v] {
				continue
			}
			over := c.Between(u, v)
			if w-lengths[v] <= weighted.Weight(len(over)) {
				continue // each of the edges may have lost a part of a step
			}
			if total++; len(pairs) < most {
				s := Strengthened{A: vertexLabel(p.Attributes(), u), B: vertexLabel(p.Attributes(), v), Entered: w, Kept: lengths[v]}
				for _, m := range over {
					s.Over = append(s.Over, vertexLabel(p.Attributes(), m))
				}
				pairs = append(pairs, s)
			}
		}
	}
	return pairs, total, nil
}

// Strengthened says what of a policy is kept more secret than was entered, at most most
// sentences per part.
func (p *Policy) Strengthened(most int) []message.Text {
	var out []message.Text
	for _, part := range p.parts {
		pairs, total, err := Strengthen(part, most)
		if err != nil {
			out = append(out, message.Of(err))
		}
		for _, s := range pairs {
			out = append(out, s.Said())
		}
		if total > len(pairs) {
			out = append(out, message.Sprintf("%d more pairs of %s are protected better than entered", total-len(pairs), columnNames(part.Attributes())))
		}
	}
	least := weighted.Infinite
	for _, a := range p.absences {
		if a.everywhere() {
			least = min(least, a.weight)
		}
	}
	if _, heaviest := p.joint().Weights(); least < weighted.Infinite && p.together > 0 && heaviest > 2*least {
		out = append(out, message.Sprintf("any two answers are protected as if no more than %s had been entered for them: both are that close to not being in the file", (2*least).Text()))
	}
	return out
}
