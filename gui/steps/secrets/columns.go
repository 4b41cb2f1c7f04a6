package secrets

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

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
	chips remade
	more  *forms.Picker
	left  []string // that can be added
}

func newRuleColumns(of *Page) *ruleColumns {
	r := &ruleColumns{of: of, chips: remade{box: layouts.Inline(6)}}
	r.more = forms.NewPicker(words.T("One more column"), func(i int) {
		r.more.SetSelected(-1)
		of.refuse(of.secrets.At(of.at()).AddColumn(r.left[i]))
	})
	r.box = layouts.Column(6, prose.Caption(prose.Plain(words.T("One rule for these columns together"))), r.chips.box)
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
		if slices.Contains(secret.Columns, c.Name) {
			continue
		}
		o := forms.Option{Text: string(c.Name)}
		if _, ruled := r.of.secrets.Secret(string(c.Name)); ruled {
			o.Note = words.T("its own rule is removed")
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
	secret, _ := r.of.secrets.At(at).Secret()
	if column == r.of.column { // another of its columns is looked at then
		for _, n := range secret.Columns {
			if string(n) != column {
				r.of.column, r.of.from, r.of.to = string(n), r.of.beside[string(n)][0], r.of.beside[string(n)][1]
				break
			}
		}
	}
	r.of.refuse(r.of.secrets.At(r.of.at()).DropColumn(column))
}

// columnList chooses which columns are secret, for the card "Only these columns".
type columnList struct {
	of    *Page
	box   *fyne.Container
	chips remade
	more  *forms.Picker
	left  *prose.Text
}

func newColumnList(of *Page) *columnList {
	l := &columnList{of: of, chips: remade{box: layouts.Inline(6)}, left: prose.Caption()}
	l.more = forms.NewPicker(words.T("Add a column"), func(i int) {
		out, _ := of.secrets.LeftOut()
		l.more.SetSelected(-1)
		of.refuse(of.secrets.LeaveOut(out[i], false))
	})
	l.box = layouts.Column(6, prose.Caption(prose.Plain(words.T("What is secret"))), l.chips.box, l.left)
	return l
}

// update shows the columns, for its card.
func (l *columnList) update(on bool) {
	paint.Show(l.box, on)
	if !on {
		return
	}
	out, secret := l.of.secrets.LeftOut()
	l.more.SetTexts(out)
	l.more.SetSelected(-1)
	l.left.Set(prose.Plain(words.T("Shown exactly: ")), prose.Bold(strings.Join(out, ", ")), prose.Plain(words.T(". Columns that you leave out, and every combination of their answers, can be learnt without error.")))
	l.chips.show(fmt.Sprint(secret, out), func() (objects []fyne.CanvasObject) {
		for _, c := range secret {
			var removed func()
			if len(secret) > 1 {
				removed = func() { l.of.refuse(l.of.secrets.LeaveOut(c, true)) }
			}
			objects = append(objects, forms.NewChip(c, removed))
		}
		if len(out) > 0 {
			objects = append(objects, l.more)
		}
		return objects
	})
}
