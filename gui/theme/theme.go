package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// New returns the window's theme. It follows the system's light or dark setting.
func New() fyne.Theme { return &steward{base: fynetheme.DefaultTheme()} }

// Forced returns the window's theme in one variant, whatever the system says
// (fynetheme.VariantLight or fynetheme.VariantDark): for tests, pictures and people who
// choose.
func Forced(variant fyne.ThemeVariant) fyne.Theme {
	return &steward{base: fynetheme.DefaultTheme(), forced: true, variant: variant}
}

// Sized returns one of this package's themes with its text larger by a factor; 1 is as designed.
func Sized(t fyne.Theme, factor float32) fyne.Theme {
	own, ok := t.(*steward)
	if !ok {
		return t
	}
	larger := *own
	larger.text = factor
	return &larger
}

// Color returns the colour of a role in the theme and variant that the running app uses
// now. With a theme that does not know the role (a test's own) it is the palette's.
func Color(name fyne.ThemeColorName) color.Color {
	return ColorIn(fynetheme.Current(), name)
}

// ColorIn is like Color for a theme other than the app's, such as a widget's own
// (widget.BaseWidget.Theme).
func ColorIn(th fyne.Theme, name fyne.ThemeColorName) color.Color {
	variant := systemVariant()
	if _, own := palette(name); own {
		if c := th.Color(name, variant); c != nil && c != color.Transparent {
			return c
		}
	}
	return New().Color(name, variant)
}

// Dark tells whether the app is dark now.
func Dark() bool {
	r, g, b, _ := Color(Background).RGBA()
	return r+g+b < 3*0x8000
}

// Size returns a size in device-independent pixels in the theme that the running app uses
// now.
func Size(name fyne.ThemeSizeName) float32 {
	if s := fynetheme.Current().Size(name); s != 0 {
		return s
	}
	return size(name)
}

// systemVariant returns the variant that the system or the person asks for.
func systemVariant() fyne.ThemeVariant {
	if app := fyne.CurrentApp(); app != nil {
		return app.Settings().ThemeVariant()
	}
	return fynetheme.VariantLight
}

// steward is the theme. Fonts, icons and what it says nothing of are Fyne's.
type steward struct {
	base    fyne.Theme
	forced  bool
	variant fyne.ThemeVariant
	text    float32 // factor of what holds text; 0 for 1
}

func (s *steward) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if s.forced {
		variant = s.variant
	}
	if p, ok := palette(name); ok {
		return p.in(variant)
	}
	return s.base.Color(name, variant)
}

func (s *steward) Font(style fyne.TextStyle) fyne.Resource { return s.base.Font(style) }

func (s *steward) Icon(name fyne.ThemeIconName) fyne.Resource { return s.base.Icon(name) }

func (s *steward) Size(name fyne.ThemeSizeName) float32 {
	v := size(name)
	if v == 0 {
		return s.base.Size(name)
	}
	if s.text > 0 && holdsText(name) {
		v *= s.text
	}
	return v
}

// holdsText tells whether a size is one of text, or of a bar that is as large as its text.
func holdsText(name fyne.ThemeSizeName) bool {
	switch name {
	case SizeFigure, SizeQuestion, SizeCardTitle, SizeBody, SizeTable, SizeCaption, SizeAxis, SizeRail, SizeRailSlim, SizeHeader, SizeFooter:
		return true
	}
	return false
}

// size returns the sizes that this theme sets, 0 for the rest.
func size(name fyne.ThemeSizeName) float32 {
	switch name {
	case SizeFigure:
		return 24
	case SizeQuestion:
		return 22
	case SizeCardTitle:
		return 16
	case SizeBody:
		return 14
	case SizeTable:
		return 13
	case SizeCaption:
		return 12
	case SizeAxis:
		return 11
	case SizeRail:
		return 212
	case SizeRailSlim:
		return 98
	case SizeSide:
		return 296
	case SizeHeader:
		return 48
	case SizeFooter:
		return 56
	}
	return spacing(name)
}

// spacing returns the gaps, corners and strokes.
func spacing(name fyne.ThemeSizeName) float32 {
	switch name {
	case SizeGap, fynetheme.SizeNameInnerPadding:
		return 8
	case SizeWideGap:
		return 12
	case SizeCardPad:
		return 16
	case SizeMargin:
		return 24
	case fynetheme.SizeNamePadding, SizeEdge, fynetheme.SizeNameSelectionRadius,
		fynetheme.SizeNameButtonRadius, fynetheme.SizeNameMenuRadius, fynetheme.SizeNamePopupRadius:
		return 4
	case SizeCardEdge, fynetheme.SizeNameDialogRadius:
		return 6
	case fynetheme.SizeNameLineSpacing:
		return 2
	case fynetheme.SizeNameInputBorder, fynetheme.SizeNameSeparatorThickness:
		return 1
	case fynetheme.SizeNameInlineIcon:
		return 20
	}
	return 0
}
