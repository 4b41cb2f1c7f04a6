package notices

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// Kind says how something stands. Never by colour alone: each kind has its icon too.
type Kind int

// The kinds.
const (
	Info    Kind = iota // neutral
	Good                // done, recommended, hidden
	Caution             // needs attention, less well hidden
	Danger              // not protected, refused
)

// Roles returns the roles of a kind: of its icon and text, its ground and its border.
func (k Kind) Roles() (mark, ground, line fyne.ThemeColorName) {
	switch k {
	case Good:
		return theme.Good, theme.GoodGround, theme.Good
	case Caution:
		return theme.Caution, theme.CautionGround, theme.CautionLine
	case Danger:
		return theme.Danger, theme.DangerGround, theme.DangerLine
	}
	return theme.Primary, theme.Quiet, theme.Line
}

// Icon returns the icon of a kind.
func (k Kind) Icon() fyne.Resource {
	switch k {
	case Good:
		return theme.CheckIcon()
	case Caution, Danger:
		return theme.WarningIcon()
	}
	return theme.InfoIcon()
}
