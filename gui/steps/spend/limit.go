package spend

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/core/limits"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/balance"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// SettingBy names, among the settings, who noted something in a ledger last.
const SettingBy = "by"

// Remembered tells a session who set a limit last on this computer.
func Remembered(s *session.Session) {
	s.Balance.SetBy(fyne.CurrentApp().Preferences().String(SettingBy))
}

// formWidth is as much as the smallest window has room for, so that all of the form is to be seen in it.
const formWidth = 640

// limitForm asks what all releases about the data set may spend together.
type limitForm struct {
	page.Surroundings
	limit, chances, by, why *forms.Entry
	everybody               *forms.Check
	means, problem          *prose.Text
	whose                   *prose.Text     // whom the limit would hold for
	who, reason             *fyne.Container // asked for where they will stand in the ledger
	dialog                  *dialog.CustomDialog
}

// AskLimit asks what all releases about the data set may spend together.
func AskLimit(s page.Surroundings) {
	f := &limitForm{Surroundings: s, means: prose.Small(""), problem: prose.Problem(), whose: prose.Small("")}
	limit, chances := f.starts()
	f.limit = f.entry(words.T("What is allowed"), words.Number(limit), words.T("no limit"))
	f.chances = f.entry(words.T("Chance of failure"), words.Number(chances), words.T("no limit on such chances"))
	f.by = f.entry(words.T("Who allows it"), s.Session.Balance.By(), words.T("a name or an office"))
	f.why = f.entry(words.T("Why"), "", words.T("a few words"))
	f.everybody = forms.NewCheck(words.T("For every plan about these people, not for this one alone"), func(bool) { f.weigh() })
	also := layouts.Column(4, prose.Body(words.T("And what may the chances of failure add up to?")), f.chances,
		prose.Small(words.T("A number such as 0.00001: then the promises of all releases together fail with a chance of at most 1 in 100,000.")))
	if s.Session.Budget.Delta().IsZero() && chances == "" && s.Session.Balance.Account().Chance == "" {
		also.Hide()
	}
	f.who, f.reason = layouts.Labelled(words.T("Who allows it"), f.by), layouts.Labelled(words.T("Why"), f.why)
	body := layouts.Column(10, layouts.AtLeast(formWidth, 0),
		prose.Body(words.T("What may all releases about “%s” spend together?", s.Session.Title())), f.limit, f.means, also,
		f.everybody, f.whose, container.NewGridWithColumns(2, f.who, f.reason), f.problem)
	f.weigh()
	f.dialog = dialogs.Form(s.Window, words.T("What is allowed"), body, f.limit, forms.NewMainButton(words.T("Allow it"), f.allow))
}

// starts returns what the form begins with: what is allowed, or what would just do.
func (f *limitForm) starts() (limit, chances string) {
	budget := f.Session.Plan().Budget
	limit, chances = budget.Limit, budget.DeltaLimit
	everybodys, everybodysChances := f.Session.Balance.EverybodysLimits()
	if raises, _ := f.Session.Balance.Changes(limit, ""); raises || limit == "" {
		limit = everybodys
	}
	if raises, _ := f.Session.Balance.Changes("", chances); raises || chances == "" {
		chances = everybodysChances
	}
	if short := f.Session.Balance.Shortfall(); short != nil && short.Raise != "" {
		if short.Chance {
			return limit, short.Raise
		}
		return short.Raise, chances
	}
	return limit, chances
}

func (f *limitForm) entry(name, text, empty string) *forms.Entry {
	e := forms.NewNamedEntry(name, text, empty)
	e.OnChanged = func(string) { f.weigh() }
	e.OnSubmitted = func(string) { f.allow() }
	return e
}

// weigh says what the typed limits mean and whom they would hold for, and asks for what that takes.
func (f *limitForm) weigh() {
	f.problem.SetText("")
	f.explain()
	raises, lowers := f.Session.Balance.Changes(words.Typed(f.limit.Text), words.Typed(f.chances.Text))
	paint.Show(f.everybody, lowers)
	act := raises || lowers && f.everybody.Checked
	everybodys, everybodysChances := f.Session.Balance.EverybodysLimits()
	first := everybodys+everybodysChances == ""
	paint.Show(f.who, act || first)
	paint.Show(f.reason, act)
	switch {
	case act:
		f.whose.Set(prose.Marked(words.T("%s The change is recorded in the account with its date, and later summaries show who made it and why.", f.now(everybodys)))...)
	case first:
		f.whose.SetText(words.T("The first release sets this limit for every plan about these people, and the account records who set it. A plan can be stricter. Allowing more later takes a reason."))
	default:
		f.whose.Set(prose.Marked(f.now(everybodys))...)
	}
	if f.dialog != nil {
		f.dialog.Resize(f.dialog.MinSize())
	}
}

// explain says what somebody may learn when all of the limit is spent.
func (f *limitForm) explain() {
	text := words.Typed(f.limit.Text)
	switch allowed, ok := f.Session.Budget.Allowed(text); {
	case ok:
		except := ""
		if !f.Session.Budget.Delta().IsZero() {
			except = words.T(", except in the cases that their chances of failure allow, which add up too")
		}
		f.means.Set(prose.Marked(words.T("Releases add up. If all of %s is spent, someone who puts all releases together guesses right at most **%s** times in 100%s.", words.Number(text), words.Number(allowed.Guess()), except))...)
	case text == "":
		f.means.SetText(words.T("Without a limit, nothing stops releases from adding up until no protection is left."))
	default:
		f.means.SetText("")
		f.problem.SetText(words.T("“%s” cannot be a limit: type a number above zero and at most %s, such as 2.", f.limit.Text, limits.MaxEpsilon))
	}
}

// now says what the ledger allows, and who decided that.
func (f *limitForm) now(everybodys string) string {
	last := f.Session.Balance.LastSet()
	switch {
	case everybodys == "":
		return words.T("The account has a limit on the chances of failure (delta), which holds for every plan about these people.")
	case last == nil:
		return words.T("The account allows **%s** to all plans about these people.", words.Number(everybodys))
	case last.Title != "":
		return words.T("The account allows **%s** to all plans about these people, since the release “%s” (%s).", words.Number(everybodys), prose.Escape(last.Title), prose.Escape(whenAndWho(last)))
	}
	return words.T("The account allows **%s** to all plans about these people: “%s” (%s).", words.Number(everybodys), prose.Escape(last.Why), prose.Escape(whenAndWho(last)))
}

// whenAndWho names the day, and the person where one is known.
func whenAndWho(s *balance.LimitSet) string {
	if s.By == "" {
		return s.Day
	}
	return s.Day + ", " + s.By
}

// allow sets the limits and closes the form, or says what is missing.
func (f *limitForm) allow() {
	err := f.Session.Balance.Allow(balance.Allowing{
		Limit: words.Typed(f.limit.Text), Chances: words.Typed(f.chances.Text), Everybody: f.everybody.Checked, By: f.by.Text, Why: f.why.Text,
	}, func(err error) { dialogs.Failed(f.Window, err) })
	if err != nil {
		f.problem.SetText(words.SentenceOf(err))
		f.dialog.Resize(f.dialog.MinSize()) // with room for what is wrong
		return
	}
	fyne.CurrentApp().Preferences().SetString(SettingBy, f.Session.Balance.By())
	f.dialog.Hide()
}
