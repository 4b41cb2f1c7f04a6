package domain

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/table"
)

// TestDatesWithNames reads dates with names of months, and with years of two digits where the
// calendar says their hundred years.
func TestDatesWithNames(t *testing.T) {
	plain, day, month := Calendar{}, Calendar{Order: DayFirst}, Calendar{Order: MonthFirst}
	for _, c := range []struct {
		text     string
		calendar Calendar
		first    string // "" for no date
		last     string // "" for the same
	}{
		{"14 March 2024", plain, "2024-03-14", ""},
		{"14 Mar 2024", month, "2024-03-14", ""},
		{"March 14, 2024", plain, "2024-03-14", ""},
		{"MAR 14 2024", day, "2024-03-14", ""},
		{"14MAR2024", plain, "2024-03-14", ""},
		{"14-Mar-2024", plain, "2024-03-14", ""},
		{"14. März 2024", plain, "2024-03-14", ""},
		{"1er août 2023", plain, "2023-08-01", ""},
		{"3 de enero de 2022", plain, "2022-01-03", ""},
		{"2nd of June 2021", plain, "2021-06-02", ""},
		{"14 August 2024", plain, "2024-08-14", ""},
		{"14 August 2024 13:45", plain, "2024-08-14", ""},
		{"Oct 3, 2024 1:45 pm", plain, "2024-10-03", ""},
		{"2024-Mar-14T09:00:00Z", plain, "2024-03-14", ""},
		{"2024 Mar 14", plain, "2024-03-14", ""},
		{"March 2024", plain, "2024-03-01", "2024-03-31"},
		{"2024-Feb", plain, "2024-02-01", "2024-02-29"},
		{"Mar 2024 10:00", plain, "", ""},
		{"30 Feb 2024", plain, "", ""},
		{"14 Jui 2024", plain, "", ""}, // June or July
		{"14 Mar Apr 2024", plain, "", ""},
		{"14 Mar", plain, "", ""},
		{"Mar 24", plain, "", ""}, // a day or a year
		{"14 Ma 2024", plain, "", ""},
		{"14 Marble 2024", plain, "", ""},
		{"14 Mar 2024 25", plain, "", ""},
		{"14 Mar 2024 noon", plain, "", ""},
		{"14-Mar-24", day, "", ""},
		{"14.3.24", day, "", ""},
		{"14.3.24", century(day, 1930), "2024-03-14", ""},
		{"14/03/30", century(day, 1930), "1930-03-14", ""},
		{"14/03/29", century(day, 1930), "2029-03-14", ""},
		{"3/14/99", century(month, 1930), "1999-03-14", ""},
		{"3/14/99", century(day, 1930), "", ""},
		{"24-03-14", century(plain, 1950), "2024-03-14", ""},
		{"14-Mar-24", century(day, 1950), "2024-03-14", ""},
		{"Mar 14, 24", century(month, 1950), "2024-03-14", ""},
		{"24-Mar-14", century(plain, 1950), "2024-03-14", ""},
		{"14.3.24 13:45", century(day, 2000), "2024-03-14", ""},
		{"14.3.00", century(day, 1900), "1900-03-14", ""},
		{"14.3.00", century(day, 1901), "2000-03-14", ""},
		{"14.3.2024", century(day, 1901), "2024-03-14", ""},
		{"1.2.3", century(day, 1901), "", ""},
		{"", century(day, 1901), "", ""},
		{"May", century(day, 1901), "", ""},
	} {
		first, last, ok := c.calendar.DaysOf(c.text)
		if c.last == "" {
			c.last = c.first
		}
		if ok != (c.first != "") || first != c.first || last != c.last {
			t.Errorf("%q with %q from %d: %s to %s, %v; want %q to %q", c.text, c.calendar.Order, c.calendar.YearsFrom, first, last, ok, c.first, c.last)
		}
	}
}

