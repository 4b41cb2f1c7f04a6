package steps

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/plan"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/graphs"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// valueForm gives single values budgets of their own.
type valueForm struct {
	of     *secretsPage
	box    *fyne.Container
	rows   *fyne.Container
	more   *forms.Picker
	others *forms.Field
	shades *graphs.DistanceTable
	made   []*weightLine
	left   []string
	shown  string
}

// weightLine is one value with its budget.
type weightLine struct {
	field *forms.Field
	odds  *prose.Text
}

// mostWeights is how many values with budgets of their own are shown.
const mostWeights = 40

func newValueForm(of *secretsPage) *valueForm {
	f := &valueForm{of: of, rows: layouts.Column(6), shades: graphs.NewDistanceTable()}
	f.shades.OnSelected = func(u, v int) {
		of.from, of.to = v, u
		of.Update()
	}
	f.more = forms.NewPicker(words.T("One more value"), func(i int) {
		f.more.SetSelected(-1)
		of.refuse(of.Session.Secrets.SetValueWeight(of.at(), f.left[i], "0.5"))
	})
	f.others = ruleField(words.T("All other values"), func(text string) error { return of.Session.Secrets.SetOtherWeights(of.at(), text) })
	f.others.SetPlaceHolder(words.T("not hidden from one another"))
	f.others.Wide = 220
	sheet := of.importLink(words.T("Import from a sheet…"), of.Session.Secrets.ImportRule)
	f.box = layouts.Column(8,
		prose.Caption(prose.Plain(words.T("How much of the budget telling a value from any other may cost: 1 is all of it, 0.5 hides twice as well and needs more noise, 2 half as well."))),
		f.rows, container.NewHBox(f.more), layouts.Fields(12, f.others), container.NewHBox(sheet),
		prose.Caption(prose.Plain(words.T("A sheet has a value and its number on each row."))), f.shades)
	return f
}

// update shows the values.
func (f *valueForm) update(secret plan.Secret, own bool) {
	weights, others, ok := f.of.Session.Secrets.WeightsOf(f.of.at())
	visible(f.box, own && ok)
	if !own || !ok {
		f.shown = ""
		return
	}
	f.left = f.of.Session.Secrets.Unweighted(f.of.at())
	f.more.SetTexts(f.left)
	f.more.SetSelected(-1)
	f.others.SetValue(words.Number(others))
	key := fmt.Sprint(f.of.at())
	for _, w := range weights {
		key += "\n" + w.Value
	}
	if key != f.shown {
		f.shown = key
		f.make(weights)
	}
	for i, line := range f.made {
		line.field.SetValue(words.Number(weights[i].Weight))
		wording := ""
		switch {
		case weights[i].At < 0:
			wording = words.T("is no value of the column any more")
		case weights[i].Odds != "":
			wording = words.T("odds up to %s", weights[i].Odds)
		}
		line.odds.SetText(wording)
	}
}

// make makes the lines of the values.
func (f *valueForm) make(weights []secrets.OwnWeight) {
	f.made = nil
	var objects []fyne.CanvasObject
	at := f.of.at()
	for i, w := range weights {
		if i == mostWeights {
			objects = append(objects, prose.Caption(prose.Plain(words.T("and %d more, which a sheet can change", len(weights)-i))))
			break
		}
		line := &weightLine{odds: prose.Caption().OneLine()}
		line.field = ruleField("", func(text string) error { return f.of.Session.Secrets.SetValueWeight(at, w.Value, text) })
		line.field.Wide = 70
		line.field.SetPlaceHolder(w.Value)
		name := sized(prose.Body(w.Value).OneLine(), 110)
		remove := forms.NewIconButton(fynetheme.DeleteIcon(), words.T("Treat %s as all others", w.Value), func() {
			f.of.refuse(f.of.Session.Secrets.SetValueWeight(at, w.Value, ""))
		})
		remove.Importance = widget.LowImportance
		f.made = append(f.made, line)
		objects = append(objects, container.NewBorder(nil, nil, nil, container.NewVBox(remove), layouts.Inline(12, name, line.field, line.odds)))
	}
	fill(f.rows, objects...)
}

// showShades shows how well each two values are hidden from one another.
func (f *valueForm) showShades(on bool) {
	t, ok := f.of.Session.Secrets.ShadesOf(secrets.On(f.of.column))
	visible(f.shades, on && ok)
	if on && ok {
		f.shades.Set(graphs.Distances{Labels: t.Labels, Entered: t.Entered, Far: t.Far, Differs: t.Differs})
		f.shades.Select(f.of.from, f.of.to)
	}
}
