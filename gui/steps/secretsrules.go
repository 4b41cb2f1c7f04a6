package steps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// secretRules are the settings of the chosen card: the rule of the column that is looked at,
// over its picture, and those of the other columns under it.
type secretRules struct {
	of         *secrets
	head, foot *fyne.Container

	column  *widgets.Picker
	rule    *widgets.Picker
	choices *fyne.Container // the two pickers, of a card with rules
	sight   *widgets.Picker // the column, of a card without
	kinds   []plan.SecretKind

	within   *widgets.NumberSlider
	shown    string // the rule that the slider shows, to leave typing alone
	joining  *widgets.Text
	together *widgets.NumberSlider

	start   *widgets.Menu
	edit    *widgets.Link
	bar     *fyne.Container
	editor  *widgets.GroupEditor
	editing bool

	pairs   *pairList
	columns *columnList

	special     *widgets.Picker
	specialName *widgets.Text
	specialRow  *fyne.Container
	specialNote *widgets.Text

	rule2  *widgets.Rule
	others *fyne.Container
	listed string // what others shows
}

// The rules of a column, as the picker offers them.
var ruleKinds = []plan.SecretKind{plan.Everything, plan.Near, plan.Groups, plan.Graded, plan.Pairs, plan.Public}

var ruleNames = map[plan.SecretKind][2]string{
	plan.Everything: {"any answer", "each hidden from every other"},
	plan.Near:       {"small differences", "each hidden from those nearby"},
	plan.Groups:     {"inside groups", "each hidden from those in its group"},
	plan.Graded:     {"graded by distance", "each hidden the better the nearer"},
	plan.Pairs:      {"listed pairs", "each hidden from those it is paired with"},
	plan.Public:     {"not secret", "anyone may learn exactly how many have each"},
}

// The ways to begin with groups, as the menu offers them.
var groupStarts = []struct {
	how  session.Start
	text string
	note string
}{
	{session.InOnes, "One group for each value", "nothing about the column stays secret"},
	{session.InPairs, "Pairs of neighbours", "each two values in a row"},
	{session.InTens, "Runs of ten", "ten values in a row"},
	{session.InHalves, "Two halves", "the first half of the list, and the rest"},
	{session.InOne, "All in one", "any answer is hidden from any other"},
}

func newSecretRules(of *secrets) *secretRules {
	r := &secretRules{of: of}
	look := func(i int) { of.look(string(of.Session.Plan().Columns[i].Name)) }
	r.column, r.sight = widgets.NewPicker("Column", look), widgets.NewPicker("Column that is shown", look)
	r.sight.SetPrefix("shown for ")
	r.rule = widgets.NewPicker("What is hidden", r.ruleChosen)
	r.choices = container.NewGridWithColumns(2, r.column, r.rule)
	r.within = widgets.NewNumberSlider(widgets.NumberRange{Label: "Within", Min: 1, Max: 2}, 1, nil)
	r.within.OnChangeEnded = r.setWithin
	r.joining = widgets.Caption()
	r.together = widgets.NewNumberSlider(widgets.NumberRange{Label: "Answers at once", Min: 1, Max: 2}, 1, nil)
	r.together.OnChangeEnded = func(n float64) { of.Session.SetTogether(int(n)) }
	r.pairs, r.columns = newPairList(of), newColumnList(of)
	r.makeGroups()
	r.makeSpecial()
	r.head = widgets.Column(8, r.choices, r.within, r.together, r.bar, r.editor, r.pairs.box, r.columns.box)
	r.rule2 = widgets.NewRule()
	r.others = widgets.Column(4)
	r.foot = widgets.Column(8, r.joining, r.specialRow, r.specialNote, r.rule2, r.others)
	return r
}

