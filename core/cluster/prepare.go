package cluster

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
	"steward/core/policy/weighted"
)

// Problem is what a clustering is prepared for. It holds no data.
type Problem struct {
	Clustering *Clustering
	// Cells is the table over the clustering's columns, with the policy, the known facts and the
	// budget of the clustering.
	Cells mechanism.Problem
}

// Prepared is a clustering made ready to be released.
type Prepared struct {
	problem Problem
	rounds  *inRounds  // nil where groups are found from a table
	table   *fromTable // nil otherwise
	quality Quality
	why     message.Text
}

// tied reports whether known facts tie people together.
func (p Problem) tied() bool {
	one := p.Cells
	one.Rows = 0
	return one.Multiplier().Factor > 1
}

// edgesAndBudget returns the policy whose edges are walked, the budget of an edge of weight One, and
// the weight at which what no edge changes is hidden: the heaviest, or One where that is lighter.
func (p Problem) edgesAndBudget() (*policy.Policy, *big.Rat, weighted.Weight) {
	// Where facts tie people together what moves along with a light edge may be a heavy one, so that
	// every edge is hidden like the lightest (mechanism.Problem.EffectiveAt).
	walked := p.Cells.Policy
	if p.tied() {
		walked, _ = walked.Unweighted()
	}
	_, heaviest := walked.Weights()
	return walked, p.Cells.EffectiveAt(weighted.One).Rat(), max(heaviest, weighted.One)
}

// prepareRounds makes ready the way in so many rounds.
func (p Problem) prepareRounds(ctx context.Context, e *edges, rounds int) (*inRounds, error) {
	c := p.Clustering
	_, budget, spare := p.edgesAndBudget()
	shares := int64(rounds)
	if c.question.Start == Drawn {
		shares++
	}
	l := loss{family: p.Cells.Family()}
	l.budget = new(big.Rat).Quo(mechanism.Spendable(l.family, budget), big.NewRat(shares, 1))
	r := &inRounds{c: c, edges: e, loss: l, spare: spare, rounds: rounds, agreed: p.agreed(), cells: p.Cells, people: p.people()}
	switch c.question.Start {
	case Given:
		for _, centre := range c.question.Centres {
			m := make(point, len(c.axes))
			for j, number := range centre {
				m[j] = c.axes[j].place(number)
			}
			r.begin = append(r.begin, m)
		}
	case Drawn:
		lists, err := c.spread(ctx, drawnLists)
		if err != nil {
			return nil, err
		}
		if p.Cells.Exact {
			e = nil
		}
		r.drawn = newDrawing(c, e, l, r.agreed, spare, lists)
	default:
		lists, err := c.spread(ctx, 1)
		if err != nil {
			return nil, err
		}
		r.begin = lists[0]
	}
	// The first round shows whether noise of its size can be drawn at all.
	begin := r.begin
	if r.drawn != nil {
		begin = r.drawn.lists[0]
	}
	of := make([]int16, c.cells)
	c.assign(of, begin)
	people := make([]float64, len(begin))
	for g := range people {
		people[g] = r.people / float64(len(begin))
	}
	if _, _, err := r.design(of, begin, people); err != nil {
		return nil, message.Errorf("%q: %w", c.question.Title, err)
	}
	return r, nil
}

// drawnLists is how many lists of centres are drawn from.
const drawnLists = 12

// people returns how many units are expected: those that are known, or made up.
func (p Problem) people() float64 {
	if n, known := p.Cells.Facts.Total(); known {
		return float64(max(n, 1))
	}
	if s := p.Cells.StandIn; !s.IsZero() {
		sum := int64(0)
		for _, n := range s.Counts() {
			sum += n
		}
		return float64(max(sum, 1))
	}
	return madeUp
}

// Info describes the mechanism.
func (p *Prepared) Info() mechanism.Info {
	if p.table != nil {
		info := p.TableMechanism()
		info.ID, info.Name = SummaryPrefix+info.ID, message.Sprintf("k-means on a released table: %s", info.Name)
		info.DataDependent = true
		return info
	}
	return mechanism.Info{ID: RoundsID, Name: message.Sprintf("k-means in rounds, noise on sizes and sums"), DataDependent: true,
		Source: message.Sprintf("Blum, Dwork, McSherry and Nissim 2005, section 3; He, Machanavajjhala and Ding 2014, section 6, with sensitivities of its own")}
}

// TableMechanism describes the mechanism of the table that groups are found from; there is one unless
// they are found in rounds.
func (p *Prepared) TableMechanism() mechanism.Info { return p.table.prepared.Info() }

// The ids of mechanisms.
const (
	RoundsID = "k-means-rounds"
	// SummaryPrefix begins the id of what is found from a table; the id of the table's mechanism
	// follows.
	SummaryPrefix = "k-means:"
)

// Clustering returns what it was prepared for.
func (p *Prepared) Clustering() *Clustering { return p.problem.Clustering }

// Why says why it was chosen.
func (p *Prepared) Why() message.Text { return p.why }

// Rounds returns in how many rounds groups are found, 0 where they are found from a table.
func (p *Prepared) Rounds() int {
	if p.rounds == nil {
		return 0
	}
	return p.rounds.rounds
}

// Table says what noise of a table was chosen for: "cells", "ranges", "blocks of 10", where each column
// was cut into 10 runs of values at most, or "ranges of blocks of 10", with ", cumulative" behind it where numbers were made possible by
// cumulating them; it is empty for rounds.
func (p *Prepared) Table() message.Text {
	if p.table == nil {
		return message.Text{}
	}
	if p.table.rising {
		return message.Sprintf("%s, cumulative", p.table.asked.text())
	}
	return p.table.asked.text()
}

