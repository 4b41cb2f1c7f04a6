package choice

import (
	"context"
	"math"
	"math/big"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy/weighted"
)

// Problem is what a choice is prepared for. It holds no data.
type Problem struct {
	Choice *Choice
	// Cells is the table over the choice's columns that its scores are made of, with the policy,
	// the known facts and the budget of the choice.
	Cells mechanism.Problem
}

// Prepared is a choice made ready to be drawn.
type Prepared struct {
	problem     Problem
	sensitivity Sensitivity
	rate        *big.Rat // per whole number of the score
	draws       []scorer // of each group
	// table, unless it is nil, is measured in the place of draws.
	table *tabled
	why   message.Text
}

// chance is how often a bound on the error may fail.
const chance = 0.05

// Prepare works out the rate at which options are drawn, or the table that a percentile is read off
// where that is better: on the public data of the problem, or without any by the bound on how many
// people too many lie on one side of it. It sees no data. It errors with ctx's error when cancelled.
func Prepare(ctx context.Context, p Problem) (*Prepared, error) {
	q := p.Choice.question
	if p.Cells.Exact && q.Method != FromTable {
		out := p.prepareExact()
		out.why = message.Sprintf("exact: costs nothing")
		return out, nil
	}
	if q.Kind != Percentile || len(q.By) > 0 || q.Method == Drawn {
		return prepareDraw(ctx, p)
	}
	t, err := p.ownTable(ctx, "")
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if q.Method == FromTable {
		if err != nil {
			return nil, err
		}
		return &Prepared{problem: p, table: t, why: message.Sprintf("chosen by hand")}, nil
	}
	drawn, failed := prepareDraw(ctx, p)
	if err != nil || failed != nil {
		return drawn, failed // there is no table with errors that are known
	}
	read := &Prepared{problem: p, table: t}
	a, b := drawn.Quality(), read.Quality()
	better, by := b.Fall < a.Fall, message.Sprintf("judged by how many people too many can end up on one side")
	if s := p.Cells.StandIn; !s.IsZero() && !s.MadeUp() {
		better, by = b.Typical < a.Typical, message.Sprintf("on %s", s.Source())
	}
	if better {
		read.why = message.Sprintf("better than a draw by score %s", by)
		return read, nil
	}
	drawn.why = message.Sprintf("better than a cumulative table of its own %s", by)
	return drawn, nil
}

// Alternatives returns the ways that Prepare chooses from, or would if the question left it open: a
// draw by score and, for the percentile of a whole column, a table of its own.
func Alternatives(ctx context.Context, p Problem) ([]*Prepared, error) {
	if p.Cells.Exact {
		out, err := Prepare(ctx, p)
		return []*Prepared{out}, err
	}
	drawn, err := prepareDraw(ctx, p)
	if err != nil {
		return nil, err
	}
	out := []*Prepared{drawn}
	if q := p.Choice.question; q.Kind == Percentile && len(q.By) == 0 {
		if t, err := p.ownTable(ctx, ""); err == nil {
			out = append(out, &Prepared{problem: p, table: t})
		}
	}
	return out, ctx.Err()
}

// Reading returns the problem's percentile read off a table of its own by the mechanism of an id, as
// Prepare may choose it.
func Reading(ctx context.Context, p Problem, id string) (*Prepared, error) {
	if p.Choice.question.Kind != Percentile || len(p.Choice.question.By) > 0 {
		return nil, message.Errorf("%q: only the percentile of a whole column can be taken from a table", p.Choice.question.Title)
	}
	t, err := p.ownTable(ctx, id)
	if err != nil {
		return nil, err
	}
	return &Prepared{problem: p, table: t}, nil
}

// Drawing returns the problem drawn by score, with ranks averaged over so many values to either side,
// as Prepare may choose it.
func Drawing(ctx context.Context, p Problem, width int) (*Prepared, error) {
	if p.Cells.Exact {
		return p.prepareExact(), nil
	}
	if r, ranked := p.Choice.score.(rank); ranked && width >= 0 && width <= limits.MaxPercentileWidth && r.den <= limits.MaxCoefficient/int64(2*width+1) {
		p.Choice = p.Choice.ofWidth(width)
	} else if width != 0 {
		return nil, message.Errorf("%q: ranks cannot be averaged over %d values", p.Choice.question.Title, width)
	}
	return prepare(ctx, p)
}

