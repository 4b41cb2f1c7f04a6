package tree

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"steward/core/inference"
)

// Consistent moves estimates of z to the closest vector (in the sum of squares over the
// coordinates) of subtree counts that belong to possible data: nobody counts less than zero
// times in a cell, so that each entry is at least the sum of its children's; the entries of
// roots are public and stay; and when tops is not NaN the cells that hang on Outside hold that
// many people in all. The truth lies in that convex set, so the total squared error of z never
// increases. On a line this is isotonic regression within [0, n] (MECHANISMS M3, step 2); on a
// star with a known total it is the projection onto the simplex.
//
// z has one entry per cell; that of an impossible cell is not looked at. Where each tree is a
// path the time is linear; otherwise it can grow with Work. It errors, and leaves z alone, when
// an estimate is not finite, or a public number is below zero or, where nobody can be counted,
// not zero.
func (f *Forest) Consistent(z []float64, tops float64) error {
	if err := f.checkPublic(z, tops); err != nil {
		return err
	}
	if f.paths() && math.IsNaN(tops) {
		return f.alongPaths(z)
	}
	first, next := f.Children()
	p := projection{Forest: f, z: z, curves: make([]curve, len(z)), price: make([]float64, len(z)), first: first, next: next}
	for _, u := range f.up {
		if f.HasCoordinate(int(u)) {
			p.curves[u] = p.below(u).raised(z[u])
		}
	}
	p.down(tops)
	return nil
}

// Work is about how many steps Consistent may take: the cells below each cell, added up.
func (f *Forest) Work() float64 {
	if f.paths() {
		return float64(len(f.up))
	}
	size, work := make([]float64, len(f.parent)), 0.0
	for _, u := range f.up {
		size[u]++
		work += size[u]
		if p := f.parent[u]; p >= 0 {
			size[p] += size[u]
		}
	}
	return work
}

func (f *Forest) checkPublic(z []float64, tops float64) error {
	if len(z) != len(f.parent) {
		return fmt.Errorf("consistent counts: %d numbers for %d cells", len(z), len(f.parent))
	}
	hanging := false
	for u, p := range f.parent {
		hanging = hanging || p == Outside
		switch {
		case p == None:
		case math.IsNaN(z[u]) || math.IsInf(z[u], 0):
			return fmt.Errorf("consistent counts: the number of cell %d is %v, a finite one is needed", u, z[u])
		case p == Root && z[u] < 0:
			return fmt.Errorf("consistent counts: the public number %v is below zero", z[u])
		}
	}
	if !math.IsNaN(tops) && (tops < 0 || math.IsInf(tops, 1) || tops > 0 && !hanging) {
		return fmt.Errorf("consistent counts: a total of %v cannot be", tops)
	}
	return nil
}

// paths reports whether no cell has two children.
func (f *Forest) paths() bool {
	return !slices.ContainsFunc(f.children, func(n int32) bool { return n > 1 })
}

// alongPaths is Consistent for forests of paths.
func (f *Forest) alongPaths(z []float64) error {
	var y []float64
	var cells []int32
	for u, n := range f.children {
		if n > 0 || f.parent[u] == None {
			continue
		}
		y, cells = y[:0], cells[:0]
		high := math.Inf(1)
		for v := int32(u); v >= 0; v = f.parent[v] {
			if f.parent[v] == Root {
				high = z[v]
				break
			}
			y, cells = append(y, z[v]), append(cells, v)
		}
		if len(y) == 0 {
			continue
		}
		if err := inference.IsotonicWithin(y, nil, 0, high); err != nil {
			return err
		}
		for i, v := range cells {
			z[v] = y[i]
		}
	}
	return nil
}

// curve is a function of a price that is zero up to its first bend and rises along straight lines
// from there on: what a cell's entry would be if a unit of it were worth the price. The best entry t
// of a subtree at price p minimises (t - y)² - p t plus what the cells below need to make room.
type curve []bend

// bend is where a curve bends: there, its value and how steep it is from there on.
type bend struct{ price, value, slope float64 }

// to returns the value at a price that is not before the bend nor after the next one.
func (b bend) to(price float64) float64 {
	if price == b.price { // which may be without end
		return b.value
	}
	return b.value + b.slope*(price-b.price)
}

// at returns the value at a price.
func (c curve) at(price float64) float64 {
	n := c.before(price)
	if n == 0 {
		return 0
	}
	return max(c[n-1].to(price), 0)
}

