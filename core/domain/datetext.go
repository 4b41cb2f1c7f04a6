package domain

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"steward/core/message"
	"steward/core/table"
)

// daysOf returns the first and the last day that a text stands for: both the same for a date,
// those of a whole month, quarter, week or year where it names no more. A time of day that
// follows a date does not count; a date is taken where it was written, whatever its time zone. How
// dates are written says the calendar.
func (c Calendar) daysOf(text string) (from, to day, ok bool) {
	text = strings.TrimSpace(text)
	if from, to, ok = c.inDigits(text); ok {
		return from, to, true
	}
	date, clock := cutNamedClock(text)
	if clock != "" {
		if _, ok := secondsOf(clock); !ok {
			return 0, 0, false
		}
	}
	if from, to, ok = c.named(date); ok {
		return from, to, clock == "" || from == to
	}
	d, ok := c.short(date)
	return d, d, ok
}

// inDigits reads dates with a year of four digits and no names.
func (c Calendar) inDigits(text string) (from, to day, ok bool) {
	date, clock := cutClock(text)
	if clock != "" {
		if _, ok := secondsOf(clock); !ok {
			return 0, 0, false
		}
	}
	if from, to, ok = yearFirst(date); ok {
		return from, to, clock == "" || from == to
	}
	d, ok := yearLast(date, c.Order)
	return d, d, ok
}

// cutClock parts a date from the time of day after it.
func cutClock(text string) (date, clock string) {
	at := strings.IndexAny(text, "Tt ")
	if at < 8 { // of "2024 Q1" the blank parts no time
		return text, ""
	}
	return text[:at], strings.TrimSpace(text[at+1:])
}

// yearFirst reads 2024, 2024-Q1, 2024-W05, 2024-03, 2024-03-14 and 20240314; slashes and points
// may stand for the hyphens.
func yearFirst(text string) (from, to day, ok bool) {
	if len(text) < 4 || !allDigits(text[:4]) {
		return 0, 0, false
	}
	year, _ := strconv.Atoi(text[:4])
	rest := text[4:]
	if year == 0 {
		return 0, 0, false
	}
	span := func(p Period, start day) (day, day, bool) {
		u := calendarUnits[p]
		n := u.number(start)
		return u.start(n), u.start(n+1) - 1, true
	}
	if rest == "" {
		return span(Years, dayOf(year, 1, 1))
	}
	if len(rest) == 4 && allDigits(rest) {
		d, ok := realDay(year, rest[:2], rest[2:])
		return d, d, ok
	}
	mark := rest[0]
	if strings.ContainsRune("-/. ", rune(mark)) {
		rest = rest[1:]
	}
	if rest == "" {
		return 0, 0, false
	}
	switch letter, digits := unicode.ToUpper(rune(rest[0])), rest[1:]; letter {
	case 'Q':
		if len(digits) == 1 && digits >= "1" && digits <= "4" {
			return span(Quarters, dayOf(year, 3*int(digits[0]-'0')-2, 1))
		}
		return 0, 0, false
	case 'W':
		n, ok := digitsTo(digits, 53)
		if !ok || len(digits) != 2 {
			return 0, 0, false
		}
		start := startOfWeek(calendarUnits[Weeks].number(dayOf(year, 1, 4)) + int64(n) - 1) // the fourth lies in week 1
		of, _ := start.date().ISOWeek()
		if of != year { // there is no week 53
			return 0, 0, false
		}
		return span(Weeks, start)
	}
	if mark == ' ' || allDigits(string(mark)) {
		return 0, 0, false
	}
	month, d, whole := strings.Cut(rest, string(mark))
	if !whole {
		n, ok := digitsTo(month, 12)
		if !ok {
			return 0, 0, false
		}
		return span(Months, dayOf(year, n, 1))
	}
	at, ok := realDay(year, month, d)
	return at, at, ok
}

