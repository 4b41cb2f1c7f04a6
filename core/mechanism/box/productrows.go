package box

// outer returns the products of each entry of one vector with each of another.
func outer(a, b []int64) []int64 {
	out := make([]int64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x*y)
		}
	}
	return out
}

// EachProduct yields the products of a row of each column, given how many rows a column has and what
// they are; it returns false when yield did.
func EachProduct(rows []int, row func(j, i int) []int64, yield func(of []int64) bool) bool {
	var walk func(j int, of []int64) bool
	walk = func(j int, of []int64) bool {
		if j == len(rows) {
			return yield(of)
		}
		for i := range rows[j] {
			if !walk(j+1, outer(of, row(j, i))) {
				return false
			}
		}
		return true
	}
	return walk(0, []int64{1})
}
