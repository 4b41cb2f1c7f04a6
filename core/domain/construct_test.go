package domain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/table"
)

// typed are options of a column in which every record has a declared value.
var typed = Options{Origin: Typed, Blank: Special{Rule: Refuse}, Other: Special{Rule: Refuse}}

// must returns an attribute that is known to be valid.
func must(t testing.TB) func(*Attribute, error) *Attribute {
	return func(a *Attribute, err error) *Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

// wantError fails unless err says all the parts.
func wantError(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one that says %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q, want one that says %q", err, p)
		}
	}
}

func TestNamedValuesErrors(t *testing.T) {
	long := strings.Repeat("ä", limits.MaxNameRunes+1)
	for _, c := range []struct {
		name   string
		values []string
		want   []string
	}{
		{"empty list", nil, []string{`"region"`, "empty"}},
		{"twice", []string{"North", "South", " North "}, []string{`"region"`, `"North"`, "number 1 and number 3"}},
		{"blank", []string{"North", "  "}, []string{"value 2 is blank"}},
		{"called like the cell for blanks", []string{"North", BlankLabel}, []string{BlankLabel}},
		{"called like a total", []string{"North", TotalLabel}, []string{TotalLabel}},
		{"called like the cell for others", []string{OtherLabel}, []string{OtherLabel}},
		{"too long", []string{long}, []string{"value 1", "300 characters"}},
		{"too many", make([]string, limits.MaxListedValues+1), []string{`"region"`, "4194305", "4194304"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, make := range []func(AttributeName, []string, Options) (*Attribute, error){NewList, NewOrdered} {
				_, err := make("region", c.values, typed)
				wantError(t, err, c.want...)
			}
		})
	}
}

func TestWholeErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		lo, hi int64
		want   []string
	}{
		{"swapped", 9, 0, []string{`"age"`, "9", "0", "swap"}},
		{"too many", 0, limits.MaxListedValues, []string{"4194304 values", "ranges"}},
		{"more than can be counted", -1 << 62, 1<<62 + 5, []string{`"age"`}},
		{"higher than a sheet holds exactly", 1<<53 + 1, 1<<53 + 3, []string{`"age"`, "9007199254740992"}},
		{"lower than a sheet holds exactly", -1<<53 - 3, -1<<53 - 1, []string{`"age"`, "9007199254740992"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewWhole("age", c.lo, c.hi, typed)
			wantError(t, err, c.want...)
		})
	}
	for _, ok := range [][2]int64{{0, limits.MaxListedValues - 1}, {1<<53 - 1, 1 << 53}, {-1 << 53, -1<<53 + 1}, {7, 7}} {
		a := must(t)(NewWhole("age", ok[0], ok[1], typed))
		if lo, hi := a.Bounds(); lo != ok[0] || hi != ok[1] || a.Regular() != int(ok[1]-ok[0])+1 {
			t.Errorf("%d to %d has the bounds %d to %d and %d values", ok[0], ok[1], lo, hi, a.Regular())
		}
	}
}

func TestRangesErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		ranges []Range
		whole  bool
		want   []string
	}{
		{"none", nil, true, []string{"no ranges"}},
		{"whole overlap", []Range{{"0", "4", ""}, {"4", "9", ""}}, true, []string{"0–4", "4–9", "overlap", "begin at 5"}},
		{"whole gap", []Range{{"0", "4", ""}, {"6", "9", ""}}, true, []string{"0–4", "6–9", "gap", "begin at 5"}},
		{"real overlap", []Range{{"0", "0.5", ""}, {"0.25", "1", ""}}, false, []string{"0 to under 0.5", "0.25 to under 1", "overlap", "begin at 0.5"}},
		{"real gap", []Range{{"-1", "0.5", ""}, {"0.75", "1", ""}}, false, []string{"gap", "begin at 0.5"}},
		{"falling order", []Range{{"5", "9", ""}, {"0", "4", ""}}, true, []string{"overlap"}},
		{"swapped", []Range{{"4", "0", ""}}, true, []string{"range 1", "4 to 0", "no number"}},
		{"empty range of real numbers", []Range{{"4", "4", ""}}, false, []string{"range 1", "4 to 4", "no number"}},
		{"open below in the middle", []Range{{"0", "4", ""}, {"", "9", ""}}, true, []string{"range 2", "lower end"}},
		{"open above in the middle", []Range{{"0", "", ""}, {"5", "9", ""}}, true, []string{"range 1", "upper end"}},
		{"a fraction among whole numbers", []Range{{"0", "4.5", ""}}, true, []string{"range 1", "upper end", "4.5", "whole"}},
		{"not a number", []Range{{"0", "4", ""}, {"five", "9", ""}}, true, []string{"range 2", "lower end", `"five"`, "12.5"}},
		{"spaces for a number", []Range{{"0", " ", ""}}, true, []string{"range 1", "upper end", "nothing"}},
		{"a fraction", []Range{{"1/2", "4", ""}}, false, []string{`"1/2"`}},
		{"an exponent", []Range{{"1e3", "4000", ""}}, false, []string{`"1e3"`}},
		{"a binary number", []Range{{"0b10", "4", ""}}, false, []string{`"0b10"`}},
		{"an octal number", []Range{{"0", "0o17", ""}}, false, []string{`"0o17"`}},
		{"ten digits after the point", []Range{{"0.0000000001", "1", ""}}, false, []string{"0.0000000001", "9 digits"}},
		{"many digits after the point", []Range{{"0.000000000001", "1", ""}}, false, []string{"9 digits"}},
		{"too large", []Range{{"0", "9999999999999999999", ""}}, true, []string{"range 1", "too large"}},
		{"as large as the open end", []Range{{"0", "1152921504606846976", ""}}, true, []string{"range 1", "too large"}},
		{"too large for the digits of another", []Range{{"0.000000001", "1", ""}, {"1", "9000000000", ""}}, false, []string{"range 2", "too large"}},
		{"label twice", []Range{{"0", "4", "low"}, {"5", "9", "low"}}, true, []string{"1 and 2", `"low"`}},
		{"label like another range", []Range{{"0", "4", "5–9"}, {"5", "9", ""}}, true, []string{"1 and 2", `"5–9"`}},
		{"called like the cell for blanks", []Range{{"0", "4", BlankLabel}}, true, []string{BlankLabel}},
		{"called like a total", []Range{{"0", "4", TotalLabel}}, true, []string{TotalLabel}},
		{"called like the cell for others", []Range{{"0", "4", OtherLabel}}, true, []string{OtherLabel}},
		{"label too long", []Range{{"0", "4", strings.Repeat("x", limits.MaxNameRunes+1)}}, true, []string{"range 1", "300 characters"}},
		{"too many", make([]Range, limits.MaxListedValues+1), true, []string{"4194305", "4194304"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewRanges("age", c.ranges, c.whole, typed)
			wantError(t, err, append([]string{`"age"`}, c.want...)...)
		})
	}
	// The most digits and the largest ends that are allowed.
	must(t)(NewRanges("x", []Range{{"0.000000001", "1", ""}, {"1", "1000000000", ""}}, false, typed))
	must(t)(NewRanges("x", []Range{{"-1152921504606846975", "1152921504606846975", ""}}, true, typed))
}

func TestOptionsErrors(t *testing.T) {
	with := func(change func(*Options)) Options {
		o := typed
		change(&o)
		return o
	}
	for _, c := range []struct {
		name string
		opts Options
		want []string
	}{
		{"no origin", Options{}, []string{"the origin of its values is missing", "codebook"}},
		{"unknown origin", Options{Origin: "guessed"}, []string{`"guessed"`, `"confirmed"`}},
		{"blanks as no value", with(func(o *Options) { o.Blank = Special{AsValue, "West"} }), []string{"blanks", `"West"`}},
		{"others as no value", with(func(o *Options) { o.Other = Special{AsValue, ""} }), []string{"others", `""`}},
		{"others as the cell for blanks", with(func(o *Options) { o.Blank, o.Other = Special{}, Special{AsValue, BlankLabel} }), []string{"others", BlankLabel}},
		{"blanks as the cell for others", with(func(o *Options) { o.Blank, o.Other = Special{AsValue, OtherLabel}, Special{} }), []string{"blanks", OtherLabel}},
		{"blanks at the nearest bound", with(func(o *Options) { o.Blank.Rule = Nearest }), []string{"bound"}},
		{"named values at the nearest bound", with(func(o *Options) { o.Other.Rule = Nearest }), []string{"bound"}},
		{"unknown rule", with(func(o *Options) { o.Other.Rule = "drop" }), []string{`"drop"`, "others", `"own"`}},
		{"reading as no value", with(func(o *Options) { o.Readings = map[string]string{"n/a": "West"} }), []string{`"n/a"`, `"West"`, "not one of the values"}},
		{"reading as blank that cannot occur", with(func(o *Options) { o.Readings = map[string]string{"n/a": BlankLabel} }), []string{`"n/a"`, "blanks"}},
		{"reading as other that cannot occur", with(func(o *Options) { o.Readings = map[string]string{"n/a": OtherLabel} }), []string{`"n/a"`, "other"}},
		{"one text with two readings", with(func(o *Options) { o.Readings = map[string]string{"n": "North", " n ": "South"} }), []string{`"n"`, "two readings"}},
		{"reading of nothing", with(func(o *Options) { o.Readings = map[string]string{" ": "North"} }), []string{"blank", "rule of their own"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewList("region", []string{"North", "South"}, c.opts)
			wantError(t, err, append([]string{`"region"`}, c.want...)...)
		})
	}
}

