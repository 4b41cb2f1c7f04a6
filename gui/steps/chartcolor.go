package steps

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// chartColor returns the colour of the i-th thing in a chart.
func chartColor(i int) fyne.ThemeColorName {
	c := theme.Charts()
	return c[i%len(c)]
}
