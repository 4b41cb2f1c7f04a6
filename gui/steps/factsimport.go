package steps

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/dialogs"
	"steward/gui/widgets"
)

// importing is the row under the facts that brings others from a sheet.
func (p *facts) importing() fyne.CanvasObject {
	button := widget.NewButtonWithIcon("Import from a sheet…", fynetheme.FolderOpenIcon(), func() {
		dialogs.OpenFile(p.Window, "", []string{".xlsx", ".xlsm", ".ods", ".csv", ".tsv", ".tab", ".txt"}, p.Session.ImportFacts)
	})
	how := widgets.Caption(widgets.Plain("Numbers already published without noise: the names of published columns, then the number of people. An empty cell counts all values."))
	return container.NewBorder(nil, nil, button, nil, widgets.Inset(2, 12, how))
}
