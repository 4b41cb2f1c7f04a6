package facts

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/gui/session/amounts"
	"steward/gui/session/facts"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// countForm says whom a count counts: boxes of conditions, of which one has to hold.
type countForm struct {
	of      *Page
	number  *forms.Field
	boxes   *fyne.Container
	made    []*boxForm
	content *fyne.Container
}

func newCountForm(of *Page) *countForm {
	c := &countForm{of: of, boxes: layouts.Column(8)}
	c.number = peopleField(of, words.T("Number of people that is known"), func(d *facts.Draft, text string) { d.Number = text })
	c.number.SetPlaceHolder(words.T("for example 300"))
	or := prose.NewLink(words.T("or, other people as well…"), func() {
		of.change(func(d *facts.Draft) {
			d.Who = append(d.Who, constraint.Box{{Column: of.Session.Plan().Columns[0].Name}})
		})
	})
	c.content = layouts.Column(layouts.Gap, prose.Body(words.T("Count the people who have")), c.boxes, layouts.Inline(0, or), layouts.Inline(0, c.number))
	return c
}

func (c *countForm) update(d *facts.Draft, another bool) {
	if another {
		c.number.Reset(d.Number)
	}
	c.number.SetValue(d.Number)
	for len(c.made) < len(d.Who) {
		c.made = append(c.made, newBoxForm(c.of, len(c.made)))
	}
	var objects []fyne.CanvasObject
	for i, b := range d.Who {
		if i > 0 {
			objects = append(objects, c.made[i].or)
		}
		c.made[i].update(b, len(d.Who) > 1)
		objects = append(objects, c.made[i].ground)
	}
	if !slices.Equal(objects, c.boxes.Objects) {
		layouts.Fill(c.boxes, objects...)
	}
}

// boxForm is the conditions that hold together.
type boxForm struct {
	of     *Page
	at     int
	rows   *fyne.Container
	made   []*conditionForm
	more   *forms.Picker
	adding *fyne.Container // that box at its width
	remove *fyne.Container
	or     fyne.CanvasObject // the word before it
	ground *layouts.Ground
	rest   []domain.AttributeName
}

func newBoxForm(of *Page, at int) *boxForm {
	b := &boxForm{of: of, at: at, rows: layouts.Column(layouts.Gap), or: prose.Strong(words.T("or"))}
	b.more = forms.NewPicker(words.T("and one more column"), func(i int) {
		b.more.SetSelected(-1)
		of.change(func(d *facts.Draft) {
			d.Who[at] = append(d.Who[at], constraint.Condition{Column: b.rest[i]})
		})
	})
	b.remove = layouts.Inline(0, prose.NewLink(words.T("Remove these people"), func() {
		of.change(func(d *facts.Draft) { d.Who = slices.Delete(d.Who, at, at+1) })
	}))
	b.ground = layouts.NewGround(theme.Quiet, layouts.Inset(10, 12, layouts.Column(layouts.Gap, b.rows, layouts.Inline(12, b.moreAt(), b.remove))))
	return b
}

// moreAt gives the box for another column room for its words.
func (b *boxForm) moreAt() fyne.CanvasObject {
	b.adding = layouts.Sized(b.more, 200)
	return b.adding
}

func (b *boxForm) update(box constraint.Box, removable bool) {
	for len(b.made) < len(box) {
		b.made = append(b.made, newConditionForm(b.of, b.at, len(b.made)))
	}
	var objects []fyne.CanvasObject
	var named []domain.AttributeName
	for _, c := range box {
		named = append(named, c.Column)
	}
	b.rest = b.of.ColumnsBeside(named)
	for k, c := range box {
		b.made[k].update(c, b.rest, len(box) > 1)
		objects = append(objects, b.made[k].content)
	}
	if !slices.Equal(objects, b.rows.Objects) {
		layouts.Fill(b.rows, objects...)
	}
	b.more.SetTexts(domain.Texts(b.rest))
	b.more.SetSelected(-1)
	paint.Show(b.adding, len(b.rest) > 0)
	paint.Show(b.remove, removable)
}

