package synthetic

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"steward/core/limits"

	"steward/core/noise"
)

// How the budget is divided: the part of tables over one column, the part of each later round that goes
// to choosing, and what a round costs more after one that said little; how many rounds there are per
// column at first, and the part of the people that noise may put into wrong cells before that changes, and how
// often a fit goes round.
var (
	firstPart  = big.NewRat(1, 20)
	choicePart = big.NewRat(1, 10)
	dearer     = big.NewRat(13, 10)
)

const (
	roundsPerColumn = 3.0
	mostBlur        = 0.1
	roundFit        = 30
	lastFit         = 400
)

// graph measures tables and estimates the distribution of people by a graphical model: first a table
// over each column, then again and again the table that the estimate gets most wrong.
func (r *run) graph(ctx context.Context) (*model, error) {
	s := r.sheet()
	tables := make(map[columns]*measured)
	m := s.newModel()
	n, known := r.problem.Tables[0].Facts.Total()
	r.made.Known = known
	if known {
		m.people = float64(max(n, 1))
	}
	var total, weight float64 // of the number of people, by precision
	count := func(noisy []float64, variance float64) {
		p := 1 / (variance * float64(len(noisy)))
		for _, v := range noisy {
			total += p * v
		}
		if weight += p; !known {
			m.people = max(total/weight, 1)
		}
	}
	losses := r.firstLosses(r.firstPart())
	for j := range s.sizes {
		t := columns(1) << j
		i := slices.IndexFunc(s.tables, func(over columns) bool { return t.within(over) })
		l, err := r.spending.lawFor(losses[j])
		if err != nil {
			return nil, err
		}
		truth := r.truth(i, s.tables[i], t)
		noisy, err := r.measure(t, truth, l, nil)
		clear(truth)
		if err != nil {
			return nil, err
		}
		tables[t] = &measured{values: noisy, precision: 1 / l.Variance()}
		count(noisy, l.Variance())
	}
	for j := range s.sizes { // in order, which the estimate hangs on
		t := columns(1) << j
		tables[t].param, _ = m.param(t)
	}
	m.rebuild()
	fit := &fitting{}
	again := func(rounds int) error {
		if err := fit.fit(ctx, m, inOrder(tables), rounds); err != nil {
			return err
		}
		return r.meetKnown(ctx, m)
	}
	if err := again(4 * roundFit); err != nil {
		return nil, err
	}
	loss := r.roundLoss(m.people)
	for loss != nil {
		candidates := r.candidates(m, loss)
		if len(candidates) == 0 {
			if loss = r.rest(m, loss); loss == nil {
				break
			}
			continue
		}
		c, err := r.round(m, candidates, loss)
		if err != nil {
			return nil, err
		}
		count(c.noisy, c.law.Variance())
		if one := tables[c.over]; one != nil {
			one.add(c.noisy, c.law.Variance())
			m.calibrate() // to the number of people
		} else {
			one = &measured{values: c.noisy, precision: 1 / c.law.Variance()}
			one.param, _ = m.param(c.over)
			m.rebuild()
			tables[c.over] = one
		}
		before := m.table(c.over).vals
		if err := again(roundFit); err != nil {
			return nil, err
		}
		moved := 0.0
		for i, v := range m.table(c.over).vals {
			moved += math.Abs(v - before[i])
		}
		if moved < c.law.MeanAbs()*float64(len(before)) { // it said little beyond its noise
			loss = coarser(new(big.Rat).Mul(loss, dearer))
		}
	}
	return m, again(lastFit)
}

// firstPart returns the part of tables over one column: all of it where no others are asked for, and more,
// up to three times as much, where the number of people is known and the others will be noisy.
func (r *run) firstPart() *big.Rat {
	n, known := r.problem.Tables[0].Facts.Total()
	least, rounds := r.usualRounds()
	switch {
	case r.sheet().largest() < 2:
		return big.NewRat(1, 1)
	case !known || least == nil:
		return firstPart
	}
	more := min(max(math.Sqrt(r.blur(r.each(least, rounds), float64(max(n, 1)))/mostBlur), 1), 3)
	return new(big.Rat).Mul(firstPart, big.NewRat(int64(math.Round(8*more)), 8))
}

// newModel returns a model that nothing is known of but structural zeros.
func (s *Sheet) newModel() *model {
	m := newModel(s.sizes, 1)
	for _, z := range s.zeros {
		m.forbid(z.over, func(cell int) bool { return z.empty[cell] })
	}
	return m
}

func inOrder(tables map[columns]*measured) []*measured {
	var sets []columns
	for t := range tables {
		sets = append(sets, t)
	}
	slices.Sort(sets)
	out := make([]*measured, len(sets))
	for i, t := range sets {
		out[i] = tables[t]
	}
	return out
}

