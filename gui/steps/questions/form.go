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
// refuses is said there too, and changes nothing.
type form[T any] struct {
	of      *Page
	card    *layouts.Card
	id      string // of the output that is shown
	title   *forms.Field
	says    *prose.Text
	refused *notices.Banner
	edit    func(i int, change func(*T)) error
}

// newForm returns a form for outputs that edit changes, by their number among those of their kind.
func newForm[T any](of *Page, hint string, edit func(i int, change func(*T)) error, title func(*T) *string) form[T] {
	f := form[T]{of: of, edit: edit, says: prose.Quiet(), refused: notices.NewBanner(notices.Caution, "", nil, nil)}
	f.refused.Borderless = true
	f.refused.Hide()
	f.title = forms.NewField(words.T("Title"), func(text string) string { return f.said(func(q *T) { *title(q) = text }) })
	f.title.SetPlaceHolder(hint)
	return f
}

// at returns the number of the output that is shown among those of its kind, from 0.
func (f *form[T]) at() int {
	_, i, _ := shown[T](f.of)
	return i
}

func (f *form[T]) chosen() (T, bool) {
	q, _, ok := shown[T](f.of)
	return q, ok
}

func (f *form[T]) change(change func(*T)) { f.try(f.edit(f.at(), change)) }

// said changes the output for a field, and returns what is wrong.
func (f *form[T]) said(change func(*T)) string {
	if err := f.edit(f.at(), change); err != nil {
		return words.SentenceOf(err)
	}
	return ""
}

// try shows why a change was refused.
func (f *form[T]) try(err error) {
	if err != nil {
		f.refused.Set(notices.Caution, words.T("That does not work."), prose.Plain(" "+words.SentenceOf(err)))
	}
	paint.Show(f.refused, err != nil)
	f.of.Update()
}

// fresh forgets what was typed and refused, for another output.
func (f *form[T]) fresh() {
	f.id = ""
	f.refused.Hide()
}

// show shows the title of an output, and reports whether it is another one than before.
func (f *form[T]) show(id, title, heading string) (another bool) {
	if another = id != f.id; another {
		f.id = id
		f.title.Reset(title)
		f.refused.Hide()
	}
	f.title.SetValue(title)
	f.card.SetTitle(heading)
	return another
}
