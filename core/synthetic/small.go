package synthetic

import (
	"context"
	"math"
	"math/big"

	"steward/core/limits"
	"steward/core/message"
)

// smallPeople is the part of the budget that the number of people is measured with.
func smallPeople() *big.Rat { return big.NewRat(1, 10) }

// small draws a data set of a few people by how well it answers all counts of the tables: its score is
// the largest error of any, less than zero.
func (r *run) small(ctx context.Context) (*model, error) {
	s := r.sheet()
	n, err := r.people(smallPeople())
	if err != nil {
		return nil, err
	}
	people := int64(math.Round(n))
	size := s.smallSize(people)
	k := s.domain.PossibleCells()
	options, ok := multisets(k, size, limits.MaxSmallDataSets)
	if !ok {
		return nil, message.Errorf("%d people over %d combinations make too many data sets to choose from: ask for a smaller size", size, k)
	}
	all := of(indices(len(s.sizes)))
	var off []int64 // size times the true counts, table after table
	defer func() { clear(off) }()
	queryOf := make([][]int32, len(s.tables))
	for i, t := range s.tables {
		queryOf[i] = places(all, t, s.sizes)
		for q := range queryOf[i] {
			queryOf[i][q] += int32(len(off))
		}
		truth := r.truth(0, all, t)
		for _, x := range truth {
			off = append(off, int64(size)*x)
		}
		clear(truth)
	}
	var possible []int
	for cell := range queryOf[0] {
		if s.domain.Possible(cell) {
			possible = append(possible, cell)
		}
	}
	scores := make([]int64, 0, options)
	defer func() { clear(scores[:cap(scores)]) }()
	eachMultiset(len(possible), size, func(set []int) {
		// Each of the set stands for people/size of the people.
		for _, i := range set {
			for t := range queryOf {
				off[queryOf[t][possible[i]]] -= people
			}
		}
		worst := int64(0)
		for _, d := range off {
			worst = max(worst, d, -d)
		}
		scores = append(scores, -worst)
		for _, i := range set {
			for t := range queryOf {
				off[queryOf[t][possible[i]]] += people
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	rate, err := r.smallRate(size)
	if err != nil {
		return nil, err
	}
	pick, err := r.spending.draw(r.src, rate, scores, func(c class) int64 { return smallSpanOf(c, s.tables) * int64(size) })
	if err != nil {
		return nil, err
	}
	r.made.Steps = append(r.made.Steps, Step{Columns: r.labels(all), Chosen: true, Rate: new(big.Rat).Mul(rate, big.NewRat(int64(size), 1)).RatString(), Numbers: size})
	m := newModel(s.sizes, n)
	p, _ := m.param(all)
	for cell := range p.log {
		p.log[cell] = math.Inf(-1)
	}
	at := 0
	eachMultiset(len(possible), size, func(set []int) {
		if at == pick {
			for _, i := range set {
				cell := possible[i]
				p.log[cell] = math.Log(math.Exp(p.log[cell]) + 1)
			}
		}
		at++
	})
	m.rebuild()
	return m, nil
}

// smallRate returns the rate per whole number of the score, which is size times too large.
func (r *run) smallRate(size int) (*big.Rat, error) {
	return r.spending.rateFor(r.spending.least(), smallSpan*int64(size))
}

// smallSpan is the largest smallSpanOf.
const smallSpan = 2

// smallSpanOf returns by how much more an edge of a class can change the score of one data set than that
// of another: each changes by one at most, as the largest of some counts' errors does.
func smallSpanOf(c class, tables []columns) int64 {
	for _, t := range tables {
		if c.moves(t) > 0 {
			return smallSpan
		}
	}
	return 0
}

// smallSize returns how many people are drawn: as asked, or as many as can be told apart.
func (s *Sheet) smallSize(people int64) int {
	if s.question.Size > 0 {
		return s.question.Size
	}
	size := 1
	for int64(size) < min(people, mostSmall) {
		if _, ok := multisets(s.domain.PossibleCells(), size+1, limits.MaxSmallDataSets); !ok {
			break
		}
		size++
	}
	return size
}

// mostSmall is the most people of a small data set whose size is not asked for.
const mostSmall = 100

// eachMultiset calls do for every way to draw so many of k, the same again allowed, in one order. The
// slice is overwritten.
func eachMultiset(k, size int, do func(set []int)) {
	set := make([]int, size)
	for {
		do(set)
		i := size - 1
		for i >= 0 && set[i] == k-1 {
			i--
		}
		if i < 0 {
			return
		}
		next := set[i] + 1
		for ; i < size; i++ {
			set[i] = next
		}
	}
}
