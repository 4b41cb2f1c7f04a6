package steps

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/plan"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ruleColumns are the columns that a rule is of, where it is of several.
type ruleColumns struct {
	of    *secretsPage
	box   *fyne.Container
	chips remade
	more  *forms.Picker
	left  []string // that can be added
}

func newRuleColumns(of *secretsPage) *ruleColumns {
	r := &ruleColumns{of: of, chips: remade{box: layouts.Inline(6)}}
	r.more = forms.NewPicker(words.T("One more column"), func(i int) {
		r.more.SetSelected(-1)
		of.refuse(of.secrets.AddRuleColumn(of.at(), r.left[i]))
	})
	r.box = layouts.Column(6, prose.Caption(prose.Plain(words.T("One rule for these columns together"))), r.chips.box)
	return r
}

// update shows the columns.
func (r *ruleColumns) update(secret plan.Secret, fixed bool) {
	on := len(secret.Columns) > 1 && len(r.of.inside) == 0
	visible(r.box, on)
	if !on {
		return
	}
	r.left = r.left[:0]
	var options []forms.Option
	for _, c := range r.of.Session.Plan().Columns {
		if slices.Contains(secret.Columns, c.Name) {
			continue
		}
		o := forms.Option{Text: string(c.Name)}
		if _, ruled := r.of.secrets.Secret(string(c.Name)); ruled {
			o.Note = words.T("its own rule goes")
		}
		r.left, options = append(r.left, string(c.Name)), append(options, o)
	}
	r.more.SetOptions(options)
	r.more.SetSelected(-1)
	r.chips.show(fmt.Sprint(secret.Kind, secret.Columns, len(r.left)), func() (objects []fyne.CanvasObject) {
		for _, n := range secret.Columns {
			var removed func()
			if len(secret.Columns) > 2 && !fixed {
				removed = func() { r.drop(string(n)) }
			}
			objects = append(objects, forms.NewChip(string(n), removed))
		}
		if len(r.left) > 0 && !fixed {
			objects = append(objects, r.more)
		}
		return objects
	})
}

// drop takes a column out of the rule and goes on looking at the rule.
func (r *ruleColumns) drop(column string) {
	at := r.of.at()
	secret, _ := r.of.secrets.Rule(at)
	if column == r.of.column { // another of its columns is looked at then
		for _, n := range secret.Columns {
			if string(n) != column {
				r.of.column, r.of.from, r.of.to = string(n), r.of.beside[string(n)][0], r.of.beside[string(n)][1]
				break
			}
		}
	}
	r.of.refuse(r.of.secrets.DropRuleColumn(r.of.at(), column))
}

// insideList is the rules that "any of" and "all of" put together.
type insideList struct {
	box   *fyne.Container
	of    *secretsPage
	rows  remade
	add   *forms.Menu
	kinds []plan.SecretKind
}

func newInsideList(of *secretsPage) *insideList {
	l := &insideList{of: of, rows: remade{box: layouts.Column(4)}}
	l.add = forms.NewMenu(words.T("Add a rule"), func(i int) { of.refuse(of.secrets.AddInside(of.at(), l.kinds[i])) })
	l.box = layouts.Column(8, l.rows.box, container.NewHBox(l.add))
	return l
}

func (l *insideList) update(secret plan.Secret, form secrets.Form) bool {
	var options []forms.Option
	l.kinds = l.kinds[:0]
	for _, k := range l.of.secrets.KindsInside(l.of.at()) {
		o := forms.Option{Text: k.Name, Note: k.Note}
		if k.Unfit != "" {
			o.Note, o.Disabled = k.Unfit, true
		}
		l.kinds, options = append(l.kinds, k.Kind), append(options, o)
	}
	l.add.SetOptions(options)
	key := fmt.Sprint(l.of.at())
	for _, inner := range secret.Of {
		key += "\n" + secrets.RuleLine(inner)
	}
	at := l.of.at()
	l.rows.show(key, func() (objects []fyne.CanvasObject) {
		for i, inner := range secret.Of {
			wording := form.By
			if i == 0 {
				wording = ""
			}
			inner.Columns = secret.Columns
			remove := binFor(words.T("Remove rule %d", i+1), func() { l.of.refuse(l.of.secrets.RemoveInside(at, i)) })
			enable(remove, len(secret.Of) > 1)
			edit := prose.NewLink(words.T("Edit rule %d", i+1), func() { l.of.lookInto(at.In(i)) })
			objects = append(objects, container.NewBorder(nil, nil, nil, container.NewHBox(container.NewCenter(edit), remove),
				middled(prose.Prose(prose.Plain(wording), prose.Bold(secrets.RuleName(inner.Kind)), prose.Plain(detailOf(inner))))))
		}
		return objects
	})
	return true
}

