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
	case p.absent.all:
		count = 1
		for cell := range component {
			if !p.domain.Possible(cell) {
				component[cell] = -1
			}
		}
	case p.domain.AllPossible():
		count = p.productComponents(component)
	default:
		component, count = p.searchComponents(k)
	}
	if !p.absent.all && p.absent.any() {
		count = p.joinAbsent(component)
	}
	return component, count, nil
}

// joinAbsent makes one component of all that have a cell joined to "not in the file", and
// returns how many there are then.
func (p *Policy) joinAbsent(component []int) int {
	meets := make(map[int]bool)
	for cell, c := range component {
		if _, ok := p.AbsentWeight(Vertex(cell)); ok && c >= 0 {
			meets[c] = true
		}
	}
	number := make(numbering)
	for cell, c := range component {
		switch {
		case c < 0:
		case meets[c]:
			component[cell] = number.of(-1)
		default:
			component[cell] = number.of(c)
		}
	}
	return len(number)
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
	number := make(numbering)
	for cell := range component {
		key := 0
		for i := range p.parts {
			key = key*counts[i] + of[i][p.local(i, cell)]
		}
		component[cell] = number.of(key)
	}
	return len(number)
}

// numbering numbers keys in order of first appearance.
type numbering map[int]int

func (n numbering) of(key int) int {
	i, seen := n[key]
	if !seen {
		i = len(n)
		n[key] = i
	}
	return i
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
			p.cellNeighbours(queue[0], func(v int) bool {
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