func (a asking) text() message.Text {
	switch {
	case a.blocks > 0 && a.ranges:
		return message.Sprintf("ranges of blocks of %d", a.blocks)
	case a.blocks > 0:
		return message.Sprintf("blocks of %d", a.blocks)
	case a.ranges:
		return message.Sprintf("ranges")
	}
	return message.Sprintf("cells")
}

// Noise lists the noise of the table that groups are found from; nil for rounds, whose noise depends
// on the centres of the round before (Found.Noise).
func (p *Prepared) Noise() []mechanism.Noise {
	if p.table == nil {
		return nil
	}
	return p.table.prepared.Noise()
}

// Loss is the part of the budget that is spent, the zero Epsilon for none.
func (p *Prepared) Loss() account.Epsilon { return p.problem.Cells.Spends() }

// agreed reports whether sums that the policy discloses are published exactly.
func (p Problem) agreed() bool {
	return p.Cells.Exact || p.Cells.Disclose && !p.Cells.Policy.Presence()
}

// CostsNothing reports whether groups can be found from numbers that are published exactly, since every cell of their table is
// a known sum, so that they need nothing of the budget.
func CostsNothing(ctx context.Context, p Problem) (bool, error) {
	if made, err := p.Cells.NeedsNoNoise(); err != nil || !made {
		return false, err
	}
	p.Cells.Exact = true
	if p.Clustering.question.Way == Rounds {
		return true, nil
	}
	_, err := p.tables(ctx, "")
	return err == nil, ctx.Err()
}

// Quality is how good the groups are expected to be.
func (p *Prepared) Quality() Quality { return p.quality }

// Found is what is published.
type Found struct {
	Groups []Group
	// Noise is that of the rounds, in their order; nil where groups were found from a table.
	Noise []RoundNoise
}

// Group is one group of similar people.
type Group struct {
	// Centre is the mean of the people in it, and Error its root mean square error, per column, in the
	// column's own numbers, or steps.
	Centre, Error []float64
	// Near is the value that is nearest to the centre, for columns whose values are counted in steps; ""
	// for numbers.
	Near []string
	// Size is how many people are in it as measured, and SizeError its root mean square error; Tidied is a
	// whole number of units, not below zero, in people.
	Size, SizeError, Tidied float64
	// Kept says that it was so small that its centre stayed where it was before.
	Kept bool
}

// RoundNoise is the noise of one round.
type RoundNoise struct {
	// Sizes is the largest number of sizes that change by one along an edge, and Sums the largest
	// change of all sums together, in parts: the L1 norm, or with Gaussian noise the square of L2.
	Sizes int64 `json:"sizes"`
	Sums  int64 `json:"sums"`
	// Exact says that some edge has each of them; otherwise they are bounds.
	Exact bool `json:"exact,omitempty"`
	// SizeScale and SumScales are the parameters of the noise, exactly: scales of Laplace laws, or
	// sigma² of Gaussian ones; sums are in steps of each column; "0" is no noise.
	SizeScale string   `json:"sizeScale"`
	SumScales []string `json:"sumScales"`
	// From are the centres that the round began with, and About the points that were taken off the
	// values in each group: per group and column, in steps from the lowest value.
	From  [][]float64 `json:"from"`
	About [][]int64   `json:"about"`
}

// Release finds the groups, from counts over the clustering's cells. Each call spends Loss again:
// only core/release calls it on true counts, once, after the ledger was debited.
func (p *Prepared) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (*Found, error) {
	out, err := p.release(ctx, counts, src, true)
	if err != nil {
		return nil, err
	}
	return p.found(out), nil
}

func (p *Prepared) release(ctx context.Context, counts *histogram.Vector, src noise.Source, errors bool) (*outcome, error) {
	if p.rounds != nil {
		return p.rounds.release(ctx, counts, src)
	}
	y, err := p.table.estimate(ctx, counts, src)
	if err != nil {
		return nil, err
	}
	out, err := p.table.find(ctx, y)
	if err != nil || !errors {
		return out, err
	}
	return out, p.table.errors(ctx, out, y)
}

// found puts an outcome into the numbers of the columns and people.
func (p *Prepared) found(out *outcome) *Found {
	c, unit := p.problem.Clustering, p.problem.Cells.Unit
	f := &Found{}
	for g, m := range out.centres {
		group := Group{Size: unit.Of(out.sizes[g]), SizeError: unit.Of(out.sizeSD[g]), Tidied: unit.Of(float64(out.tidied[g])), Kept: out.kept[g]}
		for j := range c.axes {
			step, _ := c.axes[j].step.Float64()
			group.Centre = append(group.Centre, c.axes[j].number(m[j]))
			group.Error = append(group.Error, step*out.errors[g][j])
		}
		group.Near = c.Near(group.Centre)
		f.Groups = append(f.Groups, group)
	}
	for _, r := range out.rounds {
		n := RoundNoise{Sizes: r.sizes, Sums: r.sums, Exact: r.exact, SizeScale: parameter(r.amounts.sizes), About: r.about}
		for _, m := range r.from {
			n.From = append(n.From, m)
		}
		for _, l := range r.amounts.sums {
			n.SumScales = append(n.SumScales, parameter(l))
		}
		f.Noise = append(f.Noise, n)
	}
	f.order()
	return f
}

// parameter writes the parameter of a law exactly.
func parameter(l noise.Law) string {
	if l.IsZero() {
		return "0"
	}
	return l.Rat().RatString()
}

// finite reports whether every number is one.
func finite(list ...float64) bool {
	for _, x := range list {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}
