package synthetic

import "math"

// factor is a table of numbers over some columns, row-major in their rising order.
type factor struct {
	over columns
	vals []float64
}

// newFactor returns a table of zeros.
func newFactor(over columns, sizes []int) factor {
	return factor{over, make([]float64, int(over.cells(sizes)))}
}

// places returns, for each cell over some columns, the number of its cell over some of them.
func places(over, onto columns, sizes []int) []int32 {
	list := over.list()
	stride := make([]int32, len(list)) // in the cells of onto, 0 for a column that is not there
	step := int32(1)
	for i := len(list) - 1; i >= 0; i-- {
		if onto.has(list[i]) {
			stride[i] = step
			step *= int32(sizes[list[i]])
		}
	}
	out := make([]int32, 1, int(over.cells(sizes)))
	for i, j := range list {
		n := sizes[j]
		next := make([]int32, 0, len(out)*n)
		for _, at := range out {
			for v := range n {
				next = append(next, at+int32(v)*stride[i])
			}
		}
		out = next
	}
	return out
}

// onto adds a table up over all but some of its columns.
func (f factor) onto(s columns, sizes []int) factor {
	s &= f.over
	out := newFactor(s, sizes)
	f.addOnto(out.vals, places(f.over, s, sizes))
	return out
}

// addOnto adds the numbers of a table to those of the cells they belong to.
func (f factor) addOnto(dst []float64, place []int32) {
	for i, v := range f.vals {
		dst[place[i]] += v
	}
}

// times returns the product of two tables over the columns of both.
func (f factor) times(g factor, sizes []int) factor {
	out := newFactor(f.over|g.over, sizes)
	pf, pg := places(out.over, f.over, sizes), places(out.over, g.over, sizes)
	for i := range out.vals {
		out.vals[i] = f.vals[pf[i]] * g.vals[pg[i]]
	}
	return out
}

// dividedBy divides a table by one over some of its columns; nothing by nothing is nothing.
func (f factor) dividedBy(g factor, sizes []int) factor {
	out := newFactor(f.over, sizes)
	for i, at := range places(f.over, g.over, sizes) {
		if f.vals[i] > 0 {
			out.vals[i] = f.vals[i] / g.vals[at]
		}
	}
	return out
}

// logSums returns the logarithms of the sums of e^vals over the cells of a place.
func logSums(vals []float64, place []int32, cells int) []float64 {
	top := make([]float64, cells)
	for i := range top {
		top[i] = math.Inf(-1)
	}
	for i, v := range vals {
		if p := place[i]; v > top[p] {
			top[p] = v
		}
	}
	out := make([]float64, cells)
	for i, v := range vals {
		if t := top[place[i]]; !math.IsInf(v, -1) {
			out[place[i]] += math.Exp(v - t)
		}
	}
	for i := range out {
		out[i] = top[i] + math.Log(out[i])
	}
	return out
}
