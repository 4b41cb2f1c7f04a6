package columns

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/data"
	"steward/gui/session/nextyear"
	"steward/gui/steps/spend"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// The answers to whose account the next release is in.
const (
	samePeople  = "same"
	otherPeople = "others"
	planAlone   = "plan"
)

// nextYear is the dialog that takes the plan of an earlier release over for the next file: what no longer fits, whose account it is, and
// what the releases that are planned may spend.
type nextYear struct {
	of      *Page
	earlier nextyear.Earlier
	look    nextyear.Look
	dialog  *dialogs.List

	who                        *forms.ChoiceList
	name, title, budget, years *forms.Entry
	facts                      *forms.Check
	named, money               fyne.CanvasObject
	offer, problem             *prose.Text
	take                       *forms.Button
	asked                      nextyear.Choice // what is offered was last asked for
	offered                    string          // what this release may spend, where nothing is typed

	changes  *fyne.Container // how far off changes since the earlier release will be
	expected nextyear.Choice // they were last worked out for
	stop     func()          // working them out
}

// readEarlier reads the plan of another project, compares it with the open file and asks how to go on with it.
func (s *columnSources) readEarlier(path string) {
	e, err := s.of.Session.NextYear.Read(path)
	if err != nil {
		dialogs.Faults(s.of.Window, words.T("This plan cannot be used"), err)
		return
	}
	s.of.Session.NextYear.Compare(e, func(l nextyear.Look, err error) {
		if err != nil {
			s.of.Session.Fail(guide.Columns, err)
			return
		}
		newNextYear(s.of, e, l).dialog.Open()
	})
}

func newNextYear(of *Page, e nextyear.Earlier, l nextyear.Look) *nextYear {
	n := &nextYear{of: of, earlier: e, look: l}
	entry := func(name, text string) *forms.Entry {
		x := forms.NewEntry()
		x.Name = name
		x.SetText(text)
		x.OnChanged = func(string) { n.update() }
		return x
	}
	last := l.Plan.Title
	if last == "" {
		last = l.Plan.DataSet
	}
	n.title, n.years, n.budget = entry(words.T("Title of this release"), nextyear.Following(last)), entry(words.T("Releases planned, this one included"), "1"), entry(words.T("What this release may spend"), "")
	n.name = entry(words.T("Name of their account"), "")
	if now := of.Session.Plan().DataSet; now != l.Plan.DataSet {
		n.name.SetText(now)
	}
	n.facts = forms.NewCheck(words.T("The known facts that are true here are public for these data too"), func(bool) { n.update() })
	n.who = forms.NewChoiceList([]forms.Choice{
		{ID: samePeople, Title: words.T("Some of the people are those of “%s”", l.Plan.DataSet), Note: words.T("What is spent adds up in their account, which keeps its name. Files get this year’s.")},
		{ID: otherPeople, Title: words.T("Nobody in this file is among them"), Note: words.T("These people get an account of their own; the earlier one says where it is.")},
		{ID: planAlone, Title: words.T("Carry over the plan alone"), Note: words.T("Its columns, secrets, questions and budget. The data set stays as it is in Your data.")},
	}, func(string) { n.update() })
	n.who.SetSelected(samePeople)
	n.offer, n.problem = prose.Caption(""), prose.Problem()
	n.named = layouts.Labelled(n.name.Name, n.name)
	n.money = layouts.Column(8, layouts.Labelled(n.title.Name, n.title),
		container.NewGridWithColumns(2, layouts.Labelled(n.years.Name, n.years), layouts.Labelled(n.budget.Name, n.budget)), n.offer)
	n.changes, n.stop = layouts.Column(4), func() {}
	n.changes.Hide()
	rows, lead := n.findings()
	n.take = forms.NewMainButton(words.T("Carry it over"), n.do)
	content := layouts.Column(layouts.Gap, dialogs.Findings(lead, rows, ""), n.facts, prose.Strong(words.T("Who is in this file?")), n.who, n.named, n.money)
	paint.Show(n.facts, n.holding() > 0)
	n.dialog = dialogs.NewFootedList(of.Window, words.T("An earlier plan for this file"), content, layouts.Column(4, n.changes, n.problem))
	n.dialog.Offer(n.take)
	n.update()
	return n
}

// holding is how many of the known facts are true of this file too.
func (n *nextYear) holding() (k int) {
	for _, f := range n.look.Known {
		if f.Holds {
			k++
		}
	}
	return k
}

// findings say what of the plan fits the open file and what does not.
func (n *nextYear) findings() (rows []notices.Finding, lead string) {
	rows = misfitRows(n.look.Misfits, nil)
	lead = words.T("**%s** has %s and %s. You can undo carrying it over, but not what is then set aside.", n.earlier.Name,
		amounts.Several(len(n.look.Plan.Columns), "column", "columns"), amounts.Several(len(n.look.Plan.Titles()), "question", "questions"))
	switch {
	case n.of.Session.Data.File() == nil:
		rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.T("No file is open"), Detail: words.T("Open this year's file, and you will see here which parts of the plan no longer fit.")})
	case len(n.look.Misfits) == 0:
		rows = append(rows, notices.Finding{Kind: notices.Good, Title: words.T("It fits the open file")})
	}
	if n.look.Uncompared != nil && len(n.look.Known) > 0 {
		var known []string
		for _, f := range n.look.Known {
			known = append(known, words.Say(f.Said))
		}
		return append(rows, notices.Finding{Kind: notices.Info, Title: words.T("Left out: %s", strings.Join(known, "; ")), Detail: words.SentenceOf(n.look.Uncompared)}), lead
	}
	for _, f := range n.look.Known {
		switch {
		case !f.Otherwise.IsZero():
			rows = append(rows, notices.Finding{Kind: notices.Caution, Title: words.T("Not true of this file: %s", words.Say(f.Said)), Detail: words.T("It is left out. If the new number is public, state it in Known facts.")})
		case f.Holds:
			rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.T("True of this file too: %s", words.Say(f.Said)), Detail: words.T("It is left out unless you say below that it is public for these data.")})
		default:
			rows = append(rows, notices.Finding{Kind: notices.Info, Title: words.T("Left out: %s", words.Say(f.Said)), Detail: words.T("It is true of its own data. State what is known about this file in Known facts.")})
		}
	}
	return rows, lead
}