// firstLosses returns what the table over each column may cost an edge that changes it, so that all of
// them together cost no edge more than a part of its budget.
func (r *run) firstLosses(part *big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(r.sheet().sizes))
	for i, c := range r.spending.classes {
		moved := int64(0)
		for j := range out {
			moved += c.moves(1 << j)
		}
		if moved == 0 {
			continue
		}
		each := new(big.Rat).Mul(r.spending.limit[i], part)
		each.Quo(each, big.NewRat(moved, 2))
		for j := range out {
			if c.moves(1<<j) > 0 && (out[j] == nil || each.Cmp(out[j]) < 0) {
				out[j] = each
			}
		}
	}
	return out
}

// roundLoss returns what a round costs at first among so many people: what is left of the least budget, divided
// by the number of rounds; nil where no table over several columns is asked for. Where losses add up, and with
// them the noise, there are fewer rounds where it would blur the tables.
func (r *run) roundLoss(people float64) *big.Rat {
	least, rounds := r.usualRounds()
	if least == nil {
		return nil
	}
	if blur := r.blur(r.each(least, rounds), people); blur > mostBlur && !r.spending.family.Squares() {
		rounds = max(int64(math.Ceil(float64(rounds)*math.Cbrt(mostBlur/blur))), min(rounds, 2))
	}
	return r.each(least, rounds)
}

// usualRounds returns the least that is left to the edges which change a table over several columns, nil where there
// are none, and how many rounds it is divided into.
func (r *run) usualRounds() (*big.Rat, int64) {
	several := int64(0)
	var least *big.Rat
	for _, t := range r.sheet().tables {
		if bits.OnesCount64(uint64(t)) < 2 {
			continue
		}
		several++
		if room := r.spending.room(t); least == nil || room.Cmp(least) < 0 {
			least = room
		}
	}
	if several == 0 || least.Sign() <= 0 {
		return nil, 0
	}
	// Where an edge changes a part f of the tables only, it pays for that part of the rounds.
	f, _ := r.moved().Float64()
	return least, min(several, int64(roundsPerColumn*float64(len(r.sheet().sizes))/math.Sqrt(f)))
}

// each returns what each of some rounds may cost.
func (r *run) each(least *big.Rat, rounds int64) *big.Rat {
	pays := new(big.Rat).Mul(r.moved(), big.NewRat(rounds, 1))
	if pays.Cmp(big.NewRat(1, 1)) < 0 {
		pays.SetInt64(1)
	}
	return coarser(pays.Quo(least, pays))
}

// blur returns the part of the people that noise at a loss puts into wrong cells of a table over several columns
// that is asked for, on average.
func (r *run) blur(loss *big.Rat, people float64) float64 {
	l, err := r.spending.lawFor(loss)
	if err != nil { // the loss is nothing
		return math.Inf(1)
	}
	cells, several := 0.0, 0.0
	for _, t := range r.sheet().tables {
		if bits.OnesCount64(uint64(t)) > 1 {
			cells, several = cells+t.cells(r.sheet().sizes), several+1
		}
	}
	return cells / several * l.MeanAbs() / (2 * people)
}

