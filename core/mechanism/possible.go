package mechanism

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/inference"
	"steward/core/linop"
)

// How much is spent on making answers possible: so many steps at first, of so many additions in all.
const (
	possibleSteps = 400
	possibleWork  = 1e8
	// PossibleTerms is how many runs answers along an order are compared by.
	PossibleTerms = 1 << 20
	// NegligibleMiss is a squared difference of an answer that rounding hides.
	NegligibleMiss = 0.02
	// hiddenMiss is by how much a squared difference of an answer may be more than proved: rounding moves it by as much.
	hiddenMiss = 0.25
)

// StepsOf returns how many steps are worth their time where one takes so many additions.
func StepsOf(each int) int { return min(possibleSteps, possibleWork/max(each, 1)) }

// Tidied are counts near estimated cells that agree with what is known.
type Tidied struct {
	// Cells are multiples of one over Parts.
	Cells []int64
	Parts int64
	// Gave says what of a possible count they had to give up.
	Gave Gave
	// Public is all that is known of sums of the cells.
	Public []inference.Sum
}

// Gave is what tidied answers gave up, each what those before it did as well, so as to be no farther from the truth in total than the
// unadjusted ones, and to agree with one another and with what is known.
type Gave int

// What is given up, in this order.
const (
	GaveNothing Gave = iota
	// GaveWholeness says that the answers have decimals: no whole numbers were found that agree with everything.
	GaveWholeness
	// GaveSigns says that answers may be below zero or above what is known, too: nothing else was proved in time to be near enough.
	GaveSigns
	// GaveAgreement says that the answers do not agree with those to other questions.
	GaveAgreement
	// GaveFacts says that the answers do not agree with everything that is known.
	GaveFacts
)

// Tidied answers that are not whole have so many decimals, and are in as many parts of one.
const (
	PartsDecimals = 3
	partsOfOne    = 1000
)

// TidyFor returns whole cells, none below zero, that meet all that is known of them, for the answers of an operator:
// those whose answers are nearest to the ones of the estimated cells x, so that they are in total no farther
// from the truth than these but for rounding (inference.Nearest), however little is known of single cells.
// Cells are rounded by what they add up to along their order, so that sums of neighbours are hardly moved. Where
// answers are all the cells themselves, or nobody reads them, the cells are taken for themselves.
func (p Problem) TidyFor(known KnownSums, x []float64, sums []int64) (Tidied, error) {
	var m inference.Metric
	terms, ok := 0, false
	if !p.Raw {
		m, terms, ok = p.metric()
	}
	t := p.tidying(known, x, sums, m)
	if !ok {
		return t.among(t.cells(known))
	}
	z, err := inference.Nearest(x, m, t.region, StepsOf(terms+t.region.work()))
	if err != nil {
		return Tidied{}, err
	}
	return t.among(t.made(z, nil))
}

// metric is MetricOf. Single cells, too, are compared by the answers where not every possible cell is one of them: those that are
// not asked for may give way.
func (p Problem) metric() (inference.Metric, int, bool) {
	op, d := linop.Shown(p.Workload.Operator()), p.Workload.Domain()
	m, terms, ok := MetricOf(op, d.Sizes())
	if ok || op.Rows() >= d.PossibleCells() {
		return m, terms, ok
	}
	m, terms, _, ok = Comparing(op, d.Sizes())
	return m, terms, ok
}

// TidiedTo is TidyFor where a search of its own found cells near x, and whole ones near these: they are taken where as
// much is proved of them, and what more is known of the cells is met.
func (p Problem) TidiedTo(known KnownSums, x []float64, sums []int64, near []float64, whole []int64) (Tidied, error) {
	m, _, ok := p.metric()
	t := p.tidying(known, x, sums, m)
	if p.Raw || !ok {
		return t.among(t.agreed(whole, near))
	}
	z := slices.Clone(near)
	if err := t.region.Project(z); err != nil {
		return Tidied{}, err
	}
	found := inference.Proved(x, m, t.region, z)
	if found.Share < 1 {
		return p.TidyFor(known, x, sums)
	}
	if !slices.Equal(found.Vector, near) {
		whole = nil
	}
	return t.among(t.made(found, whole))
}

