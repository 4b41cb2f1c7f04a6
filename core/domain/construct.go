package domain

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
)

// NewList declares an attribute whose values are named and have no order. It errors on an
// empty list, a value given twice, a blank value and a value too long.
func NewList(name AttributeName, values []string, opts Options) (*Attribute, error) {
	return newNamed(name, List, values, opts)
}

// NewOrdered declares an attribute whose values are named and stand in the given order.
func NewOrdered(name AttributeName, values []string, opts Options) (*Attribute, error) {
	return newNamed(name, Ordered, values, opts)
}

func newNamed(name AttributeName, kind Kind, values []string, opts Options) (*Attribute, error) {
	switch n := len(values); {
	case n == 0:
		return nil, message.Errorf("column %q: the list of values is empty: give every value that can occur", name)
	case n > limits.MaxListedValues:
		return nil, message.Errorf("column %q: %d values are more than the limit of %d: use coarser values", name, n, limits.MaxListedValues)
	}
	a := &Attribute{name: name, kind: kind, regular: len(values), labels: make([]string, len(values)), index: make(map[string]int, len(values))}
	for i, v := range values {
		v = strings.TrimSpace(v)
		switch {
		case v == "":
			return nil, message.Errorf("column %q: value %d is blank: blanks have a rule of their own", name, i+1)
		case v == BlankLabel || v == OtherLabel || v == TotalLabel:
			return nil, message.Errorf("column %q: a value may not be called %s", name, v)
		case utf8.RuneCountInString(v) > limits.MaxNameRunes:
			return nil, message.Errorf("column %q: value %d has more than %d characters", name, i+1, limits.MaxNameRunes)
		}
		if j, twice := a.index[v]; twice {
			return nil, message.Errorf("column %q: the value %q is listed twice, as number %d and number %d: remove one", name, v, j+1, i+1)
		}
		a.index[v], a.labels[i] = i, v
	}
	return a.finish(opts)
}

// maxWhole is the largest whole number up to which a sheet's numbers, which are doubles,
// hold every whole number exactly.
const maxWhole = int64(1) << 53

// NewWhole declares an attribute whose values are all whole numbers from lo to hi. It
// errors on swapped bounds, on too many numbers and on numbers that a sheet cannot tell
// apart.
func NewWhole(name AttributeName, lo, hi int64, opts Options) (*Attribute, error) {
	if hi < lo {
		return nil, message.Errorf("column %q: the lowest number %d is above the highest %d: swap them", name, lo, hi)
	}
	if lo < -maxWhole || hi > maxWhole {
		return nil, message.Errorf("column %q: from %d to %d goes beyond ±%d, up to which a spreadsheet keeps whole numbers exact: declare it as a list", name, lo, hi, maxWhole)
	}
	if hi-lo >= limits.MaxListedValues {
		return nil, message.Errorf("column %q: from %d to %d is more than %d values: use ranges", name, lo, hi, limits.MaxListedValues)
	}
	a := &Attribute{name: name, kind: Whole, regular: int(hi-lo) + 1, first: lo}
	return a.finish(opts)
}

// Range is a declared range of numbers, as plain decimals. An empty From reaches down and
// an empty To reaches up without end.
type Range struct {
	From, To string
	Label    string // how it is written in tables; empty means From and To
}

// NewRanges declares an attribute whose values are ranges of numbers in rising order. For
// whole numbers both ends belong to the range ("0-4", "5-9"); otherwise the upper end does
// not ("0 to under 5", "5 to under 10"). It errors where ranges overlap or leave a gap,
// naming the two.
func NewRanges(name AttributeName, ranges []Range, whole bool, opts Options) (*Attribute, error) {
	axis, err := newIntervals(ranges, whole)
	if err != nil {
		return nil, message.Errorf("column %q: %w", name, err)
	}
	a := &Attribute{name: name, kind: Ranges, regular: len(ranges), axis: axis}
	return a.finish(opts)
}

// finish checks the name and the origin, gives the special cells their places and resolves
// the readings.
func (a *Attribute) finish(opts Options) (*Attribute, error) {
	name := strings.TrimSpace(string(a.name))
	if name == "" {
		return nil, message.Errorf("a column has no name: name it as in the sheet's header")
	}
	if utf8.RuneCountInString(name) > limits.MaxNameRunes {
		return nil, message.Errorf("column %q: the name has more than %d characters", a.name, limits.MaxNameRunes)
	}
	a.name = AttributeName(name)
	switch opts.Origin {
	case Codebook, Typed, Confirmed:
		a.origin = opts.Origin
	case "":
		return nil, message.Errorf("column %q: the origin of its values is missing: say that they come from a codebook, were typed, or are confirmed as public", name)
	default:
		return nil, message.Errorf("column %q: unknown origin %q: use %q, %q or %q", name, opts.Origin, Codebook, Typed, Confirmed)
	}
	if err := a.place(opts); err != nil {
		return nil, message.Errorf("column %q: %w", name, err)
	}
	if err := a.read(opts.Readings); err != nil {
		return nil, message.Errorf("column %q: %w", name, err)
	}
	return a, nil
}

