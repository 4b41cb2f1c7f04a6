package strategy

// moments summarises one node of the forest (an interval of cells with total X) for the errors
// of whole workloads. Given X, the sum of the first r cells of the node has slope s_r on X and
// variance V_r, and cell u has slope t_u and variance W_u.
type moments struct {
	cells  float64
	sum    float64 // sum of s_r over r = 0..cells-1
	square float64 // sum of s_r^2
	spread float64 // sum of V_r
	linear float64 // variance, given X, of the sum of these prefix sums; its slope is sum
	slope2 float64 // sum of t_u^2 over the cells
	cell   float64 // sum of W_u over the cells
}

// single is the summary of one cell, whose only prefix sum is the empty one.
var single = moments{cells: 1, slope2: 1}

// kids describes the children of one node from left to right: n alike with variance v each,
// then, if ragged, one more.
type kids struct {
	n      int
	full   moments
	v      float64
	ragged bool
	last   moments
	lastV  float64
}

// join returns the summary of the node above k. Given X, the children's totals are their own
// estimates plus shares of what is missing, in proportion to their variances.
func join(k kids) moments {
	switch {
	case k.ragged && k.n == 0:
		return k.last
	case !k.ragged && k.n == 1:
		return k.full
	case !k.ragged:
		k.last, k.lastV = moments{}, 0
	}
	n, f, l := float64(k.n), k.full, k.last
	total := n*k.v + k.lastV
	share, lastShare := k.v/total, k.lastV/total
	if total == 0 { // all children are known: any shares describe them
		share, lastShare = 1/n, 0
	}
	pairs := n * (n - 1) / 2                             // sum of the places 0..n-1
	squares := n * (n - 1) * (2*n - 1) / 6               // sum of their squares
	before := n * share                                  // slope of everything before the last child
	level := f.cells*pairs + n*f.sum                     // sum of the slopes in the full children, over share
	bent := f.cells*squares + 2*pairs*f.sum + n*f.square // and of their squares, over share^2

	out := moments{cells: n*f.cells + l.cells}
	out.sum = share*level + l.cells*before + lastShare*l.sum
	out.square = share*share*bent + l.cells*before*before +
		2*before*lastShare*l.sum + lastShare*lastShare*l.square
	out.spread = n*f.spread + l.spread +
		k.v*(f.cells*pairs+n*f.square) + l.cells*n*k.v + k.lastV*l.square - total*out.square
	// In the sum of all prefix sums child c counts with g_c: the cells after it plus its own
	// sum. Only differences matter given X; they are counted from the last full child.
	gap := l.sum - l.cells - f.sum
	weighted := k.v*f.cells*pairs + k.lastV*gap
	out.linear = n*f.linear + l.linear + k.v*f.cells*f.cells*squares + k.lastV*gap*gap
	if total > 0 {
		out.linear -= weighted * weighted / total
	}
	out.slope2 = n*share*share*f.slope2 + lastShare*lastShare*l.slope2
	out.cell = n*f.cell + l.cell + n*f.slope2*k.v*(1-share) + l.slope2*k.lastV*(1-lastShare)
	return out
}

// moments returns the summaries of a full block and of the last block.
func (w *Weighted) moments() (full, last moments) {
	full, last = single, single
	for j := 1; j < len(w.tiers); j++ {
		shape, below := w.chain.tiers[j], w.chain.tiers[j-1]
		t := w.tiers[j]
		whole := join(kids{n: shape.fan, full: full, v: t.childUp})
		switch {
		case shape.cells == shape.width:
			last = whole
		case below.cells == below.width:
			last = join(kids{n: shape.lastFan, full: full, v: t.childUp})
		default:
			last = join(kids{
				n: shape.lastFan - 1, full: full, v: t.childUp,
				ragged: true, last: last, lastV: t.lastKidsUp,
			})
		}
		full = whole
	}
	return full, last
}
