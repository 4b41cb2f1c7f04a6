package domain

import (
	"errors"
	"math"
	"strings"
	"testing"

	"steward/core/table"
)

func text(s string) table.Cell { return table.Cell{Kind: table.Text, Text: s} }

func number(x float64, s string) table.Cell {
	return table.Cell{Kind: table.Number, Text: s, Number: x}
}

// valueCase says what a cell counts as: a label, or, when want begins with "!", an Unread
// error with that text.
type valueCase struct {
	cell table.Cell
	want string
}

func checkValues(t *testing.T, a *Attribute, cases []valueCase) {
	t.Helper()
	for _, c := range cases {
		i, err := a.ValueOf(c.cell)
		part, wantErr := strings.CutPrefix(c.want, "!")
		switch {
		case !wantErr && err != nil:
			t.Errorf("%+v: %v, want it to count as %q", c.cell, err, c.want)
		case !wantErr && a.Label(i) != c.want:
			t.Errorf("%+v counts as %q, want %q", c.cell, a.Label(i), c.want)
		case !wantErr && c.cell.Kind == table.Number && !a.NeedsText():
			if j, err := a.ValueOf(table.Cell{Kind: table.Number, Number: c.cell.Number}); err != nil || j != i {
				t.Errorf("%+v without its text: %d, %v, want %d", c.cell, j, err, i)
			}
		case wantErr:
			var unread *Unread
			if !errors.As(err, &unread) {
				t.Errorf("%+v: error %v, want *Unread", c.cell, err)
			} else if !strings.Contains(err.Error(), part) || unread.Attribute != a.Name() || unread.Remedy.String() == "" {
				t.Errorf("%+v: error %q, want one that says %q and a remedy", c.cell, err, part)
			}
		}
	}
}

var (
	blank    = table.Cell{}
	naError  = table.Cell{Kind: table.Error, Text: "#N/A"}
	aDate    = table.Cell{Kind: table.Date, Text: "2020-02-01", Number: 43862}
	yes      = table.Cell{Kind: table.Bool, Text: "TRUE", Number: 1}
	own      = Options{Origin: Typed}
	asValues = func(blank, other string) Options {
		return Options{Origin: Typed, Blank: Special{AsValue, blank}, Other: Special{AsValue, other}}
	}
	nearest = Options{Origin: Typed, Other: Special{Rule: Nearest}}
)

func TestValueOfNamed(t *testing.T) {
	values := []string{"7", "North", "TRUE"}
	for name, c := range map[string]struct {
		opts  Options
		cases []valueCase
	}{
		"own cells": {own, []valueCase{
			{text("North"), "North"}, {number(7, "7"), "7"}, {yes, "TRUE"}, {blank, BlankLabel},
			{text("north"), OtherLabel}, {number(7.5, "7.5"), OtherLabel}, {aDate, OtherLabel}, {naError, "!#N/A"},
		}},
		"as values": {asValues("7", "North"), []valueCase{{blank, "7"}, {text("South"), "North"}, {text("7"), "7"}}},
		"refused": {typed, []valueCase{
			{text("North"), "North"}, {blank, "!nothing"}, {text("South"), `!"South" where one of the listed values`},
			{text(strings.Repeat("ä", 50)), "!…"},
		}},
		"readings": {Options{Origin: Typed, Readings: map[string]string{"N": "North", "#N/A": BlankLabel, "?": OtherLabel}}, []valueCase{
			{text("N"), "North"}, {naError, BlankLabel}, {text("?"), OtherLabel}, {text("n"), OtherLabel}, {blank, BlankLabel},
		}},
		"readings of recoded cells": {Options{Origin: Typed, Blank: Special{AsValue, "7"}, Other: Special{AsValue, "North"},
			Readings: map[string]string{"none": BlankLabel, "?": OtherLabel}}, []valueCase{{text("none"), "7"}, {text("?"), "North"}}},
	} {
		t.Run(name, func(t *testing.T) {
			checkValues(t, must(t)(NewList("region", values, c.opts)), c.cases)
			checkValues(t, must(t)(NewOrdered("region", values, c.opts)), c.cases)
		})
	}
}

