package secrets

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/core/plan/secret"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// importLink returns a link that fills the rule that is looked at in from a sheet.
func (p *Page) importLink(wording string, read func(at secrets.Rule, path string)) *prose.Link {
	return prose.NewLink(wording, func() {
		at := p.rule()
		p.OpenSheet(func(path string) {
			p.refused.Hide()
			read(at, path)
		})
	})
}

// ruleField returns a field whose text becomes a part of a rule; what is wrong with it is said
// under it.
func ruleField(label string, set func(text string) error) *forms.Field {
	return forms.NewField(label, forms.Taking(set))
}

// ruleFields are the numbers of a rule, and how the differences of several columns make one distance.
type ruleFields struct {
	of     *Page
	box    layouts.Remade
	norm   *forms.Picker
	normed fyne.CanvasObject
	made   []*forms.Field
}

func newRuleFields(of *Page) *ruleFields {
	norms := secrets.Norms()
	m := &ruleFields{of: of, box: layouts.Remade{Box: layouts.Column(8)}}
	m.norm = forms.NewPicker(words.T("How far apart"), func(i int) { of.refuse(of.rule().SetNorm(norms[i].Norm)) })
	options := make([]forms.Option, len(norms))
	for i, n := range norms {
		options[i] = forms.Option{Text: n.Text, Note: n.Note}
	}
	m.norm.SetOptions(options)
	m.normed = layouts.Labelled(words.T("How far apart two combinations are is"), m.norm)
	return m
}

// update shows the fields of a rule.
func (m *ruleFields) update(r secret.Secret, form secrets.Form) {
	paint.Show(m.box.Box, len(form.Fields) > 0)
	at := m.of.at()
	m.box.Show(fmt.Sprint(at, r.Kind, r.Columns, len(form.Fields)), func() []fyne.CanvasObject {
		m.made = nil
		fields := make([]fyne.CanvasObject, len(form.Fields))
		for i, of := range form.Fields {
			f := ruleField(of.Label, func(text string) error { return of.Set(m.of.secrets.At(at), text) })
			f.SetPlaceHolder(of.Hint)
			f.Wide = 150
			m.made, fields[i] = append(m.made, f), f
		}
		objects := []fyne.CanvasObject{layouts.Fields(12, fields...)}
		if form.Norms {
			objects = append([]fyne.CanvasObject{m.normed}, objects...)
		}
		if form.Note != "" {
			objects = append(objects, prose.Caption(form.Note))
		}
		return objects
	})
	for i, f := range m.made {
		f.SetValue(form.Fields[i].Value(m.of.secrets, r))
	}
	m.norm.SetSelected(secrets.NormOf(r))
}
