package steps

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// importLink returns a link that fills the rule that is looked at in from a sheet.
func (p *secretsPage) importLink(wording string, read func(at secrets.RuleAt, path string)) *prose.Link {
	return prose.NewLink(wording, func() {
		at := p.at()
		dialogs.OpenFile(p.Window, "", session.SheetEndings(), func(path string) {
			p.refused.Hide()
			read(at, path)
		})
	})
}

// ruleField returns a field whose text becomes a part of a rule; what is wrong with it is said
// under it.
func ruleField(label string, set func(text string) error) *forms.Field {
	f := forms.NewField(label, func(text string) string {
		if err := set(text); err != nil {
			return words.SentenceOf(err)
		}
		return ""
	})
	return f
}

// measureForm says how far apart answers are: in which units and how those of several columns
// make one distance.
type measureForm struct {
	of     *secretsPage
	box    *fyne.Container
	norm   *forms.Picker
	normed fyne.CanvasObject
	fields []*forms.Field
	key    string                     // the rule that the fields are for
	values []func(plan.Secret) string // what they show
	norms  []secrets.Norm
}

func newMeasureForm(of *secretsPage) *measureForm {
	m := &measureForm{of: of, norms: secrets.Norms()}
	m.norm = forms.NewPicker(words.T("How far apart"), func(i int) { of.refuse(of.Session.Secrets.SetNorm(of.at(), m.norms[i].Norm)) })
	options := make([]forms.Option, len(m.norms))
	for i, n := range m.norms {
		options[i] = forms.Option{Text: n.Text, Note: n.Note}
	}
	m.norm.SetOptions(options)
	m.normed = labelled(words.T("How far apart two combinations are is"), m.norm)
	m.box = layouts.Column(8)
	return m
}

// update shows the fields that a rule needs.
func (m *measureForm) update(secret plan.Secret, own bool) {
	several := len(secret.Columns) > 1
	distance := secret.Kind == plan.Near || secret.Kind == plan.Graded
	on := own && (several && distance || secret.Kind == plan.Graded || secret.Kind == plan.Grid ||
		secret.Kind == plan.Place || secret.Kind == plan.Places || len(secret.Scales) > 0)
	visible(m.box, on)
	if !on {
		m.key = ""
		return
	}
	if key := fmt.Sprint(m.of.at(), secret.Kind, secret.Columns); key != m.key {
		m.key = key
		m.make(secret, distance, several)
	}
	for i, f := range m.fields {
		f.SetValue(words.Number(m.values[i](secret)))
	}
	selected := 0
	for i, n := range m.norms {
		if n.Norm == secret.Norm {
			selected = i
		}
	}
	m.norm.SetSelected(selected)
}

// make makes the fields of a rule.
func (m *measureForm) make(secret plan.Secret, distance, several bool) {
	s, at := m.of.Session, m.of.at()
	m.fields, m.values = nil, nil
	add := func(label, hint string, set func(string) error, value func(plan.Secret) string) {
		f := ruleField(label, set)
		f.SetPlaceHolder(hint)
		f.Wide = 150
		m.fields, m.values = append(m.fields, f), append(m.values, value)
	}
	switch secret.Kind {
	case plan.Place:
		add(words.T("Within, in kilometres"), "10", func(text string) error { return s.Secrets.SetWithin(at, text) }, func(r plan.Secret) string { return r.Within })
	case plan.Places:
		add(words.T("One step, in kilometres"), "10", func(text string) error { return s.Secrets.SetUnit(at, text) }, func(r plan.Secret) string { return r.Unit })
		add(words.T("Nearer ones count as, in kilometres"), "1", func(text string) error { return s.Secrets.SetAtLeast(at, text) }, func(r plan.Secret) string { return r.AtLeast })
	}
	if secret.Kind == plan.Grid || distance && (several || len(secret.Scales) > 0) {
		for _, n := range secret.Columns {
			label, hint := words.T("One of %s counts", n), "1"
			if secret.Kind == plan.Grid {
				label, hint = words.T("Squares of %s, wide", n), ""
			}
			add(label, hint, func(text string) error { return s.Secrets.SetScale(at, string(n), text) }, scaleOf(n, secret.Kind))
		}
	}
	if secret.Kind == plan.Graded {
		add(words.T("Nearer ones count as"), words.T("their own distance"), func(text string) error { return s.Secrets.SetAtLeast(at, text) }, func(r plan.Secret) string { return r.AtLeast })
	}
	if secret.Kind == plan.Graded || secret.Kind == plan.Places {
		add(words.T("Odds at one step, at most ×"), words.Number("1.65"), func(text string) error {
			if now, ok := s.Secrets.Rule(at); ok {
				return s.Secrets.SetOddsOfStep(now, text)
			}
			return nil
		}, s.Secrets.OddsOfStep)
	}
	var objects []fyne.CanvasObject
	if several && distance {
		objects = append(objects, m.normed)
	}
	fields := make([]fyne.CanvasObject, len(m.fields))
	for i, f := range m.fields {
		fields[i] = f
	}
	objects = append(objects, layouts.Fields(12, fields...))
	if len(secret.Columns) == 2 && (secret.Kind == plan.Place || secret.Kind == plan.Places) {
		objects = append(objects, prose.Caption(prose.Plain(words.T("%s is the latitude and %s the longitude, both in decimal degrees.", secret.Columns[0], secret.Columns[1]))))
	}
	fill(m.box, objects...)
}

// scaleOf returns what the field of a column's scale shows.
func scaleOf(column domain.AttributeName, kind plan.SecretKind) func(plan.Secret) string {
	return func(r plan.Secret) string {
		if text, ok := r.Scales[column]; ok || kind == plan.Grid {
			return text
		}
		return "1"
	}
}
