package budget

import (
	"slices"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/preview"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// mostMethods is how many methods are listed at first, so that all of the page fits into a usual window.
const mostMethods = 4

// showMethods lists the methods with their errors: the first few, or all that apply, and by families those that could and those
// that do not.
func (p *Page) showMethods(q preview.Question) {
	m := editors.Methods{}
	p.listed = p.steady.order(q)
	if !p.every {
		p.listed = p.shortlist(q)
	}
	p.showMore(len(p.listed), len(q.Candidates))
	for _, i := range p.listed {
		m.Rows = append(m.Rows, p.row(q, i))
	}
	if p.every {
		m.Rows = append(m.Rows, p.families(q)...)
	}
	for i, plain := range q.Plains {
		label := words.T("plain differential privacy")
		if i == 1 {
			label = words.T("presence")
		}
		m.Lines = append(m.Lines, editors.PlainLine{Label: label, Value: plain.Summary.Typical, ValueText: words.Say(plain.Summary.Typically()), Dotted: i == 1})
	}
	p.methods.Set(m)
	p.standIns.update(q)
}

// shortlist returns the first of the methods that apply, and among them the recommended and the chosen one, though it does not
// apply.
func (p *Page) shortlist(q preview.Question) []int {
	list := slices.Clone(p.listed[:min(len(p.listed), mostMethods)])
	for k, i := range []int{q.Best, q.Chosen} {
		switch {
		case slices.Contains(list, i):
		case len(list) < mostMethods:
			list = append(list, i)
		default:
			list[len(list)-1-k] = i
		}
	}
	return list
}

// row shows one method.
func (p *Page) row(q preview.Question, i int) editors.MethodRow {
	c := q.Candidates[i]
	row := editors.MethodRow{Name: words.Say(c.Info.Name), Selected: i == q.Chosen}
	if i == q.Best && p.steady.found != "" {
		row.Tag = words.T("recommended")
	}
	if c.Prepared == nil {
		row.Disabled = true
		if !c.Fit.OK() {
			p.explain(&row, preview.Unfit{Reason: c.Fit.Reasons[0], Methods: []int{i}}, c.Info)
		}
		return row
	}
	row.Typical, row.Half = c.Summary.Typical, c.Summary.HalfWidth
	row.TypicalText, row.HalfText = words.Say(c.Summary.Typically()), words.Say(c.Summary.Within())
	return row
}

// families shows the methods that do not apply, a line for each reason, under what can be done about it.
func (p *Page) families(q preview.Question) (out []editors.MethodRow) {
	heading := ""
	for _, u := range q.Unfits() {
		now := words.T("Do not apply to this question")
		if u.Could() {
			now = words.T("Could apply")
		}
		if now != heading {
			heading = now
			out = append(out, editors.MethodRow{Name: heading, Heading: true})
		}
		first := q.Candidates[u.Methods[0]].Info
		row := editors.MethodRow{Name: words.Say(first.Name), Family: true}
		if n := len(u.Methods) - 1; n > 0 {
			row.Name = words.T("%s and %d more", row.Name, n)
		}
		p.explain(&row, u, first)
		out = append(out, row)
	}
	return out
}

// explain says why methods do not apply, with a link to what would change it.
func (p *Page) explain(row *editors.MethodRow, u preview.Unfit, of mechanism.Info) {
	row.Reason = []prose.Span{prose.Plain(words.Say(u.Reason.Text))}
	step := u.Reason.Step
	link := func(label string, do func()) {
		row.Reason[0].Text += ":"
		row.FixLabel, row.OnFix = label, do
	}
	switch i := slices.Index(guide.Steps(), step); {
	case i >= 0 && step != p.Step:
		link(words.T("step %d, %s", i+1, words.Say(step.Title())), func() { p.Go(step) })
	case of.DataDependent && p.Session.Plan().StandIn == nil:
		link(words.T("compare on public data"), p.standIns.ask)
	case of.Gaussian && u.Could() && p.Session.Plan().Budget.Delta == "":
		link(words.T("accept one here"), func() { p.Session.Budget.AcceptChance(true) })
	}
}

// showMore offers to show the methods that are left out, where some of n are listed.
func (p *Page) showMore(listed, n int) {
	if listed == n && !p.every {
		p.more.Hide()
		return
	}
	p.more.SetText(words.T("Show all %d methods", n))
	if p.every {
		p.more.SetText(words.T("Show fewer methods"))
	}
	p.more.Show()
}
