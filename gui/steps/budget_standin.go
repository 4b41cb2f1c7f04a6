package steps

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/theme"
	"steward/gui/widgets"
)

// standIns is the line under the methods that says on what public data those are compared whose
// error depends on the data, and lets the steward choose.
type standIns struct {
	Surroundings
	content  *fyne.Container
	text     *widgets.Text
	lacking  *widgets.Text
	change   *widgets.Link
	note     *widgets.Text // for the side column: what errors are, and what they were made of
	question func() int
}

// What errors are, and what went into them.
const (
	whatErrorsAre   = "This is the error that the protection adds. It is not the sampling error of your survey, and it says nothing about mistakes in the data. "
	withoutYourData = "Computed without looking at your data: it depends only on your choices."
	withThePilot    = "Computed without looking at your data but for the pilot, which was paid for."
)

func newStandIns(s Surroundings, question func() int) *standIns {
	c := &standIns{Surroundings: s, text: widgets.Caption(), lacking: widgets.Caption(), question: question}
	c.lacking.SetColor(theme.Caution)
	c.change = widgets.NewLink("", c.ask)
	c.note = widgets.Caption(widgets.Plain(whatErrorsAre + withoutYourData))
	c.content = widgets.Inset(4, 16, widgets.Column(2, c.text, c.lacking, c.change))
	return c
}

// update says what the methods of a question are compared on.
func (c *standIns) update(q session.QuestionPreview) {
	on := c.Session.Compared()
	c.note.SetText(whatErrorsAre + withoutYourData)
	if on.Kind == plan.StandInPilot {
		c.note.SetText(whatErrorsAre + withThePilot)
	}
	var names []string
	for i, candidate := range q.Candidates {
		if _, ok := q.StandIns[i]; ok {
			names = append(names, "“"+candidate.Info.Name+"”")
		}
	}
	c.change.SetText("Compare on other public data…")
	switch {
	case on.Kind == "":
		c.text.SetText("")
		c.change.SetText("Compare more methods on public data…")
	case len(names) == 0:
		c.text.SetText(fmt.Sprintf("Methods whose error depends on the data are to be compared on %s.", on.On))
	default:
		c.text.SetText(fmt.Sprintf("Measured on %s, yours may differ: %s.", on.On, strings.Join(names, ", ")))
	}
	visible(c.text, on.Kind != "")
	c.lacking.SetText(on.Lacking)
	visible(c.lacking, on.Lacking != "")
	if on.Busy {
		c.text.SetText("The public file is being counted…")
	}
}

// unfit offers to compare a method that does not apply for want of public data.
func (c *standIns) unfit(row *widgets.MethodRow) {
	if c.Session.Plan().StandIn == nil && len(row.Reason) > 0 {
		row.Reason[0].Text += ":"
		row.FixLabel, row.OnFix = "compare on public data", c.ask
	}
}

// ask asks what the methods are to be compared on.
func (c *standIns) ask() {
	s := c.Session
	var d *dialog.CustomDialog
	do := func(f func()) func() {
		return func() {
			d.Hide()
			f()
		}
	}
	option := func(label string, f func(), says string) fyne.CanvasObject {
		return widgets.Column(2, widget.NewButton(label, do(f)), widgets.Caption(widgets.Plain(says)))
	}
	options := []fyne.CanvasObject{
		atLeast(520, 0),
		widgets.Body("Some methods do well or badly depending on the data. To compare them, and to choose the best by itself, the program tries them on data that everybody may see: never on yours, since that would tell about it."),
		option("Choose a public file…", func() { dialogs.OpenFile(c.Window, "", sheetEndings, s.ComparePublic) },
			"Last year’s published data, or made-up people, with the same columns and one row per person. Its counts become public with the release."),
		option("Made-up data, spread evenly", s.CompareEven,
			"As many people in every combination of values. Methods that look for equal numbers look their best on it: choose it only if you expect your numbers to be alike."),
		option("Pay for a pilot…", c.askPilot,
			"A noisy table of your own data for the question shown, paid for from the budget at once."),
	}
	if s.Plan().StandIn != nil {
		options = append(options, option("Leave these methods out", s.CompareAlone, "Only methods are used whose error is known without any data."))
	}
	d = dialog.NewCustomWithoutButtons("Compare on public data", widgets.Column(12, options...), c.Window)
	d.SetButtons([]fyne.CanvasObject{widget.NewButton("Cancel", func() { d.Hide() })})
	d.Show()
	c.Window.Canvas().Unfocus()
}

// askPilot asks what a pilot may spend, and once more before it is spent.
func (c *standIns) askPilot() {
	s, i := c.Session, c.question()
	questions := s.Plan().Questions
	if i >= len(questions) {
		return
	}
	entry, means := widget.NewEntry(), widgets.Small()
	var d *dialog.CustomDialog
	pay := widget.NewButton("", func() {
		d.Hide()
		c.confirm(i, strings.TrimSpace(entry.Text))
	})
	pay.Importance = widget.HighImportance
	entry.OnChanged = func(typed string) {
		price := strings.TrimSpace(typed)
		why := s.MayPilot(price)
		pay.SetText("Spend " + price + "…")
		setEnabled(pay, why == "")
		means.SetColor(theme.QuietText)
		if why != "" {
			means.SetColor(theme.Danger)
		} else {
			why, _ = s.Remaining(price)
		}
		means.SetText(why)
	}
	entry.SetText(s.PilotPrice())
	entry.OnChanged(entry.Text)
	body := widgets.Column(10, atLeast(440, 0),
		widgets.Body(fmt.Sprintf("The pilot counts your data for “%s” and adds noise. The methods are compared on the noisy numbers, which become public with the release. What may it spend? The more, the better the comparison; the release itself gets none of it.", questions[i].Title)),
		entry, means)
	d = dialog.NewCustomWithoutButtons("A pilot", body, c.Window)
	d.SetButtons([]fyne.CanvasObject{widget.NewButton("Cancel", func() { d.Hide() }), pay})
	d.Show()
	c.Window.Canvas().Focus(entry)
}

// confirm asks before a pilot is paid for.
func (c *standIns) confirm(question int, price string) {
	text := fmt.Sprintf("This spends %s on the data set at once, beside what the release will spend. It cannot be taken back.", price)
	if a := c.Session.Account(); a.Left != "" {
		left, _ := c.Session.Left(price)
		text += fmt.Sprintf("\n\n%s of the %s that you allowed is left now; %s will remain.", a.Left, a.Limit, left)
	}
	dialogs.Ask(c.Window, "Pay for a pilot?", text, dialogs.Choice{
		Label: "Spend " + price, Main: true,
		Do: func() { c.Session.Pilot(question, price) },
	})
}

// measured says what the error of the chosen method was measured on, for under it; empty where it
// is known without data.
func measured(q session.QuestionPreview) string {
	if name, ok := q.StandIns[q.Chosen]; ok {
		return ", measured on " + name + "; yours may differ"
	}
	return ""
}
