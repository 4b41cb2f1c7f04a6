package budget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/dialogs"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// standIns is the line under the methods that says on what public data those are compared whose
// error depends on the data, and lets the steward choose.
type standIns struct {
	page.Surroundings
	content  *fyne.Container
	text     *prose.Text
	lacking  *prose.Text
	change   *prose.Link
	note     *prose.Text // for the side column: what errors are, and what they were made of
	question func() int
}

// whatErrorsAre says what errors are, and what went into them.
func whatErrorsAre(pilot bool) string {
	made := words.T("Computed without looking at your data: it depends only on your choices.")
	if pilot {
		made = words.T("Computed without looking at your data, apart from the pilot, which was paid for.")
	}
	return words.T("This is the error that the protection adds. It is not the sampling error of your survey, and it says nothing about mistakes in the data.") + " " + made
}

func newStandIns(s page.Surroundings, question func() int, more fyne.CanvasObject) *standIns {
	c := &standIns{Surroundings: s, text: prose.Caption(""), lacking: prose.Caption(""), question: question}
	c.lacking.SetColor(theme.Caution)
	c.change = prose.NewLink("", c.ask)
	c.note = prose.Caption(whatErrorsAre(false))
	c.content = layouts.Inset(4, 16, layouts.Column(2, c.text, c.lacking, layouts.Inline(20, more, c.change)))
	return c
}

// update says what the methods of a question are compared on.
func (c *standIns) update(q preview.Question) {
	on := c.Session.Budget.Compared()
	c.note.SetText(whatErrorsAre(on.Kind == plan.StandInPilot))
	var names []string
	for i, candidate := range q.Candidates {
		if _, ok := q.StandIns[i]; ok {
			names = append(names, words.T("“%s”", words.Say(candidate.Info.Name)))
		}
	}
	c.change.SetText(words.T("Compare on other public data…"))
	switch {
	case on.Kind == "":
		c.text.SetText("")
		c.change.SetText(words.T("Compare more methods on public data…"))
	case len(names) == 0:
		c.text.SetText(words.T("Methods whose error depends on the data are to be compared on %s.", on.On))
	default:
		c.text.SetText(words.T("Measured on %s, yours may differ: %s.", on.On, strings.Join(names, ", ")))
	}
	paint.Show(c.text, on.Kind != "")
	c.lacking.SetOrHide(on.Lacking)
	if on.Busy {
		c.text.SetText(words.T("The public file is being counted…"))
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
		return layouts.Column(2, forms.NewButton(label, do(f)), prose.Caption(says))
	}
	options := []fyne.CanvasObject{
		layouts.AtLeast(520, 0),
		prose.Body(words.T("Some methods do well or badly depending on the data. To compare them and choose the best automatically, the program tries them on data that anyone may see: never on yours, since that would reveal something about it.")),
		option(words.T("Choose a public file…"), func() { c.OpenSheet(s.Budget.ComparePublic) },
			words.T("Last year’s published data, or made-up people, with the same columns and one row per person. Its counts become public with the release.")),
		option(words.T("Made-up data, spread evenly"), s.Budget.CompareEven,
			words.T("The same number of people in every combination of values. Methods that look for equal numbers do their best on it: choose it only if you expect your numbers to be similar.")),
		option(words.T("Pay for a pilot…"), c.askPilot,
			words.T("A noisy table of your own data for the question shown, paid for from the budget at once.")),
	}
	if s.Plan().StandIn != nil {
		options = append(options, option(words.T("Leave these methods out"), s.Budget.CompareAlone, words.T("Only methods whose error is known without any data are used.")))
	}
	d = dialogs.Form(c.Window, words.T("Compare on public data"), layouts.Column(12, options...), nil)
}

// askPilot asks what a pilot may spend, and once more before it is spent.
func (c *standIns) askPilot() {
	s, i := c.Session, c.question()
	questions := s.Plan().Questions
	if i >= len(questions) {
		return
	}
	entry, means := forms.NewEntry(), prose.Small("")
	entry.Name = words.T("A pilot")
	var d *dialog.CustomDialog
	pay := forms.NewMainButton("", func() {
		d.Hide()
		c.confirm(i, words.Typed(strings.TrimSpace(entry.Text)))
	})
	entry.OnChanged = func(typed string) {
		price := words.Typed(strings.TrimSpace(typed))
		why := s.Release.MayPilot(price)
		pay.SetText(words.T("Spend %s…", words.Number(price)))
		input.Enable(pay, why == "")
		means.SetColor(theme.QuietText)
		if why != "" {
			means.SetColor(theme.Danger)
		} else {
			why, _ = s.Balance.Remaining(price)
		}
		means.SetText(why)
	}
	entry.SetText(words.Number(s.Release.PilotPrice()))
	entry.OnChanged(entry.Text)
	body := layouts.Column(10, layouts.AtLeast(440, 0),
		prose.Body(words.T("The pilot counts your data for “%s” and adds noise. The methods are compared on the noisy numbers, which become public with the release. What may it spend? The more, the better the comparison; the release itself gets none of it.", questions[i].Title)),
		entry, means)
	d = dialogs.Form(c.Window, words.T("A pilot"), body, entry, pay)
}

// confirm asks before a pilot is paid for.
func (c *standIns) confirm(question int, price string) {
	text := words.T("This spends %s on the data set at once, in addition to what the release will spend. It cannot be taken back.", words.Number(price))
	if remains := spend.Remains(c.Session, price); remains != "" {
		text += "\n\n" + remains
	}
	dialogs.Ask(c.Window, words.T("Pay for a pilot?"), text, dialogs.Choice{
		Label: words.T("Spend %s", words.Number(price)), Main: true,
		Do: func() { c.Session.Release.Pilot(question, price) },
	})
}
