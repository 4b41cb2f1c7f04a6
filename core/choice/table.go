package choice

import (
	"context"
	"math"
	"slices"
	"steward/core/limits"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/workload"
)

// Method says how a percentile is made.
type Method string

// The methods.
const (
	Automatic Method = ""      // whichever is better on the stand-in, or by its bound
	Drawn     Method = "draw"  // drawn by its score
	FromTable Method = "table" // read off a cumulative table that is measured for it alone
)

// Methods returns all methods.
func Methods() []Method { return []Method{Automatic, Drawn, FromTable} }

// tabled is the cumulative table that a percentile is read off.
type tabled struct {
	group registry.Group
	// sd and half are, for each value, the standard deviation of its count less the percentile's part
	// of all people, and its half-width at a level that two of them hold together 19 times in 20.
	sd, half []float64
}

// alone is the level of one of two intervals that hold together 19 times in 20.
const alone = 1 - chance/2

// newTabled works out the errors of question n of a group, which is a cumulative table.
func newTabled(r rank, g registry.Group, n int) (*tabled, error) {
	t := &tabled{group: g, sd: make([]float64, r.values), half: make([]float64, r.values)}
	part := float64(r.num) / float64(r.den)
	for v := range t.sd {
		terms := []mechanism.Term{{Answer: v, Weight: 1}, {Answer: r.values - 1, Weight: -part}}
		if v == r.values-1 {
			terms = []mechanism.Term{{Answer: v, Weight: 1 - part}}
		}
		c, err := g.Combine(n, terms)
		if err != nil {
			return nil, err
		}
		if t.sd[v] = math.Sqrt(c.Variance); c.Variance > 0 {
			t.half[v] = t.sd[v]*c.Family.Factor(alone) + c.Weight
		}
	}
	return t, nil
}

// read returns the first value whose tidied count reaches the percentile's part of all, and an
// interval: the values v at which the unadjusted counts allow that v reaches it and the value before
// v does not. The true percentile is among them unless one of two counts errs beyond its half-width.
func (t *tabled) read(r rank, unadjusted, tidied []float64) Chosen {
	part := float64(r.num) / float64(r.den)
	out := Chosen{Option: r.values - 1}
	for v := range r.values {
		if tidied[v] >= part*tidied[r.values-1] {
			out.Option = v
			break
		}
	}
	out.Low, out.High = out.Option, out.Option
	over := func(v int) float64 { return unadjusted[v] - part*unadjusted[r.values-1] }
	for v := range r.values {
		if over(v) >= -t.half[v] && (v == 0 || over(v-1) <= t.half[v-1]) {
			out.Low, out.High = min(out.Low, v), max(out.High, v)
		}
	}
	return out
}

// ReadOff reads a percentile off the answers to question n of a group, which counts people up to
// each value of its column. It errors where the error of the answers depends on the data, so that
// no interval is known.
func (c *Choice) ReadOff(g registry.Group, n int, unadjusted, tidied []float64) (Chosen, Quality, error) {
	t, err := c.tabled(g, n)
	if err != nil {
		return Chosen{}, Quality{}, err
	}
	return t.read(c.score.(rank), unadjusted, tidied), t.quality(c, g.Problem), nil
}

// QualityOff says how good a percentile is that is read off question n of a group.
func (c *Choice) QualityOff(g registry.Group, n int) (Quality, error) {
	t, err := c.tabled(g, n)
	if err != nil {
		return Quality{}, err
	}
	return t.quality(c, g.Problem), nil
}

func (c *Choice) tabled(g registry.Group, n int) (*tabled, error) {
	r, ok := c.score.(rank)
	if !ok || len(c.question.By) > 0 {
		return nil, message.Errorf("%q: only the percentile of a whole column can be taken from a table", c.question.Title)
	}
	if err := c.fitsTable(); err != nil {
		return nil, err
	}
	t, err := newTabled(r, g, n)
	if err != nil {
		return nil, message.Errorf("%q: it cannot be taken from a table whose error depends on the data: choose another method for the table: %w", c.question.Title, err)
	}
	return t, nil
}

// fitsTable errors where there are too many values.
func (c *Choice) fitsTable() error {
	if n := len(c.options); n > limits.MaxTabledValues {
		return message.Errorf("%q: a percentile can be taken from a table of up to %d values, but there are %d: draw it by its rank, or declare coarser ranges", c.question.Title, limits.MaxTabledValues, n)
	}
	return nil
}

// ownTable makes ready a cumulative table that spends the budget of the choice.
func (p Problem) ownTable(ctx context.Context, id string) (*tabled, error) {
	q := p.Choice.question
	if err := p.Choice.fitsTable(); err != nil {
		return nil, err
	}
	w, err := workload.New(workload.Question{ID: q.ID, Title: q.Title, Kind: workload.Cumulative, Columns: q.Columns()}, p.Choice.domain)
	if err != nil {
		return nil, err
	}
	problem := p.Cells
	problem.Workload, problem.StandIn = w, mechanism.StandIn{} // no method whose error depends on the data
	g, err := registry.NewGroup(ctx, []int{0}, []account.Epsilon{problem.Budget}, problem, id)
	if err != nil {
		return nil, err
	}
	return p.Choice.tabled(g, 0)
}

// quality says how good the percentile is: Fall is how far the counts that decide it are off, at
// most, 19 times in 20 each, and Typical is made of the chances that they err to the wrong side, by
// the normal law.
func (t *tabled) quality(c *Choice, p mechanism.Problem) Quality {
	q := Quality{Fall: slices.Max(t.half)}
	if p.StandIn.IsZero() || len(p.Workload.Domain().Attributes()) != 1 {
		return q
	}
	return t.onStandIn(c, p.StandIn, p.Unit, q)
}

func (t *tabled) onStandIn(c *Choice, s mechanism.StandIn, unit mechanism.Unit, q Quality) Quality {
	r, a := c.score.(rank), c.attribute()
	counts := s.Counts()
	var people, upTo int64
	for _, n := range counts[:r.values] {
		people += n
	}
	q.MeasuredOn, q.Right = s.Source(), 1
	for v := range r.values - 1 {
		upTo += counts[v]
		over := unit.Of(float64(r.den*upTo-r.num*people) / float64(r.den))
		wrong := 0.0
		if t.sd[v] > 0 {
			wrong = math.Erfc(math.Abs(over)/t.sd[v]/math.Sqrt2) / 2
		}
		q.Typical += wrong * (a.Positions(v+1) - a.Positions(v))
		q.Right -= wrong
	}
	q.Right = max(q.Right, 0)
	return q
}

// release measures the table and reads the percentile off it.
func (t *tabled) release(ctx context.Context, p Problem, counts *histogram.Vector, src noise.Source) ([]Chosen, error) {
	a, err := t.group.Prepared.Release(ctx, counts, src)
	if err != nil {
		return nil, err
	}
	a = t.group.Of(0, a)
	tidied := make([]float64, len(a.Tidied))
	for i := range tidied {
		tidied[i] = t.group.Problem.Unit.Of(a.TidiedAt(i))
	}
	return []Chosen{t.read(p.Choice.score.(rank), a.Unadjusted, tidied)}, nil
}