// candidates returns the tables over several columns whose edges can pay for a round, and that fit into
// the model; those that were measured before only where there are no others.
func (r *run) candidates(m *model, loss *big.Rat) []candidate {
	var sets []columns
	for _, p := range m.params {
		sets = append(sets, p.over)
	}
	now := cellsOf(sets, m.sizes)
	var out, again []candidate
	for _, c := range r.sheet().candidates {
		if r.spending.room(c.over).Cmp(r.cost(c.over, loss)) < 0 {
			continue
		}
		if n := cellsOf(append(sets, c.over), m.sizes); n > max(limits.MaxModelCells, now) {
			continue
		}
		if r.measuredAt(c.over, loss) {
			again = append(again, c)
		} else {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return again
	}
	return out
}

// measuredAt reports whether a table was measured before with nearly as little noise as a loss makes: then
// another one tells more.
func (r *run) measuredAt(t columns, loss *big.Rat) bool {
	most := new(big.Rat).Quo(r.cost(t, loss), big.NewRat(3, 2))
	for _, s := range r.made.Steps {
		over, err := r.over(s)
		if before, ok := new(big.Rat).SetString(s.Loss); ok && err == nil && over == t && before.Cmp(most) > 0 {
			return true
		}
	}
	return false
}

// rest returns the largest loss that some table can still pay for, nil where that is too little to be
// of use.
func (r *run) rest(m *model, loss *big.Rat) *big.Rat {
	var most *big.Rat
	for _, c := range r.candidates(m, new(big.Rat)) {
		room := r.spending.room(c.over)
		if room.Quo(room, r.cost(c.over, big.NewRat(1, 1))); most == nil || room.Cmp(most) > 0 {
			most = room
		}
	}
	least := new(big.Rat).Quo(r.spending.limit[0], big.NewRat(50, 1))
	if most == nil || most.Cmp(least) < 0 || most.Cmp(loss) >= 0 {
		return nil
	}
	return coarser(most)
}

// chosen is a table that was measured.
type chosen struct {
	over  columns
	law   noise.Law
	noisy []float64
}

// round chooses a table, by how far the model's numbers are from the true ones in all less what noise
// would add, and measures it.
func (r *run) round(m *model, candidates []candidate, loss *big.Rat) (chosen, error) {
	pick, rate := 0, (*big.Rat)(nil)
	if len(candidates) > 1 {
		scores, among := make([]int64, len(candidates)), make([]columns, len(candidates))
		for i, c := range candidates {
			l, err := r.tableLaw(c.over, loss)
			if err != nil {
				return chosen{}, err
			}
			among[i] = c.over
			truth := r.truth(c.table, r.sheet().tables[c.table], c.over)
			scores[i] = fromTruth(truth, m.table(c.over).vals)
			clear(truth)
			scores[i] -= int64(l.MeanAbs() * c.over.cells(m.sizes))
		}
		defer clear(scores)
		r.made.among = append(r.made.among, among)
		var err error
		if rate, err = r.tableRate(loss); err != nil {
			return chosen{}, err
		}
		if pick, err = r.spending.draw(r.src, rate, scores, func(c class) int64 { return distanceSpan(c, candidates) }); err != nil {
			return chosen{}, err
		}
	}
	c := candidates[pick]
	l, err := r.tableLaw(c.over, loss)
	if err != nil {
		return chosen{}, err
	}
	truth := r.truth(c.table, r.sheet().tables[c.table], c.over)
	defer clear(truth)
	noisy, err := r.measure(c.over, truth, l, rate)
	if err != nil {
		return chosen{}, err
	}
	r.made.Steps[len(r.made.Steps)-1].Loss = r.cost(c.over, loss).RatString()
	return chosen{c.over, l, noisy}, nil
}

// tableRate returns the rate at which a round of a loss chooses among candidates.
func (r *run) tableRate(loss *big.Rat) (*big.Rat, error) {
	forChoice, _ := r.divided(loss)
	return r.spending.rateFor(forChoice, maxDistanceSpan)
}

// tableLaw returns the noise on a table that a round of a loss measures.
func (r *run) tableLaw(t columns, loss *big.Rat) (noise.Law, error) {
	_, forTable := r.divided(loss)
	return r.spending.lawFor(forTable.Mul(forTable, r.sheet().share(t)))
}

// cost returns what a round of a loss that measures a table takes from the edges that change it.
func (r *run) cost(t columns, loss *big.Rat) *big.Rat {
	forChoice, forTable := r.divided(loss)
	return forChoice.Add(forChoice, forTable.Mul(forTable, r.sheet().share(t)))
}

// divided returns the parts of a round's loss that go to choosing a table and to measuring it. Every
// choice costs all edges, and a table those only that change it: where an edge changes a part f of the
// tables, choosing gets as much less as makes it choicePart of what the edge loses in all.
func (r *run) divided(loss *big.Rat) (forChoice, forTable *big.Rat) {
	of := new(big.Rat).Mul(choicePart, r.moved())
	rest := new(big.Rat).Sub(big.NewRat(1, 1), choicePart)
	forChoice = new(big.Rat).Mul(loss, of.Quo(of, rest.Add(rest, of)))
	return forChoice, new(big.Rat).Sub(loss, forChoice)
}

// moved returns the largest part of the tables that an edge changes.
func (r *run) moved() *big.Rat {
	most := int64(0)
	for _, c := range r.spending.classes {
		moved := int64(0)
		for _, t := range r.sheet().tables {
			moved += c.moves(t)
		}
		most = max(most, moved)
	}
	return big.NewRat(max(most, 1), int64(2*len(r.sheet().tables)))
}

// fromTruth returns how far a table is from an estimate of it that is rounded to whole numbers, in L1.
func fromTruth(truth []int64, estimate []float64) int64 {
	sum := int64(0)
	for i, n := range truth {
		d := n - int64(math.Round(estimate[i]))
		sum += max(d, -d)
	}
	return sum
}

// maxDistanceSpan is the largest distanceSpan.
const maxDistanceSpan = 4

// distanceSpan returns by how much more an edge of a class can change the distance of one table than
// that of another: each changes by as much as the table does, up or down.
func distanceSpan(c class, candidates []candidate) int64 {
	moved, most := 0, int64(0)
	for _, t := range candidates {
		if n := c.moves(t.over); n > 0 {
			moved, most = moved+1, max(most, n)
		}
	}
	if moved > 1 {
		return 2 * most
	}
	return most
}
