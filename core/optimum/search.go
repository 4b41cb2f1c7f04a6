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
	// descentsWork is how many for several descents, of which one is done whatever it takes and so many at most: how far a
	// descent comes can hardly be told from its first steps. Coarse problems are worth more.
	descentsWork, mostDescents, coarseDescents = 2e8, 10, 24
	// mostSteps is how many steps all descents take at most, and fewSteps below how many there is
	// none and only weights are searched for.
	mostSteps, fewSteps = 400, 20
	// furtherSteps is how many there are at most from where another search ended.
	furtherSteps = 80
	// shaken is by how much entries are moved as if at random, at most, as a part of the largest.
	shaken = 0.9
	// worthShaking is what part of the error one has to gain, or half of those that may be are enough.
	worthShaking = 1e-3
	// fromBest is from how many of the best that is done.
	fromBest = 3
	// outclassed is how many times the least error of a start another one has that is not tried out, where one descent is all there is
	// time for, and goesOn how much of what a start gained when it was tried out it is expected to gain again.
	outclassed, goesOn = 1.5, 0.3
	// raced is how many starts are tried out, with this part of the steps for each sharpness.
	raced, tryOut = 3, 0.07
	// singledSteps is how many steps among singles are taken for one among all entries.
	singledSteps = 2
	// worthFreeing is the part of the error that the first steps by all entries have to gain for more of them.
	worthFreeing = 5e-4
	// turns of least squares and weights, each of so many rounds to such a gap, for loads of so many
	// numbers at most.
	turns, scaleRounds, scaleGap = 6, 40, 1e-3
	mostLoads                    = 4_000_000
	// farBehind is how many times the least error of a start another one has that takes no more than one turn.
	farBehind = 2
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
// the cells in any proportion to one another, and from what is found with cells that all questions
// count alike taken as one (coarse), it gives rows their best weights and then moves all
// entries freely down the error (docs/mathematics.md, section "Any policy"). The problem is not
// convex; what is found is no worse than any start and has no proof of how good it is but
// Solve's Lower, twice. It gives up, with no Rows, where what was tried out is too far above rival
// to come below it, or not below it and gains nothing; Error times stillToGain is then about what it
// might have come to. rival is a total error in Laplace.Error's units, +Inf for none. It
// returns no Rows either where no start tells all unknowns apart.
//
// The same arguments find the same strategy. It errors with ctx's error when cancelled.
func (q *Problem) Search(ctx context.Context, starts []*mat.Dense, rival float64) (Laplace, error) {
	found, err := q.search(ctx, starts, rival, mostSteps)
	return found.against(rival), err
}

func (q *Problem) search(ctx context.Context, starts []*mat.Dense, rival float64, steps int) (searched, error) {
	var from []measured
	for _, s := range starts {
		if m := q.reduceRows(s); m.rows > 0 {
			from = append(from, m)
		}
	}
	from, err := q.coarsely(ctx, from)
	if err != nil {
		return searched{}, err
	}
	return q.descend(ctx, from, rival, mostDescents, steps)
}

