package steps

import (
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/gui/widgets"
)

// summary is the step "Summary": what was done, in words.
type summary struct {
	page
	body *fyne.Container
}

func newSummary(s Surroundings) *summary {
	p := &summary{page: newPage(s, guide.Summary)}
	p.body = widgets.Column(gap)
	p.content = widgets.Column(gap, widgets.NewQuestion("What was published, and what was spent?", "Keep this with the release.", p.explain), p.failure, p.body)
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"),
		widgets.Body("The workbook, the CSV files and the record carry the same numbers. The record lets an expert recompute every error."),
		widgets.Strong("What is never promised"),
		widgets.Quiet(widgets.Plain("People who resemble each other; someone telling their own answer; the spreadsheet itself and its copies; releases not entered in the ledger; facts not stated; answers outside the promise made by the chosen card; a reader who watches this computer.")))
	return p
}

// Update writes the summary of the release.
func (p *summary) Update() {
	p.showFailure()
	done := p.Session.Finished()
	if done == nil {
		fill(p.body, widgets.NewCard(widgets.Quiet(widgets.Plain("Nothing was released yet. The summary appears here after the release."))))
		return
	}
	r := done.Release
	objects := []fyne.CanvasObject{
		widgets.NewTitledCard("What nobody can tell", nil, widgets.Body(strings.Join([]string{r.Protection.Secret, r.Protection.Together, r.Protection.Presence}, " "))),
	}
	if len(r.Protection.Disclosed) > 0 {
		objects = append(objects, widgets.NewBanner(widgets.Danger, "Not protected.", []widgets.Span{widgets.Plain(" Anyone may learn exactly: " + strings.Join(r.Protection.Disclosed, "; ") + ".")}, nil))
	}
	var lines []fyne.CanvasObject
	for i := range r.Questions {
		q := &r.Questions[i]
		lines = append(lines, widgets.Prose(widgets.Bold(q.Workload.Question().Title), widgets.Plain(fmt.Sprintf(": %d numbers by %s, budget %s.", q.Len(), q.Mechanism.Name, q.Epsilon))))
	}
	objects = append(objects, widgets.NewTitledCard("What was published", nil, widgets.Column(8, lines...)))
	objects = append(objects, widgets.NewTitledCard("What was spent", nil, widgets.Prose(
		widgets.Plain(fmt.Sprintf("%s in this release; %s in all about %s, of %s allowed. Entry %d of the ledger.", r.Epsilon, r.Ledger.SpentAfter, r.Ledger.DataSet, orNone(r.Ledger.Limit), r.Ledger.Sequence)))))
	again := widget.NewButton("Plan another release", func() { p.Session.Again() })
	buttons := container.NewHBox(again)
	for _, f := range done.Files {
		if filepath.Ext(f) == ".pdf" {
			open := widget.NewButton("Open the summary", func() { p.Open(f) })
			open.Importance = widget.HighImportance
			buttons.Objects = append([]fyne.CanvasObject{open}, buttons.Objects...)
		}
	}
	objects = append(objects, buttons)
	fill(p.body, objects...)
}
