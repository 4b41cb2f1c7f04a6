package page

import (
	"steward/reports/chart"
	"steward/reports/model"
)

// appendix prints how everything was made, on a new page unless the present one is nearly
// empty.
func (s *sheet) appendix() {
	if s.y > s.height/3 || len(s.pages) == s.signedPages {
		s.newPage()
	} else {
		s.y += 26
	}
	s.appendixFrom = len(s.pages)
	s.bookmark(s.in().Sayf("How it was made"), 0, 4)
	s.text(plain(s.in().Sayf("How it was made")), style{size: 16, bold: true, color: ink}, side, s.inner())
	s.y += 2
	for i := range s.doc.Appendix {
		s.section(&s.doc.Appendix[i])
	}
}

// noteStyle is that of the appendix's texts, nameStyle that of the names of facts.
func (s *sheet) noteStyle() style {
	if s.tight {
		return style{size: 8, color: ink}
	}
	return style{size: 8.6, color: ink}
}

func (s *sheet) nameStyle() style { return style{size: s.noteStyle().size, color: quietInk} }

// sectionHeading is that of a section of the appendix.
var sectionHeading = style{size: 11, bold: true, color: blue}

// The spaces in a section: above its heading, and below heading, texts, tables and notes.
const (
	aboveSection = 10.0
	belowHeading = 2.0
	belowText    = 3.0
	belowTable   = 5.0
	belowNote    = 2.0
)

// section prints a section of the appendix. A short one is kept on one page; of a long one
// the heading stays with what follows.
func (s *sheet) section(sec *model.Section) {
	notes := s.noteStyle()
	head := s.textHeight(plain(sec.Title), sectionHeading, s.inner()) + aboveSection
	whole := head + s.sectionHeight(sec)
	if whole > (s.bottom()-contentAt)*0.3 {
		whole = head + 5*notes.line()
	}
	s.need(whole)
	if s.y > contentAt {
		s.y += aboveSection
	}
	s.bookmark(sec.Title, 1, 2)
	s.text(plain(sec.Title), sectionHeading, side, s.inner())
	s.y += belowHeading
	for _, text := range sec.Text {
		s.text(plain(text), notes, side, s.inner())
		s.y += belowText
	}
	s.facts(sec.Facts)
	s.graphs(sec.Graphs)
	for i := range sec.Tables {
		if t, rows := s.grid(&sec.Tables[i]); len(rows) > 0 {
			s.y += belowHeading
			t.begin(rows[0])
			for _, row := range rows {
				t.row(row...)
			}
			s.y += belowTable
		}
	}
	for _, text := range sec.Notes {
		s.text(plain(text), notes, side, s.inner())
		s.y += belowNote
	}
	s.settle()
}

// sectionHeight returns how high a section stands below its heading.
func (s *sheet) sectionHeight(sec *model.Section) float64 {
	h, notes, names := belowHeading, s.noteStyle(), s.nameStyle()
	for _, text := range sec.Text {
		h += s.textHeight(plain(text), notes, s.inner()) + belowText
	}
	widest := s.nameColumn(sec.Facts)
	for _, f := range sec.Facts {
		h += max(s.textHeight(plain(f.Name), names, widest), s.textHeight(plain(f.Value), notes, s.inner()-widest-betweenFacts)) + belowFact
	}
	for i := 0; i < len(sec.Graphs); i += graphsAcross {
		h += s.graphsHeight(sec.Graphs[i:min(i+graphsAcross, len(sec.Graphs))])
	}
	for i := range sec.Tables {
		t, rows := s.grid(&sec.Tables[i])
		h += belowHeading + t.headHeight() + belowTable
		for _, row := range rows {
			_, high := t.broken(row)
			h += high
		}
	}
	for _, text := range sec.Notes {
		h += s.textHeight(plain(text), notes, s.inner()) + belowNote
	}
	return h
}

// The space between the names and the values of facts, and below each.
const (
	betweenFacts = 12.0
	belowFact    = 1.2
)

// nameColumn returns the width of the names of facts.
func (s *sheet) nameColumn(list []model.Fact) float64 {
	widest := 0.0
	for _, f := range list {
		widest = max(widest, s.measure(chart.Printable(f.Name), s.nameStyle()))
	}
	return min(widest, s.inner()*0.35)
}

// facts prints named values beside each other: all names in one column, all values in
// another.
func (s *sheet) facts(list []model.Fact) {
	if len(list) == 0 {
		return
	}
	notes, names := s.noteStyle(), s.nameStyle()
	widest := s.nameColumn(list)
	x := side + widest + betweenFacts
	for _, f := range list {
		name := s.wrap(plain(f.Name), names, widest)
		value := s.wrap(plain(f.Value), notes, side+s.inner()-x)
		end := s.begin(RoleParagraph, "")
		for i := range max(len(name), len(value)) {
			s.need(notes.line())
			if i < len(name) {
				s.write(name[i], names, side, s.baseline(names))
			}
			if i < len(value) {
				s.write(value[i], notes, x, s.baseline(notes))
			}
			s.y += notes.line()
		}
		end()
		s.y += belowFact
	}
	s.y += belowHeading
	s.settle()
}

// grid lays out a table of the appendix.
func (s *sheet) grid(t *model.Table) (*table, [][]cell) {
	var rows [][]cell
	for _, row := range t.Rows {
		rows = append(rows, texts(row))
	}
	return &table{sheet: s, x: side, columns: s.fitted(fine, s.inner(), *t), look: fine}, rows
}
