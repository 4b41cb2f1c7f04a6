package choice

import (
	"encoding/binary"
	"math/big"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// maxLinearWork bounds the steps in which the ranges of a list of options are worked out.
const maxLinearWork = 1 << 30

// best makes the score of a list of options.
func (c *Choice) best(a *domain.Attribute) error {
	q := c.question
	switch {
	case len(q.Options) == 0:
		return message.Errorf("the list of options is empty: give at least two, such as prices")
	case len(q.Options) == 1:
		return message.Errorf("the list has only one option, so there is nothing to choose: give at least two")
	case len(q.Options) > limits.MaxOptions:
		return message.Errorf("%d options are too many, the limit is %d: give fewer", len(q.Options), limits.MaxOptions)
	}
	seen := make(map[string]bool)
	rows := make([][]*big.Rat, len(q.Options))
	for i, o := range q.Options {
		switch {
		case strings.TrimSpace(o.Label) == "":
			return message.Errorf("option %d has no name: give it one", i+1)
		case seen[o.Label]:
			return message.Errorf("the option %q is in the list twice: remove one", o.Label)
		}
		seen[o.Label] = true
		c.options = append(c.options, o.Label)
		var err error
		if rows[i], err = o.row(q.Test, a); err != nil {
			return message.Errorf("option %q: %w", o.Label, err)
		}
	}
	whole, scale, err := wholeNumbers(rows)
	if err != nil {
		return err
	}
	c.scale = scale
	c.score, err = newLinear(whole)
	return err
}

// row returns what each value of the column counts for the option.
func (o Option) row(test Test, a *domain.Attribute) ([]*big.Rat, error) {
	row := make([]*big.Rat, a.Size())
	for v := range row {
		row[v] = new(big.Rat)
	}
	if test == Weights {
		if len(o.Weights) == 0 {
			return nil, message.Errorf("it has no weights: give one for each value that counts")
		}
		for label, w := range o.Weights {
			v, ok := a.Find(label)
			if !ok {
				return nil, message.Errorf("it has a weight for %q, which is not one of the values of %q", label, a.Name())
			}
			row[v] = w
		}
		return row, nil
	}
	passes, err := o.passing(test, a)
	if err != nil {
		return nil, err
	}
	times := o.Times
	if times == nil {
		times = big.NewRat(1, 1)
	}
	for v := range a.Regular() {
		if passes(v) {
			row[v] = times
		}
	}
	return row, nil
}

var testWords = map[Test]message.Text{
	Above: message.Sprintf("above"), AtLeast: message.Sprintf("at least"), Below: message.Sprintf("below"), AtMost: message.Sprintf("at most"),
}

// passing returns which values pass the option's test. A range passes when all of its numbers do.
func (o Option) passing(test Test, a *domain.Attribute) (func(v int) bool, error) {
	switch test {
	case Above, AtLeast, Below, AtMost, Equal:
	default:
		return nil, message.Errorf("unknown test %q: use one of %q", test, Tests())
	}
	if !a.HasOrder() && test != Equal {
		return nil, message.Errorf("the values of %q have no order, so none is %s another: use “equal” or weights, or declare an order", a.Name(), testWords[test])
	}
	if test == Equal || a.InSteps() {
		at, ok := a.Find(o.At)
		if !ok || at >= a.Regular() {
			return nil, message.Errorf("%q is not one of the values of %q", o.At, a.Name())
		}
		return func(v int) bool {
			switch test {
			case Above:
				return v > at
			case AtLeast:
				return v >= at
			case Below:
				return v < at
			case AtMost:
				return v <= at
			}
			return v == at
		}, nil
	}
	at, err := Number(o.At)
	if err != nil {
		return nil, err
	}
	return func(v int) bool {
		lo, hi := a.Ends(v)
		switch test {
		case Above:
			return lo != nil && lo.Cmp(at) > 0
		case AtLeast:
			return lo != nil && lo.Cmp(at) >= 0
		case Below:
			// The upper end of a range of numbers does not belong to it.
			return hi != nil && (hi.Cmp(at) < 0 || hi.Cmp(at) == 0 && !a.Attained())
		}
		return hi != nil && hi.Cmp(at) <= 0
	}, nil
}

// Number reads a number as a person types it: a plain decimal, below zero too.
func Number(s string) (*big.Rat, error) {
	t := strings.TrimSpace(s)
	digits := strings.TrimPrefix(t, "-")
	r, ok := new(big.Rat).SetString(t)
	if !ok || digits == "" || len(digits) > 30 || strings.Trim(digits, "0123456789.") != "" {
		return nil, message.Errorf("found %q where a number such as 2.5 is expected", s)
	}
	return r, nil
}

// wholeNumbers returns the rows times a number that makes all of them whole, and that number.
func wholeNumbers(rows [][]*big.Rat) ([][]int64, *big.Rat, error) {
	den, div := big.NewInt(1), new(big.Int)
	for _, row := range rows {
		for _, x := range row {
			g := new(big.Int).GCD(nil, nil, den, x.Denom())
			den.Mul(den, new(big.Int).Quo(x.Denom(), g))
			if den.BitLen() > 256 {
				return nil, nil, message.Errorf("the numbers of the options have too many digits: round them")
			}
		}
	}
	for _, row := range rows {
		for _, x := range row {
			n := new(big.Int).Mul(x.Num(), new(big.Int).Quo(den, x.Denom()))
			div.GCD(nil, nil, div, n.Abs(n))
		}
	}
	if div.Sign() == 0 {
		return nil, nil, message.Errorf("nobody can count for any option, whatever the data: check what the options are compared with, and their numbers")
	}
	scale := new(big.Rat).SetFrac(den, div)
	out := make([][]int64, len(rows))
	for i, row := range rows {
		out[i] = make([]int64, len(row))
		for v, x := range row {
			n := new(big.Rat).Mul(x, scale).Num()
			if n.CmpAbs(big.NewInt(limits.MaxCoefficient)) > 0 {
				return nil, nil, message.Errorf("the numbers of the options differ by more than a factor of %d, or have too many digits: round them", limits.MaxCoefficient)
			}
			out[i][v] = n.Int64()
		}
	}
	return out, scale, nil
}

// linear scores options by weighted counts.
type linear struct {
	rows [][]int64 // per option, per value
	// class numbers values that count the same for every option; the last class is that of nothing.
	class   []int
	columns [][]int64 // per class, per option
	ranges  [][]int64 // per pair of classes
	largest int64
}

func newLinear(rows [][]int64) (*linear, error) {
	l := &linear{rows: rows, class: make([]int, len(rows[0]))}
	known := make(map[string]int)
	for v := range l.class {
		column := make([]int64, len(rows))
		key := make([]byte, 0, 8*len(rows))
		for o := range rows {
			column[o] = rows[o][v]
			key = binary.LittleEndian.AppendUint64(key, uint64(column[o]))
		}
		at, ok := known[string(key)]
		if !ok {
			at = len(l.columns)
			known[string(key)], l.columns = at, append(l.columns, column)
		}
		l.class[v] = at
	}
	l.columns = append(l.columns, make([]int64, len(rows)))
	if n := len(l.columns); n*n/2*len(rows) > maxLinearWork {
		return nil, message.Errorf("%d options over %d different values are too many to compare: give fewer, or coarser values", len(rows), n)
	}
	l.ranges = make([][]int64, len(l.columns))
	for a := range l.columns {
		l.ranges[a] = make([]int64, a)
		for b := range a {
			l.ranges[a][b] = rangeOf(l.columns[a], l.columns[b])
			l.largest = max(l.largest, l.ranges[a][b])
		}
	}
	return l, nil
}

// rangeOf returns the largest less the smallest difference of two columns.
func rangeOf(a, b []int64) int64 {
	lo, hi := a[0]-b[0], a[0]-b[0]
	for o := range a {
		lo, hi = min(lo, a[o]-b[o]), max(hi, a[o]-b[o])
	}
	return hi - lo
}

func (l *linear) scores(dst, counts []int64) {
	for o, row := range l.rows {
		var s int64
		for v, n := range counts {
			s += row[v] * n
		}
		dst[o] = s
	}
}

func (l *linear) between(a, b int) int64 {
	switch {
	case a == b:
		return 0
	case a < b:
		a, b = b, a
	}
	return l.ranges[a][b]
}

func (l *linear) swap(u, v int) int64 { return l.between(l.class[u], l.class[v]) }

func (l *linear) alone(v int) int64 { return l.between(l.class[v], len(l.columns)-1) }

func (l *linear) most() int64 { return l.largest }
