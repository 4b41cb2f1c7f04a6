package questions

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// boxesForm lists combinations of ranges of several columns: a card for each, with a line per column.
type boxesForm struct {
	of   *questionEditor
	rows layouts.Remade
}

func newBoxesForm(of *questionEditor) *boxesForm {
	return &boxesForm{of: of, rows: layouts.Remade{Box: layouts.Column(6)}}
}

// show lists the combinations of a question.
func (f *boxesForm) show(q plan.Question) {
	on := workload.Kind(q.Kind) == workload.Ranges && len(q.Columns) > 1 && !q.Every
	paint.Show(f.rows.Box, on)
	if !on {
		return
	}
	f.rows.Show(fmt.Sprint(q.ID, q.Columns, q.Boxes), func() (objects []fyne.CanvasObject) {
		for k, box := range q.Boxes {
			objects = append(objects, f.box(q, k, box))
		}
		return objects
	})
}

// box shows one combination.
func (f *boxesForm) box(q plan.Question, k int, box []plan.Span) fyne.CanvasObject {
	lines := layouts.Column(4)
	for j, c := range q.Columns {
		a, ok := f.of.of.Session.Attribute(string(c))
		if !ok || j >= len(box) {
			continue
		}
		set := func(from, to int) { f.of.try(f.of.spanned().SetBox(k, j, from, to)) }
		lines.Add(layouts.TwoColumns(0.3, prose.Quiet(string(c)).OneLine(), spanPickers(a, box[j], set)))
	}
	remove := forms.NewBin(words.T("Remove this combination"), func() { f.of.try(f.of.spanned().RemoveBox(k)) })
	input.Enable(remove, len(q.Boxes) > 1)
	return container.NewBorder(nil, prose.NewRule(), nil, remove, lines)
}

// spanPickers chooses a range of an ordered column, or one value of another, or all of them.
func spanPickers(a *domain.Attribute, s plan.Span, set func(from, to int)) fyne.CanvasObject {
	from, to := -1, -1
	if s != (plan.Span{}) {
		from, _ = a.Find(s.From)
		to, _ = a.Find(s.To)
	}
	first := forms.NewPicker(words.T("From"), func(i int) { set(i-1, max(to, i-1)) })
	first.SetList(a.Size()+1, func(i int) string {
		if i == 0 {
			return words.T("all values")
		}
		return amounts.Value(a.Label(i - 1))
	})
	first.SetSelected(from + 1)
	if !a.HasOrder() || from < 0 || from >= a.Regular() {
		return first
	}
	last := forms.NewPicker(words.T("To"), func(i int) { set(from, from+i) })
	last.SetList(a.Regular()-from, func(i int) string { return amounts.Value(a.Label(from + i)) })
	last.SetSelected(to - from)
	return layouts.Between(first, prose.Quiet(words.T("to")).OneLine(), last)
}
