package mend

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/repair"
	"steward/core/seeded"
	"steward/core/table"
)

func rule(k repair.Kind, texts ...string) repair.Rule {
	return repair.Rule{Column: "c", Kind: k, Texts: texts}
}

func text(s string) table.Cell { return table.Cell{Kind: table.Text, Text: s} }

// saidOf names a cell by its kind and text.
func saidOf(c table.Cell) string { return fmt.Sprintf("%d %s", c.Kind, c.Text) }

func TestCells(t *testing.T) {
	const blank, isText, isNumber, isDate, isError = "0 ", "1 ", "2 ", "4 ", "5 "
	comma, thousands, spaces, notes := rule(repair.DecimalComma), rule(repair.Thousands), rule(repair.Spaces), rule(repair.Notes)
	km, missing := rule(repair.Units, "km"), rule(repair.Missing, "n/a", "-9")
	day, month := rule(repair.DayFirst, "/"), rule(repair.MonthFirst, "/")
	for _, c := range []struct {
		in    string
		rules []repair.Rule
		want  string
	}{
		{"544,15", []repair.Rule{comma}, isNumber + "544.15"},
		{"544,15", []repair.Rule{thousands}, isText + "544,15"},
		{"-0,5", []repair.Rule{comma}, isNumber + "-0.5"},
		{"0,123", []repair.Rule{comma}, isNumber + "0.123"},
		{"1,234", []repair.Rule{comma, thousands}, isText + "1,234"}, // can be both
		{"1.234", []repair.Rule{comma}, isError + table.EitherNumber},
		{"1.234", []repair.Rule{spaces}, isText + "1.234"},
		{"1,234", []repair.Rule{comma, rule(repair.ThreeDecimals)}, isNumber + "1.234"},
		{"1,234", []repair.Rule{comma, rule(repair.ThreeThousands)}, isNumber + "1234"},
		{"1.234", []repair.Rule{comma, rule(repair.ThreeThousands)}, isNumber + "1234"},
		{"1,234", []repair.Rule{rule(repair.ThreeDecimals), rule(repair.ThreeThousands)}, isText + "1,234"},
		{"1,234,567", []repair.Rule{thousands}, isNumber + "1234567"},
		{"1.234,5", []repair.Rule{thousands}, isNumber + "1234.5"},
		{"1'234.5", []repair.Rule{thousands}, isNumber + "1234.5"},
		{"12 345", []repair.Rule{thousands}, isNumber + "12345"},
		{"1,23,4", []repair.Rule{comma, thousands}, isText + "1,23,4"},
		{"007,5", []repair.Rule{comma}, isText + "007,5"},
		{"12 km", []repair.Rule{km}, isNumber + "12"},
		{"12 m", []repair.Rule{km}, isText + "12 m"},
		{"12,5 km", []repair.Rule{km}, isText + "12,5 km"}, // of two rules one is not enough
		{"12,5 km", []repair.Rule{km, comma}, isNumber + "12.5"},
		{"€ 12,50", []repair.Rule{rule(repair.Units, "€"), comma}, isNumber + "12.5"},
		{"-5 €", []repair.Rule{rule(repair.Units, "€")}, isNumber + "-5"},
		{"25 %", []repair.Rule{rule(repair.Percent)}, isNumber + "0.25"},
		{"7 %", []repair.Rule{rule(repair.PercentSign)}, isNumber + "7"},
		{"7 %", []repair.Rule{rule(repair.Percent), rule(repair.PercentSign)}, isText + "7 %"},
		{"n/a", []repair.Rule{missing}, blank},
		{"N/A", []repair.Rule{missing}, isText + "N/A"},
		{"-9", []repair.Rule{missing}, blank},
		{"n\u200b/a ", []repair.Rule{missing, spaces}, blank},
		{"\u200b", []repair.Rule{spaces}, blank},
		{"12\u200b", []repair.Rule{spaces}, isNumber + "12"},
		{"012\u200b", []repair.Rule{spaces}, isText + "012"},
		{"New\u00a0 York", []repair.Rule{spaces}, isText + "New York"},
		{"two\nlines", []repair.Rule{spaces}, isText + "two\nlines"},
		{"12 (about)", []repair.Rule{notes}, isNumber + "12"},
		{"12,5 km (about)", []repair.Rule{notes, km, comma}, isNumber + "12.5"},
		{"North (city)", []repair.Rule{notes}, isText + "North"},
		{"North [1]", []repair.Rule{notes}, isText + "North"},
		{"5 (6)", []repair.Rule{notes}, isText + "5 (6)"}, // either may be meant
		{"(1)", []repair.Rule{notes}, isText + "(1)"},
		{"4/3/2024", []repair.Rule{day}, isDate + "2024-03-04"},
		{"4/3/2024", []repair.Rule{month}, isDate + "2024-04-03"},
		{"4/3/2024", []repair.Rule{day, month}, isText + "4/3/2024"},
		{"14/3/2024", []repair.Rule{day, month}, isDate + "2024-03-14"},
		{"3/3/2024", []repair.Rule{day, month}, isDate + "2024-03-03"},
		{"14/3/2024", []repair.Rule{month}, isText + "14/3/2024"},
		{"4.3.2024", []repair.Rule{day}, isText + "4.3.2024"}, // another mark
		{"30/2/2024", []repair.Rule{day}, isText + "30/2/2024"},
		{"YES ", []repair.Rule{rule(repair.Case, "Yes", "No"), spaces}, isText + "Yes"},
		{"north  west", []repair.Rule{rule(repair.Case, "North West")}, isText + "North West"},
		{"maybe", []repair.Rule{rule(repair.Case, "Yes", "No")}, isText + "maybe"},
	} {
		got, _ := New(c.rules, false).Cell(text(c.in))
		if saidOf(got) != c.want {
			t.Errorf("%q by %v is read as %q, want %q", c.in, c.rules, saidOf(got), c.want)
		}
	}
}

