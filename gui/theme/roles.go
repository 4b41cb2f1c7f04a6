package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// The roles that Fyne has a name for; its own widgets use them too.
const (
	Background = fynetheme.ColorNameBackground          // the page
	Text       = fynetheme.ColorNameForeground          // text and icons
	QuietText  = fynetheme.ColorNamePlaceHolder         // subtitles, captions, axis labels
	Disabled   = fynetheme.ColorNameDisabled            // what cannot be used now; never text one must read
	Primary    = fynetheme.ColorNamePrimary             // the main button, links, what is chosen
	OnPrimary  = fynetheme.ColorNameForegroundOnPrimary // text on Primary
	Selected   = fynetheme.ColorNameSelection           // ground of the chosen row or card
	Line       = fynetheme.ColorNameSeparator           // borders and rules
	Control    = fynetheme.ColorNameInputBorder         // outline of what can be set: 3 to 1 against Surface
	Hover      = fynetheme.ColorNameHover               // laid over what the pointer is on
	Focus      = fynetheme.ColorNameFocus               // around what the keyboard is on
	Good       = fynetheme.ColorNameSuccess             // done, recommended
	Danger     = fynetheme.ColorNameError               // not protected
)

// The roles of our own.
const (
	Surface       fyne.ThemeColorName = "stewardSurface"       // cards, the side column, bars
	Quiet         fyne.ThemeColorName = "stewardQuietSurface"  // buttons, table headers, neutral badges
	GoodGround    fyne.ThemeColorName = "stewardGoodGround"    // behind Good
	Caution       fyne.ThemeColorName = "stewardCaution"       // needs attention: text
	CautionGround fyne.ThemeColorName = "stewardCautionGround" // behind Caution
	CautionLine   fyne.ThemeColorName = "stewardCautionLine"   // border and icon beside Caution
	CautionMark   fyne.ThemeColorName = "stewardCautionMark"   // the triangle, where it stands on Surface
	DangerGround  fyne.ThemeColorName = "stewardDangerGround"  // behind Danger
	DangerLine    fyne.ThemeColorName = "stewardDangerLine"    // border around Danger
)

// The roles of charts (Okabe and Ito's colours, which people with any colour vision tell
// apart; dashes and words go with them).
const (
	Chart1 fyne.ThemeColorName = "stewardChart1" // blue
	Chart2 fyne.ThemeColorName = "stewardChart2" // orange
	Chart3 fyne.ThemeColorName = "stewardChart3" // green
	Chart4 fyne.ThemeColorName = "stewardChart4" // purple
	Chart5 fyne.ThemeColorName = "stewardChart5" // vermilion
	Bar    fyne.ThemeColorName = "stewardBar"    // bars under whiskers
	Other  fyne.ThemeColorName = "stewardOther"  // what is shown for comparison
)

// Charts returns the five chart roles in the order in which to use them.
func Charts() []fyne.ThemeColorName {
	return []fyne.ThemeColorName{Chart1, Chart2, Chart3, Chart4, Chart5}
}

// Chart returns the role of the i-th thing in a chart.
func Chart(i int) fyne.ThemeColorName {
	roles := Charts()
	return roles[i%len(roles)]
}

// The sizes of text, in Fyne's device-independent pixels.
const (
	SizeQuestion  = fynetheme.SizeNameHeadingText    // 22, the one question of a page
	SizeCardTitle = fynetheme.SizeNameSubHeadingText // 16
	SizeBody      = fynetheme.SizeNameText           // 14
	SizeCaption   = fynetheme.SizeNameCaptionText    // 12

	SizeFigure fyne.ThemeSizeName = "stewardFigure" // 24, the one big number of the side column
	SizeTable  fyne.ThemeSizeName = "stewardTable"  // 13
	SizeAxis   fyne.ThemeSizeName = "stewardAxis"   // 11
)

// The sizes of space, in the rhythm of 4.
const (
	SizeGap      fyne.ThemeSizeName = "stewardGap"      // 8, between things that belong together
	SizeWideGap  fyne.ThemeSizeName = "stewardWideGap"  // 12, between cards
	SizeCardPad  fyne.ThemeSizeName = "stewardCardPad"  // 16, inside a card
	SizeMargin   fyne.ThemeSizeName = "stewardMargin"   // 24, around a page
	SizeRail     fyne.ThemeSizeName = "stewardRail"     // 212, width of the list of steps
	SizeRailSlim fyne.ThemeSizeName = "stewardRailSlim" // 98, width of that list in a narrow window
	SizeSide     fyne.ThemeSizeName = "stewardSide"     // 296, width of the side column
	SizeHeader   fyne.ThemeSizeName = "stewardHeader"   // 48, height of the top bar
	SizeFooter   fyne.ThemeSizeName = "stewardFooter"   // 56, height of the bottom bar
	SizeCardEdge                    = fynetheme.SizeNameCardRadius
	SizeEdge                        = fynetheme.SizeNameInputRadius
)
