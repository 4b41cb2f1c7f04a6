package steps

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session"
	"steward/gui/widgets"
)

// secretTell is the box "Could someone tell?": two values of the column that is looked at, and
// how well they are hidden from one another.
type secretTell struct {
	of       *secrets
	card     *widgets.Card
	from, to *widgets.Picker
	budget   *widgets.Text
	told     *widgets.Banner
	values   *fyne.Container // the two
}

// mostOffered is the largest number of values that are offered to choose from: the places of
// more rows would no longer be exact.
const mostOffered = 500_000

func newSecretTell(of *secrets) *secretTell {
	t := &secretTell{of: of, budget: widgets.Caption().OneLine(), told: widgets.NewBanner(widgets.Info, "", nil, nil)}
	t.told.Borderless = true
	t.from = widgets.NewPicker("One answer", func(i int) {
		of.from = i
		t.picked()
	})
	t.to = widgets.NewPicker("Another answer", func(i int) {
		of.to = i
		t.picked()
	})
	t.values = container.New(between{}, t.from, widgets.Quiet(widgets.Plain("from")).OneLine(), t.to)
	t.card = widgets.NewTitledCard("Could someone tell?", t.budget, widgets.Column(8, t.values, t.told,
		widgets.Caption(widgets.Plain("This is about what "), widgets.Italic("this person’s row"),
			widgets.Plain(" gives away. What is true of people in general is what the release is for, and is not a secret."))))
	return t
}

// picked shows the answer for other values. Nothing in the plan has changed.
func (t *secretTell) picked() {
	t.of.Update()
}

// update shows the two values and the answer.
func (t *secretTell) update() {
	a, ok := t.of.Session.Column(t.of.column)
	visible(t.card, ok && a.Size() > 1)
	if !ok || a.Size() < 2 {
		return
	}
	visible(t.values, a.Size() <= mostOffered)
	if a.Size() > mostOffered {
		t.told.Set(widgets.Info, "", widgets.Plain(fmt.Sprintf("%s has %s values, too many to choose from here. The rule says how well they are hidden.", t.of.column, thousandsOf(a.Size()))))
		return
	}
	label := func(i int) widgets.Option { return widgets.Option{Text: a.Label(i)} }
	for _, p := range []*widgets.Picker{t.from, t.to} {
		p.SetSource(a.Size(), label)
		p.SetPrefix(t.of.column + ": ")
	}
	t.from.SetSelected(t.of.from)
	t.to.SetSelected(t.of.to)
	t.budget.SetText(t.of.Session.BudgetWords())
	told, ok := t.of.Session.Could(t.of.column, t.of.from, t.of.to)
	if !ok {
		t.told.Set(widgets.Info, "Choose two different answers.")
		return
	}
	kind := map[session.Level]widgets.Kind{session.Reassuring: widgets.Good, session.Cautious: widgets.Caution, session.Alarming: widgets.Danger}[told.Level]
	t.told.Set(kind, told.Verdict, worded(append(session.Words{{Text: " "}}, told.Sentence...))...)
}
