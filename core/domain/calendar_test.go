package domain

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/core/table"
)

func periods(t testing.TB, c Calendar, opts Options) *Attribute {
	t.Helper()
	if opts.Origin == "" {
		opts.Origin = Typed
	}
	a, err := NewPeriods("seen", c, opts)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPeriodsRead(t *testing.T) {
	years := Calendar{Period: Years, First: "2019", Last: "2024"}
	quarters := Calendar{Period: Quarters, First: "2019-Q3", Last: "2024-Q1"}
	months := Calendar{Period: Months, First: "2019-03", Last: "2024-12"}
	weeks := Calendar{Period: Weeks, First: "2019-W01", Last: "2025-W01"}
	days := Calendar{Period: Days, First: "2024-01-01", Last: "2024-12-31"}
	hours := Calendar{Period: Hours}
	dayFirst, monthFirst := days, days
	dayFirst.Order, monthFirst.Order = DayFirst, MonthFirst
	spans := Calendar{Period: Spans, Spans: []Span{{"", "2019-12-31", "before"}, {"2020-01-01", "2020-03-14", ""}, {"2020-03-15", "", "since"}}}
	for _, c := range []struct {
		of   Calendar
		cell table.Cell
		want string
	}{
		{years, table.Cell{Kind: table.Date, Text: "2024-03-14", Number: 45365}, "2024"},
		{years, table.Cell{Kind: table.Date, Text: "2024-12-31T23:59:59"}, "2024"},
		{years, table.Cell{Kind: table.Number, Text: "2020", Number: 2020}, "2020"},
		{years, table.Cell{Kind: table.Number, Text: "20200229", Number: 20200229}, "2020"},
		{years, text("2020-Q2"), "2020"},
		{years, text("2018-12-31"), OtherLabel},
		{years, text("2025"), OtherLabel},
		{quarters, text("2019-07-01"), "2019-Q3"},
		{quarters, text("2019-06-30"), OtherLabel},
		{quarters, text("2020q4"), "2020-Q4"},
		{quarters, text("2020 Q4"), "2020-Q4"},
		{quarters, text("2024-03-31"), "2024-Q1"},
		{months, text("2020-02"), "2020-02"},
		{months, text("2020/2/9"), "2020-02"},
		{months, text("2020.02.09 13:45"), "2020-02"},
		{months, text("2020-02-29T23:30:00+02:00"), "2020-02"},
		{weeks, text("2024-12-30"), "2025-W01"},
		{weeks, text("2021-01-03"), "2020-W53"},
		{weeks, text("2020-W53"), "2020-W53"},
		{weeks, text("2018-12-31"), "2019-W01"},
		{weeks, text("2018-12-30"), OtherLabel},
		{days, text("2024-02-29"), "2024-02-29"},
		{dayFirst, text("3.2.2024"), "2024-02-03"},
		{dayFirst, text("03/02/2024"), "2024-02-03"},
		{monthFirst, text("3/2/2024"), "2024-03-02"},
		{monthFirst, text("2024-02-03"), "2024-02-03"},
		{hours, table.Cell{Kind: table.Date, Text: "13:45:00", Number: 0.572916}, "13:00–13:59"},
		{hours, table.Cell{Kind: table.Date, Text: "2024-03-14T00:59:59.999"}, "00:00–00:59"},
		{hours, table.Cell{Kind: table.Date, Text: "2024-03-14"}, "00:00–00:59"},
		{hours, text("1:45 pm"), "13:00–13:59"},
		{hours, text("12:05 AM"), "00:00–00:59"},
		{hours, text("2024-03-14 23:00"), "23:00–23:59"},
		{hours, text("24:00"), OtherLabel},
		{spans, text("1066-10-14"), "before"},
		{spans, text("2020-03-14"), "2020-01-01 to 2020-03-14"},
		{spans, text("2020-03-15"), "since"},
		{spans, text("2021"), "since"},
	} {
		a := periods(t, c.of, Options{})
		i, err := a.ValueOf(c.cell)
		if err != nil {
			t.Errorf("%s: %q: %v", c.of.Period, c.cell.Text, err)
			continue
		}
		if got := a.Label(i); got != c.want {
			t.Errorf("%s: %q is read as %q, want %q", c.of.Period, c.cell.Text, got, c.want)
		}
	}
	for _, c := range []struct {
		of   Calendar
		cell table.Cell
		says string
	}{
		{days, text("03/02/2024"), "whether the day or the month comes first"},
		{dayFirst, text("3.2.24"), "day first"},
		{dayFirst, text("02/13/2024"), "day first"},
		{days, text("2023-02-29"), "a date such as"},
		{days, text("yesterday"), "a date such as"},
		{days, table.Cell{Kind: table.Number, Text: "45365", Number: 45365}, "Format the column as a date"},
		{days, table.Cell{Kind: table.Date, Text: "13:45:00"}, "a date such as"},
		{days, table.Cell{Kind: table.Date, Text: "1900-02-29", Number: 60}, "a date such as"},
		{days, table.Cell{Kind: table.Bool, Text: "TRUE", Number: 1}, "a date such as"},
		{months, text("2020"), "lies in one of the months"},
		{spans, text("2020"), "lies in one of the periods"},
		{weeks, text("2021-W53"), "a date such as"},
		{years, text("2024-03-14 25h"), "a date such as"},
		{hours, text("2024-03-14"), "a time of day"},
		{hours, text("13:60"), "a time of day"},
		{hours, text("13:00 pm"), "a time of day"},
	} {
		a := periods(t, c.of, Options{})
		if i, err := a.ValueOf(c.cell); err == nil {
			t.Errorf("%s: %q is read as %q, want an error", c.of.Period, c.cell.Text, a.Label(i))
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q: the error does not say %q: %v", c.of.Period, c.cell.Text, c.says, err)
		}
	}
}

func TestPeriodsNearest(t *testing.T) {
	a := periods(t, Calendar{Period: Months, First: "2020-03", Last: "2020-05"}, Options{Other: Special{Rule: Nearest}, Blank: Special{Rule: AsValue, Value: "2020-04"}})
	for in, want := range map[string]string{"1999-01-01": "2020-03", "2020-04-30": "2020-04", "2031-01-01": "2020-05", "": "2020-04"} {
		i, err := a.ValueOfText(in)
		if err != nil || a.Label(i) != want {
			t.Errorf("%q is read as %d (%v), want %s", in, i, err, want)
		}
	}
	if a.Size() != 3 || !a.HasOrder() || !a.InSteps() || a.Steps().String() != "months" {
		t.Errorf("size %d, order %v, in %q", a.Size(), a.HasOrder(), a.Steps())
	}
	if a.Gap(0, 2) != 2 || a.MaxGap(big.NewRat(3, 2)) != 1 || !a.Attained() {
		t.Error("differences are not counted in months")
	}
}

func TestPeriodsRefused(t *testing.T) {
	for _, c := range []struct {
		of   Calendar
		says string
	}{
		{Calendar{}, "the period is missing: use one of"},
		{Calendar{Period: "decades"}, "unknown period"},
		{Calendar{Period: Years, First: "2019"}, "the last of the years is missing"},
		{Calendar{Period: Years, First: "2024", Last: "2019"}, "swap them"},
		{Calendar{Period: Months, First: "2019", Last: "2020-01"}, "a month such as"},
		{Calendar{Period: Hours, First: "6", Last: "24"}, "an hour from 0 to 23"},
		{Calendar{Period: Days, First: "0001-01-01", Last: "9999-12-31", Order: "year last"}, "unknown order"},
		{Calendar{Period: Years, First: "2019", Last: "2020", Spans: []Span{{"", "", ""}}}, "periods are listed"},
		{Calendar{Period: Spans}, "no periods are listed"},
		{Calendar{Period: Spans, First: "2019"}, "together with listed ones"},
		{Calendar{Period: Spans, Spans: []Span{{"2019-01-01", "2019-12-31", ""}, {"2019-12-31", "", ""}}}, "periods 1 and 2 overlap: let the second begin on 2020-01-01"},
		{Calendar{Period: Spans, Spans: []Span{{"2019-01-01", "2019-12-31", ""}, {"2020-01-02", "", ""}}}, "leave a gap"},
		{Calendar{Period: Spans, Spans: []Span{{"2019-01-01", "", ""}, {"2020-01-02", "", ""}}}, "no last day"},
		{Calendar{Period: Spans, Spans: []Span{{"2019-02-01", "2019-01-01", ""}}}, "contains no day"},
		{Calendar{Period: Spans, Spans: []Span{{"2019-02-30", "", ""}}}, "a day such as"},
		{Calendar{Period: Spans, Spans: []Span{{"", "2019-01-01", "x"}, {"2019-01-02", "", "x"}}}, "both called"},
		{Calendar{Period: Spans, Spans: []Span{{"", "", TotalLabel}}}, "may not be called"},
	} {
		_, err := NewPeriods("seen", c.of, Options{Origin: Typed})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: got %v, want an error with %q", c.of, err, c.says)
		}
	}
}

