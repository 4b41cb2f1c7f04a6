package questions

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/session"
	"steward/gui/session/amounts"
	"steward/gui/session/questions"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// derivedForm is the part of the form for a question about what follows from its numbers at no
// cost: totals, percentages, rates, differences, and how published numbers are tidied.
type derivedForm struct {
	of  *questionEditor
	box *fyne.Container

	table       *fyne.Container // what only tables have
	totals      *forms.Check
	percents    *fyne.Container
	rates       *fyne.Container
	differences *fyne.Container
	error       *prose.Text
	round, hide *forms.Picker
	leave       *forms.Picker
	leavings    []plan.Publishing // that leave offers
	size        *forms.Field      // what the numbers of a table are like, which errors are compared with
	says        *prose.Text
	shown       string
}

// The bases that published numbers can be rounded to, and how wide an interval may be, in times of
// the number or by itself, before it is hidden.
var (
	roundings = []int64{0, 3, 5, 10, 50, 100}
	widths    = []plan.Publishing{
		{}, {HideTimes: "0.5"}, {HideTimes: "1"}, {HideTimes: "2"}, {HideTimes: "4"},
		{HideWidth: "20"}, {HideWidth: "50"}, {HideWidth: "100"}, {HideWidth: "500"},
	}
)

func newDerivedForm(of *questionEditor) *derivedForm {
	f := &derivedForm{of: of, percents: layouts.Column(0), rates: layouts.Column(6), differences: layouts.Column(6)}
	f.totals = forms.NewCheck(words.T("Totals of rows and columns"), func(on bool) { f.try(f.derived().SetTotals(on)) })
	f.error, f.says = prose.Caption(""), prose.Caption("")
	rate := prose.NewLink(words.T("Add a rate…"), func() { f.try(f.derived().AddRate()) })
	difference := prose.NewLink(words.T("Add a difference between groups…"), func() { f.try(f.derived().AddDifference()) })
	f.table = layouts.Column(6, f.totals, prose.Strong(words.T("From these, at no extra cost")), f.percents, f.rates, rate, f.differences, difference, f.error)
	f.round = forms.NewPicker(words.T("Rounding"), func(i int) {
		f.try(f.derived().SetPublishing(func(p *plan.Publishing) { p.RoundTo = roundings[i] }))
	})
	f.hide = forms.NewPicker(words.T("Unreliable numbers"), func(i int) {
		f.try(f.derived().SetPublishing(func(p *plan.Publishing) {
			p.HideTimes, p.HideWidth = widths[i].HideTimes, widths[i].HideWidth
		}))
	})
	f.leave = forms.NewPicker(words.T("Tables that are too noisy"), func(i int) {
		f.try(f.derived().SetPublishing(func(p *plan.Publishing) {
			size := publicSize(*p)
			p.LeaveOut, p.LeaveOutShare, p.LeaveOutSize = f.leavings[i].LeaveOut, f.leavings[i].LeaveOutShare, f.leavings[i].LeaveOutSize
			if p.LeaveOut != "" && p.LeaveOutSize == "" {
				p.LeaveOutSize = size
			}
		}))
	})
	f.size = forms.NewField(words.T("About how large its numbers are (public, such as 200)"), forms.Taking(func(text string) error {
		text = words.Typed(strings.TrimSpace(text))
		return f.derived().SetPublishing(func(p *plan.Publishing) { p.LeaveOutSize = text })
	}))
	f.size.SetPlaceHolder(words.T("what they are on average by the known number of people"))
	f.box = layouts.Column(layouts.Gap, prose.NewRule(), f.table,
		layouts.TwoColumns(0.5, layouts.Labelled(words.T("Published numbers are"), f.round),
			layouts.Labelled(words.T("Unreliable numbers are"), f.hide)),
		layouts.Labelled(words.T("The whole table, if it is too noisy, is"), f.leave), f.size, f.says)
	return f
}

func (f *derivedForm) session() *session.Session { return f.of.of.Session }

// derived returns what follows from the question.
func (f *derivedForm) derived() questions.Derived { return questions.Derived{Question: f.of.output()} }

func (f *derivedForm) try(err error) { f.of.try(err) }

