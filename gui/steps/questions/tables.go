package questions

import (
	"reflect"
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/workload"
	"steward/gui/session/questions"
	"steward/gui/session/secrets"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// questionEditor is the form for the chosen question. It offers what makes sense only; what
// the session refuses all the same is said under the form, and changes nothing.
type questionEditor struct {
	form[plan.Question, questions.Question]
	kind    *forms.Picker
	along   *forms.Picker   // the one column of counts that go along an order
	chips   *forms.ChipList // the columns of a table
	whom    *forms.Picker   // everybody, or those with an answer
	only    *fyne.Container // whom, with what it is called
	answers []plan.Answers  // that whom offers
	byWhat  *prose.Text
	counted *fyne.Container
	lone    *fyne.Container // the one column, at half the width
	which   *forms.Picker   // every range, or those listed
	ranges  *fyne.Container
	spans   *fyne.Container // all about ranges
	boxes   *boxesForm
	derived *derivedForm
	sums    *sumsForm
	rows    []*editors.ValuePair
	another *prose.Link
}

func newQuestionEditor(of *Page) *questionEditor {
	e := &questionEditor{form: newForm(of, words.T("Say in a few words what it asks"), of.Session.Questions.Question, func(q *plan.Question) *string { return &q.Title })}
	e.kind = forms.NewPicker(words.T("Kind"), func(i int) { e.try(e.output().SetKind(questions.Kinds()[i])) })
	e.along = forms.NewPicker(words.T("Column"), func(i int) {
		e.try(e.output().SetColumns([]domain.AttributeName{of.Session.Plan().Columns[i].Name}))
	})
	e.chips = forms.NewChipList(words.T("Add a column"), e.addColumn, e.removeColumn)
	e.chips.Stays = true
	e.whom = forms.NewPicker(words.T("Who is counted"), e.setWhom)
	e.only = layouts.TwoColumns(0.6, layouts.Labelled(words.T("Who is counted"), e.whom), layouts.Column(0))
	e.byWhat = prose.Caption("")
	e.which = forms.NewPicker(words.T("Which ranges"), func(i int) { e.try(e.spanned().SetEvery(i == 0)) })
	e.which.SetTexts([]string{words.T("every range, from any value to any other"), words.T("these ranges")})
	e.ranges = layouts.Column(6)
	e.another = prose.NewLink(words.T("Add a range"), func() {
		if q, ok := e.chosen(); ok && len(q.Columns) > 1 {
			e.try(e.spanned().AddBox())
			return
		}
		e.try(e.spanned().Add())
	})
	e.boxes, e.derived, e.sums = newBoxesForm(e), newDerivedForm(e), newSumsForm(e)
	e.spans = layouts.Column(8, layouts.TwoColumns(0.6, e.which, layouts.Column(0)), e.ranges, e.boxes.rows.Box, e.another)
	e.lone = layouts.TwoColumns(0.6, e.along, layouts.Column(0))
	e.counted = layouts.Column(4, e.byWhat, e.lone, e.chips.Box, e.only)
	e.card = layouts.NewTitledCard("", nil, layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.6, e.title, layouts.Labelled(words.T("Kind"), e.kind)),
		e.counted, e.sums.box, e.spans, e.refused, e.says, e.derived.box))
	return e
}

// spanned returns the ranges of the question.
func (e *questionEditor) spanned() questions.Ranges { return questions.Ranges{Question: e.output()} }

// addColumn adds a column to the table; the picker then offers the rest.
func (e *questionEditor) addColumn(i int) {
	if q, ok := e.chosen(); ok {
		e.try(e.output().SetColumns(append(slices.Clone(q.Columns), e.of.ColumnsBeside(q.Columns)[i])))
	}
}

// update shows the question.
func (e *questionEditor) update() {
	q, ok := e.chosen()
	paint.Show(e.card, ok)
	if !ok {
		return
	}
	e.show(q.ID, q.Title, words.T("Question %d", e.of.selected+1))
	e.showKind(q)
	table := workload.Kind(q.Kind) == workload.Table || len(q.Columns) > 1
	paint.Show(e.lone, !table)
	paint.Show(e.chips.Box, table)
	paint.Show(e.only, workload.Kind(q.Kind) == workload.Table)
	paint.Show(e.counted, q.Sum == nil)
	e.sums.show(q)
	if table {
		by := words.T("Counted by")
		if workload.Kind(q.Kind) == workload.Ranges {
			by = words.T("Ranges of")
		}
		e.byWhat.SetText(by)
		e.showChips(q)
		e.showWhom(q)
	} else {
		e.byWhat.SetText(words.T("Counted along"))
		e.showAlong(q)
	}
	e.showRanges(q)
	e.boxes.show(q)
	e.derived.show(q)
	e.says.SetText(e.output().Publishes())
}