func TestAttributeNames(t *testing.T) {
	_, err := NewWhole("  ", 0, 1, typed)
	wantError(t, err, "no name")
	_, err = NewWhole(AttributeName(strings.Repeat("x", limits.MaxNameRunes+1)), 0, 1, typed)
	wantError(t, err, "300 characters")
	if a := must(t)(NewWhole(" age ", 0, 1, typed)); a.Name() != "age" {
		t.Errorf("the name is %q, want it without the spaces around", a.Name())
	}
}

func TestLabels(t *testing.T) {
	own := Options{Origin: Codebook}
	for _, c := range []struct {
		attr   func() (*Attribute, error)
		labels []string
	}{
		{func() (*Attribute, error) { return NewList("a", []string{" b ", "a"}, own) }, []string{"b", "a", BlankLabel, OtherLabel}},
		{func() (*Attribute, error) { return NewOrdered("a", []string{"low", "high"}, typed) }, []string{"low", "high"}},
		{func() (*Attribute, error) { return NewWhole("a", -1, 1, own) }, []string{"-1", "0", "1", BlankLabel, OtherLabel}},
		{func() (*Attribute, error) {
			return NewWhole("a", 0, 1, Options{Origin: Typed, Blank: Special{Rule: AsValue, Value: "1"}})
		}, []string{"0", "1", OtherLabel}},
		{func() (*Attribute, error) {
			return NewRanges("a", []Range{{"", "-1", ""}, {"0", "0", ""}, {"1", "9", ""}, {"10", "", ""}}, true, typed)
		}, []string{"-1 or less", "0", "1–9", "10 or more"}},
		{func() (*Attribute, error) {
			return NewRanges("a", []Range{{"", "-0.5", ""}, {"-0.50", "0", " small "}, {"0", "2", ""}, {"2", "", ""}}, false, own)
		}, []string{"under -0.5", "small", "0 to under 2", "2 or more", BlankLabel, OtherLabel}},
		{func() (*Attribute, error) { return NewRanges("a", []Range{{}}, false, typed) }, []string{"any number"}},
	} {
		if got := must(t)(c.attr()).Labels(); !slices.Equal(got, c.labels) {
			t.Errorf("labels %q, want %q", got, c.labels)
		}
	}
}

func TestDeclarationIsKept(t *testing.T) {
	opts := Options{Origin: Confirmed, Blank: Special{AsValue, "1"}, Readings: map[string]string{"none": "0", " all": "1"}}
	a := must(t)(NewWhole("a", 0, 1, opts))
	blank, other := a.Special()
	if blank != opts.Blank || other != (Special{Rule: OwnCell}) || a.Origin() != Confirmed || a.Kind() != Whole {
		t.Errorf("the declaration reads %v %v %s %s", blank, other, a.Origin(), a.Kind())
	}
	if got := a.ReadingTexts(); !slices.Equal(got, []string{"all", "none"}) {
		t.Errorf("readings of %q, want all and none", got)
	}
	if _, own := a.BlankCell(); own {
		t.Error("blanks have a cell of their own, though they count as a value")
	}
	if c, own := a.OtherCell(); !own || c != 2 {
		t.Errorf("others have cell %d (%v), want 2", c, own)
	}
	if (*Attribute).HasOrder(must(t)(NewList("a", []string{"x"}, typed))) || !a.HasOrder() {
		t.Error("only a list has no order")
	}
}

func TestLabelOutsidePanics(t *testing.T) {
	a := must(t)(NewWhole("a", 0, 1, typed))
	for _, i := range []int{-1, 2} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic on value %d of %d", i, a.Size())
				}
			}()
			a.Label(i)
		})
	}
}

// TestOthersAsBlanks counts values that are not declared as blanks, wherever those are.
func TestOthersAsBlanks(t *testing.T) {
	declare := func(blank Rule, value string) (*Attribute, error) {
		return NewList("town", []string{"North", "South"}, Options{Origin: Typed, Blank: Special{blank, value}, Other: Special{Rule: AsBlank}})
	}
	for blank, want := range map[Special]int{{Rule: OwnCell}: 2, {AsValue, "South"}: 1} {
		a, err := declare(blank.Rule, blank.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []table.Cell{{}, {Kind: table.Text, Text: "West"}} {
			if got, err := a.ValueOf(c); err != nil || got != want {
				t.Errorf("with blanks %v, %q is value %d (%v), want %d", blank, c.Text, got, err, want)
			}
		}
		if _, own := a.OtherCell(); own || a.Size() != max(want+1, 2) {
			t.Errorf("with blanks %v there are %d cells", blank, a.Size())
		}
	}
	if _, err := declare(Refuse, ""); err == nil || !strings.Contains(err.Error(), "no blanks are allowed") {
		t.Errorf("blanks that are refused: %v", err)
	}
	_, err := NewList("town", []string{"North"}, Options{Origin: Typed, Blank: Special{Rule: AsBlank}})
	if err == nil || !strings.Contains(err.Error(), "blanks are to be counted as blanks") {
		t.Errorf("blanks as blanks: %v", err)
	}
}
