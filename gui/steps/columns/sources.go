package columns

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/columns"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// columnSources brings declarations from files: a codebook, or the plan of another project; and
// puts places on a grid.
type columnSources struct {
	of      *Page
	content *fyne.Container
	places  *prose.Link
	save    *prose.Link
}

func newColumnSources(of *Page) *columnSources {
	s := &columnSources{of: of}
	book := forms.NewIconTextButton(words.T("From a codebook…"), fynetheme.FolderOpenIcon(), func() {
		of.OpenSheet(s.readCodebook)
	})
	earlier := prose.NewLink(words.T("From an earlier plan…"), func() {
		folder := ""
		if f := of.Session.Data.File(); f != nil {
			folder = filepath.Dir(f.Path)
		}
		dialogs.OpenFile(of.Window, folder, []string{".steward"}, s.readEarlier)
	})
	s.places = prose.NewLink(words.T("These are places…"), func() { newPlacesForm(of).show() })
	s.save = prose.NewLink(words.T("Write a codebook…"), func() {
		dialogs.SaveFile(of.Window, "", words.T("%s codebook", of.Session.Title())+".xlsx", func(path string) {
			if err := of.Session.Columns.SaveCodebook(path); err != nil {
				of.Session.Fail(guide.Columns, err)
			}
		})
	})
	s.content = layouts.Inline(16, book, earlier, s.places, s.save)
	return s
}

func (s *columnSources) update() {
	paint.Show(s.places, len(s.of.all) > 1)
	paint.Show(s.save, len(s.of.Session.Plan().Columns) > 0)
}

// readCodebook reads a codebook and asks whether to use it.
func (s *columnSources) readCodebook(path string) {
	b, err := s.of.Session.Columns.ReadCodebook(path)
	if err != nil {
		dialogs.Faults(s.of.Window, words.T("This codebook cannot be used"), err)
		return
	}
	var rows []notices.Finding
	same := 0
	for _, c := range s.of.Session.Columns.CodebookChanges(b) {
		switch {
		case c.After == "":
			same++
		case c.KeptOut:
			detail := c.After
			if c.Before != "" {
				detail = words.T("%s. Now: %s", detail, c.Before)
			}
			rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.T("%s is not published", c.Column), Detail: detail})
		case c.Before == "":
			rows = append(rows, notices.Finding{Kind: notices.Good, Title: words.T("%s is published", c.Column), Detail: c.After})
		default:
			rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.T("%s is declared again", c.Column), Detail: words.T("%s. Now: %s", c.After, c.Before)})
		}
	}
	changes := len(rows)
	if same > 0 {
		rows = append(rows, notices.Finding{Kind: notices.Good, Title: words.N(same, "%s column stays as declared", "%s columns stay as declared", amounts.Commas(same))})
	}
	if len(b.Lacking) > 0 {
		rows = append(rows, notices.Finding{Kind: notices.Caution, Title: words.N(len(b.Lacking), "%s column of the codebook is not in the open file", "%s columns of the codebook are not in the open file", amounts.Commas(len(b.Lacking))), Detail: amounts.Named(b.Lacking)})
	}
	if len(b.Undeclared) > 0 {
		rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.N(len(b.Undeclared), "%s column has no declaration after that", "%s columns have no declaration after that", amounts.Commas(len(b.Undeclared))), Detail: amounts.Named(b.Undeclared)})
	}
	for _, wording := range s.of.Session.Columns.CodebookConsequences(b) {
		rows = append(rows, notices.Finding{Kind: notices.Caution, Title: words.T("Needs another look"), Detail: wording})
	}
	if b.Assumed != "" {
		rows = append(rows, notices.Finding{Kind: notices.Info, Title: b.Assumed})
	}
	lead := words.T("Nothing in **%s** is new.", b.Name)
	if changes > 0 {
		lead = words.T("**%s** declares %s again. You can undo it.", b.Name, amounts.Several(changes, "column", "columns"))
	}
	confirmation{
		window: s.of.Window, title: words.T("What the codebook changes"), lead: lead, rows: rows,
		foot: words.T("Values from a codebook count as public, so it has to be one that anyone can know without this file."),
		use:  words.T("Use this codebook"), able: changes > 0, do: func() { s.of.Session.Columns.ApplyCodebook(b) },
	}.show()
}

// misfitRows lists what does not fit. act returns what can be done about one, and may be nil.
func misfitRows(list []columns.Misfit, act func(columns.Misfit) fyne.CanvasObject) (rows []notices.Finding) {
	for _, m := range list {
		f := notices.Finding{Kind: notices.Info, Title: m.Column, Detail: words.Say(m.Said)}
		if m.Stops {
			f.Kind = notices.Caution
		}
		if act != nil {
			f.Action = act(m)
		}
		rows = append(rows, f)
	}
	return rows
}

// confirmation asks whether to do what a list describes.
type confirmation struct {
	window      fyne.Window
	title, lead string
	rows        []notices.Finding
	foot        string
	use         string // the button
	able        bool
	do          func()
}

func (c confirmation) show() {
	var d *dialogs.List
	use := forms.NewMainButton(c.use, func() {
		d.Hide()
		c.do()
	})
	input.Enable(use, c.able)
	d = dialogs.NewList(c.window, c.title, dialogs.Findings(c.lead, c.rows, c.foot))
	d.Offer(use)
	d.Open()
}
