package gui_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
)

// atStep returns a window on the sample, at one of its steps.
func atStep(t *testing.T, step int) desk {
	t.Helper()
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.frame.Show(step)
	return d.settled()
}

func (d desk) rule(t *testing.T, column string) secret.Secret {
	t.Helper()
	secret, ok := d.session.Secrets.Secret(column)
	if !ok {
		t.Fatalf("%s has no rule of its own", column)
	}
	return secret
}

func TestCardsAreChosenByTapAndKey(t *testing.T) {
	d := quietAt(t, secretsStep)
	d.sees(t, "Not protected by this choice.", "7 steps", "Within")
	d.touch(t, "Everything about a person")
	if got := d.session.Secrets.Card(); got != secrets.CardAll {
		t.Fatalf("the card is %q", got)
	}
	d.not(t, "Not protected by this choice.", "7 steps", "Within")
	d.sees(t, "Nothing is shown exactly")
	d.keys(t, fyne.KeyUp)
	if got := d.session.Secrets.Card(); got != secrets.CardPresence {
		t.Errorf("up leads to %q", got)
	}
	d.sees(t, "not in the file")
	d.keys(t, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	if got := d.session.Secrets.Card(); got != secrets.CardNear || len(d.session.Plan().Secrets.Columns) != 2 {
		t.Errorf("down leads to %q with %+v", got, d.session.Plan().Secrets)
	}
	d.session.Undo()
	d.session.Undo()
	d.sees(t, "Answers at once")
}

func TestDistanceIsSetBySliderAndTyping(t *testing.T) {
	d := quietAt(t, secretsStep)
	slider := part[*forms.NumberSlider](t, d, "the slider", nil)
	entry := slider.Entry()
	d.window.Canvas().Focus(entry)
	entry.(interface{ TypedShortcut(fyne.Shortcut) }).TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(entry, "12")
	d.keys(t, fyne.KeyReturn)
	if got := d.rule(t, "age").Within; got != "12" {
		t.Errorf("typed 12, hidden within %s", got)
	}
	d.sees(t, "3 steps")
	d.keys(t, fyne.KeyUp)
	if got := d.rule(t, "age").Within; got != "13" {
		t.Errorf("a step up is %s", got)
	}
	entry.(interface{ TypedShortcut(fyne.Shortcut) }).TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(entry, "500")
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "Type a number from 1 to 95.")
	if got := d.rule(t, "age").Within; got != "13" {
		t.Errorf("500 was taken over: %s", got)
	}
	d.session.Undo()
	d.session.Undo()
	if got := d.rule(t, "age").Within; got != "5" || slider.Value() != 5 {
		t.Errorf("two changes take more than two undos: %s, the slider shows %v", got, slider.Value())
	}
}

func TestEachColumnHasItsRule(t *testing.T) {
	d := quietAt(t, secretsStep)
	d.sees(t, "visits: within 3", "district, smoker, education, income: any answer")
	d.tap(t, "Change") // the last one opens the list of columns
	d.touch(t, "education")
	d.sees(t, "age: within 5")
	d.pick(t, "What is hidden", "small differences")
	if got := d.rule(t, "education").Within; got != "1" {
		t.Errorf("education is hidden within %q", got)
	}
	d.sees(t, "Each answer is joined to the next in the list.")
	d.pick(t, "What is hidden", "inside groups")
	if got := d.rule(t, "education"); len(got.Groups) != 2 {
		t.Errorf("education is in %+v", got)
	}
	d.pick(t, "What is hidden", "small differences")
	d.pick(t, "Column", "district")
	d.pick(t, "What is hidden", "small differences") // greyed: no order
	if _, ok := d.session.Secrets.Secret("district"); ok {
		t.Error("a list without an order got a distance")
	}
	d.sees(t, "its values have no order")
	d.keys(t, fyne.KeyEscape)
	for _, column := range []string{"education", "visits"} {
		d.pick(t, "Column", column)
		d.pick(t, "What is hidden", "any answer")
		if _, ok := d.session.Secrets.Secret(column); ok {
			t.Errorf("%s still has a rule", column)
		}
	}
	d.pick(t, "Column", "age")
	d.pick(t, "What is hidden", "any answer") // greyed: it is the last rule
	if d.session.Secrets.Card() != secrets.CardNear {
		t.Error("the last rule was taken away")
	}
}