// show shows what a question asks for.
func (f *derivedForm) show(q plan.Question) {
	paint.Show(f.table, workload.Kind(q.Kind) == workload.Table && len(q.Only) == 0)
	f.totals.SetChecked(q.Totals)
	if key := fmt.Sprint(q.ID, q.Kind, q.Columns, q.Percent, q.Rates, q.Differences); key != f.shown {
		f.shown = key
		f.list(q)
	}
	f.error.SetOrHide(f.derived().ErrorSays())
	f.showRules(q)
}

// list lists the percentages, rates and differences.
func (f *derivedForm) list(q plan.Question) {
	var percents, rates, differences []fyne.CanvasObject
	for _, c := range f.derived().PercentChoices() {
		box := forms.NewCheck(c.Text, func(on bool) { f.try(f.derived().SetPercent(c.Within, on)) })
		box.Checked = c.On
		percents = append(percents, box)
	}
	for k, r := range q.Rates {
		rates = append(rates, f.rate(q, k, r))
	}
	for k, d := range q.Differences {
		differences = append(differences, f.difference(q, k, d))
	}
	layouts.Fill(f.percents, percents...)
	layouts.Fill(f.rates, rates...)
	layouts.Fill(f.differences, differences...)
}

// columnPicker chooses one of a question's columns.
func columnPicker(q plan.Question, now string, changed func(i int)) *forms.Picker {
	names := domain.Texts(q.Columns)
	p := forms.NewPicker(words.T("Column"), changed)
	p.SetTexts(names)
	p.SetSelected(slices.Index(names, now))
	return p
}

// rate shows which part of each group is asked for.
func (f *derivedForm) rate(q plan.Question, k int, r plan.Rate) fyne.CanvasObject {
	a, ok := f.session().Attribute(string(r.Column))
	if !ok {
		return layouts.Column(0)
	}
	set := func(values []string) { f.try(f.derived().SetRate(k, r.Column, values)) }
	column := columnPicker(q, string(r.Column), func(i int) {
		if b, ok := f.session().Attribute(string(q.Columns[i])); ok {
			f.try(f.derived().SetRate(k, q.Columns[i], []string{b.Label(0)}))
		}
	})
	objects := []fyne.CanvasObject{prose.Quiet(words.T("Per cent with")).OneLine(), column}
	for _, v := range r.Values {
		objects = append(objects, forms.NewChip(v, func() {
			set(slices.DeleteFunc(slices.Clone(r.Values), func(w string) bool { return w == v }))
		}))
	}
	var rest []string
	for _, label := range a.Labels() {
		if !slices.Contains(r.Values, label) {
			rest = append(rest, label)
		}
	}
	more := forms.NewPicker(words.T("or …"), func(i int) { set(append(slices.Clone(r.Values), rest[i])) })
	more.SetTexts(rest)
	return layouts.Inline(6, append(objects, more)...)
}

// difference shows which two groups are compared.
func (f *derivedForm) difference(q plan.Question, k int, d plan.Difference) fyne.CanvasObject {
	a, ok := f.session().Attribute(string(d.Column))
	if !ok {
		return layouts.Column(0)
	}
	set := func(change func(*plan.Difference)) {
		next := d
		change(&next)
		f.try(f.derived().SetDifference(k, next))
	}
	column := columnPicker(q, string(d.Column), func(i int) {
		if b, ok := f.session().Attribute(string(q.Columns[i])); ok && b.Size() > 1 {
			set(func(x *plan.Difference) { x.Column, x.First, x.Second = q.Columns[i], b.Label(0), b.Label(1) })
		}
	})
	value := func(hint, now string, changed func(label string)) *forms.Picker {
		p := forms.NewPicker(hint, func(i int) { changed(a.Label(i)) })
		p.SetList(a.Size(), amounts.ValuesOf(a))
		if v, ok := a.Find(now); ok {
			p.SetSelected(v)
		}
		return p
	}
	in := forms.NewPicker(words.T("In"), func(i int) { set(func(x *plan.Difference) { x.Shares = i == 1 }) })
	in.SetOptions([]forms.Option{{Text: words.T("in counts")}, {Text: words.T("in percentage points"), Disabled: len(q.Columns) < 2}})
	in.SetSelected(0)
	if d.Shares {
		in.SetSelected(1)
	}
	remove := forms.NewBin(words.T("Remove this difference"), func() { f.try(f.derived().RemoveDifference(k)) })
	return layouts.Inline(6, column,
		value(words.T("First"), d.First, func(label string) { set(func(x *plan.Difference) { x.First = label }) }),
		prose.Quiet(words.T("minus")).OneLine(),
		value(words.T("Second"), d.Second, func(label string) { set(func(x *plan.Difference) { x.Second = label }) }),
		in, remove)
}

