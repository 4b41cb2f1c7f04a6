package policy

import "slices"

// abridged is a part that can leave out redundant edges, those whose ends a chain of others
// joins at no greater length (docs/mathematics.md, "Policies"), or have them all. Without them a metric over a
// million values is a line, and sensitivities along its edges are small; but they matter where
// something is in the way of the chain, and where it may not be gone while other parts change.
type abridged interface {
	// abridge returns the part without redundant edges, or with them.
	abridge(without bool) Part
}

func abridge(p Part, without bool) Part {
	if a, ok := p.(abridged); ok {
		return a.abridge(without)
	}
	return p
}

func abridgeAll(parts []Part, without bool) []Part {
	out := slices.Clone(parts)
	for i, p := range parts {
		out[i] = abridge(p, without)
	}
	return out
}

// Whole returns the policy with all edges of its metrics, those too that Project leaves out as
// redundant: which pairs of data sets known facts tie together goes by every pair that was
// entered.
func (p *Policy) Whole() *Policy { return p.with(abridgeAll(p.parts, false), p.absences) }

// mayAbridge reports whether the parts of a policy may leave out redundant edges: nothing is
// impossible, and one part changes along an edge.
func (p *Policy) mayAbridge() bool {
	return p.domain.AllPossible() && (len(p.parts) == 1 || p.together < 2)
}

func (p *ladder) abridge(without bool) Part {
	if p.all != without {
		return p
	}
	q := *p
	q.all = !without
	q.climb()
	return &q
}

func (p *summed) abridge(without bool) Part {
	if without {
		return p
	}
	return p.whole
}

func (p *union) abridge(without bool) Part { return newUnion(abridgeAll(p.parts, without)) }

// abridge leaves the parts of a product alone of which several may change together.
func (p *product) abridge(without bool) Part {
	if p.together > 1 {
		return p
	}
	q := *p
	q.parts = abridgeAll(p.parts, without)
	return &q
}

func (p flat) abridge(without bool) Part { return flatOf(abridge(p.part, without), p.weight) }
