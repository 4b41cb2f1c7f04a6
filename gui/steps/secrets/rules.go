package secrets

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/core/plan/decimal"
	"steward/core/plan/secret"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// secretRules are the settings of the chosen card: the rule of the column that is looked at,
// over its picture, and those of the other columns under it.
type secretRules struct {
	of         *Page
	head, foot *fyne.Container

	crumb   *prose.Link // out of a rule that others are put together in
	column  *forms.Picker
	rule    *forms.Picker
	choices *fyne.Container // the two pickers, of a card with rules
	sight   *forms.Picker   // the column, of a card without
	kinds   []secret.Kind
	more    bool // whether the kinds are offered that few need

	within   *forms.NumberSlider
	shown    string // the rule that the slider shows, to leave typing alone
	joining  *prose.Text
	together *forms.NumberSlider

	groups  *groupRows
	editing bool // the groups

	over     *ruleColumns
	fields   *ruleFields
	values   *valueForm
	editors  map[secrets.Editor]secretEditor
	weight   *weightRow
	columns  *columnList
	enforced *enforcedList

	special     *forms.Picker
	specialName *prose.Text
	specialRow  *fyne.Container
	specialNote *prose.Text

	rule2  *prose.Rule
	others layouts.Remade
}

// secretEditor edits what is more than numbers in a rule.
type secretEditor struct {
	box *fyne.Container
	// update shows the rule that is looked at; false where it cannot be edited here.
	update func(r secret.Secret, form secrets.Form) bool
}

func newSecretRules(of *Page) *secretRules {
	r := &secretRules{of: of}
	look := func(i int) { of.look(string(of.Session.Plan().Columns[i].Name)) }
	r.column, r.sight = forms.NewPicker(words.T("Column"), look), forms.NewPicker(words.T("Column that is shown"), look)
	r.sight.SetPrefix(words.T("shown for "))
	r.rule = forms.NewPicker(words.T("What is hidden"), r.ruleChosen)
	r.choices = container.NewGridWithColumns(2, r.column, r.rule)
	r.crumb = prose.NewLink("", func() { of.lookInto(of.at().Out()) })
	r.within = forms.NewNumberSlider(forms.NumberRange{Label: words.T("Within"), Min: 1, Max: 2}, 1, nil)
	r.within.OnChangeEnded = r.setWithin
	r.joining = prose.Caption("")
	r.together = forms.NewNumberSlider(forms.NumberRange{Label: words.T("Answers at once"), Min: 1, Max: 2}, 1, nil)
	r.together.OnChangeEnded = func(n float64) { of.secrets.Joint().Hide(int(n)) }
	r.groups, r.over, r.fields, r.values = newGroupRows(r), newRuleColumns(of), newRuleFields(of), newValueForm(of)
	r.columns, r.weight, r.enforced = newColumnList(of), newWeightRow(of), newEnforcedList(of)
	table, inside, pairs := newTableForm(of), newInsideList(of), newPairList(of)
	r.editors = map[secrets.Editor]secretEditor{
		secrets.GroupsEditor: {r.groups.box, r.groups.update}, secrets.TableEditor: {table.box, table.update},
		secrets.ValuesEditor: {r.values.box, r.values.update}, secrets.RulesEditor: {inside.box, inside.update}, secrets.PairsEditor: {pairs.box, pairs.update},
	}
	r.makeSpecial()
	r.head = layouts.Column(8, layouts.Inline(0, r.crumb), r.choices, r.over.box, r.within, r.fields.box.Box, r.together)
	for _, e := range slices.Sorted(maps.Keys(r.editors)) {
		r.head.Add(r.editors[e].box)
	}
	r.head.Add(r.columns.box)
	r.rule2 = prose.NewRule()
	r.others.Box = layouts.Column(4)
	r.foot = layouts.Column(8, r.joining, r.enforced.box, r.specialRow, r.specialNote, r.weight.box, r.rule2, r.others.Box)
	return r
}

func (r *secretRules) makeSpecial() {
	r.special = forms.NewPicker(words.T("Blank answers"), func(i int) {
		r.of.refuse(r.of.rule().SetJoined(i == 1))
	})
	r.special.SetOptions([]forms.Option{
		{Text: words.T("by themselves"), Note: words.T("anyone may learn exactly how many there are")},
		{Text: words.T("hidden among all"), Note: words.T("then any two answers are at most two steps apart: more noise")},
	})
	r.specialName = prose.Body("").OneLine()
	r.specialRow = container.NewBorder(nil, nil, container.NewCenter(r.specialName), nil, r.special)
	r.specialNote = prose.Caption(words.T("So any two answers are at most two steps apart, and the noise is larger."))
}

// ruleChosen gives the place that is looked at another kind of rule.
func (r *secretRules) ruleChosen(i int) {
	if i == len(r.kinds) {
		r.more = true
		r.update()
		r.rule.Tapped(nil)
		return
	}
	r.of.refuse(r.of.rule().SetKind(r.kinds[i]))
}

