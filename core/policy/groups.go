package policy

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sort"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
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
	weight  weighted.Weight
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
	p := &groups{attr: a, weight: weighted.One, of: make([]int, a.Size())}
	for i := range p.of {
		p.of[i] = -1
	}
	named := make(map[string]bool, len(list))
	for g, group := range list {
		switch {
		case strings.TrimSpace(group.Name) == "":
			return nil, message.Errorf("group %d of %q has no name: name it", g+1, a.Name())
		case len(group.Values) == 0:
			return nil, message.Errorf("the group %q of %q has no values: put some into it or remove it", group.Name, a.Name())
		case named[group.Name]:
			return nil, message.Errorf("two groups of %q are called %q: give them different names", a.Name(), group.Name)
		}
		for _, label := range group.Values {
			v, ok := a.Find(label)
			if !ok {
				return nil, message.Errorf("the group %q of %q names %q, which is not one of its values", group.Name, a.Name(), label)
			}
			if p.of[v] >= 0 {
				return nil, message.Errorf("the value %q of %q is in the groups %q and %q: a value belongs to one group", label, a.Name(), list[p.of[v]].Name, group.Name)
			}
			p.of[v] = g
		}
		named[group.Name] = true
		p.names = append(p.names, group.Name)
	}
	for v, g := range p.of[:a.Regular()] {
		if g < 0 {
			return nil, message.Errorf("the value %q of %q is in no group: put it into one", a.Label(v), a.Name())
		}
	}
	if err := p.finish(special); err != nil {
		return nil, err
	}
	return p, nil
}

// finish gives special cells without a group one of their own and lists the members.
func (p *groups) finish(special Special) error {
	p.joined = make([]bool, len(p.of))
	for v, g := range p.of {
		if g >= 0 {
			continue
		}
		if err := special.check(p.attr); err != nil {
			return err
		}
		p.of[v] = len(p.names)
		p.names = append(p.names, p.attr.Label(v))
		p.joined[v] = special == JoinAll
		p.anyAll = p.anyAll || p.joined[v]
	}
	p.members = make([][]int, len(p.names))
	for v, g := range p.of {
		p.members[g] = append(p.members[g], v)
	}
	return nil
}

// blocksOf returns groups of values that are given by number.
func blocksOf(a *domain.Attribute, of []int, count int, w weighted.Weight) Part {
	p := &groups{attr: a, weight: w, of: of, members: make([][]int, count), joined: make([]bool, len(of))}
	for v, g := range of {
		p.members[g] = append(p.members[g], v)
	}
	for _, members := range p.members {
		p.names = append(p.names, a.Label(members[0]))
	}
	return p
}

// GroupsOf returns the groups that a coarser list makes of a column: coarser gives for each
// value the name of its group, as a sheet of counties and their regions does. Groups stand in
// the order of their first value; special cells may be in the list or not. It errors as
// Groups does, on a value without an entry or with a blank one, and on entries for what is
// no value.
func GroupsOf(a *domain.Attribute, coarser map[string]string, special Special) (Part, error) {
	var list []Group
	at := make(map[string]int)
	found := 0
	for v := range a.Size() {
		name, ok := coarser[a.Label(v)]
		if ok {
			found++
		}
		name = strings.TrimSpace(name)
		switch {
		case name == "" && (ok || v < a.Regular()):
			return nil, message.Errorf("the coarser list does not say which group the value %q of %q belongs to: complete it", a.Label(v), a.Name())
		case name == "":
			continue
		}
		if _, seen := at[name]; !seen {
			at[name] = len(list)
			list = append(list, Group{Name: name})
		}
		list[at[name]].Values = append(list[at[name]].Values, a.Label(v))
	}
	if found < len(coarser) {
		for _, label := range slices.Sorted(maps.Keys(coarser)) {
			if v, ok := a.Find(label); !ok || a.Label(v) != label {
				return nil, message.Errorf("the coarser list has a group for %q, which is not one of the values of %q as they are written: correct it", label, a.Name())
			}
		}
	}
	return Groups(a, list, special)
}

func (p *groups) Attributes() []*domain.Attribute               { return []*domain.Attribute{p.attr} }
func (p *groups) Size() int                                     { return len(p.of) }
func (p *groups) Weights() (lightest, heaviest weighted.Weight) { return p.weight, p.weight }
func (p *groups) Project([]int) Part                            { return p }

func (p *groups) Weight(u, v int) (weighted.Weight, bool) {
	return p.weight, u != v && (p.of[u] == p.of[v] || p.joined[u] || p.joined[v])
}

func (p *groups) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	if p.joined[u] {
		complete{p.attr, p.weight}.Neighbours(u, yield)
		return
	}
	for _, v := range p.members[p.of[u]] {
		if v != u && !yield(v, p.weight) {
			return
		}
	}
	for v := p.attr.Regular(); v < len(p.of); v++ { // only special cells are joined to all
		if p.joined[v] && v != u && !yield(v, p.weight) {
			return
		}
	}
}

func (p *groups) Distance(u, v int) weighted.Weight {
	_, joined := p.Weight(u, v)
	switch {
	case u == v:
		return 0
	case joined:
		return p.weight
	case p.anyAll:
		return 2 * p.weight
	}
	return weighted.Infinite
}

func (p *groups) Components() ([]int, int) {
	if p.anyAll {
		return make([]int, p.Size()), 1
	}
	number := make(weighted.Numbering, len(p.names))
	component := make([]int, p.Size())
	for v, g := range p.of {
		component[v] = number.Of(g)
	}
	return component, len(number)
}

func (p *groups) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	var err error
	q.weight, err = p.weight.Weigh(factor)
	return &q, err
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

func (p *groups) Blocks() ([]int, int, bool) {
	if p.anyAll {
		return nil, 0, false
	}
	block, count := p.Components()
	return block, count, true
}

func (p *groups) Secret() message.Text {
	var names, special []string
	for g, name := range p.names {
		if p.joined[p.members[g][0]] {
			special = append(special, name)
		} else {
			names = append(names, name)
		}
	}
	s := message.Sprintf("answers in %s inside the same group (%s)", columnNames(p.Attributes()), list(names))
	if len(special) > 0 {
		s = message.Sprintf("%s, and %s from any", s, message.And(domain.Said(special)))
	}
	return p.weight.AsIf(s)
}

func (p *groups) Expert() message.Text {
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
	s := message.Sprintf("%s: partition into %d blocks of sizes %s", p.attr.Name(), len(sizes), numbersText(sizes))
	if special > 0 {
		s = message.Sprintf("%s, %d special cells joined to all", s, special)
	}
	return p.weight.Expert(s)
}

// numbersText writes at most a dozen numbers.
func numbersText(n []int) message.Text {
	const most = 12
	text := message.Verbatim(strings.Trim(fmt.Sprint(n[:min(len(n), most)]), "[]"))
	if len(n) > most {
		return message.Sprintf("%s and %d more", text, len(n)-most)
	}
	return text
}

// list writes at most a dozen names.
func list(names []string) message.Text { return some(domain.Said(names)) }

// some writes at most a dozen texts.
func some(texts []message.Text) message.Text {
	const most = 12
	if len(texts) > most {
		return message.Sprintf("%s and %d more", row(texts[:most]), len(texts)-most)
	}
	return row(texts)
}

// row puts commas between texts.
func row(texts []message.Text) message.Text { return message.List(texts, "%s, %s", "%s, %s") }
