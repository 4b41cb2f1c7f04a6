package secrets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/plan/secret"
	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// valueForm gives single values budgets of their own.
type valueForm struct {
	box    *fyne.Container
	of     *Page
	rows   layouts.Remade
	more   *forms.Picker
	others *forms.Field
	shades *tables.DistanceTable
	made   []*weightLine
	left   []string
}

// weightLine is one value with its budget.
type weightLine struct {
	field *forms.Field
	odds  *prose.Text
}

// mostWeights is how many values with budgets of their own are shown.
const mostWeights = 40

func newValueForm(of *Page) *valueForm {
	f := &valueForm{of: of, rows: layouts.Remade{Box: layouts.Column(6)}, shades: tables.NewDistanceTable()}
	f.shades.OnSelected = func(u, v int) {
		of.from, of.to = v, u
		of.Update()
	}
	f.more = forms.NewPicker(words.T("One more value"), func(i int) {
		f.more.SetSelected(-1)
		of.refuse(of.rule().Set(secrets.ValueWeight(f.left[i]), "0.5"))
	})
	f.others = ruleField(words.T("All other values"), func(text string) error { return of.rule().Set(secrets.OtherWeights(), text) })
	f.others.SetPlaceHolder(words.T("not hidden from one another"))
	f.others.Wide = 220
	sheet := of.importLink(words.T("Import from a sheet…"), secrets.Rule.Import)
	f.box = layouts.Column(8,
		prose.Caption(words.T("How much of the budget telling a value from any other may cost: 1 is all of it; 0.5 hides it twice as well and needs more noise; 2 hides it half as well.")),
		f.rows.Box, container.NewHBox(f.more), layouts.Fields(12, f.others), container.NewHBox(sheet),
		prose.Caption(words.T("A sheet has a value and its number on each row.")), f.shades)
	return f
}

func (f *valueForm) update(secret.Secret, secrets.Form) bool {
	weights, others, ok := f.of.rule().Weights()
	if !ok {
		return false
	}
	f.left = f.of.rule().Unweighted()
	f.more.SetTexts(f.left)
	f.more.SetSelected(-1)
	f.others.SetValue(words.Number(others))
	key := fmt.Sprint(f.of.at())
	for _, w := range weights {
		key += "\n" + w.Value
	}
	f.rows.Show(key, func() []fyne.CanvasObject { return f.make(weights) })
	for i, line := range f.made {
		line.field.SetValue(words.Number(weights[i].Weight))
		wording := ""
		switch {
		case weights[i].At < 0:
			wording = words.T("is no longer a value of the column")
		case weights[i].Odds != "":
			wording = words.T("odds up to %s", weights[i].Odds)
		}
		line.odds.SetText(wording)
	}
	return true
}

// make makes the lines of the values.
func (f *valueForm) make(weights []secrets.OwnWeight) []fyne.CanvasObject {
	f.made = nil
	var objects []fyne.CanvasObject
	at := f.of.at()
	for i, w := range weights {
		if i == mostWeights {
			objects = append(objects, prose.Caption(words.T("and %d more, which a sheet can change", len(weights)-i)))
			break
		}
		line := &weightLine{odds: prose.Caption("").OneLine()}
		line.field = ruleField("", func(text string) error { return f.of.secrets.At(at).Set(secrets.ValueWeight(w.Value), text) })
		line.field.Wide = 70
		line.field.SetPlaceHolder(w.Value)
		name := layouts.Sized(prose.Body(w.Value).OneLine(), 110)
		remove := forms.NewBin(words.T("Treat %s like all others", w.Value), func() {
			f.of.refuse(f.of.secrets.At(at).Set(secrets.ValueWeight(w.Value), ""))
		})
		f.made = append(f.made, line)
		objects = append(objects, container.NewBorder(nil, nil, nil, container.NewVBox(remove), layouts.Inline(12, name, line.field, line.odds)))
	}
	return objects
}

// showShades shows how well each two values are hidden from one another.
func (f *valueForm) showShades(on bool) {
	t, ok := f.of.secrets.At(secrets.On(f.of.column)).Shades()
	paint.Show(f.shades, on && ok)
	if on && ok {
		f.shades.Set(tables.Distances{Labels: amounts.Values(t.Labels), Entered: t.Entered, Far: t.Far, Differs: t.Differs})
		f.shades.Select(f.of.from, f.of.to)
	}
}
