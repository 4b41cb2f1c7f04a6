package policy

import "steward/core/policy/weighted"

// maxWalked is the most combinations of a part whose pairs are walked for the ledger.
const maxWalked = 1024

// Farthest returns the longest distance between two records that the policy bounds, in the
// weights of its edges, and false when it is not known: where impossible combinations
// lengthen distances, where a part has more than maxWalked combinations, and where the
// policy joins nothing. Pairs that no chain of edges joins are not among those bounded; the
// ledger lists them by what the policy discloses.
//
// The distance over several parts, of which c may change along an edge, is
// max(max d_i, ceil(sum d_i / c)) (Policy.Distance), which grows with each d_i, and the
// parts' values can be chosen freely: so each part is taken at its longest. "Not in the
// file" is one edge from every record where presence is everybody's secret, so that no two are farther
// from one another than two edges; where it is a secret of some, the way through it can only shorten
// distances, which are then bounded by those without it, or join what was not joined.
func (p *Policy) Farthest() (weighted.Weight, bool) {
	if !p.Uniform() {
		return 0, false
	}
	d, ok := p.farthestValues()
	switch all := connected(p.parts); {
	case p.PresenceOfAll() && ok && all:
		return min(d, 2*weighted.One), true
	case p.PresenceOfAll():
		return 2 * weighted.One, true
	case p.Presence():
		return d, ok && all
	}
	return d, ok
}

// farthestValues is Farthest without the way through "not in the file".
func (p *Policy) farthestValues() (weighted.Weight, bool) {
	c := p.Together()
	if !p.Domain().AllPossible() || c == 0 {
		return 0, false
	}
	longest, sum := 0, 0
	for _, part := range p.Parts() {
		n := part.Size()
		if n > maxWalked {
			return 0, false
		}
		most := 0
		for u := range n {
			for v := range u {
				if d := part.Distance(u, v); d < weighted.Infinite {
					most = max(most, int(d/weighted.One))
				}
			}
		}
		longest, sum = max(longest, most), sum+most
	}
	return weighted.Weight(max(longest, (sum+c-1)/c)) * weighted.One, longest > 0
}

// connected reports whether every part joins all of its values by chains of edges.
func connected(parts []Part) bool {
	for _, part := range parts {
		if _, count := part.Components(); count != 1 {
			return false
		}
	}
	return true
}

// Exchange returns how far any record may be from any other that takes its place when being in the file
// is secret for everybody: one edge where every two are joined at full weight, and otherwise the way out of
// the file and in again, which no distance is longer than. It is what exchanging a person's rows costs.
func (p *Policy) Exchange() weighted.Weight {
	if p.together == len(p.parts) {
		full := true
		for _, part := range p.parts {
			c, ok := part.(complete)
			full = full && ok && c.weight == weighted.One
		}
		if full {
			return weighted.One
		}
	}
	_, heaviest := p.AbsentWeights()
	return 2 * heaviest
}
