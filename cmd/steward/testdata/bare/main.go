// Command bare opens an empty Fyne window, for .ci/smoke to compare the time until
// Steward's first frame with.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	w := app.New().NewWindow("Bare")
	w.SetContent(widget.NewLabel("bare"))
	w.Resize(fyne.NewSize(1280, 800))
	w.ShowAndRun()
}
