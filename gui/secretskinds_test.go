package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/gui/session/secrets"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/tables"
)

// listed writes a text table and returns its path.
func listed(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// enters replaces what the entry under a label holds, and presses enter.
func (d desk) enters(t *testing.T, label, text string) {
	t.Helper()
	f := d.field(t, label)
	d.window.Canvas().Focus(f.Focusable())
	f.Entry().TypedShortcut(&fyne.ShortcutSelectAll{})
	if text == "" {
		f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	}
	test.Type(f.Entry(), text)
	f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

// rare gives the column that is looked at a kind of rule that few need: one of the last in the
// list.
func (d desk) rare(t *testing.T, kind string) {
	t.Helper()
	if usual, more := d.session.Secrets.At(secrets.On(d.picker(t, "Column").String())).Kinds(); !slices.ContainsFunc(append(usual, more...), func(k secrets.RuleKind) bool { return k.Name == kind }) {
		t.Fatalf("%q is not offered", kind)
	}
	test.Tap(d.picker(t, "What is hidden"))
	d.keys(t, fyne.KeyEnd)
	if strings.Contains(d.screen(), "More kinds of rule…") {
		d.touch(t, "More kinds of rule…") // which opens the list again, with all of them
		d.keys(t, fyne.KeyEnd)
	}
	d.touch(t, kind)
}

// ruled returns a window on the sample with one rule, looking at its column.
func ruled(t *testing.T, r secret.Secret) desk {
	t.Helper()
	d := quietAt(t, secretsStep)
	d.session.Edit(func(p *plan.Plan) { p.Secrets = secret.Secrets{Columns: []secret.Secret{r}} })
	d.pick(t, "Column", string(r.Columns[0]))
	return d.settled()
}

func TestATableOfDistances(t *testing.T) {
	d := quietAt(t, secretsStep)
	d.touch(t, "Graded protection")
	d.pick(t, "Column", "education")
	d.rare(t, "by a table")
	if got := d.rule(t, "education"); got.Kind != secret.Matrix || len(got.Distances) != 10 {
		t.Fatalf("the rule is %+v", got)
	}
	d.sees(t, "none and primary are apart by", "Import a table…", "by a table")
	table := part[*tables.DistanceTable](t, d, "the table", nil)
	// By keys: none and secondary are 5 apart, primary and secondary not joined.
	d.window.Canvas().Focus(table)
	d.keys(t, fyne.KeyDown)
	for _, r := range "5.5" {
		d.window.Canvas().Focused().TypedRune(r)
	}
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "Enforced more strongly than entered", "none and secondary: entered 5.5, enforced", "2, by way of primary")
	d.keys(t, fyne.KeyRight, fyne.KeyDelete)
	if got := d.rule(t, "education").Distances; len(got) != 9 || slices.ContainsFunc(got, func(p secret.Distance) bool { return p.U == "primary" && p.V == "secondary" }) {
		t.Fatalf("distances %+v", got)
	}
	d.enters(t, "primary and secondary are apart by", "far")
	d.sees(t, `The distance of “secondary” and “primary”: found “far”`)
	d.enters(t, "primary and secondary are apart by", "1,5")
	d.not(t, `found “far”`)
	if got := d.rule(t, "education").Distances; got[len(got)-1].Distance != "1.5" {
		t.Errorf("distances %+v", got)
	}
	d.session.Undo()
	d.session.Undo()
	d.session.Undo()
	if got := d.rule(t, "education").Distances; got[1].Distance != "2" {
		t.Errorf("undone to %+v", got)
	}
	// From a sheet: the question for a file, then what it says.
	d.tap(t, "Import a table…")
	d.sees(t, "Open File")
	d.tap(t, "Cancel")
}

func TestATableFromASheet(t *testing.T) {
	seeded.ForAudits(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.session.Secrets.SetSecret(secrets.DefaultRule(d.session.Plan().Columns[2:3], secret.Matrix))
	d.frame.Show(secretsStep)
	d.pick(t, "Column", "smoker")
	d.session.Secrets.At(secrets.On("smoker")).Import(listed(t, ",yes,no,not stated", "yes,,0.5,3", "no,,,1"))
	d.sees(t, "yes and not stated: entered 3, enforced", "1.5, by way of no", "Could someone tell?")
	d.session.Secrets.At(secrets.On("smoker")).ImportPlaces(listed(t, "value,latitude,longitude", "yes,52,4", "no,52.5,4", "not stated,52,6"), "50")
	if got := d.rule(t, "smoker").Distances; len(got) != 3 || !strings.HasPrefix(got[0].Distance, "1.1") {
		t.Errorf("distances %+v", got)
	}
	d.session.Undo()
	d.sees(t, "yes and not stated: entered 3, enforced")
	d.session.Secrets.At(secrets.On("smoker")).Import(listed(t, ",yes,no,not stated", "yes,,x,3"))
	d.sees(t, "That did not work.", "list.csv, line 2, column 3", `found “x”`)
}

// Places of which there are hundreds are a table like any other, whose shades come when they are worked out.
func TestATableOfManyPlaces(t *testing.T) {
	seeded.ForAudits(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	const n = 741
	lines := []string{"value,latitude,longitude"}
	many := plan.Column{Name: "smoker", Kind: domain.List, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
	for i := range n {
		many.Values = append(many.Values, fmt.Sprintf("Place %d", i))
		lines = append(lines, fmt.Sprintf("Place %d,%.3f,%.3f", i, 47+float64(i%29)/4, 6+float64(i/29)/3))
	}
	d.session.Edit(func(p *plan.Plan) {
		p.Columns[2], p.Facts = many, plan.Facts{}
		p.Questions = []plan.Question{{ID: "q", Title: "Places", Kind: "table", Columns: []domain.AttributeName{"smoker"}}}
	})
	d.session.Secrets.SetSecret(secrets.DefaultRule([]plan.Column{many}, secret.Matrix))
	d.frame.Show(secretsStep)
	d.pick(t, "Column", "smoker")
	d.session.Secrets.At(secrets.On("smoker")).ImportPlaces(listed(t, lines...), "10")
	if got := d.rule(t, "smoker").Distances; len(got) != n*(n-1)/2 {
		t.Fatalf("%d distances", len(got))
	}
	d.not(t, "there are too many values")
	d.sees(t, "Place 0 and Place 1 are apart by")
	table, ok := d.session.Secrets.At(secrets.On("smoker")).Table()
	if !ok || table.Entered[0][1] == "" || table.Far[0][1] == 0 || table.Far[0][n-1] == 0 {
		t.Errorf("the table has %q, kept %g", table.Entered[0][1], table.Far[0][1])
	}
	d.enters(t, "Place 0 and Place 1 are apart by", "0.5")
	if table, _ = d.session.Secrets.At(secrets.On("smoker")).Table(); table.Entered[0][1] != "0.5" || table.Far[0][1] != 0.5 {
		t.Errorf("the table has %q, kept %g", table.Entered[0][1], table.Far[0][1])
	}
}

func TestBudgetsValueByValue(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.touch(t, "Graded protection")
	d.pick(t, "Column", "smoker")
	d.rare(t, "value by value")
	d.sees(t, "How much of the budget telling a value from any other may cost")
	d.pick(t, "One more value", "not stated")
	if got := d.rule(t, "smoker"); got.Weights["not stated"] != "0.5" || got.Otherwise != "1" {
		t.Fatalf("the rule is %+v", got)
	}
	d.sees(t, "odds up to 1.29")
	d.enters(t, "All other values", "2")
	d.sees(t, "Enforced more strongly than entered", "yes and no: entered 2, enforced", "1, by way of not stated")
	d.enters(t, "All other values", "a lot")
	d.sees(t, `The weight of the other values: found “a lot”`)
	d.enters(t, "All other values", "")
	if got := d.rule(t, "smoker"); got.Otherwise != "" {
		t.Errorf("the others have %q", got.Otherwise)
	}
	button := part(t, d, "the bin", func(b *forms.IconButton) bool { return b.Hint == "Treat not stated like all others" })
	test.Tap(button)
	d.sees(t, "That does not work.", "so nothing would be secret")
	for d.session.Secrets.Card() == secrets.CardGraded {
		d.session.Undo()
	}
}

func TestRulesOverSeveralColumns(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.session.Edit(degrees)
	d.tap(t, "Add a rule over several columns…")
	d.tap(t, "Give them a rule")
	d.sees(t, "Choose two different columns.")
	d.pick(t, "One column", "lat")
	d.pick(t, "Another column", "lon")
	d.tap(t, "Give them a rule")
	d.sees(t, "One rule for these columns together", "Together within", "the sum of the differences", "lat and lon")
	d.pick(t, "How far apart", "the straight line")
	d.enters(t, "How much one unit of lon counts", "0.6")
	d.enters(t, "How much one unit of lat counts", "zero")
	d.sees(t, `The scale of lat: found “zero”`)
	d.field(t, "How much one unit of lat counts").Restore()
	if got := d.rule(t, "lat"); got.Norm != "L2" || got.Scales["lon"] != "0.6" || len(got.Scales) != 1 {
		t.Errorf("the rule is %+v", got)
	}
	d.pick(t, "What is hidden", "nearby places")
	d.enters(t, "Within, in kilometres", "30")
	d.sees(t, "Two places are joined when they can be 30 kilometres or less apart", "lat is the latitude and lon the longitude")
	graph := part(t, d, "the map", func(f *figures.Figure) bool { return f.Summary() != "" })
	if words := graph.Summary(); !strings.HasPrefix(words, "map: 8 values of lat by 9 of lon") {
		t.Errorf("drawn is %q", words)
	}
	d.pick(t, "What is hidden", "graded by kilometres")
	d.enters(t, "Nearer ones count as, in kilometres", "")
	d.sees(t, "Places can be zero kilometres apart")
	d.field(t, "Nearer ones count as, in kilometres").Restore()
	d.sees(t, "The budget is for one step. Places that are 10 kilometres apart")
	d.pick(t, "Another answer in lon", "6.1 to under 6.4")
	d.sees(t, "Could someone tell?", "× 6.1 to under 6.4")
	test.Tap(part(t, d, "the bin", func(b *forms.IconButton) bool { return b.Hint == "Remove the rule of lat and lon" }))
	if len(d.session.Secrets.SeveralRules()) > 0 {
		t.Error("the rule stayed")
	}
	d.session.Undo()
	if len(d.session.Secrets.SeveralRules()) != 1 {
		t.Error("the rule did not come back")
	}
}

func TestAnyAndAllOfSeveralRules(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.pick(t, "Column", "visits")
	d.rare(t, "any of several rules")
	got := d.rule(t, "visits")
	if got.Kind != secret.Any || len(got.Of) != 2 || got.Of[0].Kind != secret.Near || got.Of[0].Within != "3" {
		t.Fatalf("the rule is %+v", got)
	}
	d.sees(t, "within 3", "or ", "Edit rule 2")
	d.tap(t, "Edit rule 2")
	d.sees(t, "‹ Back to any of 2 rules")
	d.pick(t, "What is hidden", "inside squares")
	d.enters(t, "Squares of visits, wide", "10")
	d.tap(t, "‹ Back to any of 2 rules")
	d.sees(t, "inside squares", "10 of visits wide", "nor answers in")
	d.tap(t, "Add a rule")
	d.touch(t, "graded by distance")
	if got = d.rule(t, "visits"); len(got.Of) != 3 || got.Of[1].Scales["visits"] != "10" {
		t.Errorf("the rule is %+v", got)
	}
	test.Tap(part(t, d, "the bin", func(b *forms.IconButton) bool { return b.Hint == "Remove rule 3" }))
	d.rare(t, "all of several rules")
	d.sees(t, "and ", "Nobody can tell what is each of these at once")
	test.Tap(part(t, d, "the bin", func(b *forms.IconButton) bool { return b.Hint == "Remove rule 2" }))
	if got = d.rule(t, "visits"); got.Kind != secret.Near || got.Within != "3" {
		t.Errorf("one rule is left as %+v", got)
	}
}

func TestWhoIsInTheFile(t *testing.T) {
	seeded.ForAudits(t)
	d := quietAt(t, secretsStep)
	d.sees(t, "Across columns", "Who is in the file", "all answers of a person")
	d.pick(t, "Whose presence in the file is hidden", "is hidden for everybody")
	d.sees(t, "What it costs: 0 and 95 of age are 2 steps apart, by way of “not in the file”, instead of 19 steps.", "2 steps, through “not in the file”")
	d.pick(t, "Whose presence in the file is hidden", "is hidden for some people")
	d.sees(t, "People with")
	d.pick(t, "Column of the people", "age")
	if got := d.session.Secrets.InFile().Groups()[0].Where[0].Column; got != "age" {
		t.Errorf("people go by %s", got)
	}
	if err := d.session.Secrets.InFile().SetColumn(0, "age", "smoker"); err != nil {
		t.Fatal(err)
	}
	d.writes(t, "yes", "often")
	d.sees(t, `“often” is not a value of smoker.`)
	d.writes(t, "often", "yes, no")
	d.enters(t, "Weight, times the budget", "2")
	if got := d.session.Plan().Secrets.Absences; len(got) != 1 || !slices.Equal(got[0].Where["smoker"], []string{"yes", "no"}) || got[0].Weight != "2" {
		t.Fatalf("hidden are %+v", got)
	}
	d.tap(t, "and also by another column…")
	d.tap(t, "Add other people")
	if got := d.session.Plan().Secrets.Absences; len(got) != 2 || len(got[0].Where) != 2 {
		t.Errorf("hidden are %+v", got)
	}
	test.Tap(part(t, d, "the bin", func(b *forms.IconButton) bool { return b.Hint == "Remove these people" }))
	d.pick(t, "How many answers are hidden together", "up to 3 answers at once")
	d.sees(t, "Up to 3 answers are hidden together")
	if d.session.Compiled() == nil || d.session.Compiled().Policy.Together() != 3 {
		t.Errorf("issues %v", d.session.Issues(guide.Secrets))
	}
	d.session.Edit(func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 3} })
	d.sees(t, "People can have several rows, so whether someone is in the file is hidden for everyone.", "all three rows of a person together")
}

func TestPairsOfSeveralColumnsAndWeights(t *testing.T) {
	d := ruled(t, secret.Secret{Columns: names("smoker", "education"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes", "none"}, V: []string{"no", "none"}}}})
	d.pick(t, "The other of the pair, education", "degree")
	d.tap(t, "Weigh the pairs…")
	d.sees(t, "The number at the right is how much of the budget")
	d.tap(t, "Add a pair")
	if got := d.rule(t, "smoker").Pairs; len(got) != 2 || got[0].V[1] != "degree" || len(got[1].U) != 2 {
		t.Errorf("pairs %+v", got)
	}
	d.tap(t, "Import pairs…")
	d.sees(t, "Open File")
	d.tap(t, "Cancel")
}

// Every refusal of secrets is on the screen in the step where it is mended, with what mends it.
func TestRefusalsAreOnTheScreen(t *testing.T) {
	d := quietAt(t, secretsStep)
	one := func(r secret.Secret) secret.Secrets { return secret.Secrets{Columns: []secret.Secret{r}} }
	for _, c := range []struct {
		secrets secret.Secrets
		says    []string
	}{
		{one(secret.Secret{Kind: secret.Near, Within: "1"}), []string{"names no column", "Keep any answer secret instead"}},
		{one(secret.Secret{Columns: names("shoe"), Kind: secret.Near}), []string{"Shoe is no longer published", "Keep any answer secret instead"}},
		{one(secret.Secret{Columns: names("visits", "shoe", "age"), Kind: secret.Near, Within: "1"}), []string{"Shoe is no longer published", "Leave shoe out of the rule"}},
		{one(secret.Secret{Columns: names("smoker"), Kind: "hidden"}), []string{`unknown kind “hidden”`, "Keep any answer secret instead"}},
		{secret.Secrets{Columns: []secret.Secret{{Columns: names("visits"), Kind: secret.Near, Within: "1"}, {Columns: names("visits"), Kind: secret.Public}}}, []string{"has two secrets: keep one", "Keep the first"}},
		{one(secret.Secret{Columns: names("visits"), Kind: secret.Near, Within: "none"}), []string{`the distance: found “none”`, "Start again with this rule"}},
		{one(secret.Secret{Columns: names("visits", "education"), Kind: secret.Near, Within: "1", Norm: "L7"}), []string{"L7", "Start again with this rule"}},
		{one(secret.Secret{Columns: names("smoker"), Kind: secret.PerValue, Weights: map[string]string{"maybe": "1"}, Otherwise: "1"}), []string{`“maybe”, which is not a value`, "Leave the old values out"}},
		{one(secret.Secret{Columns: names("smoker"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "yes", V: "maybe", Distance: "1"}, {U: "yes", V: "no", Distance: "1"}}}), []string{`“maybe”, which is not one of the values`, "Leave the old values out"}},
		{one(secret.Secret{Columns: names("visits"), Kind: secret.Place, Within: "5"}), []string{"latitude and longitude, but 1"}},
		{one(secret.Secret{Columns: names("income"), Kind: secret.Graded, Unit: "500"}), []string{"touch, so neighbouring ones are zero apart", "Start again with this rule"}},
		{one(secret.Secret{Columns: names("smoker"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Everything}}}), []string{"at least two secrets"}},
		{one(secret.Secret{Columns: names("smoker"), Kind: secret.Everything, Weight: "heavy"}), []string{`the weight: found “heavy”`}},
		{secret.Secrets{Together: 70}, []string{"70 answers are to be hidden together, but there are only 6", "Hidden together"}},
		{secret.Secrets{Absences: []secret.Absence{{Weight: "many"}}}, []string{`The weight of being in the file: found “many”`, "Everybody"}},
		{secret.Secrets{Absences: []secret.Absence{{Where: domain.Combination{"shoe": {"big"}}}}}, []string{`“shoe”, which is not published`, "People with"}},
		{secret.Secrets{Absences: []secret.Absence{{Where: domain.Combination{"smoker": {"huge"}}}}}, []string{`“huge”, which is not a value of “smoker”`}},
	} {
		d.session.Edit(func(p *plan.Plan) { p.Secrets = c.secrets })
		if len(d.session.Issues(guide.Secrets)) == 0 {
			t.Errorf("%+v is not refused", c.secrets)
		}
		d.sees(t, c.says...)
	}
}

// TestSecretsMarkup compares the page with rules that have forms of their own with files in
// testdata (see TestMarkup). The fast run looks at two of them.
func TestSecretsMarkup(t *testing.T) {
	states := []string{"matrix", "broken"}
	if seeded.Audit {
		states = append(states, "values", "near-l2", "places", "pairs-weighted", "any", "absences", "rows")
	}
	for _, state := range ruleStates() {
		if !slices.Contains(states, state.name) {
			continue
		}
		t.Run(state.name, func(t *testing.T) {
			d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1600))
			openHere(t, d.session)
			d.session.Edit(func(p *plan.Plan) { p.Questions = nil }) // whose errors are other tests' business
			d.session.Edit(state.set)
			d.session.Forget()
			d.frame.Show(secretsStep)
			if d.session.Secrets.Card().Ruled() && state.name != "broken" {
				d.pick(t, "Column", state.column)
			}
			d.settled()
			d.window.Canvas().Unfocus()
			name := "secrets-" + state.name + ".xml"
			d.drawn()
			test.AssertRendersToMarkup(t, name, d.window.Canvas())
		})
	}
}
