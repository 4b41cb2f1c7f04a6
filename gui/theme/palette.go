package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// pair is a colour in light and in dark, as 0xRRGGBBAA.
type pair struct{ light, dark uint32 }

// in returns the pair's colour for a variant; what is not light is dark, as Fyne has it.
func (p pair) in(v fyne.ThemeVariant) color.Color {
	c := p.dark
	if v == fynetheme.VariantLight {
		c = p.light
	}
	return color.NRGBA{R: uint8(c >> 24), G: uint8(c >> 16), B: uint8(c >> 8), A: uint8(c)}
}

// palette returns the colours of a role; ok is false for a role that nothing is said of.
func palette(name fyne.ThemeColorName) (p pair, ok bool) {
	switch name {
	case Background:
		return pair{0xFAFAF8FF, 0x15181BFF}, true
	case Surface, fynetheme.ColorNameInputBackground, fynetheme.ColorNameMenuBackground,
		fynetheme.ColorNameOverlayBackground, fynetheme.ColorNameInnerWindowBorder,
		fynetheme.ColorNameInnerWindowBorderInactive:
		return pair{0xFFFFFFFF, 0x1D2125FF}, true
	case Quiet, fynetheme.ColorNameButton, fynetheme.ColorNameDisabledButton,
		fynetheme.ColorNameHeaderBackground:
		return pair{0xF1F3F2FF, 0x262C31FF}, true
	case Line:
		return pair{0xD8DDDCFF, 0x3A4248FF}, true
	case Control:
		return pair{0x879298FF, 0x78838AFF}, true
	case Text:
		return pair{0x1E272CFF, 0xE7EBEDFF}, true
	case QuietText:
		return pair{0x57646BFF, 0xA5B0B6FF}, true
	case Disabled:
		return pair{0xA7B0B4FF, 0x69747BFF}, true
	case Selected:
		return pair{0xE1EDF5FF, 0x1C394CFF}, true
	case Primary, fynetheme.ColorNameHyperlink:
		return pair{0x0B5C8FFF, 0x6DB5E6FF}, true
	case OnPrimary, fynetheme.ColorNameForegroundOnError, fynetheme.ColorNameForegroundOnSuccess,
		fynetheme.ColorNameForegroundOnWarning:
		return pair{0xFFFFFFFF, 0x0B1D29FF}, true
	}
	if p, ok := meaning(name); ok {
		return p, true
	}
	if p, ok := chart(name); ok {
		return p, true
	}
	return overlay(name)
}

// meaning returns the colours that say how things stand.
func meaning(name fyne.ThemeColorName) (p pair, ok bool) {
	switch name {
	case Good:
		return pair{0x1B7A53FF, 0x66C79DFF}, true
	case GoodGround:
		return pair{0xE4F2EBFF, 0x1A3329FF}, true
	case Caution, fynetheme.ColorNameWarning:
		return pair{0x8A5300FF, 0xF0BE62FF}, true
	case CautionGround:
		return pair{0xFFF3D9FF, 0x352B17FF}, true
	case CautionLine:
		return pair{0xE0A53AFF, 0x8A6A2AFF}, true
	case CautionMark:
		return pair{0xC28415FF, 0xF0BE62FF}, true
	case Danger:
		return pair{0xA5330FFF, 0xF29A78FF}, true
	case DangerGround:
		return pair{0xFCEAE3FF, 0x3A211AFF}, true
	case DangerLine:
		return pair{0xD9673FFF, 0x8F4A32FF}, true
	}
	return pair{}, false
}

// chart returns the colours of charts.
func chart(name fyne.ThemeColorName) (p pair, ok bool) {
	switch name {
	case Chart1:
		return pair{0x0072B2FF, 0x56A9E0FF}, true
	case Chart2:
		return pair{0xE69F00FF, 0xF0B23CFF}, true
	case Chart3:
		return pair{0x009E73FF, 0x3DBE95FF}, true
	case Chart4:
		return pair{0xCC79A7FF, 0xDC9ABFFF}, true
	case Chart5:
		return pair{0xD55E00FF, 0xF0824AFF}, true
	case Bar:
		return pair{0x56B4E9FF, 0x8CCBF0FF}, true
	case Other:
		return pair{0x9AA4A9FF, 0x78838AFF}, true
	}
	return pair{}, false
}

// overlay returns the colours that let what is under them shine through.
func overlay(name fyne.ThemeColorName) (p pair, ok bool) {
	switch name {
	case Hover:
		return pair{0x1E272C12, 0xE7EBED14}, true
	case fynetheme.ColorNamePressed:
		return pair{0x1E272C24, 0xE7EBED28}, true
	case Focus:
		return pair{0x0B5C8F66, 0x6DB5E680}, true
	case fynetheme.ColorNameScrollBar:
		return pair{0x57646B99, 0xA5B0B699}, true
	case fynetheme.ColorNameScrollBarBackground:
		return pair{0x57646B1A, 0xA5B0B61A}, true
	case fynetheme.ColorNameShadow:
		return pair{0x1E272C30, 0x00000060}, true
	}
	return pair{}, false
}
