package promise

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Asked answers how far answers are apart under the policy of a plan. It is for one goroutine.
type Asked struct {
	compiled *plan.Compiled
	policy   *policy.Policy
	declared plan.Plan                 // what it is made of
	askables map[string]*policy.Policy // by the columns asked about
}

// Ask returns what answers for a plan.
func Ask(c *plan.Compiled) *Asked {
	return &Asked{c, c.Policy, c.Plan, make(map[string]*policy.Policy)}
}

// Compiled returns the plan that is asked about.
func (s *Asked) Compiled() *plan.Compiled { return s.compiled }

// Apart returns how far two combinations of the values of some columns are apart for people who
// have the same other answers, whatever these are: the farthest of those that are looked at. It
// is Infinite, for no bound is known, where columns that share their secret have more than mostInTheWay other answers. It is false
// for a combination and itself, and where too many others would have to be looked at.
func (s *Asked) Apart(columns []domain.AttributeName, a, b []int) (weighted.Weight, bool) {
	p := s.askable(columns)
	if p == nil || slices.Equal(a, b) || len(a) != len(columns) || len(b) != len(columns) {
		return 0, false
	}
	attrs := p.Domain().Attributes()
	u, v := make([]int, len(attrs)), make([]int, len(attrs))
	asked := make([]bool, len(attrs))
	for i, column := range columns {
		pos, ok := p.Domain().Position(column)
		if !ok || min(a[i], b[i]) < 0 || max(a[i], b[i]) >= attrs[pos].Size() {
			return 0, false
		}
		u[pos], v[pos], asked[pos] = a[i], b[i], true
	}
	people := others{policy: p, u: u, v: v, impossible: impossibleOf(p.Domain()), near: near(p, columns)}
	if _, many := s.TooManyShare(columns); many {
		return weighted.Infinite, true
	}
	for pos, attr := range attrs {
		switch {
		case asked[pos]:
		case p == s.policy && s.goesBy(attr.Name()), people.near[pos]:
			people.every = append(people.every, pos)
		case slices.ContainsFunc(people.impossible, func(r map[int][]bool) bool { return r[pos] != nil }):
			people.some = append(people.some, pos)
		}
	}
	return people.farthest()
}

// TooManyShare returns a column that shares its secret with some, where it and others that do have too many answers to try them all:
// no bound is known then of how far these are apart.
func (s *Asked) TooManyShare(columns []domain.AttributeName) (domain.AttributeName, bool) {
	others, sharing := 1, near(s.policy, columns)
	for pos, attr := range s.policy.Domain().Attributes() {
		if !sharing[pos] || slices.Contains(columns, attr.Name()) {
			continue
		}
		if others *= attr.Size(); others > mostInTheWay {
			return attr.Name(), true
		}
	}
	return "", false
}

// near returns the columns that are parts of the same answers as some.
func near(p *policy.Policy, columns []domain.AttributeName) map[int]bool {
	out := make(map[int]bool)
	for _, part := range p.Parts() {
		if !slices.ContainsFunc(part.Attributes(), func(a *domain.Attribute) bool { return slices.Contains(columns, a.Name()) }) {
			continue
		}
		for _, a := range part.Attributes() {
			pos, _ := p.Domain().Position(a.Name())
			out[pos] = true
		}
	}
	return out
}

// goesBy reports whether a secret about being in the file is for people with some answers in a
// column.
func (s *Asked) goesBy(column domain.AttributeName) bool {
	return slices.ContainsFunc(s.declared.Secrets.Absences, func(a secret.Absence) bool { return len(a.Where[column]) > 0 })
}

// mostEvery is the most other answers that are all asked about, where being in the file is secret
// for people with some of them.
const mostEvery = 256

