package constraint

import (
	"reflect"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// scene is some facts under a policy over all of their columns.
type scene struct {
	policy *policy.Policy
	facts  []*compiled
	// exact is false when the policy was widened for want of columns.
	exact bool
}

// under returns the facts under a policy. Columns of facts that the policy does not have
// are taken as secret entirely, at weight One, and as changing together with anything: that
// joins at least what any policy over them would.
func under(facts []*compiled, d *domain.Domain, p *policy.Policy) (scene, error) {
	s := scene{policy: p.Whole(), facts: facts, exact: true}
	var own, missing []domain.AttributeName
	for _, pos := range columnsOf(facts) {
		a := d.Attributes()[pos]
		if b, ok := p.Domain().Attribute(a.Name()); ok && b == a {
			own = append(own, a.Name())
		} else {
			missing = append(missing, a.Name())
		}
	}
	if !sameImpossible(d, p.Domain(), own) {
		return s, message.Errorf("the known facts were stated over other impossible combinations than the secrets: state them again")
	}
	if len(missing) == 0 {
		return s, nil
	}
	s.exact = false
	wide, err := d.Project(slices.Concat(own, missing))
	if err != nil {
		return s, err
	}
	if p.Together() == 0 {
		s.policy = policy.PresenceOnly(wide)
		return s, nil
	}
	spec := policy.Spec{Domain: wide, Presence: p.Presence()}
	together := 0
	if len(own) > 0 {
		q, err := p.Project(own)
		if err != nil {
			return s, err
		}
		spec.Parts, together = slices.Clone(q.Parts()), q.Together()
	}
	for _, name := range missing {
		a, _ := wide.Attribute(name)
		spec.Parts = append(spec.Parts, policy.Complete(a))
	}
	spec.Together = together + len(missing)
	s.policy, err = policy.New(spec)
	return s, err
}

// sameImpossible reports whether two domains declare the same combinations of some columns
// impossible.
func sameImpossible(a, b *domain.Domain, columns []domain.AttributeName) bool {
	if a == b {
		return true
	}
	among := func(d *domain.Domain) []domain.Combination {
		var out []domain.Combination
		for _, c := range d.Impossible() {
			inside := true
			for name := range c {
				inside = inside && slices.Contains(columns, name)
			}
			if inside {
				out = append(out, c)
			}
		}
		return out
	}
	return reflect.DeepEqual(among(a), among(b))
}

// columnsOf returns the positions of all columns that facts look at, rising.
func columnsOf(facts []*compiled) []int {
	var out []int
	for _, f := range facts {
		out = append(out, f.columns...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// implied reports for each fact whether the totals of another one that leave nobody out tell
// all it says: it looks at no other columns. Of two that tell the same the first is kept.
func implied(facts []*compiled) []bool {
	out := make([]bool, len(facts))
	for i, f := range facts {
		for j, by := range facts {
			if i == j || out[j] || by.table == nil || !by.table.whole || !within(f.columns, by.columns) {
				continue
			}
			if len(f.columns) < len(by.columns) || f.table == nil || !f.table.whole || j < i {
				out[i] = true
				break
			}
		}
	}
	return out
}

// within reports whether all of some rising numbers are among others.
func within(small, large []int) bool {
	for _, x := range small {
		if _, found := slices.BinarySearch(large, x); !found {
			return false
		}
	}
	return true
}

// verdict is what a scene's facts tie together.
type verdict struct {
	length
	critical []bool // per fact
	how      message.Text
	clash    *conflict
}

// conflict is facts, by number, that overlap in a way that is not bounded.
type conflict struct {
	facts  []int
	pair   []predicate // the two counts, when it is two that tables do not hold
	reason message.Text
}

// solve bounds the moves that the facts tie together. Facts over parts of the policy that
// never change together are looked at by themselves: their moves have nothing in common.
func (s scene) solve() (verdict, error) {
	v := verdict{length: length{1, true}, critical: make([]bool, len(s.facts)), how: uncritical}
	var active []int
	for i, told := range implied(s.facts) {
		if !told {
			active = append(active, i)
		}
	}
	var tied []int
	for _, group := range s.groups(active) {
		o, err := s.solveGroup(group)
		if err != nil {
			return v, err
		}
		v.take(o)
		if o.clash != nil || slices.Contains(o.critical, true) {
			tied = append(tied, group...)
		}
	}
	// Groups of facts that one edge can change at once have to be looked at together.
	if s.policy.Together() > 1 && len(tied) > 0 && !s.oneGroup(tied) {
		slices.Sort(tied)
		o, err := s.solveGroup(tied)
		if err != nil {
			return v, err
		}
		v.length, v.clash = length{1, true}, nil
		v.take(o)
	}
	v.exact = v.exact && s.exact
	// What other facts tell is free if no edge changes it, whatever they say beyond it.
	for i, f := range s.facts {
		if f.numbers() > 0 && !slices.Contains(active, i) && slices.Contains(v.critical, true) {
			o, err := s.solveGroup([]int{i})
			if err != nil {
				return v, err
			}
			v.critical[i] = o.critical[i]
		}
	}
	return v, nil
}

// take adds the verdict on some of the facts.
func (v *verdict) take(o verdict) {
	for i, c := range o.critical {
		v.critical[i] = v.critical[i] || c
	}
	if o.clash != nil && v.clash == nil {
		v.clash = o.clash
	}
	if o.edges > v.edges {
		v.how = o.how
	}
	v.length = longest(v.length, o.length)
}

// groups divides facts into those that share no part of the policy. Where presence is
// secret all are in one: who leaves changes them all.
func (s scene) groups(active []int) [][]int {
	if len(active) == 0 {
		return nil
	}
	together := newSets(len(active))
	if s.policy.Presence() {
		for i := range active[1:] {
			together.unite(i, i+1)
		}
	}
	for _, part := range s.policy.Parts() {
		first := -1
		for i, f := range active {
			if !s.touches(s.facts[f], part) {
				continue
			}
			if first >= 0 {
				together.unite(first, i)
			}
			first = i
		}
	}
	var out [][]int
	at := make(map[int]int)
	for i, f := range active {
		root := together.of(i)
		g, seen := at[root]
		if !seen {
			g = len(out)
			at[root] = g
			out = append(out, nil)
		}
		out[g] = append(out[g], f)
	}
	return out
}

// oneGroup reports whether facts are one group.
func (s scene) oneGroup(facts []int) bool { return len(s.groups(facts)) == 1 }

// touches reports whether a fact looks at a column of a part.
func (s scene) touches(f *compiled, part policy.Part) bool {
	return slices.ContainsFunc(part.Attributes(), func(a *domain.Attribute) bool {
		return slices.Contains(f.names, a.Name())
	})
}
