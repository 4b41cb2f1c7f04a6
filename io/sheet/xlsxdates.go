package sheet

import (
	"fmt"
	"math"
	"strings"
	"time"

	"steward/core/table"
)

// dateStyle says whether and how a number format shows a day.
type dateStyle uint8

const (
	notDate dateStyle = iota
	dayDate           // has a day, a month, a year or a time of day
	elapsed           // hours, minutes or seconds that count past a day
)

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
	own := make(map[int]dateStyle, len(doc.Formats))
	for _, f := range doc.Formats {
		own[f.ID] = styleOf(f.Code)
	}
	b.styles = make([]dateStyle, len(doc.Cells))
	for i, c := range doc.Cells {
		style, ok := own[c.Format]
		if !ok {
			style = builtinStyle(c.Format)
		}
		b.styles[i] = style
	}
	return nil
}

// builtinStyle knows the formats that files name by number only, those of East Asian and
// Thai versions included (ECMA-376 part 1, 18.8.30).
func builtinStyle(id int) dateStyle {
	switch {
	case id == 46: // [h]:mm:ss
		return elapsed
	case 14 <= id && id <= 22, 27 <= id && id <= 36, id == 45, id == 47, 50 <= id && id <= 58, 71 <= id && id <= 81:
		return dayDate
	}
	return notDate
}

// styleOf reads a format code (ECMA-376 part 1, 18.8.31): it shows a date when a letter
// for a year, month, day, hour or second stands in it outside of quotation marks,
// brackets, and what follows an escape.
func styleOf(code string) dateStyle {
	style := notDate
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
		case 'y', 'Y', 'm', 'M', 'd', 'D', 'h', 'H', 's', 'S':
			style = dayDate
		}
	}
	return style
}

const (
	days1904    = 1462    // from the 1900 epoch to that of 1904
	lastDay     = 2958465 // 9999-12-31
	fictionDay  = 60      // 1900-02-29, which the 1900 epoch counts although it never was
	millisADay  = 24 * 60 * 60 * 1000
	dateLayout  = "2006-01-02"
	clockLayout = "15:04:05"
)

// serialDate reads a stored day number. A number below one shown as a date is a time of
// day. It fails for numbers that are no day of the years 1900 to 9999.
func serialDate(x float64, style dateStyle, from1904 bool) (table.Cell, bool) {
	if x < 0 {
		return table.Cell{}, false
	}
	timeOnly := style == elapsed || x < 1
	if from1904 && !timeOnly {
		x += days1904
	}
	if x >= lastDay+1 {
		return table.Cell{}, false
	}
	c := table.Cell{Kind: table.Date, Number: x}
	millis := int64(math.Round(x * millisADay))
	if !timeOnly {
		millis = min(millis, (lastDay+1)*millisADay-1)
		day, rest := millis/millisADay, millis%millisADay
		c.Text = dayText(int(day))
		if rest != 0 {
			c.Text += "T" + clock(rest)
		}
		return c, true
	}
	if style != elapsed {
		millis = min(millis, millisADay-1)
	}
	c.Text = clock(millis)
	return c, true
}

// dayText writes a day of the 1900 epoch as an ISO date.
func dayText(day int) string {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case day == fictionDay:
		return "1900-02-29"
	case day < fictionDay:
		day++
	}
	return first.AddDate(0, 0, day).Format(dateLayout)
}

// clock writes milliseconds as hours, minutes, seconds and, where there are any, thousandths.
func clock(millis int64) string {
	s := millis / 1000
	text := fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
	if millis %= 1000; millis != 0 {
		text += fmt.Sprintf(".%03d", millis)
	}
	return text
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
