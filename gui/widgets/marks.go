package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// newIcon returns an empty icon.
func newIcon() *canvas.Image {
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

// setIcon shows an icon in the colour of a role; nil shows none.
func setIcon(image *canvas.Image, icon fyne.Resource, role fyne.ThemeColorName) {
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
func newHalo(radius float32) *canvas.Rectangle {
	return &canvas.Rectangle{CornerRadius: radius + haloWidth, StrokeWidth: haloWidth}
}

const haloWidth = 3

// styleHalo shows the ring where the keyboard is.
func styleHalo(w Drawn, halo *canvas.Rectangle, focused bool) {
	halo.FillColor = color.Transparent
	halo.StrokeColor = color.Transparent
	if focused {
		halo.StrokeColor = ink(w, theme.Focus)
	}
	halo.Refresh()
}

// placeHalo puts the ring around a rectangle.
func placeHalo(halo *canvas.Rectangle, x, y, width, height float32) {
	place(halo, x-haloWidth, y-haloWidth, width+2*haloWidth, height+2*haloWidth)
}
