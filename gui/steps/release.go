package steps

import (
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/result"
	"steward/gui/session"
	"steward/gui/widgets"
)

// release is the step "Release": what will be spent and published, and the results.
type release struct {
	page
	head     *widgets.Question
	folder   *widget.Entry
	checks   *fyne.Container
	banner   *widgets.Banner
	before   *fyne.Container
	after    *fyne.Container
	question *widget.Select
	answers  *widgets.Table
	chart    *widgets.Figure
	charted  int // the question that the chart shows, or -1
	done     *widgets.Banner
	files    *widgets.Text
	big      *widgets.BigFigure
	note     *widgets.Text
}

func newRelease(s Surroundings) *release {
	p := &release{page: newPage(s, guide.Release)}
	p.folder = widget.NewEntry()
	p.folder.SetPlaceHolder("Folder for the files")
	choose := widget.NewButton("Choose…", func() {
		d := dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
			if err == nil && u != nil {
				p.folder.SetText(u.Path())
			}
		}, s.Window)
		d.Show()
		d.Resize(fyne.NewSize(860, 600))
	})
	p.checks = widgets.Column(8)
	p.banner = widgets.NewBanner(widgets.Danger, "", nil, nil)
	p.before = widgets.Column(gap,
		widgets.NewTitledCard("Before anything is spent", nil, p.checks),
		widgets.NewTitledCard("Where the files go", nil, container.NewBorder(nil, nil, nil, choose, p.folder)))
	p.question = widget.NewSelect(nil, func(string) { p.showAnswers() })
	p.answers = widgets.NewTable(nil, nil)
	p.answers.SetMinRows(10)
	p.chart, p.charted = widgets.NewFigure(fyne.NewSize(420, 320), s.Run, nil), -1
	tabs := container.NewAppTabs(container.NewTabItem("Chart", p.chart), container.NewTabItem("Table", p.answers))
	p.done = widgets.NewBanner(widgets.Good, "Done.", nil, nil)
	p.files = widgets.Body("")
	open := widget.NewButton("Open the folder", func() { s.Open(p.folder.Text) })
	p.after = widgets.Column(gap, p.done, p.question, widgets.NewCard(tabs),
		widgets.NewTitledCard("Files", open, p.files))
	p.head = widgets.NewQuestion("", "", p.explain)
	p.content = widgets.Column(gap, p.head, p.failure, p.banner, p.before, p.after)
	p.big, p.note = widgets.NewBigFigure("", ""), widgets.Quiet(widgets.Plain(""))
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), p.big, p.note)
	return p
}

// Footer names the button by what it does.
func (p *release) Footer() *widgets.FooterState {
	if p.Session.Finished() != nil {
		return nil
	}
	return &widgets.FooterState{Back: "Not yet", Next: "Release and spend " + p.Session.Plan().Budget.Epsilon, NextDisabled: !p.ready()}
}

func (p *release) ready() bool {
	return p.Session.Compiled() != nil && p.Session.File() != nil && p.Session.Reviewed() && p.Session.Running() == nil
}

// Next asks once more and then releases.
func (p *release) Next() bool {
	if p.Session.Finished() != nil {
		return false
	}
	if !p.ready() {
		return true
	}
	text := fmt.Sprintf("This will publish %d numbers, spend %s, and cannot be repeated:\nasking again would spend again and give other numbers.", p.Session.AllNumbers(), p.Session.Plan().Budget.Epsilon)
	d := dialog.NewConfirm("Release?", text, func(yes bool) {
		if yes {
			p.Session.Carry(p.folder.Text, p.base())
		}
	}, p.Window)
	d.SetConfirmText("Release and spend " + p.Session.Plan().Budget.Epsilon)
	d.SetDismissText("Not yet")
	d.Show()
	return true
}

