package data

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/opened"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/gui/dialogs"
	"steward/gui/session/drafts"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// dataStart is what the step shows before a file is open: a place to drop one, the sample,
// and what a file should look like.
type dataStart struct {
	of      *Page
	content *fyne.Container
	title   *prose.Text
	note    *prose.Text
	open    *forms.Button
	sample  *prose.Link
	or      *prose.Text
	left    *notices.Banner // what crashes have left behind
	shown   []drafts.Left
	new     fyne.CanvasObject
}

func newDataStart(of *Page) *dataStart {
	s := &dataStart{of: of}
	s.title = prose.CardTitle("").Aligned(fyne.TextAlignCenter)
	s.note = prose.Quiet("").Aligned(fyne.TextAlignCenter)
	s.open = forms.NewIconTextButton("", fynetheme.FolderOpenIcon(), of.choose)
	s.open.Importance = widget.HighImportance
	s.or = prose.Quiet(words.T("or")).OneLine()
	s.sample = prose.NewLink(words.T("try it with a made-up survey"), of.Session.OpenSample)
	buttons := layouts.Centred(8, s.open, s.or, s.sample)
	counted := layouts.Centred(8, prose.NewLink(databaseWords(), func() { of.base.ask() }))
	area := layouts.NewDropArea(fynetheme.UploadIcon(), layouts.Column(8, s.title, s.note, layouts.Inset(4, 0, buttons), counted))
	s.left = notices.NewBanner(notices.Info, "", nil, nil)
	s.new = s.newHere()
	s.content = layouts.Column(layouts.Gap, s.left, area, s.new, s.shape(), s.promises())
	if of.First {
		s.content = layouts.Column(layouts.Gap, s.left, s.new, area, s.shape(), s.promises())
	}
	return s
}

// newHere offers the tour and the worked examples. Whoever has never used the program before sees
// them first.
func (s *dataStart) newHere() fyne.CanvasObject {
	item := func(title, note string, do func()) fyne.CanvasObject {
		return layouts.Split(layouts.Gap, 0.78, 0, layouts.Inline(0, prose.NewLink(title, do)), prose.Small(note))
	}
	examples := []fyne.CanvasObject{item(words.T("Take the tour"), words.T("Eight stops on the made-up survey, three minutes. Everything can be tried on the way."), s.of.Tour)}
	for _, e := range assets.WorkedExamples() {
		examples = append(examples, item(words.Say(e.Name), words.Say(e.Note), func() { s.of.Made(e) }))
	}
	examples = append(examples, item(words.T("Read the guide"), words.T("One job from an untidy spreadsheet to a release, with pictures."), func() { s.of.Help(dialogs.TopicGuide) }))
	card := layouts.NewTitledCard(words.T("New here?"), prose.Caption(words.T("all people are made up")).OneLine(), layouts.Column(6, examples...))
	card.Marked = s.of.First
	return card
}

// shape shows what a file should look like.
func (s *dataStart) shape() fyne.CanvasObject {
	grid := tables.NewGrid(26,
		tables.Column{Width: 36, Align: fyne.TextAlignTrailing, Edge: true},
		tables.Column{Width: 90, Grow: true}, tables.Column{Width: 60, Align: fyne.TextAlignTrailing, Grow: true},
		tables.Column{Width: 90, Grow: true}, tables.Column{Width: 70, Grow: true})
	rows := [][]string{{"1", words.T("respondent"), words.T("age"), words.T("district"), words.T("smoker")},
		{"2", "R-0001", "47", words.T("Harbour"), words.T("no")}, {"3", "R-0002", "23", words.T("Alderton"), words.T("yes")}}
	grid.SetRows(len(rows), func(i int) tables.Row {
		row := tables.Row{Head: i == 0}
		for k, text := range rows[i] {
			row.Cells = append(row.Cells, tables.Cell{Text: text, Bold: i == 0 && k > 0, Quiet: k == 0})
		}
		return row
	})
	return layouts.NewTitledCard(words.T("What it should look like"), nil, layouts.Column(8,
		prose.Body(words.T("One row with the names of the columns, and below it one row for each person.")), grid))
}

// promises says what becomes of the file.
func (s *dataStart) promises() fyne.CanvasObject {
	item := func(title, note string) fyne.CanvasObject {
		return layouts.Column(4, prose.NewHeading(theme.LockIcon(), theme.Good, title), prose.Caption(note))
	}
	return container.NewGridWithColumns(3,
		item(words.T("Only read"), words.T("The file stays where it is. Nothing in it is changed.")),
		item(words.T("On this computer"), words.T("Steward uses no network. Nothing is sent anywhere.")),
		item(words.T("Nothing kept"), words.T("A project keeps your choices, never a person's row.")))
}

// update says which file is asked for.
func (s *dataStart) update() {
	name := s.of.Session.Plan().Data.File
	workbooks, tables := opened.UsualEndings()
	title, note, button := words.T("Drop a spreadsheet here"), words.T("A workbook (%s) or a text table (%s).", workbooks, tables), words.T("Open a file…")
	if name != "" {
		title = words.T("Open %s again to go on", name)
		note = words.T("The project kept your choices, not the people. Drop the spreadsheet here, or open it.")
		button = words.T("Find the file…")
	}
	s.title.SetText(title)
	s.note.SetText(note)
	s.open.SetText(button)
	paint.Show(s.sample, name == "")
	paint.Show(s.or, name == "")
	paint.Show(s.new, name == "")
	input.Enable(s.open, s.of.Session.Running() == nil)
	s.showLeft(name == "")
}

// showLeft offers what was left behind, unless a project is open.
func (s *dataStart) showLeft(empty bool) {
	list := s.of.Session.Drafts.Left()
	paint.Show(s.left, len(list) > 0 && empty)
	if slices.Equal(list, s.shown) {
		return
	}
	s.shown = list
	var rows []fyne.CanvasObject
	for _, l := range list {
		name := words.T("Choices made until %s", l.At)
		if l.File != "" {
			name = words.T("Choices for %s, made until %s", l.File, l.At)
		}
		on, forget := words.T("Go on with it"), words.T("Discard it")
		links := layouts.Inline(16, prose.NewLink(on, func() { s.of.Session.Resume(l) }), prose.NewLink(forget, func() { s.of.Session.ForgetLeft(l) }))
		rows = append(rows, layouts.Column(2, prose.Body(name), links))
	}
	s.left.Set(notices.Info, words.T("Steward closed before a project was saved."), prose.Plain(words.T(" Your choices were kept; the people were not.")))
	s.left.SetExtra(layouts.Column(8, rows...))
}
