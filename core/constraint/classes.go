package constraint

import "slices"

// classes merges the values of one column that no condition tells apart. Class numbers rise
// with the first value of a class.
type classes struct {
	size int
	of   []int // per elementary run, its class
	lo   []int // per elementary run, its first value
	n    int
}

// classify returns the classes of the values 0..size-1 under some sets.
func classify(size int, sets []runs) classes {
	c := classes{size: size, lo: []int{0}}
	for _, s := range sets {
		for _, r := range s {
			c.lo = append(c.lo, r.lo, r.hi+1)
		}
	}
	slices.Sort(c.lo)
	c.lo = slices.Compact(c.lo)
	if c.lo[len(c.lo)-1] == size {
		c.lo = c.lo[:len(c.lo)-1]
	}
	c.of = make([]int, len(c.lo))
	// Split by one set at a time: a run inside the set goes to a class of its own for each
	// class it was in.
	next := 1
	for _, s := range sets {
		moved := make(map[int]int)
		for _, r := range s {
			for i := c.at(r.lo); i < len(c.lo) && c.lo[i] <= r.hi; i++ {
				to, seen := moved[c.of[i]]
				if !seen {
					to = next
					moved[c.of[i]] = to
					next++
				}
				c.of[i] = to
			}
		}
	}
	number := make(map[int]int)
	for i, old := range c.of {
		id, seen := number[old]
		if !seen {
			id = len(number)
			number[old] = id
		}
		c.of[i] = id
	}
	c.n = len(number)
	return c
}

// at returns the elementary run that a value lies in.
func (c classes) at(v int) int {
	lo, hi := 0, len(c.lo)
	for lo+1 < hi {
		if mid := (lo + hi) / 2; c.lo[mid] <= v {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// class returns the class of a value.
func (c classes) class(v int) int { return c.of[c.at(v)] }

// last returns the last value of an elementary run.
func (c classes) last(i int) int {
	if i+1 < len(c.lo) {
		return c.lo[i+1] - 1
	}
	return c.size - 1
}

// in returns for each class whether its values are in the set, which must be one of those
// that the classes were made of.
func (c classes) in(s runs) []bool {
	out := make([]bool, c.n)
	for _, r := range s {
		for i := c.at(r.lo); i < len(c.lo) && c.lo[i] <= r.hi; i++ {
			out[c.of[i]] = true
		}
	}
	return out
}
