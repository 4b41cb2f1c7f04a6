package domain

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"steward/core/message"
	"steward/core/table"
)

// Unread is the error for a cell that cannot be read as a value of its attribute.
type Unread struct {
	Attribute AttributeName
	Found     message.Text // what stands in the cell, for the steward's eyes
	Expected  message.Text
	Remedy    message.Text
}

// Said says what was found, what was expected and what to do.
func (e *Unread) Said() message.Text {
	return message.Sprintf("column %q: found %s where %s is expected. %s", string(e.Attribute), e.Found, e.Expected, e.Remedy)
}

// Error says what Said says.
func (e *Unread) Error() string { return e.Said().String() }

var sayHow = message.Sprintf("Say how it is to be read (blank, other, or a value).")

// ValueOf returns the index of the value that a spreadsheet cell counts as. It errors with
// *Unread when the attribute says nothing about such a cell.
func (a *Attribute) ValueOf(c table.Cell) (int, error) {
	if len(a.readings) > 0 && c.Kind != table.Blank {
		if i, ok := a.readings[c.Text]; ok {
			return i, nil
		}
	}
	switch {
	case c.Kind == table.Blank:
		if a.blank < 0 {
			return 0, &Unread{a.name, message.Sprintf("nothing"), message.Sprintf("a value"), message.Sprintf("Blanks were declared not to occur: give them a rule.")}
		}
		return a.blank, nil
	case c.Kind == table.Error && c.Text == table.NotCalculated:
		return 0, &Unread{a.name, message.Sprintf("a formula whose result is not stored"), message.Sprintf("a value"), message.Sprintf("Open the file in a spreadsheet program, let it calculate, and save it, or say how such cells are to be read (blank, other, or a value).")}
	case c.Kind == table.Error && c.Text == table.EitherNumber:
		return 0, &Unread{a.name, message.Sprintf("a number with three digits after its point, among others with a comma"), message.Sprintf("an unambiguous number"), message.Sprintf("Say whether the point marks decimals or thousands (the rules three-decimals and three-thousands), or how such cells are to be read (blank, other, or a value).")}
	case c.Kind == table.Error:
		return 0, &Unread{a.name, message.Sprintf("the spreadsheet error %s", c.Text), message.Sprintf("a value"), sayHow}
	case a.kind.OfNames():
		if i, ok := a.index[c.Text]; ok {
			return i, nil
		}
		return a.outside(c.Text, func() message.Text { return message.Sprintf("one of the listed values") })
	case a.kind == Periods:
		return a.valueOfDate(c)
	}
	return a.valueOfNumber(c)
}

// ValueOfText is ValueOf for an answer as a person types it; empty is a blank, and a label of
// one of the attribute's own values is that value.
func (a *Attribute) ValueOfText(text string) (int, error) {
	if i, ok := a.Find(text); ok {
		return i, nil
	}
	kind := table.Text
	if text == "" {
		kind = table.Blank
	}
	return a.ValueOf(table.Cell{Kind: kind, Text: text})
}

// OnlyOther reports whether ValueOfText reads an answer only by the rule for those that are not declared.
func (a *Attribute) OnlyOther(text string) bool {
	if _, label := a.Find(text); label || text == "" {
		return false
	}
	c := table.Cell{Kind: table.Text, Text: text}
	value, err := a.ValueOf(c)
	return err == nil && a.WayOf(c, value) == Outside
}

// NeedsText reports whether what a number counts as can depend on how it is written. Where it
// does not, a cell without its text is read alike, but for the words of an error.
func (a *Attribute) NeedsText() bool {
	return len(a.readings) > 0 || !a.kind.OfNumbers()
}

// Number returns the number in a cell: of a cell with a number, or with a text that is a plain
// decimal; false for any other.
func Number(c table.Cell) (float64, bool) {
	switch c.Kind {
	case table.Number:
		return c.Number, true
	case table.Text:
		if r, err := parseDecimal(c.Text); err == nil {
			x, _ := r.Float64()
			return x, true
		}
	}
	return 0, false
}

// valueOfNumber reads a cell of a numeric attribute.
func (a *Attribute) valueOfNumber(c table.Cell) (int, error) {
	x, ok := Number(c)
	if !ok {
		return 0, &Unread{a.name, quote(c.Text), message.Sprintf("a number"), sayHow}
	}
	if a.kind == Ranges {
		return a.rangeOf(x, c.Text)
	}
	if x != math.Trunc(x) || math.IsInf(x, 0) {
		return 0, &Unread{a.name, quote(c.Text), message.Sprintf("a whole number"), message.Sprintf("Declare the column as numbers in ranges, or say how it is to be read.")}
	}
	lo, hi := a.Bounds()
	switch {
	case x >= float64(lo) && x <= float64(hi):
		return int(int64(x) - a.first), nil
	case a.nearest && x < float64(lo):
		return 0, nil
	case a.nearest:
		return a.regular - 1, nil
	}
	return a.outside(c.Text, func() message.Text { return message.Sprintf("a number from %d to %d", lo, hi) })
}