// setWithin puts the distance of the slider into the plan.
func (r *secretRules) setWithin(distance float64) {
	if form, ok := r.of.rule().Form(); ok && form.Slider != nil {
		r.of.refuse(r.of.rule().Set(form.Slider.Setting, decimal.Of(distance)))
	}
}

// update shows the rules.
func (r *secretRules) update() {
	secret, own := r.of.rule().Secret()
	form, _ := r.of.rule().Form()
	r.showCrumb()
	r.showChoices(secret, own)
	paint.Show(r.within, form.Slider != nil)
	if form.Slider != nil {
		r.showWithin(secret, *form.Slider)
	}
	r.joining.SetOrHide(form.Said)
	r.over.update(secret, form.Fixed)
	r.fields.update(secret, form)
	r.editing = r.editing && form.Editor == secrets.GroupsEditor
	for is, e := range r.editors {
		paint.Show(e.box, is == form.Editor && e.update(secret, form))
	}
	r.weight.update(secret, form)
	r.enforced.update(own)
	r.columns.update(r.of.card == secrets.CardColumns)
	r.showTogether()
	r.showSpecial(secret, form.Blanks)
	r.showOthers()
}

// showCrumb shows the way out of a rule that another is made of.
func (r *secretRules) showCrumb() {
	outer, _ := r.of.secrets.At(r.of.at().Out()).Secret()
	paint.Show(r.crumb, len(r.of.inside) > 0)
	if len(r.of.inside) > 0 {
		r.crumb.SetText(words.T("‹ Back to %s", secrets.RuleLine(outer)))
	}
}

// showChoices shows which column is looked at and its rule.
func (r *secretRules) showChoices(secret secret.Secret, own bool) {
	names := r.of.Session.Plan().ColumnNames()
	at := slices.Index(names, r.of.column)
	for _, p := range []*forms.Picker{r.column, r.sight} {
		p.SetTexts(names)
		p.SetSelected(at)
	}
	ruled := r.of.card.Ruled()
	paint.Show(r.choices, ruled && at >= 0)
	switch {
	case ruled:
		r.of.detail.SetTrailing(r.of.chosen)
	case at >= 0:
		r.of.detail.SetTrailing(r.sight)
	default:
		r.of.detail.SetTrailing(nil)
	}
	if ruled && at >= 0 {
		r.showKinds(secret, own)
	}
}

// showKinds offers the kinds that the rule can have.
func (r *secretRules) showKinds(rule secret.Secret, own bool) {
	s := r.of.Session
	usual, more := s.Secrets.At(r.of.at()).Kinds()
	rare := own && slices.ContainsFunc(more, func(k secrets.RuleKind) bool { return k.Kind == rule.Kind })
	kinds := usual
	if r.more || rare {
		kinds = append(slices.Clone(usual), more...)
		more = nil
	}
	chosen := slices.IndexFunc(kinds, func(k secrets.RuleKind) bool { return k.Kind == secret.Everything })
	if own {
		chosen = slices.IndexFunc(kinds, func(k secrets.RuleKind) bool { return k.Kind == rule.Kind })
	}
	if own && chosen < 0 { // from a file
		chosen = len(kinds)
		kinds = append(slices.Clone(kinds), secrets.RuleKind{Kind: rule.Kind, Name: secrets.RuleName(rule.Kind), Note: words.T("as in the project file")})
	}
	r.kinds = r.kinds[:0]
	var options []forms.Option
	for _, k := range kinds {
		o := kindOption(k)
		switch {
		case own && k.Kind == rule.Kind:
			o = forms.Option{Text: k.Name, Note: k.Note}
		case k.Unfit == "" && k.Kind == secret.Everything && own && len(r.of.inside) == 0 && len(s.Plan().Secrets.Columns) == 1:
			o.Note, o.Disabled = words.T("the only column with a rule: choose the card “Everything about a person”"), true
		}
		r.kinds = append(r.kinds, k.Kind)
		options = append(options, o)
	}
	if len(more) > 0 {
		options = append(options, forms.Option{Text: words.T("More kinds of rule…"), Note: words.T("a table, value by value, a grid, several rules in one")})
	}
	r.rule.SetOptions(options)
	r.rule.SetSelected(chosen)
}

// kindOption offers a kind, unless it does not fit.
func kindOption(k secrets.RuleKind) forms.Option {
	return forms.Option{Text: k.Name, Note: cmp.Or(k.Unfit, k.Note), Disabled: k.Unfit != ""}
}

