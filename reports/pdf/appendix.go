package pdf

import (
	"steward/reports/chart"
	"steward/reports/model"
)

// appendix prints the technical appendix, on a new page unless the present one is nearly
// empty.
func (s *sheet) appendix() {
	if s.y > s.height/3 {
		s.newPage()
	} else {
		s.y += 26
	}
	s.appendixFrom = s.PageNo()
	s.Bookmark("Technical appendix", 0, s.y-4)
	s.text(plain("Technical appendix"), style{size: 16, bold: true, color: ink}, side, s.inner())
	s.y += 2
	for i := range s.doc.Appendix {
		s.section(&s.doc.Appendix[i])
	}
}

// notes is the style of explanations in the appendix, names that of the names of facts.
var (
	notes = style{size: 8.6, color: ink}
	names = style{size: 8.6, color: quietInk}
)

// section prints a section of the appendix. Its heading stays with what follows.
func (s *sheet) section(sec *model.Section) {
	heading := style{size: 11, bold: true, color: blue}
	s.need(s.textHeight(plain(sec.Title), heading, s.inner()) + 10 + 5*notes.line())
	if s.y > contentAt {
		s.y += 10
	}
	s.Bookmark(bookmark(sec.Title), 1, s.y-2)
	s.text(plain(sec.Title), heading, side, s.inner())
	s.y += 2
	for _, text := range sec.Text {
		s.text(plain(text), notes, side, s.inner())
		s.y += 3
	}
	s.facts(sec.Facts)
	for i := range sec.Tables {
		s.y += 2
		s.grid(&sec.Tables[i])
		s.y += 5
	}
	for _, text := range sec.Notes {
		s.text(plain(text), notes, side, s.inner())
		s.y += 2
	}
	s.settle()
}

// facts prints named values beside each other: all names in one column, all values in
// another.
func (s *sheet) facts(list []model.Fact) {
	if len(list) == 0 {
		return
	}
	widest := 0.0
	for _, f := range list {
		widest = max(widest, s.measure(chart.Printable(f.Name), names))
	}
	widest = min(widest, s.inner()*0.35)
	x := side + widest + 12
	for _, f := range list {
		name := s.wrap(plain(f.Name), names, widest)
		value := s.wrap(plain(f.Value), notes, side+s.inner()-x)
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
		s.y += 1.2
	}
	s.y += 2
	s.settle()
}

// grid prints a table of the appendix.
func (s *sheet) grid(t *model.Table) {
	if len(t.Rows) == 0 {
		return
	}
	out := &table{sheet: s, x: side, columns: s.fitted(fine, s.inner(), *t), look: fine}
	out.begin(texts(t.Rows[0]))
	for _, row := range t.Rows {
		out.row(texts(row)...)
	}
}
