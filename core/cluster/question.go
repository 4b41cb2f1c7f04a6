package cluster

import (
	"math/big"
	"slices"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// Way says how groups are found.
type Way string

// The ways.
const (
	Automatic Way = ""        // whichever is better on the stand-in, or on made-up data
	Rounds    Way = "rounds"  // sizes and sums of the groups, round after round
	Summary   Way = "summary" // from a released table of all cells
)

// Ways returns all ways.
func Ways() []Way { return []Way{Automatic, Rounds, Summary} }

// Start says where the rounds begin.
type Start string

// The starts.
const (
	Spread Start = ""       // centres spread over the columns' bounds
	Given  Start = "given"  // centres that the steward gives
	Drawn  Start = "chosen" // the best of some public lists of centres, drawn by its score
)

// Starts returns all starts.
func Starts() []Start { return []Start{Spread, Given, Drawn} }

// Column is a column by which people are similar.
type Column struct {
	Name domain.AttributeName
	// Scale is how much one of its units, or one step of an ordered list, counts in distances.
	// Where it is nil for all columns, the whole span of each counts alike.
	Scale *big.Rat
}

// Question is what a steward asks for.
type Question struct {
	ID, Title string
	Columns   []Column
	// Clusters is the number of groups.
	Clusters int
	Way      Way
	// Start, Centres and Rounds are about the way in rounds. Centres are one number per column for
	// each group, in its own units; Rounds is 0 for what is best on the stand-in.
	Start   Start
	Centres [][]*big.Rat
	Rounds  int
}

// Names returns the columns' names.
func (q Question) Names() []domain.AttributeName {
	out := make([]domain.AttributeName, len(q.Columns))
	for i, c := range q.Columns {
		out[i] = c.Name
	}
	return out
}

// Clustering is a question over a domain.
type Clustering struct {
	question Question
	domain   *domain.Domain // projection to the columns
	axes     []axis
	cells    int
	// kind tells of every cell whether people in it are placed; nil where all are.
	kind []int16
	// places are the cells' steps, one per axis, where they are few enough to be kept.
	places []int32
	placed int // cells in which people are placed
}

// What is in a cell that is in no group.
const (
	nowhere    int16 = -1 // people with a blank or other value, who belong to no group
	impossible int16 = -2 // nobody
)

// New makes a clustering over the published columns. It errors when the question does not fit
// them, naming it and what to do.
func New(q Question, published *domain.Domain) (*Clustering, error) {
	c, err := build(q, published)
	if err != nil {
		return nil, message.Errorf("%q: %w", q.Title, err)
	}
	return c, nil
}

func build(q Question, published *domain.Domain) (*Clustering, error) {
	switch names := q.Names(); {
	case len(names) == 0:
		return nil, message.Errorf("it names no column: choose one or more columns of numbers")
	case len(names) > limits.MaxClusterColumns:
		return nil, message.Errorf("it names %d columns, more than %d: groups of similar people are found from a few columns", len(names), limits.MaxClusterColumns)
	default:
		for i, name := range names {
			if slices.Contains(names[:i], name) {
				return nil, message.Errorf("it names the column %q twice: remove one", name)
			}
		}
	}
	d, err := published.Project(q.Names())
	if err != nil {
		return nil, err
	}
	c := &Clustering{question: q, domain: d}
	if err := c.layOut(); err != nil {
		return nil, err
	}
	if c.cells, err = d.Cells(); err != nil {
		return nil, err
	}
	c.findPlaces()
	switch {
	case q.Clusters < 2 || q.Clusters > limits.MaxClusters:
		return nil, message.Errorf("%d groups are asked for: use a number from 2 to %d", q.Clusters, limits.MaxClusters)
	case q.Clusters > c.placed:
		return nil, message.Errorf("%d groups are asked for, but there are only %d combinations of values: ask for fewer groups, or declare finer values", q.Clusters, c.placed)
	case q.Rounds < 0 || q.Rounds > limits.MaxClusterRounds:
		return nil, message.Errorf("%d rounds are asked for: use a number from 1 to %d, or 0 for the best", q.Rounds, limits.MaxClusterRounds)
	case !slices.Contains(Ways(), q.Way):
		return nil, message.Errorf("unknown way %q: use %q or %q, or leave it empty for the better one", q.Way, Rounds, Summary)
	case !slices.Contains(Starts(), q.Start):
		return nil, message.Errorf("unknown start %q: use %q or %q, or leave it empty for centres spread over the bounds", q.Start, Given, Drawn)
	case q.Way == Summary && c.cells > limits.MaxGroupedCells:
		return nil, c.tooFine()
	}
	return c, c.checkCentres()
}

// layOut makes the axes.
func (c *Clustering) layOut() error {
	scales := make([]*big.Rat, len(c.question.Columns))
	given, wide := 0, false
	for j, column := range c.question.Columns {
		x, err := newAxis(c.domain.Attributes()[j])
		if err != nil {
			return err
		}
		if scales[j] = column.Scale; column.Scale != nil {
			given++
			if column.Scale.Sign() <= 0 {
				return message.Errorf("the scale of %q is %s: give a number above zero, how much one of its units counts", column.Name, column.Scale.RatString())
			}
		}
		wide = wide || x.most() > 0
		c.axes = append(c.axes, x)
	}
	if given > 0 && given < len(scales) {
		return message.Errorf("some of its columns have a scale and some have none: give one to each, or to none, so that the whole span of each counts alike")
	}
	if !wide {
		return message.Errorf("each of its columns has only one value, so everybody is alike: choose other columns")
	}
	return weigh(c.axes, scales)
}

// checkCentres errors when the given centres do not fit.
func (c *Clustering) checkCentres() error {
	q := c.question
	if q.Start != Given {
		if len(q.Centres) > 0 {
			return message.Errorf("starting centres are given but not used: leave them out, or begin with them")
		}
		return nil
	}
	if len(q.Centres) != q.Clusters {
		return message.Errorf("%d centres are given for %d groups: give one for each", len(q.Centres), q.Clusters)
	}
	for i, centre := range q.Centres {
		if len(centre) != len(c.axes) {
			return message.Errorf("centre %d has %d numbers for %d columns: give one for each", i+1, len(centre), len(c.axes))
		}
		for j, r := range centre {
			x := &c.axes[j]
			if at := x.place(r); at < 0 || at > float64(x.most()) {
				return message.Errorf("centre %d lies at %s of %q, outside its bounds: give a number between them", i+1, r.RatString(), x.attribute.Name())
			}
		}
		if slices.ContainsFunc(q.Centres[:i], func(other []*big.Rat) bool {
			return slices.EqualFunc(other, centre, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
		}) {
			return message.Errorf("centre %d is given twice: give each group its own", i+1)
		}
	}
	return nil
}

// CheckPeople errors when the public knows that there are fewer people than groups.
func (c *Clustering) CheckPeople(facts constraint.Facts) error {
	if n, known := facts.Total(); known && n < int64(c.question.Clusters) {
		return message.Errorf("%q: %d groups are asked for, but the public knows of only %d people: ask for fewer groups", c.question.Title, c.question.Clusters, n)
	}
	return nil
}

// Question returns what was asked.
func (c *Clustering) Question() Question { return c.question }

// Domain returns the domain over the clustering's columns.
func (c *Clustering) Domain() *domain.Domain { return c.domain }

// Bounds returns the lowest and the highest number, or step, of a column.
func (c *Clustering) Bounds(column int) (lowest, highest float64) {
	x := &c.axes[column]
	return x.number(0), x.number(float64(x.most()))
}

// Scale returns how much one unit of a column counts in distances.
func (c *Clustering) Scale(column int) float64 {
	step, _ := c.axes[column].step.Float64()
	return c.axes[column].factor / step
}

// Near returns for a centre the values that are nearest to it, of columns whose values are counted in
// steps; "" for numbers. It returns nil where there is no such column.
func (c *Clustering) Near(centre []float64) []string {
	inSteps := func(x axis) bool { return x.attribute.InSteps() }
	if len(centre) != len(c.axes) || !slices.ContainsFunc(c.axes, inSteps) {
		return nil
	}
	out := make([]string, len(centre))
	for j, number := range centre {
		if inSteps(c.axes[j]) {
			out[j] = c.label(j, number)
		}
	}
	return out
}

// label returns the value of a column that is nearest to a number.
func (c *Clustering) label(column int, number float64) string {
	x := &c.axes[column]
	best, least := 0, -1.0
	for v, at := range x.at {
		off := x.number(float64(at)) - number
		if off *= off; least < 0 || off < least {
			best, least = v, off
		}
	}
	return x.attribute.Label(best)
}
