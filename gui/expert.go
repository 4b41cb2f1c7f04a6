package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/dialogs"
	"steward/gui/session/expert"
	"steward/gui/theme"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// settingExpert names, among the settings, whether the expert view is on.
const settingExpert = "expert-view"

// expertView is what the side column says in the field's terms, under what it says in plain ones.
type expertView struct {
	frame   *Frame
	content *fyne.Container
	lines   *fyne.Container
}

func newExpertView(f *Frame) *expertView {
	e := &expertView{frame: f, lines: layouts.Column(8)}
	e.content = layouts.Column(8, prose.NewRule(), prose.Strong(words.T("In the field's terms")), e.lines,
		prose.NewLink(words.T("Strategies, plan and command line…"), e.open))
	return e
}

// on tells whether the expert view is wanted.
func (e *expertView) on() bool { return fyne.CurrentApp().Preferences().Bool(settingExpert) }

// toggle turns the expert view on or off, and the budget's number with it.
func (e *expertView) toggle() {
	on := !e.on()
	fyne.CurrentApp().Preferences().SetBool(settingExpert, on)
	if on {
		e.frame.session.Budget.SetShowsNumber(true)
	}
	e.frame.Update()
}

// update shows the figures of the present step.
func (e *expertView) update() {
	if !e.on() {
		e.content.Hide()
		return
	}
	list := e.frame.session.Expert.Lines(e.frame.order[e.frame.current])
	e.lines.Objects = nil
	if len(list) == 0 {
		e.lines.Objects = []fyne.CanvasObject{prose.Small(words.T("There are figures once the plan is complete."))}
	}
	for _, l := range list {
		e.lines.Objects = append(e.lines.Objects, e.line(l))
	}
	e.content.Show()
	e.content.Refresh()
}

// line is a figure under its name, which opens the glossary where there is a term for it.
func (e *expertView) line(l expert.Line) fyne.CanvasObject {
	var name fyne.CanvasObject = prose.NewText(theme.SizeTable, theme.Text, prose.Bold(l.Label))
	if l.Term != "" {
		name = container.NewHBox(prose.NewLink(l.Label, func() { e.frame.term(l.Term) }))
	}
	return layouts.Column(0, name, prose.Small(l.Value))
}

// open opens everything that there is to say to an expert.
func (e *expertView) open() {
	s := e.frame.session
	dialogs.Expert(e.frame.window, dialogs.ExpertPages{
		Questions: e.questions(s.Expert.Questions()),
		Plan:      s.Expert.PlanJSON(),
		Commands:  strings.Join(s.Expert.CommandLines(), "\n"),
		Term:      e.frame.term,
	})
}

// questions puts what is said of questions into the dialog's form.
func (e *expertView) questions(list []expert.Question) (out []dialogs.ExpertQuestion) {
	for _, q := range list {
		x := dialogs.ExpertQuestion{Title: q.Title, Tables: [][][]string{append([][]string{q.NoiseHead}, q.Noise...), append([][]string{q.MethodHead}, q.Methods...)}}
		for _, l := range q.Lines {
			x.Lines = append(x.Lines, dialogs.ExpertLine{Label: l.Label, Term: l.Term, Value: l.Value})
		}
		out = append(out, x)
	}
	return out
}
