package secrets

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// secretsAcross is the card for what goes across columns: how many answers are hidden together,
// who is in the file, and rules that columns share.
type secretsAcross struct {
	of   *Page
	card *layouts.Card

	together     *forms.Picker
	togetherRow  fyne.CanvasObject
	togetherNote *prose.Text
	togetherBad  *notices.Banner
	rule1, rule2 *prose.Rule

	presence *forms.Picker
	words    *prose.Text
	groups   layouts.Remade
	lines    []*absentForm
	add      *prose.Link
	cost     *notices.Banner

	several *fyne.Container
	title   *prose.Text
	rows    layouts.Remade
	open    *prose.Link
	form    *fyne.Container
	columns [2]*forms.Picker
	refused *notices.Banner
	adding  bool
}

// absentForm is a group of people whose being in the file is secret.
type absentForm struct {
	columns []*forms.Picker
	values  []*forms.Field
	weight  *forms.Field
	issue   *notices.Banner
}

func newSecretsAcross(of *Page) *secretsAcross {
	a := &secretsAcross{of: of, togetherNote: prose.Caption(""), words: prose.Caption(""), groups: layouts.Remade{Box: layouts.Column(8)}, rows: layouts.Remade{Box: layouts.Column(4)}, title: prose.Strong(words.T("Rules over several columns"))}
	a.together = forms.NewPicker(words.T("How many answers are hidden together"), func(i int) { of.secrets.Joint().Hide(i) })
	a.togetherRow = layouts.Labelled(words.T("Hidden together"), a.together)
	a.togetherBad = notices.NewInlay(notices.Caution)
	a.presence = forms.NewPicker(words.T("Whose presence in the file is hidden"), func(i int) { of.secrets.InFile().Choose(secrets.Presence(i)) })
	a.presence.SetOptions([]forms.Option{
		{Text: words.T("may become known"), Note: words.T("for everybody, and how many people there are")},
		{Text: words.T("is hidden for some people"), Note: words.T("those with answers that you choose")},
		{Text: words.T("is hidden for everybody"), Note: words.T("nobody can tell whether a person took part")},
	})
	a.add = prose.NewLink(words.T("Add other people"), of.secrets.InFile().Add)
	a.cost = notices.NewInlay(notices.Caution)
	a.makeSeveral()
	a.rule1, a.rule2 = prose.NewRule(), prose.NewRule()
	a.card = layouts.NewTitledCard(words.T("Across columns"), nil, layouts.Column(8,
		a.togetherRow, a.togetherBad, a.togetherNote, a.rule1,
		layouts.Labelled(words.T("Who is in the file"), a.presence), a.groups.Box, layouts.Inline(0, a.add), a.words, a.cost, a.rule2, a.several))
	return a
}

func (a *secretsAcross) makeSeveral() {
	for i := range a.columns {
		a.columns[i] = forms.NewPicker([]string{words.T("One column"), words.T("Another column")}[i], nil)
	}
	a.refused = notices.NewInlay(notices.Caution)
	add := forms.NewButton(words.T("Give them a rule"), a.addSeveral)
	cancel := forms.NewButton(words.T("Cancel"), func() { a.ask(false) })
	a.form = layouts.Column(8, layouts.Between(a.columns[0], prose.Quiet(words.T("and")).OneLine(), a.columns[1]),
		a.refused, container.NewHBox(add, cancel))
	a.open = prose.NewLink(words.T("Add a rule over several columns…"), func() { a.ask(true) })
	a.several = layouts.Column(6, a.title,
		prose.Caption(words.T("For answers that only matter together: a place by its latitude and longitude, or differences that add up.")),
		a.rows.Box, layouts.Inline(0, a.open), a.form)
}

// ask opens the form for a new rule, or closes it.
func (a *secretsAcross) ask(on bool) {
	a.adding = on
	a.refused.Hide()
	if on {
		a.columns[0].SetSelected(-1)
		a.columns[1].SetSelected(-1)
	}
	a.of.Update()
	if on {
		a.of.Window.Canvas().Focus(a.columns[0])
	}
}

// addSeveral adds what the form says and looks at it.
func (a *secretsAcross) addSeveral() {
	first, second := a.columns[0].String(), a.columns[1].String()
	if first == "" || second == "" || first == second {
		a.refused.SetOrHide(notices.Caution, words.T("Choose two different columns."))
		return
	}
	if err := a.of.secrets.AddSeveral([]string{first, second}); err != nil {
		a.refused.SetOrHide(notices.Caution, words.SentenceOf(err))
		return
	}
	a.adding = false
	a.of.look(first)
}

// troubled reports whether something here has to be mended.
func (a *secretsAcross) troubled() bool {
	if a.of.secrets.Joint().Issue() != "" {
		return true
	}
	return slices.ContainsFunc(a.of.secrets.InFile().Groups(), func(b secrets.Absent) bool { return b.Issue != "" })
}

// update shows all of it, for the cards that have more to say than all or nothing.
func (a *secretsAcross) update() {
	s := a.of.Session
	on := len(s.Plan().Columns) > 0 && (a.of.card != secrets.CardAll && a.of.card != secrets.CardTakingPart || a.troubled())
	paint.Show(a.card, on)
	if !on {
		return
	}
	a.showTogether()
	a.showPresence()
	a.showSeveral()
}

