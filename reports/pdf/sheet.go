package pdf

import (
	"fmt"
	"image/color"

	"codeberg.org/go-pdf/fpdf"

	"steward/reports/chart"
	"steward/reports/model"
)

// Places on every page, in points from its edges.
const (
	side      = 48.0
	headLine  = 58.0 // the rule below the head
	contentAt = 74.0 // where the content begins
	footLine  = 44.0 // the rule above the foot, from below
	contentTo = 56.0 // where the content ends, from below
	leading   = 1.36 // of a line, in sizes of text
	blockGap  = 9.0  // between blocks of text
)

// The colours of a printed page.
var (
	ink       = rgb(0x1E272C)
	quietInk  = rgb(0x57646B)
	blue      = rgb(0x0B5C8F)
	paleBlue  = rgb(0xE1EDF5)
	hairline  = rgb(0xD8DDDC)
	amber     = rgb(0x8A5300)
	paleAmber = rgb(0xFFF3D9)
	amberLine = rgb(0xE0A53A)
)

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// style is how text looks.
type style struct {
	size  float64
	bold  bool
	color color.RGBA
}

// line is the height of a line of text.
func (st style) line() float64 { return st.size * leading }

var (
	body  = style{size: 9.5, color: ink}
	small = style{size: 8, color: quietInk}
)

// sheet is a document being printed; y is the place on the present page, from above.
type sheet struct {
	*fpdf.Fpdf
	// meter measures texts; it has no pages, so that choosing a font writes nothing.
	meter         *fpdf.Fpdf
	doc           *model.Document
	width, height float64
	y             float64
	// reached is the lowest place that each page is filled to.
	reached []float64
	// coverPages is how many pages the cover takes, appendixFrom the page on which the
	// appendix begins.
	coverPages, appendixFrom int
	// tight sets the appendix in smaller text.
	tight  bool
	failed error
}

// bottom is where the content of a page ends.
func (s *sheet) bottom() float64 { return s.height - contentTo }

// inner is the width of the content.
func (s *sheet) inner() float64 { return s.width - 2*side }

// newPage begins a page.
func (s *sheet) newPage() {
	s.settle()
	s.AddPage()
	s.y = contentAt
	s.reached = append(s.reached, s.y)
}

// settle notes how far the present page is filled.
func (s *sheet) settle() {
	if n := len(s.reached); n > 0 {
		s.reached[n-1] = max(s.reached[n-1], s.y)
	}
}

// need begins a new page unless so much room is left on this one.
func (s *sheet) need(height float64) {
	if s.y+height > s.bottom()+slack && s.y > contentAt {
		s.newPage()
	}
}

// weight is the font's style as fpdf calls it.
func (st style) weight() string {
	if st.bold {
		return "B"
	}
	return ""
}

// use selects a font and a colour of text.
func (s *sheet) use(st style) {
	s.SetFont(family, st.weight(), st.size)
	s.SetTextColor(int(st.color.R), int(st.color.G), int(st.color.B))
}

// rule draws a level line of the given colour and width.
func (s *sheet) rule(c color.RGBA, width, x, y, to float64) {
	s.SetDrawColor(int(c.R), int(c.G), int(c.B))
	s.SetLineWidth(width)
	s.Line(x, y, to, y)
}

// ground fills a rectangle with rounded corners.
func (s *sheet) ground(c color.RGBA, x, y, w, h float64) {
	s.SetFillColor(int(c.R), int(c.G), int(c.B))
	s.RoundedRect(x, y, w, h, 4, "1234", "F")
}

// Where text stands relative to its place.
const (
	fromLeft = iota
	centred
	toRight
)

// put writes one line of printable text with its baseline at y.
func (s *sheet) put(text string, st style, x, y float64, align int) {
	if text == "" {
		return
	}
	s.use(st)
	line := chart.Visual(text)
	switch align {
	case centred:
		x -= s.GetStringWidth(line) / 2
	case toRight:
		x -= s.GetStringWidth(line)
	}
	s.Text(x, y, line)
}

// measure returns how wide a printable text is.
func (s *sheet) measure(text string, st style) float64 {
	s.meter.SetFont(family, st.weight(), st.size)
	return s.meter.GetStringWidth(text)
}

// frames draws head and foot of every page, now that their number is known.
func (s *sheet) frames() {
	s.settle()
	pages := s.PageCount()
	for page := 1; page <= pages; page++ {
		s.SetPage(page)
		s.SetFont(family, "", 1) // a page must not rely on the font that another one left
		s.head(page, pages)
		s.foot(page, pages)
	}
}

func (s *sheet) head(page, pages int) {
	s.mark(side, headLine-24)
	s.put("Steward", style{size: 10, bold: true, color: ink}, side+21, headLine-13, fromLeft)
	right := fmt.Sprintf("Accounting summary · page %d of %d", page, pages)
	s.put(right, small, s.width-side, headLine-13, toRight)
	if page > 1 {
		from := side + 21 + s.measure("Steward", style{size: 10, bold: true}) + 10
		room := s.width - side - s.measure(right, small) - 14 - from
		s.put(s.cut(chart.Printable(s.doc.Title), small, room), small, from, headLine-13, fromLeft)
	}
	s.rule(blue, 1.2, side, headLine, s.width-side)
}

// mark draws the program's mark: bars in a square.
func (s *sheet) mark(x, y float64) {
	s.SetFillColor(int(blue.R), int(blue.G), int(blue.B))
	s.RoundedRect(x, y, 15, 15, 3, "1234", "F")
	s.SetFillColor(255, 255, 255)
	for i, high := range []float64{4, 7, 5.5, 3} {
		s.Rect(x+3+2.5*float64(i), y+11.5-high, 1.4, high, "F")
	}
}

func (s *sheet) foot(page, pages int) {
	y := s.height - footLine
	s.rule(hairline, 0.6, side, y, s.width-side)
	s.put(chart.Printable(s.doc.Reference), small, side, y+13, fromLeft)
	if page == 1 && pages > 1 {
		says := fmt.Sprintf("Pages 2–%d: every number, technical appendix", pages)
		if pages == 2 {
			says = "Page 2: every number, technical appendix"
		}
		s.put(says, small, s.width-side, y+13, toRight)
	}
}
