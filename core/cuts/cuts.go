// Package cuts tells ranges of numbers that follow one another by the ends between them: it makes even ones, and parts and joins them, exactly.
// Window and command line declare columns with it. It imports core/plan and what that imports.
package cuts

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
)

// Cuts are ranges of numbers that follow one another, told by the ends between them.
type Cuts struct {
	// At are plain decimals in rising order: the lower end of a range each, and after the
	// last range the first number above it.
	At []string
	// Below and Above say that there is a range of all numbers before the first cut, and
	// one of all from the last cut on.
	Below, Above bool
}

// Of returns the cuts of ranges; whole says that both ends of a range belong to it. ok is
// false where they do not follow one another.
func Of(ranges []plan.Range, whole bool) (c Cuts, ok bool) {
	var last *big.Rat
	for i, r := range ranges {
		from, errFrom := Number(r.From)
		to, errTo := Number(r.To)
		switch {
		case r.From == "" && i > 0, r.To == "" && i < len(ranges)-1, r.From != "" && errFrom != nil, r.To != "" && errTo != nil:
			return Cuts{}, false
		case i == 0:
			c.Below = r.From == ""
			last = from
			if !c.Below {
				c.At = append(c.At, Text(from))
			}
		case from.Cmp(last) != 0:
			return Cuts{}, false
		}
		if r.To == "" {
			c.Above = true
			continue
		}
		if whole {
			to.Add(to, big.NewRat(1, 1))
		}
		if last != nil && to.Cmp(last) <= 0 {
			return Cuts{}, false
		}
		last = to
		c.At = append(c.At, Text(to))
	}
	return c, len(c.At) > 0
}

// Ranges returns the ranges; whole says that both ends of a range belong to it. The cuts must
// be plain decimals.
func (c Cuts) Ranges(whole bool) []plan.Range {
	end := func(cut string) string {
		if x, err := Number(cut); err == nil && whole {
			return Text(x.Sub(x, big.NewRat(1, 1)))
		}
		return cut
	}
	var out []plan.Range
	if c.Below {
		out = append(out, plan.Range{To: end(c.At[0])})
	}
	for i := range len(c.At) - 1 {
		out = append(out, plan.Range{From: c.At[i], To: end(c.At[i+1])})
	}
	if c.Above {
		out = append(out, plan.Range{From: c.At[len(c.At)-1]})
	}
	return out
}

// Even cuts from..to into ranges of a width, the last one shorter where the width does not
// go up. For whole numbers to is the last number that belongs. It errors, saying what to do,
// on what is no number, on ends in the wrong order, on a width that is not above zero and on
// too many ranges.
func Even(from, to, width string, whole bool) (Cuts, error) {
	ends, err := Numbers([]string{from, to, width}, []message.Text{message.Word("From"), message.Word("To"), message.Word("The width")})
	if err != nil {
		return Cuts{}, err
	}
	low, high, by := ends[0], ends[1], ends[2]
	for i, x := range ends {
		if whole && !x.IsInt() {
			return Cuts{}, message.Errorf("%s is not a whole number, and these are ranges of whole numbers", []string{from, to, width}[i])
		}
	}
	if whole {
		high = new(big.Rat).Add(high, big.NewRat(1, 1))
	}
	switch {
	case by.Sign() <= 0:
		return Cuts{}, message.Errorf("the width is %s, but has to be above 0", width)
	case low.Cmp(high) >= 0:
		return Cuts{}, message.Errorf("there is no number from %s to %s: the second has to be larger", from, to)
	}
	span := new(big.Rat).Sub(high, low)
	if n := span.Quo(span, by); n.Cmp(big.NewRat(limits.MaxCutRanges, 1)) > 0 {
		f, _ := n.Float64()
		return Cuts{}, message.Errorf("that makes about %.0f ranges, more than %d: use a larger width", f, limits.MaxCutRanges)
	}
	var c Cuts
	for at := new(big.Rat).Set(low); at.Cmp(high) < 0; at.Add(at, by) {
		c.At = append(c.At, Text(at))
	}
	c.At = append(c.At, Text(high))
	return c, nil
}

// Width returns the width that all ranges between the cuts have, the last perhaps less, or
// "" where they differ.
func (c Cuts) Width() string {
	if len(c.At) < 2 {
		return ""
	}
	at, err := Numbers(c.At, nil)
	if err != nil {
		return ""
	}
	by := new(big.Rat).Sub(at[1], at[0])
	for i := range len(at) - 1 {
		d := new(big.Rat).Sub(at[i+1], at[i])
		if cmp := d.Cmp(by); cmp > 0 || cmp < 0 && i < len(at)-2 {
			return ""
		}
	}
	return Text(by)
}

// From and To return the ends of the cuts as a person says them: for whole numbers To is the
// last number below the last cut.
func (c Cuts) From() string { return c.At[0] }

