package policy

import (
	"fmt"
	"sort"
	"strings"

	"steward/core/domain"
)

// Group is a named set of values of one column.
type Group struct {
	Name   string
	Values []string // labels; BlankLabel and OtherLabel may be put into a group
}

// groups keeps details inside a group secret: values of the same group are joined, values
// of different groups are not (the partition policy, He et al. 2014 section 3.1).
type groups struct {
	attr    *domain.Attribute
	of      []int // group of each value
	members [][]int
	names   []string
	joined  []bool // value is joined to every other (a special cell by the steward's choice)
	anyAll  bool
}

// Groups returns the part that keeps the answers inside each group secret from one
// another. Every value must be in exactly one group. A special cell that is in no group
// follows special. It errors on unknown, missing or repeated values, on groups without
// values and on two groups of the same name.
func Groups(a *domain.Attribute, list []Group, special Special) (Part, error) {
	p := &groups{attr: a, of: make([]int, a.Size()), joined: make([]bool, a.Size())}
	for i := range p.of {
		p.of[i] = -1
	}
	named := make(map[string]bool, len(list))
	for g, group := range list {
		switch {
		case strings.TrimSpace(group.Name) == "":
			return nil, fmt.Errorf("group %d of %q has no name: name it", g+1, a.Name())
		case len(group.Values) == 0:
			return nil, fmt.Errorf("the group %q of %q has no values: put some into it or remove it", group.Name, a.Name())
		case named[group.Name]:
			return nil, fmt.Errorf("two groups of %q are called %q: give them different names", a.Name(), group.Name)
		}
		for _, label := range group.Values {
			v, ok := a.Find(label)
			if !ok {
				return nil, fmt.Errorf("the group %q of %q names %q, which is not one of its values", group.Name, a.Name(), label)
			}
			if p.of[v] >= 0 {
				return nil, fmt.Errorf("the value %q of %q is in the groups %q and %q: a value belongs to one group", label, a.Name(), list[p.of[v]].Name, group.Name)
			}
			p.of[v] = g
		}
		named[group.Name] = true
		p.names = append(p.names, group.Name)
	}
	for v, g := range p.of {
		if g >= 0 {
			continue
		}
		if v < a.Regular() {
			return nil, fmt.Errorf("the value %q of %q is in no group: put it into one", a.Label(v), a.Name())
		}
		if err := special.check(a); err != nil {
			return nil, err
		}
		p.of[v] = len(p.names)
		p.names = append(p.names, a.Label(v))
		p.joined[v] = special == JoinAll
		p.anyAll = p.anyAll || p.joined[v]
	}
	p.members = make([][]int, len(p.names))
	for v, g := range p.of {
		p.members[g] = append(p.members[g], v)
	}
	return p, nil
}

func (p *groups) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *groups) Size() int                       { return len(p.of) }
func (p *groups) Project([]int) Part              { return p }

func (p *groups) Joined(u, v int) bool {
	return u != v && (p.of[u] == p.of[v] || p.joined[u] || p.joined[v])
}

func (p *groups) Neighbours(u int, yield func(v int) bool) {
	if p.joined[u] {
		complete{p.attr}.Neighbours(u, yield)
		return
	}
	for _, v := range p.members[p.of[u]] {
		if v != u && !yield(v) {
			return
		}
	}
	for v, all := range p.joined {
		if all && v != u && !yield(v) {
			return
		}
	}
}

func (p *groups) Distance(u, v int) (int, bool) {
	switch {
	case u == v:
		return 0, true
	case p.Joined(u, v):
		return 1, true
	case p.anyAll:
		return 2, true
	}
	return 0, false
}

func (p *groups) Components() ([]int, int) {
	if p.anyAll {
		return make([]int, p.Size()), 1
	}
	number := make([]int, len(p.names))
	for i := range number {
		number[i] = -1
	}
	component, count := make([]int, p.Size()), 0
	for v, g := range p.of {
		if number[g] < 0 {
			number[g] = count
			count++
		}
		component[v] = number[g]
	}
	return component, count
}

func (p *groups) Reach() []int {
	reach := make([]int, p.Size())
	highest := 0 // the highest value that is joined to all
	for v, all := range p.joined {
		if all {
			highest = v
		}
	}
	for u := range reach {
		m := p.members[p.of[u]]
		reach[u] = max(m[len(m)-1], highest, u)
		if p.joined[u] {
			reach[u] = p.Size() - 1
		}
	}
	return reach
}

// Solid reports whether the groups are runs of values; special cells joined to all break
// the runs.
func (p *groups) Solid() bool {
	if p.anyAll {
		return false
	}
	for _, m := range p.members {
		if len(m) > 0 && m[len(m)-1]-m[0] != len(m)-1 {
			return false
		}
	}
	return true
}

func (p *groups) Secret() string {
	var names, special []string
	for g, name := range p.names {
		if p.joined[p.members[g][0]] {
			special = append(special, name)
		} else {
			names = append(names, name)
		}
	}
	s := fmt.Sprintf("answers in %q inside the same group (%s)", p.attr.Name(), list(names))
	if len(special) > 0 {
		s += fmt.Sprintf(", and %s from any", strings.Join(special, " and "))
	}
	return s
}

func (p *groups) Expert() string {
	var sizes []int
	special := 0
	for _, m := range p.members {
		if p.joined[m[0]] {
			special++
		} else {
			sizes = append(sizes, len(m))
		}
	}
	sort.Sort(sort.Reverse(sort.IntSlice(sizes)))
	s := fmt.Sprintf("%s: partition into %d blocks of sizes %s", p.attr.Name(), len(sizes), strings.Trim(fmt.Sprint(sizes), "[]"))
	if special > 0 {
		s += fmt.Sprintf(", %d special cells joined to all", special)
	}
	return s
}

// list writes at most a dozen names.
func list(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
