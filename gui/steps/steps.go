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

	"steward/core/guide"
	"steward/gui/widgets/frames"
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
