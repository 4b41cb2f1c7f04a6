package paint

import (
	"sort"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// sizes are those of the texts that were measured so far in a font. Fyne remembers them too, but forgets all of
// them with a change of colours, and looking one up there takes a tenth of what measuring it does.
var sizes = struct {
	of   map[measured]fyne.Size
	font fyne.Resource
}{}

type measured struct {
	text  string
	size  float32
	style fyne.TextStyle
}

// mostSizes is how many sizes are remembered.
const mostSizes = 1 << 15

// Measure returns the width of a text.
func Measure(text string, size float32, style fyne.TextStyle) float32 {
	if text == "" {
		return 0
	}
	return SizeOf(text, size, style).Width
}

// SizeOf returns the size of a text as it is shown.
func SizeOf(text string, size float32, style fyne.TextStyle) fyne.Size {
	if font := fynetheme.Font(fyne.TextStyle{}); sizes.of == nil || font != sizes.font || len(sizes.of) >= mostSizes {
		sizes.of, sizes.font = make(map[measured]fyne.Size), font
	}
	key := measured{text, size, style}
	found, known := sizes.of[key]
	if !known {
		found = fyne.MeasureText(Shown(text), size, style)
		sizes.of[key] = found
	}
	return found
}

// Slack forgives the rounding between the widths of words and that of their line.
const Slack = 0.5

// Fitting returns how many bytes of a text, in whole characters, fit into a width.
func Fitting(text string, width, size float32, style fyne.TextStyle) int {
	ends := make([]int, 1, len(text)+1) // of nothing, and of each character
	for i := range text {
		if i > 0 {
			ends = append(ends, i)
		}
	}
	ends = append(ends, len(text))
	return ends[sort.Search(len(ends)-1, func(i int) bool { return Measure(text[:ends[i+1]], size, style) > width })]
}

// Ellipsis shortens a text with "…" until it fits into a width.
func Ellipsis(text string, width, size float32, style fyne.TextStyle) string {
	if Measure(text, size, style) <= width+Slack {
		return text
	}
	const dots = "…"
	n := Fitting(text, width-Measure(dots, size, style), size, style)
	return strings.TrimRightFunc(text[:n], unicode.IsSpace) + dots
}

// The measures of paragraphs.
const (
	GuessWidth = 480 // the width at which text that has none yet is measured
	LeastWidth = 120 // the widest word that a paragraph insists on
	Leading    = 1.4 // height of a line in sizes of text
)
