package export

import (
	"bufio"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/core/message"
)

// rowWriter writes the rows of a worksheet in the workbook's own XML, one at a time: there can be a
// million.
type rowWriter struct {
	out     *bufio.Writer
	row     int
	height  float64  // of the next row, in points; 0 for that of its text
	columns []string // the letters of each column
}

func newRowWriter(w io.Writer) *rowWriter {
	return &rowWriter{out: bufio.NewWriterSize(w, 1<<16), row: 1}
}

// write writes the next row. Values are float64, int64 or string; an empty text, or none, is no cell.
// A text is written as it stands, and is never a formula.
func (w *rowWriter) write(cells ...excelize.Cell) error {
	number := strconv.Itoa(w.row)
	w.out.WriteString(`<row r="`)
	w.out.WriteString(number)
	if w.height > 0 {
		w.out.WriteString(`" ht="`)
		w.out.WriteString(decimal(w.height))
		w.out.WriteString(`" customHeight="1`)
		w.height = 0
	}
	w.out.WriteString(`">`)
	for i, c := range cells {
		if i == len(w.columns) {
			letters, err := excelize.ColumnNumberToName(i + 1)
			if err != nil {
				return err
			}
			w.columns = append(w.columns, letters)
		}
		if c.Value == nil || c.Value == "" {
			continue
		}
		w.out.WriteString(`<c r="`)
		w.out.WriteString(w.columns[i])
		w.out.WriteString(number)
		w.out.WriteByte('"')
		if c.StyleID != 0 {
			w.out.WriteString(` s="`)
			w.out.WriteString(strconv.Itoa(c.StyleID))
			w.out.WriteByte('"')
		}
		switch v := c.Value.(type) {
		case float64:
			w.number(decimal(v))
		case int64:
			w.number(strconv.FormatInt(v, 10))
		case string:
			w.text(v)
		default:
			return message.Errorf("a cell contains a %T, but a number or a text is expected", v)
		}
	}
	w.row++
	_, err := w.out.WriteString(`</row>`)
	return err
}

func (w *rowWriter) number(s string) {
	w.out.WriteString(`><v>`)
	w.out.WriteString(s)
	w.out.WriteString(`</v></c>`)
}

func (w *rowWriter) text(s string) {
	w.out.WriteString(` t="inlineStr"><is><t`)
	if strings.TrimSpace(s) != s {
		w.out.WriteString(` xml:space="preserve"`)
	}
	w.out.WriteByte('>')
	xml.EscapeText(w.out, []byte(escaped(s))) // the writer keeps its error
	w.out.WriteString(`</t></is></c>`)
}

func (w *rowWriter) flush() error { return w.out.Flush() }

// codedRune matches what the format reads as a character by its number (ECMA-376, part 1, 22.9.2.19).
var codedRune = regexp.MustCompile(`^_x[0-9A-Fa-f]{4}_`)

// escaped keeps a text from being read as characters by their numbers.
func escaped(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for i := range len(s) {
		if s[i] == '_' && codedRune.MatchString(s[i:]) {
			out.WriteString("_x005F_")
			continue
		}
		out.WriteByte(s[i])
	}
	return out.String()
}
