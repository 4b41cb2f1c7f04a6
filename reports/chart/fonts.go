package chart

import (
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Typeface is the name under which charts ask a canvas for their font.
const Typeface = "Liberation"

var (
	regular = font.Font{Typeface: Typeface, Variant: "Sans"}
	bold    = font.Font{Typeface: Typeface, Variant: "Sans", Weight: xfont.WeightBold}
)

// faces are the two fonts, parsed once; they never change.
var faces = sync.OnceValue(func() *font.Cache {
	return font.NewCache(font.Collection{
		{Font: regular, Face: parsed(liberationsansregular.TTF)},
		{Font: bold, Face: parsed(liberationsansbold.TTF)},
	})
})

// parsed reads a font that is built into the program.
func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("chart: the built-in font: %v", err))
	}
	return f
}

// face returns a font in a size.
func face(f font.Font, size vg.Length) font.Face { return faces().Lookup(f, size) }

// widthOf returns how wide a line of text is.
func widthOf(text string, f font.Font, size vg.Length) vg.Length {
	fc := face(f, size)
	return fc.Width(text)
}
