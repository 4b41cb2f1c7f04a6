package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
)

// Show opens something to read, as large as it needs within the window and scrolled beyond.
func Show(w fyne.Window, title string, content fyne.CanvasObject) {
	dialog.ShowCustom(title, "Close", sized(w, fyne.NewSize(640, 440), container.NewVScroll(content)), w)
}