func (r *secretRules) makeGroups() {
	r.start = widgets.NewMenu("Start with", func(i int) {
		if g, ok := r.of.Session.Grouping(r.of.column); ok {
			r.of.Session.SetGrouping(g.Start(groupStarts[i].how))
		}
	})
	options := make([]widgets.Option, len(groupStarts))
	for i, s := range groupStarts {
		options[i] = widgets.Option{Text: s.text, Note: s.note}
	}
	r.start.SetOptions(options)
	r.edit = widgets.NewLink("", func() {
		r.editing = !r.editing
		r.of.Update()
	})
	r.bar = container.NewBorder(nil, nil, container.NewHBox(r.start), r.edit)
	r.editor = widgets.NewGroupEditor()
	change := func(f func(session.Grouping) session.Grouping) {
		if g, ok := r.of.Session.Grouping(r.of.column); ok {
			r.of.Session.SetGrouping(f(g))
		}
	}
	r.editor.OnMoved = func(values []int, group int) {
		change(func(g session.Grouping) session.Grouping { return g.Move(values, group) })
	}
	r.editor.OnRemoved = func(group int) {
		change(func(g session.Grouping) session.Grouping { return g.Remove(group) })
	}
	r.editor.OnRenamed = func(group int, name string) string {
		g, ok := r.of.Session.Grouping(r.of.column)
		if !ok {
			return ""
		}
		g, err := g.Rename(group, name)
		if err != nil {
			return session.Sentence(err.Error())
		}
		r.of.Session.SetGrouping(g)
		return ""
	}
}

func (r *secretRules) makeSpecial() {
	r.special = widgets.NewPicker("Blank answers", func(i int) {
		if secret, ok := r.of.Session.Secret(r.of.column); ok {
			secret.BlanksJoined = i == 1
			r.of.Session.SetSecret(secret)
		}
	})
	r.special.SetOptions([]widgets.Option{
		{Text: "by themselves", Note: "anyone may learn exactly how many there are"},
		{Text: "hidden among all", Note: "then any two answers are at most two steps apart: more noise"},
	})
	r.specialName = widgets.Body("").OneLine()
	r.specialRow = container.NewBorder(nil, nil, container.NewCenter(r.specialName), nil, r.special)
	r.specialNote = widgets.Caption(widgets.Plain("So any two answers are at most two steps apart, and the noise is larger."))
}

// ruleChosen gives the column that is looked at another rule.
func (r *secretRules) ruleChosen(i int) {
	c, ok := r.of.Session.Published(r.of.column)
	if !ok {
		return
	}
	if kind := r.kinds[i]; kind == plan.Everything {
		secret, _ := r.of.Session.Secret(r.of.column)
		secret.Kind = plan.Everything
		r.of.Session.SetSecret(secret)
	} else {
		r.of.Session.SetSecret(r.of.Session.SecretFor(c, kind))
	}
}

// setWithin puts the distance of the slider into the plan.
func (r *secretRules) setWithin(distance float64) {
	secret, ok := r.of.Session.Secret(r.of.column)
	switch {
	case !ok:
		return
	case secret.Kind == plan.Near:
		secret.Within = session.Decimal(distance)
	case secret.Kind == plan.Graded:
		if secret.AtLeast == secret.Unit { // which it has only because ranges touch
			secret.AtLeast = session.Decimal(distance)
		}
		secret.Unit = session.Decimal(distance)
	}
	r.of.Session.SetSecret(secret)
}

// update shows the rules.
func (r *secretRules) update() {
	secret, own := r.of.Session.Secret(r.of.column)
	r.showChoices(secret, own)
	slides := own && (secret.Kind == plan.Near || secret.Kind == plan.Graded && len(secret.Columns) == 1)
	visible(r.within, slides)
	r.joining.Set()
	switch {
	case slides:
		r.showWithin(secret)
	case own && !hasForm(secret):
		r.joining.Set(widgets.Plain(r.of.Session.RuleInWords(r.of.column)))
	}
	visible(r.joining, r.joining.String() != "")
	r.pairs.update()
	r.columns.update(r.of.card == session.CardColumns)
	r.showTogether()
	r.showGroups(own && secret.Kind == plan.Groups)
	r.showSpecial(secret, own)
	r.showOthers()
}

// hasForm reports whether the page has a form for a rule. Others come from project files.
func hasForm(secret plan.Secret) bool {
	return len(secret.Columns) == 1 && slices.Contains(ruleKinds, secret.Kind) && secret.Weight == ""
}

