package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"steward/core/message"
)

// Theme is the colours and the size of text of a chart.
type Theme struct {
	Background, Text, Quiet color.RGBA
	// Line is that of axes, Grid that of the lines behind the data.
	Line, Grid color.RGBA
	// Bar lies under whiskers, OnBar is the part of a whisker that lies on it; Band is the
	// interval around a line.
	Bar, OnBar, Band color.RGBA
	// Ground is that of boxes in a picture, Alert that of words about what is looked at.
	Ground, Alert color.RGBA
	// Chosen marks the chosen or recommended, Other the rest.
	Chosen, Other color.RGBA
	// Good is the colour of the word "recommended".
	Good   color.RGBA
	Series [5]color.RGBA
	// Size is that of the text of axes and labels.
	Size vg.Length
	// Say and Figure, if set, write words and the figures of axes in another language; a figure is
	// given as English writes it.
	Say    func(message.Text) string
	Figure func(english string) string
}

// Light returns the theme of light screens.
func Light() Theme {
	return Theme{
		Background: rgb(0xFFFFFF), Text: rgb(0x1E272C), Quiet: rgb(0x57646B),
		Line: rgb(0x8D979B), Grid: rgb(0xE3E7E6), Ground: rgb(0xF1F3F2), Alert: rgb(0xA5330F),
		Bar: rgb(0x56B4E9), OnBar: rgb(0x1E272C), Band: rgb(0xC4E3F6),
		Chosen: rgb(0x0072B2), Other: rgb(0x9AA4A9), Good: rgb(0x1B7A53),
		Series: [5]color.RGBA{rgb(0x0072B2), rgb(0xD55E00), rgb(0xE69F00), rgb(0x009E73), rgb(0xCC79A7)},
		Size:   8.25, // 11 pixels on a screen
	}
}

// Dark returns the theme of dark screens.
func Dark() Theme {
	return Theme{
		Background: rgb(0x1D2125), Text: rgb(0xE7EBED), Quiet: rgb(0xA5B0B6),
		Line: rgb(0x78838A), Grid: rgb(0x30373C), Ground: rgb(0x262C31), Alert: rgb(0xF29A78),
		Bar: rgb(0x8CCBF0), OnBar: rgb(0x1D2125), Band: rgb(0x34546B),
		Chosen: rgb(0x56A9E0), Other: rgb(0x78838A), Good: rgb(0x66C79D),
		Series: [5]color.RGBA{rgb(0x56A9E0), rgb(0xF0824A), rgb(0xF0B23C), rgb(0x3DBE95), rgb(0xDC9ABF)},
		Size:   8.25,
	}
}

// Paper returns the theme of printed pages.
func Paper() Theme {
	th := Light()
	th.Size = 7.5
	return th
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}
