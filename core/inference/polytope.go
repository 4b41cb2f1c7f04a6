package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Counts are the vectors of counts, none below zero, whose entries add up to sums, however these cross, and of which some add up
// to what others do: a Region that holds every truth of which the sums are known.
//
// The nearest of them to y is max(y + Aᵀν, 0) for the multipliers ν by which it meets the sums A z = b, which are found by
// Newton's method: what they minimise is convex and quadratic in pieces (Qi and Sun 1993), so that a few steps end it,
// each with a product of A and its transpose for every step of conjugate gradients. Multipliers are kept for the next time.
type Counts struct {
	right  []float64
	of     [][]int32 // per sum, its entries, and the complements of those that are taken off
	in     [][]int32 // per entry, its sums, and the complements of those that take it off
	none   []bool    // entries that are zero; nil where there are none
	weight []float64 // per entry, how much more easily than others it moves; nil where all do alike
	grow   []float64 // a direction in which nothing bounds the counts; nil where there is none
	bounds []bool    // per sum, whether it says that its entries are no more than so many: no entry is taken off

	by           []float64 // multipliers of the last projection
	moving       []bool    // entries that it left above zero
	sumsFirst    float64   // how much larger sums are made than balances, where these are taken off before them
	taken        int       // steps of all projections
	left, change []float64
	direction    []float64
	start, along []float64
	spare        [4][]float64 // of conjugate gradients
}

// Balance is two sets of entries that add up to the same, none in both.
type Balance struct{ One, Other []int32 }

// NewCounts returns the counts of so many entries that meet sums and balances, and of which those of none are zero; none may be
// nil.
func NewCounts(entries int, none []bool, sums []Sum, balances ...Balance) *Counts {
	c := &Counts{in: make([][]int32, entries), none: make([]bool, entries), moving: make([]bool, entries)}
	copy(c.none, none)
	for _, s := range sums {
		for _, u := range s.Cells {
			c.none[u] = c.none[u] || s.Total == 0
		}
	}
	for _, s := range sums {
		c.add(s.Cells, nil, float64(s.Total))
	}
	for _, b := range balances {
		c.add(b.One, b.Other, 0)
	}
	c.prepare()
	return c
}

// add adds the sum of some entries less others.
func (c *Counts) add(plus, minus []int32, right float64) {
	var of []int32
	row := int32(len(c.of))
	for _, u := range plus {
		if !c.none[u] {
			of, c.in[u] = append(of, u), append(c.in[u], row)
		}
	}
	for _, u := range minus {
		if !c.none[u] {
			of, c.in[u] = append(of, ^u), append(c.in[u], ^row)
		}
	}
	c.of, c.right = append(c.of, of), append(c.right, right)
}

// signed returns an entry of a sum, or a sum of an entry, and how often it counts there.
func signed(i int32) (int32, float64) {
	if i < 0 {
		return ^i, -1
	}
	return i, 1
}

// over adds up what the sums of an entry have, or the entries of a sum.
func over(list []int32, x []float64) float64 {
	sum := 0.0
	for _, i := range list {
		if i < 0 {
			sum -= x[^i]
		} else {
			sum += x[i]
		}
	}
	return sum
}

func (c *Counts) prepare() {
	m := len(c.of)
	c.bounds = make([]bool, m)
	balanced := false
	for s, of := range c.of {
		c.bounds[s] = !slices.ContainsFunc(of, func(u int32) bool { return u < 0 })
		balanced = balanced || !c.bounds[s]
	}
	c.sumsFirst = 1
	c.dropImplied(func(s int) bool { return c.bounds[s] })
	if balanced {
		c.sumsFirst = sumsFirst
		c.dropImplied(func(int) bool { return true })
	}
	c.by, c.left, c.change, c.direction = make([]float64, m), make([]float64, m), make([]float64, m), make([]float64, m)
	c.start, c.along = make([]float64, len(c.in)), make([]float64, len(c.in))
	for i := range c.spare {
		c.spare[i] = make([]float64, m)
	}
	for u, sums := range c.in {
		if len(sums) == 0 && (c.none == nil || !c.none[u]) {
			if c.grow == nil {
				c.grow = make([]float64, len(c.in))
			}
			c.grow[u] = 1
		}
	}
}

