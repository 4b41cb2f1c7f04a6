package secrets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/plan/secret"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// insideList is the rules that "any of" and "all of" put together.
type insideList struct {
	box   *fyne.Container
	of    *Page
	rows  layouts.Remade
	add   *forms.Menu
	kinds []secret.Kind
}

func newInsideList(of *Page) *insideList {
	l := &insideList{of: of, rows: layouts.Remade{Box: layouts.Column(4)}}
	l.add = forms.NewMenu(words.T("Add a rule"), func(i int) { of.refuse(of.rule().AddInside(l.kinds[i])) })
	l.box = layouts.Column(8, l.rows.Box, container.NewHBox(l.add))
	return l
}

func (l *insideList) update(secret secret.Secret, form secrets.Form) bool {
	var options []forms.Option
	l.kinds = l.kinds[:0]
	for _, k := range l.of.rule().KindsInside() {
		l.kinds, options = append(l.kinds, k.Kind), append(options, kindOption(k))
	}
	l.add.SetOptions(options)
	key := fmt.Sprint(l.of.at())
	for _, inner := range secret.Of {
		key += "\n" + secrets.RuleLine(inner)
	}
	at := l.of.at()
	l.rows.Show(key, func() (objects []fyne.CanvasObject) {
		for i, inner := range secret.Of {
			wording := form.By
			if i == 0 {
				wording = ""
			}
			inner.Columns = secret.Columns
			remove := forms.NewBin(words.T("Remove rule %d", i+1), func() { l.of.refuse(l.of.secrets.At(at).RemoveInside(i)) })
			input.Enable(remove, len(secret.Of) > 1)
			edit := prose.NewLink(words.T("Edit rule %d", i+1), func() { l.of.lookInto(at.In(i)) })
			objects = append(objects, container.NewBorder(nil, nil, nil, container.NewHBox(container.NewCenter(edit), remove),
				middled(prose.Prose(prose.Plain(wording), prose.Bold(secrets.RuleName(inner.Kind)), prose.Plain(detailOf(inner))))))
		}
		return objects
	})
	return true
}

// detailOf says a rule's settings behind its name, if there are any.
func detailOf(r secret.Secret) string {
	line := secrets.RuleLine(r)
	if line == secrets.RuleName(r.Kind) {
		return ""
	}
	return ": " + line
}
