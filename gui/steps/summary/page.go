// Package summary is the page of the step Summary: the summary to sign, what was spent, and whether the files of a
// release belong together.
package summary

import (
	"image"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/releasing"
	"steward/gui/session/summary"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"
	"steward/gui/steps/sums"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Page is the step "Summary": the accounting summary as it prints, and whether the
// release's files belong together.
type Page struct {
	page.Base
	head    *frames.Question
	view    *figures.PageView
	shown   *summary.Paper
	before  *fyne.Container // says what will be there
	try     *forms.Button   // shows it with made-up numbers
	trial   *figures.PageView
	tried   *summary.Paper
	old     *verifyCard
	sum     *sums.Form // of an earlier release, as long as there is none here
	after   *fyne.Container
	pages   *prose.Text
	openPDF *forms.Button
	print   *forms.Button
	reader  *forms.Button
	folder  *forms.Button
	verify  *verifyCard
	copy    *forms.Button
	account *spend.Card
	invalid *page.Withdrawn
	signer  fyne.CanvasObject
}

// New returns the step.
func New(s page.Surroundings) *Page {
	p := &Page{Base: page.New(s, guide.Summary)}
	p.head = frames.NewQuestion("", "", p.Explain)
	p.view = figures.NewPageView(s.Run)
	p.pages = prose.Quiet("")
	p.openPDF = p.OpenButton(words.T("Open as PDF"), fynetheme.DocumentIcon(), (*releasing.Finished).Summary)
	p.reader = p.OpenButton(words.T("Sheet for readers"), fynetheme.DocumentIcon(), (*releasing.Finished).ReaderSheet)
	p.print = p.OpenButton(words.T("Print…"), fynetheme.DocumentPrintIcon(), (*releasing.Finished).Summary)
	p.folder = p.OpenButton(words.T("Show the folder"), fynetheme.FolderOpenIcon(), (*releasing.Finished).Folder)
	p.copy = forms.NewIconTextButton(words.T("Save a copy…"), fynetheme.DocumentSaveIcon(), p.saveCopy)
	p.copy.Importance = widget.HighImportance
	p.verify = newVerifyCard(s)
	note := notices.NewBanner(notices.Info, "", nil, nil)
	note.Set(notices.Info, "", prose.Plain(words.T("A workbook that a spreadsheet program has saved again is compared by its values, not byte by byte.")))
	p.after = layouts.Split(layouts.Gap, 284, 560, p.view, layouts.Column(layouts.Gap,
		layouts.NewTitledCard(words.T("The summary"), nil, layouts.Column(8, p.pages, p.openPDF, p.print,
			prose.Caption(words.T("Print opens it in your PDF viewer: print it there, with Ctrl and P, on a Mac with Command and P.")), p.reader, p.folder)),
		p.verify.content, note))
	p.before = p.willBeThere()
	p.invalid = page.NewWithdrawn(s)
	p.Main = layouts.Stretch(layouts.Gap, p.after, 0, p.head, p.invalid, p.after, p.before)
	p.makeSide()
	return p
}

func (p *Page) makeSide() {
	p.account = spend.NewCard(p.Surroundings)
	p.signer = page.Section(words.T("For the person who signs"),
		prose.Body(words.T("Page 1 says in plain words what was published, what nobody can tell, what was taken as known, and how large the error is; page 2 says the same in the terms that experts use, and has the lines for signatures.")))
	p.Beside = layouts.Column(layouts.Gap, prose.CardTitle(words.T("What this means")), p.signer,
		page.Section(words.T("Spent and left"), p.account.Content),
		page.Section(words.T("What is never promised"), neverPromised()),
		page.Section(words.T("Keep"), prose.Quiet(words.T("The record and the account. Anyone who doubts a figure can recompute it from them."))))
}

// neverPromised lists what no release promises.
func neverPromised() fyne.CanvasObject {
	var lines []fyne.CanvasObject
	for _, text := range []string{
		words.T("people who resemble each other"), words.T("someone telling their own answer"), words.T("the spreadsheet itself and its copies"),
		words.T("releases not entered in the account"), words.T("facts not stated"), words.T("answers outside the promise made by the chosen card"),
		words.T("a reader who watches this computer"),
	} {
		lines = append(lines, container.NewBorder(nil, nil, prose.Body("•").OneLine(), nil, prose.Body(text)))
	}
	return layouts.Column(2, lines...)
}

// willBeThere says what the summary will hold, as long as there is none.
func (p *Page) willBeThere() *fyne.Container {
	part := func(title, text string) fyne.CanvasObject {
		return layouts.Column(2, prose.Strong(title), prose.Quiet(text))
	}
	p.old = newVerifyCard(p.Surroundings)
	p.sum = sums.New(p.Surroundings)
	p.try = forms.NewIconTextButton(words.T("Look at it with made-up numbers"), fynetheme.VisibilityIcon(), p.Session.Summary.MakeTrial)
	p.trial = figures.NewPageView(p.Run)
	p.trial.SetZoom(figures.FitWidth)
	p.trial.Hide()
	return layouts.Column(layouts.Gap,
		layouts.NewTitledCard(words.T("After the release, the summary appears here"), nil, layouts.Column(12,
			part(words.T("Two pages, for the person who signs"), words.T("What nobody can tell and what a reader may learn, what was taken as known, what was published, what was spent and what remains; then what is claimed, in the terms that experts use and in plain words, and three lines for signatures.")),
			part(words.T("A technical annex"), words.T("For each question what was asked, by which method it was answered, how far the numbers may be off, a chart with intervals, and every number. Then the columns, the secrets, the facts, each method with its sensitivity and its noise scale: whatever an expert needs to compute every figure again.")),
			part(words.T("A sheet for readers"), words.T("A separate page: what was counted, how certain the numbers are, and how to quote them and add them up.")),
			p.try, prose.Caption(words.T("This reads no data and spends nothing. Every page says that its numbers are made up.")))),
		p.trial,
		p.old.content,
		layouts.NewTitledCard(words.T("Add up numbers of an earlier release"), nil, p.sum.Box))
}

// Footer offers a copy of the summary.
func (p *Page) Footer() *frames.FooterState {
	f := &frames.FooterState{Back: words.T("Back")}
	if p.Session.Release.Finished() != nil {
		f.Extra = p.copy
	}
	return f
}

// Next does nothing: this is the last step.
func (p *Page) Next() bool { return true }

// saveCopy asks where to save a copy of the summary.
func (p *Page) saveCopy() {
	if f := p.Session.Release.Finished(); f != nil {
		name := p.Session.Base() + "-summary.pdf"
		if path := f.Summary(); path != "" {
			name = filepath.Base(path)
		}
		dialogs.SaveFile(p.Window, "", name, p.Session.Summary.CopySummary)
	}
}

// Update shows the summary of the release, or what it will hold.
func (p *Page) Update() {
	p.ShowFailure()
	done := p.Session.Release.Finished()
	p.invalid.Update()
	if done == nil {
		p.head.SetText(words.T("What will the summary say?"), words.T("Nothing has been released yet."))
		p.after.Hide()
		p.before.Show()
		p.signer.Hide()
		p.old.update()
		p.showTrial()
		p.sum.Show(0, nil, "")
		p.account.Update(p.Session.Budget.Spending())
		return
	}
	subtitle := words.T("It was not written: see what went wrong in the previous step.")
	if path := done.Summary(); path != "" {
		subtitle = words.T("Saved beside the workbook as %s.", filepath.Base(path))
	}
	p.head.SetText(words.T("Is the summary ready to sign?"), subtitle)
	p.before.Hide()
	p.after.Show()
	p.signer.Show()
	p.account.Update("")
	input.Enable(p.openPDF, done.Summary() != "")
	input.Enable(p.print, done.Summary() != "")
	input.Enable(p.reader, done.ReaderSheet() != "")
	input.Enable(p.folder, done.Folder() != "")
	p.showPages()
	p.Session.Summary.VerifyOnce()
	p.verify.update()
}

// showTrial shows the pages with made-up numbers, where there are any of the plan as it stands.
func (p *Page) showTrial() {
	input.Enable(p.try, p.Session.Compiled() != nil)
	paper := p.Session.Summary.Trial()
	if paper == p.tried {
		return
	}
	p.tried = paper
	if paper == nil {
		p.trial.Hide()
		return
	}
	show(p.trial, paper)
	p.trial.Show()
}

// show shows the pages of a paper.
func show(view *figures.PageView, paper *summary.Paper) {
	width, height := paper.Size()
	view.SetPages(paper.Len(), width, height, func(i int) figures.Draw {
		return func(spec figures.FigureSpec) (image.Image, error) { return paper.Draw(i, spec.Width) }
	})
}

// showPages shows the pages once they are set.
func (p *Page) showPages() {
	paper, err := p.Session.Summary.Summary()
	switch {
	case err != nil:
		p.pages.SetText(words.SentenceOf(err))
		return
	case paper == nil:
		p.pages.SetText(words.T("The pages are being laid out…"))
		return
	case paper == p.shown:
		return
	}
	p.shown = paper
	p.pages.SetText(words.T("%d pages. The first two are for the person who signs; the others are for an expert.", paper.Len()))
	show(p.view, paper)
}
