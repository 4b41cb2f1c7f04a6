package domain

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/core/table"
)

// drawn is a random attribute with numbers that count as each of its values: for whole
// numbers all of them (an open end is cut off far away), for real numbers the lower end
// and one just below the upper end.
type drawn struct {
	attr    *Attribute
	numbers [][]*big.Rat
}

// hair is how far below the upper end of a range of real numbers its last number is taken.
// Ends and thresholds are multiples of 1/1000, so nothing finer matters.
var hair = big.NewRat(1, 1_000_000)

// far is how far an open end is followed, in hundredths.
const far = 500_00

func drawSpecials(t *rapid.T) Options {
	rules := []Rule{"", OwnCell, Refuse}
	return Options{
		Origin: rapid.SampledFrom([]Origin{Codebook, Typed, Confirmed}).Draw(t, "origin"),
		Blank:  Special{Rule: rapid.SampledFrom(rules).Draw(t, "blank")},
		Other:  Special{Rule: rapid.SampledFrom(rules).Draw(t, "other")},
	}
}

// drawAttribute draws an attribute of any kind.
func drawAttribute(t *rapid.T, name AttributeName) drawn {
	opts := drawSpecials(t)
	n := rapid.IntRange(1, 6).Draw(t, "values")
	kind := rapid.SampledFrom([]Kind{List, Ordered, Whole, Ranges}).Draw(t, "kind")
	var d drawn
	var err error
	switch kind {
	case Whole:
		lo := rapid.Int64Range(-4, 4).Draw(t, "lowest")
		d.attr, err = NewWhole(name, lo, lo+int64(n)-1, opts)
		for i := range n {
			d.numbers = append(d.numbers, []*big.Rat{big.NewRat(lo+int64(i), 1)})
		}
	case Ranges:
		return drawRanges(t, name, n, opts)
	default:
		var values []string
		for i := range n {
			values = append(values, fmt.Sprintf("v%d", n-i))
			d.numbers = append(d.numbers, []*big.Rat{big.NewRat(int64(i), 1)})
		}
		d.attr, err = newNamed(name, kind, values, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// drawRanges draws n ranges of whole or of real numbers, possibly open at the ends.
func drawRanges(t *rapid.T, name AttributeName, n int, opts Options) drawn {
	whole := rapid.Bool().Draw(t, "whole numbers")
	fine := rapid.SampledFrom([]int64{1, 10, 100}).Draw(t, "units")
	if whole {
		fine = 1
	}
	ends := []int64{rapid.Int64Range(-30, 30).Draw(t, "first end")}
	for range n {
		ends = append(ends, ends[len(ends)-1]+rapid.Int64Range(1, 25).Draw(t, "width"))
	}
	text := func(r *big.Rat) string { return r.FloatString(2) }
	var ranges []Range
	var d drawn
	for i := range n {
		lo, hi := big.NewRat(ends[i], fine), big.NewRat(ends[i+1], fine)
		if whole {
			hi.Sub(hi, big.NewRat(1, 1))
		}
		r := Range{From: text(lo), To: text(hi)}
		if whole {
			r = Range{From: lo.RatString(), To: hi.RatString()}
		}
		if i == 0 && rapid.Bool().Draw(t, "open below") {
			r.From = ""
			lo = new(big.Rat).Sub(hi, big.NewRat(far, 100))
		}
		if i == n-1 && rapid.Bool().Draw(t, "open above") {
			r.To = ""
			hi = new(big.Rat).Add(lo, big.NewRat(far, 100))
		}
		ranges = append(ranges, r)
		d.numbers = append(d.numbers, numbersOf(lo, hi, whole))
	}
	var err error
	if d.attr, err = NewRanges(name, ranges, whole, opts); err != nil {
		t.Fatal(err)
	}
	return d
}

func numbersOf(lo, hi *big.Rat, whole bool) []*big.Rat {
	if !whole {
		return []*big.Rat{lo, new(big.Rat).Sub(hi, hair)}
	}
	var all []*big.Rat
	for x := new(big.Rat).Set(lo); x.Cmp(hi) <= 0; x = new(big.Rat).Add(x, big.NewRat(1, 1)) {
		all = append(all, x)
	}
	return all
}

// within reports whether a number of value i is within the threshold of one of value j.
func (d drawn) within(i, j int, threshold *big.Rat) bool {
	for _, x := range d.numbers[i] {
		for _, y := range d.numbers[j] {
			diff := new(big.Rat).Sub(x, y)
			if diff.Abs(diff).Cmp(threshold) <= 0 {
				return true
			}
		}
	}
	return false
}

// TestGapAgainstNumbers compares the test "Gap is at most MaxGap" with the numbers
// themselves: two values are near when any number of one is within the threshold of any
// number of the other. Calling a pair too far apart would leave a secret unprotected.
func TestGapAgainstNumbers(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		d := drawAttribute(t, "x")
		// Thresholds that equal gaps are the hard ones, so many are whole multiples.
		threshold := big.NewRat(rapid.Int64Range(1, 400).Draw(t, "threshold"), rapid.SampledFrom([]int64{1, 4, 8, 10, 100, 1000}).Draw(t, "per"))
		most := d.attr.MaxGap(threshold)
		for i := 0; i < d.attr.Regular(); i += seeded.Often(4, 1) {
			for j := i; j < d.attr.Regular(); j++ {
				gap := d.attr.Gap(i, j)
				if gap != d.attr.Gap(j, i) {
					t.Fatalf("the gap of %d and %d is %d one way and %d the other", i, j, gap, d.attr.Gap(j, i))
				}
				got := i == j || gap <= most
				if want := i == j || d.within(i, j, threshold); got != want {
					t.Fatalf("%s and %s within %s: %v by gap %d and most %d of 1/%d, %v by their numbers",
						d.attr.Label(i), d.attr.Label(j), threshold.RatString(), got, gap, most, d.attr.Units(), want)
				}
			}
		}
	})
}

// TestNumbersAreReadIntoTheirRange ties the numbers that TestGapAgainstNumbers reasons with
// to what a sheet's cells count as, stored as a number and as a text.
func TestNumbersAreReadIntoTheirRange(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		d := drawAttribute(t, "x")
		for i, numbers := range d.numbers {
			for _, x := range numbers {
				text := x.FloatString(6)
				f, _ := x.Float64()
				cells := []table.Cell{{Kind: table.Number, Text: text, Number: f}, {Kind: table.Text, Text: text}}
				if d.attr.Kind() == List || d.attr.Kind() == Ordered {
					cells = []table.Cell{{Kind: table.Text, Text: d.attr.Label(i)}}
				}
				for _, c := range cells {
					if got, err := d.attr.ValueOf(c); err != nil || got != i {
						t.Fatalf("%+v counts as %d (%v), want %d (%s)", c, got, err, i, d.attr.Label(i))
					}
				}
			}
		}
	})
}

