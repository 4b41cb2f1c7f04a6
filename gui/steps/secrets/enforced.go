package secrets

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// enforcedList shows what is enforced where that is more than what was entered.
type enforcedList struct {
	of   *Page
	box  *fyne.Container
	rows layouts.Remade
	note *prose.Text
}

// mostEnforced is how many pairs are listed.
const mostEnforced = 4

func newEnforcedList(of *Page) *enforcedList {
	e := &enforcedList{of: of, note: prose.Caption(""), rows: layouts.Remade{Box: layouts.Column(4)}}
	e.box = layouts.Column(4, prose.NewRule(), prose.Strong(words.T("Enforced more strongly than entered")), e.rows.Box, e.note)
	return e
}

// update lists the pairs: as they were entered, and what is enforced.
func (e *enforcedList) update(own bool) {
	strength := e.of.rule().Strengthened()
	pairs, total, problem := strength.Pairs[:min(len(strength.Pairs), mostEnforced)], strength.Total, strength.Problem
	on := own && (total > 0 || problem != "")
	paint.Show(e.box, on)
	if !on {
		return
	}
	paint.Show(e.rows.Box, total > 0)
	e.rows.Show(fmt.Sprint(pairs), func() (objects []fyne.CanvasObject) {
		for _, p := range pairs {
			objects = append(objects, prose.Prose(prose.Phrased(words.Marked(words.T("%s and %s: entered %s, enforced %s, by way of %s",
				p.A, p.B, p.Entered, words.AsStrong(p.Kept), p.Over)))...))
		}
		return objects
	})
	wording := problem
	if total > 0 {
		wording = words.T("A path through other answers is shorter than the steps you entered, so the shorter path counts.")
		if total > len(pairs) {
			wording = words.T("And %s more pairs. ", amounts.Commas(total-len(pairs))) + wording
		}
	}
	e.note.SetText(wording)
}