// showWithin shows the distance, unless the slider shows it already.
func (r *secretRules) showWithin(secret secret.Secret, of secrets.Slider) {
	d, ok := r.of.secrets.Distances(secret)
	value, err := strconv.ParseFloat(of.Get(secret), 64)
	if !ok || err != nil {
		// What stands there is no number: any from the range mends it.
		if !ok || r.shown == "mend" {
			paint.Show(r.within, ok)
			return
		}
		r.shown = "mend"
		r.within.SetRange(forms.NumberRange{Label: of.Label, Min: d.Min, Max: d.Max, Step: d.Step, Unit: d.Unit})
		return
	}
	key := fmt.Sprint(secret.Columns, r.of.inside, secret.Kind, d, value)
	if key == r.shown {
		return
	}
	r.shown = key
	r.within.SetRange(forms.NumberRange{Label: of.Label, Min: min(d.Min, value), Max: max(d.Max, value), Step: d.Step, Unit: d.Unit})
	r.within.SetValue(value)
}

// showTogether shows how many answers are hidden at once, where each is hidden by itself.
func (r *secretRules) showTogether() {
	columns, together := len(r.of.Session.Plan().Columns), r.of.Session.Plan().Secrets.Together
	on := r.of.card == secrets.CardAnswers && columns > 2
	paint.Show(r.together, on)
	if on && (r.together.Value() != float64(together) || r.shown != fmt.Sprint("together", columns)) {
		r.shown = fmt.Sprint("together", columns)
		r.together.SetRange(forms.NumberRange{Label: words.T("Answers at once"), Min: 1, Max: float64(columns - 1)})
		r.together.SetValue(float64(together))
	}
}

// showSpecial shows what becomes of blank and other answers, where they are cells of their own.
func (r *secretRules) showSpecial(secret secret.Secret, labels []string) {
	paint.Show(r.specialRow, len(labels) > 0)
	paint.Show(r.specialNote, len(labels) > 0 && secret.BlanksJoined)
	if len(labels) == 0 {
		return
	}
	wording := words.T("Blank answers")
	switch {
	case len(labels) > 1:
		wording = words.T("Blank and other answers")
	case labels[0] == domain.OtherLabel:
		wording = words.T("Other answers")
	}
	r.specialName.SetText(wording)
	selected := 0
	if secret.BlanksJoined {
		selected = 1
	}
	r.special.SetSelected(selected)
}

// ruleRow is one line about other columns: what it says, and what can be done.
type ruleRow struct {
	words []prose.Span
	text  string // what tells the line from others
	do    fyne.CanvasObject
}

// mostRules is how many columns with rules of their own are listed.
const mostRules = 4

// showOthers lists the rules of the columns that are not looked at.
func (r *secretRules) showOthers() {
	rows := r.otherRows()
	paint.Show(r.rule2, len(rows) > 0)
	paint.Show(r.others.Box, len(rows) > 0)
	key := ""
	for _, row := range rows {
		key += row.text + "\n"
	}
	r.others.Show(key, func() (objects []fyne.CanvasObject) {
		for _, row := range rows {
			objects = append(objects, container.NewBorder(nil, nil, nil, container.NewCenter(row.do), prose.Prose(row.words...)))
		}
		return objects
	})
}

func (r *secretRules) otherRows() []ruleRow {
	s := r.of.Session
	if !r.of.card.Ruled() || len(r.of.inside) > 0 {
		return nil
	}
	var rows []ruleRow
	var plain []string
	more := 0
	for _, c := range s.Plan().Columns {
		name := string(c.Name)
		secret, own := s.Secrets.Secret(name)
		switch {
		case name == r.of.column, own && len(secret.Columns) > 1: // listed under "Across columns"
		case !own:
			plain = append(plain, name)
		case len(rows) == mostRules:
			more++
		default:
			rule := ": " + secrets.RuleLine(secret)
			rows = append(rows, ruleRow{[]prose.Span{prose.Bold(name), prose.Plain(rule)}, name + rule,
				prose.NewLink(words.T("Change"), func() { r.of.look(name) })})
		}
	}
	if more > 0 {
		wording := words.T("and %d more columns with rules of their own", more)
		rows = append(rows, ruleRow{[]prose.Span{prose.Plain(wording)}, wording, prose.NewLink("", nil)})
	}
	if len(plain) > 0 {
		rows = append(rows, r.plainRow(plain))
	}
	return rows
}

// plainRow is the line about the columns without a rule of their own; "Change" looks at one
// of them.
func (r *secretRules) plainRow(names []string) ruleRow {
	shown := names
	if len(shown) > 8 {
		shown = append(append([]string{}, names[:7]...), words.T("%d more", len(names)-7))
	}
	row := ruleRow{words: []prose.Span{prose.Bold(strings.Join(shown, ", ")), prose.Plain(words.T(": any answer"))}, text: strings.Join(names, ", ")}
	if len(names) == 1 {
		row.do = prose.NewLink(words.T("Change"), func() { r.of.look(names[0]) })
		return row
	}
	row.do = prose.NewLink(words.T("Change"), func() { r.column.Tapped(nil) })
	return row
}
