package constraint

import (
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// Facts is a set of public facts. The zero value knows nothing. Facts do not change once
// made.
type Facts struct {
	total    int64
	hasTotal bool
	stated   *stated
}

// Known returns the fact that the file holds n people. It errors when n is negative.
func Known(n int64) (Facts, error) {
	if n < 0 {
		return Facts{}, message.Errorf("the number of people is %d, but it cannot be below zero", n)
	}
	return Facts{total: n, hasTotal: true}, nil
}

// New makes the facts of a list, over the declared domain. It errors when a fact says
// nothing that the domain can say, naming it, and with *Contradiction when facts cannot all
// be true, naming those that are in conflict. What could not be decided is listed by
// Unchecked; the data decide it at release.
func New(d *domain.Domain, list []Fact) (Facts, error) {
	if len(list) > limits.MaxFacts {
		return Facts{}, message.Errorf("%d facts are too many, the limit is %d: put totals of the same columns into one", len(list), limits.MaxFacts)
	}
	s := &stated{domain: d}
	ids := make(map[string]string, len(list))
	for i, f := range list {
		if strings.TrimSpace(f.ID) == "" {
			return Facts{}, message.Errorf("fact %d has no id: give it one of its own", i+1)
		}
		if other, twice := ids[f.ID]; twice {
			return Facts{}, message.Errorf("the facts %q and %q have the same id %q: give each its own", other, f.title(), f.ID)
		}
		c, err := compile(d, f)
		if err != nil {
			return Facts{}, err
		}
		ids[f.ID] = f.title().String()
		s.facts = append(s.facts, c)
	}
	if len(list) == 0 {
		return Facts{}, nil
	}
	var err error
	if s.unchecked, err = s.consistent(); err != nil {
		return Facts{}, err
	}
	f := Facts{stated: s}
	for _, c := range s.facts {
		if c.people >= 0 {
			f.total, f.hasTotal = c.people, true
		}
	}
	return f, nil
}

// Total returns the number of people, and whether it is known: stated, or the sum of totals
// that leave nobody out.
func (f Facts) Total() (n int64, known bool) { return f.total, f.hasTotal }

// Stated returns the facts in the order given.
func (f Facts) Stated() []Fact {
	var out []Fact
	for _, c := range f.compiled() {
		out = append(out, c.fact)
	}
	return out
}

// Unchecked says what could not be decided about whether the facts agree with one another,
// a sentence each; empty when they do.
func (f Facts) Unchecked() []message.Text {
	if f.stated == nil {
		return nil
	}
	return f.stated.unchecked
}

// compiled returns the facts with their labels resolved; the number of people alone needs no
// domain.
func (f Facts) compiled() []*compiled {
	switch {
	case f.stated != nil:
		return f.stated.facts
	case f.hasTotal:
		n := f.total
		return []*compiled{{
			fact:   Fact{ID: "people", People: &n},
			counts: []counted{{predicate{box{}}, n}},
			people: n,
		}}
	}
	return nil
}