// descend is search from rows over the unknowns, by so many descents of so many steps at most.
func (q *Problem) descend(ctx context.Context, starts []measured, rival float64, most, steps int) (searched, error) {
	d := q.newDescent()
	tried, err := d.begin(ctx, starts)
	if err != nil {
		return searched{}, err
	}
	if len(tried) == 0 {
		return searched{reach: math.Inf(1), found: Laplace{Error: math.Inf(1)}}, nil
	}
	whole, began := q.descents(tried[0].rows, most), tried[0].error
	tried = tried[:min(max(raced, whole), len(tried))]
	if whole == 1 {
		tried = slices.DeleteFunc(tried, func(c candidate) bool { return c.error > outclassed*tried[0].error })
	}
	share := func(all int) (each, left int) {
		all = min(steps, all)
		each = int(tryOut * float64(all))
		return each, all - each*len(trySharpness)*raced
	}
	for i := range tried {
		from := tried[i].error
		each, _ := share(d.steps(tried[i].measured))
		if err := d.improve(ctx, &tried[i], trySharpness, each); err != nil {
			return searched{}, err
		}
		tried[i].promise = tried[i].error - goesOn*(from-tried[i].error)
	}
	slices.SortStableFunc(tried, candidate.compare)
	out := searched{reach: tried[0].error}
	if whole == 1 {
		hope := stillToGain
		if each, _ := share(d.steps(tried[0].measured)); each > 0 && out.reach > began*idleTrial {
			hope = littleLeft
		}
		if out.reach *= hope; out.reach > rival {
			return out, nil
		}
	}
	if whole == 1 { // the most promising
		slices.SortStableFunc(tried, func(a, b candidate) int { return cmp.Compare(a.promise, b.promise) })
	}
	for i := range tried[:min(whole, len(tried))] {
		_, left := share(d.steps(tried[i].measured))
		if err := d.improve(ctx, &tried[i], sharpness, left/len(sharpness)); err != nil {
			return searched{}, err
		}
		each, left := share(stepsOf(q.look(tried[i].rows)))
		if err := d.free(ctx, &tried[i], each, left); err != nil {
			return searched{}, err
		}
	}
	slices.SortStableFunc(tried, candidate.compare)
	if err := d.shake(ctx, tried[:min(fromBest, len(tried))], whole-len(tried), most/2); err != nil {
		return searched{}, err
	}
	best := d.simplified(slices.MinFunc(tried, candidate.compare))
	out.found = Laplace{Rows: best.dense(), Error: d.stated(best.measured)}
	if whole > 1 {
		out.reach = out.found.Error
	}
	return out, nil
}

// shake descends again from where descents ended, so many times in all but no more after so many in vain, with every entry moved by
// chance, or rather by what looks like it: what is better takes its place (basin hopping, Wales and Doye 1997).
func (d *descent) shake(ctx context.Context, ended []candidate, times, vain int) error {
	least, idle, moves := ended[0].error, 0, 0.0
	for n := 0; n < times && idle < vain; n++ {
		from := &ended[n%len(ended)]
		largest := 0.0
		for _, v := range from.at {
			largest = max(largest, math.Abs(v))
		}
		moved := candidate{measured: from.clone(), error: math.Inf(1)}
		for i := range moved.at {
			moves++
			_, scattered := math.Modf(moves * moves * math.Sqrt2) // evenly between 0 and 1 (Weyl 1916)
			moved.at[i] += shaken * largest * (2*scattered - 1)
		}
		if err := d.improve(ctx, &moved, trySharpness[:1], int(tryOut*mostSteps)); err != nil {
			return err
		}
		if err := d.improve(ctx, &moved, sharpness, mostSteps/2/len(sharpness)); err != nil {
			return err
		}
		if idle++; moved.error < least*(1-worthShaking) {
			least, idle = moved.error, 0
		}
		if moved.error < from.error {
			*from = moved
		}
	}
	return nil
}

// begin gives the rows of each start their best weights, and returns the different ones that tell all unknowns apart, the best first. Where one
// descent is all that there is time for, those that are far behind after one turn take no more of them, and neither does what a descent
// among singles weighs by itself.
func (d *descent) begin(ctx context.Context, starts []measured) ([]candidate, error) {
	var out []candidate
	weigh := func(m measured, turns int) (candidate, error) {
		m, err := d.reweigh(ctx, m, turns)
		if err != nil {
			return candidate{}, err
		}
		e := d.exact(m)
		return candidate{m, e, e}, nil
	}
	for _, s := range starts {
		first := turns
		if d.q.DescendsOnce(s.rows) {
			first = 1
		}
		c, err := weigh(s, first)
		if err != nil {
			return nil, err
		}
		if !math.IsInf(c.error, 1) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, candidate.compare)
	for i, c := range out {
		_, _, ok := d.singles(c.measured)
		if !d.q.DescendsOnce(c.rows) || ok && d.pointed() || c.error > farBehind*out[0].error {
			continue
		}
		var err error
		if out[i], err = weigh(c.measured, turns-1); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, candidate.compare)
	return slices.CompactFunc(out, func(later, earlier candidate) bool { return later.error <= earlier.error*(1+twin) }), nil
}

