package questions

import (
	"context"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/opened"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
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
	groups   *fyne.Container
	more     *forms.Picker
	averages *forms.Check
	overall  *forms.Check
	stands   *fyne.Container // what values stand for
	numbers  *fyne.Container
	rows     []*forms.Field
	left     *prose.Text
	says     *prose.Text
	error    *prose.Text
	id       string
	shown    string
	listed   string
}

func newSumsForm(of *questionEditor) *sumsForm {
	f := &sumsForm{of: of, groups: layouts.Inline(6), numbers: layouts.Column(4)}
	f.column = forms.NewPicker(words.T("Column"), func(i int) {
		f.try(f.session().Questions.Sum(f.at()).SetOf(f.session().Questions.SumChoices()[i].Column))
	})
	f.unit = forms.NewField(words.T("In"), func(text string) string {
		if err := f.session().Questions.Sum(f.at()).Change(func(s *plan.Sum) { s.Unit = text }); err != nil {
			return words.SentenceOf(err)
		}
		return ""
	})
	f.unit.SetPlaceHolder(words.T("a unit such as EUR"))
	f.more = forms.NewPicker(words.T("Add a column"), func(i int) {
		if q, ok := of.chosen(); ok {
			f.more.SetSelected(-1)
			f.try(f.session().Questions.Sum(f.at()).SetBy(append(q.GroupedBy(), f.rest(q)[i])))
		}
	})
	f.averages = forms.NewCheck(words.T("Averages too, at no extra cost"), func(on bool) {
		f.try(f.session().Questions.Sum(f.at()).Change(func(s *plan.Sum) { s.Averages = on }))
	})
	f.overall = forms.NewCheck(words.T("All groups together too"), func(on bool) {
		f.try(f.session().Questions.Try(f.at(), func(q *plan.Question) { q.Totals = on }))
	})
	f.left, f.says, f.error = prose.Caption(), prose.Caption(), prose.Caption()
	f.stands = layouts.Column(6, prose.Strong(words.T("What these values stand for")),
		prose.Caption(prose.Plain(words.T("Public numbers that you choose, not taken from the data. One that is left empty is not counted."))),
		f.numbers, f.left, prose.NewLink(words.T("Start again with the column’s values"), func() { f.try(f.session().Questions.Sum(f.at()).ResetNumbers()) }),
		prose.NewLink(words.T("Read the numbers from a sheet…"), func() { dialogs.OpenFile(of.of.Window, "", opened.SheetEndings(), f.read) }))
	f.box = layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.6, layouts.Labelled(words.T("Add up"), f.column), f.unit),
		layouts.Labelled(words.T("For each"), f.groups),
		layouts.Column(0, f.averages, f.overall), f.stands, f.says, f.error)
	return f
}

func (f *sumsForm) session() *session.Session { return f.of.of.Session }

func (f *sumsForm) at() int { return f.of.of.selected }

func (f *sumsForm) try(err error) { f.of.try(err) }

// read reads what values stand for from a sheet.
func (f *sumsForm) read(path string) {
	f.try(f.session().Questions.ImportSumNumbers(context.Background(), f.at(), path))
}

// rest returns the columns that could make groups and do not.
func (f *sumsForm) rest(q plan.Question) (out []domain.AttributeName) {
	for _, c := range f.session().Plan().Columns {
		if !slices.Contains(q.Columns, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
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
	for _, s := range f.session().Questions.Sum(f.at()).Says() {
		text += s + " "
	}
	f.says.Set(prose.Plain(text))
	average := f.session().Questions.Sum(f.at()).AverageError()
	f.error.Set(prose.Plain(average))
	paint.Show(f.error, average != "")
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
	rest, by := f.rest(q), q.GroupedBy()
	f.more.SetTexts(domain.Texts(rest))
	f.more.SetSelected(-1)
	input.Enable(f.more, len(rest) > 0)
	key := fmt.Sprintf("%s %q", q.ID, by)
	if key == f.shown {
		return
	}
	f.shown = key
	var objects []fyne.CanvasObject
	for _, c := range by {
		objects = append(objects, forms.NewChip(string(c), func() {
			if now, ok := f.of.chosen(); ok {
				f.try(f.session().Questions.Sum(f.at()).SetBy(slices.DeleteFunc(now.GroupedBy(), func(n domain.AttributeName) bool { return n == c })))
			}
		}))
	}
	layouts.Fill(f.groups, append(objects, f.more)...)
}

// mostNumbers is how many values can be typed numbers for; more are read from a sheet.
const mostNumbers = 30

// showNumbers shows what values stand for that are no numbers themselves.
func (f *sumsForm) showNumbers(q plan.Question) {
	numbers := q.Sum.Numbers
	paint.Show(f.stands, len(numbers) > 0 || len(q.Sum.Of) > 1)
	n := min(len(numbers), mostNumbers)
	key := fmt.Sprint(q.ID, q.Sum.Of, len(numbers))
	if key != f.listed {
		f.listed, f.rows = key, nil
		objects := make([]fyne.CanvasObject, n)
		for k := range n {
			label := ""
			for i, v := range numbers[k].Values {
				if i > 0 {
					label += " · "
				}
				label += v
			}
			field := forms.NewField("", func(text string) string {
				if err := f.session().Questions.Sum(f.at()).SetNumber(k, text); err != nil {
					return words.SentenceOf(err)
				}
				return ""
			})
			field.Called(label)
			f.rows = append(f.rows, field)
			objects[k] = layouts.TwoColumns(0.6, prose.Body(label), field)
		}
		layouts.Fill(f.numbers, objects...)
	}
	for k, field := range f.rows {
		field.SetValue(words.Number(numbers[k].Number))
	}
	paint.Show(f.left, len(numbers) > n)
	f.left.Set(prose.Plain(words.T("and %d more, read from a sheet", len(numbers)-n)))
}
