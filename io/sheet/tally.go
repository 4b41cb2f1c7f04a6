package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/table"
	"steward/io/sheet/grid"
)

// tally is what a walk over the records tells beside them.
type tally struct {
	blanks int // wholly blank rows between records
	hidden grid.RowCount
	short  grid.RowCount // of a text table, with fewer fields than the header
	left   []LeftRow
	merged []*mergedNote
	joined int // merged cells, listed or not
	sights *grid.Sights
	late   *lateTexts // nil where all texts are held
}

// LeftRow is a row that is no record by the steward's word, or by that of a table's own count
// of totals.
type LeftRow struct {
	Number int
	Texts  []string // of the cells that are not blank, shortened
}

// mergedNote is a merged cell below the header.
type mergedNote struct {
	area    grid.Area
	text    string
	covered string // the first cell under it with a value of its own, in words
}

// maxMergedNotes is how many merged cells are listed.
const maxMergedNotes = 20

func (t *tally) leave(r grid.Record) {
	l := LeftRow{Number: r.Number, Texts: make([]string, 0, maxListedTexts)} // which is filled in later
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Kind != table.Blank && len(l.Texts) < maxListedTexts {
			n := len(l.Texts)
			l.Texts = append(l.Texts, "")
			t.late.tell(c, func(text string) { l.Texts[n] = strings.Clone(text[:min(len(text), longText)]) })
		}
	}
	t.left = append(t.left, l)
}

const maxListedTexts = 5 // of a row that is not read

func (t *tally) merge(a grid.Area, c table.Cell) *mergedNote {
	if t.joined++; t.joined > maxMergedNotes {
		return nil
	}
	m := &mergedNote{area: a}
	t.late.tell(&c, func(text string) { m.text = text })
	t.merged = append(t.merged, m)
	return m
}

// tallied returns what is to be said of a sheet after a walk over all of it.
func (s *Sheet) tallied(t *tally) []Note {
	list := slices.Clone(s.notes)
	if h := s.heading; h.rows > 1 {
		list = append(list, Note{Address: rowsWords(s.grid, h.row-h.rows+1, h.row), Found: "names of groups of columns over names of columns",
			Becomes: "read together, as in " + grid.Quote(h.names[len(h.names)-1]), Fix: &Fix{Words: "Read the last row only", Kind: OneHeader}})
	}
	for _, m := range t.merged {
		list = append(list, s.mergedNote(m))
	}
	if more := t.joined - len(t.merged); more > 0 {
		list = append(list, Note{Address: "The sheet", Found: fmt.Sprintf("has %d more merged cells", more), Becomes: "read like these"})
	}
	if n := t.hidden.Count; n > 0 {
		note := Note{Address: several(n, "row", "rows") + " from " + s.grid.Row(t.hidden.First) + " on", Found: "are hidden", Becomes: "read all the same"}
		if n == 1 {
			note.Address, note.Found = capital(s.grid.Row(t.hidden.First)), "is hidden"
		}
		if g, ok := s.base.(grid.Studied); ok && g.Filtered() {
			note.Found += ", perhaps by the filter that is on"
		}
		list = append(list, note)
	}
	if n := t.short.Count; n > 0 {
		list = append(list, Note{Address: several(n, "row", "rows") + " from " + s.grid.Row(t.short.First) + " on",
			Found: "fewer fields than the header has", Becomes: "the fields at the end that are missing are read as blank"})
	}
	if t.sights != nil && t.sights.Lost.Count > 0 {
		lost := t.sights.Lost
		list = append(list, Note{Address: several(lost.Count, "row", "rows") + " from " + s.grid.Row(lost.First) + " on",
			Found: "characters (\ufffd) by which the program that saved the file replaced those that it could not read", Becomes: "read as they stand: what was different may be alike now"})
	}
	if columns := s.HiddenColumns(); len(columns) > 0 {
		list = append(list, Note{Address: several(len(columns), "column", "columns"), Found: "hidden in the workbook: " + grid.Enumerate(quoted(columns)), Becomes: "read all the same"})
	}
	for _, l := range t.left {
		n := Note{Address: capital(s.grid.Row(l.Number)), Found: "holds " + grid.Enumerate(quoted(l.Texts)), Becomes: "left out: it is no record",
			Fix: &Fix{Words: "Count it as a record", Kind: TakeIn, Rows: []int{l.Number}}}
		if v, ok := s.grid.(*view); ok && s.totals > 0 && l.Number > v.area.Bottom-s.totals {
			n.Becomes, n.Fix = "left out: the table says that it is a row of totals", nil
		}
		list = append(list, n)
	}
	return append(list, s.percentNotes(t.sights)...)
}

func (s *Sheet) mergedNote(m *mergedNote) Note {
	n := Note{Address: m.area.String(), Found: "is one merged cell with " + grid.Quote(m.text)}
	switch down, across := m.area.Bottom > m.area.Top, m.area.Right > m.area.Left; {
	case s.merged == MergedBlank:
		n.Becomes = "only its first cell has the value, the others are blank"
	case s.merged == MergedAll:
		n.Becomes = "all of it is read as this value, in rows that are not blank otherwise"
		n.Fix = &Fix{Words: "Leave the others blank", Kind: FillNothing}
	case down:
		n.Becomes = "read in each of its rows that is not blank otherwise"
		n.Fix = &Fix{Words: "Leave the others blank", Kind: FillNothing}
		if across {
			n.Becomes += ", in its first column only"
		}
	default:
		n.Becomes = "only its first column has the value, the others are blank"
		n.Fix = &Fix{Words: "Read it in all of them", Kind: FillAcross}
	}
	if m.covered != "" {
		n.Found += "; " + m.covered
	}
	return n
}

// percentNotes names the columns whose numbers the spreadsheet shows as percentages.
func (s *Sheet) percentNotes(seen *grid.Sights) []Note {
	if seen == nil {
		return nil
	}
	var list []Note
	for i, at := range s.heading.at {
		if p := seen.Percent[at]; p.Count > 0 {
			list = append(list, Note{Address: s.Address(p.Row, i), Found: several(p.Count, "number", "numbers") + " from here on shown as percentages",
				Becomes: "25 % is read as 0.25, as it is stored"})
		}
	}
	return list
}

// HiddenColumns returns the names of the columns that the workbook hides.
func (s *Sheet) HiddenColumns() []string {
	g, ok := s.base.(grid.Hiding)
	if !ok {
		return nil
	}
	var names []string
	for _, at := range g.HiddenColumns() {
		if at < len(s.index) && s.index[at] >= 0 {
			names = append(names, s.heading.names[s.index[at]])
		}
	}
	return names
}

func rowsWords(g grid.Grid, first, last int) string {
	if first == last {
		return capital(g.Row(first))
	}
	word, _, _ := strings.Cut(g.Row(first), " ")
	return fmt.Sprintf("%ss %d to %d", capital(word), first, last)
}

func several(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func quoted(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = grid.Quote(t)
	}
	return out
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
