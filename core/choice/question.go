package choice

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// Kind says what is chosen.
type Kind string

// The kinds of choice.
const (
	Percentile Kind = "percentile"  // the value below which a given part of people lie
	MostCommon Kind = "most common" // the value that most people have
	Best       Kind = "best"        // the option of a list with the highest score
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Percentile, MostCommon, Best} }

// Test says which people count for an option that names a value.
type Test string

// The tests of an option.
const (
	Above   Test = "above"    // whose value is above the option's
	AtLeast Test = "at least" // whose value is the option's or above
	Below   Test = "below"
	AtMost  Test = "at most"
	Equal   Test = "equal"
	Weights Test = "weights" // everybody, by a weight for their value
)

// Tests returns all tests.
func Tests() []Test { return []Test{Above, AtLeast, Below, AtMost, Equal, Weights} }

// Option is one entry of the list that the best is chosen from.
type Option struct {
	Label string
	// At is the number, or the label of a value, that people's values are compared with; Times is
	// what each person counts that passes the test, nil for 1. With Weights, Weights are what people
	// count by the label of their value, 0 where it is missing, and At is empty.
	At      string
	Times   *big.Rat
	Weights map[string]*big.Rat
}

// Question is what a steward asks for.
type Question struct {
	ID, Title string
	Kind      Kind
	Column    domain.AttributeName
	// By are columns for whose combinations of values there is a choice each.
	By []domain.AttributeName
	// Percent is the percentile, above 0 and below 100.
	Percent *big.Rat
	// Width says over how many neighbouring values a percentile's ranks are averaged, to either
	// side: under secrets of small differences a wider one has less noise and a coarser aim.
	Width int
	// AnyWidth leaves the width to Prepare, which takes what is best on a stand-in; Width is then 0.
	AnyWidth bool
	// Interval asks for two values more, between which the percentile lies 19 times in 20.
	Interval bool
	// Method says how a percentile is made.
	Method Method
	// Test and Options are the score of Best.
	Test    Test
	Options []Option
}

// Columns returns the columns that the choice is about, its own last.
func (q Question) Columns() []domain.AttributeName {
	return append(slices.Clone(q.By), q.Column)
}

// Choice is a question over a domain.
type Choice struct {
	question Question
	domain   *domain.Domain // projection to the columns
	options  []string
	score    scorer
	// scale is how many of the score's whole numbers make one of what it counts: people for
	// percentiles and the most common value, the steward's own unit for the best.
	scale *big.Rat
	size  int // of the column, special cells included
	group []int
	names [][]string // per group the labels of By
}

// New makes a choice over the published columns. It errors when the question does not fit them,
// naming it and what to do.
func New(q Question, published *domain.Domain) (*Choice, error) {
	c, err := build(q, published)
	if err != nil {
		return nil, message.Errorf("%q: %w", q.Title, err)
	}
	return c, nil
}

func build(q Question, published *domain.Domain) (*Choice, error) {
	if q.Column == "" {
		return nil, message.Errorf("it names no column: choose one")
	}
	columns := q.Columns()
	for i, name := range columns {
		if slices.Contains(columns[:i], name) {
			return nil, message.Errorf("it names the column %q twice: remove one", name)
		}
	}
	d, err := published.Project(columns)
	if err != nil {
		return nil, err
	}
	k, err := d.Cells()
	if err != nil {
		return nil, err
	}
	a := d.Attributes()[len(columns)-1]
	c := &Choice{question: q, domain: d, size: a.Size(), scale: big.NewRat(1, 1)}
	c.groups(k)
	if len(c.names) == 0 {
		return nil, message.Errorf("all its combinations are declared impossible")
	}
	switch {
	case !slices.Contains(Methods(), q.Method):
		return nil, message.Errorf("unknown method %q: use %q or %q, or leave it empty for the better one", q.Method, Drawn, FromTable)
	case q.Method == FromTable && (q.Kind != Percentile || len(q.By) > 0):
		return nil, message.Errorf("only the percentile of a whole column can be taken from a cumulative table: leave the method empty")
	}
	switch q.Kind {
	case Percentile:
		err = c.percentile(a)
	case MostCommon:
		c.options, c.score = regularLabels(a), tally{a.Regular()}
	case Best:
		err = c.best(a)
	default:
		err = message.Errorf("unknown kind %q: use %q, %q or %q", q.Kind, Percentile, MostCommon, Best)
	}
	if err != nil {
		return nil, err
	}
	if n := len(c.names) * c.perGroup(); n > limits.MaxDraws {
		return nil, message.Errorf("it asks for %d values, more than %d: ask by fewer columns, or by coarser ones", n, limits.MaxDraws)
	}
	return c, nil
}

// groups numbers the combinations of By that can occur.
func (c *Choice) groups(cells int) {
	c.group = make([]int, cells/c.size)
	values := make([]int, len(c.domain.Attributes()))
	for g := range c.group {
		c.group[g] = -1
		for v := range c.size {
			if c.domain.Possible(g*c.size + v) {
				c.group[g] = len(c.names)
				break
			}
		}
		if c.group[g] < 0 {
			continue
		}
		c.domain.Values(values, g*c.size)
		names := make([]string, len(c.question.By))
		for i := range names {
			names[i] = c.domain.Attributes()[i].Label(values[i])
		}
		c.names = append(c.names, names)
	}
}

// Question returns what was asked.
func (c *Choice) Question() Question { return c.question }

// Domain returns the domain over the choice's columns.
func (c *Choice) Domain() *domain.Domain { return c.domain }

// Options returns the list that is chosen from.
func (c *Choice) Options() []string { return c.options }

// Groups returns, for every choice that is made, the labels of By.
func (c *Choice) Groups() [][]string { return c.names }

// attribute returns the column that is chosen about.
func (c *Choice) attribute() *domain.Attribute {
	attrs := c.domain.Attributes()
	return attrs[len(attrs)-1]
}

// perGroup returns how many options are drawn in a group.
func (c *Choice) perGroup() int {
	if c.question.Interval {
		return 3
	}
	return 1
}

func regularLabels(a *domain.Attribute) []string {
	out := make([]string, a.Regular())
	for i := range out {
		out[i] = a.Label(i)
	}
	return out
}