// detailOf says a rule's settings behind its name, if there are any.
func detailOf(r plan.Secret) string {
	line := secrets.RuleLine(r)
	if line == secrets.RuleName(r.Kind) {
		return ""
	}
	return ": " + line
}

// weightRow gives a whole rule a multiple of the budget.
type weightRow struct {
	of    *secretsPage
	box   *fyne.Container
	open  *prose.Link
	field *forms.Field
	note  *prose.Text
	form  *fyne.Container
	asked secrets.RuleAt // for which the field was opened
}

func newWeightRow(of *secretsPage) *weightRow {
	w := &weightRow{of: of, note: prose.Caption()}
	w.field = ruleField(words.T("This rule counts, times the budget"), func(text string) error { return of.secrets.Set(of.at(), secrets.Weight(), text) })
	w.field.SetPlaceHolder("1")
	w.note.Set(prose.Plain(words.T("Below 1 its answers are hidden better than others and need more noise; above 1 less well.")))
	w.open = prose.NewLink(words.T("Give this rule a weight of its own…"), func() {
		w.asked = of.at()
		of.Update()
		of.Window.Canvas().Focus(w.field.Focusable())
	})
	w.form = layouts.Column(4, layouts.Fields(12, w.field), w.note)
	w.box = layouts.Column(4, leftmost(w.open), w.form)
	return w
}

// update shows the weight, where rules can have one.
func (w *weightRow) update(secret plan.Secret, form secrets.Form) {
	on := w.of.card.Ruled() && w.of.column != "" && form.Weighed && (!form.Plain || secret.Weight != "")
	visible(w.box, on)
	if !on {
		return
	}
	asked := w.asked.Column == w.of.column && slices.Equal(w.asked.Inside, w.of.inside)
	shown := secret.Weight != "" || asked || w.field.Dirty()
	visible(w.form, shown)
	visible(w.open, !shown)
	w.field.SetValue(words.Number(secret.Weight))
}

// enforcedList shows what is enforced where that is more than what was entered.
type enforcedList struct {
	of   *secretsPage
	box  *fyne.Container
	rows remade
	note *prose.Text
}

// mostEnforced is how many pairs are listed.
const mostEnforced = 4

func newEnforcedList(of *secretsPage) *enforcedList {
	e := &enforcedList{of: of, note: prose.Caption(), rows: remade{box: layouts.Column(4)}}
	e.box = layouts.Column(4, prose.NewRule(), prose.Strong(words.T("Enforced more strongly than entered")), e.rows.box, e.note)
	return e
}

// update lists the pairs: as they were entered, and what is enforced.
func (e *enforcedList) update(own bool) {
	strength := e.of.secrets.Strengthened(e.of.at())
	pairs, total, problem := strength.Pairs[:min(len(strength.Pairs), mostEnforced)], strength.Total, strength.Problem
	on := own && (total > 0 || problem != "")
	visible(e.box, on)
	if !on {
		return
	}
	visible(e.rows.box, total > 0)
	e.rows.show(fmt.Sprint(pairs), func() (objects []fyne.CanvasObject) {
		for _, p := range pairs {
			objects = append(objects, prose.Prose(phrased(words.T("%s and %s: entered %s, enforced %s, by way of %s",
				p.A, p.B, p.Entered, words.AsStrong(p.Kept), p.Over))...))
		}
		return objects
	})
	wording := problem
	if total > 0 {
		wording = words.T("A way over other answers is shorter than the steps that were entered, so that is what holds.")
		if total > len(pairs) {
			wording = words.T("And %s more pairs. ", thousandsOf(total-len(pairs))) + wording
		}
	}
	e.note.Set(prose.Plain(wording))
}
