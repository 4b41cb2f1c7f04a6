package dialogs

import (
	"fyne.io/fyne/v2"

	"steward/gui/widgets"
	"steward/gui/words"
)

// Setting is one choice among a few.
type Setting struct {
	Name, Note string
	Options    []string
	Now        int
	Chosen     func(option int)
}

// Settings opens the settings; a choice takes effect at once.
func Settings(w fyne.Window, settings []Setting, notes ...string) {
	var rows []fyne.CanvasObject
	for _, s := range settings {
		rows = append(rows, widgets.Strong(s.Name), widgets.NewRadio(s.Name, s.Options, s.Now, s.Chosen))
		if s.Note != "" {
			rows = append(rows, widgets.Caption(widgets.Plain(s.Note)))
		}
	}
	for _, n := range notes {
		rows = append(rows, widgets.Caption(widgets.Plain(n)))
	}
	closable(w, words.T("Settings"), sized(w, fyne.NewSize(520, 0), widgets.Column(8, rows...))).Show()
}
