package pdf

import (
	"bytes"
	"fmt"
	"io"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"

	"steward/reports/chart"
	"steward/reports/model"
)

// PageSize is the size of the pages.
type PageSize string

// The sizes of pages.
const (
	A4     PageSize = "A4"
	Letter PageSize = "Letter"
)

// Options say how a document is printed. The zero value prints on A4.
type Options struct{ PageSize PageSize }

// Write prints a document. The same document and options give the same bytes. It errors on
// an unknown page size and when w does.
func Write(w io.Writer, d *model.Document, opts Options) error {
	s, err := printed(d, opts)
	if err != nil {
		return fmt.Errorf("summary as PDF: %w", err)
	}
	if err := s.Output(w); err != nil {
		return fmt.Errorf("summary as PDF: %w", err)
	}
	return nil
}

// printed lays a document out on pages.
func printed(d *model.Document, opts Options) (*sheet, error) {
	size := opts.PageSize
	switch size {
	case "":
		size = A4
	case A4, Letter:
	default:
		return nil, fmt.Errorf("unknown page size %q: use %q or %q", size, A4, Letter)
	}
	s, err := laidOut(d, size, false)
	if err == nil && s.endsEarly() { // a smaller appendix may save the last page
		if tight, err := laidOut(d, size, true); err == nil && tight.PageCount() < s.PageCount() {
			return tight, nil
		}
	}
	return s, err
}

// laidOut writes all parts of a document.
func laidOut(d *model.Document, size PageSize, tight bool) (*sheet, error) {
	s := newSheet(d, size)
	s.tight = tight
	s.cover()
	s.coverPages = s.PageCount()
	for i := range d.Questions {
		if err := s.question(&d.Questions[i]); err != nil {
			return nil, fmt.Errorf("question %q: %w", d.Questions[i].Title, err)
		}
	}
	s.appendix()
	s.frames()
	if s.failed != nil {
		return nil, s.failed
	}
	return s, s.Error()
}

// endsEarly reports whether the last page is nearly empty.
func (s *sheet) endsEarly() bool {
	last := s.reached[len(s.reached)-1]
	return s.PageCount() > s.appendixFrom && last < contentAt+(s.bottom()-contentAt)/4
}

// family is the name of the font inside the document.
const family = "LiberationSans"

// newSheet makes an empty document with fonts and properties.
func newSheet(d *model.Document, size PageSize) *sheet {
	f := withFonts(size)
	f.SetCatalogSort(true)
	f.SetCreationDate(d.Created)
	f.SetModificationDate(d.Created)
	f.SetTitle(chart.Printable(d.Title), true)
	f.SetSubject("Accounting summary of a release of protected tables", true)
	f.SetCreator(chart.Printable(d.Program), true)
	f.SetProducer("Steward", true)
	f.SetLang("en-GB")
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetFont(family, "", body.size) // bookmarks are written as Unicode once such a font is chosen
	s := &sheet{Fpdf: f, meter: withFonts(size), doc: d}
	s.width, s.height = f.GetPageSize()
	return s
}

// withFonts makes an empty file with the two fonts, in points.
func withFonts(size PageSize) *fpdf.Fpdf {
	f := fpdf.New("P", "pt", string(size), "")
	// The writer may append to a font's bytes, which are shared by the whole program.
	f.AddUTF8FontFromBytes(family, "", bytes.Clone(liberationsansregular.TTF))
	f.AddUTF8FontFromBytes(family, "B", bytes.Clone(liberationsansbold.TTF))
	return f
}
