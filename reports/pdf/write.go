package pdf

import (
	"bytes"
	"image/color"
	"io"

	"codeberg.org/go-pdf/fpdf"

	"steward/core/message"
	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/page"
)

// WritePages prints a document that was set on pages. The same document and pages give the same bytes. It errors when w does.
func WritePages(w io.Writer, d *model.Document, pages *page.Pages) error {
	f := newFile(d, pages)
	for i := range pages.Pages {
		f.AddPage()
		f.tags.pages = append(f.tags.pages, nil)
		for _, b := range pages.Pages[i].Bookmarks {
			f.Bookmark(b.Title, b.Level, b.Y)
		}
		pages.Pages[i].Draw(f)
	}
	var plain bytes.Buffer
	if err := f.Output(&plain); err != nil {
		return message.Errorf("summary as PDF: %w", err)
	}
	out, err := f.tags.tagged(plain.Bytes())
	if err == nil {
		_, err = w.Write(out)
	}
	if err != nil {
		return message.Errorf("summary as PDF: %w", err)
	}
	return nil
}

// family is the name of the font inside the document.
const family = "LiberationSans"

// file is the page.Surface that is a PDF file, in points.
type file struct {
	*fpdf.Fpdf
	tags *tags
}

var _ page.Tagger = file{}

// Begin is for page.Tagger.
func (f file) Begin(element int) {
	f.tags.last = page.Text{}
	f.RawWriteStr(f.tags.begin(element))
}

// End is for page.Tagger.
func (f file) End() { f.RawWriteStr("EMC") }

// newFile makes an empty document with fonts and properties.
func newFile(d *model.Document, pages *page.Pages) file {
	f := fpdf.NewCustom(&fpdf.InitType{
		OrientationStr: "P", UnitStr: "pt", Size: fpdf.SizeType{Wd: pages.Width, Ht: pages.Height},
	})
	// The writer may append to a font's bytes, which are shared by the whole program.
	f.AddUTF8FontFromBytes(family, "", bytes.Clone(page.Regular()))
	f.AddUTF8FontFromBytes(family, "B", bytes.Clone(page.Bold()))
	f.SetCatalogSort(true)
	f.SetCreationDate(d.Created)
	f.SetModificationDate(d.Created)
	f.SetTitle(chart.Printable(d.Title), true)
	f.SetSubject(d.Language.Sayf("%s of a release of protected tables", d.Kind), true)
	f.SetCreator(chart.Printable(d.Program), true)
	f.SetProducer("Steward", true)
	f.SetLang(d.Language.Tag())
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetFont(family, "", 10) // bookmarks are written as Unicode once such a font is chosen
	return file{f, &tags{elements: pages.Elements}}
}

// Text is for page.Surface.
func (f file) Text(t page.Text) {
	weight := ""
	if t.Bold {
		weight = "B"
	}
	f.SetFont(family, weight, t.Size)
	f.SetTextColor(int(t.Color.R), int(t.Color.G), int(t.Color.B))
	if last := f.tags.last; f.tags.paragraph && last.Text != "" && (t.Y != last.Y || t.X > last.X+last.Width()+0.5) {
		f.Fpdf.Text(last.X+last.Width(), last.Y, " ") // between lines and words, for who reads or copies the text
	}
	f.tags.last = t
	if t.Turn == 0 {
		f.Fpdf.Text(t.X, t.Y, t.Text)
		return
	}
	f.TransformBegin()
	f.TransformRotate(t.Turn, t.X, t.Y)
	f.Fpdf.Text(t.X, t.Y, t.Text)
	f.TransformEnd()
}

// Fill is for page.Surface.
func (f file) Fill(p page.Path, c color.RGBA) {
	f.SetFillColor(int(c.R), int(c.G), int(c.B))
	f.trace(p)
	f.DrawPath("F")
}

// Stroke is for page.Surface.
func (f file) Stroke(p page.Path, pen page.Pen) {
	f.SetDrawColor(int(pen.Color.R), int(pen.Color.G), int(pen.Color.B))
	f.SetLineWidth(pen.Width)
	if len(pen.Dashes) > 0 {
		f.SetDashPattern(pen.Dashes, pen.Offset)
		defer f.SetDashPattern(nil, 0)
	}
	f.trace(p)
	f.DrawPath("D")
}

// trace sends a path to the page.
func (f file) trace(p page.Path) {
	for _, s := range p {
		switch s.Kind {
		case page.Move:
			f.MoveTo(s.To.X, s.To.Y)
		case page.Line:
			f.LineTo(s.To.X, s.To.Y)
		case page.Curve:
			a, b := s.Control[0], s.Control[1]
			f.CurveBezierCubicTo(a.X, a.Y, b.X, b.Y, s.To.X, s.To.Y)
		case page.Close:
			f.ClosePath()
		}
	}
}
