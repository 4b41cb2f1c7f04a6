package xlsx

import (
	"strings"

	"steward/io/sheet/serial"
)

// cellStyle is what a cell's format says about its number.
type cellStyle struct {
	date    serial.Style
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
	if err := b.Decode(part, &doc); err != nil {
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
func builtinStyle(id int) serial.Style {
	switch {
	case id == 46, id == 79: // [h]:mm:ss
		return serial.Elapsed
	case 18 <= id && id <= 21, id == 32, id == 33, id == 45, id == 47, id == 75, id == 76, id == 78, id == 80: // 34 and 35 depend on the language
		return serial.TimeOfDay
	case 14 <= id && id <= 22, 27 <= id && id <= 36, 50 <= id && id <= 58, 71 <= id && id <= 81:
		return serial.Day
	}
	return serial.None
}

// styleOf reads a format code (ECMA-376 part 1, 18.8.31): it shows a date when a letter
// for a year, month, day, hour or second stands in it outside of quotation marks,
// brackets, and what follows an escape. An m beside hours or seconds is of minutes.
func styleOf(code string) serial.Style {
	month, clock := false, false
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '"':
			quoted, _, _ := strings.Cut(code[i+1:], `"`)
			i += len(quoted) + 1
		case '[':
			inside, _, _ := strings.Cut(code[i+1:], "]")
			if inside != "" && strings.Trim(inside, "hHmMsS") == "" {
				return serial.Elapsed
			}
			i += len(inside) + 1
		case '\\', '_', '*':
			i++
		case 'y', 'Y', 'd', 'D':
			return serial.Day
		case 'm', 'M':
			month = true
		case 'h', 'H', 's', 'S':
			clock = true
		}
	}
	switch {
	case clock:
		return serial.TimeOfDay
	case month:
		return serial.Day
	}
	return serial.None
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
