package tree

import (
	"math"
	"slices"
	"sort"

	"steward/core/inference"
	"steward/core/message"
)

// Consistent moves estimates of z to the closest vector (in the sum of squares over the
// coordinates) of subtree counts that belong to possible data: nobody counts less than zero
// times in a cell, so that each entry is at least the sum of its children's; the entries of
// roots are public and stay; and when tops is not NaN the cells that hang on Outside hold that
// many people in all. The truth lies in that convex set, so the total squared error of z never
// increases. On a line this is isotonic regression within [0, n] (docs/mathematics.md, "4. Chains"); on a
// star with a known total it is the projection onto the simplex.
//
// z has one entry per cell; that of an impossible cell is not looked at. The time is about linear, but
// can grow with Work where trees are no paths and the estimates are far from possible. It errors, and leaves z alone, when
// an estimate is not finite, or a public number is below zero or, where nobody can be counted,
// not zero.
func (f *Forest) Consistent(z []float64, tops float64) error {
	if err := f.checkPublic(z, tops); err != nil {
		return err
	}
	if f.paths() && math.IsNaN(tops) {
		return f.alongPaths(z)
	}
	return f.project(z, tops, keptBends)
}

// project is Consistent with so many bends at first.
func (f *Forest) project(z []float64, tops float64, most int) error {
	first, next := f.Children()
	for ; ; most *= moreBends {
		p := projection{Forest: f, z: slices.Clone(z), curves: make([]curve, len(z)), price: make([]float64, len(z)), first: first, next: next, most: most}
		if p.rise() && p.down(tops) {
			copy(z, p.z)
			return nil
		}
		if most > len(z) {
			return message.Errorf("consistent counts: the numbers are too large to compute with")
		}
	}
}

// keptBends is how many bends of a curve are kept at first, and moreBends by how much more when
// prices turn out to lie before them. They hardly ever do: far from zero are those of estimates
// that are far from possible.
const (
	keptBends = 96
	moreBends = 16
)

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
		return message.Errorf("consistent counts: %d numbers for %d cells", len(z), len(f.parent))
	}
	hanging := false
	for u, p := range f.parent {
		hanging = hanging || p == Outside
		switch {
		case p == None:
		case math.IsNaN(z[u]) || math.IsInf(z[u], 0):
			return message.Errorf("consistent counts: the number of cell %d is %v, a finite one is needed", u, z[u])
		case p == Root && z[u] < 0:
			return message.Errorf("consistent counts: the public number %v is below zero", z[u])
		}
	}
	if !math.IsNaN(tops) && (tops < 0 || math.IsInf(tops, 1) || tops > 0 && !hanging) {
		return message.Errorf("consistent counts: a total of %v cannot be", tops)
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
// from there on (a cut one, whose first bend has a value above zero, is not known before it): what a cell's entry would be if a unit of it were worth the price. The best entry t
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

// at returns the value at a price, not a number where that was cut off.
func (c curve) at(price float64) float64 {
	n := c.before(price)
	switch {
	case n > 0:
		return max(c[n-1].to(price), 0)
	case c.cut() && price < c[0].price:
		return math.NaN()
	case len(c) > 0:
		return c[0].value
	}
	return 0
}

// cut reports whether bends were left out.
func (c curve) cut() bool { return len(c) > 0 && c[0].value > 0 }

// before returns how many bends lie below a price.
func (c curve) before(price float64) int {
	return sort.Search(len(c), func(i int) bool { return c[i].price >= price })
}

// priceOf returns the least price up to which the value reaches t > 0, not a number where that was
// cut off.
func (c curve) priceOf(t float64) float64 {
	n := sort.Search(len(c), func(i int) bool { return c[i].value >= t })
	if n == 0 {
		return math.NaN()
	}
	b := c[n-1]
	return b.price + (t-b.value)/b.slope
}

// raised returns the last bends, at most so many, of the curve of a cell with estimate y above cells
// whose entries have this curve in all. As long as the price below is under zero the cell's entry is
// the sum of those below it; at zero it leaves them, since people in the cell itself cost nothing.
// It is nil where what is needed was cut off.
func (c curve) raised(y float64, most int) curve {
	t, n := c.at(0), c.before(0)
	if math.IsNaN(t) {
		return nil
	}
	kept := c[max(n-most, 0):n]
	out := make(curve, len(kept), len(kept)+1)
	for i, b := range kept {
		// A curve of slope s becomes one of slope s / (1 + 2 s).
		out[i] = bend{b.price + 2*(b.value-y), b.value, b.slope / (1 + 2*b.slope)}
	}
	return append(out, bend{2 * (t - y), t, 0.5})
}

// plus appends the sum of two curves to dst, as far as both are known.
func (c curve) plus(dst, other curve) curve {
	known := math.Inf(-1)
	for _, d := range []curve{c, other} {
		if d.cut() {
			known = max(known, d[0].price)
		}
	}
	var a, b bend // the bends before
	for len(c) > 0 || len(other) > 0 {
		var at bend
		if len(other) == 0 || len(c) > 0 && c[0].price <= other[0].price {
			a, c = c[0], c[1:]
			at = bend{a.price, a.value + b.to(a.price), a.slope + b.slope}
		} else {
			b, other = other[0], other[1:]
			at = bend{b.price, b.value + a.to(b.price), a.slope + b.slope}
		}
		switch last := len(dst) - 1; {
		case at.price < known:
		case last >= 0 && dst[last].price == at.price:
			dst[last] = at
		default:
			dst = append(dst, at)
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
	most   int     // bends that are kept
}

// rise works out the curves from below. It reports false where bends that were left out are needed.
func (p *projection) rise() bool {
	for _, u := range p.up {
		if !p.HasCoordinate(int(u)) {
			continue
		}
		if p.curves[u] = p.below(u).raised(p.z[u], p.most); p.curves[u] == nil {
			return false
		}
	}
	return true
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

// down settles prices from above and with them the entries. It reports false where bends that were
// left out are needed.
func (p *projection) down(tops float64) bool {
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
			if p.price[u] = p.under(u); math.IsNaN(p.price[u]) {
				return false
			}
			continue
		}
		price := outside
		if on >= 0 {
			price = p.price[on]
		}
		y := p.z[u]
		p.z[u] = 0
		if !math.IsInf(price, -1) {
			if p.z[u] = p.curves[u].at(price); math.IsNaN(p.z[u]) { // as for a price that is none
				return false
			}
		}
		p.price[u] = min(price-2*(p.z[u]-y), 0)
	}
	return true
}

// under returns the price below a root, not a number where that was cut off: zero when there is room for all, otherwise that at
// which there is just enough.
func (p *projection) under(u int32) float64 {
	c := p.below(u)
	at := c.at(0)
	switch {
	case math.IsNaN(at):
		return at
	case at <= p.z[u]:
		return 0
	case p.z[u] == 0:
		return math.Inf(-1)
	}
	return c.priceOf(p.z[u])
}
