package sheet

import (
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// tally is what a walk over the records tells beside them.
type tally struct {
	head   int // rows down to the last of the header
	count  int // records
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
	covered message.Text // the first cell under it with a value of its own
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
		list = append(list, Note{Remark: grid.NewRemark(s.grid.Rows(h.row-h.rows+1, h.row).Sentence(), "names of column groups above the names of columns").
			Becoming("read together, as in %s", grid.Quote(h.names[len(h.names)-1])),
			Fix: &Fix{Words: message.Sprintf("Read the last row only"), Kind: OneHeader}})
	}
	for _, m := range t.merged {
		list = append(list, s.mergedNote(m))
	}
	if more := t.joined - len(t.merged); more > 0 {
		list = append(list, Note{Remark: grid.NewRemark(message.Sprintf("The sheet"), "has %d more merged cells", more).Becoming("read like these")})
	}
	if n := t.hidden.Count; n > 0 {
		note := Note{Remark: grid.NewRemark(s.rowsFrom(t.hidden), "are hidden").Becoming("read anyway")}
		if n == 1 {
			note.Address, note.Found = s.grid.Row(t.hidden.First).Sentence(), message.Sprintf("is hidden")
		}
		if g, ok := s.base.(grid.Studied); ok && g.Filtered() {
			note.Found = message.Sprintf("%s, perhaps by a filter that is on", note.Found)
		}
		list = append(list, note)
	}
	if t.short.Count > 0 {
		list = append(list, Note{Remark: grid.NewRemark(s.rowsFrom(t.short), "fewer fields than the header has").
			Becoming("missing fields at the end are read as blank")})
	}
	if t.sights != nil && t.sights.Lost.Count > 0 {
		list = append(list, Note{Remark: grid.NewRemark(s.rowsFrom(t.sights.Lost), "characters (\ufffd) that the program which saved the file put in place of those it could not read").
			Becoming("read as stored: texts that were different may now be alike")})
	}
	if columns := s.HiddenColumns(); len(columns) > 0 {
		list = append(list, Note{Remark: grid.NewRemark(several(len(columns), "%d column", "%d columns"), "hidden in the workbook: %s", grid.Quoted(columns)).
			Becoming("read anyway")})
	}
	for _, l := range t.left {
		n := Note{Remark: grid.NewRemark(s.grid.Row(l.Number).Sentence(), "contains %s", grid.Quoted(l.Texts)).
			Becoming("left out: it is not a record"),
			Fix: &Fix{Words: message.Sprintf("Count it as a record"), Kind: TakeIn, Rows: []int{l.Number}}}
		if v, ok := s.grid.(*view); ok && s.totals > 0 && l.Number > v.area.Bottom-s.totals {
			n.Becomes, n.Fix = message.Sprintf("left out: the table says that it is a row of totals"), nil
		}
		list = append(list, n)
	}
	return append(list, s.cellNotes(t.sights)...)
}

// rowsFrom says how many rows were met from the first of them on.
func (s *Sheet) rowsFrom(met grid.RowCount) message.Text {
	return message.Sprintf("%s from %s on", several(met.Count, "%d row", "%d rows"), s.grid.Row(met.First))
}

func (s *Sheet) mergedNote(m *mergedNote) Note {
	n := Note{Remark: grid.NewRemark(message.Verbatim(m.area.String()), "is one merged cell with %s", grid.Quote(m.text))}
	blank := &Fix{Words: message.Sprintf("Leave the others blank"), Kind: FillNothing}
	switch down, across := m.area.Bottom > m.area.Top, m.area.Right > m.area.Left; {
	case s.merged == MergedBlank:
		n.Becomes = message.Sprintf("only its first cell has the value, the others are blank")
	case s.merged == MergedAll:
		n.Becomes, n.Fix = message.Sprintf("all its cells are read as this value, in rows that are not otherwise blank"), blank
	case down && across:
		n.Becomes, n.Fix = message.Sprintf("read in each of its rows that is not otherwise blank, in its first column only"), blank
	case down:
		n.Becomes, n.Fix = message.Sprintf("read in each of its rows that is not otherwise blank"), blank
	default:
		n.Becomes = message.Sprintf("only its first column has the value, the others are blank")
		n.Fix = &Fix{Words: message.Sprintf("Read it in all of them"), Kind: FillAcross}
	}
	if !m.covered.IsZero() {
		n.Found = message.Sprintf("%s; %s", n.Found, m.covered)
	}
	return n
}

// cellNotes name the columns whose numbers the spreadsheet shows as percentages, and those with
// formulas that came to nothing.
func (s *Sheet) cellNotes(seen *grid.Sights) []Note {
	if seen == nil {
		return nil
	}
	var list []Note
	for i, at := range s.heading.at[:s.own()] {
		if p := seen.Percent[at]; p.Count > 0 {
			list = append(list, Note{Remark: grid.NewRemark(s.Address(p.Row, i), "%s from here on shown as percentages", several(p.Count, "%d number", "%d numbers")).
				Becoming("%s", message.Word("25 % is read as 0.25, as it is stored"))})
		}
		if p := seen.Emptied[at]; p.Count > 0 {
			list = append(list, Note{Remark: grid.NewRemark(s.Address(p.Row, i), "%s from here on whose result is an empty text", several(p.Count, "%d formula", "%d formulas")).
				Becoming("read as blank")})
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

// several is the format for one or for many with their number.
func several(n int, one, many string) message.Text {
	if n == 1 {
		return message.Sprintf(one, n)
	}
	return message.Sprintf(many, n)
}