// Grow says that nothing bounds the counts in a direction that keeps all sums and balances.
func (c *Counts) Grow(direction []float64) { c.grow = direction }

// Ease lets entries move more easily than others, each by its weight: Project then finds what is least far by the sum of squares,
// each divided by its weight.
func (c *Counts) Ease(weight []float64) { c.weight = weight }

// dropImplied takes off sums that follow from the others of those that count, as one of two margins does: their multipliers could be
// anything. Balances are taken off before sums, which bound their entries.
func (c *Counts) dropImplied(counts func(s int) bool) {
	products := mat.NewSymDense(max(len(c.of), 1), nil)
	for _, sums := range c.in {
		for _, in := range sums {
			a, sign := signed(in)
			if !counts(int(a)) {
				continue
			}
			for _, in := range sums {
				if b, times := signed(in); a <= b && counts(int(b)) {
					products.SetSym(int(a), int(b), products.At(int(a), int(b))+sign*times*c.first(a)*c.first(b))
				}
			}
		}
	}
	var order mat.PivotedCholesky
	order.Factorize(products, implied)
	kept := make([]bool, len(c.of))
	for _, s := range order.ColumnPivots(nil)[:order.Rank()] {
		kept[s] = true
	}
	for s := range c.of {
		if kept[s] = kept[s] || !counts(s); !kept[s] {
			c.of[s] = nil
		}
	}
	for u, sums := range c.in {
		c.in[u] = slices.DeleteFunc(slices.Clone(sums), func(in int32) bool { s, _ := signed(in); return !kept[s] })
	}
}

// first is the factor by which a sum is enlarged, so that it is kept before balances are.
func (c *Counts) first(s int32) float64 {
	if c.bounds[s] {
		return c.sumsFirst
	}
	return 1
}

const sumsFirst = 1e4

// implied is the part of a sum that computing leaves of one that follows from others.
const implied = 1e-9

// Work is about how many additions a projection takes.
func (c *Counts) Work() int { return 100*c.entries() + len(c.in) }

// entries is how many entries the sums have in all.
func (c *Counts) entries() (n int) {
	for _, of := range c.of {
		n += len(of)
	}
	return n
}

// How a projection ends: where every sum is met to so small a part of the largest, sooner where steps near it change nothing, as
// when entries are zero and would move by themselves, or after so many steps, as their work allows; and how often a step is halved.
const (
	sumsMet     = 1e-13
	nearlyMet   = 1e-9
	fewestSteps = 100
	mostSteps   = 3000
	hastySteps  = 20 // of each projection, after as many as mostSteps in all: a search goes on with what is near
	newtonWork  = 1e8
	hidden      = 1e-16 // of a square: what rounding may make of nothing
	farOff      = 1e12
	searchSteps = 50
)

// Project implements Region. Where the sums cannot be met it ends near what comes nearest to meeting them.
func (c *Counts) Project(z []float64) error {
	if err := checkFinite("counts", z); err != nil {
		return err
	}
	y, largest := slices.Clone(z), 1.0
	for _, b := range c.right {
		largest = max(largest, b)
	}
	from := make([]float64, len(c.by))
	if slices.ContainsFunc(c.by, func(v float64) bool { return math.Abs(v) > farOff*largest }) {
		clear(c.by)
	}
	off := c.at(z, y)
	most := min(max(newtonWork/(1+c.entries()*len(c.by)), fewestSteps), mostSteps)
	if c.taken > mostSteps {
		most = hastySteps
	}
	for range most {
		c.taken++
		if off <= sumsMet*largest {
			break
		}
		if c.idle() {
			c.sweep(z, y)
			off = c.at(z, y)
		}
		clear(c.direction)
		if free := c.solve(c.direction, c.left); free != nil {
			copy(c.direction, free) // sums that the same entries hold: until another one moves, they cannot be told apart
		}
		copy(from, c.by)
		before := off
		c.move(from, c.step(y, from))
		if off = c.at(z, y); off <= nearlyMet*largest && off > before/2 {
			break
		}
		if off > before*0.9 {
			c.sweep(z, y)
			off = c.at(z, y)
		}
	}
	if off <= nearlyMet*largest {
		c.polish(z)
	}
	return nil
}

