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
	var first fyne.Focusable
	for _, s := range settings {
		choice := widgets.NewRadio(s.Name, s.Options, s.Now, s.Chosen)
		if first == nil {
			first = choice
		}
		rows = append(rows, widgets.Strong(s.Name), choice)
		if s.Note != "" {
			rows = append(rows, widgets.Caption(widgets.Plain(s.Note)))
		}
	}
	for _, n := range notes {
		rows = append(rows, widgets.Caption(widgets.Plain(n)))
	}
	pane := widgets.NewPane(words.T("Settings"), broad(w, 520, widgets.Column(8, rows...)))
	closable(w, words.T("Settings"), sized(w, pane.Natural(), pane), first)
}