// read resolves the readings. Texts are compared without the spaces around them, as cells
// are.
func (a *Attribute) read(readings map[string]string) error {
	a.readings = make(map[string]int, len(readings))
	for _, declared := range slices.Sorted(maps.Keys(readings)) {
		target, text := readings[declared], strings.TrimSpace(declared)
		if text == "" {
			return message.Errorf("a blank text is to be read as %q: blanks have a rule of their own", target)
		}
		i, err := a.target(target)
		if err != nil {
			return message.Errorf("the text %q is to be read as %q: %w", text, target, err)
		}
		if _, twice := a.readings[text]; twice {
			return message.Errorf("the text %q has two readings: remove one", text)
		}
		a.readings[text] = i
	}
	return nil
}

// place gives blanks and others their cells, or resolves the value they are counted as.
func (a *Attribute) place(opts Options) error {
	next := a.regular
	a.special = [2]Special{opts.Blank, opts.Other}
	for i := range a.special {
		if a.special[i].Rule == "" {
			a.special[i].Rule = OwnCell
		}
	}
	resolve := func(what message.Text, other bool, s Special) (cell int, own bool, err error) {
		switch s.Rule {
		case OwnCell:
			cell, own = next, true
			next++
			return cell, own, nil
		case AsValue:
			i, ok := a.Find(s.Value)
			if !ok || i >= a.regular {
				return 0, false, message.Errorf("%s are to be counted as %q, which is not one of the values", what, s.Value)
			}
			return i, false, nil
		case AsBlank:
			switch {
			case !other:
				return 0, false, message.Errorf("blanks are to be counted as blanks: say whether they are a group of their own or one of the values")
			case a.blank < 0:
				return 0, false, message.Errorf("others are to be counted as blanks, but no blanks are allowed: say what blanks are counted as")
			}
			return a.blank, false, nil
		case Refuse:
			return -1, false, nil
		case Nearest:
			if other && (a.kind.OfNumbers() || a.kind == Periods) {
				a.nearest = true
				return -1, false, nil
			}
			return 0, false, message.Errorf("only numbers and dates outside the bounds can be counted at the nearest bound")
		}
		return 0, false, message.Errorf("unknown rule %q for %s: use %q, %q, %q, %q or %q", s.Rule, what, OwnCell, AsValue, AsBlank, Nearest, Refuse)
	}
	var err error
	if a.blank, a.hasBlank, err = resolve(message.Sprintf("blanks"), false, a.special[0]); err != nil {
		return err
	}
	a.other, a.hasOther, err = resolve(message.Sprintf("others"), true, a.special[1])
	return err
}

// target resolves the target of a reading.
func (a *Attribute) target(label string) (int, error) {
	switch label {
	case BlankLabel:
		if a.blank < 0 {
			return 0, message.Errorf("blanks are declared not to occur: give them a rule")
		}
		return a.blank, nil
	case OtherLabel:
		if a.other < 0 {
			return 0, message.Errorf("there is no cell for other values: give them a rule")
		}
		return a.other, nil
	}
	i, ok := a.Find(label)
	if !ok {
		return 0, message.Errorf("that is not one of the values")
	}
	return i, nil
}

// intervals are the ranges of a Ranges attribute in common units. For whole numbers hi is
// the highest number of the range; otherwise it is the first number above it.
type intervals struct {
	units   units
	whole   bool
	lo, hi  []int64
	labels  []string
	byLabel map[string]int
}