// showChoices shows which column is looked at and its rule.
func (r *secretRules) showChoices(secret plan.Secret, own bool) {
	columns := r.of.Session.Plan().Columns
	names := make([]string, len(columns))
	at := -1
	for i, c := range columns {
		if names[i] = string(c.Name); names[i] == r.of.column {
			at = i
		}
	}
	for _, p := range []*widgets.Picker{r.column, r.sight} {
		p.SetTexts(names)
		p.SetSelected(at)
	}
	ruled := r.of.card.Ruled()
	visible(r.choices, ruled && at >= 0)
	switch {
	case ruled:
		r.of.detail.SetTrailing(r.of.chosen)
	case at >= 0:
		r.of.detail.SetTrailing(r.sight)
	default:
		r.of.detail.SetTrailing(nil)
	}
	if !ruled || at < 0 {
		return
	}
	var options []widgets.Option
	chosen := 0
	r.kinds = ruleKinds
	for i, kind := range r.kinds {
		o := widgets.Option{Text: ruleNames[kind][0], Note: ruleNames[kind][1]}
		if reason := session.RuleUnfit(columns[at], kind); reason != "" {
			o.Note, o.Disabled = reason, true
		}
		if kind == plan.Everything && own && len(r.of.Session.Plan().Secrets.Columns) == 1 {
			o.Note, o.Disabled = "the only column with a rule: choose the card “Everything about a person”", true
		}
		if own && secret.Kind == kind {
			chosen = i
		}
		options = append(options, o)
	}
	if own && !hasForm(secret) {
		chosen = len(options)
		r.kinds = append(slices.Clone(r.kinds), secret.Kind)
		options = append(options, widgets.Option{Text: "as in the project file", Note: "there is no form for it here"})
	}
	r.rule.SetOptions(options)
	r.rule.SetSelected(chosen)
}

// showWithin shows the distance, unless the slider shows it already.
func (r *secretRules) showWithin(secret plan.Secret) {
	joining := r.of.Session.Joining(secret)
	if len(secret.Columns) > 1 {
		joining = r.of.Session.RuleInWords(r.of.column)
	}
	r.joining.Set(widgets.Plain(joining))
	d, ok := r.of.Session.Distances(secret)
	text, label := secret.Within, "Within"
	switch {
	case secret.Kind == plan.Graded:
		text, label = secret.Unit, "One step is"
	case len(secret.Columns) > 1:
		label = "Together within"
	}
	value, err := strconv.ParseFloat(text, 64)
	if !ok || err != nil {
		r.within.Hide()
		r.shown = ""
		return
	}
	key := fmt.Sprint(secret.Columns, secret.Kind, d, value)
	if key == r.shown {
		return
	}
	r.shown = key
	r.within.SetRange(widgets.NumberRange{Label: label, Min: min(d.Min, value), Max: max(d.Max, value), Step: d.Step, Unit: d.Unit})
	r.within.SetValue(value)
}

// showTogether shows how many answers are hidden at once, where each is hidden by itself.
func (r *secretRules) showTogether() {
	columns, together := len(r.of.Session.Plan().Columns), r.of.Session.Plan().Secrets.Together
	on := r.of.card == session.CardAnswers && columns > 2
	visible(r.together, on)
	if on && (r.together.Value() != float64(together) || r.shown != fmt.Sprint("together", columns)) {
		r.shown = fmt.Sprint("together", columns)
		r.together.SetRange(widgets.NumberRange{Label: "Answers at once", Min: 1, Max: float64(columns - 1)})
		r.together.SetValue(float64(together))
	}
}

// showGroups shows the groups to edit.
func (r *secretRules) showGroups(on bool) {
	g, ok := r.of.Session.Grouping(r.of.column)
	on = on && ok
	r.editing = r.editing && on
	visible(r.bar, on)
	visible(r.editor, r.editing)
	if !on {
		return
	}
	words := "Edit the groups"
	if r.editing {
		words = "Done"
	}
	r.edit.SetText(words)
	if r.editing {
		alone := "by itself"
		if g.Joined {
			alone = "hidden among all"
		}
		r.editor.Set(widgets.Grouped{Values: g.Values, Of: g.Of, Groups: g.Names, Alone: alone})
	}
}

