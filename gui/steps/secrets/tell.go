package secrets

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// secretTell is the box "Could someone tell?": two values of the column that is looked at, and
// how well they are hidden from one another; of columns that share a rule, two combinations.
type secretTell struct {
	of       *Page
	card     *layouts.Card
	from, to *forms.Picker
	budget   *prose.Text
	told     *notices.Banner
	values   *fyne.Container // the two
	beside   *fyne.Container // those of the other columns
	columns  []string        // these columns
	others   [][2]*forms.Picker
	foot     *prose.Text
}

// mostOffered is the largest number of values that are offered to choose from: the places of
// more rows would no longer be exact.
const mostOffered = 500_000

func newSecretTell(of *Page) *secretTell {
	t := &secretTell{of: of, budget: prose.Caption("").OneLine(), told: notices.NewBanner(notices.Info, "", nil, nil), beside: layouts.Column(8), foot: prose.Caption("")}
	t.told.Borderless = true
	t.from = forms.NewPicker(words.T("One answer"), func(i int) {
		of.from = i
		t.picked()
	})
	t.to = forms.NewPicker(words.T("Another answer"), func(i int) {
		of.to = i
		t.picked()
	})
	t.values = t.pair(t.from, t.to)
	t.card = layouts.NewTitledCard(words.T("Could someone tell?"), t.budget, layouts.Column(8, t.values, t.beside, t.told, t.foot,
		prose.NewText(theme.SizeCaption, theme.QuietText, prose.Phrased(words.Marked(words.T("This is about what %s gives away. What is true of people in general is what the release is for, and is not a secret.",
			words.AsName(words.T("this person’s row")))))...)))
	return t
}

func (t *secretTell) pair(a, b *forms.Picker) *fyne.Container {
	return layouts.Between(a, prose.Quiet(words.T("from")).OneLine(), b)
}

// picked shows the answer for other values. Nothing in the plan has changed.
func (t *secretTell) picked() {
	t.of.Update()
}

// update shows the two values and the answer.
func (t *secretTell) update() {
	a, ok := t.of.Session.Column(t.of.column)
	paint.Show(t.card, ok && a.Size() > 1)
	if !ok || a.Size() < 2 {
		return
	}
	paint.Show(t.values, a.Size() <= mostOffered)
	columns, from, to := t.of.asked()
	t.showBeside(columns)
	if a.Size() > mostOffered {
		t.told.Set(notices.Info, "", prose.Plain(words.T("%s has %s values, too many to choose from here. The rule itself says how well they are hidden.", t.of.column, amounts.Commas(a.Size()))))
		return
	}
	for _, p := range []*forms.Picker{t.from, t.to} {
		p.SetList(a.Size(), amounts.ValuesOf(a))
		p.SetPrefix(t.of.column + ": ")
	}
	t.from.SetSelected(t.of.from)
	t.to.SetSelected(t.of.to)
	t.budget.SetText(t.of.secrets.BudgetWords())
	told, ok := t.of.secrets.CouldTogether(columns, from, to)
	paint.Show(t.foot, ok && told.Foot != "")
	t.foot.SetText(told.Foot)
	if !ok {
		wording := words.T("Choose two different answers.")
		if !slices.Equal(from, to) {
			wording = words.T("No other answers go with both of these: the combinations are impossible.")
		}
		t.told.Set(notices.Info, wording)
		return
	}
	kind := map[secrets.Level]notices.Kind{secrets.Reassuring: notices.Good, secrets.Cautious: notices.Caution, secrets.Alarming: notices.Danger}[told.Level]
	t.told.Set(kind, told.Verdict, prose.Phrased(append(words.Phrase{{Text: " "}}, told.Sentence...))...)
}

// showBeside shows the values of the other columns that share the rule.
func (t *secretTell) showBeside(columns []string) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return c == t.of.column })
	paint.Show(t.beside, len(columns) > 0)
	if !slices.Equal(columns, t.columns) {
		t.columns, t.others = columns, nil
		var objects []fyne.CanvasObject
		for _, c := range columns {
			var two [2]*forms.Picker
			for side := range two {
				two[side] = forms.NewPicker([]string{words.T("One answer in %s", c), words.T("Another answer in %s", c)}[side], func(i int) {
					values := t.of.beside[c]
					values[side] = i
					t.of.beside[c] = values
					t.picked()
				})
				two[side].SetPrefix(c + ": ")
			}
			t.others, objects = append(t.others, two), append(objects, t.pair(two[0], two[1]))
		}
		layouts.Fill(t.beside, objects...)
	}
	for k, c := range columns {
		a, ok := t.of.Session.Column(c)
		if !ok {
			continue
		}
		for side, p := range t.others[k] {
			p.SetList(a.Size(), amounts.ValuesOf(a))
			p.SetSelected(t.of.beside[c][side])
		}
	}
}
