package synthetic

import (
	"context"
	"math"
	"math/big"

	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
	"steward/core/noise"
)

// Quality is how far the tables of the records are from those of the data, as trial releases on public
// data showed. It says nothing of data that differ from these.
type Quality struct {
	// MeasuredOn names the public data; it is empty where there are none, and everything else zero.
	MeasuredOn message.Text
	Runs       int
	// Mean is the mean error of a number: the distance from the true one, averaged over the numbers of
	// each table, then over the tables. Alone is that of tables with independent noise each that cost
	// the same together, without any tidying.
	Mean, Alone float64
	Tables      []TableQuality
}

// TableQuality is the mean error of one table.
type TableQuality struct {
	Columns []string
	Numbers int
	Mean    float64
	// People is the mean of its numbers.
	People float64
}

// Trials returns how often the method is tried on public data to say how good it is: less often where
// that takes long.
func (p *Prepared) Trials() int {
	if p.Method() == Weights && of(indices(len(p.problem.Sheet.sizes))).cells(p.problem.Sheet.sizes) > 1<<14 {
		return 1
	}
	return 4
}

// Quality releases so many times on the public data of the problem. It shows the same every time.
func (p *Prepared) Quality(ctx context.Context, runs int) (Quality, error) {
	return p.quality(ctx, runs, noise.NewTrial("made-up records of "+p.problem.Sheet.question.Title))
}

// quality is Quality with the given randomness.
func (p *Prepared) quality(ctx context.Context, runs int, src noise.Source) (Quality, error) {
	s := p.problem.Sheet
	var counts []*histogram.Vector
	for _, t := range p.problem.Tables {
		if t.StandIn.IsZero() {
			return Quality{}, nil
		}
		numbers := t.StandIn.Counts()
		if n, known := t.Facts.Total(); known {
			var err error
			if numbers, err = inProportion(numbers, n); err != nil {
				return Quality{}, message.Errorf("%s: %w", t.StandIn.Source(), err)
			}
		}
		v, err := histogram.FromCounts(t.Workload.Domain(), numbers)
		if err != nil {
			return Quality{}, message.Errorf("%s: %w", t.StandIn.Source(), err)
		}
		counts = append(counts, v)
	}
	q := Quality{MeasuredOn: p.problem.Tables[0].StandIn.Source(), Runs: runs}
	if a, err := p.alone(); err == nil {
		q.Alone = a
	}
	truths := p.truths(counts)
	for i, t := range s.tables {
		one := TableQuality{Columns: (&run{Prepared: p}).labels(t), Numbers: len(truths[i])}
		for _, n := range truths[i] {
			one.People += float64(n) / float64(len(truths[i]))
		}
		q.Tables = append(q.Tables, one)
	}
	for range runs {
		made, err := p.Release(ctx, counts, src)
		if err != nil {
			return Quality{}, err
		}
		for i, e := range p.Errors(made, truths) {
			q.Tables[i].Mean += e / float64(runs)
			q.Mean += e / float64(runs*len(s.tables))
		}
	}
	return q, nil
}

// truths returns the tables that are asked for, of counts over the problem's tables.
func (p *Prepared) truths(counts []*histogram.Vector) [][]int64 {
	s := p.problem.Sheet
	out := make([][]int64, len(s.tables))
	r := &run{Prepared: p, counts: counts}
	for i, t := range s.tables {
		if s.eachCell() {
			out[i] = r.truth(0, of(indices(len(s.sizes))), t)
		} else {
			out[i] = r.truth(i, t, t)
		}
	}
	return out
}

// Errors returns, for each table that is asked for, the mean distance of the numbers of the records, in
// proportion to the people that they stand for, from others.
func (p *Prepared) Errors(made *Made, truths [][]int64) []float64 {
	s := p.problem.Sheet
	out := make([]float64, len(s.tables))
	each := float64(made.People) / float64(max(made.Len(), 1))
	for i, t := range s.tables {
		counts := tally(made.Records, t, s.sizes)
		for cell, n := range counts {
			out[i] += math.Abs(float64(n)*each-float64(truths[i][cell])) / float64(len(counts))
		}
	}
	return out
}

// tally counts records over some columns.
func tally(records [][]int32, t columns, sizes []int) []int64 {
	out := make([]int64, int(t.cells(sizes)))
	list := t.list()
	for row := range records[0] {
		at := 0
		for _, j := range list {
			at = at*sizes[j] + int(records[j][row])
		}
		out[at]++
	}
	return out
}

// alone returns the mean size of independent noise on every table.
func (p *Prepared) alone() (float64, error) {
	l, err := p.lawAlone()
	if err != nil {
		return 0, err
	}
	return l.MeanAbs(), nil
}

// lawAlone returns independent noise on every table, all of them together within the budget of each
// edge.
func (p *Prepared) lawAlone() (noise.Law, error) {
	a := newSpending(p.problem.whole(), p.classes)
	var least *big.Rat // loss of an edge that changes a table
	for i, c := range a.classes {
		moved := int64(0)
		for _, t := range p.problem.Sheet.tables {
			moved += c.moves(t)
		}
		if moved == 0 {
			continue
		}
		loss := new(big.Rat).Quo(a.limit[i], big.NewRat(moved, 2))
		if least == nil || loss.Cmp(least) < 0 {
			least = loss
		}
	}
	return a.lawFor(least)
}

// inProportion returns counts that add up to n, as near to the shares of the given ones as whole numbers
// can be.
func inProportion(counts []int64, n int64) ([]int64, error) {
	var sum int64
	for _, c := range counts {
		sum += c
	}
	if sum == n {
		return counts, nil
	}
	if sum == 0 {
		return nil, message.Errorf("it contains nobody, but the public knows of %d", n)
	}
	y := make([]float64, len(counts))
	for i, c := range counts {
		y[i] = float64(c) / float64(sum) * float64(n)
	}
	return inference.RoundToTotal(y, n)
}
