// Package page is what the pages of all steps have in common: their surroundings, the place where failures are told,
// and the parts of their side columns.
package page

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/core/domain"
	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/opened"
	"steward/gui/session/releasing"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
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
	// Help opens the help at a topic.
	Help func(topic string)
	// Tour begins the tour on the sample.
	Tour func()
	// First tells that the program has never been used before.
	First bool
	// Made opens a worked example.
	Made func(assets.WorkedExample)
	// Reveal scrolls the page to one of its objects, such as a form that was opened.
	Reveal func(o fyne.CanvasObject)
	// Take opens a project or a spreadsheet in the window.
	Take func(path string)
	// Open opens a file or folder with the system's own program.
	Open func(path string)
	// Account opens the page of the account at one of its parts.
	Account func(AccountPart)
}

// OpenSheet asks for a spreadsheet that lists something, and tells its path.
func (s Surroundings) OpenSheet(do func(path string)) {
	dialogs.OpenFile(s.Window, "", opened.SheetEndings(), do)
}

// OpenRecord asks for the record of a release, and tells its path.
func (s Surroundings) OpenRecord(do func(path string)) {
	dialogs.OpenFile(s.Window, "", []string{".json"}, do)
}

// OpenButton is a button that opens a file of the release that is shown, or its folder.
func (s Surroundings) OpenButton(label string, icon fyne.Resource, path func(*releasing.Finished) string) *forms.Button {
	b := forms.NewIconTextButton(label, icon, func() {
		if f := s.Session.Release.Finished(); f != nil && path(f) != "" {
			s.Open(path(f))
		}
	})
	b.Alignment = widget.ButtonAlignLeading
	return b
}

// AccountPart is a part of the page of an account.
type AccountPart int

// Parts of the page of an account, in the order of its tabs.
const (
	Releases AccountPart = iota
	Together
	Allowed
	Ledger
)

// Base is the parts that all pages have.
type Base struct {
	Surroundings
	Main, Beside fyne.CanvasObject
	// Told are banners about the whole page. They stand over the footer, where nothing moves when they come and go.
	Told    *fyne.Container
	Failure *notices.Banner
	Step    guide.Step
}

// Content returns the page's main part.
func (p *Base) Content() fyne.CanvasObject { return p.Main }

// Side returns the column at the page's right.
func (p *Base) Side() fyne.CanvasObject { return p.Beside }

// Tells returns the banners about the whole page.
func (p *Base) Tells() *fyne.Container { return p.Told }

// Explain explains why the page's question matters.
func (p *Base) Explain() { p.Why(p.Step) }

// New returns a page with its place for failures.
func New(s Surroundings, step guide.Step) Base {
	b := notices.NewBanner(notices.Danger, "", nil, nil)
	b.Hide()
	return Base{Surroundings: s, Step: step, Failure: b, Told: layouts.Column(8, b)}
}

// ShowFailure shows what went wrong in this step. What is to be mended in the plan stands in the footer.
func (p *Base) ShowFailure() {
	if f := p.Session.Problem(); f != nil && f.Step == p.Step {
		p.Failure.Set(notices.Danger, words.T("That did not work."), prose.Plain(" "+f.Message))
		p.Failure.Show()
		return
	}
	p.Failure.Hide()
}

// ColumnsBeside returns the columns that are published beside some.
func (p *Base) ColumnsBeside(some []domain.AttributeName) (out []domain.AttributeName) {
	for _, c := range p.Session.Plan().Columns {
		if !slices.Contains(some, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}

// StepName names a step as the screens do: "Step 3, Secrets".
func StepName(i int, step guide.Step) string {
	return words.T("Step %d, %s", i+1, words.Say(step.Title()))
}

// Section is a part of the side column: a rule, a title and what stands under it.
func Section(title string, parts ...fyne.CanvasObject) fyne.CanvasObject {
	return layouts.Column(6, append([]fyne.CanvasObject{widget.NewSeparator(), prose.Strong(title)}, parts...)...)
}
