package strategy

import (
	"slices"

	"steward/core/message"
)

// Total says what is known or measured of the sum of all cells.
type Total uint8

// The three ways a chain may treat the sum of all cells.
const (
	TotalKnown      Total = iota // public, given exactly to Estimate
	TotalMeasured                // one more row, with its own scale
	TotalUnmeasured              // estimated from the other rows
)

// maxCells keeps every index, rounded up to whole blocks, inside an int32.
const maxCells = 1 << 30

// ErrShape is wrapped by every error about cells, block width or level widths that do not
// make a chain.
var ErrShape = message.New("not a chain strategy")

// Spec says which rows a chain strategy measures. The cells 0..Cells-1 are cut into blocks of
// Block cells. The rows are
//
//   - the prefix sums up to the end of each block but the last (the S-nodes of He,
//     Machanavajjhala and Ding 2014), when there are at least two blocks;
//   - the sum of all cells, when Total is TotalMeasured;
//   - for each entry w of Widths, the sums over cells 0..w-1, w..2w-1, and so on: one level of
//     a hierarchy.
//
// Widths rises from 1, and each width divides the next and the last divides Block. It may be
// empty when Block is 1: with prefix sums alone the chain is the ordered mechanism. Widths
// from 2 up must be less than Cells, since a wider row would be the total.
//
// Neither Block nor any width need divide Cells. The last interval of a level, and the last
// block, then simply hold fewer cells: what pads them elsewhere is known to
// be empty and is neither measured nor asked about, and the estimate and all errors are those
// of exact weighted least squares on the cells that exist. They are never larger than with
// padding cells that are measured, and equal to them when Block divides Cells.
//
// Block may exceed Cells: there is one block then, and the chain is a plain hierarchy (M5).
type Spec struct {
	Cells  int
	Block  int
	Widths []int
	Total  Total
}

// Kind tells the groups of rows of a chain apart.
type Kind uint8

// The kinds of group.
const (
	Prefix    Kind = iota // prefix sums at block ends
	Whole                 // the sum of all cells
	Level                 // one level of the hierarchy
	Ramp                  // sums of cumulative counts over boxes, of a soft strategy
	SoftBlock             // differences of such sums of neighbouring boxes
	Filtered              // convolved cumulative counts, of a stationary strategy
)

// String returns the kind as a word for messages.
func (k Kind) String() string {
	switch k {
	case Prefix:
		return "prefix sums"
	case Whole:
		return "total"
	case Level:
		return "level"
	case Ramp:
		return "ramps"
	case SoftBlock:
		return "soft blocks"
	case Filtered:
		return "convolved prefix sums"
	}
	return "unknown group"
}

// Group is a set of rows that share one noise scale. Its rows are First..First+Rows-1 of the
// chain's rows.
type Group struct {
	Kind Kind
	// Width is the number of cells in a (full) row of a level, and the number of cells between
	// two prefix sums; 0 for the total, and the number of cumulative counts in a box of a soft
	// strategy or in a row of a stationary one.
	Width       int
	First, Rows int
}

// Chain is a valid chain strategy: which rows are measured, in which order. It is immutable.
type Chain struct {
	spec   Spec
	blocks int
	rows   int
	groups []Group
	tiers  []tier
}

// tier is one layer of the forest over the cells: the levels from the finest up, then the
// blocks. All its nodes are alike except the last, which may hold fewer cells.
type tier struct {
	width, nodes int
	cells        int // in the last node
	fan          int // children of a node other than the last
	lastFan      int // children of the last node
}

// NewChain checks spec and lays out its rows. Errors wrap [ErrShape].
func NewChain(spec Spec) (*Chain, error) {
	if err := checkSpec(spec); err != nil {
		return nil, err
	}
	spec.Widths = slices.Clone(spec.Widths)
	c := &Chain{spec: spec, blocks: ceilDiv(spec.Cells, spec.Block)}
	c.layGroups()
	c.layTiers()
	return c, nil
}