// mostChecks is how many values of a column are ticked in sight; others are picked.
const mostChecks = 16

// conditionForm says which answers of a column count.
type conditionForm struct {
	of      *Page
	box, at int
	column  *forms.Picker
	columns []domain.AttributeName
	remove  *forms.IconButton
	checks  *fyne.Container // of few values, or of those that have no place in the order
	boxes   []*forms.Check
	labels  []string
	many    *domain.Attribute
	chips   *forms.ChipList // of many values
	ranges  *fyne.Container
	spans   []*spanLine
	another *fyne.Container
	content *fyne.Container
}

func newConditionForm(of *Page, box, at int) *conditionForm {
	c := &conditionForm{of: of, box: box, at: at, checks: layouts.Inline(4), ranges: layouts.Column(6)}
	c.column = forms.NewPicker(words.T("Whose answers count"), func(i int) {
		c.set(func(x *constraint.Condition) { *x = constraint.Condition{Column: c.columns[i]} })
	})
	c.remove = forms.NewBin(words.T("Remove this column"), func() {
		of.change(func(d *facts.Draft) { d.Who[box] = slices.Delete(d.Who[box], at, at+1) })
	})
	c.chips = forms.NewChipList(words.T("Choose a value"), func(i int) { c.toggle(c.many.Label(i), true) }, func(label string) { c.toggle(label, false) })
	c.chips.Stays = true
	c.another = layouts.Inline(0, prose.NewLink(words.T("and another range"), func() {
		c.set(func(x *constraint.Condition) { x.Spans = append(x.Spans, constraint.Span{}) })
	}))
	c.content = layouts.Column(6, container.NewBorder(nil, nil, nil, c.remove, layouts.Sized(c.column, 200)), c.ranges, c.another, c.checks, c.chips.Box)
	return c
}

// set changes the condition.
func (c *conditionForm) set(f func(x *constraint.Condition)) {
	c.of.change(func(d *facts.Draft) {
		x := d.Who[c.box][c.at]
		x.Values, x.Spans = slices.Clone(x.Values), slices.Clone(x.Spans)
		f(&x)
		d.Who[c.box][c.at] = x
	})
}

// toggle lets a value count, or no longer.
func (c *conditionForm) toggle(label string, on bool) {
	c.set(func(x *constraint.Condition) {
		x.Values = slices.DeleteFunc(x.Values, func(v string) bool { return v == label })
		if on {
			x.Values = append(x.Values, label)
		}
	})
}

func (c *conditionForm) update(x constraint.Condition, rest []domain.AttributeName, removable bool) {
	c.columns = append([]domain.AttributeName{x.Column}, rest...)
	c.column.SetTexts(domain.Texts(c.columns))
	c.column.SetSelected(0)
	paint.Show(c.remove, removable)
	a, ok := c.of.Session.Attribute(string(x.Column))
	if !ok {
		return
	}
	c.updateRanges(a, x)
	from := 0
	if a.HasOrder() {
		from = a.Regular() // the others are in ranges
	}
	few := a.Size()-from <= mostChecks
	paint.Show(c.checks, few && a.Size() > from)
	paint.Show(c.chips.Box, !few)
	if few {
		c.updateChecks(a, from, x)
		return
	}
	c.updateChips(a, x)
}

// updateChecks shows values to tick.
func (c *conditionForm) updateChecks(a *domain.Attribute, from int, x constraint.Condition) {
	labels := a.Labels()[from:]
	if !slices.Equal(labels, c.labels) {
		c.labels, c.boxes = slices.Clone(labels), nil
		var objects []fyne.CanvasObject
		for _, l := range labels {
			b := forms.NewCheck(amounts.Value(l), func(on bool) { c.toggle(l, on) })
			c.boxes, objects = append(c.boxes, b), append(objects, b)
		}
		layouts.Fill(c.checks, objects...)
	}
	for i, l := range c.labels {
		c.boxes[i].SetChecked(slices.Contains(x.Values, l))
	}
}

