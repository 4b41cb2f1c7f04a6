package page

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"steward/reports/chart"
	"steward/reports/model"
)

// The least height of a chart of one panel, and of several, and the most of any.
const (
	lowChart   = 96.0
	lowPanels  = 124.0
	lowScatter = 170.0
	highChart  = 300.0
	chartAbove = 8.0 // the space above a chart
)

// question prints the section of one question. Sections follow each other on a page; one
// begins a new page when its text and chart do not fit.
func (s *sheet) question(q *model.Question) error {
	title := plain(fmt.Sprintf("%d. %s", q.Number, q.Title))
	heading := style{size: 14, bold: true, color: blue}
	for heading.size > 10 && len(s.wrap(title, heading, s.inner())) > 3 {
		heading.size--
	}
	high := s.textHeight(title, heading, s.inner()) + 4
	for _, t := range s.said(q) {
		high += s.textHeight(t.phrase, t.style, s.inner())
	}
	least, natural := s.chartHeights(q)
	if natural == 0 { // the numbers begin right below the text
		least = min(blockGap+s.answersHeight(q), toBegin)
	}
	gap := 20.0
	switch {
	case q.Number == 1:
		s.annex()
	case s.y+gap+high+least > s.bottom():
		s.unparted[len(s.unparted)-1] = high + least
		s.newPage()
	case s.y > contentAt:
		s.y += gap
	}
	s.bookmark(title.String(), 0, 4)
	s.text(title, heading, side, s.inner())
	s.y += 4
	for _, t := range s.said(q) {
		s.text(t.phrase, t.style, side, s.inner())
	}
	// A chart gives way where that brings all of the numbers onto the page.
	if over := s.y + natural + s.answersHeight(q) - s.bottom(); over > -slack && over+slack <= natural-least {
		natural -= over + slack
	}
	if err := s.picture(q, natural); err != nil {
		return err
	}
	s.answers(q)
	s.derived(q)
	return nil
}

// annex begins the part that nobody signs.
func (s *sheet) annex() {
	s.newPage()
	s.bookmark(s.in().Sayf("Technical annex"), 0, 4)
	s.text(plain(s.in().Sayf("Technical annex")), style{size: 16, bold: true, color: ink}, side, s.inner())
	s.y += 6
}

// derived prints what follows from a question's numbers: a table for each percentage, rate or
// difference.
func (s *sheet) derived(q *model.Question) {
	for i := range q.Derived {
		t, rows := s.grid(&q.Derived[i])
		if len(rows) == 0 {
			continue
		}
		title := style{size: body.size, bold: true, color: ink}
		s.y += blockGap
		s.need(title.line() + min(t.headHeight()+60, toBegin))
		s.text(plain(q.Derived[i].Title), title, side, s.inner())
		s.y += belowHeading
		t.begin(rows[0])
		t.body(rows)
		s.settle()
	}
}

// saying is a text in its style.
type saying struct {
	phrase model.Phrase
	style  style
}

// said lists the texts of a question.
func (s *sheet) said(q *model.Question) []saying {
	list := []saying{
		{plain(q.Asked), body},
		{model.Phrase{{Text: q.Errors, Strong: true}}, body},
		{plain(q.Exact), body},
		{plain(q.Method), small},
	}
	if q.Number == 1 {
		list = append(list, saying{plain(s.doc.HowToRead), small})
	}
	for _, rule := range q.Rules {
		list = append(list, saying{plain(rule), small})
	}
	if q.Left != "" {
		list = append(list, saying{plain(q.Left), small})
	}
	return list
}

// drawnPoints counts what a chart would show.
func drawnPoints(p model.Picture) int {
	n := 0
	for _, panel := range p.Panels {
		n += len(panel.Points)
	}
	return n
}

// chartHeights returns the least height of a question's chart with its caption, and the
// height that suits it; both are 0 for a question whose one or two numbers need no chart.
func (s *sheet) chartHeights(q *model.Question) (least, natural float64) {
	if len(q.Scatter.Panels) > 0 {
		c := chart.Scatter{Picture: q.Scatter}
		natural = min(float64(c.Height(vg.Length(s.inner()), s.paper())), highChart)
		beside := chartAbove + s.textHeight(plain(s.caption(q)), small, s.inner()) + blockGap
		return min(lowScatter, natural) + beside, natural + beside
	}
	if len(q.Pairs.Columns) > 0 {
		c := chart.Pairs{Picture: q.Pairs}
		natural = min(float64(c.Height(vg.Length(s.inner()), s.paper())), highChart) + chartAbove + s.textHeight(plain(s.caption(q)), small, s.inner()) + blockGap
		return natural, natural
	}
	if drawnPoints(q.Picture) < 3 {
		return 0, 0
	}
	c := chart.Results{Picture: q.Picture}
	natural = min(float64(c.Height(vg.Length(s.inner()), s.paper())), highChart)
	least = lowChart
	if len(q.Picture.Panels) > 1 {
		least = lowPanels
	}
	beside := chartAbove + s.textHeight(plain(s.caption(q)), small, s.inner()) + blockGap
	return min(least, natural) + beside, natural + beside
}

func (s *sheet) caption(q *model.Question) string {
	if len(q.Scatter.Panels) > 0 {
		return s.in().Say(q.Scatter.Caption)
	}
	if len(q.Pairs.Columns) > 0 {
		return s.in().Say(q.Pairs.Caption)
	}
	if q.Picture.Note.IsZero() {
		return s.doc.PictureCaption
	}
	return s.doc.PictureCaption + " " + s.in().Say(q.Picture.Note)
}

// picture draws the chart of a question as high as suits it, or as there is room.
func (s *sheet) picture(q *model.Question, natural float64) error {
	if natural == 0 {
		s.y += blockGap
		return nil
	}
	caption := s.textHeight(plain(s.caption(q)), small, s.inner())
	s.y += chartAbove
	height := min(natural-chartAbove-caption-blockGap, s.bottom()-s.y-caption-2)
	var d drawing = &chart.Results{Picture: q.Picture}
	if len(q.Scatter.Panels) > 0 {
		d = &chart.Scatter{Picture: q.Scatter}
	}
	if len(q.Pairs.Columns) > 0 {
		d = &chart.Pairs{Picture: q.Pairs}
	}
	if err := s.chart(d, s.in().Sayf("Chart of “%s”", q.Title)+". "+s.caption(q), side, s.inner(), height); err != nil {
		return err
	}
	s.y += height + 2
	s.text(plain(s.caption(q)), small, side, s.inner())
	s.y += blockGap - 2
	return nil
}
