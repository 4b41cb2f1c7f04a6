package randompolicy

import (
	"slices"

	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Weaker makes a policy that keeps no more secret than another on the same domain: somebody's presence is no longer a secret, fewer
// columns change together, or the values of some columns of their own are public.
func (m Maker) Weaker(p *policy.Policy) *policy.Policy {
	m.t.Helper()
	if p.Together() == 0 { // of presence only
		return p
	}
	s := policy.Spec{Domain: p.Domain(), Parts: slices.Clone(p.Parts()), Together: p.Together(), Presence: p.PresenceOfAll() && !m.Chance(3)}
	if s.Presence {
		if lightest, heaviest := p.AbsentWeights(); lightest != weighted.One || heaviest != weighted.One {
			s.Presence = false
		}
	}
	for i, part := range s.Parts {
		if a := part.Attributes(); len(a) == 1 && m.Chance(2) {
			s.Parts[i] = policy.Alone(a[0])
		}
	}
	if s.Together > 1 && m.Chance(2) {
		s.Together = m.Pick(1, s.Together)
	}
	out, err := policy.New(s)
	m.must(err)
	return out
}

// NoStronger reports whether a policy joins no two values, and no value to "not in the file", at less weight than they are apart by
// another on the same domain.
func NoStronger(weaker, stronger *policy.Policy) bool {
	no, d := true, stronger.Domain()
	u, v := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
	err := weaker.Edges(func(e policy.Edge) bool {
		w, joined := stronger.Weight(e.U, e.V)
		if !joined || w > e.Weight {
			if d.Values(u, int(e.U)); e.V == policy.Absent {
				w = stronger.DistanceToAbsent(u)
			} else {
				d.Values(v, int(e.V))
				w = stronger.Distance(u, v)
			}
		}
		no = w <= e.Weight
		return no
	})
	return err == nil && no
}