// showSpecial shows what becomes of blank and other answers, where they are cells of their own.
func (r *secretRules) showSpecial(secret plan.Secret, own bool) {
	var labels []string
	if own && (secret.Kind == plan.Near || secret.Kind == plan.Groups || secret.Kind == plan.Graded) {
		labels = r.of.Session.Specials(r.of.column)
		if g, ok := r.of.Session.Grouping(r.of.column); ok {
			labels = nil
			for v := g.Regular; v < len(g.Values); v++ {
				if g.Of[v] < 0 {
					labels = append(labels, g.Values[v])
				}
			}
		}
	}
	visible(r.specialRow, len(labels) > 0)
	visible(r.specialNote, len(labels) > 0 && secret.BlanksJoined)
	if len(labels) == 0 {
		return
	}
	words := strings.Trim(labels[0], "()")
	if len(labels) > 1 {
		words += " and " + strings.Trim(labels[1], "()")
	}
	r.specialName.SetText(strings.ToUpper(words[:1]) + words[1:] + " answers")
	selected := 0
	if secret.BlanksJoined {
		selected = 1
	}
	r.special.SetSelected(selected)
}

// ruleRow is one line about other columns: what it says, and what can be done.
type ruleRow struct {
	words []widgets.Span
	text  string // what tells the line from others
	do    fyne.CanvasObject
}

// mostRules is how many columns with rules of their own are listed.
const mostRules = 4

// showOthers lists the rules of the columns that are not looked at.
func (r *secretRules) showOthers() {
	rows := r.otherRows()
	visible(r.rule2, len(rows) > 0)
	visible(r.others, len(rows) > 0)
	var key strings.Builder
	objects := make([]fyne.CanvasObject, len(rows))
	for i, row := range rows {
		key.WriteString(row.text + "\n")
		objects[i] = container.NewBorder(nil, nil, nil, container.NewCenter(row.do), widgets.Prose(row.words...))
	}
	if key.String() == r.listed {
		return
	}
	r.listed = key.String()
	fill(r.others, objects...)
}

func (r *secretRules) otherRows() []ruleRow {
	s := r.of.Session
	if !r.of.card.Ruled() {
		return nil
	}
	var rows []ruleRow
	var plain []string
	more := 0
	for _, c := range s.Plan().Columns {
		name := string(c.Name)
		secret, own := s.Secret(name)
		switch {
		case name == r.of.column:
		case !own:
			plain = append(plain, name)
		case len(rows) == mostRules:
			more++
		default:
			rule := ": " + ruleWords(secret)
			rows = append(rows, ruleRow{[]widgets.Span{widgets.Bold(name), widgets.Plain(rule)}, name + rule,
				widgets.NewLink("Change", func() { r.of.look(name) })})
		}
	}
	if more > 0 {
		words := fmt.Sprintf("and %d more columns with rules of their own", more)
		rows = append(rows, ruleRow{[]widgets.Span{widgets.Plain(words)}, words, widgets.NewLink("", nil)})
	}
	if len(plain) > 0 {
		rows = append(rows, r.plainRow(plain))
	}
	if s.Plan().Secrets.Presence {
		rows = append(rows, ruleRow{[]widgets.Span{widgets.Bold("Who is in the file"), widgets.Plain(": hidden too")}, "presence",
			widgets.NewLink("Stop hiding it", func() { s.SetPresence(false) })})
	}
	return rows
}

// ruleWords says a rule in a few words.
func ruleWords(secret plan.Secret) string {
	switch {
	case len(secret.Columns) > 1:
		return "together with others"
	case secret.Kind == plan.Near:
		return "within " + secret.Within
	case secret.Kind == plan.Groups && len(secret.Groups) != 1:
		return fmt.Sprintf("inside %d groups", len(secret.Groups))
	case secret.Kind == plan.Graded:
		return "graded, one step is " + secret.Unit
	case secret.Kind == plan.Pairs && len(secret.Pairs) != 1:
		return fmt.Sprintf("%d listed pairs", len(secret.Pairs))
	}
	if words, ok := ruleNames[secret.Kind]; ok {
		return words[0]
	}
	return "as in the project file"
}

// plainRow is the line about the columns without a rule of their own; "Change" looks at one
// of them.
func (r *secretRules) plainRow(names []string) ruleRow {
	shown := names
	if len(shown) > 8 {
		shown = append(append([]string{}, names[:7]...), fmt.Sprintf("%d more", len(names)-7))
	}
	row := ruleRow{words: []widgets.Span{widgets.Bold(strings.Join(shown, ", ")), widgets.Plain(": any answer")}, text: strings.Join(names, ", ")}
	if len(names) == 1 {
		row.do = widgets.NewLink("Change", func() { r.of.look(names[0]) })
		return row
	}
	row.do = widgets.NewLink("Change", func() { r.column.Tapped(nil) })
	return row
}
