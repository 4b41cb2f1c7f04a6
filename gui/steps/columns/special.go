package columns

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// specialEditor says what becomes of blank cells and of answers that are not declared.
type specialEditor struct {
	content      *fyne.Container
	blank, other *ruleEditor
}

func newSpecialEditor(e *columnEditor) *specialEditor {
	s := &specialEditor{
		blank: newRuleEditor(words.T("Blank cells are"), func(r plan.Special) { e.edit(func(c *plan.Column) { c.Blank = r }) }),
		other: newRuleEditor(words.T("All other answers are"), func(r plan.Special) { e.edit(func(c *plan.Column) { c.Other = r }) }),
	}
	s.content = layouts.Split(16, 0.5, 420, s.blank.content, s.other.content)
	return s
}

func (s *specialEditor) show(c plan.Column) {
	label := words.T("All other answers are")
	if c.Kind.OfNumbers() {
		label = words.T("Numbers beyond the ends are")
	}
	if c.Kind == domain.Periods {
		label = words.T("Dates before the first and after the last are")
	}
	attr, _ := c.Attribute()
	s.blank.show(words.T("Blank cells are"), columns.BlankChoices(), c.Blank, attr, columns.BlankConsequence(c))
	s.other.show(label, columns.OtherChoices(c.Kind), c.Other, attr, columns.OtherConsequence(c))
}

// ruleEditor chooses a rule, and the value that goes with it.
type ruleEditor struct {
	content     *fyne.Container
	label       *prose.Text
	rule        *forms.Picker
	value       *forms.Picker
	consequence *prose.Text
	choices     []columns.SpecialChoice
	attr        *domain.Attribute // as far as it is known, to name its values
	now         plan.Special
}

func newRuleEditor(label string, changed func(plan.Special)) *ruleEditor {
	r := &ruleEditor{label: prose.Caption(label), consequence: prose.Caption("")}
	r.rule = forms.NewPicker(label, func(i int) {
		next := plan.Special{Rule: r.choices[i].Rule}
		if next.Rule == domain.AsValue {
			next.Value = r.now.Value
		}
		changed(next)
	})
	r.value = forms.NewPicker(words.T("Choose the value"), func(i int) {
		changed(plan.Special{Rule: domain.AsValue, Value: r.attr.Label(i)})
	})
	r.content = layouts.Column(4, r.label, r.rule, r.value, r.consequence)
	return r
}

// show shows a rule. attr names the values; it is nil while the column has none.
func (r *ruleEditor) show(label string, choices []columns.SpecialChoice, now plan.Special, attr *domain.Attribute, consequence string) {
	r.label.SetText(label)
	r.choices, r.now = choices, now
	r.rule.SetList(len(choices), func(i int) string { return choices[i].Words })
	r.rule.SetSelected(slices.IndexFunc(choices, func(c columns.SpecialChoice) bool { return c.Rule == now.InForce() }))
	r.consequence.SetText(consequence)
	if attr != nil {
		r.attr = attr
	}
	paint.Show(r.value, now.Rule == domain.AsValue && r.attr != nil)
	if !r.value.Visible() {
		return
	}
	r.value.SetList(r.attr.Regular(), amounts.ValuesOf(r.attr))
	r.value.SetSelected(-1)
	if i, ok := r.attr.Find(now.Value); ok && i < r.attr.Regular() {
		r.value.SetSelected(i)
	}
}
