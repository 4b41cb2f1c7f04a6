package sensitivity

import (
	"slices"

	"steward/core/limits"
)

// classed is the change of an operator by its columns where many are the same, as of boxes that all are made of
// the same blocks of cells. Each two classes of columns are compared once.
type classed struct {
	*sparse
	of    []int32 // the class of each column
	one   []int   // a column of each class
	known []int64 // of two classes, 1 more than their change; 0 where nobody asked yet
}

// mostClasses is the largest number of different columns whose changes are kept.
const mostClasses = 1 << 10

// classes tells which columns are the same; false where they are too many to compare
// at once, or most are different.
func (s *sparse) classes() (*classed, bool) {
	c := &classed{sparse: s, of: make([]int32, len(s.first)-1)}
	most := min(mostClasses, len(c.of)/2)
	alike := make(map[uint64][]int32) // classes by the hash of their columns
	for u := range c.of {
		rows, values := s.column(u)
		hash := uint64(len(rows))
		for i, row := range rows {
			hash = (hash*0x9e3779b97f4a7c15+uint64(row))*0x9e3779b97f4a7c15 + uint64(values[i])
		}
		at := slices.IndexFunc(alike[hash], func(class int32) bool {
			r, v := s.column(c.one[class])
			return slices.Equal(rows, r) && slices.Equal(values, v)
		})
		if at >= 0 {
			c.of[u] = alike[hash][at]
			continue
		}
		if len(c.one) == most {
			return nil, false
		}
		c.of[u] = int32(len(c.one))
		alike[hash] = append(alike[hash], c.of[u])
		c.one = append(c.one, u)
	}
	if len(c.one)*len(c.one)*s.longest > limits.MaxEdgeScan {
		return nil, false
	}
	c.known = make([]int64, len(c.one)*len(c.one))
	return c, true
}

// column returns the entries of a column.
func (s *sparse) column(u int) ([]int32, []int64) {
	return s.rows[s.first[u]:s.first[u+1]], s.values[s.first[u]:s.first[u+1]]
}

func (c *classed) between(u, v int) int64 { return c.apart(c.of[u], c.of[v]) }

// apart returns the change between two classes.
func (c *classed) apart(a, b int32) int64 {
	if a == b {
		return 0
	}
	known := &c.known[int(min(a, b))*len(c.one)+int(max(a, b))]
	if *known == 0 {
		*known = 1 + c.sparse.between(c.one[a], c.one[b])
	}
	return *known - 1
}

func (c *classed) spread(cells []int) (largest int64, exact bool) {
	in := make([]bool, len(c.one))
	var classes []int32
	for _, u := range cells {
		if a := c.of[u]; !in[a] {
			in[a] = true
			for _, b := range classes {
				largest = max(largest, c.apart(a, b))
			}
			classes = append(classes, a)
		}
	}
	return largest, true
}
