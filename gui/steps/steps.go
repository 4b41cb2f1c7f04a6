// Package steps holds the pages of the guided steps, a package each. A page is layout and
// wiring only: it shows the state of the session, tells the session what the person does,
// and decides nothing. Pages are made once and filled again by Update whenever the session
// changes, so that nothing typed is lost.
//
// Pages do not know one another. What several of them have stands in packages below them: page (what all pages are
// made of), oddities, outcomes, spend and sums. They import Fyne, never its driver, so that tests need no display.
package steps

import (
	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/gui/steps/budget"
	"steward/gui/steps/columns"
	"steward/gui/steps/data"
	"steward/gui/steps/facts"
	"steward/gui/steps/page"
	"steward/gui/steps/questions"
	"steward/gui/steps/release"
	"steward/gui/steps/secrets"
	"steward/gui/steps/summary"
	"steward/gui/widgets/frames"
)

// Page is one step on the screen.
type Page interface {
	// Content is the page's main part, Side the column at its right.
	Content() fyne.CanvasObject
	Side() fyne.CanvasObject
	// Tells are banners about the whole page, which stand over the footer.
	Tells() *fyne.Container
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

// New returns the pages in the order of the steps.
func New(s page.Surroundings) map[guide.Step]Page {
	return map[guide.Step]Page{
		guide.Data:      data.New(s),
		guide.Columns:   columns.New(s),
		guide.Secrets:   secrets.New(s),
		guide.Facts:     facts.New(s),
		guide.Questions: questions.New(s),
		guide.Budget:    budget.New(s),
		guide.Release:   release.New(s),
		guide.Summary:   summary.New(s),
	}
}