func (a *secretsAcross) showTogether() {
	joint := a.of.secrets.Joint()
	answers, issue := joint.Answers(), joint.Issue()
	slider := a.of.card == secrets.CardAnswers && answers > 2 // on the card itself
	on := answers > 1 && !slider || issue != ""
	paint.Show(a.togetherRow, on)
	paint.Show(a.rule1, on)
	texts := []string{words.T("all answers of a person")}
	for n := 1; n < answers; n++ {
		if n == 1 {
			texts = append(texts, words.T("one answer, the rest being equal"))
		} else {
			texts = append(texts, words.T("up to %d answers at once", n))
		}
	}
	a.together.SetTexts(texts)
	a.together.SetSelected(joint.Hidden())
	if issue != "" {
		a.together.SetSelected(-1)
	}
	a.togetherBad.SetOrHide(notices.Caution, issue)
	wording := joint.Words()
	paint.Show(a.togetherNote, on && wording != "")
	a.togetherNote.SetText(wording)
}

func (a *secretsAcross) showPresence() {
	s := a.of.Session
	rows := s.Plan().Slotted()
	a.presence.SetSelected(int(s.Secrets.InFile().Secret()))
	input.Enable(a.presence, !rows)
	wording := s.Secrets.InFile().Words()
	if rows {
		why := words.T("People can have several rows, so whether someone is in the file is hidden for everyone. ")
		if s.Plan().Weight != nil {
			why = words.T("Rows have weights, so who is in the file is hidden for everybody. ")
		}
		wording = why + wording
	}
	a.words.SetOrHide(wording)
	list := s.Secrets.InFile().Groups()
	paint.Show(a.groups.Box, len(list) > 0)
	paint.Show(a.add, len(list) > 0)
	a.showGroups(list)
	a.cost.SetOrHide(notices.Caution, s.Secrets.InFile().Cost(a.of.column))
}

// showGroups shows the groups of people whose being in the file is hidden.
func (a *secretsAcross) showGroups(list []secrets.Absent) {
	key := ""
	for _, g := range list {
		for _, w := range g.Where {
			key += w.Column + "\n"
		}
		key += "-\n"
	}
	names := a.of.Session.Plan().ColumnNames()
	a.groups.Show(key, func() []fyne.CanvasObject { return a.makeGroups(list) })
	for i, g := range list {
		f := a.lines[i]
		for k, w := range g.Where {
			options := names
			if !slices.Contains(names, w.Column) {
				options = append(slices.Clone(names), w.Column) // which is not published any more
			}
			f.columns[k].SetTexts(options)
			f.columns[k].SetSelected(slices.Index(options, w.Column))
			f.values[k].SetValue(w.Values)
		}
		f.weight.SetValue(words.Number(g.Weight))
		f.issue.SetOrHide(notices.Caution, g.Issue)
	}
}

func (a *secretsAcross) makeGroups(list []secrets.Absent) (objects []fyne.CanvasObject) {
	s := a.of.Session
	a.lines = nil
	for i, g := range list {
		f := &absentForm{issue: notices.NewInlay(notices.Caution)}
		remove := forms.NewBin(words.T("Remove these people"), func() { s.Secrets.InFile().Remove(i) })
		title := words.T("People with")
		if len(g.Where) == 0 {
			title = words.T("Everybody")
		}
		lines := []fyne.CanvasObject{container.NewBorder(nil, nil, nil, remove, middled(prose.Strong(title)))}
		for _, w := range g.Where {
			values := ruleField("", func(text string) error { return s.Secrets.InFile().Set(i, w.Column, text) })
			values.SetPlaceHolder(words.T("values, separated by commas, or from … to …"))
			column := forms.NewPicker(words.T("Column of the people"), nil)
			column.OnChanged = func(int) {
				if err := s.Secrets.InFile().SetColumn(i, w.Column, column.String()); err != nil {
					f.issue.SetOrHide(notices.Caution, words.SentenceOf(err))
				}
			}
			f.columns, f.values = append(f.columns, column), append(f.values, values)
			lines = append(lines, container.NewBorder(nil, nil, container.NewVBox(column), nil, values))
		}
		f.weight = ruleField(words.T("Weight, times the budget"), func(text string) error { return s.Secrets.InFile().SetWeight(i, text) })
		f.weight.SetPlaceHolder("1")
		narrow := prose.NewLink(words.T("and also by another column…"), func() {
			if err := s.Secrets.InFile().AddColumn(i); err != nil {
				f.issue.SetOrHide(notices.Caution, words.SentenceOf(err))
			}
		})
		lines = append(lines, layouts.Inline(16, f.weight, narrow), f.issue)
		a.lines, objects = append(a.lines, f), append(objects, layouts.Column(6, lines...))
	}
	return objects
}

// showSeveral lists the rules that columns share.
func (a *secretsAcross) showSeveral() {
	s := a.of.Session
	list := s.Secrets.SeveralRules()
	on := a.of.card.Ruled() && len(s.Plan().Columns) > 1 || len(list) > 0
	paint.Show(a.several, on)
	paint.Show(a.rule2, on)
	if !on {
		return
	}
	paint.Show(a.form, a.adding)
	paint.Show(a.open, !a.adding)
	for _, p := range a.columns {
		p.SetTexts(s.Plan().ColumnNames())
	}
	key := ""
	for _, r := range list {
		key += strings.Join(r.Columns, ", ") + r.Line + "\n"
	}
	paint.Show(a.rows.Box, len(list) > 0)
	a.rows.Show(key, func() (objects []fyne.CanvasObject) {
		for _, r := range list {
			remove := forms.NewBin(words.T("Remove the rule of %s", namesOf(r.Columns)), func() { s.Secrets.At(r.At).Remove() })
			look := prose.NewLink(words.T("Edit"), func() { a.of.look(r.Columns[0]) })
			objects = append(objects, container.NewBorder(nil, nil, nil, container.NewHBox(container.NewCenter(look), remove),
				middled(prose.Prose(prose.Bold(namesOf(r.Columns)), prose.Plain(": "+r.Line)))))
		}
		return objects
	})
}