func newIntervals(ranges []Range, whole bool) (*intervals, error) {
	if len(ranges) == 0 {
		return nil, message.Errorf("no ranges are given")
	}
	if len(ranges) > limits.MaxListedValues {
		return nil, message.Errorf("%d ranges are too many, the limit is %d", len(ranges), limits.MaxListedValues)
	}
	ends, err := parseEnds(ranges, whole)
	if err != nil {
		return nil, err
	}
	v := &intervals{whole: whole, byLabel: make(map[string]int, len(ranges))}
	if v.units, err = commonUnits(ends.all); err != nil {
		return nil, err
	}
	for i := range ranges {
		lo, hi := -maxUnits, maxUnits
		if ends.from[i] != nil {
			if lo, err = v.units.of(ends.from[i]); err != nil {
				return nil, message.Errorf("range %d: %w", i+1, err)
			}
		}
		if ends.to[i] != nil {
			if hi, err = v.units.of(ends.to[i]); err != nil {
				return nil, message.Errorf("range %d: %w", i+1, err)
			}
		}
		if hi < lo || (hi == lo && !whole) {
			return nil, message.Errorf("range %d goes from %s to %s, which contains no number", i+1, ranges[i].From, ranges[i].To)
		}
		v.lo, v.hi = append(v.lo, lo), append(v.hi, hi)
		label := strings.TrimSpace(rangeLabel(ranges[i], whole))
		if utf8.RuneCountInString(label) > limits.MaxNameRunes {
			return nil, message.Errorf("range %d: its label has more than %d characters", i+1, limits.MaxNameRunes)
		}
		v.labels = append(v.labels, label)
	}
	return v, v.check()
}

type rangeEnds struct{ from, to, all []*big.Rat }

func parseEnds(ranges []Range, whole bool) (rangeEnds, error) {
	e := rangeEnds{from: make([]*big.Rat, len(ranges)), to: make([]*big.Rat, len(ranges))}
	read := func(i int, s string, which message.Text) (*big.Rat, error) {
		r, err := parseDecimal(s)
		if err != nil {
			return nil, message.Errorf("range %d, %s end: %w", i+1, which, err)
		}
		if whole && !r.IsInt() {
			return nil, message.Errorf("range %d, %s end: %s is not a whole number, and the ranges are of whole numbers", i+1, which, s)
		}
		e.all = append(e.all, r)
		return r, nil
	}
	for i, r := range ranges {
		var err error
		if r.From != "" {
			if e.from[i], err = read(i, r.From, message.Sprintf("lower")); err != nil {
				return e, err
			}
		} else if i != 0 {
			return e, message.Errorf("range %d has no lower end: only the first may be open below", i+1)
		}
		if r.To != "" {
			if e.to[i], err = read(i, r.To, message.Sprintf("upper")); err != nil {
				return e, err
			}
		} else if i != len(ranges)-1 {
			return e, message.Errorf("range %d has no upper end: only the last may be open above", i+1)
		}
	}
	return e, nil
}

// check refuses overlaps, gaps and labels used twice.
func (v *intervals) check() error {
	step := int64(0)
	if v.whole {
		step = 1
	}
	for i, label := range v.labels {
		if j, twice := v.byLabel[label]; twice {
			return message.Errorf("ranges %d and %d are both called %q", j+1, i+1, label)
		}
		if label == BlankLabel || label == OtherLabel || label == TotalLabel {
			return message.Errorf("a range may not be called %s", label)
		}
		v.byLabel[label] = i
		if i == 0 {
			continue
		}
		switch d := v.lo[i] - v.hi[i-1] - step; {
		case d < 0:
			return message.Errorf("the ranges %q and %q overlap: let the second begin at %s", v.labels[i-1], label, v.units.text(v.hi[i-1]+step))
		case d > 0:
			return message.Errorf("the ranges %q and %q leave a gap: let the second begin at %s", v.labels[i-1], label, v.units.text(v.hi[i-1]+step))
		}
	}
	return nil
}

func rangeLabel(r Range, whole bool) string {
	switch {
	case strings.TrimSpace(r.Label) != "":
		return r.Label
	case r.From == "" && r.To == "":
		return anyNumber
	case r.From == "" && whole:
		return r.To + " or less"
	case r.From == "":
		return "under " + r.To
	case r.To == "":
		return r.From + " or more"
	case whole && r.From == r.To:
		return r.From
	case whole:
		return r.From + "–" + r.To
	}
	return r.From + " to under " + r.To
}

func (v *intervals) label(i int) string { return v.labels[i] }

// end returns a position as a number, nil for an open end.
func (v *intervals) end(at int64) *big.Rat {
	if at == maxUnits || at == -maxUnits {
		return nil
	}
	return big.NewRat(at, v.units.scale)
}

func (v *intervals) middle(i int) float64 {
	lo, hi, s := float64(v.lo[i]), float64(v.hi[i]), float64(v.units.scale)
	switch {
	case v.lo[i] == -maxUnits && v.hi[i] == maxUnits:
		return 0
	case v.lo[i] == -maxUnits:
		return hi / s
	case v.hi[i] == maxUnits:
		return lo / s
	}
	return (lo + hi) / 2 / s
}
