// Package gui is the window: a rail of steps at the left, the step's page in the middle,
// what it means at the right, and a bar with Back and Next below. It imports Fyne without
// its driver, so that tests can drive it without a display.
package gui

import (
	"slices"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/account"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/current"
	"steward/gui/session/releasing"
	"steward/gui/steps"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Frame is the window's content.
type Frame struct {
	session *session.Session
	window  fyne.Window
	pages   map[guide.Step]steps.Page
	project int                    // whose pages they are (Session.Number)
	dressed map[guide.Step]dressed // how the app looked when a page was last shown
	order   []guide.Step
	current int

	root     *fyne.Container
	middle   *fyne.Container // between header and footer
	notice   *notices.Banner
	noticed  *fyne.Container
	halted   *notices.Banner // of a release that was interrupted
	told     *fyne.Container // around it
	tells    *fyne.Container // around the banners of the page that is shown
	expert   *expertView
	tour     *tour
	menu     *forms.IconButton
	view     *forms.IconButton
	header   *frames.Header
	rail     *frames.Rail
	footer   *frames.Footer
	page     *container.Scroll
	side     *container.Scroll
	foot     *fyne.Container // under it
	aside    *fyne.Container // both
	budget   *notices.BadgeButton
	account  *account.Page // nil unless it may be open
	around   page.Surroundings
	undo     *forms.IconButton
	redo     *forms.IconButton
	cancel   *forms.Button
	progress *widget.ProgressBar         // of the job, nil while nothing can be told
	moving   *widget.ProgressBarInfinite // then this
	working  *prose.Text
	busy     *fyne.Container
	opens    func(path string) // opens a file or folder with the system's own program
	updating bool
	gone     bool           // another frame has taken the window over
	first    bool           // the program has never been used before
	away     sync.WaitGroup // work away from the window
}

// New returns the content of a window for a session. open opens a file or folder with the
// system's own program.
func New(s *session.Session, w fyne.Window, open func(path string)) *Frame {
	return newFrame(s, w, open, begin(fyne.CurrentApp()))
}

// newFrame is New; first tells whether the program has never been used before.
func newFrame(s *session.Session, w fyne.Window, open func(path string), first bool) *Frame {
	f := &Frame{session: s, window: w, opens: open, order: guide.Steps(), dressed: make(map[guide.Step]dressed), first: first}
	f.around = page.Surroundings{
		Session: s, Window: w, Run: f.run, Go: f.show, Open: open,
		Why:    func(step guide.Step) { dialogs.Explain(w, step, f.helpAt) },
		Term:   f.term,
		Help:   f.helpAt,
		Tour:   func() { f.tour.begin() },
		First:  first,
		Made:   f.openMade,
		Take:   f.Drop,
		Reveal: f.reveal,
		Account: func(at page.AccountPart) {
			f.openAccount()
			f.account.Show(at)
		},
	}
	f.makePages()
	f.budget = notices.NewBadgeButton(words.T("The account of these people"), f.openAccount)
	f.undo = forms.NewIconButton(fynetheme.ContentUndoIcon(), "", f.takeBack)
	f.redo = forms.NewIconButton(fynetheme.ContentRedoIcon(), "", f.doAgain)
	f.undo.OnSecondary = f.history
	f.menu = forms.NewIconButton(fynetheme.FolderOpenIcon(), words.T("Projects: new, open, save"), f.projects)
	save := forms.NewIconButton(fynetheme.DocumentSaveIcon(), words.T("Save the project"), f.saveProject)
	help := forms.NewIconButton(fynetheme.HelpIcon(), words.T("Help"), f.help)
	settings := forms.NewIconButton(fynetheme.SettingsIcon(), words.T("Settings"), f.settings)
	f.view = forms.NewIconButton(fynetheme.VisibilityIcon(), words.T("View: expert view, text size, light and dark"), f.views)
	icon := fyne.NewStaticResource("steward.svg", assets.IconSVG)
	f.header = frames.NewHeader(icon, "Steward", f.budget, f.menu, save, f.undo, f.redo, f.view, help, settings)
	for _, b := range []*forms.IconButton{f.menu, save, f.undo, f.redo, f.view, help, settings} {
		b.OnHint = f.header.Hint
	}
	f.budget.OnHint = f.header.Hint
	f.expert, f.tour = newExpertView(f), newTour(f)
	f.rail = frames.NewRail(f.railSteps(), func(i int) { f.show(f.order[i]) })
	f.footer = frames.NewFooter(func() { f.move(-1) }, f.next)
	f.page = container.NewVScroll(container.NewStack())
	f.side = container.NewVScroll(container.NewStack())
	f.layout()
	f.shortcuts()
	w.SetCloseIntercept(f.close)
	w.SetOnDropped(func(_ fyne.Position, files []fyne.URI) {
		if len(files) > 0 {
			f.Drop(files[0].Path())
		}
	})
	input.Beyond = f.scrollAround
	spend.Remembered(s)
	s.Observe(f.Update)
	f.show(guide.Data)
	s.Interrupted.FinishAll()
	return f
}

// makePages makes the pages of the project that is open.
func (f *Frame) makePages() {
	f.project, f.pages = f.session.Number(), steps.New(f.around)
	for _, step := range f.order {
		f.dressed[step] = dressedNow()
	}
}

// layout puts the parts together.
func (f *Frame) layout() {
	f.working = prose.Strong("")
	f.busy = container.NewStack()
	f.busy.Hide()
	margin := func(o fyne.CanvasObject, m float32) fyne.CanvasObject { return container.New(&inset{m}, o) }
	f.page.Content, f.side.Content = margin(container.NewStack(), theme.Size(theme.SizeMargin)), margin(container.NewStack(), 16)
	f.foot = container.NewStack()
	f.aside = container.New(footed{}, f.side, layouts.Inset(12, 16, layouts.Column(6, prose.NewRule(), f.foot)))
	side := layouts.NewGround(theme.Surface, f.aside)
	side.LeftLine = true
	f.notice = notices.NewBanner(notices.Info, "", nil, nil)
	forget := forms.NewIconButton(fynetheme.CancelIcon(), words.T("Dismiss"), f.session.Forget)
	f.noticed = strip(container.NewBorder(nil, nil, nil, forget, f.notice))
	f.noticed.Hide()
	f.halted = notices.NewBanner(notices.Info, "", nil, nil)
	f.told = strip(f.halted)
	f.told.Hide()
	f.tells = container.NewStack(container.NewStack())
	f.tells.Hide()
	strips := layouts.Column(0, f.told, f.tells, f.noticed, f.tour.content, f.busy)
	f.middle = container.New(&columns{narrowed: f.narrow}, f.rail, f.page, side, strips)
	f.root = container.NewBorder(f.header, f.footer, nil, nil, f.middle)
}

// strip puts a banner between page and footer.
func strip(banner fyne.CanvasObject) *fyne.Container {
	return layouts.Inset(stripMargin, theme.Size(theme.SizeMargin), banner)
}

// stripMargin is the space over and under a strip.
const stripMargin = 6

// narrow fits the header, the rail and the footer to a narrow window.
func (f *Frame) narrow(narrow bool) {
	f.rail.SetNarrow(narrow)
	f.header.SetNarrow(narrow)
	f.footer.SetNarrow(narrow)
}

// Content returns the window's content.
func (f *Frame) Content() fyne.CanvasObject { return f.root }

// run does slow work away from the window.
func (f *Frame) run(work, done func()) {
	f.away.Go(func() {
		work()
		fyne.Do(done)
	})
}

// reveal scrolls the page so that an object begins near its top, as far as there is more below.
func (f *Frame) reveal(o fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	y := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(f.page.Content).Y
	most := f.page.Content.Size().Height - f.page.Size().Height
	f.page.Offset = fyne.NewPos(0, max(min(y-revealed, most), 0))
	f.page.Refresh()
}

// revealed is the space over what the page is scrolled to.
const revealed = 12

// scrollAround scrolls what is around a list by the wheel: the column of the window that the pointer is over, unless a dialog
// lies over both. It tells whether that moved.
func (f *Frame) scrollAround(ev *fyne.ScrollEvent) bool {
	if f.window.Canvas().Overlays().Top() != nil {
		return false
	}
	at := f.page
	if ev.AbsolutePosition.X >= fyne.CurrentApp().Driver().AbsolutePositionForObject(f.side).X && f.root.Size().Width >= tinyWidth {
		at = f.side
	}
	before := at.Offset
	at.Scrolled(ev)
	return at.Offset != before
}

// show shows a step.
func (f *Frame) show(step guide.Step) {
	for i, s := range f.order {
		if s == step {
			f.current = i
		}
	}
	f.put(step)
	f.page.ScrollToTop()
	f.side.ScrollToTop()
	f.Update()
}

// put puts the page of a step into the window.
func (f *Frame) put(step guide.Step) {
	p := f.pages[step]
	f.dress(step)
	f.page.Content.(*fyne.Container).Objects = []fyne.CanvasObject{p.Content()}
	f.side.Content.(*fyne.Container).Objects = []fyne.CanvasObject{layouts.Column(theme.Size(theme.SizeWideGap), p.Side(), f.expert.content)}
	f.tells.Objects = []fyne.CanvasObject{strip(p.Tells())}
	f.foot.Objects = []fyne.CanvasObject{f.terms(step)}
	f.aside.Refresh()
}

// dress shows the page of a step as the app looks now, which may have changed while another page was in the
// window.
func (f *Frame) dress(step guide.Step) {
	now := dressedNow()
	if f.dressed[step] == now {
		return
	}
	f.dressed[step] = now
	paint.Restyle(f.pages[step].Content())
	paint.Restyle(f.pages[step].Side())
	paint.Restyle(f.pages[step].Tells())
}

// dressed is how an app looks.
type dressed struct {
	theme   fyne.Theme
	variant fyne.ThemeVariant
}

// dressedNow returns how the app looks.
func dressedNow() dressed {
	s := fyne.CurrentApp().Settings()
	return dressed{s.Theme(), s.ThemeVariant()}
}

// Show shows a step by its place, from 0.
func (f *Frame) Show(i int) { f.show(f.order[i]) }

func (f *Frame) move(by int) {
	if next := f.current + by; next >= 0 && next < len(f.order) {
		f.show(f.order[next])
	}
}

func (f *Frame) next() {
	if a, ok := f.pages[f.order[f.current]].(steps.Acting); ok && a.Next() {
		return
	}
	f.move(1)
	if f.order[f.current] == guide.Release && f.session.Release.ReadyToReview() {
		f.session.Release.Review() // reads the file and spends nothing
	}
}

func (f *Frame) railSteps() []frames.RailStep {
	out := make([]frames.RailStep, len(f.order))
	for i, s := range f.order {
		p := f.session.Progress(s)
		state := map[current.State]frames.StepState{current.NotYet: frames.NotYet, current.Attention: frames.Attention, current.Doubtful: frames.Attention, current.Done: frames.Done}[p.State]
		out[i] = frames.RailStep{Title: words.Say(s.Title()), State: state, Note: p.Line}
	}
	return out
}

// Update shows the session's present state.
func (f *Frame) Update() {
	if f.updating || f.gone {
		return
	}
	f.updating = true
	defer func() { f.updating = false }()
	step := f.order[f.current]
	if f.project != f.session.Number() {
		f.makePages()
		f.put(step)
	}
	keep := f.hold()
	f.pages[step].Update()
	f.rail.SetSteps(f.railSteps())
	f.rail.SetCurrent(f.current)
	f.header.Set(f.session.Title(), f.session.SavedLine())
	f.showBudget()
	f.showHistory()
	f.showFooter(step)
	f.expert.update()
	f.showAccount()
	f.showProgress()
	f.showNotice()
	f.showUnfinished()
	f.showTold(step)
	f.middle.Refresh() // strips take room
	refresh(f.page)
	refresh(f.side)
	keep()
}

// refresh shows what a scroller holds as it is now. The scroller goes by the room that it needed before, and is
// told again where that has changed.
func refresh(s *container.Scroll) {
	s.Refresh()
	if s.Content.Size() != s.Content.MinSize().Max(s.Size()) {
		s.Refresh()
	}
}

// openAccount opens the page of the account.
func (f *Frame) openAccount() {
	f.session.Balance.Refresh()
	f.account = account.Open(f.around)
}

// showAccount shows the account as it is now while its page is open.
func (f *Frame) showAccount() {
	switch {
	case f.account == nil:
	case f.window.Canvas().Overlays().Top() == nil:
		f.account = nil
	default:
		f.account.Update()
	}
}

func (f *Frame) showBudget() {
	a := f.session.Balance.Account()
	if a.Err != nil {
		f.budget.Set(notices.BadgeDanger, words.T("The account needs attention"))
		return
	}
	f.budget.Set(notices.BadgeNeutral, a.Short())
}

func (f *Frame) showFooter(step guide.Step) {
	state := frames.FooterState{Back: words.T("Back"), BackDisabled: f.current == 0, Next: words.T("Next")}
	if p := f.session.Progress(step); p.Missing != "" && p.State != current.Done {
		state.Missing = []prose.Span{prose.Plain(p.Missing)}
		// What needs attention may be mended by what is being typed, which Next takes over.
		state.NextDisabled = p.State == current.NotYet || step == guide.Data && f.session.Data.File() == nil
	}
	if a, ok := f.pages[step].(steps.Acting); ok {
		if own := a.Footer(); own != nil {
			state = *own
		}
	}
	if f.current == len(f.order)-1 || f.tour.content.Visible() && state.Next == words.T("Next") { // the tour has its own
		state.Next = ""
	}
	f.footer.Set(state)
}

// showNotice shows what the last edit meant for other steps, or what was taken back.
func (f *Frame) showNotice() {
	notice, taken := f.session.Notice(), f.session.Taken()
	switch {
	case taken != "":
		f.notice.Set(notices.Info, taken)
	case notice != "":
		f.notice.Set(notices.Info, words.T("What this changes."), prose.Plain(" "+notice))
	}
	if taken != "" || notice != "" {
		f.noticed.Show()
	} else {
		f.noticed.Hide()
	}
}

// showTold shows the banners of a step's page, while there are any.
func (f *Frame) showTold(step guide.Step) {
	any := slices.ContainsFunc(f.pages[step].Tells().Objects, fyne.CanvasObject.Visible)
	paint.Show(f.tells, any)
	f.tells.Refresh()
}

// underWay says what is under way, which may have the name of a file in it: of a long one so much that the bar has room beside it.
func underWay(job string) string {
	const most = 56
	return strings.TrimSuffix(prose.Shortened(job, most), "…") + "…"
}

// showProgress shows the job under way, with how far it is where that can be told. The bar is
// made for each job: one that moves by itself would redraw the window even while hidden.
func (f *Frame) showProgress() {
	j := f.session.Running()
	if j == nil {
		f.stopMoving()
		f.busy.Objects, f.progress = nil, nil
		f.busy.Hide()
		return
	}
	f.working.SetText(underWay(j.What))
	if told := j.Done > 0; len(f.busy.Objects) == 0 || told != (f.progress != nil) {
		f.stopMoving()
		var bar fyne.CanvasObject
		switch {
		case told:
			f.progress = widget.NewProgressBar()
			bar = f.progress
		case !fyne.CurrentApp().Settings().ShowAnimations():
			f.progress, bar = nil, layout.NewSpacer()
		default:
			f.progress, f.moving = nil, widget.NewProgressBarInfinite()
			bar = f.moving
		}
		cancel := forms.NewButton(words.T("Cancel"), func() {
			if j := f.session.Running(); j != nil {
				j.Cancel()
			}
		})
		f.cancel = cancel
		f.busy.Objects = []fyne.CanvasObject{container.NewPadded(container.NewBorder(nil, nil, f.working, cancel, bar))}
	}
	if f.progress != nil {
		f.progress.SetValue(j.Done)
	}
	input.Enable(f.cancel, f.session.Release.Stage() != releasing.Drawing) // what is spent is answered
	f.busy.Show()
	f.busy.Refresh()
}

// stopMoving stops the bar that moves by itself, if there is one.
func (f *Frame) stopMoving() {
	if f.moving != nil {
		f.moving.Stop()
		f.moving = nil
	}
}