func TestBlankAnswers(t *testing.T) {
	d := quietAt(t, secretsStep)
	for _, column := range []string{"age", "visits"} {
		d.pick(t, "Column", column)
		d.pick(t, "Blank answers", "hidden among all")
	}
	d.not(t, "Not protected by this choice.")
	d.sees(t, "at most two steps apart", "2 steps, through (blank)", "Nothing is shown exactly")
	if !d.rule(t, "age").BlanksJoined || !d.rule(t, "visits").BlanksJoined {
		t.Errorf("rules %+v", d.session.Plan().Secrets)
	}
	d.pick(t, "Blank answers", "by themselves")
	d.sees(t, "how many people have no answer in “visits”")
}

func TestBannerAsksForAYesToItsList(t *testing.T) {
	d := quietAt(t, secretsStep)
	test.Tap(d.check(t, "Publish these without noise"))
	if d.session.Secrets.Agreement() != secrets.Agreed || !d.session.Compiled().Agreed {
		t.Fatalf("the yes is %v", d.session.Secrets.Agreement())
	}
	d.not(t, "unless you agree")
	d.session.Edit(func(p *plan.Plan) { p.Columns[0].Blank = plan.Special{Rule: domain.AsValue, Value: "0"} })
	d.sees(t, "has changed since you agreed")
	d.tap(t, "Withdraw the old consent")
	if d.session.Secrets.Agreement() != secrets.NotAgreed || d.session.Compiled() == nil {
		t.Error("the old yes stayed")
	}
	d.tap(t, "Choose a stronger card")
	if d.session.Secrets.Card() != secrets.CardAll {
		t.Errorf("the card is %q", d.session.Secrets.Card())
	}
	d.not(t, "Not protected by this choice.")
}

func TestGroupsAreEditedWithoutTyping(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.touch(t, "Details inside a group")
	d.tap(t, "Start with")
	d.touch(t, "One group for each value")
	g, _ := d.session.Secrets.At(secrets.On("district")).Grouping()
	if len(g.Names) != 12 {
		t.Fatalf("groups %q", g.Names)
	}
	d.tap(t, "Show the whole list")
	d.sees(t, "Westmarsh, (blank), (other)")
	d.tap(t, "Close")
	d.tap(t, "Start with")
	d.touch(t, "All in one")
	d.tap(t, "Edit the groups")
	d.settled()
	d.disabled(t, "New group")
	for _, v := range []string{"Brookside", "Eastgate"} {
		d.touch(t, v)
	}
	d.sees(t, "Values: 2 ticked")
	d.tap(t, "New group")
	members := func(i int) string {
		g, _ := d.session.Secrets.At(secrets.On("district")).Grouping()
		return strings.Join(g.Members(i), ", ")
	}
	if got := members(1); got != "Brookside, Eastgate" {
		t.Fatalf("the new group holds %s", got)
	}
	// By keys alone: the next value goes to group 2, the one after into a group of its own.
	d.keys(t, fyne.KeyDown)
	d.window.Canvas().Focused().TypedRune('2')
	d.keys(t, fyne.KeyDown)
	d.window.Canvas().Focused().TypedRune('n')
	if members(1) != "Brookside, Eastgate, Fairview" || members(2) != "Harbour" {
		t.Errorf("by keys: %s and %s", members(1), members(2))
	}
	d.writes(t, "Group 3", "The sea")
	d.sees(t, "The sea")
	d.writes(t, "The sea", "All")
	d.sees(t, "is already called")
	if g, _ := d.session.Secrets.At(secrets.On("district")).Grouping(); !slices.Equal(g.Names, []string{"All", "Group 2", "The sea"}) {
		t.Errorf("groups %q", g.Names)
	}
	// Find a value by a part of its name and hide it among the others.
	test.Type(d.into(t, "Type to find"), "blan")
	d.touch(t, "(blank)")
	d.tap(t, "Move here")
	if got := members(2); got != "Harbour, (blank)" {
		t.Errorf("the group holds %s", got)
	}
	d.tap(t, "Done")
	d.not(t, "Tick all")
	for d.session.Secrets.Card() == secrets.CardGroups {
		d.session.Undo()
	}
	if d.session.Secrets.Card() != secrets.CardNear {
		t.Errorf("undoing all leads to %q", d.session.Secrets.Card())
	}
}