// prepareDraw takes the width that is best on a stand-in, where that is left open.
func prepareDraw(ctx context.Context, p Problem) (*Prepared, error) {
	r, ranked := p.Choice.score.(rank)
	if s := p.Cells.StandIn; !ranked || !p.Choice.question.AnyWidth || s.IsZero() || s.MadeUp() || r.values*len(p.Choice.names) > maxMeasured {
		return prepare(ctx, p)
	}
	best, err := prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	least := best.Quality().Typical
	for width := 1; 4*width < r.values && width <= limits.MaxPercentileWidth && r.den <= limits.MaxCoefficient/int64(2*width+1); width *= 2 {
		p.Choice = p.Choice.ofWidth(width)
		wider, err := prepare(ctx, p)
		if err != nil {
			return nil, err
		}
		if typical := wider.Quality().Typical; typical < least {
			best, least = wider, typical
		}
	}
	return best, nil
}

// ofWidth returns the percentile with ranks averaged over so many values to either side.
func (c *Choice) ofWidth(width int) *Choice {
	out, r := *c, c.score.(rank)
	out.question.Width, r.width, r.window = width, width, int64(2*width+1)
	out.score, out.scale = r, new(big.Rat).SetInt64(r.den*r.window)
	return &out
}

// prepare is Prepare at the width that the choice has.
func prepare(ctx context.Context, p Problem) (*Prepared, error) {
	s, err := sensitivityOf(ctx, p.Choice, p.Cells.Policy, mostEdges)
	if err != nil {
		return nil, message.Errorf("%q: %w", p.Choice.question.Title, err)
	}
	out := &Prepared{problem: p, sensitivity: s}
	if s.Change == 0 {
		// Nothing secret changes it. It is drawn all the same, since nothing is published without noise that the steward
		// has not agreed to: with that of the smallest change that a secret could make, and so with no more than under any secret.
		_, heaviest := p.Cells.Policy.Weights()
		least := p.Choice.least()
		s = Sensitivity{Change: least, Largest: least, Weight: max(heaviest, weighted.One)}
	}
	change := s.Change
	budget := p.Cells.EffectiveAt(s.Weight)
	if p.tied() {
		change = s.Largest // what moves along with a light edge may be any other
	}
	out.rate = budget.Rat()
	out.rate.Quo(out.rate, new(big.Rat).SetInt64(change))
	if p.Cells.Gaussian {
		// A log ratio that spans a range of 2r has a loss of rho = (2r)²/8 = r²/2.
		out.rate.Mul(out.rate, big.NewRat(2, 1))
	}
	out.draws = out.scorers()
	return out, nil
}

// tied reports whether known facts tie people together.
func (p Problem) tied() bool {
	one := p.Cells
	one.Rows = 0
	return one.Multiplier().Factor > 1
}

// scorers returns the draws of a group: the option itself, and for an interval one that lies so far
// below and one so far above that they miss with a chance of half of chance each.
func (p *Prepared) scorers() []scorer {
	c := p.problem.Choice
	r, ranked := c.score.(rank)
	if !ranked || !c.question.Interval {
		return []scorer{c.score}
	}
	off := int64(math.Min(math.Ceil(p.fall(chance/2)), 1<<60))
	low, high := r, r
	low.offset, high.offset = -off, off
	return []scorer{r, low, high}
}

// fall returns how far the score of the drawn option is below the best, in whole numbers of the
// score, but with a chance of at most beta.
func (p *Prepared) fall(beta float64) float64 {
	rate, _ := p.rate.Float64()
	return (math.Log(float64(len(p.problem.Choice.options))) - math.Log(beta)) / rate
}

