package questions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/session/questions"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// sumsForm is the part of the form for a question of totals: which column is added up and in what, by
// which groups, with averages or not, and what values stand for that are no numbers themselves.
type sumsForm struct {
	of  *questionEditor
	box *fyne.Container

	column   *forms.Picker
	unit     *forms.Field
	groups   *forms.ChipList
	averages *forms.Check
	overall  *forms.Check
	stands   *fyne.Container // what values stand for
	numbers  layouts.Remade
	rows     []*forms.Field
	left     *prose.Text
	says     *prose.Text
	error    *prose.Text
	id       string
}

func newSumsForm(of *questionEditor) *sumsForm {
	f := &sumsForm{of: of, numbers: layouts.Remade{Box: layouts.Column(4)}}
	f.column = forms.NewPicker(words.T("Column"), func(i int) {
		f.try(f.sum().SetOf(f.session().Questions.SumChoices()[i].Column))
	})
	f.unit = forms.NewField(words.T("In"), forms.Taking(func(text string) error {
		return f.sum().Change(func(s *plan.Sum) { s.Unit = text })
	}))
	f.unit.SetPlaceHolder(words.T("a unit such as EUR"))
	f.groups = forms.NewChipList(words.T("Add a column"), func(i int) {
		if q, ok := of.chosen(); ok {
			f.try(f.sum().SetBy(append(q.GroupedBy(), of.of.ColumnsBeside(q.Columns)[i])))
		}
	}, func(column string) {
		if q, ok := of.chosen(); ok {
			f.try(f.sum().SetBy(slices.DeleteFunc(q.GroupedBy(), func(n domain.AttributeName) bool { return string(n) == column })))
		}
	})
	f.groups.Stays = true
	f.averages = forms.NewCheck(words.T("Averages too, at no extra cost"), func(on bool) {
		f.try(f.sum().Change(func(s *plan.Sum) { s.Averages = on }))
	})
	f.overall = forms.NewCheck(words.T("All groups together too"), func(on bool) {
		f.try(f.sum().Try(func(q *plan.Question) { q.Totals = on }))
	})
	f.left, f.says, f.error = prose.Caption(""), prose.Caption(""), prose.Caption("")
	f.stands = layouts.Column(6, prose.Strong(words.T("What these values stand for")),
		prose.Caption(words.T("Public numbers that you choose, not taken from the data. One that is left empty is not counted.")),
		f.numbers.Box, f.left, prose.NewLink(words.T("Start again with the column’s values"), func() { f.try(f.sum().ResetNumbers()) }),
		prose.NewLink(words.T("Read the numbers from a sheet…"), func() { of.of.OpenSheet(f.read) }))
	f.box = layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.6, layouts.Labelled(words.T("Add up"), f.column), f.unit),
		layouts.Labelled(words.T("For each"), f.groups.Box),
		layouts.Column(0, f.averages, f.overall), f.stands, f.says, f.error)
	return f
}

func (f *sumsForm) session() *session.Session { return f.of.of.Session }

// sum returns what the question adds up.
func (f *sumsForm) sum() questions.Sum { return questions.Sum{Question: f.of.output()} }

func (f *sumsForm) try(err error) { f.of.try(err) }

// read reads what values stand for from a sheet.
func (f *sumsForm) read(path string) {
	f.try(f.sum().Import(context.Background(), path))
}

// show shows what a question adds up.
func (f *sumsForm) show(q plan.Question) {
	paint.Show(f.box, q.Sum != nil)
	if q.Sum == nil {
		return
	}
	if q.ID != f.id {
		f.id = q.ID
		f.unit.Reset(q.Sum.Unit)
	}
	f.unit.SetValue(q.Sum.Unit)
	f.showColumn(q)
	f.showGroups(q)
	f.averages.SetChecked(q.Sum.Averages)
	f.overall.SetChecked(q.Totals)
	paint.Show(f.overall, len(q.GroupedBy()) > 0)
	f.showNumbers(q)
	text := ""
	for _, s := range f.sum().Says() {
		text += s + " "
	}
	f.says.SetText(text)
	f.error.SetOrHide(f.sum().AverageError())
}

func (f *sumsForm) showColumn(q plan.Question) {
	var options []forms.Option
	at := -1
	for i, c := range f.session().Questions.SumChoices() {
		options = append(options, forms.Option{Text: string(c.Column), Note: c.Note})
		if slices.Equal(q.Sum.Of, []domain.AttributeName{c.Column}) {
			at = i
		}
	}
	f.column.SetOptions(options)
	f.column.SetSelected(at)
}

// showGroups shows the columns that make the groups.
func (f *sumsForm) showGroups(q plan.Question) {
	f.groups.More.SetTexts(domain.Texts(f.of.of.ColumnsBeside(q.Columns)))
	f.groups.Set(domain.Texts(q.GroupedBy()), 0)
}

// mostNumbers is how many values can be typed numbers for; more are read from a sheet.
const mostNumbers = 30

// showNumbers shows what values stand for that are no numbers themselves.
func (f *sumsForm) showNumbers(q plan.Question) {
	numbers := q.Sum.Numbers
	paint.Show(f.stands, len(numbers) > 0 || len(q.Sum.Of) > 1)
	n := min(len(numbers), mostNumbers)
	f.numbers.Show(fmt.Sprint(q.ID, q.Sum.Of, len(numbers)), func() (objects []fyne.CanvasObject) {
		f.rows = nil
		for k := range n {
			label := strings.Join(numbers[k].Values, " · ")
			field := forms.NewField("", forms.Taking(func(text string) error { return f.sum().SetNumber(k, text) })).Called(label)
			f.rows, objects = append(f.rows, field), append(objects, layouts.TwoColumns(0.6, prose.Body(label), field))
		}
		return objects
	})
	for k, field := range f.rows {
		field.SetValue(words.Number(numbers[k].Number))
	}
	paint.Show(f.left, len(numbers) > n)
	f.left.SetText(words.T("and %d more, read from a sheet", len(numbers)-n))
}