func TestFindRoundTrip(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		a := drawAttribute(t, "x").attr
		labels := a.Labels()
		if len(labels) != a.Size() {
			t.Fatalf("%d labels for %d cells", len(labels), a.Size())
		}
		for i, l := range labels {
			if got, ok := a.Find(l); !ok || got != i {
				t.Fatalf("%q is found at %d (%v), want %d", l, got, ok, i)
			}
			if slices.Index(labels, l) != i {
				t.Fatalf("the label %q is used twice", l)
			}
		}
		for _, l := range []string{"", "no such", "99999", "-99999", "0.5", "99999999999999999999"} {
			if i, ok := a.Find(l); ok {
				t.Fatalf("%q is found at %d", l, i)
			}
		}
		for _, special := range []struct {
			label string
			cell  func() (int, bool)
		}{{BlankLabel, a.BlankCell}, {OtherLabel, a.OtherCell}} {
			cell, own := special.cell()
			if i, ok := a.Find(special.label); ok != own || (own && (i != cell || i < a.Regular())) {
				t.Fatalf("%s is found at %d (%v), its cell is %d (%v)", special.label, i, ok, cell, own)
			}
		}
	})
}

func TestMaxGap(t *testing.T) {
	whole := must(t)(NewWhole("x", 0, 9, typed))
	tenths := must(t)(NewRanges("x", []Range{{"0", "0.1", ""}, {"0.1", "0.2", ""}, {"0.2", "", ""}}, false, typed))
	for _, c := range []struct {
		attr      *Attribute
		threshold string
		want      int64
	}{
		{whole, "0", -1}, {whole, "-3", -1}, {whole, "0.5", 0}, {whole, "1", 1}, {whole, "2.999", 2},
		{whole, "9999999999999999999999", 4 * maxUnits},
		{tenths, "0.1", 0},  // 0.1 itself is no difference of a number below 0.1 and one from 0.2
		{tenths, "0.11", 1}, // but anything above it is
		{tenths, "0.05", 0}, {tenths, "0.2", 1},
	} {
		threshold, err := parseDecimal(c.threshold)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.attr.MaxGap(threshold); got != c.want {
			t.Errorf("threshold %s in units of 1/%d: %d, want %d", c.threshold, c.attr.Units(), got, c.want)
		}
	}
}

func TestPositions(t *testing.T) {
	real := must(t)(NewRanges("x", []Range{{"", "0.5", ""}, {"0.5", "1", ""}, {"1", "", ""}}, false, typed))
	all := must(t)(NewRanges("x", []Range{{}}, false, typed))
	whole := must(t)(NewWhole("x", -3, 3, typed))
	steps := must(t)(NewOrdered("x", []string{"a", "b"}, typed))
	for _, c := range []struct {
		attr *Attribute
		i    int
		want float64
	}{{real, 0, 0.5}, {real, 1, 0.75}, {real, 2, 1}, {all, 0, 0}, {whole, 0, -3}, {whole, 6, 3}, {steps, 1, 1}} {
		if got := c.attr.Positions(c.i); got != c.want {
			t.Errorf("%s %q stands at %s, want %s", c.attr.Kind(), c.attr.Label(c.i), strconv.FormatFloat(got, 'g', -1, 64), strconv.FormatFloat(c.want, 'g', -1, 64))
		}
	}
}

// Short whole numbers are read as long ones are.
func TestShortNumbers(t *testing.T) {
	for _, s := range []string{"0", "-0", "007", "-12", "+5", "42", " 42 ", "123456789012345678", "-999999999999999999", "1234567890123456789", "12.0"} {
		want, ok := new(big.Rat).SetString(strings.TrimSpace(s))
		if got, err := parseDecimal(s); !ok || err != nil || got.Cmp(want) != 0 {
			t.Errorf("%q is read as %v (%v), want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", "-", "+", "1-", "--1", "0x10", "1e3", "1/2", "1_000", "a"} {
		if got, err := parseDecimal(s); err == nil {
			t.Errorf("%q is read as %v", s, got)
		}
	}
	a, err := NewWhole("x", -3, 200, Options{Origin: Typed, Blank: Special{Rule: Refuse}, Other: Special{Rule: Refuse}})
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]int{"-3": 0, "0": 3, "007": 10, "+5": 8, "12.0": 15, "200": 203, "201": -1, "-4": -1, "": -1, "12345678901234567890": -1} {
		if got, ok := a.Find(label); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q is value %d, %v, want %d", label, got, ok, want)
		}
	}
}
