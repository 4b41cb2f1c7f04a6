package synthetic

import (
	"context"
	"math"
	"math/big"

	"steward/core/noise"
)

// replays is how often all answers so far are gone over again after each round.
const replays = 5

// weightsPeople is the part of the budget that the number of people is measured with.
func weightsPeople() *big.Rat { return big.NewRat(1, 20) }

// cellQuery counts the people in one cell of a table.
type cellQuery struct {
	over columns
	cell int
}

// weights is multiplicative weights with the exponential mechanism: in each round a count that the
// estimate answers badly is chosen with half of the round's budget and measured with the other half, and
// the estimate is weighed by all answers so far. The noise on a count goes by the edges that change its
// own table.
func (r *run) weights(ctx context.Context) (*model, error) {
	s := r.sheet()
	n, err := r.people(weightsPeople())
	if err != nil {
		return nil, err
	}
	all := of(indices(len(s.sizes)))
	rounds := r.rounds(n)
	truths, at := make([][]int64, len(s.tables)), make([][]int32, len(s.tables))
	queries := 0
	for i, t := range s.tables {
		truths[i] = r.truth(0, all, t)
		defer clear(truths[i])
		at[i] = places(all, t, s.sizes)
		queries += len(truths[i])
	}
	e := newEstimate(s, n)
	rate, err := r.countRate(rounds)
	if err != nil {
		return nil, err
	}
	span := func(c class) int64 { return countSpan(c, s.tables) }
	scores, tables := make([]int64, 0, queries), make([]factor, len(s.tables))
	defer func() { clear(scores[:cap(scores)]) }()
	var asked []cellQuery
	var seen []float64
	for range rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		scores = scores[:0]
		for i, t := range s.tables {
			tables[i] = newFactor(t, s.sizes)
			factor{all, e.people}.addOnto(tables[i].vals, at[i])
			for cell, x := range truths[i] {
				d := x - int64(math.Round(e.scale*tables[i].vals[cell]))
				scores = append(scores, max(d, -d))
			}
		}
		pick, used := 0, (*big.Rat)(nil)
		if queries > 1 {
			used = rate
			if pick, err = r.spending.draw(r.src, rate, scores, span); err != nil {
				return nil, err
			}
		}
		q, table := r.queryAt(pick, truths)
		y, err := r.count(q, truths[table][q.cell], rounds, used)
		if err != nil {
			return nil, err
		}
		asked, seen = append(asked, q), append(seen, y)
		for range replays {
			for i, q := range asked {
				e.weigh(q, seen[i])
			}
		}
		e.settle()
	}
	m := newModel(s.sizes, n)
	p, _ := m.param(all)
	for cell, v := range e.people {
		p.log[cell] = math.Log(e.scale * v)
	}
	m.rebuild()
	return m, nil
}

// rounds returns how often to measure: as asked, or so that the two parts of the bound on the error
// are alike (docs/mathematics.md, "Synthetic tables"), and at most so many.
func (r *run) rounds(people float64) int {
	if n := r.sheet().question.Rounds; n > 0 {
		return n
	}
	k, queries := of(indices(len(r.sheet().sizes))).cells(r.sheet().sizes), 0.0
	for _, t := range r.sheet().tables {
		queries += t.cells(r.sheet().sizes)
	}
	budget, _ := r.problem.whole().Effective().Rat().Float64()
	t := math.Pow(people*math.Sqrt(math.Log(max(k, 2)))*budget/(5*math.Log(max(queries, 2))), 2.0/3)
	return int(min(max(math.Round(t), 1), mostRounds))
}

// mostRounds is the most rounds that are thought best.
const mostRounds = 40

// countRate returns the rate of the choice of each round, which half of it is for.
func (r *run) countRate(rounds int) (*big.Rat, error) {
	half := r.spending.least()
	return r.spending.rateFor(half.Quo(half, big.NewRat(int64(2*rounds), 1)), 2)
}

// countSpan returns by how much more an edge of a class can change the error of one count than that of
// another: one count gains a person and one loses one, in each table that is moved.
func countSpan(c class, tables []columns) int64 {
	moved := int64(0)
	for _, t := range tables {
		moved += c.moves(t)
	}
	return min(moved, 2)
}

