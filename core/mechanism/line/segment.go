package line

import (
	"math"
	"math/big"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// segment is a run of cells on the question's only column that no edge leaves, with the
// strategy that measures it. Edges lie inside one segment, so every segment uses the
// whole budget.
type segment struct {
	Lo, hi int
	// sets are the known sums that make up the segment's total, or nil when that is not
	// known and has to be measured.
	sets     []int
	Strategy Strategy // nil for a single cell
	weighted Estimator
	Groups   []RowGroup // of the strategy; for a single cell its total alone
}

// RowGroup is the noise of one group of a segment's rows.
type RowGroup struct {
	What  message.Text
	Rows  int
	Loads []int     // the L1 change along each class of edges; with Gaussian noise the squared L2 change
	Law   noise.Law // zero when published exactly
}

func (s *segment) Cells() int { return s.hi - s.Lo + 1 }

// Segments cuts the line into runs of connected components. Where components are not runs
// the whole line is one segment.
func Segments(c mechanism.ComponentCells, known mechanism.KnownSums) []*segment {
	out := runsOf(c.Of)
	if out == nil || len(out) != len(c.Sizes) {
		return uncut(c, known)
	}
	if known.Count == len(out) { // otherwise only the sum over all segments is known
		for _, s := range out {
			s.sets = []int{known.Set[s.Lo]}
		}
	}
	return out
}

// uncut returns the whole line as one segment.
func uncut(c mechanism.ComponentCells, known mechanism.KnownSums) []*segment {
	one := &segment{Lo: 0, hi: len(c.Of) - 1}
	for s := range known.Count {
		one.sets = append(one.sets, s)
	}
	return []*segment{one}
}

// runsOf cuts cells into runs of equal components, or returns nil when a cell is impossible.
func runsOf(of []int) []*segment {
	var out []*segment
	for cell, n := range of {
		if n < 0 {
			return nil
		}
		if cell == 0 || of[cell-1] != n {
			out = append(out, &segment{Lo: cell})
		}
		out[len(out)-1].hi = cell
	}
	return out
}

// equip gives a segment its strategy with the scales 1/s, rounded toward more privacy, and
// checks that no class of edges spends more than epsilon, exactly. A scale of +Inf publishes
// rows that no edge changes.
func (s *segment) equip(rows Strategy, scales []float64, e equipment) error {
	s.Strategy, s.Groups = rows, nil
	precision := make([]float64, len(scales))
	loads := rows.Loads(e.line)
	for g, group := range rows.Groups() {
		r := RowGroup{What: NameOf(group), Rows: group.Rows}
		moved := 0
		for _, class := range loads {
			r.Loads = append(r.Loads, class[g])
			moved = max(moved, class[g])
		}
		precision[g] = math.Inf(1)
		if !math.IsInf(scales[g], 1) {
			l, err := e.law(scales[g], moved)
			if err != nil {
				return err
			}
			r.Law = l
			precision[g] = 1 / l.Variance()
		} else if moved > 0 {
			return message.Errorf("rows that secret pairs change cannot be published exactly")
		}
		s.Groups = append(s.Groups, r)
	}
	var err error
	if s.weighted, err = rows.Estimator(precision); err != nil {
		return err
	}
	return s.mustKeep(e.All())
}

// equipment is what equipping a segment needs. With Gaussian noise loads are squared L2 changes.
type equipment struct {
	mechanism.RowBudget
	line sensitivity.Line // of the segment
	// single says that the strategy has one group that edges change, whose scale is then the
	// exact quotient of its load and epsilon.
	single bool
}

// law returns the law of a group with budget s per unit of change.
func (e equipment) law(s float64, moved int) (noise.Law, error) {
	if e.single {
		return mechanism.LawFor(e.Family, big.NewRat(int64(max(moved, 1)), 1), e.Epsilon)
	}
	return e.Law(s)
}

// mustKeep errors unless along every class of edges the changes divided by the scales add
// up to at most epsilon, in exact arithmetic (docs/mathematics.md, "Certified scales").
func (s *segment) mustKeep(epsilon *big.Rat) error {
	if len(s.Groups) == 0 {
		return nil
	}
	for class := range s.Groups[0].Loads {
		spent := new(big.Rat)
		for _, g := range s.Groups {
			switch load := big.NewRat(int64(g.Loads[class]), 1); {
			case load.Sign() == 0:
			default:
				spent.Add(spent, load.Quo(load, g.Law.Rat()))
			}
		}
		if spent.Cmp(epsilon) > 0 {
			return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), epsilon.FloatString(12))
		}
	}
	return nil
}

