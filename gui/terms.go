package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/widgets"
	"steward/gui/words"
)

// stepTerms are the terms of the glossary that matter in a step, by their IDs there.
var stepTerms = map[guide.Step][]string{
	guide.Data:      {"not-in-the-file", "ledger"},
	guide.Columns:   {"cell"},
	guide.Secrets:   {"policy", "secret-pair", "step", "could-someone-tell", "plain-differential-privacy"},
	guide.Facts:     {"known-fact", "disclosed-exactly", "sensitivity"},
	guide.Questions: {"question", "share", "method"},
	guide.Budget:    {"budget", "chance-of-failure", "typical-error", "interval", "least-possible-error", "pilot"},
	guide.Release:   {"ledger", "noise", "disclosed-exactly", "evening-out"},
	guide.Summary:   {"record", "interval", "unbiased"},
}

// terms is the line at the foot of a step's side column: what the literature calls things there.
// Each term opens the glossary.
func (f *Frame) terms(step guide.Step) fyne.CanvasObject {
	called := make(map[string]string)
	for _, t := range assets.Glossary(words.Language()) {
		called[t.ID] = t.Expert
	}
	line := []fyne.CanvasObject{widgets.Caption(widgets.Plain(words.T("Experts' words:"))).OneLine()}
	for i, id := range stepTerms[step] {
		term := container.New(layout.NewCustomPaddedHBoxLayout(termGap), widgets.NewQuietLink(called[id], func() { f.term(id) }))
		if i < len(stepTerms[step])-1 {
			term.Add(widgets.Caption(widgets.Plain("·")).OneLine())
		}
		line = append(line, term)
	}
	return widgets.Inline(termGap, line...)
}

const termGap = 5 // between terms and the points that part them