// queryAt returns the count of a number, and its table.
func (r *run) queryAt(n int, truths [][]int64) (cellQuery, int) {
	for i, t := range truths {
		if n < len(t) {
			return cellQuery{r.sheet().tables[i], n}, i
		}
		n -= len(t)
	}
	panic("synthetic: a count that nobody asked for")
}

// count measures one count of a table, with half of what is left to each round in the budgets of the
// edges that change it.
func (r *run) count(q cellQuery, truth int64, rounds int, rate *big.Rat) (float64, error) {
	l, err := r.countLaw(q.over, rounds)
	if err != nil {
		return 0, err
	}
	if err := r.spending.measureOne(q.over, l); err != nil {
		return 0, err
	}
	noisy := []int64{truth}
	l.Add(r.src, noisy, noisy)
	step := Step{Columns: r.labels(q.over), Numbers: 1}
	rest := q.cell
	list := q.over.list()
	step.Cell = make([]string, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		a := r.sheet().domain.Attributes()[list[i]]
		step.Cell[i], rest = a.Label(rest%a.Size()), rest/a.Size()
	}
	r.step(step, l, rate)
	return float64(noisy[0]), nil
}

// countLaw returns the noise on one count of a table.
func (r *run) countLaw(table columns, rounds int) (noise.Law, error) {
	var least *big.Rat
	for i, c := range r.spending.classes {
		if l := r.spending.limit[i]; c.moves(table) > 0 && (least == nil || l.Cmp(least) < 0) {
			least = l
		}
	}
	part := big.NewRat(1, int64(2*rounds))
	if !r.made.Known {
		part.Mul(part, big.NewRat(19, 20)) // the rest went to the number of people
	}
	loss := new(big.Rat).Mul(least, part)
	return r.spending.lawFor(loss.Mul(loss, big.NewRat(2, 1))) // one number changes, by one
}

// estimate is people over all cells, times a scale.
type estimate struct {
	sizes  []int
	people []float64
	scale  float64
	total  float64 // number of people
}

// newEstimate spreads people evenly over the possible cells.
func newEstimate(s *Sheet, n float64) *estimate {
	all := of(indices(len(s.sizes)))
	e := &estimate{sizes: s.sizes, people: make([]float64, int(all.cells(s.sizes))), scale: 1, total: n}
	for cell := range e.people {
		if s.domain.Possible(cell) {
			e.people[cell] = n / float64(s.domain.PossibleCells())
		}
	}
	return e
}

// weigh moves people into or out of the cells of a count by what was seen of it (docs/mathematics.md, "Synthetic tables").
func (e *estimate) weigh(q cellQuery, seen float64) {
	inside := 0.0
	e.each(q, func(cell int) { inside += e.people[cell] })
	inside *= e.scale
	factor := math.Exp((seen - inside) / (2 * e.total))
	e.each(q, func(cell int) { e.people[cell] *= factor })
	e.scale *= e.total / (e.total + inside*(factor-1))
}

// settle makes the scale 1.
func (e *estimate) settle() {
	sum := 0.0
	for _, v := range e.people {
		sum += v
	}
	for cell := range e.people {
		e.people[cell] *= e.total / sum
	}
	e.scale = 1
}

// each calls do for every cell that a count is over.
func (e *estimate) each(q cellQuery, do func(cell int)) {
	var steps, sizes []int
	first, rest, step := 0, q.cell, 1
	for j := len(e.sizes) - 1; j >= 0; j-- {
		n := e.sizes[j]
		if q.over.has(j) {
			first += rest % n * step
			rest /= n
		} else {
			steps, sizes = append(steps, step), append(sizes, n)
		}
		step *= n
	}
	var walk func(i, at int)
	walk = func(i, at int) {
		if i < 0 {
			do(at)
			return
		}
		for range sizes[i] {
			walk(i-1, at)
			at += steps[i]
		}
	}
	walk(len(steps)-1, first)
}