// NameOf says which rows a group of a strategy is.
func NameOf(g strategy.Group) message.Text {
	switch {
	case g.Kind == strategy.Prefix && g.Width == 1:
		return message.Sprintf("cumulative counts")
	case g.Kind == strategy.Prefix:
		return message.Sprintf("cumulative counts at every %d values", g.Width)
	case g.Kind == strategy.Whole:
		return message.Sprintf("total")
	case g.Kind == strategy.Ramp && g.Width == 1:
		return message.Sprintf("some cumulative counts")
	case g.Kind == strategy.Ramp:
		return message.Sprintf("sums of %d cumulative counts in a row", g.Width)
	case g.Kind == strategy.Filtered:
		return message.Sprintf("weighted sums of up to %d cumulative counts in a row, in whole parts", g.Width)
	case g.Kind == strategy.SoftBlock:
		return message.Sprintf("overlapping groups, rising and falling over %d values", g.Width)
	case g.Width == 1:
		return message.Sprintf("single values")
	}
	return message.Sprintf("groups of %d values", g.Width)
}

// variance returns the variance of the sum of cells lo..hi of the segment, counted from its
// first cell.
func (s *segment) variance(lo, hi int) float64 {
	whole := lo == 0 && hi == s.Cells()-1
	switch {
	case whole && s.sets != nil:
		return 0
	case s.Strategy == nil:
		return s.Groups[0].Law.Variance()
	}
	v, err := s.weighted.RangeVariance(strategy.Range{First: lo, Last: hi})
	if err != nil {
		panic("mechanism: a range outside its segment: " + err.Error())
	}
	return v
}

// variances returns variance for so many ranges, one after another; quickest for those that begin
// at the same cell in a row.
func (s *segment) variances(many int) func(lo, hi int) float64 {
	var ranges interface{ Variance(strategy.Range) float64 }
	switch w := s.weighted.(type) {
	case *strategy.Weighted:
		if many < worthRemembering*s.Cells() {
			return s.variance
		}
		ranges = w.Ranges()
	case *strategy.SoftWeighted:
		ranges = w.Ranges()
	case *strategy.StationaryWeighted:
		ranges = w.Ranges()
	default:
		return s.variance
	}
	return func(lo, hi int) float64 {
		if lo == 0 && hi == s.Cells()-1 && s.sets != nil {
			return 0
		}
		return ranges.Variance(strategy.Range{First: lo, Last: hi})
	}
}

// worthRemembering is how many ranges there have to be for each cell for it to be worth remembering
// what both ends of a range are.
const worthRemembering = 4

// ends returns how many independent rows of one scale make up the error of the sum of cells
// lo..hi, when the segment measures cumulative counts of single values only and its total
// is known.
func (s *segment) ends(lo, hi int) (rows int, law noise.Law, ok bool) {
	if s.Strategy == nil || s.sets == nil || len(s.Groups) != 1 || s.Strategy.Groups()[0].Kind != strategy.Prefix || s.Groups[0].Law.Family() != noise.Laplace {
		return 0, noise.Law{}, false
	}
	if lo > 0 {
		rows++
	}
	if hi < s.Cells()-1 {
		rows++
	}
	return rows, s.Groups[0].Law, true
}

// Estimate measures the segment, adds the noise and writes the estimated cells to dst.
func (s *segment) Estimate(dst []float64, counts []int64, total int64, src noise.Source) error {
	if s.Strategy == nil {
		dst[0] = float64(total)
		if s.sets == nil {
			y := []int64{counts[0]}
			s.Groups[0].Law.Add(src, y, y)
			dst[0] = float64(y[0])
		}
		return nil
	}
	rows := make([]int64, s.Strategy.Rows())
	if err := s.Strategy.MeasureInto(rows, counts); err != nil {
		return err
	}
	for g, group := range s.Strategy.Groups() {
		s.Groups[g].Law.Add(src, rows[group.First:group.First+group.Rows], rows[group.First:group.First+group.Rows])
	}
	return s.weighted.Estimate(dst, rows, total)
}

// total returns the known total of the segment, or 0.
func (s *segment) total(sums []int64) int64 {
	var n int64
	for _, set := range s.sets {
		n += sums[set]
	}
	return n
}

// slice returns the counts of a segment's cells.
func (s *segment) slice(counts *histogram.Vector) []int64 { return counts.Counts()[s.Lo : s.hi+1] }
