package optimum

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// How a search for a strategy with Laplace noise goes on: by multiplications, never by a clock, so
// that it finds the same everywhere.
const (
	// searchWork is about how many multiplications a search takes, half a second's or so.
	searchWork = 3e9
	// mostSteps is how many steps all descents take at most, and fewSteps below how many there is
	// none and only weights are searched for.
	mostSteps, fewSteps = 400, 20
	// raced is how many starts are tried out, with this part of the steps for each sharpness.
	raced, tryOut = 3, 0.07
	// turns of least squares and weights, each of so many rounds to such a gap, for loads of so many
	// numbers at most.
	turns, scaleRounds, scaleGap = 6, 40, 1e-3
	mostLoads                    = 4_000_000
	// stillToGain is what a strategy that was tried out may come to, as a part of its error, and
	// littleLeft what one may that gained nothing by being tried out.
	stillToGain, littleLeft = 0.92, 0.995
	// idleTrial is above which part of its error being tried out gained nothing.
	idleTrial = 1 - 1e-3
	// twin is up to which part of their errors two starts count as the same.
	twin = 1e-9
	// gained is which part of its error a strategy has to lose for another to be better: less is lost by
	// rounding, and simple numbers have less discrete noise.
	gained = 1e-6
	// mostParts is the largest part of the largest entry to whose multiples all are rounded.
	mostParts = 8
	// negligible is the part of the largest entry of all rows below which a row is left out.
	negligible = 1e-5
)

// How sharply the largest change of all edges is told from the others, stage by stage, when starts are
// tried out and afterwards; and rounding says which changes of a row are rounded off then, as a part of
// what one of so many rows has of the change at which sharpness tells.
var (
	trySharpness = []float64{60, 200}
	sharpness    = []float64{60, 200, 1000}
)

const rounding = 4

// Search finds a strategy with Laplace noise of small total error: from several starts, rows over
// the cells in any proportion to one another, it gives rows their best weights and then moves all
// entries freely down the error (docs/mathematics.md, section "Any policy"). The problem is not
// convex; what is found is no worse than any start and has no proof of how good it is but
// Solve's Lower, twice. It gives up, with no Rows, where what was tried out is too far above rival
// to come below it, or not below it and gains nothing; Error times stillToGain is then about what it
// might have come to. rival is a total error in Laplace.Error's units, +Inf for none. It
// returns no Rows either where no start tells all unknowns apart.
//
// The same arguments find the same strategy. It errors with ctx's error when cancelled.
func (q *Problem) Search(ctx context.Context, starts []*mat.Dense, rival float64) (Laplace, error) {
	found, err := q.search(ctx, starts, rival)
	return found.against(rival), err
}

func (q *Problem) search(ctx context.Context, starts []*mat.Dense, rival float64) (searched, error) {
	d := q.newDescent()
	var tried []candidate
	for _, s := range starts {
		m := q.reduceRows(s)
		if m.rows == 0 {
			continue
		}
		m, err := d.reweigh(ctx, m, turns)
		if err != nil {
			return searched{}, err
		}
		if e := d.exact(m); !math.IsInf(e, 1) {
			tried = append(tried, candidate{m, e})
		}
	}
	if len(tried) == 0 {
		return searched{reach: math.Inf(1), found: Laplace{Error: math.Inf(1)}}, nil
	}
	byError := func(a, b candidate) int { return cmp.Compare(a.error, b.error) }
	slices.SortStableFunc(tried, byError)
	tried = slices.CompactFunc(tried, func(a, b candidate) bool { return b.error <= a.error*(1+twin) })
	tried = tried[:min(raced, len(tried))]
	steps, began := q.steps(tried[0].rows), tried[0].error
	each := int(tryOut * float64(steps))
	if steps >= fewSteps {
		for i := range tried {
			if err := d.improve(ctx, &tried[i], trySharpness, each); err != nil {
				return searched{}, err
			}
		}
		slices.SortStableFunc(tried, byError)
	}
	best := tried[0]
	hope := stillToGain
	if steps >= fewSteps && best.error > began*idleTrial {
		hope = littleLeft
	}
	out := searched{reach: best.error * hope}
	if out.reach > rival {
		return out, nil
	}
	if left := steps - each*len(trySharpness)*raced; steps >= fewSteps {
		if err := d.improve(ctx, &best, sharpness, left/len(sharpness)); err != nil {
			return searched{}, err
		}
	}
	m := best.trimmed().merged()
	if e := d.exact(m); e <= best.error*(1+1e-6) {
		best = candidate{m, e}
	}
	// Whole multiples of a part of the largest entry are what entries often come near to.
	for parts := 1; parts <= mostParts; parts++ {
		m := best.rounded(parts).trimmed()
		if e := d.exact(m); e <= best.error {
			best = candidate{m, e}
			break
		}
	}
	out.found = Laplace{Rows: best.dense(), Error: best.error}
	return out, nil
}

// searched is what a search came to: what it found, unless it gave up, and what it would have taken to
// be about reached after trying out, against which it gives up whoever else searched on.
type searched struct {
	found Laplace
	reach float64
}

// against returns what a search against a rival comes to.
func (s searched) against(rival float64) Laplace {
	if s.reach > rival {
		return Laplace{Error: s.reach}
	}
	return s.found
}

// settles reports whether what a search against a rival comes to is known.
func (s searched) settles(rival float64) bool { return s.found.Rows != nil || s.reach > rival }

// steps returns how many steps of descents are worth their time.
func (q *Problem) steps(rows int) int {
	n, p, edges := float64(len(q.cells)), float64(rows), float64(len(q.edges))
	return int(min(mostSteps, searchWork/(4*n*n*p+5*n*n*n+10*p*edges)))
}

// Searchable reports whether a start of so many rows is not too large to search from.
func (q *Problem) Searchable(rows int) bool {
	return rows*len(q.edges) <= mostLoads
}

// candidate is a strategy with its error.
type candidate struct {
	measured
	error float64
}

// improve descends with rising sharpness, so many steps each, and keeps the best.
func (d *descent) improve(ctx context.Context, c *candidate, sharps []float64, steps int) error {
	m := c.clone()
	for _, d.sharp = range sharps {
		d.round = rounding / (d.sharp * float64(m.rows))
		if err := d.run(ctx, m, steps); err != nil {
			return err
		}
		d.q.scaleTo1(m)
		if e := d.exact(m); e < c.error*(1-gained) {
			c.measured, c.error = m.clone(), e
		}
	}
	return nil
}

// rounded rounds all entries to multiples of so many parts of the largest.
func (m measured) rounded(parts int) measured {
	largest := 0.0
	for _, v := range m.at {
		largest = max(largest, math.Abs(v))
	}
	out := m.clone()
	for i, v := range out.at {
		out.at[i] = math.Round(v*float64(parts)/largest) * largest / float64(parts)
	}
	return out
}

// trimmed leaves out rows that count next to nothing.
func (m measured) trimmed() measured {
	n := len(m.at) / m.rows
	size, largest := make([]float64, m.rows), 0.0
	for i := range n {
		for j, v := range m.of(i) {
			size[j] = max(size[j], math.Abs(v))
			largest = max(largest, size[j])
		}
	}
	var kept []int
	for j, v := range size {
		if v > negligible*largest {
			kept = append(kept, j)
		}
	}
	out := measured{len(kept), make([]float64, 0, n*len(kept))}
	for i := range n {
		row := m.of(i)
		for _, j := range kept {
			out.at = append(out.at, row[j])
		}
	}
	return out
}
