package steps

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/gui/session"
	"steward/gui/theme"
	"steward/gui/widgets"
	"steward/gui/words"
)

// dataStart is what the step shows before a file is open: a place to drop one, the sample,
// and what a file should look like.
type dataStart struct {
	of      *data
	content *fyne.Container
	title   *widgets.Text
	note    *widgets.Text
	open    *widgets.Button
	sample  *widgets.Link
	or      *widgets.Text
	left    *widgets.Banner // what crashes have left behind
	shown   []session.LeftBehind
	new     fyne.CanvasObject
}

func newDataStart(of *data) *dataStart {
	s := &dataStart{of: of}
	s.title = widgets.CardTitle("").Aligned(fyne.TextAlignCenter)
	s.note = widgets.Quiet().Aligned(fyne.TextAlignCenter)
	s.open = widgets.NewIconTextButton("", fynetheme.FolderOpenIcon(), of.choose)
	s.open.Importance = widget.HighImportance
	s.or = widgets.Quiet(widgets.Plain(words.T("or"))).OneLine()
	s.sample = widgets.NewLink(words.T("try it with a made-up survey"), of.Session.OpenSample)
	buttons := widgets.Centred(8, s.open, s.or, s.sample)
	counted := widgets.Centred(8, widgets.NewLink(databaseWords(), func() { of.base.ask() }))
	area := widgets.NewDropArea(fynetheme.UploadIcon(), widgets.Column(8, s.title, s.note, widgets.Inset(4, 0, buttons), counted))
	s.left = widgets.NewBanner(widgets.Info, "", nil, nil)
	s.new = s.newHere()
	s.content = widgets.Column(gap, s.left, area, s.new, s.shape(), s.promises())
	if of.First {
		s.content = widgets.Column(gap, s.left, s.new, area, s.shape(), s.promises())
	}
	return s
}

// newHere offers the tour and the worked examples. Whoever has never used the program before sees
// them first.
func (s *dataStart) newHere() fyne.CanvasObject {
	item := func(title, note string, do func()) fyne.CanvasObject {
		return widgets.Split(gap, 0.78, 0, leftmost(widgets.NewLink(title, do)), widgets.Small(widgets.Plain(note)))
	}
	examples := []fyne.CanvasObject{item(words.T("Take the tour"), words.T("Eight stops on the made-up survey, three minutes. Everything can be tried on the way."), s.of.Tour)}
	for _, e := range assets.WorkedExamples(words.Language()) {
		examples = append(examples, item(e.Name, e.Note, func() { s.of.Made(e) }))
	}
	card := widgets.NewTitledCard(words.T("New here?"), widgets.Caption(widgets.Plain(words.T("all people are made up"))).OneLine(), widgets.Column(6, examples...))
	card.Marked = s.of.First
	return card
}

// shape shows what a file should look like.
func (s *dataStart) shape() fyne.CanvasObject {
	grid := widgets.NewGrid(26,
		widgets.TableColumn{Width: 36, Align: fyne.TextAlignTrailing, Edge: true},
		widgets.TableColumn{Width: 90, Grow: true}, widgets.TableColumn{Width: 60, Align: fyne.TextAlignTrailing, Grow: true},
		widgets.TableColumn{Width: 90, Grow: true}, widgets.TableColumn{Width: 70, Grow: true})
	rows := [][]string{{"1", words.T("respondent"), words.T("age"), words.T("district"), words.T("smoker")},
		{"2", "R-0001", "47", words.T("Harbour"), words.T("no")}, {"3", "R-0002", "23", words.T("Alderton"), words.T("yes")}}
	grid.SetRows(len(rows), func(i int) widgets.TableRow {
		row := widgets.TableRow{Head: i == 0}
		for k, text := range rows[i] {
			row.Cells = append(row.Cells, widgets.TableCell{Text: text, Bold: i == 0 && k > 0, Quiet: k == 0})
		}
		return row
	})
	return widgets.NewTitledCard(words.T("What it should look like"), nil, widgets.Column(8,
		widgets.Body(words.T("One row with the names of the columns, and below it one row for each person.")), grid))
}

// promises says what becomes of the file.
func (s *dataStart) promises() fyne.CanvasObject {
	item := func(title, note string) fyne.CanvasObject {
		return widgets.Column(4, widgets.NewHeading(theme.LockIcon(), theme.Good, title), widgets.Caption(widgets.Plain(note)))
	}
	return container.NewGridWithColumns(3,
		item(words.T("Only read"), words.T("The file stays where it is. Nothing in it is changed.")),
		item(words.T("On this computer"), words.T("Steward uses no network. Nothing is sent anywhere.")),
		item(words.T("Nothing kept"), words.T("A project keeps your choices, never a person's row.")))
}

// update says which file is asked for.
func (s *dataStart) update() {
	name := s.of.Session.Plan().Data.File
	workbooks, tables := session.UsualEndings()
	title, note, button := words.T("Drop a spreadsheet here"), words.T("A workbook (%s) or a text table (%s).", workbooks, tables), words.T("Open a file…")
	if name != "" {
		title = words.T("Open %s again to go on", name)
		note = words.T("The project kept your choices, not the people. Drop the spreadsheet here, or open it.")
		button = words.T("Find the file…")
	}
	s.title.SetText(title)
	s.note.Set(widgets.Plain(note))
	s.open.SetText(button)
	showIf(s.sample, name == "")
	showIf(s.or, name == "")
	showIf(s.new, name == "")
	setEnabled(s.open, s.of.Session.Running() == nil)
	s.showLeft(name == "")
}

// showLeft offers what was left behind, unless a project is open.
func (s *dataStart) showLeft(empty bool) {
	list := s.of.Session.LeftBehind()
	showIf(s.left, len(list) > 0 && empty)
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
		on, forget := words.T("Go on with it"), words.T("Forget it")
		links := widgets.Inline(16, widgets.NewLink(on, func() { s.of.Session.Resume(l) }), widgets.NewLink(forget, func() { s.of.Session.ForgetLeft(l) }))
		rows = append(rows, widgets.Column(2, widgets.Body(name), links))
	}
	s.left.Set(widgets.Info, words.T("Steward ended before a project was saved."), widgets.Plain(words.T(" Your choices were kept; the people were not.")))
	s.left.SetExtra(widgets.Column(8, rows...))
}

// setEnabled lets a control be used, or greys it.
func setEnabled(o fyne.Disableable, on bool) {
	if on == !o.Disabled() {
		return
	}
	if on {
		o.Enable()
	} else {
		o.Disable()
	}
}

// leftmost keeps an object at its own width as far as there is room, at the left.
func leftmost(o fyne.CanvasObject) *fyne.Container { return widgets.Inline(0, o) }
