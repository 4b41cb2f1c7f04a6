package facts

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/gui/session/facts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// rangesForm is counts by range of one column.
type rangesForm struct {
	of      *Page
	column  *forms.Picker
	columns []domain.AttributeName
	rows    *fyne.Container
	made    []*rangeLine
	content *fyne.Container
}

// rangeLine is one range with its number.
type rangeLine struct {
	span   *spanLine
	number *forms.Field
}

func newRangesForm(of *Page) *rangesForm {
	r := &rangesForm{of: of, rows: layouts.Column(8)}
	r.column = forms.NewPicker(words.T("Column of the ranges"), func(i int) {
		of.change(func(d *facts.Draft) { d.Column, d.Ranges = r.columns[i], []facts.RangeCount{{}} })
	})
	add := prose.NewLink(words.T("Add a range"), func() {
		of.change(func(d *facts.Draft) { d.Ranges = append(d.Ranges, facts.RangeCount{}) })
	})
	r.content = layouts.Column(layouts.Gap, layouts.Labelled(words.T("Column"), layouts.Sized(r.column, 200)),
		layouts.Labelled(words.T("Each range with the number of people that is known"), r.rows), layouts.Inline(0, add))
	return r
}

func (r *rangesForm) newLine(k int) *rangeLine {
	l := &rangeLine{}
	l.number = peopleField(r.of, "", func(d *facts.Draft, text string) { d.Ranges[k].Number = text })
	l.number.SetPlaceHolder(words.T("people"))
	l.span = newSpanLine(func(s constraint.Span) {
		r.of.change(func(d *facts.Draft) { d.Ranges[k].Span = s })
	}, func() {
		r.of.change(func(d *facts.Draft) { d.Ranges = slices.Delete(d.Ranges, k, k+1) })
	}, l.number)
	return l
}

func (r *rangesForm) fields() (out []*forms.Field) {
	for k := range r.rows.Objects {
		out = append(out, r.made[k].number)
	}
	return out
}

func (r *rangesForm) update(d *facts.Draft, another bool) {
	r.columns = nil
	var options []forms.Option
	at := -1
	for _, c := range r.of.Session.Plan().Columns {
		o := forms.Option{Text: string(c.Name)}
		if a, ok := r.of.Session.Attribute(string(c.Name)); !ok || !a.HasOrder() {
			o.Note, o.Disabled = words.T("its values have no order"), true
		}
		if c.Name == d.Column {
			at = len(options)
		}
		r.columns, options = append(r.columns, c.Name), append(options, o)
	}
	r.column.SetOptions(options)
	r.column.SetSelected(at)
	a, ok := r.of.Session.Attribute(string(d.Column))
	if !ok {
		return
	}
	for len(r.made) < len(d.Ranges) {
		r.made = append(r.made, r.newLine(len(r.made)))
	}
	var objects []fyne.CanvasObject
	for k, x := range d.Ranges {
		l := r.made[k]
		if another {
			l.number.Reset(x.Number)
		}
		l.number.SetValue(x.Number)
		l.span.show(a, x.Span, len(d.Ranges) > 1)
		objects = append(objects, l.span.line)
	}
	if !slices.Equal(objects, r.rows.Objects) {
		layouts.Fill(r.rows, objects...)
	}
}
