package paint

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// NewIcon returns an empty icon.
func NewIcon() *canvas.Image {
	return &canvas.Image{FillMode: canvas.ImageFillContain}
}

// icons are the icons that were shown so far, each one resource in one colour, by which setIcon tells that it
// is shown already: reading one takes long.
var icons = map[shownIcon]fyne.Resource{}

type shownIcon struct {
	name string
	role fyne.ThemeColorName
	ink  color.Color
}

// SetIcon shows an icon in the colour of a role; nil shows none.
func SetIcon(image *canvas.Image, icon fyne.Resource, role fyne.ThemeColorName) {
	if icon == nil {
		image.Resource = nil
		image.Hide()
		return
	}
	own := shownIcon{icon.Name(), role, fynetheme.Color(role)}
	if icons[own] == nil {
		icons[own] = fynetheme.NewColoredResource(icon, role)
	}
	if image.Resource == icons[own] && image.Visible() {
		return
	}
	image.Resource = icons[own]
	image.Show()
	image.Refresh()
}

// halo is the ring around what has the keyboard.
func NewHalo(radius float32) *canvas.Rectangle {
	return &canvas.Rectangle{CornerRadius: radius + HaloWidth, StrokeWidth: HaloWidth}
}

const HaloWidth = 3

// StyleHalo shows the ring where the keyboard is.
func StyleHalo(w Drawn, halo *canvas.Rectangle, focused bool) {
	halo.FillColor = color.Transparent
	halo.StrokeColor = color.Transparent
	if focused {
		halo.StrokeColor = Ink(w, theme.Focus)
	}
	halo.Refresh()
}

// PlaceHalo puts the ring around a rectangle.
func PlaceHalo(halo *canvas.Rectangle, x, y, width, height float32) {
	Place(halo, x-HaloWidth, y-HaloWidth, width+2*HaloWidth, height+2*HaloWidth)
}
