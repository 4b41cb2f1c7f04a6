package columns

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/columnlist"
	"steward/gui/session/amounts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// manyColumns is from how many columns there is something to find them by.
const manyColumns = 8

// columnFinder narrows the list of columns down, by a part of their names and by what is to be done about them, and opens
// the form that treats many at once.
type columnFinder struct {
	of      *Page
	content *fyne.Container
	entry   *forms.OptionEntry
	state   *forms.Picker
	chosen  int // among columnStates
	count   *prose.Text
	many    *forms.Button
}

// columnStates are what columns can be picked out by.
var columnStates = []struct {
	words string
	is    func(p *Page, name string) bool
}{
	{words.Key("all columns"), func(*Page, string) bool { return true }},
	{words.Key("published"), func(p *Page, name string) bool {
		_, published := p.Session.Columns.Published(name)
		return published
	}},
	{words.Key("not published"), func(p *Page, name string) bool {
		_, published := p.Session.Columns.Published(name)
		return !published
	}},
	{words.Key("with something to do"), func(p *Page, name string) bool {
		c, published := p.Session.Columns.Published(name)
		return published && p.Session.Columns.ColumnIssue(c) != ""
	}},
}

func newColumnFinder(of *Page) *columnFinder {
	f := &columnFinder{of: of, count: prose.Caption("").OneLine()}
	f.entry = forms.NewOptionEntry(func(string) { of.Update() }, func(key fyne.KeyName) {
		if key == fyne.KeyEscape {
			f.entry.SetText("")
			return
		}
		of.table.Key(key)
	})
	f.entry.SetPlaceHolder(words.T("Find columns (q1..q40)"))
	f.state = forms.NewPicker(words.T("Which columns are listed"), func(i int) {
		f.chosen = i
		of.Update()
	})
	f.state.SetList(len(columnStates), func(i int) string { return words.Text(columnStates[i].words) })
	f.state.SetSelected(0)
	f.many = forms.NewButton(words.T("Many at once…"), func() { newManyForm(of, f.listed()).show() })
	f.content = layouts.Inset(12, 10, container.NewBorder(nil, nil, nil,
		container.NewHBox(container.NewCenter(f.count), layouts.Sized(f.state, 170), f.many), f.entry))
	return f
}

// listed returns the columns that are listed.
func (f *columnFinder) listed() []string {
	if !f.content.Visible() {
		return f.of.all
	}
	return slices.DeleteFunc(columnlist.Find(f.entry.Text, f.of.all), func(n string) bool { return !columnStates[f.chosen].is(f.of, n) })
}

func (f *columnFinder) update() {
	paint.Show(f.content, len(f.of.all) >= manyColumns)
	f.count.Set()
	if n := len(f.listed()); n < len(f.of.all) {
		f.count.SetText(words.T("%s of %s", amounts.Commas(n), amounts.Commas(len(f.of.all))))
	}
}
