package release

import (
	"context"
	"slices"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// Preview carries a plan out on made-up people, for a look at what will be published before anything is spent: as many as are publicly
// known, otherwise about as many as somebody says, otherwise plan.MadeUpPeople, with answers that are spread over the declared values. It
// reads no data, so that what comes of it depends on the plan and what the ledger says alone. The job needs a plan, a time, a program,
// noise, and a ledger in which nothing is noted.
func Preview(ctx context.Context, j Job, about int64) (*result.Release, error) {
	n, known := j.Plan.Facts.Total()
	switch {
	case known:
	case j.Plan.Plan.Facts.People != nil:
		n = *j.Plan.Plan.Facts.People
	case about > 0:
		n = about
	default:
		n = plan.MadeUpPeople
	}
	if j.Plan.Plan.Weight != nil {
		n = int64(float64(n) / j.Plan.Units.Step.Of(1))
	}
	j.Data = imagined{n}
	return Run(ctx, j)
}

// imagined is data of so many people whom there are not. It alone is not compared with a reviewed file and with known facts.
type imagined struct{ units int64 }

// mostDrawn is how many different people are made up; each stands for several where there are more.
const mostDrawn = 50_000

// Name is for Source.
func (imagined) Name() message.Text { return message.Sprintf("made-up people") }

// SameAsReviewed is for Data.
func (imagined) SameAsReviewed(plan.Fingerprint) (bool, error) { return true, nil }

// Read is for Source.
func (m imagined) Read(ctx context.Context, c *plan.Compiled, v Visit) (Totals, error) {
	drawn := min(max(m.units, 0), mostDrawn)
	sizes := c.Domain.Sizes()
	values := make([]int, len(sizes))
	next := uint64(0)
	for i := range drawn {
		for try := 0; try == 0 || impossible(c, values); try++ {
			if try == mostTries {
				return Totals{}, message.Errorf("hardly any combination of values is possible, so no people can be made up: look at the combinations that were declared impossible")
			}
			for k, size := range sizes {
				next++
				values[k] = int(scattered64(next) % uint64(size))
			}
		}
		n := m.units / drawn
		if i < m.units%drawn {
			n++
		}
		if err := v.Cell(values, n); err != nil {
			return Totals{}, err
		}
	}
	return Totals{Records: m.units, People: m.units}, ctx.Err()
}

// mostTries is how often a person is made up anew whose answers are an impossible combination.
const mostTries = 10_000

// impossible reports whether values are a combination that was declared impossible.
func impossible(c *plan.Compiled, values []int) bool {
	attrs := c.Domain.Attributes()
	for _, of := range c.Domain.Impossible() {
		all := true
		for k, a := range attrs {
			if labels, named := of[a.Name()]; named && !slices.Contains(labels, a.Label(values[k])) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// scattered64 scatters numbers that follow each other over all of their range, the same way every time (SplitMix64: Steele, Lea and
// Flood 2014).
func scattered64(x uint64) uint64 {
	x *= 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
