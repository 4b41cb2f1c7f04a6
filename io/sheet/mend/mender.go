// Package mend reads cells by the rules of package repair. What can be meant in two ways is left as it stands unless a rule says
// which one is meant.
package mend

import (
	"strings"

	"steward/core/repair"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/number"
)

// Mender reads the cells of one column by its rules. The zero value leaves every cell as it stands.
type Mender struct {
	kinds   repair.Set
	missing map[string]bool
	numbers map[float64]bool // that are missing
	units   map[string]bool
	marks   map[string]repair.Set // of dates, and which orders they have
	spelled map[string]string     // by their folded form
	commas  bool                  // some numbers of the column have a comma before decimals, or marks between thousands
	chosen  func(text string) (yes, is bool)
	written bool // numbers are texts as well, of a text table
}

// New returns what reads a column by rules, which are checked and its own. Written says that the cells are those of a text table,
// where a number is a text that looks like one.
func New(rules []repair.Rule, written bool) *Mender {
	m := &Mender{written: written, missing: make(map[string]bool), numbers: make(map[float64]bool), units: make(map[string]bool), marks: make(map[string]repair.Set), spelled: make(map[string]string)}
	for _, r := range rules {
		m.kinds |= repair.SetOf(r.Kind)
		for _, text := range r.Texts {
			switch r.Kind {
			case repair.Missing:
				m.missing[text] = true
				if x, ok := plain.Number(text); ok {
					m.numbers[x] = true
				}
			case repair.Units:
				m.units[text] = true
			case repair.DayFirst, repair.MonthFirst:
				m.marks[text] |= repair.SetOf(r.Kind)
			case repair.Case:
				m.spelled[Fold(text)] = text
			}
		}
	}
	m.commas = m.kinds&repair.SetOf(repair.DecimalComma, repair.Thousands, repair.ThreeDecimals, repair.ThreeThousands) != 0
	return m
}

// Option returns what reads the column of an option: whether it is among the answers of a cell, of which all are options. It is
// for a Mender that nothing else uses.
func (m *Mender) Option(s repair.Split, text string) *Mender {
	options := make(map[string]bool)
	for _, o := range s.Options {
		options[Fold(o)] = true
	}
	wanted := Fold(text)
	m.chosen = func(text string) (yes, is bool) {
		pieces := s.Pieces(text)
		for _, piece := range pieces {
			folded := Fold(piece)
			if !options[folded] {
				return false, false
			}
			yes = yes || folded == wanted
		}
		return yes, len(pieces) > 0
	}
	return m
}

// Cell returns what a cell is read as, and the kinds of the rules that it took: none for a cell that stays as it is.
func (m *Mender) Cell(c table.Cell) (out table.Cell, took repair.Set) {
	out, took = m.mended(c)
	if m.chosen == nil || out.Kind == table.Blank || out.Kind == table.Error {
		return out, took
	}
	switch yes, is := m.chosen(shown(out)); {
	case !is:
		return out, took
	case yes:
		return asText(repair.Chosen), repair.Options
	}
	return asText(repair.NotChosen), repair.Options
}

// shown is what stands in a cell.
func shown(c table.Cell) string {
	if c.Text == "" && c.Kind == table.Number {
		return table.ShortNumber(c.Number).Text
	}
	return c.Text
}

// mended is Cell before any option is looked for.
func (m *Mender) mended(c table.Cell) (out table.Cell, took repair.Set) {
	switch c.Kind {
	case table.Number:
		if len(m.numbers) > 0 && m.numbers[c.Number] {
			return table.Cell{}, repair.SetOf(repair.Missing)
		}
		if !m.written {
			return c, 0
		}
		return m.writtenNumber(c)
	case table.Text:
	default:
		return c, 0
	}
	out, took = m.text(c)
	if len(m.spelled) > 0 && out.Kind == table.Text {
		if text, ok := m.spelled[Fold(out.Text)]; ok && text != out.Text {
			return asText(text), took | repair.SetOf(repair.Case)
		}
	}
	return out, took
}

// Commas reports whether rules are in force by which numbers of the column have a comma before decimals, or marks between
// thousands.
func (m *Mender) Commas() bool { return m.commas }

// writtenNumber reads what a text table has taken for a number: percentages, and numbers that may have the mark of thousands
// where the table has the point.
func (m *Mender) writtenNumber(c table.Cell) (table.Cell, repair.Set) {
	switch {
	case IsPercentage(c.Text):
		if x, ok := number.Stored(number.Cell(c.Number).Text + "e2"); ok && m.kinds.Has(repair.PercentSign) && !m.kinds.Has(repair.Percent) {
			return number.Cell(x), repair.SetOf(repair.PercentSign)
		}
	case m.commas && IsThree(c.Text):
		if x, ok := plain.Number(c.Text); ok && x == c.Number {
			return m.text(c)
		}
	}
	return c, 0
}

// text reads a text, or a number of a text table.
func (m *Mender) text(c table.Cell) (table.Cell, repair.Set) {
	if m.missing[c.Text] {
		return table.Cell{}, repair.SetOf(repair.Missing)
	}
	text, cleaned := c.Text, repair.Set(0)
	if m.kinds.Has(repair.Spaces) {
		if text = spelling.Clean(text); text != c.Text {
			cleaned = repair.SetOf(repair.Spaces)
		}
	}
	switch {
	case text == "":
		return table.Cell{}, cleaned
	case m.missing[text]:
		return table.Cell{}, cleaned | repair.SetOf(repair.Missing)
	}
	if out, took, ok := m.meant(text, cleaned); ok {
		if took == 0 {
			return c, 0
		}
		return out, took
	}
	if value, ok := WithoutNote(text); ok && m.kinds.Has(repair.Notes) {
		if m.missing[value] {
			return table.Cell{}, cleaned | repair.SetOf(repair.Notes, repair.Missing)
		}
		took := cleaned | repair.SetOf(repair.Notes)
		if out, took, ok := m.meant(value, took); ok {
			return out, took
		}
		return asText(value), took
	}
	if cleaned != 0 {
		return asText(text), cleaned
	}
	return c, 0
}

// meant returns what all candidates come to that the rules allow; false where there is none, or where they do not agree.
func (m *Mender) meant(text string, took repair.Set) (out table.Cell, _ repair.Set, ok bool) {
	list, unit := numbersOf(text, m.commas)
	if unit != "" && !m.units[unit] {
		list = nil
	}
	allowed := m.kinds
	if len(list) == 0 {
		var mark string
		list, mark = datesOf(text)
		allowed = m.marks[mark]
	}
	own, three := repair.Set(0), false
	for _, c := range list {
		three = three || c.needs.Has(repair.ThreeDecimals)
		if !c.needs.Within(allowed) {
			continue
		}
		if ok && c.cell != out {
			return table.Cell{}, 0, false
		}
		out, own, ok = c.cell, c.needs, true
	}
	switch {
	case ok && own == 0:
		out.Text = text // a number that is plain by itself stays as it was written
	case !ok && three && !strings.Contains(text, ","):
		// Whoever takes a text for a number would take this one for a decimal.
		return table.Cell{Kind: table.Error, Text: table.EitherNumber}, took | repair.SetOf(repair.ThreeDecimals), true
	}
	return out, took | own, ok
}

// asText is the cell of a text that was cleaned.
func asText(text string) table.Cell { return table.Cell{Kind: table.Text, Text: text} }