// TidyAnswers is TidyFor where answers were measured by themselves, and cells were not estimated: the cells are those whose answers
// are nearest to the measured ones. It is false where answers do not count cells or are too many.
func (p Problem) TidyAnswers(known KnownSums, answers []float64, sums []int64) (Tidied, bool, error) {
	op, d := p.Workload.Operator(), p.Workload.Domain()
	if p.Raw || !linop.CountsBoxes(op) || op.Rows() > maxCompared || op.Columns() > maxCompared {
		return Tidied{}, false, nil
	}
	boxes, _ := newBoxCorners(op, d.Sizes())
	m := bounded(boxes.apply, op.Columns(), op.Rows())
	public := p.allSums(known, sums)
	right, x := make([]float64, op.Columns()), make([]float64, op.Columns())
	copy(boxes.answers, answers)
	boxes.spread(right)
	inference.LeastSquares(x, right, m.Apply, 10*StepsOf(boxes.work()))
	t := tidying{m, p.possible(known, public, sums, len(x)), public, x, sums}
	z, err := inference.Nearest(x, m, t.region, StepsOf(boxes.work()+t.region.work()))
	if err != nil {
		return Tidied{}, false, err
	}
	out, err := t.among(t.made(z, nil))
	return out, true, err
}

// tidying is estimated cells on their way to tidied ones.
type tidying struct {
	metric inference.Metric
	region possible
	public []inference.Sum // all sums that are known
	x      []float64
	sums   []int64
}

func (p Problem) tidying(known KnownSums, x []float64, sums []int64, m inference.Metric) tidying {
	public := p.allSums(known, sums)
	return tidying{m, p.possible(known, public, sums, len(x)), public, x, sums}
}

// among says what is known of tidied cells.
func (t tidying) among(out Tidied, err error) (Tidied, error) {
	out.Public = t.public
	return out, err
}

// allSums lists all that is known of sums of cells.
func (p Problem) allSums(known KnownSums, totals []int64) []inference.Sum {
	if public := p.PublicSums(known, totals); public != nil {
		return public
	}
	return known.sums(totals)
}

// cells tidies cells that are taken for themselves: the nearest ones of the known totals, then those that meet everything, each of
// which brings them no farther from the truth.
func (t tidying) cells(known KnownSums) (Tidied, error) {
	near := slices.Clone(t.x)
	if crossing, ok := t.region.(crossingCounts); ok {
		if err := crossing.Project(near); err != nil {
			return Tidied{}, err
		}
		whole, err := crossing.round(near)
		if err == nil {
			return Tidied{Cells: whole, Parts: 1}, nil
		}
		return InParts(near, t.public, GaveWholeness), nil
	}
	for _, cell := range t.region.(*partedCounts).none {
		near[cell] = 0
	}
	whole, err := known.tidy(near, t.sums)
	if err != nil {
		return Tidied{}, err
	}
	return t.agreed(whole, near)
}

// agreed returns whole cells that meet everything near some that may not.
func (t tidying) agreed(whole []int64, near []float64) (Tidied, error) {
	if meets(whole, 1, t.public) {
		return Tidied{Cells: whole, Parts: 1}, nil
	}
	y := make([]float64, len(whole))
	for i, n := range whole {
		y[i] = float64(n)
	}
	out, err := inference.Agree(y, t.public)
	if err == nil {
		return Tidied{Cells: out, Parts: 1}, nil
	}
	z := slices.Clone(near)
	if err := t.region.Project(z); err != nil {
		return Tidied{}, err
	}
	return InParts(z, t.public, GaveWholeness), nil
}

