package facts

import (
	"fyne.io/fyne/v2"

	"steward/gui/session/facts"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// adding is the row under the facts that adds others: entered, from a sheet, or combinations
// that cannot occur, which are declared with the columns.
func (p *Page) adding() fyne.CanvasObject {
	p.add = forms.NewMenu(words.T("Add a fact"), func(i int) {
		if forms := facts.Forms(); i < len(forms) {
			if err := p.Session.Facts.New(forms[i].Kind); err != nil {
				p.Session.Fail(guide.Facts, err)
				return
			}
			p.Reveal(p.editor.card)
			return
		}
		p.Go(guide.Columns)
	})
	sheet := forms.NewIconTextButton(words.T("Import from a sheet…"), fynetheme.FolderOpenIcon(), func() {
		p.OpenSheet(p.Session.Facts.Import)
	})
	how := prose.Caption(words.T("A sheet with numbers already published without noise: the names of published columns, then the number of people. An empty cell counts all values."))
	return layouts.Column(8, layouts.Inline(8, p.add, sheet), how)
}

// showAdding offers the forms that make sense now.
func (p *Page) showAdding() {
	var options []forms.Option
	for _, f := range facts.Forms() {
		o := forms.Option{Text: f.Name, Note: f.Note}
		if reason := p.Session.Facts.CannotState(f.Kind); reason != "" {
			o.Note, o.Disabled = words.Sentence(reason), true
		}
		options = append(options, o)
	}
	p.add.SetOptions(append(options, forms.Option{Text: words.T("Combinations that cannot occur"), Note: words.T("Such as a married child. They are declared in step %s.", guide.Columns.Title())}))
}