// updateChips shows the values that were picked.
func (c *conditionForm) updateChips(a *domain.Attribute, x constraint.Condition) {
	c.many = a
	c.chips.More.SetList(a.Size(), amounts.ValuesOf(a))
	c.chips.Set(x.Values, 0)
}

// updateRanges shows the ranges of a column with an order, one that is empty where there is
// nothing yet.
func (c *conditionForm) updateRanges(a *domain.Attribute, x constraint.Condition) {
	paint.Show(c.ranges, a.HasOrder())
	paint.Show(c.another, a.HasOrder() && len(x.Spans) > 0)
	if !a.HasOrder() {
		return
	}
	spans := x.Spans
	if len(spans) == 0 {
		spans = []constraint.Span{{}}
	}
	for len(c.spans) < len(spans) {
		k := len(c.spans)
		c.spans = append(c.spans, newSpanLine(func(s constraint.Span) {
			c.set(func(x *constraint.Condition) {
				if k >= len(x.Spans) {
					x.Spans = append(x.Spans, s)
					return
				}
				x.Spans[k] = s
			})
		}, func() {
			c.set(func(x *constraint.Condition) { x.Spans = slices.Delete(x.Spans, k, k+1) })
		}))
	}
	var objects []fyne.CanvasObject
	for k, s := range spans {
		c.spans[k].show(a, s, len(x.Spans) > 0)
		objects = append(objects, c.spans[k].line)
	}
	if !slices.Equal(objects, c.ranges.Objects) {
		layouts.Fill(c.ranges, objects...)
	}
}

// spanLine chooses a range of a column: from a value to another one.
type spanLine struct {
	from, to *forms.Picker
	a        *domain.Attribute
	first    int // the value that to's options begin with
	remove   *forms.IconButton
	line     *fyne.Container
}

func newSpanLine(changed func(s constraint.Span), removed func(), beside ...fyne.CanvasObject) *spanLine {
	l := &spanLine{}
	l.from = forms.NewPicker(words.T("From"), func(i int) {
		to := max(l.first+l.to.Selected(), i)
		if l.to.Selected() < 0 {
			to = i
		}
		changed(constraint.Span{From: l.a.Label(i), To: l.a.Label(to)})
	})
	l.to = forms.NewPicker(words.T("To"), func(i int) {
		from := l.from.Selected()
		if from < 0 {
			from = l.first + i
		}
		changed(constraint.Span{From: l.a.Label(from), To: l.a.Label(l.first + i)})
	})
	l.remove = forms.NewBin(words.T("Remove this range"), removed)
	l.line = layouts.Inline(8, layouts.Sized(l.from, 130), prose.Quiet(words.T("to")).OneLine(), layouts.Sized(l.to, 130))
	for _, o := range beside {
		l.line.Add(o)
	}
	l.line.Add(l.remove)
	return l
}

// show shows a range; labels that the column does not have are left open.
func (l *spanLine) show(a *domain.Attribute, s constraint.Span, removable bool) {
	l.a = a
	from, okFrom := a.Find(s.From)
	to, okTo := a.Find(s.To)
	if !okFrom || s.From == "" {
		from = -1
	}
	l.first = max(from, 0)
	label := amounts.ValuesOf(a)
	l.from.SetList(a.Regular(), label)
	l.to.SetList(a.Regular()-l.first, func(i int) string { return label(l.first + i) })
	l.from.SetSelected(from)
	if !okTo || s.To == "" || to < l.first {
		to = l.first - 1
	}
	l.to.SetSelected(to - l.first)
	paint.Show(l.remove, removable)
}
