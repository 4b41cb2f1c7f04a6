package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"

	"steward/core/seeded"
	"steward/reports/page"
	"steward/reports/page/pagetest"
)

// TestWidths compares the widths that pages are set with to those of the PDF writer, for
// every character of the first plane that either font has.
func TestWidths(t *testing.T) {
	for weight, font := range map[string][]byte{"": page.Regular(), "B": page.Bold()} {
		f := fpdf.New("P", "pt", "A4", "")
		f.AddUTF8FontFromBytes(family, weight, bytes.Clone(font))
		f.SetFont(family, weight, 1000)
		different := 0
		for r := rune(' '); r < 0xFFFE; r++ {
			if 0xD800 <= r && r < 0xE000 || r == 0x7F {
				continue
			}
			got := page.Text{Text: string(r), Size: 1000, Bold: weight == "B"}.Width()
			if want := f.GetStringWidth(string(r)); got != want && inFont(font, r) {
				if different++; different < 10 {
					t.Errorf("U+%04X in weight %q is %v wide, the writer has %v", r, weight, got, want)
				}
			}
		}
	}
}

// listing is a page.Surface that notes the texts.
type listing struct{ texts []page.Text }

func (l *listing) Text(x page.Text)           { l.texts = append(l.texts, x) }
func (l *listing) Fill(page.Path, color.RGBA) {}
func (l *listing) Stroke(page.Path, page.Pen) {}

// TestTextsStandWhereTheyAreSet reads the places of all texts back from the file, and
// compares them with those that the image of the page is painted from, in the fast run of the first and the last of them.
func TestTextsStandWhereTheyAreSet(t *testing.T) {
	for i, name := range []string{"sample", "one", "disclosed", "hostile"} {
		if i%seeded.Often(3, 1) > 0 {
			continue
		}
		d := pagetest.All[name](t)
		pages, err := page.Set(d, page.Letter)
		if err != nil {
			t.Fatal(err)
		}
		printed := readBack(t, write(t, d, page.Letter))
		if len(printed) != len(pages.Pages) {
			t.Fatalf("%s: %d pages are printed, %d are set", name, len(printed), len(pages.Pages))
		}
		for i := range printed {
			var set listing
			pages.Pages[i].Draw(&set)
			if len(set.texts) != len(printed[i].texts) {
				t.Fatalf("%s, page %d: %d texts are printed, %d are set", name, i+1, len(printed[i].texts), len(set.texts))
			}
			for k, want := range set.texts {
				got := printed[i].texts[k]
				if got.text != want.Text || got.bold != want.Bold || math.Abs(got.size-want.Size) > 0.01 ||
					math.Abs(got.x-want.X) > 0.01 || math.Abs(printed[i].height-got.y-want.Y) > 0.011 {
					t.Errorf("%s, page %d: printed %+v, set %+v", name, i+1, got, want)
				}
			}
		}
	}
}

// TestImageIsThePrintedPage compares the images of pages with what poppler makes of the
// file. Poppler moves thin lines to whole pixels, so that squares of pixels are compared. The fast run leaves
// it to TestTextsStandWhereTheyAreSet.
func TestImageIsThePrintedPage(t *testing.T) {
	seeded.ForAudits(t)
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		t.Skip("pdftoppm is not installed (Debian's package poppler-utils)")
	}
	const dpi = 200
	for _, name := range []string{"sample", "hostile", "hostile made"} {
		d := pagetest.All[name](t)
		pages, err := page.Set(d, page.A4)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "summary.pdf")
		if err := os.WriteFile(path, write(t, d, ""), 0o600); err != nil {
			t.Fatal(err)
		}
		n := min(len(pages.Pages), 2)
		if out, err := exec.Command("pdftoppm", "-r", fmt.Sprint(dpi), "-png", "-l", fmt.Sprint(n), path, path).CombinedOutput(); err != nil {
			t.Fatalf("pdftoppm: %v: %s", err, out)
		}
		var before grey
		for i := range n {
			printed := readGrey(t, fmt.Sprintf("%s-%0*d.png", path, len(fmt.Sprint(len(pages.Pages))), i+1))
			img, err := pages.Image(context.Background(), i, printed.width)
			if err != nil {
				t.Fatal(err)
			}
			painted := greyOf(img)
			mean, worst := painted.apart(printed, 0)
			if mean > 0.009 || worst > 0.15 {
				t.Errorf("%s, page %d: image and print are apart by %.4f, at worst %.3f", name, i+1, mean, worst)
			}
			if shifted, _ := painted.apart(printed, 6); shifted < 2*mean {
				t.Errorf("%s, page %d: shifted by two points they are apart by only %.4f", name, i+1, shifted)
			}
			if before.width > 0 {
				if other, _ := painted.apart(before, 0); other < 4*mean {
					t.Errorf("%s, page %d: it is apart from the page before by only %.4f", name, i+1, other)
				}
			}
			before = printed
		}
	}
}

// grey is an image of brightnesses, black being 1.
type grey struct {
	width, height int
	ink           []float64
}

func greyOf(img image.Image) grey {
	size := img.Bounds().Size()
	flat := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(flat, flat.Rect, img, img.Bounds().Min, draw.Src)
	g := grey{size.X, size.Y, make([]float64, size.X*size.Y)}
	for y := range size.Y {
		for x := range size.X {
			g.ink[y*size.X+x] = 1 - float64(flat.Pix[y*flat.Stride+x])/255
		}
	}
	return g
}

func readGrey(t *testing.T, path string) grey {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return greyOf(img)
}

// apart returns how far the brightness of squares of pixels is apart, on average and at
// worst, when the other image is moved to the right.
func (g grey) apart(o grey, move int) (mean, worst float64) {
	const square = 12
	n := 0
	for y := 0; y+square <= min(g.height, o.height); y += square {
		for x := 0; x+square+move <= min(g.width, o.width); x += square {
			sum := 0.0
			for v := range square {
				for u := range square {
					sum += g.ink[(y+v)*g.width+x+u] - o.ink[(y+v)*o.width+x+u+move]
				}
			}
			d := math.Abs(sum) / (square * square)
			mean, worst = mean+d, max(worst, d)
			n++
		}
	}
	return mean / float64(n), worst
}

// inFont tells whether a font has a character.
func inFont(font []byte, r rune) bool {
	f, err := sfnt.Parse(font)
	if err != nil {
		return false
	}
	g, err := f.GlyphIndex(nil, r)
	return err == nil && g != 0
}
