package choice

import (
	"context"
	"slices"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
)

// CostsNothing reports whether every score follows from known sums of cells, but for what all options gain alike, so that the
// best option can be published exactly and needs nothing of the budget. Only public numbers decide it.
func CostsNothing(ctx context.Context, p Problem) (bool, error) {
	made, err := p.Follows(p.Cells)
	if err != nil || !made || p.Choice.question.Method != FromTable {
		return made, err
	}
	if made, err = p.Cells.NeedsNoNoise(); err != nil || !made {
		return false, err
	}
	p.Cells.Exact = true
	_, err = p.ownTable(ctx, "")
	return err == nil, ctx.Err()
}

// Follows reports whether every score follows from known sums of cells, but for what all options gain alike.
func (p Problem) Follows(cells mechanism.Problem) (bool, error) {
	return cells.Follows(p.Choice.plain().alike)
}

// plain returns a percentile without averaging, which hides nobody where there is no noise, and other choices as they are.
func (c *Choice) plain() *Choice {
	if _, ranked := c.score.(rank); ranked {
		return c.ofWidth(0)
	}
	return c
}

// alike reports whether people in two cells count alike: whatever the others' data, it is the same options that are best.
func (c *Choice) alike(u, v int) bool {
	from, i := c.place(u)
	to, j := c.place(v)
	if from == to {
		return c.score.swap(i, j) == 0
	}
	return c.score.alone(i)+c.score.alone(j) == 0
}

// prepareExact makes ready a choice that takes nothing of the budget.
func (p Problem) prepareExact() *Prepared {
	p.Choice = p.Choice.plain()
	return &Prepared{problem: p, draws: []scorer{p.Choice.score}}
}

// best returns the best option of every group, of equally good ones the first, for counts that are rebuilt of public sums.
func (p *Prepared) best(ctx context.Context, counts *histogram.Vector) ([]Chosen, error) {
	c := p.problem.Choice
	public, err := p.problem.Cells.Rebuilt(counts)
	if err != nil {
		return nil, err
	}
	scores := make([]int64, len(c.options))
	var out []Chosen
	for g, of := range c.group {
		if of < 0 {
			continue
		}
		c.score.scores(scores, public.Counts()[g*c.size:(g+1)*c.size])
		one := Chosen{Key: c.names[of], Option: slices.Index(scores, slices.Max(scores)), Low: -1, High: -1}
		if c.question.Interval {
			one.Low, one.High = one.Option, one.Option
		}
		out = append(out, one)
	}
	return out, ctx.Err()
}

// exactly describes how the best option is found where that takes nothing of the budget.
func exactly() mechanism.Info {
	return mechanism.Info{ID: ExactID, Name: message.Sprintf("The best by its score, without noise"), Source: message.Sprintf("the scores follow from what is public")}
}

// ExactID is the id of what takes nothing of the budget.
const ExactID = "best-exactly"