func century(c Calendar, from int) Calendar {
	c.YearsFrom = from
	return c
}

// TestEveryMonthIsNamed reads every name, and every shorter one of three letters that is one
// month's alone.
func TestEveryMonthIsNamed(t *testing.T) {
	for m, names := range monthNames {
		for _, name := range names {
			if got, ok := monthNamed(name); !ok || got != m+1 {
				t.Errorf("%s is month %d, %v", name, got, ok)
			}
		}
	}
	for m := time.January; m <= time.December; m++ {
		if got, ok := monthNamed(m.String()[:3]); !ok || got != int(m) {
			t.Errorf("%s is month %d, %v", m.String()[:3], got, ok)
		}
	}
}

// TestHundredYears goes through all two-digit years of all hundred years: each lies in them and ends
// with its digits.
func TestHundredYears(t *testing.T) {
	for _, from := range []int{1, 99, 100, 1899, 1900, 1930, 1999, 2000, maxYearsFrom} {
		for n := range 100 {
			text := strconv.Itoa(100 + n)[1:]
			got, ok := Calendar{YearsFrom: from}.year(text)
			if !ok || got < from || got > from+99 || got%100 != n {
				t.Errorf("%s in the hundred years from %d is %d, %v", text, from, got, ok)
			}
		}
	}
}

func TestTwoDigitYear(t *testing.T) {
	for text, want := range map[string]bool{"14.3.24": true, "3/14/24": true, "99-12-31": true, "14-Mar-24": true, "14.3.2024": false, "14 March 2024": false, "March": false, "24": false, "": false} {
		if TwoDigitYear(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	a, err := NewPeriods("seen", Calendar{Period: Months, First: "2024-01", Last: "2024-12", Order: DayFirst}, Options{Origin: Typed})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.ValueOf(table.Cell{Kind: table.Text, Text: "14.3.24"})
	if err == nil || !strings.Contains(err.Error(), "Say which hundred years") {
		t.Errorf("%v", err)
	}
	if v, err := a.ValueOf(table.Cell{Kind: table.Text, Text: "14 March 2024"}); err != nil || a.Label(v) != "2024-03" {
		t.Errorf("%d, %v", v, err)
	}
	for _, from := range []int{-1, maxYearsFrom + 1} {
		if _, err := NewPeriods("seen", Calendar{Period: Days, First: "2024-01-01", Last: "2024-12-31", YearsFrom: from}, Options{Origin: Typed}); err == nil || !strings.Contains(err.Error(), "such as 1930") {
			t.Errorf("hundred years from %d: %v", from, err)
		}
	}
}

// TestMonthWords reads every word for a month, in capitals and with accents too, as that month; and
// every beginning of a name that is not among them as none.
func TestMonthWords(t *testing.T) {
	words, accented, plain := MonthWords()
	months := make(map[int]bool)
	for w, want := range words {
		months[want] = true
		if got, ok := monthNamed(strings.ToUpper(w)); !ok || got != want {
			t.Errorf("%q is month %d, %v, want %d", w, got, ok, want)
		}
	}
	if len(months) != 12 || words["jan"] != 1 || words["marz"] != 3 || words["dez"] != 12 {
		t.Errorf("%d months in %v", len(months), words)
	}
	for _, names := range monthNames {
		for _, name := range names {
			for n := 1; n <= len(name); n++ {
				if _, ok := monthNamed(name[:n]); ok != (words[name[:n]] != 0) {
					t.Errorf("%q: %v", name[:n], ok)
				}
			}
		}
	}
	from, to := []rune(accented), []rune(plain)
	if len(from) != len(to) || len(from) != 14 {
		t.Fatalf("accents %q for %q", accented, plain)
	}
	for i, r := range from {
		if got := accents.Replace(strings.ToLower(string(r))); got != string(to[i]) {
			t.Errorf("%c stands for %s, want %c", r, got, to[i])
		}
	}
}
