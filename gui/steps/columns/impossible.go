package columns

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// impossibleEditor lists combinations of values that cannot occur, such as a child that is
// married: they are left out of every table instead of being paid for.
type impossibleEditor struct {
	of      *Page
	card    *layouts.Card
	list    *notices.Findings
	issue   *notices.Banner
	open    *fyne.Container
	form    *fyne.Container
	columns [2]*forms.Picker
	values  [2]*forms.Field
	add     *forms.Button
	names   []string
}

// impossibleShown is how many combinations are listed.
const impossibleShown = 20

func newImpossibleEditor(of *Page) *impossibleEditor {
	e := &impossibleEditor{of: of, list: notices.NewFindings(), issue: notices.NewBanner(notices.Caution, "", nil, nil)}
	e.list.Compact = true
	e.open = layouts.Inline(0, prose.NewLink(words.T("Add a combination…"), func() { e.showForm(true) }))
	e.add = forms.NewButton(words.T("Add"), e.forbid)
	var sides [2]fyne.CanvasObject
	for i, label := range []string{words.T("Column"), words.T("together with")} {
		e.columns[i] = forms.NewPicker(words.T("Choose a column"), nil)
		e.values[i] = forms.NewField(words.T("Values, separated by commas, or from … to …"), nil)
		e.values[i].SetPlaceHolder(words.T("for example 0 to 14"))
		sides[i] = layouts.Column(8, layouts.Labelled(label, e.columns[i]), e.values[i])
	}
	e.form = layouts.Column(8, layouts.Split(16, 0.5, 420, sides[0], sides[1]),
		container.NewHBox(e.add, forms.NewButton(words.T("Cancel"), func() { e.showForm(false) })))
	e.form.Hide()
	e.card = layouts.NewTitledCard(words.T("Combinations that cannot occur"), nil, layouts.Column(8,
		prose.Caption(words.T("For example, an age below 15 together with married. They are left out of the tables instead of costing budget. List only what nobody can be, whatever the file says: a release stops if one occurs.")),
		e.list, e.issue, e.open, e.form))
	return e
}

func (e *impossibleEditor) showForm(on bool) {
	paint.Show(e.form, on)
	paint.Show(e.open, !on)
	for _, f := range e.values {
		f.Reset("")
	}
	e.of.Main.Refresh()
}

// forbid adds what the form says.
func (e *impossibleEditor) forbid() {
	var named [2]string
	for i, p := range e.columns {
		if p.Selected() >= 0 {
			named[i] = e.names[p.Selected()]
			continue
		}
		e.values[i].SetProblem(words.T("Choose a column."))
		e.of.Main.Refresh()
		return
	}
	for i, f := range e.values {
		problem := ""
		if _, err := e.of.Session.Columns.ValuesNamed(named[i], f.Text()); err != nil {
			problem = words.SentenceOf(err)
		}
		f.SetProblem(problem)
	}
	if err := e.of.Session.Columns.Forbid(named[0], e.values[0].Text(), named[1], e.values[1].Text()); err != nil {
		if e.values[0].Problem() == "" && e.values[1].Problem() == "" {
			e.values[1].SetProblem(words.SentenceOf(err))
		}
		e.of.Main.Refresh()
		return
	}
	e.showForm(false)
}

// update lists the plan's combinations.
func (e *impossibleEditor) update() {
	p := e.of.Session.Plan()
	paint.Show(e.card, len(p.Columns) > 1)
	e.names = p.ColumnNames()
	for _, picker := range e.columns {
		picker.SetTexts(e.names)
	}
	var rows []notices.Finding
	for i, c := range p.Impossible {
		if i == impossibleShown {
			rows = append(rows, notices.Finding{Title: words.T("and %d more", len(p.Impossible)-i)})
			break
		}
		rows = append(rows, notices.Finding{
			Kind: notices.Good, Title: e.of.Session.Columns.CombinationWords(c),
			Action: forms.NewIconButton(fynetheme.CancelIcon(), words.T("It can occur"), func() { e.of.Session.Columns.Allow(i) }),
		})
	}
	e.list.Set(rows...)
	paint.Show(e.list, len(rows) > 0)
	e.issue.SetOrHide(notices.Caution, e.of.Session.Columns.ImpossibleIssue())
}