func TestValueOfWhole(t *testing.T) {
	for name, c := range map[string]struct {
		opts  Options
		cases []valueCase
	}{
		"own cells": {own, []valueCase{
			{number(-2, "-2"), "-2"}, {number(3, "3"), "3"}, {text("3"), "3"}, {text(" +3.0 "), "3"}, {number(math.Copysign(0, -1), "0"), "0"},
			{number(4, "4"), OtherLabel}, {number(-3, "-3"), OtherLabel}, {number(1e300, "1e300"), OtherLabel}, {blank, BlankLabel},
			{number(0.5, "0.5"), "!whole number"}, {number(math.NaN(), "NaN"), "!number"}, {number(math.Inf(1), "Inf"), "!number"},
			{text("three"), `!"three" where a number`}, {text("0b11"), "!number"}, {text("3e0"), "!number"},
			{yes, "!number"}, {aDate, "!number"}, {naError, "!#N/A"},
		}},
		"nearest": {nearest, []valueCase{
			{number(4, "4"), "3"}, {number(-3, "-3"), "-2"}, {number(1e300, "1e300"), "3"}, {text("-99"), "-2"}, {number(1, "1"), "1"},
			{number(4.5, "4.5"), "!whole number"}, {text("x"), "!number"}, {blank, BlankLabel},
		}},
		"as values": {asValues("0", "1"), []valueCase{{blank, "0"}, {number(9, "9"), "1"}, {text("x"), "!number"}}},
		"refused":   {typed, []valueCase{{blank, "!nothing"}, {number(9, "9"), "!from -2 to 3"}, {number(3, "3"), "3"}}},
		"readings": {Options{Origin: Typed, Readings: map[string]string{"999": BlankLabel, "none": "0", "x": OtherLabel}}, []valueCase{
			{number(999, "999"), BlankLabel}, {text("999"), BlankLabel}, {text("none"), "0"}, {text("x"), OtherLabel}, {number(998, "998"), OtherLabel},
		}},
	} {
		t.Run(name, func(t *testing.T) { checkValues(t, must(t)(NewWhole("age", -2, 3, c.opts)), c.cases) })
	}
}

// TestValueOfLargeWhole keeps numbers that doubles cannot tell apart from counting as a
// value that does not exist.
func TestValueOfLargeWhole(t *testing.T) {
	a := must(t)(NewWhole("id", 1<<53-2, 1<<53, own))
	checkValues(t, a, []valueCase{
		{number(1<<53, "9007199254740992"), "9007199254740992"}, {number(1<<53-2, "9007199254740990"), "9007199254740990"},
		{number(1<<53-3, "9007199254740989"), OtherLabel}, {number(1<<53+2, "9007199254740994"), OtherLabel},
	})
}

