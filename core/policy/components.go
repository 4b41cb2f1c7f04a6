package policy

import "steward/core/policy/weighted"

// Components labels the connected components of the possible cells of a domain that can be
// counted; -1 marks impossible cells. Cells that are joined to "not in the file" are
// connected by it. The totals of the other components are invariant under every edge, so
// the policy discloses them exactly (docs/mathematics.md, "Policies"). They are found once; nobody may change them.
func (p *Policy) Components() (component []int, count int, err error) {
	if c := p.found.Load(); c != nil {
		return c.of, c.count, nil
	}
	if component, count, err = p.findComponents(); err == nil {
		p.found.Store(&components{component, count})
	}
	return component, count, err
}

// components are the connected components: that of each cell, and how many there are.
type components struct {
	of    []int
	count int
}

func (p *Policy) findComponents() (component []int, count int, err error) {
	k, err := p.domain.Cells()
	if err != nil {
		return nil, 0, err
	}
	component = make([]int, k)
	switch {
	case p.PresenceOfAll():
		for cell := range component {
			if !p.domain.Possible(cell) {
				component[cell] = -1
			}
		}
		return component, 1, nil
	case p.domain.AllPossible():
		count = p.productComponents(component)
	default:
		component, count = p.searchComponents(k)
	}
	if p.Presence() {
		count = p.overAbsent(component, count)
	}
	return component, count, nil
}

// overAbsent makes one of the components that have a cell joined to "not in the file".
func (p *Policy) overAbsent(component []int, count int) int {
	merged, first := weighted.NewDisjoint(count), -1
	for cell, c := range component {
		if c < 0 || first >= 0 && merged.Find(c) == merged.Find(first) {
			continue
		}
		if _, joined := p.AbsentWeight(Vertex(cell)); joined {
			if first < 0 {
				first = c
			}
			merged.Join(first, c)
		}
	}
	of, count := merged.Numbers()
	for cell, c := range component {
		if c >= 0 {
			component[cell] = of[c]
		}
	}
	return count
}

// productComponents combines the components of the parts.
func (p *Policy) productComponents(component []int) int {
	return p.joint().Components(component, p.local)
}

// searchComponents walks over the edges, around impossible cells. These can only split the
// components that there would be without them, so a search ends as soon as nothing is left
// of the one it is in: in dense graphs after a few cells.
func (p *Policy) searchComponents(k int) ([]int, int) {
	component, around := make([]int, k), make([]int, k)
	left := make([]int, p.productComponents(around)) // possible cells without a number
	for cell := range component {
		component[cell] = -1
		if p.domain.Possible(cell) {
			left[around[cell]]++
		}
	}
	count := 0
	for s := range k {
		if component[s] >= 0 || !p.domain.Possible(s) {
			continue
		}
		rest := &left[around[s]]
		component[s] = count
		*rest--
		for queue := []int{s}; len(queue) > 0 && *rest > 0; queue = queue[1:] {
			p.cellNeighbours(queue[0], func(v int, _ weighted.Weight) bool {
				if component[v] < 0 {
					component[v] = count
					*rest--
					queue = append(queue, v)
				}
				return *rest > 0
			})
		}
		count++
	}
	return component, count
}

// with returns the policy of other parts and absences; what was found of p is not what there is of it.
func (p *Policy) with(parts []Part, absences absences) *Policy {
	return &Policy{domain: p.domain, parts: parts, at: p.at, together: p.together, absences: absences}
}
