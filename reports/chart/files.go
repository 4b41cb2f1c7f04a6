package chart

import (
	"image/png"
	"io"
	"strings"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"steward/core/message"
)

// filePixels is how many pixels of a PNG file stand for one of the chart's.
const filePixels = 3

// Write writes a chart to a file that ends in ".png" or ".svg", w x h pixels at density 1 large (a PNG file
// has three times as many). It errors for any other ending. Package pdf writes charts to pages.
func Write(out io.Writer, ending string, d Drawing, w, h int, th Theme) error {
	if w <= 0 || h <= 0 || max(w, h) > MostPixels {
		return message.Errorf("chart: a file of %d x %d is not possible: its sides must be from 1 to %d pixels", w, h, MostPixels)
	}
	width, height := Pixels(w), Pixels(h)
	switch strings.ToLower(ending) {
	case ".png":
		img, err := Image(d, w, h, filePixels, th)
		if err != nil {
			return err
		}
		return png.Encode(out, img)
	case ".svg":
		c := vgsvg.NewWith(vgsvg.UseWH(width, height), vgsvg.EmbedFonts(true))
		if err := d.Draw(draw.NewCanvas(c, width, height), th); err != nil {
			return err
		}
		_, err := c.WriteTo(out)
		return err
	}
	return message.Errorf("a chart cannot be written to a file that ends in %q: use .png, .svg or .pdf", ending)
}
