package steps

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/widgets"
)

// data is the step "Your data": which spreadsheet, and how it is read.
type data struct {
	page
	name     *widget.Entry
	sheet    *widget.Select
	header   *widget.Entry
	file     *widgets.Text
	read     *fyne.Container
	rows     *widgets.Table
	problems *fyne.Container
	summary  *widgets.BigFigure
	next     *widgets.Text
	updating bool
}

func newData(s Surroundings) *data {
	p := &data{page: newPage(s, guide.Data)}
	p.file = widgets.Strong("No file is open yet")
	open := widget.NewButton("Open a file…", p.choose)
	open.Importance = widget.HighImportance
	sample := widgets.NewLink("Open the sample", func() { s.Session.OpenSample() })
	p.sheet = widget.NewSelect(nil, func(string) { p.reread() })
	p.header = widget.NewEntry()
	p.header.OnSubmitted = func(string) { p.reread() }
	p.name = widget.NewEntry()
	p.name.SetPlaceHolder("for example Clinic survey 2026")
	p.name.OnChanged = func(text string) {
		if !p.updating {
			s.Session.Edit(func(pl *plan.Plan) { pl.DataSet = text })
		}
	}
	p.rows = widgets.NewTable(nil, nil)
	p.rows.SetMinRows(9)
	p.read = widgets.Column(8,
		container.NewGridWithColumns(2,
			widgets.Column(4, widgets.Caption(widgets.Plain("Sheet")), p.sheet),
			widgets.Column(4, widgets.Caption(widgets.Plain("Row with the column names")), p.header)),
		p.rows)
	p.problems = widgets.Column(8)
	chooser := widgets.NewCard(container.NewBorder(nil, nil, nil, container.NewCenter(container.NewHBox(sample, open)), widgets.Column(4, p.file,
		widgets.Caption(widgets.Plain("A workbook (.xlsx) or a text file (.csv, .tsv). Drop it on the window, or open it. It stays where it is and is never changed.")))))
	dataset := widgets.NewTitledCard("Who are these people?", nil, widgets.Column(8, p.name,
		widgets.Caption(widgets.Plain("Name the people, not the file: everything that is spent on the same people adds up under this name."))))
	p.content = widgets.Column(gap,
		widgets.NewQuestion("Which spreadsheet are the tables made from?", "Each row should be about one person.", p.explain),
		p.failure, chooser, p.read, p.problems, dataset)
	p.summary = widgets.NewBigFigure("", "")
	p.next = widgets.Quiet(widgets.Plain(""))
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), p.summary, p.next)
	return p
}

func (p *data) choose() {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			p.Session.Fail(guide.Data, err)
			return
		}
		if r == nil {
			return
		}
		path := r.URI().Path()
		r.Close()
		p.Session.OpenFile(path, plan.Data{})
	}, p.Window)
	d.SetFilter(storage.NewExtensionFileFilter([]string{".xlsx", ".xlsm", ".csv", ".tsv", ".txt"}))
	d.Show()
	d.Resize(fyne.NewSize(860, 600))
}

// reread reads the file again as the sheet and the header row now say.
func (p *data) reread() {
	f := p.Session.File()
	if p.updating || f == nil {
		return
	}
	d := p.Session.Plan().Data
	d.Sheet = p.sheet.Selected
	row, err := strconv.Atoi(p.header.Text)
	if err != nil || row < 0 {
		p.Session.Fail(guide.Data, fmt.Errorf("the row with the column names is %q, but a number such as 1 is expected", p.header.Text))
		return
	}
	d.HeaderRow = row
	if d.Sheet == p.Session.Plan().Data.Sheet && row == f.HeaderRow {
		return
	}
	d.Reviewed = nil
	p.Session.OpenFile(f.Path, d)
}

// Update shows the file.
func (p *data) Update() {
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	pl := p.Session.Plan()
	if p.name.Text != pl.DataSet {
		p.name.SetText(pl.DataSet)
	}
	f := p.Session.File()
	if f == nil {
		p.read.Hide()
		p.problems.Hide()
		p.summary.Set("", "No data yet")
		p.next.SetText("Open the spreadsheet that holds one row for each person. Nothing leaves this computer.")
		if pl.Data.File != "" {
			p.file.SetText(fmt.Sprintf("Open %s again to go on", pl.Data.File))
		}
		return
	}
	p.file.SetText(f.Name)
	p.read.Show()
	names := make([]string, 0, len(f.Sheets))
	for _, s := range f.Sheets {
		names = append(names, s.Name)
	}
	p.sheet.Options = names
	selected := pl.Data.Sheet
	if selected == "" && len(names) > 0 {
		selected = names[0]
	}
	if p.sheet.Selected != selected {
		p.sheet.SetSelected(selected)
	}
	if text := strconv.Itoa(f.HeaderRow); p.header.Text != text && p.Window.Canvas().Focused() != p.header {
		p.header.SetText(text)
	}
	columns := []widgets.TableColumn{{Title: "Row", Align: fyne.TextAlignTrailing, Quiet: true}}
	for _, h := range f.Header {
		columns = append(columns, widgets.TableColumn{Title: h})
	}
	rows := make([][]string, len(f.FirstRows))
	for i, r := range f.FirstRows {
		rows[i] = append([]string{strconv.Itoa(f.FirstNumbers[i])}, r...)
	}
	p.rows.SetColumns(columns, rows)
	p.showProblems()
	p.summary.Set("The file holds", fmt.Sprintf("%d people", f.Found.Rows), widgets.Plain(fmt.Sprintf("one row each, %d columns", len(f.Header))))
	p.next.SetText("Next you choose which columns to publish, and say what their values are.")
}

// showProblems lists what needs a decision.
func (p *data) showProblems() {
	found := p.Session.File().Found
	if found.ProblemCount == 0 {
		p.problems.Hide()
		return
	}
	var objects []fyne.CanvasObject
	for i, pr := range found.Problems {
		if i == 8 {
			objects = append(objects, widgets.Caption(widgets.Plain(fmt.Sprintf("and %d more", found.ProblemCount-i))))
			break
		}
		objects = append(objects, widgets.Prose(widgets.Bold(pr.Column+", "+pr.Address+": "), widgets.Plain(pr.Found+" "+pr.Remedy)))
	}
	fill(p.problems, widgets.NewTitledCard("Worth a look", widgets.NewBadge(widgets.BadgeCaution, fmt.Sprint(found.ProblemCount)), widgets.Column(8, objects...)))
	p.problems.Show()
}
