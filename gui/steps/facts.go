package steps

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/constraint"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// facts is the step "Known facts": what the public knows for certain.
type facts struct {
	page
	known    *widget.Check
	people   *widget.Entry
	price    *widgets.Banner
	updating bool
}

func newFacts(s Surroundings) *facts {
	p := &facts{page: newPage(s, guide.Facts)}
	p.known = widget.NewCheck("The number of people in the file is public", func(on bool) { p.change(on) })
	p.people = widget.NewEntry()
	p.people.SetPlaceHolder("for example 4812")
	p.people.OnChanged = func(string) {
		if !p.updating && p.known.Checked {
			p.change(true)
		}
	}
	p.price = widgets.NewBanner(widgets.Good, "", nil, nil)
	p.price.Borderless = true
	p.content = widgets.Column(gap,
		widgets.NewQuestion("What does the public already know for certain?", "From other publications. Someone who knows it can combine it with your release, so it must be counted.", p.explain),
		p.failure,
		widgets.NewTitledCard("The number of people", nil, widgets.Column(gap,
			container.NewGridWithColumns(2, p.known, p.people), p.price)))
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"),
		widgets.Prose(widgets.Plain("Leaving out a true fact weakens the protection; adding one that is not public only makes your numbers less accurate.")),
		widgets.Quiet(widgets.Plain("A fact is checked against the data before anything is spent. If it is not true, nothing is released.")))
	return p
}

// change states the fact as the fields say.
func (p *facts) change(on bool) {
	if p.updating {
		return
	}
	if !on {
		p.Session.Edit(func(pl *plan.Plan) { pl.Facts.People = nil })
		return
	}
	text := strings.ReplaceAll(strings.TrimSpace(p.people.Text), ",", "")
	if text == "" {
		if f := p.Session.File(); f != nil {
			text = strconv.Itoa(f.Found.Rows)
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.Session.Fail(guide.Facts, fmt.Errorf("the number of people is %q, but a whole number such as 4812 is expected", p.people.Text))
		return
	}
	p.Session.Edit(func(pl *plan.Plan) { pl.Facts.People = &n })
}

// Update shows the fact and its price.
func (p *facts) Update() {
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	n := p.Session.Plan().Facts.People
	p.known.SetChecked(n != nil)
	if text := number(n); n != nil && p.people.Text != text && p.Window.Canvas().Focused() != p.people {
		p.people.SetText(text)
	}
	c := p.Session.Compiled()
	if n == nil || c == nil {
		p.price.Hide()
		return
	}
	p.price.Show()
	f, err := constraint.Known(*n)
	if err != nil {
		p.price.Hide()
		return
	}
	if m := f.Multiplier(c.Policy); m.Factor > 1 {
		p.price.Set(widgets.Caution, fmt.Sprintf("Noise × %d.", m.Factor), widgets.Plain(" "+session.Sentence(m.Why)))
	} else {
		p.price.Set(widgets.Good, "Free.", widgets.Plain(" "+session.Sentence(m.Why)))
	}
}
