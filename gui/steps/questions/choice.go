package questions

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/session/questions"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// choiceEditor is the form for the chosen percentile, most common value or best choice. What the
// session refuses is said under the form, and changes nothing.
type choiceEditor struct {
	form[plan.Choice, questions.Choice]
	column, by *forms.Picker
	ranked     *fyne.Container // what only percentiles have
	percentile *forms.Field
	interval   *forms.Check
	method     *forms.Picker
	methods    []func(*plan.Choice)
	list       *fyne.Container // what only lists of options have
	test       *forms.Picker
	options    *forms.Field
}

func newChoiceEditor(of *Page) *choiceEditor {
	e := &choiceEditor{form: newForm(of, words.T("Say in a few words what it asks"), of.Session.Questions.Choice, func(q *plan.Choice) *string { return &q.Title })}
	e.column = forms.NewPicker(words.T("Column"), func(i int) {
		e.try(e.output().SetColumn(of.Session.Plan().Columns[i].Name))
	})
	e.by = forms.NewPicker(words.T("For whom"), func(i int) {
		e.change(func(q *plan.Choice) {
			if q.By = nil; i > 0 {
				q.By, q.Table = []domain.AttributeName{e.others(*q)[i-1]}, ""
			}
		})
	})
	e.percentile = forms.NewField(words.T("Percentile: 50 is the median"), func(text string) string {
		return e.said(func(q *plan.Choice) { q.Percentile = words.Typed(text) })
	})
	e.interval = forms.NewCheck(words.T("Also publish between which values it lies, 19 times in 20"), func(on bool) {
		e.change(func(q *plan.Choice) { q.Interval = on })
	})
	e.method = forms.NewPicker(words.T("How"), func(i int) { e.change(e.methods[i]) })
	e.ranked = layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.4, e.percentile, layouts.Labelled(words.T("How it is made"), e.method)), e.interval)
	e.test = forms.NewPicker(words.T("Who counts"), func(i int) { e.setOptions(e.options.Text(), string(choice.Tests()[i])) })
	e.test.SetList(len(choice.Tests()), func(i int) string { return words.Text(testWords[choice.Tests()[i]]) })
	e.options = forms.NewLongField(words.T("Options, one on each line"), 6, forms.Taking(func(text string) error { return e.output().SetOptions(text, e.testOf()) }))
	e.list = layouts.Column(layouts.Gap, layouts.Labelled(words.T("For each option, these people count"), e.test), e.options,
		prose.Caption(words.T("A line such as 5 is a price: everyone who would pay it counts 5. Otherwise: name; value to compare with; what each person counts. With weights: name; value = weight; value = weight.")),
		prose.NewLink(words.T("Read the list from a sheet…"), func() { of.OpenSheet(e.readOptions) }))
	e.card = layouts.NewTitledCard("", nil, layouts.Column(layouts.Gap, e.title,
		layouts.TwoColumns(0.5, layouts.Labelled(words.T("Of"), e.column), layouts.Labelled(words.T("For"), e.by)),
		e.ranked, e.list, e.refused, e.says))
	return e
}

// testWords say which people count for an option.
var testWords = map[choice.Test]string{
	choice.Above:   words.Key("those whose value is above the option’s"),
	choice.AtLeast: words.Key("those whose value is the option’s or above"),
	choice.Below:   words.Key("those whose value is below the option’s"),
	choice.AtMost:  words.Key("those whose value is the option’s or below"),
	choice.Equal:   words.Key("those whose value is the option’s"),
	choice.Weights: words.Key("everybody, by weights for their values"),
}

func (e *choiceEditor) testOf() string {
	q, _ := e.chosen()
	return q.Test
}

func (e *choiceEditor) setOptions(text, test string) {
	e.try(e.output().SetOptions(text, test))
}

// readOptions takes the list from a sheet.
func (e *choiceEditor) readOptions(path string) { e.output().ReadOptions(path, e.try) }

// others returns the columns that there can be one for each value of.
func (e *choiceEditor) others(q plan.Choice) []domain.AttributeName {
	return e.of.ColumnsBeside([]domain.AttributeName{q.Column})
}

// update shows the choice.
func (e *choiceEditor) update() {
	q, ok := e.chosen()
	paint.Show(e.card, ok)
	if !ok {
		return
	}
	percentile, options := q.Percentile, questions.OptionLines(q)
	if percentile == "" {
		percentile = "50"
	}
	percentile = words.Number(percentile)
	if e.show(q.ID, q.Title, words.T("Question %d: %s", e.of.selected+1, questions.ChoiceKindOf(q).Name)) {
		e.percentile.Reset(percentile)
		e.options.Reset(options)
	}
	e.percentile.SetValue(percentile)
	e.options.SetValue(options)
	e.showColumns(q)
	kind := choice.Kind(q.Kind)
	paint.Show(e.ranked, kind == choice.Percentile)
	paint.Show(e.list, kind == choice.Best)
	e.interval.SetChecked(q.Interval)
	e.showMethods(q)
	e.test.SetSelected(slices.Index(choice.Tests(), choice.Test(q.Test)))
	e.says.SetText(e.output().Publishes())
}

func (e *choiceEditor) showColumns(q plan.Choice) {
	var columns []forms.Option
	at := -1
	for i, c := range e.of.Session.Plan().Columns {
		o := forms.Option{Text: string(c.Name)}
		if reason := secrets.RuleUnfit(c, secret.Near); reason != "" && choice.Kind(q.Kind) == choice.Percentile {
			o.Note, o.Disabled = reason, true
		}
		if c.Name == q.Column {
			at = i
		}
		columns = append(columns, o)
	}
	e.column.SetOptions(columns)
	e.column.SetSelected(at)
	by := []forms.Option{{Text: words.T("everybody together")}}
	chosen := 0
	for i, n := range e.others(q) {
		by = append(by, forms.Option{Text: words.T("each %s", n)})
		if len(q.By) == 1 && q.By[0] == n {
			chosen = i + 1
		}
	}
	if len(q.By) > 1 {
		chosen = -1
	}
	e.by.SetOptions(by)
	e.by.SetSelected(chosen)
}

// showMethods offers the ways to make a percentile.
func (e *choiceEditor) showMethods(q plan.Choice) {
	set := func(method, table string) func(*plan.Choice) {
		return func(q *plan.Choice) { q.Method, q.Table = method, table }
	}
	options := []forms.Option{{Text: words.T("the better way")}, {Text: words.T("drawn by its rank")}}
	e.methods = []func(*plan.Choice){set("", ""), set(string(choice.Drawn), "")}
	at := 0
	if q.Method == string(choice.Drawn) {
		at = 1
	}
	if len(q.By) == 0 {
		options = append(options, forms.Option{Text: words.T("taken from a cumulative table of its own")})
		e.methods = append(e.methods, set(string(choice.FromTable), ""))
		if q.Method == string(choice.FromTable) {
			at = 2
		}
	}
	for _, t := range e.of.Session.Questions.ChoiceTables(q) {
		if t.ID == q.Table {
			at = len(options)
		}
		options = append(options, forms.Option{Text: words.T("taken from “%s”", t.Title), Note: words.T("at no cost")})
		e.methods = append(e.methods, set("", t.ID))
	}
	e.method.SetOptions(options)
	e.method.SetSelected(at)
}
