package choice

import (
	"math"
	"steward/core/message"
)

// Quality is how good what is published will be.
type Quality struct {
	// Fall is how far the score of a published option is below the best one, at most 19 times in 20,
	// whatever the data: a number of people for a percentile (how many too many lie on one side of it)
	// and for the most common value (how many fewer have it), and otherwise in the unit of the score.
	Fall float64
	// MeasuredOn names the public data that the rest was worked out on, from the exact chances of all
	// options; it is empty where there are none.
	MeasuredOn message.Text
	// Right is the chance that the published option is the best one, the mean over the groups that hold
	// anybody. Typical is by how much it is off: for a percentile the mean distance of its value from
	// the true one, in the column's numbers or steps; otherwise the mean fall of the score.
	Right, Typical float64
}

// Quality works out how good the option will be, the public data of the problem in the place of
// the steward's own.
func (p *Prepared) Quality() Quality {
	if p.exact() {
		return Quality{}
	}
	if p.table != nil {
		q := p.table.quality(p.problem.Choice, p.table.group.Problem)
		if s := p.problem.Cells.StandIn; !s.IsZero() {
			q = p.table.onStandIn(p.problem.Choice, s, p.problem.Cells.Unit, q)
		}
		return q
	}
	c := p.problem.Choice
	scale, _ := c.scale.Float64()
	q := Quality{Fall: p.problem.Cells.Unit.Of(p.fall(chance) / scale)}
	if p.problem.Cells.StandIn.IsZero() || len(c.options)*len(c.names) > maxMeasured {
		return q
	}
	q.MeasuredOn = p.problem.Cells.StandIn.Source()
	counts := p.problem.Cells.StandIn.Counts()
	groups := 0
	for g, of := range c.group {
		cells := counts[g*c.size : (g+1)*c.size]
		if of < 0 || !anybody(cells) {
			continue
		}
		groups++
		right, typical := p.onStandIn(cells)
		q.Right += right
		q.Typical += typical
	}
	if groups > 0 {
		q.Right, q.Typical = q.Right/float64(groups), q.Typical/float64(groups)
	}
	return q
}

// maxMeasured is the most options over all groups whose chances are worked out on a stand-in.
const maxMeasured = 1 << 17

func anybody(counts []int64) bool {
	for _, n := range counts {
		if n > 0 {
			return true
		}
	}
	return false
}

// onStandIn returns the chance of a best option in one group and the mean distance from it.
func (p *Prepared) onStandIn(counts []int64) (right, typical float64) {
	c := p.problem.Choice
	scores := make([]int64, len(c.options))
	c.score.scores(scores, counts)
	law := p.law(scores)
	if r, ranked := c.score.(rank); ranked {
		r.width, r.window = 0, 1 // the percentile itself, not its average over neighbours
		r.scores(scores, counts)
		a := c.attribute()
		from, to := bestRun(scores)
		for o, chance := range law {
			switch {
			case o < from:
				typical += chance * (a.Positions(from) - a.Positions(o))
			case o > to:
				typical += chance * (a.Positions(o) - a.Positions(to))
			default:
				right += chance
			}
		}
		return right, typical
	}
	scale, _ := c.scale.Float64()
	from, _ := bestRun(scores)
	for o, chance := range law {
		if scores[o] == scores[from] {
			right += chance
		}
		typical += chance * float64(scores[from]-scores[o]) / scale
	}
	return right, p.problem.Cells.Unit.Of(typical)
}

// law returns the chances of the options for scores.
func (p *Prepared) law(scores []int64) []float64 {
	rate, _ := p.rate.Float64()
	if p.problem.Cells.Gaussian {
		return lawOfExponential(rate, scores)
	}
	return lawOfFlips(rate, scores)
}

// bestRun returns the first and the last option with the best score.
func bestRun(scores []int64) (from, to int) {
	best := int64(math.MinInt64)
	for o, s := range scores {
		if s > best {
			best, from = s, o
		}
		if s == best {
			to = o
		}
	}
	return from, to
}