// yearLast reads 14.3.2024, 14/03/2024 and 14-03-2024, the day or the month first as the order
// says. The year has four digits (see short for two).
func yearLast(text string, order DateOrder) (day, bool) {
	at := strings.IndexAny(text, "./-")
	if at < 0 || order == YearFirst {
		return 0, false
	}
	parts := strings.Split(text, text[at:at+1])
	if len(parts) != 3 || len(parts[2]) != 4 || !allDigits(parts[2]) {
		return 0, false
	}
	year, _ := strconv.Atoi(parts[2])
	d, month := parts[0], parts[1]
	if order == MonthFirst {
		d, month = month, d
	}
	return realDay(year, month, d)
}

// realDay returns a day that there was.
func realDay(year int, month, d string) (day, bool) {
	m, okMonth := digitsTo(month, 12)
	n, okDay := digitsTo(d, 31)
	if !okMonth || !okDay || year < 1 {
		return 0, false
	}
	at := dayOf(year, m, n)
	return at, at.date().Day() == n
}

// digitsTo reads one or two digits that make a number from 1 to most.
func digitsTo(text string, most int) (int, bool) {
	if len(text) > 2 || !allDigits(text) {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= most
}

func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// hourOf returns the hour of a text with a time of day, alone or after a date. Hours from 24 on,
// as of durations, are returned as they are.
func hourOf(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	if at := strings.IndexAny(text, "Tt "); at >= 8 {
		text = strings.TrimSpace(text[at+1:])
	}
	seconds, ok := secondsOf(text)
	return seconds / 3600, ok
}

// secondsOf reads a time of day such as 13:45, 13:45:10.5 or 1:45 pm; a time zone after it does
// not count.
func secondsOf(text string) (int64, bool) {
	lower := strings.ToLower(strings.TrimSpace(text))
	half := ""
	for _, h := range []string{"am", "pm"} {
		if rest, ok := strings.CutSuffix(lower, h); ok {
			lower, half = strings.TrimSpace(rest), h
		}
	}
	lower = strings.TrimSuffix(lower, "z")
	if at := strings.LastIndexAny(lower, "+-"); at > 0 {
		if !validZone(lower[at+1:]) {
			return 0, false
		}
		lower = lower[:at]
	}
	parts := strings.Split(lower, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := int64(0)
	for i, p := range parts {
		if i == 2 {
			var fraction string
			if p, fraction, _ = strings.Cut(p, "."); strings.Trim(fraction, "0123456789") != "" {
				return 0, false
			}
		}
		if !allDigits(p) || len(p) > 4 || i > 0 && len(p) != 2 {
			return 0, false
		}
		n, _ := strconv.ParseInt(p, 10, 64)
		if i > 0 && n > 59 {
			return 0, false
		}
		if i == 0 && half != "" {
			if n < 1 || n > 12 {
				return 0, false
			}
			if n %= 12; half == "pm" {
				n += 12
			}
		}
		total = total*60 + n
	}
	if len(parts) == 2 {
		total *= 60
	}
	return total, true
}

func validZone(text string) bool {
	digits := strings.ReplaceAll(text, ":", "")
	return len(digits) >= 2 && len(digits) <= 4 && allDigits(digits)
}

// valueOfDate reads a cell of a Periods attribute. A date of a spreadsheet that says no time is
// of midnight, as the spreadsheet holds it; a text is not.
func (a *Attribute) valueOfDate(c table.Cell) (int, error) {
	k := a.calendar
	if c.Kind == table.Bool {
		return 0, &Unread{a.name, quote(c.Text), k.expected(), sayHow}
	}
	if k.declared.Period == Hours {
		hour, ok := hourOf(c.Text)
		if !ok && c.Kind == table.Date {
			_, err := time.Parse(time.DateOnly, c.Text)
			hour, ok = 0, err == nil
		}
		if !ok {
			return 0, &Unread{a.name, quote(c.Text), k.expected(), sayHow}
		}
		switch i := hour - k.base; {
		case i < 0:
			return a.beyond(below, c.Text)
		case i >= int64(k.size):
			return a.beyond(above, c.Text)
		default:
			return int(i), nil
		}
	}
	from, to, ok := k.declared.daysOf(c.Text)
	if !ok {
		return 0, &Unread{a.name, quote(c.Text), k.expected(), k.remedy(c)}
	}
	i, w := k.at(from, to)
	switch w {
	case inside:
		return i, nil
	case across:
		return 0, &Unread{a.name, quote(c.Text), message.Sprintf("a date that lies in one of the %s", a.Steps()), message.Sprintf("Use longer periods, or say how it is to be read (blank, other, or a value).")}
	}
	return a.beyond(w, c.Text)
}

// beyond applies the rule for dates before the first or after the last period.
func (a *Attribute) beyond(w where, text string) (int, error) {
	switch {
	case !a.nearest:
		return a.outside(text, func() message.Text {
			return message.Sprintf("a date from %s to %s", a.Label(0), a.Label(a.regular-1))
		})
	case w == below:
		return 0, nil
	}
	return a.regular - 1, nil
}

// expected says what a cell has to hold.
func (k *calendar) expected() message.Text {
	switch {
	case k.declared.Period == Hours:
		return message.Sprintf("a time of day such as 13:45")
	case k.declared.Order == DayFirst:
		return message.Sprintf("a date such as 14.3.2024 (day first), 14 March 2024 or 2024-03-14")
	case k.declared.Order == MonthFirst:
		return message.Sprintf("a date such as 3/14/2024 (month first), March 14, 2024 or 2024-03-14")
	}
	return message.Sprintf("a date such as 2024-03-14 or 14 March 2024")
}

// remedy says what to do about a cell that is no date.
func (k *calendar) remedy(c table.Cell) message.Text {
	if k.declared.Order == YearFirst {
		_, day := yearLast(c.Text, DayFirst)
		_, month := yearLast(c.Text, MonthFirst)
		if day || month {
			return message.Sprintf("Say whether the day or the month comes first.")
		}
	}
	if k.declared.YearsFrom == 0 && TwoDigitYear(c.Text) {
		return message.Sprintf("Say which hundred years two-digit years belong to, and what dates begin with.")
	}
	if c.Kind == table.Number {
		return message.Sprintf("Format the column as a date in the spreadsheet, or say how it is to be read (blank, other, or a value).")
	}
	return sayHow
}

// DaysOf returns the first and the last day that a text stands for, such as 2019-03-14: the same
// for a date, those of the whole month for 2019-03. ok is false for a text that is no date in
// that order.
func DaysOf(text string, order DateOrder) (first, last string, ok bool) {
	return Calendar{Order: order}.DaysOf(text)
}

// TwoDigitYear reports whether a text is a date only if its year has two digits, in any order.
func TwoDigitYear(text string) bool {
	for _, order := range []DateOrder{YearFirst, DayFirst, MonthFirst} {
		if _, _, ok := (Calendar{Order: order}).daysOf(text); ok {
			return false
		}
	}
	for _, order := range []DateOrder{YearFirst, DayFirst, MonthFirst} {
		if _, _, ok := (Calendar{Order: order, YearsFrom: 1}).daysOf(text); ok {
			return true
		}
	}
	return false
}

// DaysOf is the function DaysOf for dates written as the calendar says.
func (c Calendar) DaysOf(text string) (first, last string, ok bool) {
	from, to, ok := c.daysOf(text)
	if !ok {
		return "", "", false
	}
	return from.String(), to.String(), true
}

// HourOf returns the hour, from 0 to 23, of a text that is a time of day or ends with one.
func HourOf(text string) (hour int, ok bool) {
	n, ok := hourOf(text)
	return int(n), ok && n < 24
}