// made rounds cells that were found near the estimated ones, or goes the proved part of the way to them; whole are whole cells near
// them that the search came with, nil for none.
func (t tidying) made(z inference.Nearer, whole []int64) (Tidied, error) {
	if _, crosses := t.region.(crossingCounts); !crosses && !meetsNearly(z.Vector, t.public) {
		// There was no time to look among those that meet everything: it is met now, and proved again.
		if agreed, err := inference.Agree(z.Vector, t.public); err == nil {
			near := make([]float64, len(agreed))
			for i, n := range agreed {
				near[i] = float64(n)
			}
			z, whole = inference.Proved(t.x, t.metric, t.region, near), agreed
		}
	}
	if z.Share < 1 {
		part := make([]float64, len(z.Vector))
		for i, v := range z.Vector {
			part[i] = t.x[i] + z.Share*(v-t.x[i])
		}
		return InParts(part, t.public, GaveSigns), nil
	}
	rounded, err := t.region.round(z.Vector)
	switch {
	case err == nil && (whole == nil || t.moved(rounded, z.Vector) < t.moved(whole, z.Vector)):
		whole = rounded
	case whole == nil:
		return InParts(z.Vector, t.public, GaveWholeness), nil
	}
	return t.agreed(whole, z.Vector)
}

// moved returns how far the answers of whole cells are from those of others, squared.
func (t tidying) moved(whole []int64, z []float64) float64 {
	d, by := make([]float64, len(z)), make([]float64, len(z))
	for i, n := range whole {
		d[i] = float64(n) - z[i]
	}
	t.metric.Apply(by, d)
	sum := 0.0
	for i, v := range by {
		sum += v * d[i]
	}
	return sum
}

// InParts gives cells in decimals, of which running sums along their order are rounded, with what they gave up: facts too, where they
// do not meet what is public.
func InParts(z []float64, public []inference.Sum, gave Gave) Tidied {
	out := Tidied{Cells: make([]int64, len(z)), Parts: partsOfOne, Gave: gave}
	upto, before := 0.0, int64(0)
	for cell, v := range z {
		if v == 0 {
			continue // nobody can be there
		}
		upto += v
		n := int64(math.Round(upto * partsOfOne))
		out.Cells[cell], before = n-before, n
	}
	if !meets(out.Cells, out.Parts, public) {
		out.Gave = max(out.Gave, GaveFacts)
	}
	return out
}

// Whole returns whole counts over the cells of a domain near some, none below zero, that meet sums exactly: by running sums along
// their order where sums do not cross. It errors where none are found (inference.Agree).
func Whole(d *domain.Domain, z []float64, sums []inference.Sum) ([]int64, error) {
	near := slices.Clone(z)
	if parts, ok := inference.Parts(len(z), sums); ok {
		r := newPartedCounts(d, len(z), parts)
		if err := r.Project(near); err != nil {
			return nil, err
		}
		if out, err := r.round(near); err == nil && meets(out, 1, sums) {
			return out, nil
		}
	}
	var nobody inference.Sum
	for cell := range near {
		if near[cell] = max(near[cell], 0); !d.Possible(cell) {
			nobody.Cells = append(nobody.Cells, int32(cell))
		}
	}
	if len(nobody.Cells) > 0 {
		sums = append(slices.Clip(sums), nobody)
	}
	return inference.Agree(near, sums)
}

// possible are the counts that are possible: none below zero, nobody where nobody can be, and all that is known of sums.
type possible interface {
	inference.Bounded
	// round returns whole counts near some of them.
	round(z []float64) ([]int64, error)
	// work is about how many additions a projection takes.
	work() int
}

// possible returns the possible counts, as far as what is known of them can be met in time: facts whose sums cross are left
// out where there are too many.
func (p Problem) possible(known KnownSums, sums []inference.Sum, totals []int64, cells int) possible {
	d := p.Workload.Domain()
	parts, ok := inference.Parts(cells, sums)
	if !ok {
		none := make([]bool, cells)
		for cell := range none {
			none[cell] = !d.Possible(cell)
		}
		if c := inference.NewCounts(cells, none, sums); c.Work() <= possibleWork {
			return crossingCounts{c, sums}
		}
		parts, _ = inference.Parts(cells, known.sums(totals))
	}
	return newPartedCounts(d, cells, parts)
}

