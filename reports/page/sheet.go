package page

import (
	"image/color"

	"steward/assets/language"
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

// sheet is a document being set; y is the place on the present page, from above.
type sheet struct {
	doc           *model.Document
	pages         []Page
	width, height float64
	y             float64
	// reached is the lowest place that each page is filled to.
	reached []float64
	// unparted is by page how high that is which begins the next one because it is not parted; 0 for others.
	unparted []float64
	// coverPages is how many pages the cover takes, signedPages how many there are to sign, and appendixFrom the page on which
	// it begins how everything was made.
	coverPages, signedPages, appendixFrom int
	// tight sets the appendix in smaller text.
	tight  bool
	failed error
	// elements are the parts of the document, and within is the present one; framing says that what
	// is drawn repeats on every page.
	elements []Element
	within   int
	framing  bool
}

// newSheet returns a document without a page.
func newSheet(d *model.Document, size Size) (*sheet, error) {
	s := &sheet{doc: d, elements: []Element{{Role: RoleDocument, Parent: decoration}}}
	var err error
	s.width, s.height, err = size.points()
	return s, err
}

// put puts a mark on the present page, on top of what is there.
func (s *sheet) put(m mark) {
	last := &s.pages[len(s.pages)-1]
	last.marks, last.owners = append(last.marks, m), append(last.owners, s.owner(m))
}

// bookmark notes that a part begins at the present place.
func (s *sheet) bookmark(title string, level int, above float64) {
	last := &s.pages[len(s.pages)-1]
	last.Bookmarks = append(last.Bookmarks, Bookmark{chart.Printable(title), level, s.y - above})
}

// bottom is where the content of a page ends.
func (s *sheet) bottom() float64 { return s.height - contentTo }

// inner is the width of the content.
func (s *sheet) inner() float64 { return s.width - 2*side }

// newPage begins a page.
func (s *sheet) newPage() {
	s.settle()
	s.pages = append(s.pages, Page{})
	s.y = contentAt
	s.reached, s.unparted = append(s.reached, s.y), append(s.unparted, 0)
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

// rule draws a level line of the given colour and width.
func (s *sheet) rule(c color.RGBA, width, x, y, to float64) {
	path := Path{{Kind: Move, To: Point{x, y}}, {Kind: Line, To: Point{to, y}}}
	s.put(stroke{path, Pen{Color: c, Width: width}})
}

// ground fills a rectangle with rounded corners.
func (s *sheet) ground(c color.RGBA, x, y, w, h float64) { s.put(fill{rounded(x, y, w, h, 4), c}) }

// rounded returns the outline of a rectangle with corners of a radius.
func rounded(x, y, w, h, r float64) Path {
	const pull = 0.5522847498 // of the radius: a cubic curve is nearest to a quarter circle
	k := r * (1 - pull)
	corner := func(c0, c1, to Point) Segment { return Segment{Kind: Curve, Control: [2]Point{c0, c1}, To: to} }
	line := func(px, py float64) Segment { return Segment{Kind: Line, To: Point{px, py}} }
	return Path{
		{Kind: Move, To: Point{x + r, y}},
		line(x+w-r, y), corner(Point{x + w - k, y}, Point{x + w, y + k}, Point{x + w, y + r}),
		line(x+w, y+h-r), corner(Point{x + w, y + h - k}, Point{x + w - k, y + h}, Point{x + w - r, y + h}),
		line(x+r, y+h), corner(Point{x + k, y + h}, Point{x, y + h - k}, Point{x, y + h - r}),
		line(x, y+r), corner(Point{x, y + k}, Point{x + k, y}, Point{x + r, y}),
		{Kind: Close},
	}
}

// Where text stands relative to its place.
const (
	fromLeft = iota
	centred
	toRight
)

// say writes one line of printable text with its baseline at y.
func (s *sheet) say(text string, st style, x, y float64, align int) {
	if text != "" {
		s.put(st.set(text, x, y, align))
	}
}

// set returns one line of printable text with its baseline at y.
func (st style) set(text string, x, y float64, align int) Text {
	t := Text{X: x, Y: y, Text: chart.Visual(text), Size: st.size, Bold: st.bold, Color: st.color}
	switch align {
	case centred:
		t.X -= t.Width() / 2
	case toRight:
		t.X -= t.Width()
	}
	return t
}

// measure returns how wide a printable text is.
func (s *sheet) measure(text string, st style) float64 {
	return widthOf(text, st.bold) * st.size / 1000
}

// frames draws head and foot of every page, now that their number is known.
func (s *sheet) frames() {
	s.settle()
	s.framing = true
	all := s.pages
	for i := range all {
		s.pages = all[:i+1] // what is put goes on the last of these
		s.head(i+1, len(all))
		s.foot(i+1, len(all))
	}
}

func (s *sheet) head(page, pages int) {
	s.mark(side, headLine-24)
	name := style{size: 10, bold: true, color: ink}
	s.say("Steward", name, side+21, headLine-13, fromLeft)
	right := s.in().Sayf("%s · page %d of %d", s.doc.Kind, page, pages)
	if pages == 1 {
		right = s.doc.Kind
	}
	s.say(right, small, s.width-side, headLine-13, toRight)
	if page > 1 {
		from := side + 21 + s.measure("Steward", name) + 10
		room := s.width - side - s.measure(right, small) - 14 - from
		s.say(s.cut(chart.Printable(s.doc.Title), small, room), small, from, headLine-13, fromLeft)
	}
	s.rule(blue, 1.2, side, headLine, s.width-side)
	if s.doc.MadeUp != "" {
		s.ground(paleAmber, side, headLine-46, s.inner(), 18)
		s.say(chart.Printable(s.doc.MadeUp), style{size: 9.5, bold: true, color: amber}, s.width/2, headLine-34, centred)
	}
}

// in is the language of the document.
func (s *sheet) in() language.Language { return s.doc.Language }

// mark draws the program's mark: bars in a square.
func (s *sheet) mark(x, y float64) {
	s.put(fill{rounded(x, y, 15, 15, 3), blue})
	for i, high := range []float64{4, 7, 5.5, 3} {
		s.put(fill{box(x+3+2.5*float64(i), y+11.5-high, 1.4, high), color.RGBA{255, 255, 255, 255}})
	}
}

// box returns the outline of a rectangle.
func box(x, y, w, h float64) Path {
	return Path{
		{Kind: Move, To: Point{x, y}}, {Kind: Line, To: Point{x + w, y}},
		{Kind: Line, To: Point{x + w, y + h}}, {Kind: Line, To: Point{x, y + h}}, {Kind: Close},
	}
}

func (s *sheet) foot(page, pages int) {
	y := s.height - footLine
	s.rule(hairline, 0.6, side, y, s.width-side)
	s.say(chart.Printable(s.doc.Reference), small, side, y+13, fromLeft)
	switch {
	case page > s.signedPages:
		s.say(s.in().Sayf("Technical annex"), small, s.width-side, y+13, toRight)
	case page == 1 && pages > s.signedPages:
		s.say(s.in().Sayf("Pages 1–%d are signed; the annex has every number, and how it was made", s.signedPages), small, s.width-side, y+13, toRight)
	}
}