// Info describes the mechanism that draws.
func (p *Prepared) Info() mechanism.Info {
	if p.exact() {
		return exactly()
	}
	if p.table != nil {
		info := p.table.group.Prepared.Info()
		info.ID, info.Name = TablePrefix+info.ID, message.Sprintf("Taken from a cumulative table: %s", info.Name)
		return info
	}
	if p.problem.Cells.Gaussian {
		return mechanism.Info{ID: "exponential", Name: message.Sprintf("Random choice by score"), Source: message.Sprintf("McSherry and Talwar 2007, section 3; range sensitivity under the policy"), DataDependent: true}
	}
	return mechanism.Info{ID: "permute-and-flip", Name: message.Sprintf("Random choice by score"), Source: message.Sprintf("McKenna and Sheldon 2020, algorithm 1; range sensitivity under the policy"), DataDependent: true}
}

// Choice returns the choice with the width that is taken.
func (p *Prepared) Choice() *Choice { return p.problem.Choice }

// TablePrefix begins the id of what is read off a table; the id of the table's mechanism follows.
const TablePrefix = "table:"

// Why says why it was chosen; empty where there was no choice.
func (p *Prepared) Why() message.Text { return p.why }

// Noise lists the noise of the table that the option is read off, nil where it is drawn.
func (p *Prepared) Noise() []mechanism.Noise {
	if p.table == nil {
		return nil
	}
	return p.table.group.Prepared.Noise()
}

// Loss is the part of the budget that is spent.
func (p *Prepared) Loss() account.Epsilon {
	if p.table != nil {
		return p.table.group.Prepared.Loss()
	}
	return p.problem.Cells.Spends()
}

// exact reports whether the best option is published without a draw.
func (p *Prepared) exact() bool { return p.problem.Cells.Exact && p.table == nil }

// Sensitivity returns the range sensitivity in units of the score, exactly: how far apart the
// changes of two options' scores can be along an edge, per unit of its weight. It is nil where the
// option is read off a table, or is exact.
func (p *Prepared) Sensitivity() *big.Rat {
	if p.table != nil || p.exact() {
		return nil
	}
	return p.sensitivity.rat(p.problem.Choice.scale)
}

// Rate returns by how much the log of the odds of two options differs per unit of the score, nil
// where the option is read off a table.
func (p *Prepared) Rate() *big.Rat {
	if p.table != nil || p.exact() {
		return nil
	}
	return new(big.Rat).Mul(p.rate, p.problem.Choice.scale)
}

// Chosen is what is published for one group.
type Chosen struct {
	// Key are the labels of the group; empty without groups.
	Key []string
	// Option is the number of the option that was drawn.
	Option int
	// Low and High are the ends of an interval of options, where one was asked for, else -1.
	Low, High int
}

// Release draws an option for every group, from counts over the choice's cells. Each call spends
// Loss again: only core/release calls it on true counts, once, after the ledger was debited.
func (p *Prepared) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) ([]Chosen, error) {
	if p.exact() {
		return p.best(ctx, counts)
	}
	if p.table != nil {
		return p.table.release(ctx, p.problem, counts, src)
	}
	c := p.problem.Choice
	scores := make([]int64, len(c.options))
	defer clear(scores)
	out := make([]Chosen, 0, len(c.names))
	for g, of := range c.group {
		if of < 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		drawn := [3]int{-1, -1, -1}
		for i, d := range p.draws {
			d.scores(scores, counts.Counts()[g*c.size:(g+1)*c.size])
			var err error
			if drawn[i], err = p.draw(src, scores); err != nil {
				return nil, err
			}
		}
		out = append(out, p.chosen(c.names[of], drawn))
	}
	return out, nil
}

func (p *Prepared) draw(src noise.Source, scores []int64) (int, error) {
	if p.problem.Cells.Gaussian {
		return noise.Choose(src, p.rate, scores, nil)
	}
	return noise.PermuteAndFlip(src, p.rate, scores)
}

// chosen puts what was drawn in order: the ends hold the option, whichever of the three missed.
func (p *Prepared) chosen(key []string, drawn [3]int) Chosen {
	out := Chosen{Key: key, Option: drawn[0], Low: -1, High: -1}
	if len(p.draws) == 3 {
		width, last := p.problem.Choice.question.Width, len(p.problem.Choice.options)-1
		out.Low = max(min(drawn[1]-width, drawn[0]), 0)
		out.High = min(max(drawn[2]+width, drawn[0]), last)
	}
	return out
}
