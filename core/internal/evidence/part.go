package evidence

import (
	"fmt"
	"strings"
)

// Replace returns a document with the text between the marks of a part replaced, and all else as it
// is. It errors when the document does not have the part, once.
func Replace(document, part, text string) (string, error) {
	begin, end := Marks(part)
	before, rest, ok := strings.Cut(document, begin+"\n")
	if !ok {
		return "", fmt.Errorf("the document has no part %q: add the lines %q and %q to it", part, begin, end)
	}
	_, after, ok := strings.Cut(rest, end+"\n")
	if !ok {
		return "", fmt.Errorf("part %q of the document has no end: add the line %q", part, end)
	}
	if strings.Contains(after, begin) {
		return "", fmt.Errorf("the document has part %q more than once", part)
	}
	return before + begin + "\n" + strings.TrimRight(text, "\n") + "\n" + end + "\n" + after, nil
}

// Marks returns the lines between which a part stands.
func Marks(part string) (begin, end string) {
	return fmt.Sprintf("<!-- measured: %s -->", part), fmt.Sprintf("<!-- end of %s -->", part)
}

// Table is a table of a document.
type Table struct{ rows [][]string }

// NewTable begins a table with its headings.
func NewTable(headings ...string) *Table { return &Table{[][]string{headings}} }

// Add appends a row; numbers are given with three digits.
func (t *Table) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
		if x, ok := c.(float64); ok {
			row[i] = fmt.Sprintf("%.3g", x)
		}
	}
	t.rows = append(t.rows, row)
}

// String returns the table in Markdown.
func (t *Table) String() string {
	var out strings.Builder
	for i, row := range t.rows {
		fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			out.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return out.String()
}
