package partition

// deviations returns, level by level from the single entries up, the sum of the absolute
// deviations of the entries of every node from a median of theirs.
func deviations(z []int64) [][]int64 {
	sorted, next := make([]int64, len(z)), make([]int64, len(z))
	copy(sorted, z)
	out := [][]int64{make([]int64, len(z))}
	for width := 2; width < 2*len(z); width *= 2 {
		level := make([]int64, (len(z)+width-1)/width)
		for at := range level {
			from, to := at*width, min((at+1)*width, len(z))
			middle := min(from+width/2, to)
			merge(next[from:to], sorted[from:middle], sorted[middle:to])
			level[at] = spread(next[from:to])
		}
		sorted, next = next, sorted
		out = append(out, level)
	}
	return out
}

// merge merges two sorted runs.
func merge(dst, a, b []int64) {
	for i := range dst {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			dst[i], a = a[0], a[1:]
		} else {
			dst[i], b = b[0], b[1:]
		}
	}
}

// spread returns the sum of the upper half of sorted entries less that of the lower half: the
// deviations from a median, which counts for nothing itself.
func spread(sorted []int64) int64 {
	var sum int64
	half := len(sorted) / 2
	for i := range half {
		sum += sorted[len(sorted)-1-i] - sorted[i]
	}
	return sum
}
