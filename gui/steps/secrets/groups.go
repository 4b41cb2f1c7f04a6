package secrets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/plan/secret"
	"steward/gui/session/secrets"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// groupRows are the settings of a rule of groups, or of a coarser list: ways to begin, a list
// from a sheet, and the editor.
type groupRows struct {
	box    *fyne.Container
	of     *secretRules
	start  *forms.Menu
	sheet  *prose.Link
	edit   *prose.Link
	bar    *fyne.Container
	editor *editors.GroupEditor
}

// The ways to begin with groups, as the menu offers them.
var groupStarts = []struct {
	how  secrets.Start
	text string
	note string
}{
	{secrets.InOnes, words.Key("One group for each value"), words.Key("nothing about the column stays secret")},
	{secrets.InPairs, words.Key("Pairs of neighbours"), words.Key("two values in a row")},
	{secrets.InTens, words.Key("Runs of ten"), words.Key("ten values in a row")},
	{secrets.InHalves, words.Key("Two halves"), words.Key("the first half of the list, and the rest")},
	{secrets.InOne, words.Key("All in one"), words.Key("any answer is hidden from any other")},
}

func newGroupRows(r *secretRules) *groupRows {
	p := r.of
	g := &groupRows{of: r}
	g.start = forms.NewMenu(words.T("Start with"), func(i int) {
		if now, ok := p.rule().Grouping(); ok {
			p.secrets.SetGrouping(now.Start(groupStarts[i].how))
		}
	})
	options := make([]forms.Option, len(groupStarts))
	for i, s := range groupStarts {
		options[i] = forms.Option{Text: words.Text(s.text), Note: words.Text(s.note)}
	}
	g.start.SetOptions(options)
	g.edit = prose.NewLink("", func() {
		r.editing = !r.editing
		p.Update()
	})
	g.sheet = p.importLink(words.T("Import the list…"), secrets.Rule.Import)
	g.bar = container.NewBorder(nil, nil, container.NewHBox(g.start), container.NewHBox(g.sheet, g.edit))
	g.editor = editors.NewGroupEditor()
	change := func(f func(secrets.Grouping) secrets.Grouping) {
		if now, ok := p.rule().Grouping(); ok {
			p.secrets.SetGrouping(f(now))
		}
	}
	g.editor.OnMoved = func(values []int, group int) {
		change(func(now secrets.Grouping) secrets.Grouping { return now.Move(values, group) })
	}
	g.editor.OnRemoved = func(group int) {
		change(func(now secrets.Grouping) secrets.Grouping { return now.Remove(group) })
	}
	g.editor.OnRenamed = func(group int, name string) string {
		now, ok := p.rule().Grouping()
		if !ok {
			return ""
		}
		now, err := now.Rename(group, name)
		if err != nil {
			return words.SentenceOf(err)
		}
		p.secrets.SetGrouping(now)
		return ""
	}
	g.box = layouts.Column(8, g.bar, g.editor)
	return g
}

func (g *groupRows) update(_ secret.Secret, form secrets.Form) bool {
	now, ok := g.of.of.rule().Grouping()
	g.of.editing = g.of.editing && ok
	paint.Show(g.editor, g.of.editing)
	if !ok {
		return false
	}
	wording := words.T("Edit the groups")
	if g.of.editing {
		wording = words.T("Done")
	}
	g.edit.SetText(wording)
	paint.Show(g.sheet, form.Sheet || g.of.editing)
	if g.of.editing {
		alone := words.T("by itself")
		if now.Joined {
			alone = words.T("hidden among all")
		}
		g.editor.Set(editors.Grouped{Values: now.Values, Of: now.Of, Groups: now.Names, Alone: alone})
	}
	return true
}
