package sheet

import (
	"math"
	"strconv"
	"strings"
	"time"

	"steward/core/table"
)

// dateStyle says whether and how a number format shows a day.
type dateStyle uint8

const (
	notDate dateStyle = iota
	dayDate           // has a day, a month or a year
	dayTime           // has a time of day alone
	elapsed           // hours, minutes or seconds that count past a day
)

// cellStyle is what a cell's format says about its number.
type cellStyle struct {
	date    dateStyle
	percent bool // a number is shown a hundred times as large
}

var plainStyle cellStyle

// readStyles finds the styles that show dates. A workbook may have no styles.
func (b *workbook) readStyles(part string) error {
	if part == "" {
		return nil
	}
	var doc struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode(part, &doc); err != nil {
		return err
	}
	own := make(map[int]cellStyle, len(doc.Formats))
	for _, f := range doc.Formats {
		own[f.ID] = cellStyle{styleOf(f.Code), showsPercent(f.Code)}
	}
	b.styles = make([]cellStyle, len(doc.Cells))
	for i, c := range doc.Cells {
		style, ok := own[c.Format]
		if !ok {
			style = cellStyle{builtinStyle(c.Format), c.Format == 9 || c.Format == 10} // 0% and 0.00%
		}
		b.styles[i] = style
	}
	return nil
}

// builtinStyle knows the formats that files name by number only, those of East Asian and
// Thai versions included (ECMA-376 part 1, 18.8.30).
func builtinStyle(id int) dateStyle {
	switch {
	case id == 46, id == 79: // [h]:mm:ss
		return elapsed
	case 18 <= id && id <= 21, id == 32, id == 33, id == 45, id == 47, id == 75, id == 76, id == 78, id == 80: // 34 and 35 depend on the language
		return dayTime
	case 14 <= id && id <= 22, 27 <= id && id <= 36, 50 <= id && id <= 58, 71 <= id && id <= 81:
		return dayDate
	}
	return notDate
}

// styleOf reads a format code (ECMA-376 part 1, 18.8.31): it shows a date when a letter
// for a year, month, day, hour or second stands in it outside of quotation marks,
// brackets, and what follows an escape. An m beside hours or seconds is of minutes.
func styleOf(code string) dateStyle {
	month, clock := false, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			quoted, _, _ := strings.Cut(code[i+1:], `"`)
			i += len(quoted) + 1
		case '[':
			inside, _, _ := strings.Cut(code[i+1:], "]")
			if inside != "" && strings.Trim(inside, "hHmMsS") == "" {
				return elapsed
			}
			i += len(inside) + 1
		case '\\', '_', '*':
			i++
		case 'y', 'Y', 'd', 'D':
			return dayDate
		case 'm', 'M':
			month = true
		case 'h', 'H', 's', 'S':
			clock = true
		}
	}
	switch {
	case clock:
		return dayTime
	case month:
		return dayDate
	}
	return notDate
}

// showsPercent reports whether a format code shows a percentage: % stands in it outside of
// quotation marks and escapes.
func showsPercent(code string) bool {
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"':
			quoted, _, _ := strings.Cut(code[i+1:], `"`)
			i += len(quoted) + 1
		case '\\', '_', '*':
			i++
		case '%':
			return true
		}
	}
	return false
}

const (
	days1904    = 1462    // from the 1900 epoch to that of 1904
	lastDay     = 2958465 // 9999-12-31
	fictionDay  = 60      // 1900-02-29, which the 1900 epoch counts although it never was
	millisADay  = 24 * 60 * 60 * 1000
	dateLayout  = "2006-01-02"
	clockLayout = "15:04:05"
)

// serialDate reads a stored day number. A number below one is a time of day, unless days are
// counted from 1904 and a day is shown: 0 is then the first. It fails for numbers that are no day of the years 1900 to 9999.
func serialDate(x float64, style dateStyle, from1904 bool) (table.Cell, bool) {
	text, day, ok := appendSerial(nil, x, style, from1904)
	return table.Cell{Kind: table.Date, Text: string(text), Number: day}, ok
}

// appendSerial is serialDate that appends the text, and returns the day of the 1900 epoch.
func appendSerial(to []byte, x float64, style dateStyle, from1904 bool) (_ []byte, day float64, ok bool) {
	if x < 0 {
		return to, 0, false
	}
	timeOnly := style == elapsed || x < 1 && (!from1904 || style != dayDate)
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
	if style != elapsed {
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

// clock writes milliseconds as appendClock does.
func clock(millis int64) string { return string(appendClock(nil, millis)) }

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

// daysTo counts the days from 1899-12-30, by seconds because a time.Duration ends after 292
// years.
func daysTo(t time.Time) float64 {
	const aDay = 24 * 60 * 60
	seconds := t.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()
	return (float64(seconds) + float64(t.Nanosecond())/1e9) / aDay
}

// isoDate reads a date that is stored as a text, as strict files may have it.
func isoDate(s string) (table.Cell, bool) {
	s = strings.TrimSuffix(s, "Z")
	if t, err := time.Parse(clockLayout, s); err == nil {
		midnight := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		return serialDate(t.Sub(midnight).Hours()/24, dayDate, false)
	}
	for _, layout := range []string{dateLayout, dateLayout + "T" + clockLayout} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		days := daysTo(t)
		if days <= fictionDay {
			days-- // the days before the one that never was
		}
		if days < 1 {
			return table.Cell{}, false
		}
		return serialDate(days, dayDate, false)
	}
	return table.Cell{}, false
}
