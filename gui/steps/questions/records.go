package questions

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/plan"
	"steward/core/synthetic"
	"steward/gui/session/questions"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// recordsEditor is the form for the chosen table of made-up records. What the session refuses is said
// under the form, and changes nothing.
type recordsEditor struct {
	form[plan.Synthetic, questions.Synthetic]
	shown string // the columns that can be ticked

	records, near, size, rounds *forms.Field
	method                      *forms.Picker
	columns                     *fyne.Container
	boxes                       []*forms.Check
}

// methodWords say how records are made, in the order of synthetic.Methods but for the first, which is the
// second by another name.
var methodWords = []string{
	words.Key("from tables, by a graphical model of all columns"), words.Key("by multiplicative weights over all combinations"),
	words.Key("from a small data set that is drawn by chance"),
}

func newRecordsEditor(of *Page) *recordsEditor {
	e := &recordsEditor{form: newForm(of, words.T("Say in a few words what it is"), of.Session.Questions.Synthetic, func(q *plan.Synthetic) *string { return &q.Title })}
	e.records = e.number(words.T("Records; empty: one for each person"), func(q *plan.Synthetic, n int64) { q.Records = n })
	e.near = forms.NewField(words.T("Tables that matter; empty for all over two columns"), e.updating(func(text string) error { return e.output().SetNearTables(text) }))
	e.near.SetPlaceHolder(words.T("age, town; age, rent, smoker"))
	e.method = forms.NewPicker(words.T("How records are made"), func(i int) {
		e.change(func(q *plan.Synthetic) { q.Method = string(methodAt(i)) })
	})
	e.method.SetList(len(methodWords), func(i int) string { return words.Text(methodWords[i]) })
	e.size = e.number(words.T("How many people are drawn; empty for as many as can be told apart"), func(q *plan.Synthetic, n int64) { q.Size = int(n) })
	e.rounds = e.number(words.T("Rounds: how many tables are measured; empty for a sensible number"), func(q *plan.Synthetic, n int64) { q.Rounds = int(n) })
	e.columns = layouts.Inline(16)
	e.card = layouts.NewTitledCard("", nil, layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.6, e.title, e.records),
		prose.Caption(words.T("Columns of the records")), e.columns,
		e.near,
		layouts.Labelled(words.T("How records are made"), e.method), e.size, e.rounds,
		e.refused, e.says))
	return e
}

// number returns a field for a whole number above zero, or nothing.
func (e *recordsEditor) number(label string, set func(q *plan.Synthetic, n int64)) *forms.Field {
	return forms.NewField(label, func(text string) string {
		n, problem := optional(text)
		if problem != "" {
			return problem
		}
		return e.said(func(q *plan.Synthetic) { set(q, n) })
	})
}

// methodAt returns the method of an entry of methodWords.
func methodAt(i int) synthetic.Method {
	if i == 0 {
		return synthetic.Automatic
	}
	return synthetic.Methods()[i+1]
}

// optional reads a whole number above zero, 0 for nothing, or says what is wrong.
func optional(text string) (n int64, problem string) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, ""
	}
	n, err := strconv.ParseInt(words.Typed(text), 10, 64)
	if err != nil || n < 1 {
		return 0, words.T("Enter a whole number above zero, or nothing.")
	}
	return n, ""
}

// shownNumber is optional the other way round.
func shownNumber(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// fresh forgets what was typed and refused, for another question.
func (e *recordsEditor) fresh() {
	e.form.fresh()
	e.shown = ""
}

// update shows the table.
func (e *recordsEditor) update() {
	q, ok := e.chosen()
	paint.Show(e.card, ok)
	if !ok {
		return
	}
	if e.show(q.ID, q.Title, words.T("Question %d: %s", e.of.selected+1, words.Text(questions.SyntheticName))) {
		e.records.Reset(shownNumber(q.Records))
		e.near.Reset(questions.NearTables(q))
		e.size.Reset(shownNumber(int64(q.Size)))
		e.rounds.Reset(shownNumber(int64(q.Rounds)))
	}
	e.records.SetValue(shownNumber(q.Records))
	e.near.SetValue(questions.NearTables(q))
	e.size.SetValue(shownNumber(int64(q.Size)))
	e.rounds.SetValue(shownNumber(int64(q.Rounds)))
	e.method.SetSelected(max(slices.Index(synthetic.Methods(), synthetic.Method(q.Method))-1, 0))
	paint.Show(e.size, q.Method == string(synthetic.Small))
	paint.Show(e.rounds, q.Method == string(synthetic.Weights))
	e.showColumns(q)
	e.says.SetText(e.output().Publishes())
}

// showColumns shows the columns to tick.
func (e *recordsEditor) showColumns(q plan.Synthetic) {
	names, in := e.of.Session.Questions.SyntheticColumns(q)
	if key := q.ID + "\x00" + strings.Join(names, "\x00"); key != e.shown {
		e.shown, e.boxes = key, nil
		var boxes []fyne.CanvasObject
		for _, name := range names {
			box := forms.NewCheck(name, func(on bool) {
				e.try(e.output().SetColumn(name, on))
			})
			e.boxes, boxes = append(e.boxes, box), append(boxes, box)
		}
		layouts.Fill(e.columns, boxes...)
	}
	for i, on := range in {
		e.boxes[i].SetChecked(on)
	}
}
