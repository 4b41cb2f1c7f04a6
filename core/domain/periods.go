package domain

import (
	"fmt"
	"time"

	"steward/core/message"
)

// Period is the unit of time that the dates of a Periods attribute are put into.
type Period string

// The periods.
const (
	Years    Period = "years"
	Quarters Period = "quarters"
	Months   Period = "months"
	Weeks    Period = "weeks" // from Monday to Sunday (ISO 8601)
	Days     Period = "days"
	Hours    Period = "hours" // of the day; dates do not count
	Spans    Period = "spans" // listed one by one
)

// AllPeriods returns the periods, from the longest to the shortest, and then the listed ones.
func AllPeriods() []Period {
	return []Period{Years, Quarters, Months, Weeks, Days, Hours, Spans}
}

// A calendarUnit is a period that is not listed but numbered, so that each has one more than the one before it.
type calendarUnit struct {
	said    message.Text              // what several are called
	example message.Text              // how one is written
	number  func(day) int64           // of the one that a day lies in
	start   func(number int64) day    // its first day
	label   func(number int64) string // which is read back: a form of yearFirst, or any day in it
}

var calendarUnits = map[Period]calendarUnit{
	Years: {
		message.Sprintf("years"), message.Sprintf("a year such as 2019"),
		func(d day) int64 { return int64(d.date().Year()) },
		func(n int64) day { return dayOf(int(n), 1, 1) },
		func(n int64) string { return fmt.Sprintf("%04d", n) },
	},
	Quarters: {
		message.Sprintf("quarters"), message.Sprintf("a quarter such as 2019-Q3"),
		func(d day) int64 { return floor(monthOf(d), 3) },
		func(n int64) day { return startOfMonth(3 * n) },
		func(n int64) string { return fmt.Sprintf("%04d-Q%d", floor(n, 4), n-4*floor(n, 4)+1) },
	},
	Months: {
		message.Sprintf("months"), message.Sprintf("a month such as 2019-03"),
		monthOf, startOfMonth,
		func(n int64) string { return startOfMonth(n).date().Format("2006-01") },
	},
	Weeks: {
		message.Sprintf("weeks"), message.Sprintf("a week such as 2019-W05, or a day of it,"),
		func(d day) int64 { return floor(int64(d)+3, 7) }, // 1969-12-29 was a Monday
		startOfWeek,
		func(n int64) string {
			year, week := startOfWeek(n).date().ISOWeek()
			return fmt.Sprintf("%04d-W%02d", year, week)
		},
	},
	Days: {
		message.Sprintf("days"), message.Sprintf("a day such as 2019-03-14"),
		func(d day) int64 { return int64(d) },
		func(n int64) day { return day(n) },
		func(n int64) string { return day(n).date().Format(time.DateOnly) },
	},
	Hours: { // of no day
		said: message.Sprintf("hours"), example: message.Sprintf("an hour from 0 to 23"),
		label: func(n int64) string { return fmt.Sprintf("%02d:00–%02d:59", n, n) },
	},
}

// InYears reports whether every year begins with one of the periods, so that whole numbers of them make years.
func (p Period) InYears() bool {
	u := calendarUnits[p]
	if u.number == nil {
		return false
	}
	for year := 2001; year <= 2028; year++ { // all ways in which years begin and end
		if first := dayOf(year, 1, 1); u.start(u.number(first)) != first {
			return false
		}
	}
	return true
}

// Said names periods.
func (p Period) Said() message.Text {
	if u, numbered := calendarUnits[p]; numbered {
		return u.said
	}
	return message.Sprintf("periods")
}

// monthOf numbers months from that of the year 0.
func monthOf(d day) int64 {
	t := d.date()
	return 12*int64(t.Year()) + int64(t.Month()) - 1
}

func startOfMonth(n int64) day { return dayOf(int(floor(n, 12)), int(n-12*floor(n, 12))+1, 1) }

func startOfWeek(n int64) day { return day(7*n - 3) }

// floor returns a/b, rounded down.
func floor(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
