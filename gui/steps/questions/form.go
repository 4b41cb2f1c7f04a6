package questions

import (
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// form is what the forms for all kinds of output have: a card with its title, and what is said of it. What the session
// refuses is said there too, and changes nothing. Output is how one of them is changed.
type form[T any, Output interface{ Try(change func(*T)) error }] struct {
	of      *Page
	card    *layouts.Card
	id      string // of the output that is shown
	title   *forms.Field
	says    *prose.Text
	refused *notices.Banner
	nth     func(i int) Output
}

// newForm returns a form for outputs that nth returns by their number among those of their kind.
func newForm[T any, Output interface{ Try(change func(*T)) error }](of *Page, hint string, nth func(i int) Output, title func(*T) *string) form[T, Output] {
	f := form[T, Output]{of: of, nth: nth, says: prose.Quiet(""), refused: notices.NewInlay(notices.Caution)}
	f.title = forms.NewField(words.T("Title"), func(text string) string { return f.said(func(q *T) { *title(q) = text }) })
	f.title.SetPlaceHolder(hint)
	return f
}

// output returns the output that is shown.
func (f *form[T, Output]) output() Output {
	_, i, _ := shown[T](f.of)
	return f.nth(i)
}

func (f *form[T, Output]) chosen() (T, bool) {
	q, _, ok := shown[T](f.of)
	return q, ok
}

func (f *form[T, Output]) change(change func(*T)) { f.try(f.output().Try(change)) }

// said changes the output for a field, and returns what is wrong.
func (f *form[T, Output]) said(change func(*T)) string {
	if err := f.output().Try(change); err != nil {
		return words.SentenceOf(err)
	}
	return ""
}

// updating is forms.Taking for what the page shows again.
func (f *form[T, Output]) updating(take func(text string) error) func(string) string {
	return forms.Taking(func(text string) error {
		err := take(text)
		if err == nil {
			f.of.Update()
		}
		return err
	})
}

// try shows why a change was refused.
func (f *form[T, Output]) try(err error) {
	if err != nil {
		f.refused.Set(notices.Caution, words.T("That does not work."), prose.Plain(" "+words.SentenceOf(err)))
	}
	paint.Show(f.refused, err != nil)
	f.of.Update()
}

// fresh forgets what was typed and refused, for another output.
func (f *form[T, Output]) fresh() {
	f.id = ""
	f.refused.Hide()
}

// show shows the title of an output, and reports whether it is another one than before.
func (f *form[T, Output]) show(id, title, heading string) (another bool) {
	if another = id != f.id; another {
		f.id = id
		f.title.Reset(title)
		f.refused.Hide()
	}
	f.title.SetValue(title)
	f.card.SetTitle(heading)
	return another
}
