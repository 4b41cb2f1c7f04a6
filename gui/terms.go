package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
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
	line := []fyne.CanvasObject{prose.Caption(words.T("Experts' words:")).OneLine()}
	for i, id := range stepTerms[step] {
		link := prose.NewQuietLink(called[id], func() { f.term(id) })
		if i == len(stepTerms[step])-1 {
			line = append(line, link)
			continue
		}
		line = append(line, container.New(pointed{}, link, prose.Caption("·").OneLine()))
	}
	return layouts.Inline(termGap, line...)
}

const termGap = 5 // between terms and the points that part them

// pointed lays a term out before the point that parts it from the next. A term that is longer than the line
// breaks, and needs no point.
type pointed struct{}

func (pointed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	term, point := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(term.Width+termGap+point.Width, term.Height)
}

func (pointed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	term, point := objects[0], objects[1].MinSize()
	width, room := term.MinSize().Width, size.Width-termGap-point.Width
	term.Move(fyne.NewPos(0, 0))
	if width > room {
		objects[1].Hide()
		term.Resize(size)
		return
	}
	objects[1].Show()
	term.Resize(fyne.NewSize(width, size.Height))
	objects[1].Move(fyne.NewPos(width+termGap, size.Height-point.Height))
	objects[1].Resize(point)
}
