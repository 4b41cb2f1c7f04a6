package synthetic

import (
	"context"
	"math"
	"math/big"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
)

// Problem is what a synthetic table is prepared for. It holds no data.
type Problem struct {
	Sheet *Sheet
	// Policy is the published policy projected to all of the sheet's columns.
	Policy *policy.Policy
	// Tables are the problems over whose cells the data are counted (Sheet.Counted), each with all of the
	// table's budget.
	Tables []mechanism.Problem
}

// whole returns the problem over all columns, which knows the budget. It has no workload.
func (p Problem) whole() mechanism.Problem {
	w := p.Tables[0]
	w.Policy = p.Policy
	return w
}

// Budget is the part of the budget that is spent.
func (p Problem) Budget() account.Epsilon { return p.Tables[0].Budget }

// Prepared is a synthetic table made ready to be released.
type Prepared struct {
	problem Problem
	classes []class
	known   []*sums
}

// Prepare works out what the edges of the policy change and what is known of the columns. It sees no
// data. It errors where rows stand for several people, and with ctx's error when cancelled.
func Prepare(ctx context.Context, p Problem) (*Prepared, error) {
	w := p.whole()
	if !w.Unit.IsOne() {
		return nil, message.Errorf("%q: rows have weights, and made-up records cannot stand for different numbers of people: leave out the weights, or this table", p.Sheet.question.Title)
	}
	classes, err := classesOf(ctx, p.Policy)
	if err != nil {
		return nil, err
	}
	return &Prepared{problem: p, classes: classes, known: p.knownSums()}, nil
}

// Method returns the method that is used.
func (p *Prepared) Method() Method {
	if m := p.problem.Sheet.question.Method; m != Automatic {
		return m
	}
	return Graph
}

// Info describes the method.
func (p *Prepared) Info() mechanism.Info {
	switch p.Method() {
	case Weights:
		return mechanism.Info{ID: "mwem", Name: message.Sprintf("Multiplicative weights"), Source: message.Sprintf("Hardt, Ligett and McSherry 2012, figure 1; Kamalaruban et al. 2020, theorem 7"), DataDependent: true}
	case Small:
		return mechanism.Info{ID: "small-database", Name: message.Sprintf("A small data set drawn by its score"), Source: message.Sprintf("Blum, Ligett and Roth 2013; Kamalaruban et al. 2020, theorem 5"), DataDependent: true}
	}
	return mechanism.Info{ID: "graphical-model", Name: message.Sprintf("Tables and a graphical model"), Source: message.Sprintf("McKenna, Mullins, Sheldon and Miklau 2022, algorithm 1; losses added up along each edge of the policy"), DataDependent: true}
}

// Loss is the part of the budget that is spent.
func (p *Prepared) Loss() account.Epsilon { return p.problem.Budget() }

// Sheet returns the question.
func (p *Prepared) Sheet() *Sheet { return p.problem.Sheet }

// Step is something that was measured.
type Step struct {
	// Columns are those of the table, and Cell the labels of the one combination that was counted; nil
	// where all were. Both are nil for the number of people.
	Columns []string `json:"columns,omitempty"`
	Cell    []string `json:"cell,omitempty"`
	// Numbers is how many numbers were measured.
	Numbers int `json:"numbers"`
	// Chosen says that it was chosen by the exponential mechanism, and Rate at which rate, exactly.
	Chosen bool   `json:"chosen,omitempty"`
	Rate   string `json:"rate,omitempty"`
	// Loss is what the round of a graphical model was to cost an edge that changes the table, exactly.
	Loss string `json:"loss,omitempty"`
	noise.Stated
}

// Made is a synthetic table.
type Made struct {
	// Records are the values of every record, by column.
	Records [][]int32
	// People is the number of people that it stands for: known, or measured.
	People int64
	// Known says that it is known.
	Known bool
	Steps []Step
	// Unmet is how many numbers that are publicly known the records miss, and by how many records in all.
	Unmet, By int64

	among [][]columns // of each step that chose among tables, these
}

// Len returns the number of records.
func (m *Made) Len() int {
	if len(m.Records) == 0 {
		return 0
	}
	return len(m.Records[0])
}