// choice is what is typed and chosen.
func (n *nextYear) choice() nextyear.Choice {
	years, err := strconv.Atoi(strings.TrimSpace(n.years.Text))
	if err != nil {
		years = 0
	}
	c := nextyear.Choice{Title: strings.TrimSpace(n.title.Text), Years: years, Budget: strings.TrimSpace(words.Typed(n.budget.Text)), KeepFacts: n.facts.Checked}
	if n.who.Selected() == otherPeople {
		c.Others, c.DataSet = true, data.DataSetName(n.name.Text)
	}
	return c
}

// update shows what is asked for, and what this release may spend.
func (n *nextYear) update() {
	if n.take == nil {
		return
	}
	alone := n.who.Selected() == planAlone
	paint.Show(n.named, n.who.Selected() == otherPeople)
	paint.Show(n.money, !alone)
	n.problem.SetText("")
	input.Enable(n.take, true)
	n.expect()
	if alone {
		return
	}
	c := n.choice()
	asked := c
	asked.Budget, asked.KeepFacts = "", false
	if asked == n.asked {
		return
	}
	n.asked, n.offered = asked, ""
	n.of.Session.NextYear.Allowance(n.look, asked, func(a nextyear.Account, budget string, err error) {
		if n.asked != asked {
			return // something else was typed since
		}
		if err != nil {
			n.offer.SetText(words.SentenceOf(err))
			return
		}
		n.offered = budget
		n.budget.SetPlaceHolder(words.Number(budget))
		n.offer.SetText(offerWords(a, budget))
		n.expect()
	})
}

// expect shows how far off changes since the earlier release will be, for what this one may spend.
func (n *nextYear) expect() {
	c := nextyear.Choice{Budget: n.budgeted(), KeepFacts: n.facts.Checked}
	if c == n.expected {
		return
	}
	n.stop()
	n.expected = c
	n.stop = n.of.Session.NextYear.Changes(n.look, c, func(list []nextyear.Outlook) {
		if c != n.expected {
			return
		}
		n.showChanges(list, mostChanges)
	})
}

// mostChanges is of how many questions it is said at first how far off their changes will be.
const mostChanges = 3

// showChanges says it of the first questions, and offers the others.
func (n *nextYear) showChanges(list []nextyear.Outlook, most int) {
	lines := []fyne.CanvasObject{prose.Strong(words.T("How far off changes since the earlier release will be"))}
	for _, o := range list[:min(most, len(list))] {
		lines = append(lines, prose.Small(words.Say(o.Said())))
	}
	if left := len(list) - most; left > 0 {
		lines = append(lines, prose.NewQuietLink(words.N(left, "Show %d more question", "Show %d more questions", left), func() { n.showChanges(list, len(list)) }))
	}
	layouts.Fill(n.changes, lines...)
	paint.Show(n.changes, len(list) > 0)
	n.dialog.Fit()
}

// budgeted is what this release spends: what is typed, or proposed, or what the earlier one spent.
func (n *nextYear) budgeted() string {
	if n.who.Selected() == planAlone {
		return n.look.Plan.Budget.Epsilon
	}
	return cmp.Or(n.choice().Budget, n.offered, n.look.Plan.Budget.Epsilon)
}

// offerWords say what there is to spend, and how much of it this release gets.
func offerWords(a nextyear.Account, budget string) string {
	left := a.LeftWords()
	switch {
	case left == "":
		return words.T("Nothing says yet what may be spent on these people in total.")
	case budget == "":
		return words.T("Nothing is left to spend on these people: allow more on the page of the account first, or give back what is set aside.")
	case len(a.Titles) > 1:
		return words.T("%s is left: %s for each of %s releases. What the later ones may spend is set aside for “%s” and so on; the page of the account gives it back.", words.Number(left), words.Number(budget), amounts.Commas(len(a.Titles)), a.Titles[1])
	}
	return words.T("%s is left; %s is proposed.", words.Number(left), words.Number(budget))
}

// do takes the plan over.
func (n *nextYear) do() {
	done := func(err error) {
		if err != nil {
			input.Enable(n.take, true)
			n.fail(err)
			return
		}
		n.dialog.Hide()
	}
	if n.who.Selected() == planAlone {
		input.Enable(n.take, false)
		n.of.Session.NextYear.Take(n.look, done)
		return
	}
	c := n.choice()
	c.Budget = n.budgeted()
	if err := n.look.Check(c); err != nil {
		n.fail(err)
		return
	}
	input.Enable(n.take, false)
	n.of.Session.NextYear.TakeNext(n.look, c, fyne.CurrentApp().Preferences().String(spend.SettingBy), done)
}

func (n *nextYear) fail(err error) {
	n.problem.SetText(words.SentenceOf(err))
	n.dialog.Fit()
}
