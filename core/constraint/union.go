package constraint

// sets are disjoint sets of numbers that can be united.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// of returns the number that stands for i's set.
func (s sets) of(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) unite(i, j int) { s[s.of(i)] = s.of(j) }