func checkSpec(s Spec) error {
	if s.Cells < 1 || s.Cells > maxCells {
		return message.Errorf("%w: %d cells, from 1 to %d are possible", ErrShape, s.Cells, maxCells)
	}
	if s.Block < 1 || s.Block > 2*maxCells {
		return message.Errorf("%w: blocks of %d cells, from 1 to %d are possible", ErrShape, s.Block, 2*maxCells)
	}
	if s.Total > TotalUnmeasured {
		return message.Errorf("%w: unknown treatment %d of the total", ErrShape, s.Total)
	}
	if len(s.Widths) == 0 {
		if s.Block > 1 {
			return message.Errorf("%w: blocks of %d cells without a level inside them, give at least width 1", ErrShape, s.Block)
		}
		return nil
	}
	if s.Widths[0] != 1 {
		return message.Errorf("%w: the finest level has width %d, it must be 1", ErrShape, s.Widths[0])
	}
	for j, w := range s.Widths {
		next, of := s.Block, "the block"
		if j+1 < len(s.Widths) {
			next, of = s.Widths[j+1], "the next width"
			if next == w {
				return message.Errorf("%w: level width %d is given twice", ErrShape, w)
			}
		}
		if w < 1 || next%w != 0 || next < w {
			return message.Errorf("%w: level width %d does not divide %s %d", ErrShape, w, of, next)
		}
		if w > 1 && w >= s.Cells {
			return message.Errorf("%w: level width %d is not less than the %d cells, measure the total instead", ErrShape, w, s.Cells)
		}
	}
	return nil
}

func (c *Chain) layGroups() {
	add := func(kind Kind, width, rows int) {
		c.groups = append(c.groups, Group{Kind: kind, Width: width, First: c.rows, Rows: rows})
		c.rows += rows
	}
	if c.blocks > 1 {
		add(Prefix, c.spec.Block, c.blocks-1)
	}
	if c.spec.Total == TotalMeasured {
		add(Whole, 0, 1)
	}
	for _, w := range c.spec.Widths {
		add(Level, w, ceilDiv(c.spec.Cells, w))
	}
}

func (c *Chain) layTiers() {
	widths := append(slices.Clone(c.spec.Widths), c.spec.Block)
	c.tiers = make([]tier, len(widths))
	for j, w := range widths {
		nodes := ceilDiv(c.spec.Cells, w)
		t := tier{width: w, nodes: nodes, cells: c.spec.Cells - (nodes-1)*w}
		if j > 0 {
			t.fan = w / widths[j-1]
			t.lastFan = c.tiers[j-1].nodes - (nodes-1)*t.fan
		}
		c.tiers[j] = t
	}
}

// Spec returns what the chain was made of. The caller must not change its Widths.
func (c *Chain) Spec() Spec { return c.spec }

// Groups describes the groups of rows in their fixed order: prefix sums (if there are at least
// two blocks), total (if measured), then the levels from the finest to the coarsest. The caller
// must not change it.
func (c *Chain) Groups() []Group { return c.groups }

// Rows returns the number of measured rows.
func (c *Chain) Rows() int { return c.rows }

// Blocks returns the number of blocks.
func (c *Chain) Blocks() int { return c.blocks }

// MeasureInto writes the exact value of every row for the counts x (one per cell) to dst (one
// per row), in the order of Groups. The values are private: noise must be added to each before
// anything else is done with them. It returns an error when a length is wrong. O(Cells).
func (c *Chain) MeasureInto(dst, x []int64) error {
	if len(x) != c.spec.Cells || len(dst) != c.rows {
		return message.Errorf("measure chain: %d counts into %d rows, the chain has %d cells and %d rows",
			len(x), len(dst), c.spec.Cells, c.rows)
	}
	finer, width := x, 1
	for _, g := range c.groups {
		rows := dst[g.First : g.First+g.Rows]
		switch g.Kind {
		case Prefix:
			sumPrefixes(rows, x, c.spec.Block)
		case Whole:
			sumRuns(rows, x, len(x))
		case Level:
			sumRuns(rows, finer, g.Width/width)
			finer, width = rows, g.Width
		}
	}
	return nil
}

// sumPrefixes sets dst[i] to the sum of the first i+1 blocks of x.
func sumPrefixes(dst, x []int64, block int) {
	var s int64
	for i := range dst {
		for _, v := range x[i*block : (i+1)*block] {
			s += v
		}
		dst[i] = s
	}
}

// sumRuns sets dst[i] to the sum of the i-th run of fan entries of x; the last run may be short.
func sumRuns(dst, x []int64, fan int) {
	for i := range dst {
		var s int64
		for _, v := range x[i*fan : min((i+1)*fan, len(x))] {
			s += v
		}
		dst[i] = s
	}
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
