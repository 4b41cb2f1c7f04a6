package counts

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/table"
)

// errNever is the error of a text that can stand in no cell of an engine, so that no row has it.
var errNever = message.New("no cell can hold this text")

// column writes how the cells of one column are coded.
type column struct {
	writer
	attribute *domain.Attribute
	number    int // from 1, in the order of the plan
	kind      kind
	unread    bool // the query shows texts
}

// t, x and c name the column's text, its number and its code; list is the table of its texts.
func (c column) t() string    { return "t" + strconv.Itoa(c.number) }
func (c column) x() string    { return "x" + strconv.Itoa(c.number) }
func (c column) c() string    { return "c" + strconv.Itoa(c.number) }
func (c column) list() string { return "list" + strconv.Itoa(c.number) }

// isNumeric tells whether the column's texts are read as numbers.
func (c column) isNumeric() bool {
	return c.attribute.Kind().OfNumbers()
}

// places is how many things the code is searched among.
func (c column) places() int {
	n := len(c.attribute.ReadingTexts())
	if c.attribute.Kind() != domain.Whole {
		n += c.attribute.Regular()
	}
	return n
}

// coded is a text with a code of its own, as it stands in a query.
type coded struct {
	literal string
	code    int
}

// listed returns the texts with a code of their own: what readings say comes before what labels say. Rows are looked up
// without the white space around them, so no text with any is among them.
func (c column) listed() ([]coded, error) {
	a := c.attribute
	var rows []coded
	add := func(text string) error {
		if text == "" || strings.TrimSpace(text) != text {
			return nil
		}
		code, err := a.ValueOf(table.Cell{Kind: table.Text, Text: text})
		if err != nil {
			return err
		}
		literal, err := c.text(text)
		if errors.Is(err, errNever) {
			return nil
		}
		if err == nil {
			rows = append(rows, coded{literal, code})
		}
		return err
	}
	read := make(map[string]bool)
	for _, text := range a.ReadingTexts() {
		read[text] = true
		if err := add(text); err != nil {
			return nil, err
		}
	}
	if a.Kind().OfNames() {
		for i := range a.Regular() {
			if label := a.Label(i); !read[label] {
				if err := add(label); err != nil {
					return nil, err
				}
			}
		}
	}
	return rows, nil
}

// code writes the code of a row in the column, NULL where the plan does not say how it is to
// be read. It errors on a kind of column that it does not know.
func (c column) code(listed bool) (string, error) {
	var b strings.Builder
	b.WriteString("CASE WHEN " + c.t() + " IS NULL THEN " + c.blank())
	if listed {
		b.WriteString(" WHEN " + c.list() + ".code IS NOT NULL THEN " + c.list() + ".code")
	}
	switch kind := c.attribute.Kind(); kind {
	case domain.List, domain.Ordered:
		b.WriteString(" ELSE " + c.other())
	case domain.Whole:
		b.WriteString(c.whole())
	case domain.Ranges:
		b.WriteString(c.ranges())
	case domain.Periods:
		b.WriteString(c.periods())
	default:
		return "", message.Errorf("column %q: a query cannot yet count columns of the kind %q: give the rows themselves, or declare the column as another kind", c.attribute.Name(), kind)
	}
	b.WriteString(" END")
	return b.String(), nil
}

// blank is the code of a blank.
func (c column) blank() string {
	code, err := c.attribute.ValueOf(table.Cell{})
	if err != nil {
		return "NULL"
	}
	return strconv.Itoa(code)
}

// other is the code of a value that is not declared and has no nearest one.
func (c column) other() string {
	_, rule := c.attribute.Special()
	switch rule.Rule {
	case domain.OwnCell:
		code, _ := c.attribute.OtherCell()
		return strconv.Itoa(code)
	case domain.AsBlank:
		return c.blank()
	case domain.AsValue:
		code, _ := c.attribute.Find(rule.Value)
		return strconv.Itoa(code)
	}
	return "NULL"
}

// outside are the codes of what lies below the first and above the last value.
func (c column) outside() (below, above string) {
	if _, rule := c.attribute.Special(); rule.Rule == domain.Nearest {
		return "0", strconv.Itoa(c.attribute.Regular() - 1)
	}
	return c.other(), c.other()
}

// whole codes every whole number.
func (c column) whole() string {
	lo, hi := c.attribute.Bounds()
	below, above := c.outside()
	return fmt.Sprintf(" WHEN %[1]s IS NULL OR %[7]s THEN NULL WHEN %[1]s < %[2]d THEN %[4]s WHEN %[1]s > %[3]d THEN %[5]s ELSE CAST(%[1]s AS %[6]s) - (%[2]d)",
		c.x(), lo, hi, below, above, c.wholeType(), c.fraction(c.x()))
}

// ranges codes numbers in ranges.
func (c column) ranges() string {
	a, x := c.attribute, c.x()
	starts, top := ends(a)
	below, above := c.outside()
	whole := a.Attained()
	var b strings.Builder
	b.WriteString(" WHEN " + x + " IS NULL")
	if whole {
		b.WriteString(" OR " + c.fraction(x))
	}
	b.WriteString(" THEN NULL")
	if !math.IsInf(starts[0], 0) {
		b.WriteString(" WHEN " + x + " < " + doubleOf(c.writer, starts[0]) + " THEN " + below)
	}
	if !math.IsInf(top, 0) {
		beyond := " >= "
		if whole {
			beyond = " > "
		}
		b.WriteString(" WHEN " + x + beyond + doubleOf(c.writer, top) + " THEN " + above)
	}
	var after []string
	for _, s := range starts[1:] {
		after = append(after, doubleOf(c.writer, s))
	}
	b.WriteString(" ELSE " + tree(after, 0, func(start string) string { return x + " < " + start }))
	return b.String()
}