func (e *questionEditor) showKind(q plan.Question) {
	var options []forms.Option
	at := -1
	for i, k := range questions.Kinds() {
		o := forms.Option{Text: k.Name, Note: k.Explanation}
		if reason := e.of.Session.Questions.CannotAsk(k); reason != "" {
			o.Note, o.Disabled = reason, true
		}
		if k.ID == questions.KindOf(q).ID {
			at = i
		}
		options = append(options, o)
	}
	e.kind.SetOptions(options)
	e.kind.SetSelected(at)
}

// showAlong offers the columns that have an order.
func (e *questionEditor) showAlong(q plan.Question) {
	var options []forms.Option
	at := -1
	for i, c := range e.of.Session.Plan().Columns {
		o := forms.Option{Text: string(c.Name)}
		if reason := secrets.RuleUnfit(c, secret.Near); reason != "" {
			o.Note, o.Disabled = reason, true
		}
		if len(q.Columns) > 0 && c.Name == q.Columns[0] {
			at = i
		}
		options = append(options, o)
	}
	e.along.SetOptions(options)
	e.along.SetSelected(at)
}

// showChips shows the columns of a table. The last one has to stay.
func (e *questionEditor) showChips(q plan.Question) {
	e.chips.More.SetTexts(domain.Texts(e.of.ColumnsBeside(q.Columns)))
	e.chips.Set(domain.Texts(q.Columns), 1)
}

// showWhom offers everybody, and people with one answer to any column.
func (e *questionEditor) showWhom(q plan.Question) {
	e.answers = e.of.Session.Questions.Only()
	at := 0
	if len(q.Only) > 0 {
		at = slices.IndexFunc(e.answers, func(o plan.Answers) bool { return reflect.DeepEqual([]plan.Answers{o}, q.Only) }) + 1
	}
	if at == 0 && len(q.Only) > 0 { // several answers, as a plan can have them
		at, e.answers = len(e.answers)+1, append(e.answers, plan.Answers{})
	}
	e.whom.SetSource(len(e.answers)+1, func(i int) forms.Option {
		switch {
		case i == 0:
			return forms.Option{Text: words.T("everybody")}
		case e.answers[i-1].Column == "":
			return forms.Option{Text: words.Say(q.Asked().OnlyFor())}
		}
		return forms.Option{Text: words.Say(plan.Question{Only: e.answers[i-1 : i]}.Asked().OnlyFor())}
	})
	e.whom.SetSelected(at)
}

// setWhom counts everybody, or those with an answer.
func (e *questionEditor) setWhom(i int) {
	switch {
	case i == 0:
		e.try(e.output().SetOnly(nil))
	case e.answers[i-1].Column != "":
		e.try(e.output().SetOnly(&e.answers[i-1]))
	}
}

func (e *questionEditor) removeColumn(name string) {
	if q, ok := e.chosen(); ok {
		left := slices.DeleteFunc(slices.Clone(q.Columns), func(n domain.AttributeName) bool { return string(n) == name })
		e.try(e.output().SetColumns(left))
	}
}

// showRanges lists the ranges.
func (e *questionEditor) showRanges(q plan.Question) {
	on := workload.Kind(q.Kind) == workload.Ranges
	paint.Show(e.spans, on)
	paint.Show(e.ranges, on && !q.Every && len(q.Columns) == 1)
	paint.Show(e.another, on && !q.Every)
	if !on {
		return
	}
	at := 1
	if q.Every {
		at = 0
	}
	e.which.SetSelected(at)
	a, ok := e.of.Session.Attribute(string(q.Columns[0]))
	if !ok || q.Every || len(q.Columns) > 1 {
		return
	}
	for len(e.rows) < len(q.Ranges) {
		e.rows = append(e.rows, e.newRange(len(e.rows)))
	}
	objects := make([]fyne.CanvasObject, len(q.Ranges))
	for k, r := range q.Ranges {
		values := [2]int{-1, -1}
		for i, label := range []string{r.From, r.To} {
			if v, ok := a.Find(label); ok {
				values[i] = v
			}
		}
		e.rows[k].Set(a, a.Regular(), max(values[0], 0), values, len(q.Ranges) > 1)
		objects[k] = e.rows[k].Row
	}
	if len(e.ranges.Objects) != len(objects) {
		layouts.Fill(e.ranges, objects...)
	}
}

func (e *questionEditor) newRange(k int) *editors.ValuePair {
	return editors.NewValuePair([2]string{words.T("From"), words.T("To")}, words.T("to"),
		func(from, to int) { e.try(e.spanned().Set(k, from, to)) },
		func() { e.try(e.spanned().Remove(k)) })
}
