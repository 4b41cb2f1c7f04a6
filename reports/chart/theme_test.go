package chart

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
)

// luminance is the relative luminance of WCAG 2.1.
func luminance(c color.RGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestContrast holds the themes to WCAG 2.1: 4.5 to 1 for text, 3 to 1 for what must be
// seen. The palette's orange and sky blue are lighter; what they draw is told by dashes,
// marks and words too, and a whisker on a bar stands out from it.
func TestContrast(t *testing.T) {
	for name, th := range map[string]Theme{"light": Light(), "dark": Dark(), "paper": Paper()} {
		for _, c := range []struct {
			what string
			a, b color.RGBA
			want float64
		}{
			{"text", th.Text, th.Background, 4.5},
			{"quiet text", th.Quiet, th.Background, 4.5},
			{"recommended", th.Good, th.Background, 4.5},
			{"chosen", th.Chosen, th.Background, 3},
			{"a whisker on a bar", th.OnBar, th.Bar, 4.5},
			{"a line on its band", th.Chosen, th.Band, 3},
			{"a bar", th.Bar, th.Background, 2},
			{"another method", th.Other, th.Background, 2},
		} {
			if got := contrast(c.a, c.b); got < c.want {
				t.Errorf("%s theme: %s has a contrast of %.2f, want %.1f", name, c.what, got, c.want)
			}
		}
	}
}

// TestSeriesDifferWithoutColour checks that no two series share dashes or mark.
func TestSeriesDifferWithoutColour(t *testing.T) {
	th := Light()
	for i := range th.Series {
		for k := range i {
			if reflect.DeepEqual(seriesStyle(th, i).Dashes, seriesStyle(th, k).Dashes) || reflect.TypeOf(shapes[i]) == reflect.TypeOf(shapes[k]) {
				t.Errorf("series %d and %d differ in colour alone", k, i)
			}
		}
	}
}

func TestImage(t *testing.T) {
	m := three()
	for _, c := range []struct {
		w, h    int
		density float64
		want    image.Point
	}{{400, 200, 1, image.Pt(400, 200)}, {400, 200, 2, image.Pt(800, 400)}, {333, 111, 1.5, image.Pt(500, 167)}, {10, 10, 0.1, image.Pt(1, 1)}} {
		img, err := Image(m, c.w, c.h, c.density, Dark())
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Size(); got != c.want {
			t.Errorf("%d x %d at %v is %v, want %v", c.w, c.h, c.density, got, c.want)
		}
		if c.w < 100 {
			continue
		}
		bg := Dark().Background
		for _, pt := range []image.Point{{c.want.X - 1, c.want.Y - 1}, {c.want.X - 1, 0}, {0, c.want.Y - 1}} {
			if r, g, b, _ := img.At(pt.X, pt.Y).RGBA(); uint8(r>>8) != bg.R || uint8(g>>8) != bg.G || uint8(b>>8) != bg.B {
				t.Errorf("%d x %d at %v: the pixel at %v is not background", c.w, c.h, c.density, pt)
			}
		}
	}
	for _, c := range []struct {
		w, h    int
		density float64
	}{{0, 10, 1}, {10, -1, 1}, {10, 10, 0}, {10, 10, math.NaN()}, {20000, 10, 1}, {10, 10000, 2}} {
		if _, err := Image(m, c.w, c.h, c.density, Light()); err == nil {
			t.Errorf("an image of %d x %d at %v is drawn", c.w, c.h, c.density)
		}
	}
}

// TestImageIsTheSameTwice draws at the same time on several goroutines.
func TestImageIsTheSameTwice(t *testing.T) {
	images := make(chan []byte, 4)
	for range cap(images) {
		go func() {
			img, err := Image(three(), 300, 200, 1, Light())
			if err != nil {
				images <- nil
				return
			}
			images <- img.(*image.RGBA).Pix
		}()
	}
	first := <-images
	for range cap(images) - 1 {
		if next := <-images; len(first) == 0 || !bytes.Equal(first, next) {
			t.Error("two drawings of one chart differ")
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain":              "plain",
		"Ærø ĳ Ωμέγα Москва": "Ærø ĳ Ωμέγα Москва",
		"e\u0301":            "é",
		"ﬃ":                  "ffi",
		"Ａ１":                 "A1",
		"東":                  "[U+6771]",
		"😀":                  "[U+1F600]",
		"👩\u200d👧":           "[U+1F469][U+1F467]",
		"a\u2212b\u2011c":    "a-b\u2010c",
		"soft\u00adhyphen":   "softhyphen",
		"tab\there":          "tab here",
		"עברית":              "עברית",
		"\x01":               "[U+0001]",
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzPrintable(f *testing.F) {
	for _, s := range []string{"a", "\x00", "\u202e", "\xff\xfe", "😀", "é", "עב 12 ab", "\ufb00", "\xf7\u0301"} {
		f.Add(s)
	}
	font := face(regular, 1).Face
	f.Fuzz(func(t *testing.T, s string) {
		got := Printable(s)
		var buf sfnt.Buffer
		for _, r := range got {
			if g, err := font.GlyphIndex(&buf, r); err != nil || g == 0 || r > 0xFFFF {
				t.Errorf("Printable(%q) = %q, whose %U the font lacks", s, got, r)
			}
		}
		if again := Printable(got); again != got {
			t.Errorf("Printable(%q) = %q, and once more %q", s, got, again)
		}
		line := Visual(got)
		if !utf8.ValidString(line) || utf8.RuneCountInString(line) != utf8.RuneCountInString(got) {
			t.Errorf("Visual(%q) = %q", got, line)
		}
	})
}

// TestVisual turns Hebrew around and leaves what stands around it in its order. The letters
// are named to keep editors from turning them around.
func TestVisual(t *testing.T) {
	const alef, bet, gimel = "\u05d0", "\u05d1", "\u05d2"
	for in, want := range map[string]string{
		"":                                   "",
		"left to right":                      "left to right",
		alef + bet + gimel:                   gimel + bet + alef,
		"1. " + alef + bet + " x":            "1. " + bet + alef + " x",
		alef + bet + " " + gimel + " and 12": gimel + " " + bet + alef + " and 12",
		alef + " 12 " + bet:                  bet + " 12 " + alef,
		alef + " (" + bet + ") " + gimel:     gimel + " (" + bet + ") " + alef,
		"x (" + alef + bet + ")":             "x (" + bet + alef + ")",
		alef + bet + " 1,234.5%":             "1,234.5% " + bet + alef,
		"20% of " + alef + bet + "-12 now":   "20% of 12-" + bet + alef + " now",
		"\u0627\u0628 12 x":                  "12 \u0628\u0627 x",
		alef + "/" + bet + ", a/b":           bet + "/" + alef + ", a/b",
	} {
		if got := Visual(in); got != want {
			t.Errorf("Visual(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	long := strings.Repeat("word ", 50)
	got := fit(long, regular, 8, 100)
	if w := widthOf(got, regular, 8); w > 100 || w < 85 || !strings.HasSuffix(got, "…") {
		t.Errorf("%q is %v wide", got, w)
	}
	if got := fit("short", regular, 8, 100); got != "short" {
		t.Errorf("a text that fits became %q", got)
	}
	if got := fit("W", bold, 100, 1); got != "" {
		t.Errorf("a text in no room became %q", got)
	}
}
