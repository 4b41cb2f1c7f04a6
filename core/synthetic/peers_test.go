//go:build evidence

package synthetic

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"steward/core/histogram"
	"steward/core/noise"
)

// peer is a published method written from its paper, on the program's own account, exact noise, estimate and
// records.
type peer struct {
	*run
	model  *model
	tables map[columns]*measured
	fit    *fitting
	truths map[columns][]int64 // of what it may measure
	// The number of people is the mean of the totals of what was measured by their precision, where it is not known.
	total, weight float64
}

// newPeer returns a method that has measured nothing yet, which may measure tables over some columns.
func newPeer(p *Prepared, counts []*histogram.Vector, src noise.Source, among []columns) *peer {
	r := p.start()
	r.counts, r.src = counts, src
	e := &peer{run: r, model: r.sheet().newModel(), tables: make(map[columns]*measured), fit: &fitting{}, truths: make(map[columns][]int64)}
	for _, t := range among {
		i := slices.IndexFunc(r.sheet().tables, func(over columns) bool { return t.within(over) })
		e.truths[t] = r.truth(i, r.sheet().tables[i], t)
	}
	return e
}

// closure returns the sets of columns within tables of a question, those of one column first.
func closure(tables []columns) []columns {
	seen := make(map[columns]bool)
	var out []columns
	for _, t := range tables {
		for s := t; s != 0; s = (s - 1) & t {
			if !seen[s] {
				seen[s], out = true, append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b columns) int {
		if n := bits.OnesCount64(uint64(a)) - bits.OnesCount64(uint64(b)); n != 0 {
			return n
		}
		return int(a) - int(b)
	})
	return out
}

// law returns the noise on a table at a cost to the edge that changes it most.
func (e *peer) law(t columns, loss *big.Rat) (noise.Law, error) {
	return e.spending.family.Law(new(big.Rat).Quo(big.NewRat(e.changes(t), 1), loss))
}

// changes returns by how much an edge changes a table at most.
func (e *peer) changes(t columns) (most int64) {
	for _, c := range e.spending.classes {
		most = max(most, c.moves(t))
	}
	return most
}

// choose draws one of some tables by how far the estimate is off, each times a weight, less so much for each cell, at
// a cost.
func (e *peer) choose(among []columns, weight map[columns]int64, less float64, loss *big.Rat) (columns, error) {
	scores, most := make([]int64, len(among)), int64(0)
	for i, t := range among {
		scores[i] = weight[t] * (fromTruth(e.truths[t], e.model.table(t).vals) - int64(less*t.cells(e.sheet().sizes)))
		most = max(most, weight[t]*e.changes(t))
	}
	rate, err := e.spending.rateFor(loss, 2*most)
	if err != nil {
		return 0, err
	}
	pick, err := e.spending.draw(e.src, rate, scores, func(c class) int64 {
		span := int64(0)
		for _, t := range among {
			span = max(span, 2*weight[t]*c.moves(t))
		}
		return span
	})
	if err != nil {
		return 0, err
	}
	return among[pick], nil
}

// add measures a table at a cost.
func (e *peer) add(t columns, loss *big.Rat) (noise.Law, error) {
	l, err := e.law(t, loss)
	if err != nil {
		return l, err
	}
	noisy, err := e.measure(t, e.truths[t], l, nil)
	if err != nil {
		return l, err
	}
	p := 1 / (l.Variance() * float64(len(noisy)))
	for _, v := range noisy {
		e.total += p * v
	}
	e.weight += p
	e.model.people = max(e.total/e.weight, 1)
	if n, known := e.problem.Tables[0].Facts.Total(); known {
		e.made.Known, e.model.people = true, float64(max(n, 1))
	}
	one := e.tables[t]
	if one != nil {
		one.add(noisy, l.Variance())
	} else {
		one = &measured{values: noisy, precision: 1 / l.Variance()}
		e.tables[t] = one
	}
	one.param, _ = e.model.param(t)
	e.model.rebuild()
	return l, nil
}

// singles measures the tables over one column, each at the same cost.
func (e *peer) singles(ctx context.Context, each *big.Rat) error {
	for j := range e.sheet().sizes {
		if _, err := e.add(1<<j, each); err != nil {
			return err
		}
	}
	return e.estimate(ctx, 4*roundFit)
}

func (e *peer) estimate(ctx context.Context, rounds int) error {
	return e.fit.fit(ctx, e.model, inOrder(e.tables), rounds)
}

// finish makes the records.
func (e *peer) finish(ctx context.Context) (*Made, error) {
	if err := e.estimate(ctx, lastFit); err != nil {
		return nil, err
	}
	e.made.People = int64(math.Round(e.model.people))
	return e.made, e.records(ctx, e.model)
}

// aim is the adaptive and iterative mechanism of McKenna, Mullins, Sheldon and Miklau (2022), algorithms 2 and 3, for
// tables that all matter alike and a model of at most so many numbers. For a promise without a delta it takes Laplace
// noise, and pays for a round that said little twice as much the next time instead of four times.
func aim(ctx context.Context, p *Prepared, counts []*histogram.Vector, src noise.Source, maxCells float64) (*Made, error) {
	s := p.problem.Sheet
	among := closure(s.tables)
	e := newPeer(p, counts, src, among)
	weight := make(map[columns]int64)
	for _, r := range among {
		for _, t := range s.tables {
			weight[r] += int64(bits.OnesCount64(uint64(r & t)))
		}
	}
	const perColumn = 16
	limit, more := e.spending.least(), int64(2)
	if e.spending.family.Squares() {
		more = 4
	}
	part := func(loss *big.Rat, tenths int64) *big.Rat { return new(big.Rat).Mul(loss, big.NewRat(tenths, 10)) }
	loss := coarser(new(big.Rat).Quo(limit, big.NewRat(int64(perColumn*len(s.sizes)), 1)))
	if err := e.singles(ctx, part(loss, 9)); err != nil {
		return nil, err
	}
	for last := false; !last; {
		left := e.spending.least()
		if left.Cmp(new(big.Rat).Mul(loss, big.NewRat(2, 1))) <= 0 {
			loss, last = coarser(left), true
		}
		l, err := e.law(of(indices(len(s.sizes))), part(loss, 9))
		if err != nil {
			return nil, err
		}
		after, _ := new(big.Rat).Quo(left.Sub(left, loss), limit).Float64()
		var sets, fit []columns
		for _, p := range e.model.params {
			sets = append(sets, p.over)
		}
		for _, t := range among {
			free := slices.ContainsFunc(e.model.tree.sets, func(c columns) bool { return t.within(c) })
			if free || cellsOf(append(sets, t), s.sizes) <= (1-after)*maxCells {
				fit = append(fit, t)
			}
		}
		t, err := e.choose(fit, weight, l.MeanAbs(), part(loss, 1))
		if err != nil {
			return nil, err
		}
		before := e.model.table(t).vals
		if _, err := e.add(t, part(loss, 9)); err != nil {
			return nil, err
		}
		if err := e.estimate(ctx, roundFit); err != nil {
			return nil, err
		}
		moved := 0.0
		for i, v := range e.model.table(t).vals {
			moved += math.Abs(v - before[i])
		}
		if moved <= l.MeanAbs()*t.cells(s.sizes) {
			loss = new(big.Rat).Mul(loss, big.NewRat(more, 1))
		}
	}
	return e.finish(ctx)
}

// mst is the maximum spanning tree of McKenna, Miklau and Sheldon (2021) without its merging of rare values: a third
// of the budget goes to the tables over one column, a third to choosing a tree of pairs of columns, and a third to
// these.
func mst(ctx context.Context, p *Prepared, counts []*histogram.Vector, src noise.Source) (*Made, error) {
	d := len(p.problem.Sheet.sizes)
	weight, single := make(map[columns]int64), func(j int) columns { return 1 << j }
	var pairs []columns
	for _, t := range closure(p.problem.Sheet.tables) {
		if bits.OnesCount64(uint64(t)) == 2 {
			pairs, weight[t] = append(pairs, t), 1
		}
	}
	among := slices.Clone(pairs)
	for j := range d {
		among = append(among, single(j))
	}
	e := newPeer(p, counts, src, among)
	third := new(big.Rat).Quo(e.spending.least(), big.NewRat(3, 1))
	if err := e.singles(ctx, coarser(new(big.Rat).Quo(third, big.NewRat(int64(d), 1)))); err != nil {
		return nil, err
	}
	part := coarser(new(big.Rat).Quo(third, big.NewRat(int64(d-1), 1)))
	var tree []columns
	joined := make([]columns, d) // with each column, those it hangs together with
	for j := range joined {
		joined[j] = single(j)
	}
	for range d - 1 {
		pairs = slices.DeleteFunc(pairs, func(t columns) bool { return t.within(joined[t.list()[0]]) })
		t, err := e.choose(pairs, weight, 0, part)
		if err != nil {
			return nil, err
		}
		tree = append(tree, t)
		all := joined[t.list()[0]] | joined[t.list()[1]]
		for _, j := range all.list() {
			joined[j] = all
		}
	}
	for _, t := range tree {
		if _, err := e.add(t, part); err != nil {
			return nil, err
		}
	}
	return e.finish(ctx)
}

// variation returns the mean total variation between tables of records and of the data over so many columns.
func variation(made *Made, people [][]int, sizes []int, over []columns) float64 {
	rows := make([][]int32, len(sizes))
	for j := range rows {
		rows[j] = make([]int32, len(people))
		for i, person := range people {
			rows[j][i] = int32(person[j])
		}
	}
	sum := 0.0
	for _, t := range over {
		a, b := tally(made.Records, t, sizes), tally(rows, t, sizes)
		for i := range a {
			sum += math.Abs(float64(a[i])/float64(made.Len())-float64(b[i])/float64(len(people))) / 2
		}
	}
	return sum / float64(len(over))
}

// ofSize returns the sets of n of so many columns.
func ofSize(columnsInAll, n int) (out []columns) {
	for s := columns(1); s < 1<<columnsInAll; s++ {
		if bits.OnesCount64(uint64(s)) == n {
			out = append(out, s)
		}
	}
	return out
}
