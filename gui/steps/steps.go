// Package steps holds the pages of the guided steps, one file each. A page is layout and
// wiring only: it shows the state of the session, tells the session what the person does,
// and decides nothing. Pages are made once and filled again by Update whenever the session
// changes, so that nothing typed is lost.
//
// The package imports Fyne (never its driver), package widgets, package session and value
// types of core.
package steps

import (
	"fyne.io/fyne/v2"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Page is one step on the screen.
type Page interface {
	// Content is the page's main part, Side the column at its right.
	Content() fyne.CanvasObject
	Side() fyne.CanvasObject
	// Update shows the session's present state.
	Update()
}

// Acting is a Page whose Next does something of its own.
type Acting interface {
	// Footer returns the words of the footer, or nil for the usual ones.
	Footer() *frames.FooterState
	// Next does what the footer's button says; it returns false to go on to the next step.
	Next() bool
}

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

// New returns the pages in the order of the steps.
func New(s Surroundings) map[guide.Step]Page {
	return map[guide.Step]Page{
		guide.Data:      newData(s),
		guide.Columns:   newColumns(s),
		guide.Secrets:   newSecrets(s),
		guide.Facts:     newFacts(s),
		guide.Questions: newQuestions(s),
		guide.Budget:    newBudget(s),
		guide.Release:   newRelease(s),
		guide.Summary:   newSummary(s),
	}
}

// gap is the space between cards.
const gap = 12

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

// fill replaces a container's objects.
func fill(c *fyne.Container, objects ...fyne.CanvasObject) {
	c.Objects = objects
	c.Refresh()
}

// visible shows or hides an object.
func visible(o fyne.CanvasObject, on bool) { paint.Show(o, on) }

// setEnabled lets something be used, or not.
func setEnabled(o fyne.Disableable, on bool) { input.Enable(o, on) }
