package release

import (
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/core/result"
	"steward/gui/dialogs"
	"steward/gui/session/signingoff"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// twoPeople is the card on which two people sign a plan off. One alone leaves it as it is.
type twoPeople struct {
	page.Surroundings
	card *layouts.Card
	said *prose.Text
}

func newTwoPeople(s page.Surroundings) *twoPeople {
	t := &twoPeople{Surroundings: s, said: prose.Small("")}
	say := forms.NewButton(words.T("Say what you think…"), func() { askVerdict(s) })
	print := prose.NewLink(words.T("Checklist to print…"), func() {
		if s.Session.Compiled() == nil {
			return
		}
		dialogs.SaveFile(s.Window, "", words.T("%s checklist", s.Session.Title())+".pdf", s.Session.Summary.SaveChecklist)
	})
	need := prose.NewLink(words.T("When a second person is needed…"), func() { askNeed(s) })
	t.card = layouts.NewTitledCard(words.T("Two people"), say, layouts.Column(4, t.said, layouts.Inline(16, print, need)))
	return t
}

func (t *twoPeople) update() {
	o := t.Session.SigningOff.SignOff()
	if len(o.Reviews) == 0 && !o.Needed && !o.Void {
		t.said.SetText(words.T("If you work alone, there is nothing to do here. If someone else is to check the plan, whoever prepared it says that it is ready; the other person then approves it, asks for changes or refuses it. The account records this, and the summary shows who did it."))
		return
	}
	var lines []string
	for _, r := range o.Reviews {
		lines = append(lines, prose.Escape(words.Sentence(words.Say(r.Said()))))
	}
	if len(o.Reviews) == 0 || o.Void || o.Needed && !o.Approved() {
		lines = append(lines, "**"+prose.Escape(o.Says())+"**")
	}
	t.said.Set(prose.Marked(strings.Join(lines, " "))...)
}

// signOffFinding says where two people's sign-off stands, where there is one.
func signOffFinding(o signingoff.SignOff) []notices.Finding {
	switch {
	case o.Bars():
		return []notices.Finding{{Kind: notices.Danger, Title: words.T("The plan cannot be released as it stands"), Detail: o.Says()}}
	case o.Approved():
		return []notices.Finding{{Kind: notices.Good, Title: words.T("A second person has approved the plan"), Detail: o.Says()}}
	case o.Void || len(o.Reviews) > 0:
		return []notices.Finding{{Kind: notices.Caution, Title: words.T("No second person has approved the plan"), Detail: o.Says()}}
	}
	return nil
}

// verdictForm asks what somebody says of the plan.
type verdictForm struct {
	page.Surroundings
	verdict result.Verdict
	by, why *forms.Entry
	own     *forms.Check
	problem *prose.Text
	dialog  *dialog.CustomDialog
}

// askVerdict opens the form.
func askVerdict(s page.Surroundings) {
	f := &verdictForm{Surroundings: s, problem: prose.Problem()}
	options := []string{
		words.T("I prepared it, and it is ready to be checked"), words.T("I checked it, and it can be released"),
		words.T("I checked it, and it should be changed"), words.T("I checked it, and it should not be released"),
	}
	now := 0
	if _, prepared := s.Session.SigningOff.SignOff().Prepared(); prepared {
		now = 1
	}
	which := forms.NewPicker(words.T("What you say about the plan"), func(i int) { f.verdict = result.Verdicts[i] })
	which.SetTexts(options)
	which.SetSelected(now)
	f.verdict = result.Verdicts[now]
	f.by = forms.NewNamedEntry(words.T("Who says it"), "", words.T("a name or an office"))
	if now == 0 {
		f.by.SetText(s.Session.Balance.By())
	}
	f.why = forms.NewNamedEntry(words.T("Why"), "", words.T("a few words"))
	submit := func(string) { f.say() }
	f.by.OnSubmitted, f.why.OnSubmitted = submit, submit
	f.own = forms.NewCheck(words.T("Sign it with the key of this computer, which is mine"), func(bool) {})
	f.own.SetChecked(now == 0)
	if !s.Session.SigningOff.HasKey() {
		f.own.Hide()
	}
	body := layouts.Column(10, layouts.AtLeast(formWidth, 0), layouts.Labelled(words.T("What you say about the plan"), which),
		container.NewGridWithColumns(2, layouts.Labelled(words.T("Who says it"), f.by), layouts.Labelled(words.T("Why"), f.why)), f.own,
		prose.Small(words.T("It is noted in the account with name and date, and holds for exactly this plan and one release. Once the plan is changed, it has to be approved again. The person who checks a plan is not the one who prepared it, and has their own key.")), f.problem)
	f.dialog = dialogs.Form(s.Window, words.T("What you think of the plan"), body, f.by, forms.NewMainButton(words.T("Note it"), f.say))
}

// say has it noted, or says what is missing.
func (f *verdictForm) say() {
	failed := func(err error) { dialogs.Failed(f.Window, err) }
	if err := f.Session.SigningOff.Say(f.verdict, f.by.Text, f.why.Text, f.own.Checked && f.own.Visible(), failed); err != nil {
		f.problem.SetText(words.SentenceOf(err))
		return
	}
	f.dialog.Hide()
}

// askNeed asks whether a second person has to approve plans about these people.
func askNeed(s page.Surroundings) {
	needed := s.Session.SigningOff.SignOff().Needed
	problem := prose.Problem()
	by := forms.NewNamedEntry(words.T("Who decides this"), s.Session.Balance.By(), words.T("a name or an office"))
	why := forms.NewNamedEntry(words.T("Why"), "", words.T("a few words"))
	text, button := words.T("From now on nothing about the people of “%s” can be released unless a second person has approved the plan, whoever plans it.", s.Session.Title()), words.T("A second person is needed")
	if needed {
		text, button = words.T("Nothing about the people of “%s” can be released unless a second person has approved the plan. From now on one person alone could release again.", s.Session.Title()), words.T("No longer needed")
	}
	var d *dialog.CustomDialog
	decide := forms.NewMainButton(button, func() {
		failed := func(err error) { dialogs.Failed(s.Window, err) }
		if err := s.Session.SigningOff.NeedChecker(!needed, by.Text, why.Text, failed); err != nil {
			problem.SetText(words.SentenceOf(err))
			return
		}
		d.Hide()
	})
	body := layouts.Column(10, layouts.AtLeast(formWidth, 0), prose.Body(text),
		container.NewGridWithColumns(2, layouts.Labelled(words.T("Who decides this"), by), layouts.Labelled(words.T("Why"), why)), problem)
	d = dialogs.Form(s.Window, words.T("When a second person is needed"), body, by, decide)
}
