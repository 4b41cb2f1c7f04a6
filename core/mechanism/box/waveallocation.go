package box

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// waveNeeds returns by sum how much of its noise's variance all answers have together.
func waveNeeds(p mechanism.Problem, axes []waveAxis, list *linop.BoxList) []float64 {
	if op, ok := p.Workload.Operator().(linop.Boxes); ok {
		if runs, all := op.Factors(); all {
			need := []float64{1}
			for j, a := range axes {
				own := make([]float64, a.size)
				for i := range runs[j].Rows() {
					for wave, v := range a.Parts(runs[j].At(i)) {
						own[wave] += v
					}
				}
				need = productOf(need, own)
			}
			return need
		}
	}
	few := list.Some(MaxTuned)
	return Costs(LevelGridOf(axes), PartsOf(axes, few), few)
}

func productOf(a, b []float64) []float64 {
	out := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x*y)
		}
	}
	return out
}

// How shares are searched for: so many rounds at most, fewer in the first look at a kind of waves,
// until the error is within a part of the least that any shares have, with about so much work in a
// round.
const (
	waveRounds = 24
	waveGlance = 3
	waveGap    = 0.005
	waveWork   = 1 << 20
)

// design chooses the shares: the least sum of need over share while no edge changes the sums by more
// than one in all, by multiplicative updates of the edges' prices (docs/mathematics.md,
// "Certified scales", with the square of the sum of the roots of need times price as the least error).
// Of very many edges only some are looked at here, evenly from all; equip looks at all of them.
func (q *preparedWaves) design(ctx context.Context, all waveEdges, need []float64, rounds int) {
	c := newWaveChanges(q.axes)
	some := waveEdges{pairs: make([][][2]int, len(all.pairs)), come: all.come}
	most := max(waveWork/len(need), 16)
	for j, pairs := range all.pairs {
		some.pairs[j] = evenlyOf(pairs, most)
	}
	some.across = evenlyOf(all.across, most/4)
	prices := newWavePrices(c, some)
	largest := slices.Max(need)
	q.total, q.shares = math.Inf(1), make([]float64, len(need))
	least := 0.0
	for range rounds {
		if ctx.Err() != nil {
			return
		}
		price := prices.bySum()
		top := slices.Max(price)
		shares := make([]float64, len(need))
		error, dual := 0.0, 0.0
		for i, n := range need {
			if price[i] <= 1e-13*top {
				continue // no edge changes it
			}
			n = max(n, 1e-9*largest)
			shares[i] = math.Sqrt(n / price[i])
			error += n / shares[i]
			dual += math.Sqrt(n * price[i])
		}
		change := prices.update(shares)
		least = max(least, dual*dual)
		if error*change < q.total {
			q.total = error * change
			for i, s := range shares {
				q.shares[i] = s / change
			}
		}
		if q.total <= least*(1+waveGap) {
			return
		}
	}
}

// evenlyOf returns at most so many of a list, evenly from all of it.
func evenlyOf[E any](list []E, most int) []E {
	if len(list) <= most {
		return list
	}
	out := make([]E, most)
	for i := range out {
		out[i] = list[i*len(list)/most]
	}
	return out
}

// wavePrices are the prices of edges, which add up to one.
type wavePrices struct {
	changes *waveChanges
	edges   waveEdges
	pairs   [][][]float64 // by column and pair, for each combination of the other columns
	across  []float64
	come    []float64 // by cell
	sums    int
}

func newWavePrices(c *waveChanges, e waveEdges) *wavePrices {
	p := &wavePrices{changes: c, edges: e, pairs: make([][][]float64, len(e.pairs)), across: make([]float64, len(e.across)), sums: 1}
	for _, n := range c.sizes {
		p.sums *= n
	}
	for j, pairs := range e.pairs {
		for range pairs {
			p.pairs[j] = append(p.pairs[j], make([]float64, p.sums/c.sizes[j]))
		}
	}
	if e.come {
		p.come = make([]float64, p.sums)
	}
	p.each(func(v *float64) { *v = 1 })
	p.normalise()
	return p
}

// each calls do for every price.
func (p *wavePrices) each(do func(*float64)) {
	for _, pairs := range p.pairs {
		for _, line := range pairs {
			for i := range line {
				do(&line[i])
			}
		}
	}
	for i := range p.across {
		do(&p.across[i])
	}
	for i := range p.come {
		do(&p.come[i])
	}
}

func (p *wavePrices) normalise() {
	sum := 0.0
	p.each(func(v *float64) { sum += *v })
	p.each(func(v *float64) { *v /= sum })
}

