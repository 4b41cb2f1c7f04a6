package dialogs

import (
	"fyne.io/fyne/v2"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
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
		choice := forms.NewRadio(s.Name, s.Options, s.Now, s.Chosen)
		if first == nil {
			first = choice
		}
		rows = append(rows, prose.Strong(s.Name), choice)
		if s.Note != "" {
			rows = append(rows, prose.Caption(s.Note))
		}
	}
	for _, n := range notes {
		rows = append(rows, prose.Caption(n))
	}
	pane := layouts.NewPane(words.T("Settings"), broad(w, 520, layouts.Column(8, rows...)))
	closable(w, words.T("Settings"), sized(w, pane.Natural(), pane), first)
}