// simplified drops the rows of a strategy that hardly matter, and rounds the rest to simple numbers, where neither makes it worse.
func (d *descent) simplified(best candidate) candidate {
	m := best.trimmed().merged()
	if e := d.exact(m); e <= best.error*(1+1e-6) {
		best = candidate{measured: m, error: e}
	}
	// Whole multiples of a part of the largest entry are what entries often come near to.
	for parts := 1; parts <= mostParts; parts++ {
		m := best.rounded(parts).trimmed()
		if e := d.exact(m); e <= best.error {
			return candidate{measured: m, error: e}
		}
	}
	return best
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

// steps returns how many steps of a descent from a strategy are worth their time, 0 where they are too few to be of use.
func (d *descent) steps(m measured) int {
	if _, others, ok := d.singles(m); ok {
		n, k, edges := float64(d.size()), float64(len(others)+1), float64(len(d.edges))
		return stepsOf(singledSteps * k * (4*n*k + 100*n + 10*edges))
	}
	return stepsOf(d.q.look(m.rows))
}

// look is about how many multiplications a look at the error of a strategy of so many rows takes.
func (q *Problem) look(rows int) float64 {
	n, p, edges := float64(len(q.cells)), float64(rows), float64(len(q.edges))
	return 4*n*n*p + 5*n*n*n + 10*p*edges
}

func stepsOf(look float64) int {
	if steps := int(min(mostSteps, searchWork/look)); steps >= fewSteps {
		return steps
	}
	return 0
}

// descents returns how many descents are worth their time, one at least.
func (q *Problem) descents(rows, most int) int {
	return int(max(1, min(float64(most), descentsWork/(mostSteps*q.look(rows)))))
}

// DescendsOnce reports whether one descent from a start of so many rows is all that is worth its time.
func (q *Problem) DescendsOnce(rows int) bool { return q.descents(rows, mostDescents) == 1 }

// Searchable reports whether a start of so many rows is not too large to search from.
func (q *Problem) Searchable(rows int) bool {
	return rows*len(q.edges) <= mostLoads
}

// candidate is a strategy with its error, and what that promises to become, at least, by what it gained when it was tried out.
type candidate struct {
	measured
	error, promise float64
}

func (c candidate) compare(d candidate) int { return cmp.Compare(c.error, d.error) }

// improve descends from a strategy, by so many steps for each sharpness, and keeps the best.
func (d *descent) improve(ctx context.Context, c *candidate, sharps []float64, steps int) error {
	if steps == 0 {
		return nil
	}
	if s, at, ok := d.singled(c.measured); ok {
		return s.improve(ctx, c, at, singledSteps*steps*len(sharps))
	}
	return entries{d, c.rows}.improve(ctx, c, sharps, steps)
}

// free goes on by all entries from where a descent among singles ended, as far as a few steps tell that it gains by that. It never did where all
// edges lead to one point.
func (d *descent) free(ctx context.Context, c *candidate, few, steps int) error {
	if _, _, ok := d.singles(c.measured); !ok || few == 0 || d.pointed() {
		return nil
	}
	before, last := c.error, sharpness[len(sharpness)-1:]
	if err := (entries{d, c.rows}).improve(ctx, c, last, few); err != nil || c.error > before*(1-worthFreeing) {
		return err
	}
	return entries{d, c.rows}.improve(ctx, c, last, steps)
}

// improve descends with rising sharpness, so many steps each.
func (s entries) improve(ctx context.Context, c *candidate, sharps []float64, steps int) error {
	m := s.whole(c.measured)
	for _, s.sharp = range sharps {
		s.round = rounding / (s.sharp * float64(m.rows))
		if err := s.run(ctx, s, m.at, steps); err != nil {
			return err
		}
		of := m.first(s.normal.n)
		for i, size := 0, s.q.largestL1(of); i < len(m.at); i++ {
			m.at[i] /= size
		}
		if e := s.exact(of); e < c.error*(1-gained) {
			c.measured, c.error = of.clone(), e
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
	return m.only(kept)
}
