package chart

import (
	"image"
	imagedraw "image/draw"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"steward/core/message"
)

// A screen has 96 pixels to the inch at density 1, and a point is a 72nd of an inch.
const (
	pixelsPerInch = 96
	pointsPerInch = 72
)

// Pixels turns pixels at density 1 into lengths of a chart.
func Pixels(n int) vg.Length { return vg.Length(n) * pointsPerInch / pixelsPerInch }

// Drawing is a chart of this package.
type Drawing interface {
	// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw or a number is not finite.
	Draw(c draw.Canvas, th Theme) error
}

// MostPixels is the largest side of an image.
const MostPixels = 16384

// Image draws a chart for a screen, w x h pixels at density 1, in density times as many.
func Image(d Drawing, w, h int, density float64, th Theme) (image.Image, error) {
	if w <= 0 || h <= 0 || !(density > 0) || float64(max(w, h))*density > MostPixels {
		return nil, message.Errorf("chart: an image of %d x %d at density %g is not possible: its sides must be from 1 to %d pixels", w, h, density, MostPixels)
	}
	dpi := max(int(pixelsPerInch*density+0.5), 1)
	img := image.NewRGBA(image.Rect(0, 0, pixels(w, dpi), pixels(h, dpi)))
	canvas := vgimg.NewWith(vgimg.UseImage(img), vgimg.UseDPI(dpi))
	// The last row and column may be covered in part only by what the chart fills.
	imagedraw.Draw(canvas.Image(), img.Bounds(), image.NewUniform(th.Background), image.Point{}, imagedraw.Src)
	if err := d.Draw(draw.NewCanvas(canvas, Pixels(w), Pixels(h)), th); err != nil {
		return nil, err
	}
	return canvas.Image(), nil
}

func pixels(n, dpi int) int { return max((n*dpi+pixelsPerInch/2)/pixelsPerInch, 1) }