// A number of a workbook is what it is; of a text table its text may mean another one.
func TestNumbers(t *testing.T) {
	cell := table.Cell{Kind: table.Number, Text: "1.234", Number: 1.234}
	three := []repair.Rule{rule(repair.ThreeThousands)}
	if got, took := New(three, false).Cell(cell); took != 0 || got != cell {
		t.Errorf("a number of a workbook is read as %+v", got)
	}
	if got, _ := New(three, true).Cell(cell); got.Number != 1234 {
		t.Errorf("of a text table as %+v", got)
	}
	grouped := table.Cell{Kind: table.Number, Text: "1.234", Number: 1234} // by the marks of the table
	if got, took := New(three, true).Cell(grouped); took != 0 || got != grouped {
		t.Errorf("a number with marks as %+v", got)
	}
	share := table.Cell{Kind: table.Number, Text: "7 %", Number: 0.07}
	if got, _ := New([]repair.Rule{rule(repair.PercentSign)}, true).Cell(share); got.Number != 7 {
		t.Errorf("a percentage without its sign as %+v", got)
	}
	if got, _ := New([]repair.Rule{rule(repair.Missing, "99")}, false).Cell(table.Cell{Kind: table.Number, Number: 99}); got.Kind != table.Blank {
		t.Errorf("a code for nothing as %+v", got)
	}
}

// draw returns a text made of what people write in cells.
func draw(r *seeded.Source) string {
	parts := []string{"1", "12", "234", "500", "05", ",", ".", " ", "'", "%", "km", "€", "-", "(", ")", "x", "n/a", "/", "2024", "\u200b", "\u00a0", "Yes", "yes"}
	s := ""
	for range 1 + r.IntN(6) {
		s += parts[r.IntN(len(parts))]
	}
	return s
}

// What a text is said to need is what it takes: with these rules it is read, without one of them it stays, and with no rules at all
// everything does. Fewer rules never make a number or a day of a text that more of them leave alone because it can be either.
func TestNeedsAreWhatIsTaken(t *testing.T) {
	r := seeded.Named(t.Name())
	met := 0
	for range 20_000 {
		s := strings.TrimSpace(draw(r)) // as cells are
		if s == "" {
			continue
		}
		if got, took := New(nil, false).Cell(text(s)); took != 0 || got != text(s) {
			t.Fatalf("%q without a rule is read as %+v", s, got)
		}
		n := Of(s, true)
		if Plainly(s) && (!Of(s, false).None() || MeansNothing(s)) {
			t.Fatalf("%q is plain, and takes %v", s, Of(s, false))
		}
		if n.None() || !n.Number && !n.Date {
			continue
		}
		met++
		for _, way := range n.Ways {
			var rules []repair.Rule
			for _, k := range way.Kinds() {
				switch k {
				case repair.Units:
					rules = append(rules, rule(k, n.Unit))
				case repair.DayFirst, repair.MonthFirst:
					rules = append(rules, rule(k, n.Mark))
				default:
					rules = append(rules, rule(k))
				}
			}
			got, took := New(rules, false).Cell(text(s))
			if got.Kind != table.Number && got.Kind != table.Date {
				if IsThree(s) {
					continue // plain as long as no other rule is about marks
				}
				t.Fatalf("%q takes %v, and is read as %+v by %v", s, way.Kinds(), got, took.Kinds())
			}
			if way.Has(repair.ThreeDecimals) || way.Has(repair.ThreeThousands) {
				continue // without any rule about marks a point stands before decimals
			}
			for i := range rules {
				if rules[i].Kind == repair.Spaces {
					continue // which may be those of a note
				}
				fewer := append(append([]repair.Rule{}, rules[:i]...), rules[i+1:]...)
				if got, _ := New(fewer, false).Cell(text(s)); got.Kind == table.Number || got.Kind == table.Date {
					t.Fatalf("%q takes %v, and without %s is read as %+v", s, way.Kinds(), rules[i].Kind, got)
				}
			}
		}
	}
	if met < 1000 {
		t.Errorf("%d texts took a rule", met)
	}
}
