package policy

// EdgesAtLeast returns how many edges between cells the policy has at least, without walking over any: those that change one part
// all of whose values are joined. It is 0 where combinations are impossible.
func (p *Policy) EdgesAtLeast() float64 {
	cells, err := p.domain.Cells()
	if err != nil || p.together == 0 || !p.domain.AllPossible() {
		return 0
	}
	edges := 0.0
	for _, part := range p.parts {
		if AllJoined(part) {
			edges += float64(cells) * float64(part.Size()-1) / 2
		}
	}
	return edges
}

// AllJoined reports whether a part is that of a column all of whose values are joined.
func AllJoined(p Part) bool {
	_, all := p.(complete)
	return all
}