// bySum returns for each sum the price of one unit of share: its squared change along every edge times
// the edge's price.
func (p *wavePrices) bySum() []float64 {
	c, out := p.changes, make([]float64, p.sums)
	for j, pairs := range p.pairs {
		if len(pairs) == 0 {
			continue
		}
		own := make([]float64, p.sums)
		before, after := c.Along(j)
		for n, line := range pairs {
			for i, d := range c.difference(j, p.edges.pairs[j][n]) {
				for b := range before {
					to := own[(b*c.sizes[j]+i)*after:][:after]
					for a, v := range line[b*after : (b+1)*after] {
						to[a] += d * v
					}
				}
			}
		}
		for l := range c.axes {
			if l != j {
				own = c.times(own, l, c.squares[l], true)
			}
		}
		for i, v := range own {
			out[i] += v
		}
	}
	u, v := make([]float64, p.sums), make([]float64, p.sums)
	for n, edge := range p.edges.across {
		c.ofCell(u, edge[0])
		c.ofCell(v, edge[1])
		for i := range out {
			d := u[i] - v[i]
			out[i] += p.across[n] * d * d
		}
	}
	if p.come != nil {
		own := p.come
		for l := range c.axes {
			own = c.times(own, l, c.squares[l], true)
		}
		for i, v := range own {
			out[i] += v
		}
	}
	return out
}

// update multiplies the price of every edge by how much it changes the sums, and returns the most that
// any does.
func (p *wavePrices) update(shares []float64) float64 {
	c, most := p.changes, 0.0
	raise := func(price *float64, change float64) {
		most = math.Max(most, change)
		*price *= change * math.Sqrt(change)
	}
	for j, pairs := range p.pairs {
		if len(pairs) == 0 {
			continue
		}
		others := c.others(shares, j)
		for n, line := range pairs {
			change := make([]float64, len(line))
			c.ofPair(change, others, j, c.difference(j, p.edges.pairs[j][n]))
			for i := range line {
				raise(&line[i], change[i])
			}
		}
	}
	u, v := make([]float64, p.sums), make([]float64, p.sums)
	for n, edge := range p.edges.across {
		c.ofCell(u, edge[0])
		c.ofCell(v, edge[1])
		sum := 0.0
		for i, s := range shares {
			d := u[i] - v[i]
			sum += s * d * d
		}
		raise(&p.across[n], sum)
	}
	if p.come != nil {
		for cell, change := range c.others(shares, -1) {
			raise(&p.come[cell], change)
		}
	}
	p.normalise()
	return most
}

// rungs are the shares to which one is rounded, times powers of two, so that there are few different
// ones; the error grows by less than a hundredth.
var rungs = [...]float64{0.5, 0.625, 0.8125, 1}

// rung returns the nearest of them by ratio.
func rung(share float64) float64 {
	fraction, power := math.Frexp(share) // in [1/2, 1)
	best := rungs[0]
	for _, r := range rungs {
		if math.Abs(math.Log(fraction/r)) < math.Abs(math.Log(fraction/best)) {
			best = r
		}
	}
	return math.Ldexp(best, power)
}

// smallestShare is the least share of a sum, as a power of two of the largest.
const smallestShare = -16

// equip rounds the shares and works out the noise from the changes along all edges.
func (q *preparedWaves) equip(edges waveEdges) error {
	c := newWaveChanges(q.axes)
	least := math.Ldexp(slices.Max(q.shares), smallestShare)
	shares := make([]float64, len(q.shares))
	for i, s := range q.shares {
		if s > 0 {
			shares[i] = rung(max(s, least))
		}
	}
	most := c.largest(edges, shares)
	if !(most > 0) || math.IsInf(most, 1) {
		return message.Errorf("no secret pair changes the sums: use another method")
	}
	// What no edge changes nobody has agreed to publish: its noise hides one person more or less.
	for i, v := range q.largestWeights() {
		if shares[i] == 0 {
			shares[i] = most / (v * v)
		}
	}
	if all := c.largest(edges, shares); all > most { // edges that were not looked at change it
		most = all
	}
	change := new(big.Rat).SetFloat64(most)
	different := slices.Clone(shares)
	slices.SortFunc(different, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	different = slices.Compact(different)
	q.law = make([]int, len(shares))
	for n, share := range different {
		g, own := waveGroup{share: share}, make([]float64, len(shares))
		for i, s := range shares {
			if s == share {
				own[i], q.law[i] = 1, n
				g.rows++
			}
		}
		g.change = new(big.Rat).SetFloat64(c.largest(edges, own))
		l, err := mechanism.LawFor(noise.Gaussian, new(big.Rat).Quo(change, new(big.Rat).SetFloat64(share)), q.Problem.Effective().Rat())
		if err != nil {
			return err
		}
		g.law = l
		q.groups = append(q.groups, g)
	}
	return nil
}

// largestWeights returns the largest weight of a cell in each sum.
func (q *preparedWaves) largestWeights() []float64 {
	out := []float64{1}
	for _, a := range q.axes {
		own := make([]float64, a.size)
		for i, row := range a.rows {
			for _, w := range row {
				own[i] = math.Max(own[i], math.Abs(float64(w)))
			}
		}
		out = productOf(out, own)
	}
	return out
}
