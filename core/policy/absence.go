package policy

import (
	"maps"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Absence joins cells to "not in the file": for people in them it is a secret whether they
// are in the file (the edges (u, ⊥) with weight β_u; docs/mathematics.md, "Policies").
type Absence struct {
	// Where says for which cells: those whose values lie in all of the sets. Empty means
	// every cell.
	Where domain.Combination
	// Weight is β, a multiple of the budget; nil means One.
	Weight *big.Rat
}

// absence is an Absence over the columns of a domain.
type absence struct {
	domain *domain.Domain
	weight weighted.Weight
	where  map[int][]bool // by column, the values that it holds for; a column without an entry may have any
}

// absences are those of one policy. Where several hold for a cell, the least weight counts.
type absences []absence

// newAbsences returns the absences of a spec.
func newAbsences(s Spec) (absences, error) {
	var out absences
	all := slices.Clone(s.Absences)
	if s.Presence {
		all = append(all, Absence{})
	}
	for i, from := range all {
		a := absence{domain: s.Domain, weight: weighted.One, where: make(map[int][]bool)}
		if from.Weight != nil {
			var err error
			if a.weight, err = weighted.NewWeight(from.Weight); err != nil {
				return nil, message.Errorf("being in the file: %w", err)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(from.Where)) {
			pos, ok := s.Domain.Position(name)
			if !ok {
				return nil, message.Errorf("the people whose presence in the file is secret are chosen by the column %q, which is not published", name)
			}
			attr := s.Domain.Attributes()[pos]
			values := make([]bool, attr.Size())
			for _, label := range from.Where[name] {
				v, ok := attr.Find(label)
				if !ok {
					return nil, message.Errorf("the people whose presence in the file is secret are chosen by %q, which is not a value of %q", label, name)
				}
				values[v] = true
			}
			if !slices.Contains(values, true) {
				return nil, message.Errorf("group %d of the people whose presence in the file is secret has no value of %q: give one, or leave the column out", i+1, name)
			}
			if slices.Contains(values, false) {
				a.where[pos] = values
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// seenThrough returns the absence as it appears in some of the columns: conditions on the
// others may hold.
func (a absence) seenThrough(some *domain.Domain) absence {
	seen := absence{domain: some, weight: a.weight, where: make(map[int][]bool)}
	for pos, values := range a.where {
		if at, kept := some.Position(a.domain.Attributes()[pos].Name()); kept {
			seen.where[at] = values
		}
	}
	return seen
}

// everywhere reports whether the absence holds for every cell.
func (a absence) everywhere() bool { return len(a.where) == 0 }

// holdsFor reports whether an absence holds as far as some columns go.
func (a absence) holdsFor(attrs []*domain.Attribute, vertex int) bool {
	for j := len(attrs) - 1; j >= 0; j-- {
		pos, _ := a.domain.Position(attrs[j].Name())
		if values, named := a.where[pos]; named && !values[vertex%attrs[j].Size()] {
			return false
		}
		vertex /= attrs[j].Size()
	}
	return true
}

// say says for which values an absence holds.
func (a absence) say() message.Text {
	var where []message.Text
	for _, pos := range slices.Sorted(maps.Keys(a.where)) {
		attr := a.domain.Attributes()[pos]
		var labels []string
		for v, in := range a.where[pos] {
			if in {
				labels = append(labels, attr.Label(v))
			}
		}
		where = append(where, message.Sprintf("%q %s", attr.Name(), list(labels)))
	}
	return message.List(where, "%s and %s", "%s and %s")
}

// everywhere reports whether one of them holds for every cell.
func (all absences) everywhere() bool { return slices.ContainsFunc(all, absence.everywhere) }

// one reports whether all of them weigh One.
func (all absences) one() bool {
	return !slices.ContainsFunc(all, func(a absence) bool { return a.weight != weighted.One })
}

// weight returns the least weight of the absences that hold for a possible record.
func (all absences) weight(value func(pos int) int) (weighted.Weight, bool) {
	least := weighted.Infinite
	for _, a := range all {
		holds := true
		for pos, values := range a.where {
			holds = holds && values[value(pos)]
		}
		if holds {
			least = min(least, a.weight)
		}
	}
	return least, least < weighted.Infinite
}

// weights returns bounds that none is lighter or heavier than; Infinite and 0 when there is none.
func (all absences) weights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	for _, a := range all {
		lightest, heaviest = min(lightest, a.weight), max(heaviest, a.weight)
	}
	for _, a := range all {
		if a.everywhere() {
			heaviest = min(heaviest, a.weight) // the least of those that hold counts
		}
	}
	return lightest, heaviest
}

// say says whose being in the file is hidden.
func (all absences) say() (secret message.Text, expert []message.Text) {
	if len(all) == 0 {
		return message.Sprintf("Who is in the file, and how many people, may become known."), nil
	}
	secret = message.Sprintf("Whether a person is in the file is hidden too")
	for i, a := range all {
		which := message.Sprintf("every vertex")
		switch some := !a.everywhere(); {
		case some && i == 0:
			secret = message.Sprintf("%s for those with %s", secret, a.say())
		case some:
			secret = message.Sprintf("%s, and for those with %s", secret, a.say())
		case i > 0:
			secret = message.Sprintf("%s, and for everybody", secret)
		case len(all) > 1:
			secret = message.Sprintf("%s for everybody", secret)
		}
		if !a.everywhere() {
			which = message.Sprintf("vertices with %s", a.say())
		}
		secret = a.weight.AsIf(secret)
		expert = append(expert, a.weight.Expert(message.Sprintf("%s joined to the absent vertex", which)))
	}
	secret = message.Sprintf("%s.", secret)
	if !all.everywhere() {
		secret = message.Sprintf("%s For everybody else this may become known.", secret)
	}
	return secret, expert
}

// Presence reports whether any value is joined to "not in the file". AbsentWeight tells
// which are, and how heavily.
func (p *Policy) Presence() bool { return len(p.absences) > 0 }

// PresenceOfAll reports whether every value is joined to "not in the file".
func (p *Policy) PresenceOfAll() bool { return p.absences.everywhere() }

// AbsentWeight returns the weight of the edge from a cell to "not in the file", and false
// when there is none.
func (p *Policy) AbsentWeight(u Vertex) (weighted.Weight, bool) {
	if u == Absent || !p.domain.Possible(int(u)) {
		return 0, false
	}
	return p.absences.weight(func(pos int) int { return p.domain.Value(int(u), pos) })
}

// AbsentWeights returns bounds that no edge to "not in the file" is lighter or heavier than;
// Infinite and 0 when there is none.
func (p *Policy) AbsentWeights() (lightest, heaviest weighted.Weight) { return p.absences.weights() }

// DistanceToAbsent returns the length of a shortest chain of edges between a record and
// "not in the file": to the nearest record that is joined to it, and there out (docs/mathematics.md, "Policies"). It is
// exact where every record is joined to it at the same weight and where the cells
// are few enough to search; otherwise it may be an upper bound.
func (p *Policy) DistanceToAbsent(u []int) weighted.Weight {
	if !p.Presence() || !p.possible(u) {
		return weighted.Infinite
	}
	least := weighted.Infinite
	for _, a := range p.absences {
		least = min(least, a.weight)
	}
	direct, joined := p.absences.weight(func(pos int) int { return u[pos] })
	if joined && direct == least {
		return direct
	}
	for _, a := range p.absences {
		if v := p.nearest(u, a); v != nil && a.weight < direct {
			direct = min(direct, p.cellDistance(u, v).Plus(a.weight))
		}
	}
	if p.searchable() && p.together > 0 {
		direct = min(direct, p.searchAbsent(u, direct))
	}
	return direct
}

// searchAbsent searches over the cells, with "not in the file" as one more vertex.
func (p *Policy) searchAbsent(u []int, bound weighted.Weight) weighted.Weight {
	k, _ := p.domain.Cells()
	g := weighted.Adjacency{N: k + 1, Neighbours: func(u int, yield func(v int, w weighted.Weight) bool) {
		more := true
		if w, ok := p.AbsentWeight(Vertex(u)); ok {
			more = yield(k, w)
		}
		if more {
			p.cellNeighbours(u, yield)
		}
	}}
	return g.Distance(p.domain.Index(u), k, bound)
}

// nearest returns a record near u for which an absence holds, or nil when none is found:
// part by part the nearest values, of the first few thousand that may be.
func (p *Policy) nearest(u []int, a absence) []int {
	const mostLookedAt = 4096
	v := slices.Clone(u)
	for i, part := range p.parts {
		if a.holdsFor(part.Attributes(), localOf(part, p.at[i], u)) {
			continue
		}
		from, best, least, looked := localOf(part, p.at[i], u), -1, weighted.Infinite, 0
		for to := 0; to < part.Size() && looked < mostLookedAt; to++ {
			if !a.holdsFor(part.Attributes(), to) {
				continue
			}
			looked++
			if d := part.Distance(from, to); d < least {
				best, least = to, d
			}
		}
		if best < 0 {
			return nil
		}
		for j := len(p.at[i]) - 1; j >= 0; j-- {
			size := part.Attributes()[j].Size()
			v[p.at[i][j]], best = best%size, best/size
		}
	}
	if !p.possible(v) {
		return nil
	}
	return v
}
