package codebook

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/core/spelling"
)

// text draws what a cell may hold: formulas, separators, quotation marks, words of the format.
func text() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"=1+1", "'=1", "''@x", "'tis", "-5", "007", "1e5", "1,5", "a;b;c", "a|b", "a\tb", "two\nlines", `say "so"`, "yes", "open", "list",
			"#N/A", "TRUE", "true", "_x0041_", "_x000A_", "sep=;", "column", "+49 30", "＝x", "é", "e\u0301", "\u200b=x", "<b>&amp;", "]]>", "value", "own", "2024-05-01", "' =x"}),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab1 .,;|'\"=+-@\n\t_<&éß漢\U0001F600\u200d\u00a0")), 1, 12, -1),
	).Filter(func(s string) bool {
		return s == strings.TrimSpace(s) && s != "" && s != domain.BlankLabel && s != domain.OtherLabel
	})
}

// declaration draws a complete column.
func declaration(name string) *rapid.Generator[plan.Column] {
	return rapid.Custom(func(t *rapid.T) plan.Column {
		c := plan.Column{Name: domain.AttributeName(name), Origin: domain.Codebook,
			Kind: rapid.SampledFrom([]domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods}).Draw(t, "kind")}
		if rapid.Bool().Draw(t, "with a label") {
			c.Label = text().Draw(t, "label of the column")
		}
		rules := []plan.Special{{}, {Rule: domain.OwnCell}, {Rule: domain.Refuse}}
		var labels []string
		switch c.Kind {
		case domain.Whole:
			lo := rapid.Int64Range(-50, 50).Draw(t, "lowest")
			hi := lo + rapid.Int64Range(0, 30).Draw(t, "more")
			c.Lowest, c.Highest = &lo, &hi
			labels = []string{fmt.Sprint(lo), fmt.Sprint(hi)}
		case domain.Ranges:
			c.WholeNumbers = rapid.Bool().Draw(t, "whole numbers")
			at := rapid.IntRange(-90, 90).Draw(t, "first")
			for i := range rapid.IntRange(1, 6).Draw(t, "ranges") {
				next := at + rapid.IntRange(1, 40).Draw(t, "width")
				r := plan.Range{From: fmt.Sprint(at), To: fmt.Sprint(next)}
				if !c.WholeNumbers {
					r = plan.Range{From: fmt.Sprintf("%d.5", at), To: fmt.Sprintf("%d.5", next)}
					if at < 0 {
						r.From = fmt.Sprintf("%d.0", at)
					}
					if next < 0 {
						r.To = fmt.Sprintf("%d.0", next)
					}
					next--
				}
				if rapid.Bool().Draw(t, "labelled") {
					r.Label = fmt.Sprintf("%s %d", text().Draw(t, "label"), i)
				}
				c.Ranges = append(c.Ranges, r)
				at = next + 1
			}
			if rapid.Bool().Draw(t, "open below") {
				c.Ranges[0].From = ""
			}
			if rapid.Bool().Draw(t, "open above") {
				c.Ranges[len(c.Ranges)-1].To = ""
			}
			rules = append(rules, plan.Special{})
		case domain.Periods:
			c.Dates = dates(t)
		default:
			c.Values = rapid.SliceOfNDistinct(text(), 1, 6, rapid.ID).Draw(t, "values")
			labels = c.Values
		}
		if c.Kind == domain.Whole || c.Kind == domain.Ranges || c.Kind == domain.Periods {
			c.Other = rapid.SampledFrom(append(rules, plan.Special{Rule: domain.Nearest}, plan.Special{Rule: domain.AsBlank})).Draw(t, "others")
		} else {
			c.Other = rapid.SampledFrom(rules).Draw(t, "others")
		}
		for _, l := range labels {
			rules = append(rules, plan.Special{Rule: domain.AsValue, Value: l})
		}
		if c.Blank = rapid.SampledFrom(rules).Draw(t, "blanks"); c.Blank.Rule == domain.Refuse && c.Other.Rule == domain.AsBlank {
			c.Other = plan.Special{}
		}
		targets := labels
		if c.Blank.Rule != domain.Refuse {
			targets = append([]string{domain.BlankLabel}, targets...)
		}
		if c.Other.Rule == "" || c.Other.Rule == domain.OwnCell {
			targets = append([]string{domain.OtherLabel}, targets...)
		}
		if len(targets) > 0 && rapid.Bool().Draw(t, "read") {
			c.Readings = rapid.MapOfN(text(), rapid.SampledFrom(targets), 1, 4).Draw(t, "readings")
		}
		return c
	})
}