// Every day lies in exactly one period, the one whose days hold it, and labels are found again.
func TestPeriodsTile(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]Period{Years, Quarters, Months, Weeks, Days}).Draw(t, "period")
		from := time.Date(rapid.IntRange(1, 9990).Draw(t, "year"), time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 28).Draw(t, "day"), 0, 0, 0, 0, time.UTC)
		to := from.AddDate(0, 0, rapid.IntRange(0, 900).Draw(t, "more"))
		a, err := NewPeriods("seen", Calendar{Period: p, First: from.Format(time.DateOnly), Last: to.Format(time.DateOnly)}, Options{Origin: Typed})
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
			text := d.Format(time.DateOnly)
			i, err := a.ValueOf(table.Cell{Kind: table.Date, Text: text})
			if err != nil {
				t.Fatal(err)
			}
			if first, last := a.PeriodDays(i); i < at || i > at+1 || text < first || text > last {
				t.Fatalf("%s lies in period %d (%s to %s) after %d", text, i, first, last, at)
			}
			at = i
		}
		if at != a.Regular()-1 {
			t.Fatalf("the last day lies in period %d of %d", at, a.Regular())
		}
		for i := range a.Regular() {
			if j, ok := a.Find(a.Label(i)); !ok || j != i {
				t.Fatalf("%q is found as %d, want %d", a.Label(i), j, i)
			}
			if i > 0 {
				_, last := a.PeriodDays(i - 1)
				first, _ := a.PeriodDays(i)
				d, _ := time.Parse(time.DateOnly, last)
				if d.AddDate(0, 0, 1).Format(time.DateOnly) != first {
					t.Fatalf("%s follows %s", first, last)
				}
			}
		}
	})
}

