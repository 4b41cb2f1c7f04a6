package policy

// Components labels the connected components of the possible cells of a domain that can be
// counted; -1 marks impossible cells. With presence every cell is joined to "not in the
// file", so there is one. Component totals are invariant under every edge, so without
// presence the policy discloses them exactly (MECHANISMS F3).
func (p *Policy) Components() (component []int, count int, err error) {
	k, err := p.domain.Cells()
	if err != nil {
		return nil, 0, err
	}
	component = make([]int, k)
	switch {
	case p.presence:
		count = 1
		for cell := range component {
			if !p.domain.Possible(cell) {
				component[cell] = -1
			}
		}
	case p.domain.AllPossible() && p.together > 0:
		count = p.productComponents(component)
	default:
		component, count = p.searchComponents(k)
	}
	return component, count, nil
}

// productComponents combines the components of the parts: whatever the number of parts
// that may change together, a cell reaches exactly the cells whose parts each can be
// reached.
func (p *Policy) productComponents(component []int) int {
	of := make([][]int, len(p.parts))
	counts := make([]int, len(p.parts))
	total := 1
	for i, part := range p.parts {
		of[i], counts[i] = part.Components()
		total *= counts[i]
	}
	if total == 1 {
		return 1
	}
	number := make(map[int]int)
	for cell := range component {
		key := 0
		for i := range p.parts {
			key = key*counts[i] + of[i][p.local(i, cell)]
		}
		n, seen := number[key]
		if !seen {
			n = len(number)
			number[key] = n
		}
		component[cell] = n
	}
	return len(number)
}

// searchComponents walks over the edges, around impossible cells.
func (p *Policy) searchComponents(k int) ([]int, int) {
	component := make([]int, k)
	for i := range component {
		component[i] = -1
	}
	count := 0
	var queue []int
	for s := range k {
		if component[s] >= 0 || !p.domain.Possible(s) {
			continue
		}
		component[s] = count
		queue = append(queue[:0], s)
		for len(queue) > 0 {
			u := queue[0]
			queue = queue[1:]
			p.cellNeighbours(u, func(v int) bool {
				if component[v] < 0 {
					component[v] = count
					queue = append(queue, v)
				}
				return true
			})
		}
		count++
	}
	return component, count
}
