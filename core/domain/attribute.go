package domain

import (
	"fmt"
	"math/big"
	"sort"
)

// AttributeName is the name of a published column, as it stands in the sheet's header.
type AttributeName string

// Origin says where a list or a bound comes from, and so why it is public.
type Origin string

// The origins. A proposal read off the data has no origin until the steward confirms that
// it is public; without an origin an attribute is refused.
const (
	Codebook  Origin = "codebook"  // from a published codebook
	Typed     Origin = "typed"     // typed by the steward
	Confirmed Origin = "confirmed" // proposed from the data and confirmed as public by the steward
)

// Kind says what an attribute's values are.
type Kind string

// The kinds of attribute.
const (
	List    Kind = "list"    // named values in no order
	Ordered Kind = "ordered" // named values in order
	Whole   Kind = "whole"   // every whole number from a lowest to a highest
	Ranges  Kind = "ranges"  // numbers in ranges
	Periods Kind = "periods" // dates in periods, or times in hours of the day
)

// OfNumbers reports whether values are numbers, and OfNames whether each has a name of its own.
func (k Kind) OfNumbers() bool { return k == Whole || k == Ranges }
func (k Kind) OfNames() bool   { return k == List || k == Ordered }

// Rule says what becomes of a record whose value is blank, or is none of the declared ones.
type Rule string

// The rules.
const (
	OwnCell Rule = "own"     // counted in a cell of its own
	AsValue Rule = "value"   // counted as a stated value
	AsBlank Rule = "blank"   // of others: counted as blanks are
	Nearest Rule = "nearest" // numbers or dates below or above the bounds are counted at the bound
	Refuse  Rule = "refuse"  // cannot occur: a release stops when it does
)

// Special is the rule for blanks, or for values outside the declared ones.
type Special struct {
	Rule  Rule
	Value string // for AsValue, the label of the value
}

// Options are what every kind of attribute has beside its values.
type Options struct {
	Origin Origin
	// Blank is the rule for blank cells; the zero value means OwnCell.
	Blank Special
	// Other is the rule for values that are not declared; the zero value means OwnCell.
	Other Special
	// Readings say how texts that are not values are to be read ("n/a" as BlankLabel).
	// Targets are BlankLabel, OtherLabel or the label of a value.
	Readings map[string]string
}

// The labels of the two special cells, and of all values of a column together. A declared
// value may not be called so.
const (
	BlankLabel = "(blank)"
	OtherLabel = "(other)"
	TotalLabel = "(total)"
)

// Attribute is one published column: its values in order, then possibly a cell for blanks
// and a cell for others. Values are addressed by index from 0. It does not change once made.
type Attribute struct {
	name     AttributeName
	kind     Kind
	origin   Origin
	regular  int
	labels   []string       // List, Ordered
	index    map[string]int // label -> value, for List and Ordered
	first    int64          // Whole: the lowest number
	axis     *intervals     // Ranges
	calendar *calendar      // Periods
	blank    int            // cell index for blanks, or -1 when a release must stop
	other    int            // cell index for others, or -1 when a release must stop
	nearest  bool
	hasBlank bool // a cell of its own
	hasOther bool
	readings map[string]int
	special  [2]Special // blank, other, as declared
}

// Name returns the attribute's name.
func (a *Attribute) Name() AttributeName { return a.name }

// Kind returns what the values are.
func (a *Attribute) Kind() Kind { return a.kind }

// Origin returns where the values come from.
func (a *Attribute) Origin() Origin { return a.origin }

// Size returns the number of cells: the values and the special cells.
func (a *Attribute) Size() int {
	n := a.regular
	if a.hasBlank {
		n++
	}
	if a.hasOther {
		n++
	}
	return n
}

// Regular returns the number of declared values; they have the indices below it.
func (a *Attribute) Regular() int { return a.regular }

// BlankCell returns the index of the cell for blanks, if they have one of their own.
func (a *Attribute) BlankCell() (int, bool) { return a.blank, a.hasBlank }

// OtherCell returns the index of the cell for values not declared, if they have one of
// their own.
func (a *Attribute) OtherCell() (int, bool) { return a.other, a.hasOther }

// Special returns the rules for blanks and for others as declared.
func (a *Attribute) Special() (blank, other Special) { return a.special[0], a.special[1] }

// HasOrder reports whether the values stand in an order, so that "small differences",
// cumulative counts and ranges make sense.
func (a *Attribute) HasOrder() bool { return a.kind != List }