func TestCouldSomeoneTellIsAsked(t *testing.T) {
	d := quietAt(t, secretsStep)
	d.sees(t, "Probably.", "33.2", "at a budget of 0.5", "this person’s row")
	before := len(d.session.History.List(9))
	d.pickTyped(t, "Another answer", "37")
	d.sees(t, "Hardly.", "1.65", "1 step")
	d.pickTyped(t, "One answer", "blank")
	d.sees(t, "Yes.", "The release may show exactly whether it is")
	d.pickTyped(t, "Another answer", "0")
	test.Tap(d.picker(t, "One answer"))
	test.Type(d.window.Canvas().Focused(), "nothing like it")
	d.sees(t, "Nothing here has that name.")
	d.keys(t, fyne.KeyReturn, fyne.KeyEscape)
	d.pickTyped(t, "One answer", "0")
	d.sees(t, "Choose two different answers.")
	if len(d.session.History.List(9)) != before {
		t.Error("asking changed the plan")
	}
}

// The figures are the session's, which its own tests hold to the preview.
func TestWhatTheChoiceGains(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, secretsStep)
	gain := func() (now, everything string) {
		t.Helper()
		g, ok := d.session.Budget.Gain()
		if !ok || !g.Ready {
			t.Fatalf("the gain is %+v, %v", g, ok)
		}
		return accuracy.People(g.Now), accuracy.People(g.Everything)
	}
	now, everything := gain()
	d.sees(t, "With this choice the typical error of People by age, cumulative falls from "+everything+" to "+now+" people.")
	d.touch(t, "Everything, even who is in the file")
	now, _ = gain()
	// The number of people is known, so that who is in the file costs nothing.
	if now != everything {
		t.Errorf("who is in the file costs %s instead of %s", now, everything)
	}
	d.sees(t, "stays at about "+everything+" people")
	d.touch(t, "Everything about a person")
	d.sees(t, "is "+everything+" people. Weaker cards are compared with this.")
	d.session.Edit(func(p *plan.Plan) { p.Questions = nil })
	d.sees(t, "As soon as a question is asked", "Hardly.")
}

func TestSecretsWithoutColumns(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.frame.Show(secretsStep)
	d.sees(t, "Choose the columns to publish first", "Needs at least two published columns", "Needs a column with an order")
	d.not(t, "Could someone tell?", "Nothing is shown exactly")
	d.touch(t, "Small differences")
	if d.session.Secrets.Card() != secrets.CardAll {
		t.Errorf("a card without columns was chosen: %q", d.session.Secrets.Card())
	}
}

func TestRulesThatNoLongerFitAreMended(t *testing.T) {
	d := quietAt(t, secretsStep)
	d.touch(t, "Details inside a group")
	d.session.Edit(func(p *plan.Plan) { p.Columns[1].Values = append(p.Columns[1].Values, "Newtown") })
	d.sees(t, "The values of district are not those that were put into groups.", "Once the columns and their rules fit")
	d.not(t, "Nothing is shown exactly")
	d.tap(t, "Put the new values into their own group")
	d.not(t, "are not those that were put into groups")
	if g, _ := d.session.Secrets.At(secrets.On("district")).Grouping(); len(g.Names) != 3 || d.session.Compiled() == nil {
		t.Errorf("groups %+v", g)
	}
}

func TestPairsAndColumnsAndGrades(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.touch(t, "My own list of pairs")
	d.sees(t, "Alderton", "Brookside", "they are a pair of your list", "Not protected by this choice.")
	d.tap(t, "Add a pair")
	d.pick(t, "The other of the pair", "Alderton") // of the first pair, of Alderton itself
	d.sees(t, "That does not work.", "A pair has two different answers.")
	d.pick(t, "The other of the pair", "Harbour")
	d.not(t, "That does not work.")
	if got := d.rule(t, "district").Pairs; len(got) != 2 || got[0].V[0] != "Harbour" {
		t.Errorf("pairs %+v", got)
	}
	d.touch(t, "Only these columns")
	d.sees(t, "Shown exactly: visits.", "What is secret")
	d.tap(t, "education")
	d.sees(t, "Shown exactly: education, visits.")
	d.pick(t, "Add a column", "visits")
	if out, _ := d.session.Secrets.LeftOut(); !slices.Equal(out, []string{"education"}) {
		t.Errorf("left out %q", out)
	}
	d.touch(t, "Graded protection")
	d.sees(t, "One step is", "half as well", "Steps apart")
	slider := part[*forms.NumberSlider](t, d, "the slider", nil)
	d.window.Canvas().Focus(slider.Entry())
	d.keys(t, fyne.KeyUp)
	if got := d.rule(t, "age").Unit; got != "6" {
		t.Errorf("one step is %s", got)
	}
}
