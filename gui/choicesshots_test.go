package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/gui/session/facts"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/secrets"
	"steward/gui/widgets/editors"
)

// The places of the three steps in the guide.
const (
	secretsStep = iota + 2
	factsStep
	questionsStep
)

// settled lays the window out again: text that wraps learns its height at its width.
func (d desk) settled() desk {
	size := d.window.Canvas().Size()
	d.window.Resize(size.AddWidthHeight(1, 1))
	d.window.Resize(size)
	return d
}

// TestChoicesLook takes pictures of Secrets, Known facts and Questions in many states into the
// folder that STEWARD_SHOTS names, for people to look at.
func TestChoicesLook(t *testing.T) {
	looks := []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light-1280", fynetheme.VariantLight, fyne.NewSize(1280, 800)},
		{"dark-1024", fynetheme.VariantDark, fyne.NewSize(1024, 700)},
		{"light-1600", fynetheme.VariantLight, fyne.NewSize(1600, 1000)},
		{"dark-640", fynetheme.VariantDark, fyne.NewSize(640, 900)},
	}
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range looks {
		t.Run(look.name, func(t *testing.T) {
			d := newDesk(t, look.variant, look.size)
			d.session.OpenSample()
			shoot := func(name string) { d.settled().picture(t, "c-"+look.name+"-"+name) }
			d.frame.Show(secretsStep)
			for _, c := range secrets.Cards() {
				if err := d.session.Secrets.Choose(c.Card); err != nil {
					t.Fatal(err)
				}
				shoot("secrets-" + string(c.Card))
			}
			if err := d.session.Secrets.Choose(secrets.CardGroups); err != nil {
				t.Fatal(err)
			}
			g, _ := d.session.Secrets.At(secrets.On("district")).Grouping()
			d.session.Secrets.SetGrouping(g.Start(secrets.InOnes))
			shoot("secrets-groups-each")
			d.session.Secrets.SetGrouping(g.Start(secrets.InPairs))
			d.session.Secrets.Agree(true)
			shoot("secrets-groups-pairs-agreed")
			d.tap(t, "Edit the groups")
			shoot("secrets-groups-editing")
			d.tap(t, "Done")
			if err := d.session.Secrets.Choose(secrets.CardNear); err != nil {
				t.Fatal(err)
			}
			for _, n := range []string{"age", "visits"} {
				secret, _ := d.session.Secrets.Secret(n)
				secret.BlanksJoined = true
				d.session.Secrets.SetSecret(secret)
			}
			shoot("secrets-near-joined")
			d.pick(t, "Column", "age")
			d.pick(t, "What is hidden", "inside groups")
			g, _ = d.session.Secrets.At(secrets.On("age")).Grouping()
			d.session.Secrets.SetGrouping(g.Start(secrets.InTens))
			shoot("secrets-mixed")
			test.Tap(d.picker(t, "One answer"))
			test.Type(d.window.Canvas().Focused(), "4")
			shoot("secrets-list-open")
			d.keys(t, fyne.KeyEscape)
			d.session.Edit(func(p *plan.Plan) { p.Columns[0].Lowest = p.Columns[0].Highest })
			shoot("secrets-mend")
			d.session.Undo()
			d.frame.Show(factsStep)
			shoot("facts")
			if err := d.session.Secrets.Choose(secrets.CardPresence); err != nil {
				t.Fatal(err)
			}
			d.session.Edit(func(p *plan.Plan) {
				p.Impossible = []domain.Combination{{"age": {"0", "1", "2", "3", "4"}, "smoker": {"yes"}}}
			})
			shoot("facts-presence")
			if err := d.session.Facts.Tick(facts.People, false); err != nil {
				t.Fatal(err)
			}
			shoot("facts-unticked")
			d.frame.Show(questionsStep)
			shoot("questions")
			table := part[*editors.QuestionTable](t, d, "the table of questions", nil)
			d.window.Canvas().Focus(table)
			for i := range d.session.Plan().Questions {
				shoot(fmt.Sprintf("questions-%d", i+1))
				table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			}
			d.tap(t, "Add a question")
			shoot("questions-menu")
			d.keys(t, fyne.KeyEscape)
			d.session.Edit(func(p *plan.Plan) { p.Questions = nil })
			shoot("questions-none")
			d.session.Edit(func(p *plan.Plan) {
				*p = plan.Plan{Version: p.Version, Budget: p.Budget}
				manyColumns(p)
			})
			shoot("questions-many")
			d.frame.Show(secretsStep)
			if err := d.session.Secrets.Choose(secrets.CardNear); err != nil {
				t.Fatal(err)
			}
			shoot("secrets-many")
		})
	}
}
