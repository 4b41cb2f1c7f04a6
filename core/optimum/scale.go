package optimum

import "math"

// Law is the kind of noise that scales are for.
type Law int

// The kinds of noise. The scale of a row with Laplace noise is one over the noise's, its error falls with
// the square, and L1 changes times scales add up along an edge; with Gaussian noise it is one over
// sigma², the error falls with it, and squared changes times scales add up.
const (
	WithGaussian Law = 1
	WithLaplace  Law = 2
)

// Scaling is the best scales of fixed rows, with a proof of how good they are.
type Scaling struct {
	// Scales are those of each row, or group of rows.
	Scales []float64
	// Error is Σ c/s^law, and Bound is what no scales within the loads can be below.
	Error, Bound float64
	Rounds       int
}

// Scale returns scales s that minimise Σ c_i/s_i^law while Σ loads[e][i]·s_i is at most 1 for every e,
// to within the gap, or after most rounds (docs/mathematics.md, section "Certified scales"). c_i is the part of the error of row i at scale 1, loads[e][i] by how much the edges of
// class e change it, both at least 0. A row that no edge changes has the scale +Inf; one that is not
// used, of cost 0, has 0. The gap is that of the scales returned: the bound is one for any
// prices of the edges.
func Scale(law Law, costs []float64, loads [][]float64, gap float64, most int) Scaling {
	p := newPricing(law, costs, loads)
	best := Scaling{Scales: p.free(), Error: math.Inf(1)}
	if len(p.moved) == 0 {
		best.Error = 0
		return best
	}
	for best.Rounds < most {
		best.Rounds++
		error, bound := p.round()
		best.Bound = max(best.Bound, bound)
		if error < best.Error {
			best.Error = error
			for _, i := range p.moved {
				best.Scales[i] = p.scales[i] / p.largest
			}
		}
		if best.Error <= best.Bound*(1+gap) {
			break
		}
		p.update()
	}
	return best
}

// pricing is the dual problem: prices of the classes of edges.
type pricing struct {
	law     Law
	costs   []float64
	classes [][]share
	rows    []bool // those that edges change
	moved   []int  // and that the error counts
	price   []float64
	mu      []float64 // by row, the price of its load
	scales  []float64
	load    []float64 // by class
	largest float64
}

// share is by how much an edge changes a row.
type share struct {
	row  int
	load float64
}

func newPricing(law Law, costs []float64, loads [][]float64) *pricing {
	p := &pricing{
		law:   law,
		costs: costs, classes: make([][]share, len(loads)), rows: make([]bool, len(costs)),
		price: make([]float64, len(loads)), mu: make([]float64, len(costs)), scales: make([]float64, len(costs)), load: make([]float64, len(loads)),
	}
	for e, l := range loads {
		for i, v := range l {
			if v > 0 {
				p.rows[i] = true
				if costs[i] > 0 {
					p.classes[e] = append(p.classes[e], share{i, v})
				}
			}
		}
		p.price[e] = 1 / float64(len(loads))
	}
	for i, c := range costs {
		if c > 0 && p.rows[i] {
			p.moved = append(p.moved, i)
		}
	}
	return p
}

// free returns the scales of rows that are not moved or not used.
func (p *pricing) free() []float64 {
	out := make([]float64, len(p.costs))
	for i, moved := range p.rows {
		if !moved {
			out[i] = math.Inf(1)
		}
	}
	return out
}

// round works out the scales for the prices, their error once they are made to fit, and the bound.
func (p *pricing) round() (error, bound float64) {
	clear(p.mu)
	prices := 0.0
	for e, class := range p.classes {
		prices += p.price[e]
		for _, s := range class {
			p.mu[s.row] += p.price[e] * s.load
		}
	}
	for _, i := range p.moved {
		if p.law == WithGaussian {
			p.scales[i] = math.Sqrt(p.costs[i] / p.mu[i])
			bound += p.mu[i] * p.scales[i] // the root of c·mu
			continue
		}
		p.scales[i] = math.Cbrt(2 * p.costs[i] / p.mu[i])
		bound += p.mu[i] * p.scales[i] // the cube root of 2·c·mu²
	}
	p.largest = 0
	for e, class := range p.classes {
		sum := 0.0
		for _, s := range class {
			sum += s.load * p.scales[s.row]
		}
		p.load[e] = sum
		p.largest = max(p.largest, sum)
	}
	if p.law == WithGaussian {
		for _, i := range p.moved {
			error += p.costs[i] / p.scales[i]
		}
		return error * p.largest, bound * bound / prices
	}
	for _, i := range p.moved {
		error += p.costs[i] / (p.scales[i] * p.scales[i])
	}
	return error * p.largest * p.largest, bound * bound * bound / (2 * prices * prices)
}

// update makes edges dearer as they are loaded.
func (p *pricing) update() {
	sum := 0.0
	for e := range p.price {
		p.price[e] *= p.load[e] / p.largest
		sum += p.price[e]
	}
	for e := range p.price {
		// A price far below all others is as good as none; without it a row could cost nothing.
		p.price[e] = max(p.price[e]/sum, 1e-12/float64(len(p.price)))
	}
}
