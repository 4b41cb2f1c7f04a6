package page

import (
	"image/color"

	"steward/core/message"
	"steward/reports/model"
)

// Size is the size of the pages.
type Size string

// The sizes of pages.
const (
	A4     Size = "A4"
	Letter Size = "Letter"
)

// points returns the width and the height of a page.
func (s Size) points() (width, height float64, err error) {
	switch s {
	case "", A4:
		return 595.28, 841.89, nil
	case Letter:
		return 612, 792, nil
	}
	return 0, 0, message.Errorf("unknown page size %q: use %q or %q", s, A4, Letter)
}

// Pages is a document set on pages. All lengths are in points, a 72nd of an inch, and places
// are counted from the upper left corner of a page.
type Pages struct {
	Width, Height float64
	Pages         []Page
	// Elements are the parts of the document, in the order in which it is read, each after the one
	// that it is part of; the first is the document.
	Elements []Element
}

// Page is what stands on one page, in the order in which it is drawn.
type Page struct {
	Bookmarks []Bookmark
	marks     []mark
	owners    []int // the elements that the marks belong to
}

// Bookmark is an entry of the outline: where on its page a part begins. Level 0 is a part,
// 1 a section of one.
type Bookmark struct {
	Title string
	Level int
	Y     float64
}

// Surface is what a page is drawn on.
type Surface interface {
	// Text draws a line of text.
	Text(t Text)
	// Fill fills the inside of a path.
	Fill(p Path, c color.RGBA)
	// Stroke draws along a path.
	Stroke(p Path, pen Pen)
}

// Text is a line of text in one style. Its baseline begins at X, Y; the characters stand in
// the order in which they are drawn from left to right.
type Text struct {
	X, Y  float64
	Text  string
	Size  float64
	Bold  bool
	Color color.RGBA
	// Turn is the angle of the baseline in degrees, counter-clockwise.
	Turn float64
}

// Width returns how wide the text is.
func (t Text) Width() float64 { return widthOf(t.Text, t.Bold) * t.Size / 1000 }

// Point is a place on a page.
type Point struct{ X, Y float64 }

// Path is an outline made of segments, the first of which is a Move.
type Path []Segment

// Segment is a piece of a path. To is its end; a Curve is cubic, with two control points.
type Segment struct {
	Kind    SegmentKind
	Control [2]Point
	To      Point
}

// SegmentKind says what a segment does.
type SegmentKind int

// The kinds of segments.
const (
	Move SegmentKind = iota
	Line
	Curve
	Close
)

// Pen is how a line looks. The ends of lines are cut off square, and corners are pointed.
type Pen struct {
	Color color.RGBA
	Width float64
	// Dashes are lengths of strokes and gaps in turn, beginning at Offset; none for a
	// line without gaps.
	Dashes []float64
	Offset float64
}

// mark is one thing on a page.
type mark interface{ draw(s Surface) }

type fill struct {
	path  Path
	color color.RGBA
}

type stroke struct {
	path Path
	pen  Pen
}

func (t Text) draw(s Surface)   { s.Text(t) }
func (f fill) draw(s Surface)   { s.Fill(f.path, f.color) }
func (k stroke) draw(s Surface) { s.Stroke(k.path, k.pen) }

// Draw draws everything on the page, in order.
func (p *Page) Draw(s Surface) {
	t, tags := s.(Tagger)
	for i, m := range p.marks {
		if tags && (i == 0 || p.owners[i] != p.owners[i-1]) {
			if i > 0 {
				t.End()
			}
			t.Begin(p.owners[i])
		}
		m.draw(s)
	}
	if tags && len(p.marks) > 0 {
		t.End()
	}
}

// Set sets a document on pages of a size, A4 for none. The same document and size give the
// same pages. It errors on an unknown size and when a chart cannot be drawn.
func Set(d *model.Document, size Size) (*Pages, error) {
	s, err := laid(d, size)
	if err != nil {
		return nil, err
	}
	return &Pages{Width: s.width, Height: s.height, Pages: s.pages, Elements: s.elements}, nil
}

// laid lays a document out on pages.
func laid(d *model.Document, size Size) (*sheet, error) {
	s, err := laidOut(d, size, false)
	if err == nil && s.endsEarly() { // a smaller appendix may save the last page
		if tight, err := laidOut(d, size, true); err == nil && len(tight.pages) < len(s.pages) {
			return tight, nil
		}
	}
	return s, err
}

// laidOut puts all parts of a document on pages.
func laidOut(d *model.Document, size Size, tight bool) (*sheet, error) {
	s, err := newSheet(d, size)
	if err != nil {
		return nil, err
	}
	s.tight = tight
	s.cover()
	s.coverPages = len(s.pages)
	s.signed()
	s.signedPages = len(s.pages)
	for i := range d.Questions {
		if d.Cover.ForReaders {
			break
		}
		if err := s.question(&d.Questions[i]); err != nil {
			return nil, message.Errorf("question %q: %w", d.Questions[i].Title, err)
		}
	}
	if len(d.Appendix) > 0 {
		s.appendix()
	}
	s.frames()
	return s, s.failed
}

// endsEarly reports whether the last page is nearly empty.
func (s *sheet) endsEarly() bool {
	last := s.reached[len(s.reached)-1]
	return len(s.pages) > s.appendixFrom && last < contentAt+(s.bottom()-contentAt)/4
}
