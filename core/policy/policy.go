package policy

import (
	"slices"
	"sync/atomic"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Vertex is a cell of the domain, or Absent.
type Vertex int

// Absent is the vertex for a person who is not in the file (⊥).
const Absent Vertex = -1

// Edge is a pair of vertices that must not be told apart. V may be Absent, U is a cell.
type Edge struct {
	U, V   Vertex
	Weight weighted.Weight
}

// Policy is the secrets over all published columns: a part for every column or group of
// columns, how many parts may change together along one edge, and whose being in the file
// is a secret too.
//
// Two cells are joined when between one and Together parts differ, each along an edge of
// its own graph; the edge weighs as much as the heaviest of these (see joint). With every
// part complete and Together at its most this is full secrecy; with Together 1 it is
// attribute secrecy (He et al. 2014 section 3.1), and with weights the sum of the parts'
// metrics (Kamalaruban et al. 2020 section 1). A policy made by New has all edges of its
// metrics, redundant ones too, so that known facts are weighed against every pair that was
// entered.
type Policy struct {
	domain   *domain.Domain
	parts    []Part
	at       [][]int // per part, the positions of its columns in the domain
	together int     // 1..len(parts), or 0 for no edges between cells
	absences absences
	// found is what Components found.
	found atomic.Pointer[components]
}

// Spec is what makes a policy.
type Spec struct {
	Domain *domain.Domain
	// Parts cover every column of the domain exactly once.
	Parts []Part
	// Together is how many parts may change along one edge; 0 means all of them.
	Together int
	// Presence joins every value to "not in the file", with weight One.
	Presence bool
	// Absences join some or all values to "not in the file", with weights of their own.
	// Where several hold for a value, the least counts.
	Absences []Absence
}

// New makes a policy. It errors when a column is in no part or in two, when a part was made
// for another attribute than the domain's, when Together is out of range, and when an
// absence names an unknown column or value or has a weight that is none.
func New(s Spec) (*Policy, error) {
	p := &Policy{domain: s.Domain, parts: slices.Clone(s.Parts), together: s.Together, at: make([][]int, len(s.Parts))}
	covered := make(map[domain.AttributeName]bool)
	for i, part := range s.Parts {
		for _, a := range part.Attributes() {
			pos, ok := s.Domain.Position(a.Name())
			if !ok {
				return nil, message.Errorf("the secrets name the column %q, which is not published", a.Name())
			}
			if s.Domain.Attributes()[pos] != a {
				return nil, message.Errorf("the secret of %q was made for another declaration of its values: make it again", a.Name())
			}
			if covered[a.Name()] {
				return nil, message.Errorf("the column %q has two secrets: keep one", a.Name())
			}
			covered[a.Name()] = true
			p.at[i] = append(p.at[i], pos)
		}
	}
	for _, a := range s.Domain.Attributes() {
		if !covered[a.Name()] {
			return nil, message.Errorf("the column %q has no secret: choose one", a.Name())
		}
	}
	if s.Together < 0 || s.Together > len(s.Parts) {
		return nil, message.Errorf("%d answers are to be hidden together, but there are only %d: choose 1 to %d, or all", s.Together, len(s.Parts), len(s.Parts))
	}
	if p.together == 0 {
		p.together = len(s.Parts)
	}
	p.parts = abridgeAll(p.parts, false)
	var err error
	if p.absences, err = newAbsences(s); err != nil {
		return nil, err
	}
	return p, nil
}

// Full returns full secrecy over the domain: every cell joined to every other (bounded
// differential privacy), and to "not in the file" when presence is set.
func Full(d *domain.Domain, presence bool) *Policy {
	s := Spec{Domain: d, Presence: presence}
	for _, a := range d.Attributes() {
		s.Parts = append(s.Parts, Complete(a))
	}
	p, err := New(s)
	if err != nil {
		panic("policy: full secrecy is always valid: " + err.Error())
	}
	return p
}

// PresenceOnly returns the policy whose only edges join a value to "not in the file"
// (unbounded differential privacy): a star at the absent vertex.
func PresenceOnly(d *domain.Domain) *Policy {
	p := Full(d, true)
	p.together = 0 // no two cells are joined directly
	return p
}

// Domain returns the domain whose cells are the vertices.
func (p *Policy) Domain() *domain.Domain { return p.domain }

// Parts returns the parts in their order.
func (p *Policy) Parts() []Part { return p.parts }

// Together returns how many parts may change along one edge.
func (p *Policy) Together() int { return p.together }

// Project returns the policy that remains for some columns, over the domain's projection
// to them: its edges are the edges of p seen through those columns, each with the least
// weight of the edges that are seen as it, so what keeps them keeps p. Redundant edges of
// metrics are left out where no impossible combination and no other part is in the way of
// the chains that make them so: what keeps the rest keeps them too, at their length, and
// sensitivities along few short edges are small. It errors on columns that are not
// published.
func (p *Policy) Project(names []domain.AttributeName) (*Policy, error) {
	d, err := p.domain.Project(names)
	if err != nil {
		return nil, err
	}
	wanted := make(map[domain.AttributeName]bool, len(names))
	for _, n := range names {
		wanted[n] = true
	}
	s := Spec{Domain: d}
	for _, part := range p.parts {
		var keep []int
		for i, a := range part.Attributes() {
			if wanted[a.Name()] {
				keep = append(keep, i)
			}
		}
		if len(keep) > 0 {
			s.Parts = append(s.Parts, part.Project(keep))
		}
	}
	s.Together = min(max(p.together, 1), len(s.Parts))
	q, err := New(s)
	if err != nil {
		return nil, err
	}
	if p.together == 0 {
		q.together = 0
	}
	if q.mayAbridge() {
		q.parts = abridgeAll(q.parts, true)
	}
	for _, a := range p.absences {
		q.absences = append(q.absences, a.seenThrough(d))
	}
	return q, nil
}

// joint returns how the parts are put together.
func (p *Policy) joint() weighted.Joint[Part] {
	return weighted.Joint[Part]{Parts: p.parts, Together: p.together}
}

// local returns the vertex of part i that a cell lies in.
func (p *Policy) local(i, cell int) int {
	v := 0
	for j, pos := range p.at[i] {
		v = v*p.parts[i].Attributes()[j].Size() + p.domain.Value(cell, pos)
	}
	return v
}

// Weight returns the weight of the edge between two vertices, and false when they are not
// joined. It needs a domain whose cells can be counted.
func (p *Policy) Weight(u, v Vertex) (weighted.Weight, bool) {
	if u == v {
		return 0, false
	}
	if u == Absent {
		u, v = v, u
	}
	if v == Absent {
		return p.AbsentWeight(u)
	}
	if !p.domain.Possible(int(u)) || !p.domain.Possible(int(v)) {
		return 0, false
	}
	return p.joint().Weight(func(i int) (from, to int) { return p.local(i, int(u)), p.local(i, int(v)) })
}

// Neighbours calls yield for every cell joined to u, until yield returns false. "Not in
// the file" is not among them; AbsentWeight tells about it.
func (p *Policy) Neighbours(u Vertex, yield func(v Vertex, w weighted.Weight) bool) {
	if part, ok := p.Sole(); ok {
		part.Neighbours(int(u), func(v int, w weighted.Weight) bool { return yield(Vertex(v), w) })
		return
	}
	if !p.domain.Possible(int(u)) {
		return
	}
	p.joint().Neighbours(weighted.Changes{
		From:  func(i int) int { return p.local(i, int(u)) },
		Shift: p.shift,
		V:     int(u),
		Yield: func(v int, w weighted.Weight) bool { return !p.domain.Possible(v) || yield(Vertex(v), w) },
	})
}

// shift returns by how much a cell's number changes when a part goes from one of its
// vertices to another.
func (p *Policy) shift(i, from, to int) int {
	d := 0
	for j := len(p.at[i]) - 1; j >= 0; j-- {
		size := p.parts[i].Attributes()[j].Size()
		d += (to%size - from%size) * p.domain.Stride(p.at[i][j])
		to, from = to/size, from/size
	}
	return d
}

// Edges calls yield once for every edge, those to "not in the file" last, until yield
// returns false. It errors when the domain has too many cells to number.
func (p *Policy) Edges(yield func(Edge) bool) error {
	k, err := p.domain.Cells()
	if err != nil {
		return err
	}
	more := true
	for u := 0; u < k && more && p.together > 0; u++ {
		p.Neighbours(Vertex(u), func(v Vertex, w weighted.Weight) bool {
			if int(v) > u {
				more = yield(Edge{Vertex(u), v, w})
			}
			return more
		})
	}
	for u := 0; u < k && more && p.Presence(); u++ {
		if w, ok := p.AbsentWeight(Vertex(u)); ok {
			more = yield(Edge{Vertex(u), Absent, w})
		}
	}
	return nil
}

// Weights returns bounds that no edge is lighter or heavier than, those to "not in the file"
// included; Infinite and 0 when there surely is no edge.
func (p *Policy) Weights() (lightest, heaviest weighted.Weight) {
	lightest, heaviest = p.joint().Weights()
	least, most := p.AbsentWeights()
	return min(lightest, least), max(heaviest, most)
}

// ValueWeights returns bounds that no edge between two cells is lighter or heavier than; Infinite and 0
// when there surely is none.
func (p *Policy) ValueWeights() (lightest, heaviest weighted.Weight) { return p.joint().Weights() }

// HasValueEdges reports whether any two possible cells are joined. Where there are too many
// cells to number it may be true though impossible combinations leave no edge.
func (p *Policy) HasValueEdges() bool {
	if _, heaviest := p.ValueWeights(); heaviest == 0 {
		return false
	}
	found := false
	k, err := p.domain.Cells()
	if err != nil {
		// Too many cells to walk: parts decide. Impossible combinations could only remove
		// edges, and to take an edge to be there that is not costs accuracy only.
		for _, piece := range p.pieces() {
			if _, n := piece.Components(); n < piece.Size() && p.together > 0 {
				return true
			}
		}
		return false
	}
	for u := 0; u < k && !found; u++ {
		p.Neighbours(Vertex(u), func(Vertex, weighted.Weight) bool { found = true; return false })
	}
	return found
}

// pieces returns the parts, those taken apart whose components are all the combinations of
// their pieces'.
func (p *Policy) pieces() []Part {
	var out []Part
	for _, part := range p.parts {
		out = append(out, piecesOf(part)...)
	}
	return out
}

func piecesOf(part Part) []Part {
	apart, ok := part.(interface{ pieces() []Part })
	if !ok {
		return []Part{part}
	}
	pieces := apart.pieces()
	if len(pieces) < 2 {
		return pieces
	}
	var out []Part
	for _, piece := range pieces {
		out = append(out, piecesOf(piece)...)
	}
	return out
}
