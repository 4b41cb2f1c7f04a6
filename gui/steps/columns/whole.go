package columns

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// wholeEditor edits the bounds of a column of whole numbers.
type wholeEditor struct {
	content         *fyne.Container
	lowest, highest *forms.Field
	count           *prose.Text
}

func newWholeEditor(e *columnEditor) *wholeEditor {
	w := &wholeEditor{count: prose.Caption("")}
	bound := func(set func(*plan.Column, *int64)) func(string) string {
		return forms.Taking(func(text string) error {
			n, err := wholeOf(words.Typed(text))
			if err == nil {
				e.typed(func(c *plan.Column) { set(c, n) })
			}
			return err
		})
	}
	w.lowest = forms.NewField(words.T("Lowest"), bound(func(c *plan.Column, n *int64) { c.Lowest = n }))
	w.highest = forms.NewField(words.T("Highest"), bound(func(c *plan.Column, n *int64) { c.Highest = n }))
	for _, f := range w.fields() {
		f.Wide = 160
	}
	w.content = layouts.Column(6, layouts.Fields(layouts.Gap, w.lowest, w.highest), sharedProblem(w.fields()...), w.count)
	return w
}

// sharedProblem returns a line for what is wrong in one of several narrow fields side by side.
func sharedProblem(fields ...*forms.Field) *prose.Text {
	line := prose.Caption("")
	line.SetColor(theme.Caution)
	line.Hide()
	for _, f := range fields {
		f.OnProblem = func(string) {
			line.Set()
			line.Hide()
			for _, g := range fields {
				if g.Problem() != "" {
					line.SetText(g.Problem())
					line.Show()
					return
				}
			}
		}
	}
	return line
}

func (w *wholeEditor) fields() []*forms.Field { return []*forms.Field{w.lowest, w.highest} }

func (w *wholeEditor) show(c plan.Column, another bool) {
	for i, n := range []*int64{c.Lowest, c.Highest} {
		if another {
			w.fields()[i].Reset(number(n))
		} else {
			w.fields()[i].SetValue(number(n))
		}
	}
	w.count.SetText(words.T("Every whole number from the lowest to the highest is a value of its own."))
	if n := c.Regular(); n > 0 {
		w.count.SetText(words.T("%s: every whole number from the lowest to the highest.", amounts.Several(n, "value", "values")))
	}
}

// wholeOf reads a whole number; nothing is nil.
func wholeOf(text string) (*int64, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, words.Errorf("found %q where a whole number such as 18 is expected", text)
	}
	return &n, nil
}

// number writes a whole number, nothing for nil.
func number(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}
