package optimum

import "math"

// Weighed is a linear query over cells, Σ q_u x_u, under a metric: Distance(u, v) is the budget of a
// change from cell u to cell v, above zero for different cells.
type Weighed struct {
	Query    []float64
	Distance func(u, v int) float64
}

// Scale returns the least scale of Laplace noise that hides every change: the largest difference of
// two weights over their distance.
func (w Weighed) Scale() float64 {
	most := 0.0
	w.pairs(func(apart, distance float64) { most = max(most, apart/distance) })
	return most
}

func (w Weighed) pairs(do func(apart, distance float64)) {
	for u := range w.Query {
		for v := range u {
			do(math.Abs(w.Query[u]-w.Query[v]), w.Distance(u, v))
		}
	}
}

// Off returns by how much weights have to be changed, at most and at least, so that noise of a scale
// hides every change: half of the largest |q_u − q_v| − scale·d(u,v).
func (w Weighed) Off(scale float64) float64 {
	most := 0.0
	w.pairs(func(apart, distance float64) { most = max(most, apart-scale*distance) })
	return most / 2
}

// Smoothed returns the nearest weights that noise of a scale hides, none off by more than Off: the
// least extension of the query, raised by it (McShane 1934).
func (w Weighed) Smoothed(scale float64) []float64 {
	off, out := w.Off(scale), make([]float64, len(w.Query))
	for u := range out {
		least := math.Inf(1)
		for v, q := range w.Query {
			if v == u {
				least = min(least, q)
				continue
			}
			least = min(least, q+scale*w.Distance(u, v))
		}
		out[u] = least + off
	}
	return out
}

// Smoothing is a trade of noise for bias: with weights that are off by at most Off, which over n
// people is a bias of at most n·Off, the scale of the noise is smaller.
type Smoothing struct {
	Scale, Off float64
	// MeanSquare bounds the expected squared error: n²·Off² + 2·Scale².
	MeanSquare float64
}

// Smooth returns the trade with the least bound for a public number of people n. With many people it
// is no bias at all, and Scale is that of the query itself. The bound is convex in the scale, since Off
// is the largest of falling lines, so that a search by thirds finds the least.
func (w Weighed) Smooth(n float64) Smoothing {
	at := func(scale float64) Smoothing {
		off := w.Off(scale)
		return Smoothing{scale, off, n*n*off*off + 2*scale*scale}
	}
	low, high := 0.0, w.Scale()
	best := at(high)
	for range 100 {
		a, b := at(low+(high-low)/3), at(high-(high-low)/3)
		for _, s := range []Smoothing{a, b} {
			if s.MeanSquare < best.MeanSquare {
				best = s
			}
		}
		if a.MeanSquare <= b.MeanSquare {
			high = b.Scale
		} else {
			low = a.Scale
		}
		if high-low <= 1e-12*high {
			break
		}
	}
	return best
}
