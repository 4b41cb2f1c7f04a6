package choice

// scorer scores the options in one group. Values are those of the column, special cells included.
type scorer interface {
	// scores writes the score of every option for counts per value. They are far from overflow
	// for limits.MaxCountedRecords people.
	scores(dst, counts []int64)
	// swap is the largest range of the options' changes, over all data, when somebody in the group
	// goes from one value to another: the change of one option's score less that of another's.
	swap(u, v int) int64
	// alone is that when somebody with the value comes or goes.
	alone(v int) int64
	// most is a bound that no swap or alone is above.
	most() int64
}

// tally scores each declared value by how many people have it.
type tally struct{ regular int }

func (t tally) scores(dst, counts []int64) { copy(dst, counts[:t.regular]) }

func (t tally) swap(u, v int) int64 {
	if u == v {
		return 0
	}
	// One value loses somebody and the other wins them, unless it is a blank.
	return t.alone(u) + t.alone(v)
}

func (t tally) alone(v int) int64 {
	if v >= t.regular || t.regular < 2 {
		return 0
	}
	return 1
}

func (t tally) most() int64 { return 2 }
