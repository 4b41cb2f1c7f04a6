package budget

import (
	"fyne.io/fyne/v2"

	"steward/core/account"
	"steward/core/preview"
	"steward/gui/session/budget"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// chance is the tick under the slider that accepts a very small chance of failure, with what
// that means and how the errors compare.
type chance struct {
	page.Surroundings
	content *fyne.Container
	tick    *forms.Check
	entry   *forms.Entry
	typing  *fyne.Container // with the entry
	means   *prose.Text
}

func newChance(s page.Surroundings) *chance {
	c := &chance{Surroundings: s, means: prose.Caption("")}
	c.tick = forms.NewCheck(words.T("Accept a very small chance that the protection fails"), s.Session.Budget.AcceptChance)
	c.entry = forms.NewEntry()
	c.entry.Name = words.T("Chance of failure")
	c.entry.OnSubmitted = c.typed
	c.typing = layouts.Sized(c.entry, wishEntry)
	c.content = layouts.Column(2, layouts.Inline(8, c.tick, c.typing), c.means)
	return c
}

// typed takes a chance as it was typed.
func (c *chance) typed(text string) {
	if err := c.Session.Budget.SetDelta(words.Typed(text)); err != nil {
		c.say(words.SentenceOf(err), true)
	}
}

func (c *chance) say(text string, wrong bool) {
	c.means.SetColor(theme.QuietText)
	if wrong {
		c.means.SetColor(theme.Caution)
	}
	c.means.SetOrHide(text)
}

// update shows what is accepted, and what it does to the numbers of the question that is shown.
func (c *chance) update(q *preview.Question) {
	text := c.Session.Plan().Budget.Delta
	accepted := text != ""
	c.tick.SetChecked(accepted)
	if shown := words.Number(text); c.entry.Text != shown {
		c.entry.SetText(shown)
	}
	paint.Show(c.typing, accepted && c.Session.Budget.ShowsNumber())
	warning := c.Session.Budget.ChanceWarning()
	switch d := c.Session.Budget.Delta(); {
	case !accepted: // what it would do is said with the method
		c.say("", false)
	case d.IsZero():
		c.say(words.T("The chance cannot be read: untick it, or type a number such as 0.000001."), true)
	case warning != "":
		c.say(warning, true)
	case q != nil:
		c.say(fails(d)+" "+words.Say(q.Kinds(d))+" "+words.Say(q.WithoutChance()), false)
	default:
		c.say(fails(d), false)
	}
}

// fails says how likely a failure of the promise is.
func fails(d account.Delta) string {
	return words.T("The promise fails with a chance of at most %s.", budget.ChanceInWords(d))
}