// before returns how many bends lie below a price.
func (c curve) before(price float64) int {
	return sort.Search(len(c), func(i int) bool { return c[i].price >= price })
}

// priceOf returns the least price up to which the value reaches t > 0.
func (c curve) priceOf(t float64) float64 {
	n := sort.Search(len(c), func(i int) bool { return c[i].value >= t })
	b := c[max(n-1, 0)]
	return b.price + (t-b.value)/b.slope
}

// raised returns the curve of a cell with estimate y above cells whose entries have this curve
// in all. As long as the price below is under zero the cell's entry is the sum of those below
// it; at zero it leaves them, since people in the cell itself cost nothing.
func (c curve) raised(y float64) curve {
	n := c.before(0)
	out := make(curve, n, n+1)
	t := 0.0
	for i, b := range c[:n] {
		// A curve of slope s becomes one of slope s / (1 + 2 s).
		out[i] = bend{b.price + 2*(b.value-y), b.value, b.slope / (1 + 2*b.slope)}
		t = b.to(0)
	}
	return append(out, bend{2 * (t - y), t, 0.5})
}

// plus appends the sum of two curves to dst.
func (c curve) plus(dst, other curve) curve {
	var a, b bend // the bends before
	for len(c) > 0 || len(other) > 0 {
		if len(other) == 0 || len(c) > 0 && c[0].price <= other[0].price {
			a, c = c[0], c[1:]
			dst = append(dst, bend{a.price, a.value + b.to(a.price), a.slope + b.slope})
		} else {
			b, other = other[0], other[1:]
			dst = append(dst, bend{b.price, b.value + a.to(b.price), a.slope + b.slope})
		}
	}
	return dst
}

// projection is a Consistent at work.
type projection struct {
	*Forest
	z      []float64
	curves []curve
	price  []float64 // of a unit below each cell, once that is settled
	first  []int32   // where the children of each cell begin in next
	next   []int32
	room   curve   // memory
	cells  []int32 // memory
}

// below returns the curves of a cell's children added up. It is good until the next call.
func (p *projection) below(u int32) curve { return p.sum(p.next[p.first[u]:p.first[u+1]]) }

// sum adds up the curves of cells, each half of them by itself, but the longest last: along a path
// with a few leaves at each cell every bend of it is looked at once.
func (p *projection) sum(cells []int32) curve {
	longest := 0
	for i, c := range cells {
		if len(p.curves[c]) > len(p.curves[cells[longest]]) {
			longest = i
		}
	}
	switch len(cells) {
	case 0:
		return nil
	case 1:
		return p.curves[cells[0]]
	}
	others := slices.Delete(append(p.cells[:0], cells...), longest, longest+1)
	p.cells = others
	rest := p.added(others)
	p.room = p.curves[cells[longest]].plus(p.room[:0], rest)
	return p.room
}

// added is sum for cells of which none is much above the others.
func (p *projection) added(cells []int32) curve {
	if len(cells) == 1 {
		return p.curves[cells[0]]
	}
	half := len(cells) / 2
	return p.added(cells[:half]).plus(nil, p.added(cells[half:]))
}

// down settles prices from above and with them the entries.
func (p *projection) down(tops float64) {
	outside := 0.0
	if !math.IsNaN(tops) {
		var list []int32
		for _, u := range p.Tops() {
			list = append(list, int32(u))
		}
		outside = math.Inf(-1)
		if tops > 0 {
			outside = p.sum(list).priceOf(tops)
		}
	}
	for i := len(p.up) - 1; i >= 0; i-- {
		u := p.up[i]
		on := p.parent[u]
		if on == Root {
			p.price[u] = p.under(u)
			continue
		}
		price := outside
		if on >= 0 {
			price = p.price[on]
		}
		y := p.z[u]
		p.z[u] = 0
		if !math.IsInf(price, -1) {
			p.z[u] = p.curves[u].at(price)
		}
		p.price[u] = min(price-2*(p.z[u]-y), 0)
	}
}

// under returns the price below a root: zero when there is room for all, otherwise that at
// which there is just enough.
func (p *projection) under(u int32) float64 {
	c := p.below(u)
	switch {
	case c.at(0) <= p.z[u]:
		return 0
	case p.z[u] == 0:
		return math.Inf(-1)
	}
	return c.priceOf(p.z[u])
}