func TestValueOfRanges(t *testing.T) {
	real := []Range{{"-0.5", "0.1", ""}, {"0.1", "0.3", ""}, {"0.3", "100", ""}}
	open := []Range{{"", "0", ""}, {"0", "5", ""}, {"5", "", ""}}
	whole := []Range{{"0", "4", ""}, {"5", "9", ""}}
	for name, c := range map[string]struct {
		ranges []Range
		whole  bool
		opts   Options
		cases  []valueCase
	}{
		"real": {real, false, own, []valueCase{
			{number(-0.5, "-0.5"), "-0.5 to under 0.1"}, {number(0.1, "0.1"), "0.1 to under 0.3"}, {text("0.1"), "0.1 to under 0.3"},
			{number(math.Nextafter(0.1, 0), "0.1"), "-0.5 to under 0.1"}, {number(0.3, "0.3"), "0.3 to under 100"},
			{number(99.999, "99.999"), "0.3 to under 100"}, {number(100, "100"), OtherLabel}, {number(-0.51, "-0.51"), OtherLabel},
			{number(math.NaN(), "NaN"), "!number"}, {number(math.Inf(-1), "-Inf"), "!number"}, {text("many"), "!number"},
			{blank, BlankLabel}, {aDate, "!number"},
		}},
		"real nearest": {real, false, nearest, []valueCase{
			{number(100, "100"), "0.3 to under 100"}, {number(1e9, "1e9"), "0.3 to under 100"}, {text("-1"), "-0.5 to under 0.1"},
		}},
		"real refused": {real, false, typed, []valueCase{
			{number(100, "100"), "!below the end of the last range"}, {number(-1, "-1"), "!-0.5 or more"}, {blank, "!nothing"},
		}},
		"open": {open, false, own, []valueCase{
			{number(-1e300, "-1e300"), "under 0"}, {number(0, "0"), "0 to under 5"}, {number(1e300, "1e300"), "5 or more"},
		}},
		"whole": {whole, true, own, []valueCase{
			{number(0, "0"), "0–4"}, {number(4, "4"), "0–4"}, {number(5, "5"), "5–9"}, {number(9, "9"), "5–9"},
			{number(10, "10"), OtherLabel}, {number(-1, "-1"), OtherLabel}, {number(4.5, "4.5"), "!whole number"}, {number(9.5, "9.5"), "!whole number"},
		}},
		"whole nearest": {whole, true, nearest, []valueCase{
			{number(10, "10"), "5–9"}, {number(-1, "-1"), "0–4"}, {number(-0.5, "-0.5"), "!whole number"},
		}},
		"as values": {whole, true, asValues("0–4", "5–9"), []valueCase{{blank, "0–4"}, {number(11, "11"), "5–9"}}},
		"readings": {whole, true, Options{Origin: Typed, Readings: map[string]string{"few": "0–4", "-9": BlankLabel}}, []valueCase{
			{text("few"), "0–4"}, {number(-9, "-9"), BlankLabel}, {number(-8, "-8"), OtherLabel},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			checkValues(t, must(t)(NewRanges("pay", c.ranges, c.whole, c.opts)), c.cases)
		})
	}
}

// couple is a domain of age and status in which children are not married or widowed.
func couple(t *testing.T) *Domain {
	t.Helper()
	age := must(t)(NewRanges("age", []Range{{"0", "14", ""}, {"15", "", ""}}, true, own))
	status := must(t)(NewList("status", []string{"single", "married", "widowed"}, typed))
	d, err := New([]*Attribute{age, status}, []Combination{{"age": {"0–14"}, "status": {"married", "widowed"}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReader(t *testing.T) {
	d := couple(t)
	for _, c := range []struct {
		status, age table.Cell
		values      []int
		column      int    // at fault
		err         string // "" for none
	}{
		{text("single"), number(3, "3"), []int{0, 0}, -1, ""},
		{text("widowed"), number(80, "80"), []int{1, 2}, -1, ""},
		{text("married"), blank, []int{2, 1}, -1, ""},
		{text("married"), number(-1, "-1"), []int{3, 1}, -1, ""},
		{blank, number(3, "3"), nil, 1, `"status"`},
		{text("single"), text("three"), nil, 2, `"three"`},
		{text("married"), number(3, "3"), nil, 2, "impossible (age 0–14 with status married)"},
		{text("widowed"), text("14"), nil, 2, "impossible (age 0–14 with status widowed)"},
	} {
		// Which column is named does not depend on the order in which maps are walked.
		for range 20 {
			r, err := NewReader(d, []string{"name", "status", "age"})
			if err != nil {
				t.Fatal(err)
			}
			got := make([]int, 2)
			cells := []table.Cell{text("Ann"), c.status, c.age}
			column, err := r.Read(got, func(i int) (int, error) { return d.Attributes()[i].ValueOf(cells[r.Columns()[i]]) })
			if column != c.column {
				t.Fatalf("%+v, %+v: column %d at fault, want %d", c.status, c.age, column, c.column)
			}
			if c.err != "" {
				wantError(t, err, c.err)
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got[0] != c.values[0] || got[1] != c.values[1] {
				t.Fatalf("%+v, %+v: values %v, want %v", c.status, c.age, got, c.values)
			}
		}
	}
}

func TestReaderNamesMissingColumn(t *testing.T) {
	_, err := NewReader(couple(t), []string{"Age", "status"})
	wantError(t, err, `no column "age"`, "Age, status")
}
