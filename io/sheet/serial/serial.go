// Package serial reads days and times of day as workbooks store them: as numbers of days from 1900 or
// from 1904 on, and as dates of ISO 8601.
package serial

import (
	"math"
	"strconv"
	"strings"
	"time"

	"steward/core/table"
)

// Style says whether and how a number format shows a day.
type Style uint8

const (
	None      Style = iota
	Day             // has a day, a month or a year
	TimeOfDay       // has a time of day alone
	Elapsed         // hours, minutes or seconds that count past a day
)

const (
	days1904    = 1462    // from the 1900 epoch to that of 1904
	lastDay     = 2958465 // 9999-12-31
	fictionDay  = 60      // 1900-02-29, which the 1900 epoch counts although it never was
	millisADay  = 24 * 60 * 60 * 1000
	DateLayout  = "2006-01-02"
	ClockLayout = "15:04:05"
)

// Date reads a stored day number. A number below one is a time of day, unless days are
// counted from 1904 and a day is shown: 0 is then the first. It fails for numbers that are no day of the years 1900 to 9999.
func Date(x float64, style Style, from1904 bool) (table.Cell, bool) {
	text, day, ok := Append(nil, x, style, from1904)
	return table.Cell{Kind: table.Date, Text: string(text), Number: day}, ok
}

// Append is serialDate that appends the text, and returns the day of the 1900 epoch.
func Append(to []byte, x float64, style Style, from1904 bool) (_ []byte, day float64, ok bool) {
	if x < 0 {
		return to, 0, false
	}
	timeOnly := style == Elapsed || x < 1 && (!from1904 || style != Day)
	if from1904 && !timeOnly {
		x += days1904
	}
	if x >= lastDay+1 {
		return to, 0, false
	}
	millis := int64(math.Round(x * millisADay))
	if !timeOnly {
		millis = min(millis, (lastDay+1)*millisADay-1)
		day, rest := millis/millisADay, millis%millisADay
		to = appendDay(to, int(day))
		if rest != 0 {
			to = appendClock(append(to, 'T'), rest)
		}
		return to, x, true
	}
	if style != Elapsed {
		millis = min(millis, millisADay-1)
	}
	return appendClock(to, millis), x, true
}

// appendDay writes a day of the 1900 epoch as an ISO date.
func appendDay(to []byte, day int) []byte {
	switch {
	case day == fictionDay:
		return append(to, "1900-02-29"...)
	case day < fictionDay:
		day++
	}
	// Years that begin in March end with the day that leap years add, so that the months
	// before have lengths that repeat every five: 153 days (H. F. Fliegel and T. C. Van
	// Flandern 1968, Communications of the ACM 11).
	const epoch = 693899 // days from 0000-03-01 to 1899-12-30
	n := epoch + day
	era := n / 146097 // of 400 years
	n -= era * 146097
	year := (n - n/1460 + n/36524 - n/146096) / 365
	n -= 365*year + year/4 - year/100
	month := (5*n + 2) / 153
	date := n - (153*month+2)/5 + 1
	year += era * 400
	if month += 3; month > 12 {
		month, year = month-12, year+1
	}
	to = append(to, byte('0'+year/1000), byte('0'+year/100%10))
	to = append(appendTwo(to, year%100), '-')
	to = append(appendTwo(to, month), '-')
	return appendTwo(to, date)
}

func appendTwo(to []byte, n int) []byte { return append(to, byte('0'+n/10), byte('0'+n%10)) }

// Clock writes milliseconds as appendClock does.
func Clock(millis int64) string { return string(appendClock(nil, millis)) }

// appendClock writes milliseconds as hours, minutes, seconds and, where there are any,
// thousandths.
func appendClock(to []byte, millis int64) []byte {
	s := millis / 1000
	if hours := s / 3600; hours < 100 {
		to = appendTwo(to, int(hours))
	} else {
		to = strconv.AppendInt(to, hours, 10)
	}
	to = append(appendTwo(append(to, ':'), int(s/60%60)), ':')
	to = appendTwo(to, int(s%60))
	if millis %= 1000; millis != 0 {
		to = append(to, '.', byte('0'+millis/100))
		to = appendTwo(to, int(millis%100))
	}
	return to
}

// Days counts the days from 1899-12-30, by seconds because a time.Duration ends after 292
// years.
func Days(t time.Time) float64 {
	const aDay = 24 * 60 * 60
	seconds := t.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()
	return (float64(seconds) + float64(t.Nanosecond())/1e9) / aDay
}

// ISO reads a date that is stored as a text, as strict files may have it.
func ISO(s string) (table.Cell, bool) {
	s = strings.TrimSuffix(s, "Z")
	if t, err := time.Parse(ClockLayout, s); err == nil {
		midnight := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		return Date(t.Sub(midnight).Hours()/24, Day, false)
	}
	for _, layout := range []string{DateLayout, DateLayout + "T" + ClockLayout} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		days := Days(t)
		if days <= fictionDay {
			days-- // the days before the one that never was
		}
		if days < 1 {
			return table.Cell{}, false
		}
		return Date(days, Day, false)
	}
	return table.Cell{}, false
}