// askable returns the policy; where secrets about being in the file go by other columns than some
// and these have too many answers to ask about them all, it is without these secrets: they hold
// for some people only, and what is said has to hold for everybody.
func (s *Asked) askable(columns []domain.AttributeName) *policy.Policy {
	other := func(a secret.Absence) bool {
		for n := range a.Where {
			if !slices.Contains(columns, n) {
				return true
			}
		}
		return false
	}
	answers := 1
	for _, attr := range s.policy.Domain().Attributes() {
		if s.goesBy(attr.Name()) && !slices.Contains(columns, attr.Name()) {
			answers = min(answers*attr.Size(), mostEvery+1)
		}
	}
	if answers <= mostEvery {
		return s.policy
	}
	key := strings.Join(domain.Texts(columns), "\n")
	if p, known := s.askables[key]; known {
		return p
	}
	q := base(s.declared)
	q.Secrets.Absences = slices.DeleteFunc(slices.Clone(q.Secrets.Absences), other)
	p, err := plan.Policy(q)
	if err != nil {
		p = nil // which cannot be: it is less than what was compiled
	}
	s.askables[key] = p
	return p
}

// others are people who differ in the answers asked about, and may have any others.
type others struct {
	policy     *policy.Policy
	u, v       []int
	impossible []map[int][]bool
	// every are the columns whose answers are all asked about, some those of which enough are.
	every, some []int
	// near are the columns that a way between the two may change, whatever secrets there are: those of the same parts.
	near map[int]bool
}

// Of other answers in columns that impossible combinations are about, mostLooked are looked at and mostOthers are asked about where no
// combination is in the way of the two, which are then all as far apart; of those where one may be, all, up to mostInTheWay.
const (
	mostLooked   = 1 << 16
	mostOthers   = 24
	mostInTheWay = 1 << 9
)

// farthest returns the largest distance over other answers with which both can occur; false when
// there are none, or too many to ask about them all.
func (o others) farthest() (weighted.Weight, bool) {
	most, found := weighted.Weight(0), false
	for {
		free, inTheWay := 0, 0
		for looked := 0; ; looked++ {
			if looked == mostLooked || inTheWay > mostInTheWay {
				return 0, false
			}
			if o.possible(o.u) && o.possible(o.v) {
				n := &free
				if o.inTheWay() {
					n = &inTheWay
				}
				if *n++; n == &inTheWay || free <= mostOthers {
					most, found = max(most, o.policy.Distance(o.u, o.v)), true
				}
			}
			if !o.next(o.some) {
				break
			}
		}
		if !o.next(o.every) {
			return most, found
		}
	}
}

// inTheWay reports whether an impossible combination may hold answers that differ from those of the two where a way between them may
// change them, and agree with theirs elsewhere.
func (o others) inTheWay() bool {
	return slices.ContainsFunc(o.impossible, func(r map[int][]bool) bool {
		for pos, in := range r {
			if !o.near[pos] && !in[o.u[pos]] {
				return false
			}
		}
		return true
	})
}

// next goes on to the next answers in some columns; false after the last.
func (o others) next(columns []int) bool {
	for _, pos := range columns {
		o.u[pos] = (o.u[pos] + 1) % o.policy.Domain().Attributes()[pos].Size()
		if o.v[pos] = o.u[pos]; o.u[pos] > 0 {
			return true
		}
	}
	return false
}

// possible reports whether no impossible combination holds the answers.
func (o others) possible(values []int) bool {
	for _, r := range o.impossible {
		inside := true
		for pos, in := range r {
			inside = inside && in[values[pos]]
		}
		if inside {
			return false
		}
	}
	return true
}

// impossibleOf returns the impossible combinations by position: the values that are in them.
func impossibleOf(d *domain.Domain) []map[int][]bool {
	var out []map[int][]bool
	for _, c := range d.Impossible() {
		rule := make(map[int][]bool)
		for n, labels := range c {
			pos, ok := d.Position(n)
			if !ok {
				continue
			}
			rule[pos] = make([]bool, d.Attributes()[pos].Size())
			for _, l := range labels {
				if v, ok := d.Attributes()[pos].Find(l); ok {
					rule[pos][v] = true
				}
			}
		}
		out = append(out, rule)
	}
	return out
}