// dates draws complete periods.
func dates(t *rapid.T) *plan.Dates {
	d := &plan.Dates{Period: rapid.SampledFrom(domain.AllPeriods()).Draw(t, "period"),
		Order:     rapid.SampledFrom([]domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}).Draw(t, "order"),
		YearsFrom: rapid.SampledFrom([]int{0, 0, 1930, 999}).Draw(t, "years of two digits from")}
	year := rapid.IntRange(1900, 2100).Draw(t, "year")
	switch d.Period {
	case domain.Spans:
		for i := range rapid.IntRange(1, 4).Draw(t, "periods") {
			r := plan.Range{From: fmt.Sprintf("%d-01-01", year+i), To: fmt.Sprintf("%d-12-31", year+i)}
			if rapid.Bool().Draw(t, "labelled") {
				r.Label = fmt.Sprintf("%s %d", text().Draw(t, "label"), i)
			}
			d.Spans = append(d.Spans, r)
		}
		if rapid.Bool().Draw(t, "open below") {
			d.Spans[0].From = ""
		}
		if rapid.Bool().Draw(t, "open above") {
			d.Spans[len(d.Spans)-1].To = ""
		}
	case domain.Hours:
		if rapid.Bool().Draw(t, "part of the day") {
			d.First, d.Last = "6", "22"
		}
	case domain.Years:
		d.First, d.Last = fmt.Sprint(year), fmt.Sprint(year+3)
	case domain.Quarters:
		d.First, d.Last = fmt.Sprintf("%d-Q2", year), fmt.Sprintf("%d-Q1", year+1)
	case domain.Months:
		d.First, d.Last = fmt.Sprintf("%d-02", year), fmt.Sprintf("%d-11", year)
	case domain.Weeks:
		d.First, d.Last = fmt.Sprintf("%d-W02", year), fmt.Sprintf("%d-W52", year)
	default:
		d.First, d.Last = fmt.Sprintf("%d-02-03", year), fmt.Sprintf("%d-04-05", year)
	}
	return d
}

// isName reports whether a text is as the reader of sheets leaves the name of a column.
func isName(s string) bool { return strings.Join(strings.Fields(s), " ") == s }

// drawnSplit draws how cells with several answers are read.
func drawnSplit() *rapid.Generator[repair.Split] {
	return rapid.Custom(func(t *rapid.T) repair.Split {
		return repair.Split{Column: "ways there", Between: rapid.SampledFrom([]string{";", ",", "|", " ", "\t", "\n", ", ", " / ", "\"", "''", "=", "\r\n", "und"}).Draw(t, "between"),
			Options: rapid.SliceOfNDistinct(text().Filter(isName), 2, 5, spelling.Fold).Draw(t, "options")}
	}).Filter(func(s repair.Split) bool { return s.Check() == nil })
}

// What is written is read back as the same declarations, from a text table and from a
// workbook, whatever the texts are like.
func TestRoundTrip(t *testing.T) {
	for _, ending := range []string{".csv", ".xlsx"} {
		t.Run(ending, func(t *testing.T) {
			dir := t.TempDir()
			n := 0
			seeded.Check(t, func(t *rapid.T) {
				names := rapid.SliceOfNDistinct(text().Filter(isName), 1, 4, rapid.ID).Draw(t, "names")
				var want []plan.Column
				for _, name := range names {
					c := declaration(name).Draw(t, "column")
					if _, err := c.Attribute(); err != nil {
						t.Fatalf("a made-up column is not complete: %v", err)
					}
					want = append(want, c)
				}
				book := Book{Columns: want}
				if rapid.Bool().Draw(t, "several answers") {
					s := drawnSplit().Draw(t, "split")
					for _, o := range s.Options[:rapid.IntRange(0, len(s.Options)).Draw(t, "published")] {
						c := plan.OptionColumn(s.Name(o), s.Column)
						c.Origin = domain.Codebook
						want = append(want, c)
					}
					book = Book{Columns: want, Splits: []repair.Split{s}}
				}
				if rapid.Bool().Draw(t, "parts of an answer") {
					want[0].PartOf = "another answer"
				}
				n++
				path := filepath.Join(dir, fmt.Sprint(n)+ending)
				if err := Save(path, book); err != nil {
					t.Fatal(err)
				}
				got, err := Read(context.Background(), path)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, book) {
					t.Fatalf("read back\n%+v\nwant\n%+v", got, book)
				}
			})
		})
	}
}
