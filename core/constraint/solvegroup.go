package constraint

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// maxNumbers is the most public counts of a group of facts that are looked at one by one.
const maxNumbers = 1 << 12

// solveGroup bounds the moves that some facts tie together.
func (s scene) solveGroup(group []int) (verdict, error) {
	v := verdict{length: length{1, true}, critical: make([]bool, len(s.facts))}
	facts := make([]*compiled, len(group))
	for i, f := range group {
		facts[i] = s.facts[f]
	}
	p, whole, err := s.project(facts)
	if err != nil {
		return v, err
	}
	if s.oneTable(group) && facts[0].table.whole {
		v.length, v.how, v.critical[group[0]] = marginal(p)
		v.exact = v.exact && whole
		return v, nil
	}
	numbers := 0
	for _, f := range facts {
		numbers += f.numbers()
	}
	if numbers > maxNumbers {
		return s.tooMany(group, numbers), nil
	}
	list, owner := s.predicates(group, p.Domain())
	o := solve(p, list)
	v.length, v.how = o.length, o.how
	v.exact = v.exact && whole
	for i, critical := range o.critical {
		v.critical[owner[i]] = v.critical[owner[i]] || critical
	}
	if o.clash != nil {
		if !o.clash.reason.IsZero() && s.oneTable(group) {
			return s.tooMany(group, numbers), nil
		}
		v.clash = s.conflict(o.clash, group, owner)
	}
	return v, nil
}

// conflict says which facts two predicates of a group are of.
func (s scene) conflict(c *clash, group, owner []int) *conflict {
	if !c.reason.IsZero() {
		return &conflict{facts: slices.Clone(group), reason: c.reason}
	}
	out := &conflict{}
	for _, i := range []int{c.a, c.b} {
		f := owner[i]
		if s.facts[f].table == nil {
			out.pair = append(out.pair, s.facts[f].counts[i-slices.Index(owner, f)].of)
		}
		if !slices.Contains(out.facts, f) {
			out.facts = append(out.facts, f)
		}
	}
	slices.Sort(out.facts)
	return out
}

// project returns the policy over the columns of facts, and whether it is seen whole: no
// impossible combination is lost, and no part is cut, which may join more than there is.
func (s scene) project(facts []*compiled) (*policy.Policy, bool, error) {
	var columns []domain.AttributeName
	for _, a := range s.policy.Domain().Attributes() {
		if slices.ContainsFunc(facts, func(f *compiled) bool { return slices.Contains(f.names, a.Name()) }) {
			columns = append(columns, a.Name())
		}
	}
	if len(columns) == 0 { // the number of people alone: any column will do
		least := slices.MinFunc(s.policy.Domain().Attributes(), func(a, b *domain.Attribute) int { return a.Size() - b.Size() })
		columns = append(columns, least.Name())
	}
	p, err := s.policy.Project(columns)
	if err != nil {
		return nil, false, err
	}
	p = p.Whole()
	whole := len(p.Domain().Impossible()) == len(s.policy.Domain().Impossible())
	for _, part := range s.policy.Parts() {
		seen := 0
		for _, a := range part.Attributes() {
			if slices.Contains(columns, a.Name()) {
				seen++
			}
		}
		whole = whole && (seen == 0 || seen == len(part.Attributes()))
	}
	return p, whole, nil
}

// tooMany bounds the moves of very many counts. Those of one table are disjoint, so every
// count is left and entered at most once (at most p + 1 moves; docs/mathematics.md, "Public facts").
func (s scene) tooMany(group []int, numbers int) verdict {
	v := verdict{length: length{1, true}, critical: make([]bool, len(s.facts))}
	for _, f := range group {
		v.critical[f] = true
	}
	if s.oneTable(group) {
		v.length = length{numbers + 1, false}
		v.how = message.Sprintf("disjoint counts: at most p + 1")
		return v
	}
	v.clash = &conflict{facts: group, reason: message.Sprintf("their %d numbers are too many to look at together", numbers)}
	return v
}

// oneTable reports whether a group is the totals of one table.
func (s scene) oneTable(group []int) bool { return len(group) == 1 && s.facts[group[0]].table != nil }

// numbers returns how many public counts a fact has.
func (c *compiled) numbers() int {
	if c.table != nil {
		return c.table.cells
	}
	return len(c.counts)
}

// predicates returns the predicates of some facts over a domain that has their columns, and
// which fact each is of.
func (s scene) predicates(group []int, d *domain.Domain) (list []predicate, owner []int) {
	for _, i := range group {
		for _, p := range s.facts[i].over(d) {
			list, owner = append(list, p), append(owner, i)
		}
	}
	return list, owner
}

// over returns the predicates of a fact with the positions of their columns in another
// domain.
func (c *compiled) over(d *domain.Domain) []predicate {
	at := make(map[int]int, len(c.columns))
	for i, pos := range c.columns {
		at[pos], _ = d.Position(c.names[i])
	}
	var list []predicate
	if c.table != nil {
		for cell, n := range c.table.stated {
			if n < 0 || !c.table.domain.Possible(cell) {
				continue
			}
			var b box
			for j, pos := range c.table.at {
				value := c.table.domain.Value(cell, j)
				b = append(b, condition{at[pos], runs{{value, value}}})
			}
			list = append(list, predicate{b})
		}
		return list
	}
	for _, n := range c.counts {
		p := make(predicate, len(n.of))
		for i, b := range n.of {
			for _, x := range b {
				p[i] = append(p[i], condition{at[x.column], x.set})
			}
		}
		list = append(list, p)
	}
	return list
}