// Release measures counts over the tables of the problem, in their order, and makes records. Each call
// spends Loss again: only core/release calls it on true counts, once, after the ledger was debited.
func (p *Prepared) Release(ctx context.Context, counts []*histogram.Vector, src noise.Source) (*Made, error) {
	if len(counts) != len(p.problem.Tables) {
		return nil, message.Errorf("%d tables of counts where %d are expected", len(counts), len(p.problem.Tables))
	}
	run := p.start()
	run.counts, run.src = counts, src
	var m *model
	var err error
	switch p.Method() {
	case Weights:
		m, err = run.weights(ctx)
	case Small:
		m, err = run.small(ctx)
	default:
		m, err = run.graph(ctx)
	}
	if err != nil {
		return nil, err
	}
	run.made.People = int64(math.Round(m.people))
	if err := run.meetKnown(ctx, m); err != nil {
		return nil, err
	}
	return run.made, run.records(ctx, m)
}

// run is one release.
type run struct {
	*Prepared
	counts   []*histogram.Vector
	src      noise.Source
	spending *spending
	made     *Made
	differs  *Differs // in a check
}

// start returns a release of nothing yet, which shares nothing with others that it changes.
func (p *Prepared) start() *run {
	own := *p
	own.known = nil
	for _, k := range p.known {
		k := *k
		own.known = append(own.known, &k)
	}
	return &run{Prepared: &own, spending: newSpending(p.problem.whole(), p.classes), made: &Made{}}
}

// sheet returns the question.
func (r *run) sheet() *Sheet { return r.problem.Sheet }

// measure draws noise of a law onto a true table over some columns, and keeps account of it.
func (r *run) measure(t columns, truth []int64, l noise.Law, rate *big.Rat) ([]float64, error) {
	if err := r.spending.measure(t, l); err != nil {
		return nil, err
	}
	noisy := make([]int64, len(truth))
	l.Add(r.src, truth, noisy)
	out := make([]float64, len(noisy))
	for i, n := range noisy {
		out[i] = float64(n)
	}
	r.step(Step{Columns: r.labels(t), Numbers: len(out)}, l, rate)
	return out, nil
}

// step notes what was measured.
func (r *run) step(s Step, l noise.Law, rate *big.Rat) {
	s.Stated = l.Stated()
	if rate != nil {
		s.Chosen, s.Rate = true, rate.RatString()
	}
	r.made.Steps = append(r.made.Steps, s)
}

func (r *run) labels(t columns) []string {
	var out []string
	for _, n := range r.sheet().namesOf(t) {
		out = append(out, string(n))
	}
	return out
}

// people returns the number of people: known, or measured with a part of every budget.
func (r *run) people(part *big.Rat) (float64, error) {
	if n, known := r.problem.Tables[0].Facts.Total(); known {
		r.made.Known = true
		return float64(max(n, 1)), nil
	}
	// As if it cost what a table does, though only somebody's coming or leaving changes it.
	l, err := r.spending.lawFor(part.Mul(part, r.spending.least()))
	if err != nil {
		return 0, err
	}
	if err := r.spending.measure(0, l); err != nil {
		return 0, err
	}
	truth := []int64{r.counts[0].Total()}
	l.Add(r.src, truth, truth)
	r.step(Step{Numbers: 1}, l, nil)
	return float64(max(truth[0], 1)), nil
}

// truth returns the true table over columns that are all in table i, over columns of its own. The caller
// clears it.
func (r *run) truth(i int, over, t columns) []int64 {
	counts := r.counts[i].Counts()
	out := make([]int64, int(t.cells(r.sheet().sizes)))
	for cell, at := range places(over, t, r.sheet().sizes) {
		out[at] += counts[cell]
	}
	return out
}

// coarser rounds a loss down to steps that make short fractions.
func coarser(loss *big.Rat) *big.Rat {
	const steps = 1 << 40
	n := new(big.Rat).Mul(loss, new(big.Rat).SetInt64(steps))
	return new(big.Rat).SetFrac(new(big.Int).Quo(n.Num(), n.Denom()), big.NewInt(steps))
}

// rootOf returns a fraction at most the square root of x, near it.
func rootOf(x *big.Rat) *big.Rat {
	f, _ := x.Float64()
	out := new(big.Rat)
	out.SetInt64(int64(math.Sqrt(f) * (1 << 40)))
	out.Quo(out, big.NewRat(1<<40, 1))
	for new(big.Rat).Mul(out, out).Cmp(x) > 0 {
		out.Mul(out, big.NewRat(1<<30-1, 1<<30))
	}
	return out
}

// Effective is what is left of the budget for noise, after known facts and weights.
func (p *Prepared) Effective() account.Epsilon { return p.problem.whole().Effective() }