// showRules shows how published numbers are tidied further.
func (f *derivedForm) showRules(q plan.Question) {
	p := plan.Publishing{}
	if q.Publishing != nil {
		p = *q.Publishing
	}
	f.round.SetList(len(roundings), func(i int) string {
		if roundings[i] == 0 {
			return words.T("whole")
		}
		return words.T("rounded to multiples of %d", roundings[i])
	})
	f.round.SetSelected(slices.Index(roundings, p.RoundTo))
	f.hide.SetList(len(widths), func(i int) string {
		switch w := widths[i]; {
		case w.HideTimes != "":
			return words.T("hidden if the interval is wider than %s × the number", words.Number(w.HideTimes))
		case w.HideWidth != "":
			return words.T("hidden if the interval is wider than %s", w.HideWidth)
		}
		return words.T("shown, with their intervals")
	})
	f.hide.SetSelected(slices.Index(widths, plan.Publishing{HideTimes: p.HideTimes, HideWidth: p.HideWidth}))
	f.showLeaving(plan.Publishing{LeaveOut: p.LeaveOut, LeaveOutShare: p.LeaveOutShare, LeaveOutSize: p.LeaveOutSize})
	text := f.derived().Says()
	f.says.Set(prose.Marked(text)...)
	paint.Show(f.says, text != "")
}

// leavings are the rules that are offered by which whole tables are left out.
var leavings = []plan.Publishing{
	{}, {LeaveOut: "25"}, {LeaveOut: "50"}, {LeaveOut: "100"}, {LeaveOut: "50", LeaveOutSize: plan.SizeOfAnswers},
}

// publicSize is the public size of numbers that a rule names, "" where it is another.
func publicSize(p plan.Publishing) string {
	if p.LeaveOutSize == plan.SizeOfAnswers {
		return ""
	}
	return p.LeaveOutSize
}

// showLeaving shows by which rule the table is left out; one that is not offered stands behind the others. A public size that is typed
// goes with every rule that compares with one.
func (f *derivedForm) showLeaving(now plan.Publishing) {
	size := publicSize(now)
	paint.Show(f.size, now.LeaveOut != "" && now.LeaveOutSize != plan.SizeOfAnswers)
	f.size.SetValue(words.Number(size))
	if size != "" {
		now.LeaveOutSize = ""
	}
	f.leavings = leavings
	at := slices.Index(leavings, now)
	if at < 0 {
		f.leavings = append(slices.Clone(leavings), now)
		at = len(leavings)
	}
	texts := make([]string, len(f.leavings))
	for i, l := range f.leavings {
		percent, share, answers := words.Number(l.LeaveOut), words.Number(l.LeaveOutShare), l.LeaveOutSize == plan.SizeOfAnswers
		most := l.LeaveOutShare == ""
		switch {
		case l.LeaveOut == "":
			texts[i] = words.T("published anyway")
		case answers && most:
			texts[i] = words.T("left out if most are off by more than %s %% of their value (biases what stays)", percent)
		case answers:
			texts[i] = words.T("left out if more than %s %% of the numbers are off by more than %s %% of their value (biases what stays)", share, percent)
		case size == "" && most:
			texts[i] = words.T("left out if most numbers are off by more than %s %% of the average one", percent)
		case size == "":
			texts[i] = words.T("left out if more than %s %% of the numbers are off by more than %s %% of the average one", share, percent)
		case most:
			texts[i] = words.T("left out if most numbers are off by more than %s %% of %s", percent, words.Number(size))
		default:
			texts[i] = words.T("left out if more than %s %% of the numbers are off by more than %s %% of %s", share, percent, words.Number(size))
		}
	}
	f.leave.SetTexts(texts)
	f.leave.SetSelected(at)
}