// base is the beginning of the files' names.
func (p *release) base() string {
	if path := p.Session.Path(); path != "" {
		return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return p.Session.Plan().DataSet
}

// Update shows what is still missing, or the results.
func (p *release) Update() {
	p.showFailure()
	c := p.Session.Compiled()
	p.banner.Hide()
	if c != nil && len(c.Disclosed) > 0 {
		text := " Anyone may learn exactly: " + strings.Join(c.Disclosed, "; ") + "."
		if c.Agreed {
			text += " You agreed to publish these numbers without noise."
		}
		p.banner.Set(widgets.Danger, "Not protected by your choice.", widgets.Plain(text))
		p.banner.Show()
	}
	if p.folder.Text == "" && p.Session.File() != nil {
		p.folder.SetText(filepath.Join(filepath.Dir(p.Session.File().Path), "release"))
	}
	if done := p.Session.Finished(); done != nil {
		p.head.SetText("What was released", "These numbers are in the files. Asking again would spend again and give other numbers.")
		p.banner.Hide()
		p.before.Hide()
		p.after.Show()
		p.showDone(done)
		return
	}
	p.head.SetText("Ready to publish?", "This page says what will be spent and what becomes public.")
	p.before.Show()
	p.after.Hide()
	p.showChecks()
	p.big.Set("This will publish", fmt.Sprintf("%d numbers", p.Session.AllNumbers()), widgets.Plain("and spend "+p.Session.Plan().Budget.Epsilon))
	p.note.SetText("What is spent cannot be taken back, and two releases add up.")
}

// showChecks lists what has to be in order.
func (p *release) showChecks() {
	row := func(ok bool, yes, no string, fix fyne.CanvasObject) fyne.CanvasObject {
		kind, text := widgets.Good, yes
		if !ok {
			kind, text = widgets.Caution, no
		} else {
			fix = nil
		}
		b := widgets.NewBanner(kind, text, nil, fix)
		b.Borderless = true
		return b
	}
	review := widget.NewButton("Check every record now", func() { p.Session.Review() })
	objects := []fyne.CanvasObject{
		row(p.Session.Compiled() != nil, "The plan is complete.", "The plan is not complete: see the steps that need attention.", nil),
		row(p.Session.File() != nil, "The spreadsheet is open.", "The spreadsheet is not open: open it in the first step.", nil),
		row(p.Session.Reviewed(), "Every record was checked against the plan.", "The records were not checked against the plan yet.", review),
	}
	fill(p.checks, objects...)
}

func (p *release) showDone(done *session.Finished) {
	r := done.Release
	p.done.Set(widgets.Good, "Done.", widgets.Plain(fmt.Sprintf(" Spent %s. The untouched spreadsheet stays where it was; nothing of it is in the release except what the summary lists.", r.Epsilon)))
	titles := make([]string, len(r.Questions))
	for i := range r.Questions {
		titles[i] = fmt.Sprintf("%d %s", i+1, r.Questions[i].Workload.Question().Title)
	}
	p.question.Options = titles
	if p.question.SelectedIndex() < 0 {
		p.question.SetSelectedIndex(0)
	}
	p.showAnswers()
	p.files.SetText(strings.Join(done.Files, "\n"))
	p.big.Set("Spent", r.Epsilon, widgets.Plain(fmt.Sprintf("%s of %s in all", r.Ledger.SpentAfter, orNone(r.Ledger.Limit))))
	p.note.SetText("One interval in twenty misses, by design. For adding cells up, use the unadjusted column.")
}

func orNone(s string) string {
	if s == "" {
		return "no limit"
	}
	return s
}

// showAnswers lists the released numbers of a question.
func (p *release) showAnswers() {
	done := p.Session.Finished()
	i := p.question.SelectedIndex()
	if done == nil || i < 0 || i >= len(done.Release.Questions) {
		return
	}
	q := &done.Release.Questions[i]
	if p.charted != i {
		p.charted = i
		p.chart.SetDraw(func(spec widgets.FigureSpec) (image.Image, error) {
			return done.DrawResults(i, session.Picture(spec))
		})
	}
	var columns []widgets.TableColumn
	for _, k := range q.Workload.KeyNames() {
		columns = append(columns, widgets.TableColumn{Title: k, Bold: true, Width: 150})
	}
	for _, t := range []string{"Published", "Unadjusted", "Typical error", "19 in 20 from", "to"} {
		columns = append(columns, widgets.TableColumn{Title: t, Align: fyne.TextAlignTrailing, Width: 110})
	}
	p.answers.SetColumns(columns, nil)
	p.answers.SetSource(q.Len(), func(i int) []string { return answerRow(q, i) })
}

func answerRow(q *result.Question, i int) []string {
	row := append([]string{}, q.Key(i)...)
	return append(row, fmt.Sprint(q.Tidied[i]), fmt.Sprintf("%.1f", q.Unadjusted[i]), accuracy.People(q.Error[i]*0.798),
		fmt.Sprintf("%.0f", q.Unadjusted[i]-q.HalfWidth[i]), fmt.Sprintf("%.0f", q.Unadjusted[i]+q.HalfWidth[i]))
}
