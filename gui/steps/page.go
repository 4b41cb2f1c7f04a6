package steps

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Surroundings are what pages need beside the session.
type Surroundings struct {
	Session *session.Session
	Window  fyne.Window
	// Run does slow work away from the window and comes back to it.
	Run figures.Run
	// Go shows another step.
	Go func(guide.Step)
	// Why explains why a step's question matters.
	Why func(guide.Step)
	// Term opens the glossary at a term, by its ID there.
	Term func(id string)
	// Tour begins the tour on the sample.
	Tour func()
	// First tells that the program has never been used before.
	First bool
	// Made opens a worked example.
	Made func(assets.WorkedExample)
	// Reveal scrolls the page to one of its objects, such as a form that was opened.
	Reveal func(o fyne.CanvasObject)
	// Open opens a file or folder with the system's own program.
	Open func(path string)
}

// page is the parts that all pages have.
type page struct {
	Surroundings
	content, side fyne.CanvasObject
	failure       *notices.Banner
	step          guide.Step
}

// Content returns the page's main part.
func (p *page) Content() fyne.CanvasObject { return p.content }

// Side returns the column at the page's right.
func (p *page) Side() fyne.CanvasObject { return p.side }

// explain explains why the page's question matters.
func (p *page) explain() { p.Why(p.step) }

// newPage returns a page with its place for failures.
func newPage(s Surroundings, step guide.Step) page {
	b := notices.NewBanner(notices.Danger, "", nil, nil)
	b.Hide()
	return page{Surroundings: s, step: step, failure: b}
}

// showFailure shows what went wrong in this step, or the first thing to mend in the plan.
func (p *page) showFailure() {
	if f := p.Session.Problem(); f != nil && f.Step == p.step {
		p.failure.Set(notices.Danger, words.T("That did not work."), prose.Plain(" "+f.Message))
		p.failure.Show()
		return
	}
	if issues := p.Session.Issues(p.step); len(issues) > 0 && p.Session.Progress(p.step).State == session.Attention {
		text := words.Say(issues[0].Message)
		p.failure.Set(notices.Caution, words.T("Please mend this."), prose.Plain(" "+words.Sentence(text)))
		p.failure.Show()
		return
	}
	p.failure.Hide()
}

// stepName names a step as the screens do: "Step 3, Secrets".
func stepName(i int, step guide.Step) string {
	return words.T("Step %d, %s", i+1, words.Say(step.Title()))
}

// section is a part of the side column: a rule, a title and what stands under it.
func section(title string, parts ...fyne.CanvasObject) fyne.CanvasObject {
	return layouts.Column(6, append([]fyne.CanvasObject{widget.NewSeparator(), prose.Strong(title)}, parts...)...)
}