// To returns the upper end; see From.
func (c Cuts) To(whole bool) string {
	x, err := Number(c.At[len(c.At)-1])
	if err != nil || !whole {
		return c.At[len(c.At)-1]
	}
	return Text(x.Sub(x, big.NewRat(1, 1)))
}

// Move returns the cuts with one of them elsewhere.
func (c Cuts) Move(i int, to string) Cuts {
	c.At = slices.Clone(c.At)
	c.At[i] = to
	return c
}

// Split returns the cuts with one more in the middle of a range, ok false where there is no
// room: range i counted from the lowest, an open one included.
func (c Cuts) Split(i int, whole bool) (out Cuts, ok bool) {
	if c.Below {
		i--
	}
	at, err := Numbers(c.At, nil)
	if err != nil {
		return c, false
	}
	n := len(at)
	var middle *big.Rat
	switch {
	case n < 2 || i < -1 || i > n-1:
		return c, false
	case i < 0: // open below: as wide a step as the first range
		middle = new(big.Rat).Sub(at[0], new(big.Rat).Sub(at[1], at[0]))
	case i == n-1: // open above
		middle = new(big.Rat).Add(at[n-1], new(big.Rat).Sub(at[n-1], at[n-2]))
	default:
		middle = new(big.Rat).Add(at[i], at[i+1])
		middle.Quo(middle, big.NewRat(2, 1))
		if whole {
			middle.SetInt(new(big.Int).Div(middle.Num(), middle.Denom()))
		}
		if middle.Cmp(at[i]) <= 0 {
			return c, false
		}
	}
	c.At = slices.Insert(slices.Clone(c.At), i+1, Text(middle))
	return c, true
}

// Join returns the cuts without the upper end of a range, ok false where it has none or no
// cut would be left.
func (c Cuts) Join(i int) (out Cuts, ok bool) {
	if !c.Below {
		i++
	}
	last := len(c.At) - 1
	if i < 0 || i > last || last == 0 || i == last && !c.Above {
		return c, false
	}
	c.At = slices.Delete(slices.Clone(c.At), i, i+1)
	return c, true
}

// KeepLabels copies the labels of ranges that are among others unchanged.
func KeepLabels(old, now []plan.Range) []plan.Range {
	for i, r := range now {
		for _, o := range old {
			if o.From == r.From && o.To == r.To {
				now[i].Label = o.Label
			}
		}
	}
	return now
}

// Number reads a plain decimal such as -12.5.
func Number(text string) (*big.Rat, error) {
	t := strings.TrimSpace(text)
	if t != "" && len(t) <= 40 && strings.Trim(t, "+-.0123456789") == "" {
		if x, ok := new(big.Rat).SetString(t); ok {
			return x, nil
		}
	}
	if t == "" {
		return nil, message.Errorf("a number such as 12.5 is missing")
	}
	return nil, message.Errorf("found %q where a number such as 12.5 is expected", text)
}

// Numbers reads several; names say what they are, and may be nil.
func Numbers(texts []string, names []message.Text) ([]*big.Rat, error) {
	out := make([]*big.Rat, len(texts))
	for i, t := range texts {
		x, err := Number(t)
		if err != nil {
			if names != nil {
				return nil, message.Errorf("%s: %w", names[i], err)
			}
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// Text writes a decimal as short as it is exact, in up to nine places.
func Text(x *big.Rat) string {
	s := x.FloatString(9)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Within returns the cuts between two ends, which take the place of the first and the last.
// For whole numbers to is the last number that belongs. It errors when they are no numbers or
// do not rise.
func (c Cuts) Within(from, to string, whole bool) (Cuts, error) {
	ends, err := Numbers([]string{from, to}, []message.Text{message.Word("From"), message.Word("To")})
	if err != nil {
		return Cuts{}, err
	}
	if whole {
		ends[1] = new(big.Rat).Add(ends[1], big.NewRat(1, 1))
	}
	if ends[0].Cmp(ends[1]) >= 0 {
		return Cuts{}, message.Errorf("there is no number from %s to %s: the second has to be larger", from, to)
	}
	out := Cuts{At: []string{Text(ends[0])}, Below: c.Below, Above: c.Above}
	for _, at := range c.At {
		if x, err := Number(at); err == nil && x.Cmp(ends[0]) > 0 && x.Cmp(ends[1]) < 0 {
			out.At = append(out.At, at)
		}
	}
	out.At = append(out.At, Text(ends[1]))
	return out, nil
}

// LastShorter tells whether the last range between even cuts is narrower than the others.
func (c Cuts) LastShorter() bool {
	if c.Width() == "" || len(c.At) < 3 {
		return false
	}
	short := Cuts{At: c.At[len(c.At)-2:]}
	return short.Width() != c.Width()
}

// Nice returns the largest of 1, 2 and 5 times a power of ten that is not above x; 0 where x is not above 0.
func Nice(x float64) float64 {
	if x <= 0 {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{5, 2} {
		if f*power <= x {
			return f * power
		}
	}
	return power
}