// Label returns how the value with index i is written in tables.
func (a *Attribute) Label(i int) string {
	switch {
	case i >= a.regular && a.hasBlank && i == a.blank:
		return BlankLabel
	case i >= a.regular && a.hasOther && i == a.other:
		return OtherLabel
	case i < 0 || i >= a.regular:
		panic(fmt.Sprintf("domain: value %d of %q, which has %d", i, a.name, a.Size()))
	case a.kind == Whole:
		return fmt.Sprint(a.first + int64(i))
	case a.kind == Ranges:
		return a.axis.label(i)
	case a.kind == Periods:
		return a.calendar.label(i)
	}
	return a.labels[i]
}

// Find returns the index of the value or special cell with the given label.
func (a *Attribute) Find(label string) (int, bool) {
	switch {
	case label == BlankLabel:
		return a.blank, a.hasBlank
	case label == OtherLabel:
		return a.other, a.hasOther
	case a.kind.OfNames():
		i, ok := a.index[label]
		return i, ok
	case a.kind == Ranges:
		i, ok := a.axis.byLabel[label]
		return i, ok
	case a.kind == Periods:
		return a.calendar.find(label)
	}
	n, short := parseShort(label)
	if !short {
		r, err := parseDecimal(label)
		if err != nil || !r.IsInt() || !r.Num().IsInt64() {
			return 0, false
		}
		n = r.Num().Int64()
	}
	i := n - a.first
	if i < 0 || i >= int64(a.regular) {
		return 0, false
	}
	return int(i), true
}

// Gap returns the least difference between a number of value i and a number of value j
// (i, j regular), in the attribute's own units: steps for an ordered list and periods, whole
// numbers, or multiples of 1/Units() for ranges. Open ends reach as far as they may. The least
// difference between two half-open ranges is approached and not attained; MaxGap knows.
func (a *Attribute) Gap(i, j int) int64 {
	if i == j {
		return 0
	}
	if i > j {
		i, j = j, i
	}
	if a.kind == Ranges {
		return a.axis.lo[j] - a.axis.hi[i]
	}
	return int64(j - i)
}

// Units returns how many of Gap's units make one of the numbers' own.
func (a *Attribute) Units() int64 {
	if a.kind == Ranges {
		return a.axis.units.scale
	}
	return 1
}

// Attained reports whether Gap is a difference that two values can really have. It is not
// for half-open ranges of real numbers, where values come only arbitrarily near to it.
func (a *Attribute) Attained() bool { return a.kind != Ranges || a.axis.whole }

// MaxGap returns the largest Gap that two different values within the threshold of one
// another can have: they are within it exactly when their Gap is no larger. The threshold
// is given in the attribute's numbers, or in steps for an ordered list and periods. It is -1 when the
// threshold is not above zero.
func (a *Attribute) MaxGap(threshold *big.Rat) int64 {
	if threshold.Sign() <= 0 {
		return -1
	}
	t := new(big.Rat).Mul(threshold, new(big.Rat).SetInt64(a.Units()))
	q := new(big.Int).Div(t.Num(), t.Denom()) // floor
	if !a.Attained() && t.IsInt() {
		q.Sub(q, big.NewInt(1)) // the gap itself is never attained, so it must be smaller
	}
	if !q.IsInt64() || q.Int64() > 4*maxUnits {
		return 4 * maxUnits
	}
	return q.Int64()
}

// Ends returns the lowest and the highest number of value i (i regular): twice its number,
// or its index in an ordered or unordered list or among periods, or the ends of its range, nil for an open
// one. The upper end belongs to the range only when the ranges are of whole numbers
// (Attained).
func (a *Attribute) Ends(i int) (lo, hi *big.Rat) {
	switch a.kind {
	case Whole:
		n := a.first + int64(i)
		return big.NewRat(n, 1), big.NewRat(n, 1)
	case Ranges:
		return a.axis.end(a.axis.lo[i]), a.axis.end(a.axis.hi[i])
	}
	return big.NewRat(int64(i), 1), big.NewRat(int64(i), 1)
}

// Positions returns a plain number for value i for drawing and for messages: its number,
// its index in an ordered list or among periods, or the middle of its range (the finite end of an open one).
func (a *Attribute) Positions(i int) float64 {
	switch a.kind {
	case Whole:
		return float64(a.first) + float64(i)
	case Ranges:
		return a.axis.middle(i)
	}
	return float64(i)
}

// Bounds returns the lowest and the highest number of a Whole attribute.
func (a *Attribute) Bounds() (lo, hi int64) {
	return a.first, a.first + int64(a.regular) - 1
}

// Labels returns all labels in index order. It is meant for lists that a person reads.
func (a *Attribute) Labels() []string {
	out := make([]string, a.Size())
	for i := range out {
		out[i] = a.Label(i)
	}
	return out
}

// ReadingTexts returns the texts that have a reading of their own, sorted.
func (a *Attribute) ReadingTexts() []string {
	out := make([]string, 0, len(a.readings))
	for t := range a.readings {
		out = append(out, t)
	}
	sort.Strings(out)
	return out
}