// crossingCounts are possible counts of which sums that cross are known.
type crossingCounts struct {
	*inference.Counts
	sums []inference.Sum
}

func (c crossingCounts) work() int { return c.Work() }

func (c crossingCounts) round(z []float64) ([]int64, error) { return inference.Agree(z, c.sums) }

// partedCounts are possible counts of which parts of the cells add up to known totals.
type partedCounts struct {
	parts []possiblePart
	none  []int     // cells that hold nobody
	grow  []float64 // one for cells that may hold any number; nil where there are none
}

// possiblePart is cells of which the total is known, or nothing.
type possiblePart struct {
	cells  []int
	total  int64
	known  bool
	values []float64
}

func newPartedCounts(d *domain.Domain, cells int, parts []inference.Part) *partedCounts {
	r := new(partedCounts)
	for _, of := range parts {
		part := possiblePart{total: of.Total, known: of.Known}
		for _, cell := range of.Cells {
			switch {
			case !d.Possible(int(cell)):
				r.none = append(r.none, int(cell))
			default:
				part.cells = append(part.cells, int(cell))
			}
		}
		if len(part.cells) == 0 {
			continue
		}
		part.values = make([]float64, len(part.cells))
		r.parts = append(r.parts, part)
		if !part.known {
			if r.grow == nil {
				r.grow = make([]float64, cells)
			}
			for _, cell := range part.cells {
				r.grow[cell] = 1
			}
		}
	}
	return r
}

func (r *partedCounts) work() int {
	cells := 0
	for _, p := range r.parts {
		cells += len(p.cells)
	}
	return 4 * cells
}

// Project implements inference.Region.
func (r *partedCounts) Project(z []float64) error {
	for _, cell := range r.none {
		z[cell] = 0
	}
	for _, part := range r.parts {
		for i, cell := range part.cells {
			part.values[i] = z[cell]
		}
		err := error(nil)
		if part.known {
			err = inference.Simplex(part.values, float64(part.total))
		} else {
			err = inference.Nonnegative(part.values)
		}
		if err != nil {
			return err
		}
		for i, cell := range part.cells {
			z[cell] = part.values[i]
		}
	}
	return nil
}

// Most implements inference.Region.
func (r *partedCounts) Most(g []float64) float64 {
	sum := 0.0
	for _, part := range r.parts {
		most := math.Inf(-1)
		for _, cell := range part.cells {
			most = max(most, g[cell])
		}
		switch {
		case part.known:
			sum += float64(part.total) * most
		case most > 0:
			return math.Inf(1)
		}
	}
	return sum
}

// Grows implements inference.Bounded.
func (r *partedCounts) Grows() []float64 { return r.grow }

// round returns whole counts near those of the region: each part's running totals are rounded, so that neighbours are
// hardly moved together.
func (r *partedCounts) round(z []float64) ([]int64, error) {
	out := make([]int64, len(z))
	for _, part := range r.parts {
		upto, before := 0.0, int64(0)
		for i, cell := range part.cells {
			upto += z[cell]
			n := RoundCount(upto)
			if part.known && (i == len(part.cells)-1 || n > part.total) {
				n = part.total
			}
			out[cell], before = n-before, n
		}
	}
	return out, nil
}

// sums lists the known sums with their totals.
func (k KnownSums) sums(totals []int64) []inference.Sum {
	out := make([]inference.Sum, k.Count)
	for s := range out {
		out[s].Total = totals[s]
	}
	for cell, s := range k.Set {
		if s >= 0 && k.Count > 0 {
			out[s].Cells = append(out[s].Cells, int32(cell))
		}
	}
	return out
}
