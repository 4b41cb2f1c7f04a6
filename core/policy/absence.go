package policy

import (
	"maps"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
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
	weight Weight
	where  map[int][]bool // by column, the values that it holds for; a column without an entry may have any
}

// leave adds the absences of a spec.
func (p *Policy) leave(s Spec) error {
	all := slices.Clone(s.Absences)
	if s.Presence {
		all = append(all, Absence{})
	}
	for i, from := range all {
		a := absence{weight: One, where: make(map[int][]bool)}
		if from.Weight != nil {
			var err error
			if a.weight, err = NewWeight(from.Weight); err != nil {
				return message.Errorf("being in the file: %w", err)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(from.Where)) {
			pos, ok := p.domain.Position(name)
			if !ok {
				return message.Errorf("the people whose presence in the file is secret are chosen by the column %q, which is not published", name)
			}
			attr := p.domain.Attributes()[pos]
			values := make([]bool, attr.Size())
			for _, label := range from.Where[name] {
				v, ok := attr.Find(label)
				if !ok {
					return message.Errorf("the people whose presence in the file is secret are chosen by %q, which is not a value of %q", label, name)
				}
				values[v] = true
			}
			if !slices.Contains(values, true) {
				return message.Errorf("group %d of the people whose presence in the file is secret has no value of %q: give one, or leave the column out", i+1, name)
			}
			if slices.Contains(values, false) {
				a.where[pos] = values
			}
		}
		p.absences = append(p.absences, a)
	}
	return nil
}

// seenThrough returns the absence as it appears in some of the columns: conditions on the
// others may hold.
func (a absence) seenThrough(whole, some *domain.Domain) absence {
	seen := absence{weight: a.weight, where: make(map[int][]bool)}
	for pos, values := range a.where {
		if at, kept := some.Position(whole.Attributes()[pos].Name()); kept {
			seen.where[at] = values
		}
	}
	return seen
}

// everywhere reports whether the absence holds for every cell.
func (a absence) everywhere() bool { return len(a.where) == 0 }

// Presence reports whether any value is joined to "not in the file". AbsentWeight tells
// which are, and how heavily.
func (p *Policy) Presence() bool { return len(p.absences) > 0 }

// PresenceOfAll reports whether every value is joined to "not in the file".
func (p *Policy) PresenceOfAll() bool { return slices.ContainsFunc(p.absences, absence.everywhere) }

// AbsentWeight returns the weight of the edge from a cell to "not in the file", and false
// when there is none.
func (p *Policy) AbsentWeight(u Vertex) (Weight, bool) {
	if u == Absent || !p.domain.Possible(int(u)) {
		return 0, false
	}
	return p.absentWeight(func(pos int) int { return p.domain.Value(int(u), pos) })
}

// AbsentWeights returns bounds that no edge to "not in the file" is lighter or heavier than;
// Infinite and 0 when there is none.
func (p *Policy) AbsentWeights() (lightest, heaviest Weight) {
	lightest = Infinite
	for _, a := range p.absences {
		lightest, heaviest = min(lightest, a.weight), max(heaviest, a.weight)
	}
	for _, a := range p.absences {
		if a.everywhere() {
			heaviest = min(heaviest, a.weight) // the least of those that hold counts
		}
	}
	return lightest, heaviest
}

// absentWeight returns the least weight of the absences that hold for a possible record.
func (p *Policy) absentWeight(value func(pos int) int) (Weight, bool) {
	least := Infinite
	for _, a := range p.absences {
		holds := true
		for pos, values := range a.where {
			holds = holds && values[value(pos)]
		}
		if holds {
			least = min(least, a.weight)
		}
	}
	return least, least < Infinite
}

// DistanceToAbsent returns the length of a shortest chain of edges between a record and
// "not in the file": to the nearest record that is joined to it, and there out (docs/mathematics.md, "Policies"). It is
// exact where every record is joined to it at the same weight and where the cells
// are few enough to search; otherwise it may be an upper bound.
func (p *Policy) DistanceToAbsent(u []int) Weight {
	if !p.Presence() || !p.possible(u) {
		return Infinite
	}
	least := Infinite
	for _, a := range p.absences {
		least = min(least, a.weight)
	}
	direct, joined := p.absentWeight(func(pos int) int { return u[pos] })
	if joined && direct == least {
		return direct
	}
	for _, a := range p.absences {
		if v := p.nearest(u, a); v != nil && a.weight < direct {
			direct = min(direct, p.cellDistance(u, v).plus(a.weight))
		}
	}
	if p.searchable() && p.together > 0 {
		direct = min(direct, p.searchAbsent(u, direct))
	}
	return direct
}

// searchAbsent searches over the cells, with "not in the file" as one more vertex.
func (p *Policy) searchAbsent(u []int, bound Weight) Weight {
	k, _ := p.domain.Cells()
	g := graph{n: k + 1, neighbours: func(u int, yield func(v int, w Weight) bool) {
		more := true
		if w, ok := p.AbsentWeight(Vertex(u)); ok {
			more = yield(k, w)
		}
		if more {
			p.cellNeighbours(u, yield)
		}
	}}
	return g.distance(p.domain.Index(u), k, bound)
}

// nearest returns a record near u for which an absence holds, or nil when none is found:
// part by part the nearest values, of the first few thousand that may be.
func (p *Policy) nearest(u []int, a absence) []int {
	const mostLookedAt = 4096
	v := slices.Clone(u)
	for i, part := range p.parts {
		if p.holdsFor(a, part.Attributes(), localOf(part, p.at[i], u)) {
			continue
		}
		from, best, least, looked := localOf(part, p.at[i], u), -1, Infinite, 0
		for to := 0; to < part.Size() && looked < mostLookedAt; to++ {
			if !p.holdsFor(a, part.Attributes(), to) {
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

// holdsFor reports whether an absence holds as far as some columns go.
func (p *Policy) holdsFor(a absence, attrs []*domain.Attribute, vertex int) bool {
	for j := len(attrs) - 1; j >= 0; j-- {
		pos, _ := p.domain.Position(attrs[j].Name())
		if values, named := a.where[pos]; named && !values[vertex%attrs[j].Size()] {
			return false
		}
		vertex /= attrs[j].Size()
	}
	return true
}

// sayPresence says whose being in the file is hidden.
func (p *Policy) sayPresence() (secret message.Text, expert []message.Text) {
	if !p.Presence() {
		return message.Sprintf("Who is in the file, and how many people, may become known."), nil
	}
	secret = message.Sprintf("Whether a person is in the file is hidden too")
	for i, a := range p.absences {
		which := message.Sprintf("every vertex")
		switch all := a.everywhere(); {
		case !all && i == 0:
			secret = message.Sprintf("%s for those with %s", secret, p.sayWhere(a))
		case !all:
			secret = message.Sprintf("%s, and for those with %s", secret, p.sayWhere(a))
		case i > 0:
			secret = message.Sprintf("%s, and for everybody", secret)
		case len(p.absences) > 1:
			secret = message.Sprintf("%s for everybody", secret)
		}
		if !a.everywhere() {
			which = message.Sprintf("vertices with %s", p.sayWhere(a))
		}
		secret = a.weight.asIf(secret)
		expert = append(expert, a.weight.expert(message.Sprintf("%s joined to the absent vertex", which)))
	}
	secret = message.Sprintf("%s.", secret)
	if !p.PresenceOfAll() {
		secret = message.Sprintf("%s For everybody else this may become known.", secret)
	}
	return secret, expert
}

// sayWhere says for which values an absence holds.
func (p *Policy) sayWhere(a absence) message.Text {
	var where []message.Text
	for _, pos := range slices.Sorted(maps.Keys(a.where)) {
		attr := p.domain.Attributes()[pos]
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
