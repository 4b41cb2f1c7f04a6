package counts

import (
	"fmt"
	"strings"

	"steward/core/domain"
)

// The forms of dates that a query reads, as regular expressions. Every day that there was is
// matched by realDay, written 2024-03-14; a time of day after it does not count.
const (
	leapYear  = "[0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00"
	realDay   = "^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|(" + leapYear + ")-02-29)$"
	noYear    = "^0000"
	minutes   = "[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?"
	clock     = minutes + "$"
	dayOnly   = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
	dayClock  = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:" + clock
	dayDigits = "^[0-9]{8}$"
	month     = "^[0-9]{4}-(0[1-9]|1[0-2])$"
	year      = "^[0-9]{4}$"
	hour      = "^([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ])?[0-9]{1,2}:" + clock
)

// day is the text 2024-03-14 of a column's text written plainly, NULL where that is no date of the forms that
// a query reads. Months and years stand for their first day where the periods are as long.
func (c column) day() string {
	t := c.n()
	var b strings.Builder
	b.WriteString("CASE WHEN " + c.matches(t, dayOnly) + " OR " + c.matches(t, dayClock) + " THEN substr(" + t + ", 1, 10)" +
		" WHEN " + c.matches(t, dayDigits) + " THEN concat(substr(" + t + ", 1, 4), '-', substr(" + t + ", 5, 2), '-', substr(" + t + ", 7, 2))")
	switch c.attribute.Calendar().Period {
	case domain.Years:
		b.WriteString(" WHEN " + c.matches(t, year) + " THEN concat(" + t + ", '-01-01')")
		fallthrough
	case domain.Quarters, domain.Months:
		b.WriteString(" WHEN " + c.matches(t, month) + " THEN concat(" + t + ", '-01')")
	}
	b.WriteString(" END")
	return b.String()
}

// hour is the hour of the day of a text, NULL where it says none.
func (c column) hour(t string) string {
	digits := "CASE WHEN " + c.matches(t, "^[0-9]{4}-") + " THEN substr(" + t + ", 12, 2) ELSE substr(" + t + ", 1, 2) END"
	return "CASE WHEN " + c.matches(t, hour) + " THEN CAST(replace(" + digits + ", ':', '') AS " + c.wholeType() + ") END"
}

// date is what the column's dates are compared by, in place of a number.
func (c column) date() string {
	if c.attribute.Calendar().Period == domain.Hours {
		return c.hour(c.t())
	}
	return c.day()
}

// periods codes dates.
func (c column) periods() string {
	x := c.x()
	if c.isDays() {
		return " WHEN " + x + " IS NULL OR NOT " + c.matches(x, realDay) + " OR " + c.matches(x, noYear) + " THEN NULL" + c.known()
	}
	return " WHEN " + x + " IS NULL THEN NULL" + c.known()
}

// known codes days that there were, and hours.
func (c column) known() string {
	a, x := c.attribute, c.x()
	below, above := c.outside()
	first, _ := a.PeriodDays(0)
	_, last := a.PeriodDays(a.Regular() - 1)
	if a.Calendar().Period == domain.Hours {
		return fmt.Sprintf(" WHEN %[1]s < %[2]s THEN %[4]s WHEN %[1]s > %[3]s THEN %[5]s ELSE %[1]s - %[2]s", x, first, last, below, above)
	}
	var b strings.Builder
	if first != "" {
		b.WriteString(" WHEN " + x + " < '" + first + "' THEN " + below)
	}
	if last != "" {
		b.WriteString(" WHEN " + x + " > '" + last + "' THEN " + above)
	}
	var ends []string
	for i := range a.Regular() - 1 {
		_, end := a.PeriodDays(i)
		ends = append(ends, "'"+end+"'")
	}
	b.WriteString(" ELSE " + tree(ends, 0, func(end string) string { return x + " <= " + end }))
	return b.String()
}

// isDates tells whether the column's texts are read as dates or times.
func (c column) isDates() bool { return c.attribute.Kind() == domain.Periods }
