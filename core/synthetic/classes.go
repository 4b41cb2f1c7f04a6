package synthetic

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"steward/core/policy"
	"steward/core/policy/weighted"
)

// class is edges of a policy along which the same columns change: a table over some columns is moved
// by those that change one of them.
type class struct {
	changes columns
	// absent says that they lead to "not in the file": a person comes or leaves.
	absent bool
	weight weighted.Weight // of the lightest
}

// below reports whether whatever keeps another class keeps this one.
func (c class) below(d class) bool {
	return c.absent == d.absent && c.changes.within(d.changes) && c.weight >= d.weight
}

// moves returns by how much an edge of the class changes a table over some columns, in L1 and,
// squared, in L2: two counts by one, or one where somebody comes or leaves.
func (c class) moves(table columns) int64 {
	switch {
	case c.absent:
		return 1
	case c.changes&table != 0:
		return 2
	}
	return 0
}

// How many steps are taken to look at the edges of one part, and how many classes are told apart.
// Beyond, all that there could be are taken for there, which costs accuracy and no privacy.
const (
	maxPartSteps = 4_000_000
	maxClasses   = 4096
)

// classesOf returns classes that every edge of a policy is below one of. A table that none of them
// moves has all of its columns public; it is given a class of its own, since nothing is published
// without noise that the steward has not agreed to.
func classesOf(ctx context.Context, p *policy.Policy) ([]class, error) {
	var parts [][]class
	if p.Together() > 0 {
		for _, part := range p.Parts() {
			own, err := ofPart(ctx, p, part)
			if err != nil {
				return nil, err
			}
			if len(own) > 0 {
				parts = append(parts, own)
			}
		}
	}
	out := joined(parts, p.Together())
	if p.Presence() {
		lightest, _ := p.AbsentWeights()
		out = append(out, class{absent: true, weight: lightest})
	}
	if !p.Presence() {
		all := of(indices(len(p.Domain().Attributes())))
		covered := columns(0)
		for _, c := range out {
			covered |= c.changes
		}
		if public := all &^ covered; public != 0 {
			out = append(out, class{changes: public, weight: p.LeastWeight()})
		}
	}
	return frontier(out), ctx.Err()
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// frontier leaves out classes that others make needless.
func frontier(list []class) []class {
	slices.SortFunc(list, func(a, b class) int {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(b.changes, a.changes))
	})
	var out []class
	for _, c := range list {
		if slices.ContainsFunc(out, func(o class) bool { return c.below(o) }) {
			continue
		}
		out = append(slices.DeleteFunc(out, func(o class) bool { return o.below(c) }), c)
	}
	return out
}

// ofPart returns the classes of the edges of one part of a policy.
func ofPart(ctx context.Context, p *policy.Policy, part policy.Part) ([]class, error) {
	all := columns(0)
	var sizes []int
	var at []int
	for _, a := range part.Attributes() {
		j, _ := p.Domain().Position(a.Name())
		all |= 1 << j
		at, sizes = append(at, j), append(sizes, a.Size())
	}
	lightest, heaviest := part.Weights()
	if heaviest == 0 {
		return nil, nil
	}
	whole := []class{{changes: all, weight: lightest}}
	if len(at) == 1 {
		return whole, nil
	}
	values := func(cell int) []int {
		v := make([]int, len(sizes))
		for i := len(sizes) - 1; i >= 0; i-- {
			v[i], cell = cell%sizes[i], cell/sizes[i]
		}
		return v
	}
	least := make(map[columns]weighted.Weight)
	steps := 0
	for u := range part.Size() {
		if u&(1<<10-1) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		from := values(u)
		part.Neighbours(u, func(v int, w weighted.Weight) bool {
			to, changed := values(v), columns(0)
			for i, j := range at {
				if from[i] != to[i] {
					changed |= 1 << j
				}
			}
			if l, seen := least[changed]; !seen || w < l {
				least[changed] = w
			}
			steps++
			return steps < maxPartSteps
		})
		if steps >= maxPartSteps {
			return whole, nil
		}
	}
	var out []class
	for _, s := range slices.Sorted(maps.Keys(least)) {
		out = append(out, class{changes: s, weight: least[s]})
	}
	return frontier(out), nil
}

// joined returns the classes of edges along which between one and so many parts change, each along an
// edge of its own; the edge weighs as much as the heaviest of these.
func joined(parts [][]class, together int) []class {
	if together >= len(parts) {
		return allAtOnce(parts)
	}
	var singles []class
	for _, part := range parts {
		singles = append(singles, part...)
	}
	out := frontier(slices.Clone(singles))
	for range together - 1 {
		var more []class
		for _, a := range out {
			for _, b := range singles {
				if apart(parts, a.changes, b.changes) {
					more = append(more, class{changes: a.changes | b.changes, weight: max(a.weight, b.weight)})
				}
			}
			if len(more) > maxClasses*len(singles) {
				break
			}
		}
		if out = frontier(append(more, out...)); len(out) > maxClasses {
			return allAtOnce(parts)
		}
	}
	return out
}

// allAtOnce is joined for any number of parts: for each weight, all parts that have an edge of at most
// that change.
func allAtOnce(parts [][]class) []class {
	var out []class
	for _, part := range parts {
		for _, limit := range part {
			c := class{weight: limit.weight}
			for _, other := range parts {
				for _, o := range other {
					if o.weight <= limit.weight {
						c.changes |= o.changes
					}
				}
			}
			out = append(out, c)
		}
	}
	return frontier(out)
}

// apart reports whether no part of a policy has columns of both sets.
func apart(parts [][]class, a, b columns) bool {
	for _, part := range parts {
		all := columns(0)
		for _, c := range part {
			all |= c.changes
		}
		if all&a != 0 && all&b != 0 {
			return false
		}
	}
	return true
}
