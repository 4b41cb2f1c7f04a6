package secrets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ruleColumns are the columns that a rule is of, where it is of several.
type ruleColumns struct {
	of    *Page
	box   *fyne.Container
	chips *forms.ChipList
	left  []string // that can be added
}

func newRuleColumns(of *Page) *ruleColumns {
	r := &ruleColumns{of: of}
	r.chips = forms.NewChipList(words.T("One more column"), func(i int) { of.refuse(of.rule().AddColumn(r.left[i])) }, r.drop)
	r.box = layouts.Column(6, prose.Caption(words.T("One rule for these columns together")), r.chips.Box)
	return r
}

// update shows the columns.
func (r *ruleColumns) update(secret secret.Secret, fixed bool) {
	on := len(secret.Columns) > 1 && len(r.of.inside) == 0
	paint.Show(r.box, on)
	if !on {
		return
	}
	r.left = r.left[:0]
	var options []forms.Option
	for _, c := range r.of.Session.Plan().Columns {
		if fixed || slices.Contains(secret.Columns, c.Name) {
			continue
		}
		o := forms.Option{Text: string(c.Name)}
		if _, ruled := r.of.secrets.Secret(string(c.Name)); ruled {
			o.Note = words.T("its own rule is removed")
		}
		r.left, options = append(r.left, string(c.Name)), append(options, o)
	}
	least := 2
	if fixed {
		least = len(secret.Columns)
	}
	r.chips.More.SetOptions(options)
	r.chips.Set(domain.Texts(secret.Columns), least)
}

// drop takes a column out of the rule and goes on looking at the rule.
func (r *ruleColumns) drop(column string) {
	at := r.of.at()
	secret, _ := r.of.secrets.At(at).Secret()
	if column == r.of.column { // another of its columns is looked at then
		for _, n := range secret.Columns {
			if string(n) != column {
				r.of.column, r.of.from, r.of.to = string(n), r.of.beside[string(n)][0], r.of.beside[string(n)][1]
				break
			}
		}
	}
	r.of.refuse(r.of.rule().DropColumn(column))
}

// columnList chooses which columns are secret, for the card "Only these columns".
type columnList struct {
	of    *Page
	box   *fyne.Container
	chips *forms.ChipList
	left  *prose.Text
}

func newColumnList(of *Page) *columnList {
	l := &columnList{of: of, left: prose.Caption("")}
	l.chips = forms.NewChipList(words.T("Add a column"), func(i int) {
		out, _ := of.secrets.LeftOut()
		of.refuse(of.secrets.LeaveOut(out[i], false))
	}, func(column string) { of.refuse(of.secrets.LeaveOut(column, true)) })
	l.box = layouts.Column(6, prose.Caption(words.T("What is secret")), l.chips.Box, l.left)
	return l
}

// update shows the columns, for its card.
func (l *columnList) update(on bool) {
	paint.Show(l.box, on)
	if !on {
		return
	}
	out, secret := l.of.secrets.LeftOut()
	l.left.Set(prose.Plain(words.T("Shown exactly: ")), prose.Bold(strings.Join(out, ", ")), prose.Plain(words.T(". Columns that you leave out, and every combination of their answers, can be learnt without error.")))
	l.chips.More.SetTexts(out)
	l.chips.Set(secret, 1)
}