func TestHoursFound(t *testing.T) {
	a := periods(t, Calendar{Period: Hours, First: "6", Last: "21"}, Options{})
	if a.Regular() != 16 || a.Label(0) != "06:00–06:59" {
		t.Fatalf("%d hours from %s", a.Regular(), a.Label(0))
	}
	for i := range a.Regular() {
		if j, ok := a.Find(a.Label(i)); !ok || j != i {
			t.Errorf("%q is found as %d", a.Label(i), j)
		}
	}
	if _, ok := a.Find("05:00–05:59"); ok {
		t.Error("an hour before the first is found")
	}
}

func FuzzDateText(f *testing.F) {
	for _, s := range []string{"2024-03-14", "14.3.2024", "2024-W53", "1:45 pm", "2024-03-14T10:00:00+01:00", "2024 Q1", "+-:", "20240314"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range AllPeriods() {
			c := Calendar{Period: p, First: "2020-01-01", Last: "2024-12-31", Order: DayFirst}
			switch p {
			case Hours:
				c.First, c.Last = "", ""
			case Spans:
				c.First, c.Last, c.Spans = "", "", []Span{{"", "2020-01-01", ""}, {"2020-01-02", "", ""}}
			}
			a := periods(t, c, Options{})
			for _, kind := range []table.Kind{table.Text, table.Date} {
				if i, err := a.ValueOf(table.Cell{Kind: kind, Text: s}); err == nil && (i < 0 || i >= a.Size()) {
					t.Fatalf("%q is read as %d of %d", s, i, a.Size())
				}
			}
		}
	})
}