// rangeOf finds the range of x. Both x and the ends are the doubles nearest to what was
// written, so that a number written like an end is compared as equal to it.
func (a *Attribute) rangeOf(x float64, text string) (int, error) {
	v := a.axis
	end := func(u int64) float64 { return float64(u) / float64(v.units.scale) }
	n := len(v.lo)
	switch below := v.lo[0] != -maxUnits && x < end(v.lo[0]); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return 0, &Unread{a.name, quote(text), message.Sprintf("a number"), sayHow}
	case v.whole && x != math.Trunc(x):
		return 0, &Unread{a.name, quote(text), message.Sprintf("a whole number"), message.Sprintf("Declare the ranges as ranges of any numbers, or say how it is to be read.")}
	case below && a.nearest:
		return 0, nil
	case below:
		return a.outside(text, func() message.Text { return message.Sprintf("a number of %s or more", v.units.text(v.lo[0])) })
	}
	top := v.hi[n-1]
	if top != maxUnits && (x > end(top) || (!v.whole && x >= end(top))) {
		if a.nearest {
			return n - 1, nil
		}
		return a.outside(text, func() message.Text { return message.Sprintf("a number below the end of the last range") })
	}
	// The first range that begins above x comes after the one that holds it.
	return sort.Search(n-1, func(i int) bool { return end(v.lo[i+1]) > x }), nil
}

// outside applies the rule for values that are not declared. Only where there is none is put into
// words what was expected, for there can be many such values.
func (a *Attribute) outside(text string, expected func() message.Text) (int, error) {
	if a.other < 0 {
		return 0, &Unread{a.name, quote(text), expected(), message.Sprintf("Such values were declared not to occur: give them a rule, or add the value.")}
	}
	return a.other, nil
}

func quote(s string) message.Text {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return message.Sprintf("%q", s)
}

// Reader turns the rows of a sheet into the values of a domain's attributes.
type Reader struct {
	domain    *Domain
	columns   []int // of the sheet, per attribute
	forbidden [][]condition
}

// condition is one column's part of an impossible combination.
type condition struct {
	attribute int
	in        []bool // per value
}

// NewReader matches the domain's attributes with the sheet's header. It errors when a
// column is missing, naming it and the columns there are.
func NewReader(d *Domain, header []string) (*Reader, error) {
	at := make(map[string]int, len(header))
	for i, h := range header {
		at[h] = i
	}
	r := &Reader{domain: d, columns: make([]int, len(d.attrs))}
	for i, a := range d.attrs {
		c, ok := at[string(a.name)]
		if !ok {
			return nil, message.Errorf("the sheet has no column %q: its columns are %s", a.name, strings.Join(header, ", "))
		}
		r.columns[i] = c
	}
	for _, c := range d.impossible {
		var all []condition
		for i, a := range d.attrs { // in this order, so that an error always names the same column
			if len(c[a.name]) == 0 {
				continue
			}
			in := make([]bool, a.Size())
			for _, l := range c[a.name] {
				v, _ := a.Find(l)
				in[v] = true
			}
			all = append(all, condition{i, in})
		}
		r.forbidden = append(r.forbidden, all)
	}
	return r, nil
}

// Columns returns the sheet's column of each attribute, from 0.
func (r *Reader) Columns() []int { return slices.Clone(r.columns) }

// Read writes the values of a row to dst, one per attribute, each as valueOf reads its cell. It
// errors when a cell cannot be read as a value, and when the values together were declared
// impossible; column is then the column of the sheet (from 0) at fault, else -1.
func (r *Reader) Read(dst []int, valueOf func(attribute int) (int, error)) (column int, err error) {
	for i := range dst {
		if dst[i], err = valueOf(i); err != nil {
			return r.columns[i], err
		}
	}
	for _, conditions := range r.forbidden {
		if meets(conditions, dst) {
			a := conditions[0].attribute
			return r.columns[a], message.Errorf("a combination that was declared impossible (%s): correct the record or the declaration", r.describe(conditions, dst))
		}
	}
	return -1, nil
}

func meets(conditions []condition, values []int) bool {
	for _, c := range conditions {
		if !c.in[values[c.attribute]] {
			return false
		}
	}
	return true
}

func (r *Reader) describe(conditions []condition, values []int) message.Text {
	var parts []string
	for _, c := range conditions {
		a := r.domain.attrs[c.attribute]
		parts = append(parts, fmt.Sprintf("%s %s", a.name, a.Label(values[c.attribute])))
	}
	sort.Strings(parts)
	texts := make([]message.Text, len(parts))
	for i, part := range parts {
		texts[i] = message.Verbatim(part)
	}
	return message.List(texts, "%s with %s", "%s with %s")
}
