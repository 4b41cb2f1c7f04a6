package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"steward/core/guide"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// ExpertLine is a figure with its name, and the glossary's term for it where there is one.
type ExpertLine struct{ Label, Term, Value string }

// ExpertQuestion is how a question would be answered: figures, and tables with their heads.
type ExpertQuestion struct {
	Title  string
	Lines  []ExpertLine
	Tables [][][]string
}

// ExpertPages is what there is to say to an expert.
type ExpertPages struct {
	Questions []ExpertQuestion
	Plan      string // as JSON
	Commands  string // a line each
	Term      func(term string)
}

// Expert opens what there is to say to an expert: how each question would be answered, the plan, and the
// commands that would do the same.
func Expert(w fyne.Window, pages ExpertPages) {
	var d *dialog.CustomDialog
	term := func(name string) {
		d.Hide()
		pages.Term(name)
	}
	bodies := []fyne.CanvasObject{
		strategies(pages.Questions, term),
		copied(words.T("The plan"), pages.Plan, words.T("A project file contains just this: no record, no count.")),
		copied(words.T("Command line"), pages.Commands, words.T("The same without the window, once the project is saved. Run “steward --help” for more.")),
	}
	page := container.NewStack(bodies[0])
	tabs := forms.NewTabs([]string{words.T("Strategies and errors"), words.T("The plan"), words.T("Command line")}, func(i int) {
		page.Objects = bodies[i : i+1]
		page.Refresh()
	})
	d = Wide(w, words.T("Expert view"), container.NewBorder(tabs, nil, nil, nil, page), tabs)
}

// strategies says of each question how it would be answered.
func strategies(list []ExpertQuestion, term func(string)) fyne.CanvasObject {
	var parts []fyne.CanvasObject
	for _, q := range list {
		parts = append(parts, prose.CardTitle(q.Title))
		for _, l := range q.Lines {
			var name fyne.CanvasObject = prose.Strong(l.Label).OneLine()
			if l.Term != "" {
				name = container.NewHBox(prose.NewLink(l.Label, func() { term(l.Term) }))
			}
			parts = append(parts, container.New(named{}, name, prose.Body(l.Value)))
		}
		for _, t := range q.Tables {
			parts = append(parts, textTable(t))
		}
		parts = append(parts, prose.NewRule())
	}
	if len(list) == 0 {
		parts = []fyne.CanvasObject{prose.Body(words.T("This needs a complete plan whose errors have been worked out: see step %d, %s.", guide.Budget, guide.Budget.Title()))}
	}
	return layouts.NewPane(words.T("Strategies and errors"), layouts.Inset(12, 8, layouts.Column(8, parts...)))
}

// textTable is a table of plain texts under its head, numbers at the right.
func textTable(rows [][]string) fyne.CanvasObject {
	cells := make([][]tables.Text, len(rows))
	aligned := make([]fyne.TextAlign, len(rows[0]))
	for r, row := range rows {
		for k, text := range row {
			cells[r] = append(cells[r], tables.Text{prose.Plain(text)})
			if r == 1 && text != "" && text[0] >= '0' && text[0] <= '9' {
				aligned[k] = fyne.TextAlignTrailing
			}
		}
	}
	return tables.NewWorkTable(aligned, cells...)
}

// copied is a text to be copied.
func copied(name, text, note string) fyne.CanvasObject {
	take := forms.NewButton(words.T("Copy"), func() { fyne.CurrentApp().Clipboard().SetContent(text) })
	return container.NewBorder(layouts.Inset(8, 8, container.NewBorder(nil, nil, nil, take, prose.Small(note))), nil, nil, nil, forms.NewReading(name, text))
}

// named lays a name out before its text, which wraps.
type named struct{}

const nameWidth = 140

func (named) MinSize(objects []fyne.CanvasObject) fyne.Size {
	text := objects[1].MinSize()
	return fyne.NewSize(nameWidth+text.Width, max(objects[0].MinSize().Height, text.Height))
}

func (named) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(nameWidth, objects[0].MinSize().Height))
	objects[1].Move(fyne.NewPos(nameWidth, 0))
	objects[1].Resize(fyne.NewSize(size.Width-nameWidth, size.Height))
}
