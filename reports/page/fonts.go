package page

import (
	"fmt"
	"math"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// typeface is one of the two fonts, with the widths of its characters.
type typeface struct {
	font *sfnt.Font
	mu   sync.Mutex
	buf  sfnt.Buffer
	// widths are in thousandths of the size, rounded as a PDF file has them.
	widths map[rune]int
}

// Regular and Bold return the files of the two fonts that pages are set in. The caller must
// not change them.
func Regular() []byte { return liberationsansregular.TTF }

// Bold is the bold font; see Regular.
func Bold() []byte { return liberationsansbold.TTF }

var (
	regular = sync.OnceValue(func() *typeface { return newTypeface(Regular()) })
	bold    = sync.OnceValue(func() *typeface { return newTypeface(Bold()) })
)

// newTypeface reads a font that is built into the program.
func newTypeface(ttf []byte) *typeface {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("page: the built-in font: %v", err))
	}
	return &typeface{font: f, widths: make(map[rune]int)}
}

func face(strong bool) *typeface {
	if strong {
		return bold()
	}
	return regular()
}

// width returns the width of a character in thousandths of the size.
func (f *typeface) width(r rune) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, known := f.widths[r]
	if !known {
		w = f.measure(r)
		f.widths[r] = w
	}
	return w
}

// measure reads the width of a character from the font; what the font lacks is as wide as
// the box that stands for it.
func (f *typeface) measure(r rune) int {
	units := f.font.UnitsPerEm()
	g, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil {
		return 0
	}
	w, err := f.font.GlyphAdvance(&f.buf, g, fixed.I(int(units)), font.HintingNone)
	if err != nil {
		return 0
	}
	return int(math.Round(1000 / float64(units) * float64(w) / 64))
}

// widthOf returns the width of a text in thousandths of its size.
func widthOf(text string, strong bool) float64 {
	f, w := face(strong), 0
	for _, r := range text {
		w += f.width(r)
	}
	return float64(w)
}