// step returns how far along the direction what the multipliers minimise is least.
func (c *Counts) step(y, from []float64) float64 {
	start, along := c.start, c.along
	for u, sums := range c.in {
		start[u], along[u] = y[u]+c.weightOf(u)*over(sums, from), c.weightOf(u)*over(sums, c.direction)
	}
	known := dot(c.right, c.direction)
	slope := func(t float64) float64 {
		sum := known
		for u, v := range start {
			if z := v - t*along[u]; z > 0 && (c.none == nil || !c.none[u]) {
				sum -= z * along[u] / c.weightOf(u)
			}
		}
		return sum
	}
	low, high := 0.0, 1.0
	for range searchSteps {
		if slope(high) >= 0 {
			break
		}
		low, high = high, 4*high
	}
	if low == 0 && slope(1) == 0 {
		return 1
	}
	for range searchSteps {
		middle := (low + high) / 2
		if slope(middle) < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// idle reports whether no entry of some sum moves with it: then it says nothing of how far to go.
func (c *Counts) idle() bool {
	for s, of := range c.of {
		if len(of) > 0 && c.right[s] > 0 && !slices.ContainsFunc(of, func(u int32) bool { return c.moving[u] }) {
			return true
		}
	}
	return false
}

// sweep meets one sum after the other, each by its own multiplier (Hildreth 1957), which comes near from anywhere.
func (c *Counts) sweep(z, y []float64) {
	free := z // what entries would be if they could be below zero
	for u, sums := range c.in {
		free[u] = y[u] + c.weightOf(u)*over(sums, c.by)
	}
	for s, of := range c.of {
		if len(of) == 0 {
			continue
		}
		if !c.bounds[s] {
			c.balance(s, free)
			continue
		}
		sum, weights, by := -c.right[s], 0.0, 0.0
		for _, u := range of {
			sum, weights = sum+free[u], weights+c.weightOf(int(u))
		}
		for range len(of) + 1 { // from above, where all entries count
			by -= sum / weights
			next, left := -c.right[s], 0.0
			for _, u := range of {
				w := c.weightOf(int(u))
				if v := free[u] + by*w; v > 0 {
					next, left = next+v, left+w
				}
			}
			if left == 0 || left == weights {
				break
			}
			sum, weights = next, left
		}
		c.by[s] += by
		for _, u := range of {
			free[u] += by * c.weightOf(int(u))
		}
	}
}

// balance changes the multiplier of a balance so that it is met, where what is given to one side is taken from the other.
func (c *Counts) balance(s int, free []float64) {
	by := 0.0
	for range balanceSteps {
		off, slope := -c.right[s], 0.0
		for _, in := range c.of[s] {
			u, sign := signed(in)
			w := c.weightOf(int(u))
			if v := free[u] + sign*by*w; v > 0 {
				off, slope = off+sign*v, slope+w
			}
		}
		if slope == 0 || off == 0 {
			break
		}
		by -= off / slope
	}
	c.by[s] += by
	for _, in := range c.of[s] {
		u, sign := signed(in)
		free[u] += sign * by * c.weightOf(int(u))
	}
}

// balanceSteps is how many steps a balance is sought in, before its multiplier is near enough for a sweep.
const balanceSteps = 8

// polish moves the entries that move to where they meet the sums to the last digits, a little below zero where need be.
func (c *Counts) polish(z []float64) {
	clear(c.direction)
	c.solve(c.direction, c.left)
	for u, sums := range c.in {
		if !c.moving[u] {
			continue
		}
		z[u] -= c.weightOf(u) * over(sums, c.direction)
	}
}

// move sets the multipliers to what is a step away.
func (c *Counts) move(from []float64, step float64) {
	for s := range c.by {
		c.by[s] = from[s] - step*c.direction[s]
	}
}

// at writes the vector of the multipliers to z, and what its sums miss to left. It returns the most that a sum misses.
func (c *Counts) at(z, y []float64) (off float64) {
	for u := range z {
		c.moving[u] = false
		if c.none != nil && c.none[u] {
			z[u] = 0
			continue
		}
		z[u] = max(y[u]+c.weightOf(u)*over(c.in[u], c.by), 0)
		c.moving[u] = z[u] > 0
	}
	for s, of := range c.of {
		sum := over(of, z)
		if len(of) > 0 {
			sum -= c.right[s]
		}
		c.left[s] = sum
		off = max(off, math.Abs(sum))
	}
	return off
}

func (c *Counts) weightOf(u int) float64 {
	if c.weight == nil {
		return 1
	}
	return c.weight[u]
}

// solve adds to x what solves A W Aᵀ x = right, over the moving entries, by conjugate gradients. A sum without a moving entry is
// taken for one with a single one. Where the right side cannot be met it returns a
// direction along which nothing is changed that would have to be, and nil otherwise.
func (c *Counts) solve(x, right []float64) (left []float64) {
	r, d, ad, scale := c.spare[0], c.spare[1], c.spare[2], c.spare[3]
	c.apply(r, x)
	for s, of := range c.of {
		r[s] = right[s] - r[s]
		scale[s] = 0
		for _, in := range of {
			if u, _ := signed(in); c.moving[u] {
				scale[s] += c.weightOf(int(u))
			}
		}
		if scale[s] == 0 {
			scale[s] = 1
		}
	}
	rho, first := 0.0, 0.0
	for s, v := range right {
		first += v * v / scale[s]
	}
	for step := range 4*len(x) + 20 {
		next := 0.0
		for s, v := range r {
			next += v * v / scale[s]
		}
		if next <= 1e-26*first || next == 0 {
			return nil
		}
		for s, v := range r {
			if step == 0 {
				d[s] = v / scale[s]
			} else {
				d[s] = v/scale[s] + next/rho*d[s]
			}
		}
		rho = next
		c.apply(ad, d)
		curve := dot(d, ad)
		if curve <= 1e-14*dot(d, d) { // sums that follow from others
			if falls := dot(right, d); falls*falls <= hidden*dot(right, right)*dot(d, d) {
				return nil
			}
			return d
		}
		by := rho / curve
		for s := range x {
			x[s] += by * d[s]
			r[s] -= by * ad[s]
		}
	}
	return nil
}

// apply writes A W Aᵀ x, over the moving entries, to dst.
func (c *Counts) apply(dst, x []float64) {
	clear(dst)
	for s, of := range c.of {
		idle := true
		for _, in := range of {
			u, _ := signed(in)
			idle = idle && !c.moving[u]
		}
		if idle {
			dst[s] = x[s]
		}
	}
	for u, sums := range c.in {
		if !c.moving[u] {
			continue
		}
		up := over(sums, x) * c.weightOf(u)
		for _, in := range sums {
			s, sign := signed(in)
			dst[s] += sign * up
		}
	}
}

// Grows implements Bounded.
func (c *Counts) Grows() []float64 { return c.grow }

// Most implements Bounded: by duality, any multipliers λ with g <= Aᵀλ bound it by b·λ. They are those of the last projection,
// changed so that the entries it left above zero meet g, raised where others would be above, and lowered where nothing holds them.
func (c *Counts) Most(g []float64) float64 {
	// First as they are, then so that moving entries meet g as nearly as can be.
	c.alike(g)
	most := c.bound(g)
	c.alike(g)
	c.solve(c.direction, c.change)
	return min(most, c.bound(g))
}

// alike writes the multipliers of the last projection to direction, in the length that g has on the moving entries, or else so that
// the others are above g: where that was a step of a search along g they are those of g. To change it writes what g comes to in each sum there.
func (c *Counts) alike(g []float64) {
	clear(c.change)
	along, square, by := 0.0, 0.0, 0.0
	for u, sums := range c.in {
		up, w := -over(sums, c.by), c.weightOf(u)
		if !c.moving[u] {
			if g[u] > 0 && up > 0 {
				by = max(by, g[u]/up)
			}
			continue
		}
		for _, in := range sums {
			s, sign := signed(in)
			c.change[s] += sign * w * g[u]
		}
		along, square = along+w*up*g[u], square+w*up*up
	}
	if along > 0 {
		by = along / square
	}
	for s, v := range c.by {
		c.direction[s] = -by * v
	}
}

// bound bounds g by the multipliers in direction, which it changes.
func (c *Counts) bound(g []float64) float64 {
	above := make([]float64, len(g)) // by how much each entry is above g
	for u := range g {
		above[u] = over(c.in[u], c.direction) - g[u]
	}
	c.level(above)
	// The sum that raises an entry at the least cost.
	raise := make([]float64, len(c.of))
	for u, sums := range c.in {
		if above[u] >= 0 || c.none != nil && c.none[u] {
			continue
		}
		cheapest := int32(-1)
		for _, s := range sums {
			if s >= 0 && c.bounds[s] && (cheapest < 0 || c.right[s] < c.right[cheapest]) {
				cheapest = s
			}
		}
		if cheapest < 0 {
			return math.Inf(1)
		}
		raise[cheapest] = max(raise[cheapest], -above[u])
	}
	shift := func(s int, by float64) {
		c.direction[s] += by
		for _, u := range c.of[s] {
			above[u] += by
		}
	}
	for s, by := range raise {
		if by > 0 {
			shift(s, by)
		}
	}
	for range lowerings {
		for s, of := range c.of {
			if len(of) == 0 || !c.bounds[s] {
				continue
			}
			least := math.Inf(1)
			for _, u := range of {
				least = min(least, above[u])
			}
			if least > 0 {
				shift(s, -least)
			}
		}
	}
	most := 0.0
	for s, b := range c.right {
		if len(c.of[s]) > 0 {
			most += b * c.direction[s]
		}
	}
	return most
}

// level changes the multipliers of balances in direction, which costs nothing, so that entries on one side come up to g as far as
// those on the other have room.
func (c *Counts) level(above []float64) {
	for range levellings {
		moved := false
		for s, of := range c.of {
			if c.bounds[s] || len(of) == 0 {
				continue
			}
			room := [2]float64{math.Inf(1), math.Inf(1)} // of the entries that are added, and of those that are taken off
			for _, in := range of {
				u, sign := signed(in)
				side := int(1-sign) / 2
				room[side] = min(room[side], above[u])
			}
			by := 0.0
			switch {
			case room[0] < 0 && room[1] > 0:
				by = min(-room[0], room[1])
			case room[1] < 0 && room[0] > 0:
				by = -min(-room[1], room[0])
			}
			if by == 0 {
				continue
			}
			moved = true
			c.direction[s] += by
			for _, in := range of {
				u, sign := signed(in)
				above[u] += sign * by
			}
		}
		if !moved {
			return
		}
	}
}

// levellings is how often all balances are levelled, one after the other.
const levellings = 20

// lowerings is how often bounds are lowered where nothing holds them.
const lowerings = 3
