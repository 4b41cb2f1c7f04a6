//go:build audit

package columns

import (
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"steward/core/plan/secret"
	"steward/gui/steps/page"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session"
	"steward/gui/session/nextyear"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/prose"
	"steward/io/carryover"
)

// sourcesPage is the step Columns in a window, on a file with towns and ages.
type sourcesPage struct {
	*Page
	t *testing.T
}

func newSourcesPage(t *testing.T, variant fyne.ThemeVariant, size fyne.Size) sourcesPage {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.Forced(variant))
	s := session.New(session.Surroundings{Go: func(f func()) { f() }, Now: func() time.Time { return time.Unix(0, 0) }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir()})
	w := test.NewTempWindow(t, nil)
	p := New(page.Surroundings{Session: s, Window: w, Run: func(work func(), done func()) { work(); done() }, Go: func(guide.Step) {}, Why: func(guide.Step) {}})
	s.Observe(p.Update)
	w.SetContent(container.NewVScroll(p.Content()))
	w.Resize(size)
	page := sourcesPage{p, t}
	s.Data.OpenFile(page.file("people.csv", "town,age\nBern,20\nThun,30\nRome,40\n"), plan.Data{})
	if f := s.Problem(); f != nil {
		t.Fatal(f.Message)
	}
	return page
}

func (p sourcesPage) file(name, text string) string {
	p.t.Helper()
	path := filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

// dialog returns all texts of the dialog on top, and its buttons.
func (p sourcesPage) dialog() (string, map[string]*widget.Button) {
	var texts []string
	buttons := make(map[string]*widget.Button)
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
			return
		case *container.Scroll:
			walk(o.Content)
			return
		case *widget.Button:
			buttons[o.Text] = o
		case *forms.Button:
			buttons[o.Text] = &o.Button
		case *widget.Label:
			texts = append(texts, o.Text)
		case *prose.Text:
			texts = append(texts, o.String())
		}
		if w, ok := o.(fyne.Widget); ok {
			for _, c := range test.WidgetRenderer(w).Objects() {
				walk(c)
			}
		}
	}
	if top := p.Window.Canvas().Overlays().Top(); top != nil {
		walk(top)
	}
	return strings.Join(texts, "\n"), buttons
}

// says fails unless the dialog says all.
func (p sourcesPage) says(words ...string) {
	p.t.Helper()
	text, _ := p.dialog()
	for _, w := range words {
		if !strings.Contains(text, w) {
			p.t.Errorf("the dialog does not say %q:\n%s", w, text)
		}
	}
}

// tap taps a button of the dialog.
func (p sourcesPage) tap(label string) {
	p.t.Helper()
	text, buttons := p.dialog()
	b := buttons[label]
	if b == nil || b.Disabled() {
		p.t.Fatalf("there is no button %q to tap; the dialog says\n%s", label, text)
	}
	test.Tap(b)
}

func (p sourcesPage) picture(name string) {
	dir := os.Getenv("STEWARD_SHOTS")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		p.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, p.Window.Canvas().Capture()); err != nil {
		p.t.Fatal(err)
	}
}

const sourcesBook = "column,type,value,lower,upper\ntown,list,Bern,,\n,,Thun,,\n,,Rome,,\nage,whole,,0,99\nshoe,whole,,30,50\n"

func TestCodebookInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	before := p.Session.Plan()
	p.sources.readCodebook(p.file("book.csv", sourcesBook))
	p.says("book.csv declares 2 columns again", "town is published", "List of values: Bern, Thun, Rome", "age is published", "not in the open file", "shoe")
	p.tap("Cancel")
	if len(p.Session.Plan().Columns) != len(before.Columns) {
		t.Fatal("cancelling declared columns")
	}
	p.sources.readCodebook(p.file("book.csv", sourcesBook))
	p.tap("Use this codebook")
	if c, _ := p.Session.Columns.Published("town"); len(c.Values) != 3 || c.Origin != domain.Codebook {
		t.Errorf("town is declared as %+v", c)
	}
	p.sources.readCodebook(p.file("book.csv", sourcesBook))
	p.says("Nothing in book.csv is new", "2 columns stay as declared")
	if _, buttons := p.dialog(); !buttons["Use this codebook"].Disabled() {
		t.Error("what changes nothing can be used")
	}
	p.tap("Cancel")
	p.sources.readCodebook(p.file("bad.csv", "column,type,lower,upper\nage,whole,low,9\ntown,fuzzy,,\n"))
	p.says("line 2, column 3 (lower)", "line 3, column 2 (type)", "Nothing was changed")
	p.tap("Close")
	p.Session.Undo()
	if len(p.Session.Plan().Columns) != 0 {
		t.Error("undo did not take the codebook back")
	}
}

// A codebook that names the people says so, and that their column is not published.
func TestCodebookNamesThePeopleInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	book := strings.Replace(sourcesBook, "shoe,whole,,30,50", "age,,,,", 1)
	p.sources.readCodebook(p.file("book.csv", strings.Replace(book, "age,whole,,0,99\nage,,,,\n", "age,person,,,5\n", 1)))
	p.says("book.csv declares 2 columns again", "town is published", "age is not published", "age says whose row it is, up to 5 rows of each person count")
	p.tap("Use this codebook")
	if r := p.Session.Plan().Rows; r == nil || *r != (plan.Rows{Person: "age", AtMost: 5}) {
		t.Errorf("the rows are %+v", r)
	}
}

func TestCoarserInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	p.Session.Columns.Publish(plan.Column{Name: "town", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed})
	p.choose("town")
	p.editor.list.useCoarser(p.file("land.csv", "town,land\nBern,Switzerland\nThun,Switzerland\n"))
	p.says("1 value has no coarser value", "Rome. Complete the sheet")
	if _, buttons := p.dialog(); !buttons["Publish the coarser values"].Disabled() {
		t.Error("a list with gaps can be used")
	}
	p.tap("Cancel")
	land := p.file("land.csv", "town,land\nBern,Switzerland\nThun,Switzerland\nRome,Italy\n")
	p.editor.list.useCoarser(land)
	p.says("2 coarser values", "Switzerland", "Bern and Thun", "Italy")
	p.tap("Keep it, hide inside each")
	if s, ok := p.Session.Secrets.Secret("town"); !ok || s.Kind != secret.Coarser {
		t.Errorf("the secret is %+v", s)
	}
	p.Session.Undo()
	p.editor.list.useCoarser(land)
	p.tap("Publish the coarser values")
	if c, _ := p.Session.Columns.Published("town"); len(c.Values) != 2 || c.Readings["Bern"] != "Switzerland" {
		t.Errorf("town is declared as %+v", c)
	}
	p.editor.list.useCoarser(p.file("land.csv", "town,land\nSwitzerland,\n"))
	p.says("line 2, column 2 (land)")
	p.tap("Close")
}

func TestEarlierPlanInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	old := session.New(session.Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir()})
	people := int64(3)
	old.Edit(func(next *plan.Plan) {
		next.DataSet = "Last year"
		next.Columns = []plan.Column{{Name: "Towns", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed}}
		next.Questions = []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"Towns"}}}
		next.Facts.People = &people
	})
	path := filepath.Join(t.TempDir(), "last.steward")
	if err := old.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	p.sources.readEarlier(path)
	p.says("last.steward has 1 column and 1 question", "The file has no column Towns. town is most likely the same.", "Left out: how many people there are: 3", "once its columns fit", "Some of the people are those of “Last year”", "2 is left; 0.5 is proposed")
	before := p.Session.Plan()
	p.tap("Carry it over")
	if _, ok := p.Session.Columns.Published("Towns"); !ok || !p.fit.card.Visible() {
		t.Error("the plan was not taken over, or the page does not say what does not fit")
	}
	if now := p.Session.Plan(); now.DataSet != "Last year" || now.Title != "Last year (2)" || now.Data.File != "people.csv" || now.Facts.People != nil {
		t.Errorf("taken over: %+v", now)
	}
	p.Session.Undo()
	if !reflect.DeepEqual(p.Session.Plan(), before) {
		t.Error("one undo does not give the plan back")
	}
	p.sources.readEarlier(p.file("no.steward", "{}"))
	p.says("This plan cannot be used")
	p.tap("Close")
}

// The wizard sets aside what later years may spend, gives other people an account of their own, or takes the plan alone; what is wrong is
// said in it, and nothing is changed then.
func TestNextYearInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	old := session.New(session.Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir()})
	people := int64(3)
	old.Edit(func(next *plan.Plan) {
		next.DataSet, next.Title = "Last year", "Towns 2025"
		next.Columns = []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed, Other: plan.Special{Rule: domain.Refuse}, Blank: plan.Special{Rule: domain.Refuse}}}
		next.Questions = []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
		next.Facts.People = &people
	})
	path := filepath.Join(t.TempDir(), "last.steward")
	if err := old.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	begin := func() *nextYear {
		t.Helper()
		e, err := p.Session.NextYear.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		var n *nextYear
		p.Session.NextYear.Compare(e, func(l nextyear.Look, err error) {
			if err != nil {
				t.Fatal(err)
			}
			n = newNextYear(p.Page, e, l)
		})
		n.dialog.Open()
		return n
	}
	n := begin()
	p.says("It fits the open file", "True of this file too: how many people there are: 3", "unless you say below that it is public for these data")
	if !n.facts.Visible() {
		t.Error("there is no way to say so")
	}
	before := p.Session.Plan()
	n.years.SetText("none")
	p.says("from 1 to 50")
	p.tap("Carry it over")
	n.years.SetText("4")
	p.says("2 is left: 0.5 for each of 4 releases", "“Towns 2027”")
	n.budget.SetText("0,6")
	p.tap("Carry it over")
	p.says("plain number")
	n.budget.SetText("0.6")
	p.tap("Carry it over")
	p.says("4 releases of 0.6 each are more than the 2 that is left")
	if !reflect.DeepEqual(p.Session.Plan(), before) {
		t.Error("what is wrong changed the plan")
	}
	n.budget.SetText("0.4")
	n.facts.SetChecked(true)
	p.tap("Carry it over")
	if now := p.Session.Plan(); now.Title != "Towns 2026" || now.Budget.Epsilon != "0.4" || now.Facts.People == nil || p.Window.Canvas().Overlays().Top() != nil {
		t.Errorf("taken over: %+v", now)
	}
	if a := p.Session.Balance.Account(); a.Reserved != "1.2" {
		t.Errorf("set aside: %+v", a)
	}
	n = begin()
	n.who.SetSelected(otherPeople)
	n.update()
	n.name.SetText("last year")
	p.says("the earlier people")
	p.tap("Carry it over")
	n.name.SetText("Others")
	p.tap("Carry it over")
	if now := p.Session.Plan(); now.DataSet != "Others" || now.Facts.People != nil {
		t.Errorf("taken over: %+v", now)
	}
	n = begin()
	n.who.SetSelected(planAlone)
	n.update()
	if n.money.Visible() {
		t.Error("money is asked for where only the plan is taken")
	}
	p.tap("Carry it over")
	if now := p.Session.Plan(); now.DataSet != "Others" {
		t.Errorf("taken over: %+v", now)
	}
}

// Where the record of the earlier release is known, the wizard says as the command line does how far off changes will be, for what is
// typed; nothing where what is typed cannot be spent.
func TestChangesAreForeseenInTheWindow(t *testing.T) {
	p := newSourcesPage(t, fynetheme.VariantLight, fyne.NewSize(900, 700))
	dir := t.TempDir()
	old := session.New(session.Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: dir})
	old.Data.OpenFile(p.file("last.csv", "town\nBern\nThun\nRome\n"), plan.Data{})
	old.Edit(func(next *plan.Plan) {
		next.DataSet, next.Title, next.Budget = "Last year", "Towns 2025", plan.Budget{Epsilon: "0.5", Limit: "2"}
		next.Columns = []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed, Other: plan.Special{Rule: domain.Refuse}, Blank: plan.Special{Rule: domain.Refuse}}}
		next.Questions = []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
	})
	path := filepath.Join(dir, "last.steward")
	if err := old.SaveProject(path); err != nil {
		t.Fatal(err)
	}
	old.Release.Review()
	old.Release.Carry(filepath.Join(dir, "out"), "it")
	if old.Release.Finished() == nil {
		t.Fatal(old.Problem())
	}
	e, err := p.Session.NextYear.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var n *nextYear
	var look nextyear.Look
	p.Session.NextYear.Compare(e, func(l nextyear.Look, err error) {
		if err != nil {
			t.Fatal(err)
		}
		look, n = l, newNextYear(p.Page, e, l)
	})
	n.dialog.Open()
	earlier, err := carryover.Record(look.Past, "")
	if err != nil || earlier == nil {
		t.Fatal("the record is not known", err)
	}
	said := map[string]string{}
	for _, budget := range []string{"0.5", "0.01"} {
		n.budget.SetText(budget)
		want := carryover.Expected(t.Context(), earlier, look.Carried(nextyear.Choice{Budget: budget}), preview.Planning{})
		if len(want) != 1 {
			t.Fatalf("foreseen are %+v", want)
		}
		said[budget] = want[0].Said().String()
		p.says("How far off changes since the earlier release will be", said[budget])
	}
	if said["0.5"] == said["0.01"] {
		t.Error("what is spent does not matter")
	}
	n.budget.SetText("much")
	if n.changes.Visible() {
		t.Error("changes are foreseen of what cannot be spent")
	}
}

// TestSourcesPictures photographs the dialogs.
func TestSourcesPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for name, look := range map[string]struct {
		variant fyne.ThemeVariant
		size    fyne.Size
	}{"light": {fynetheme.VariantLight, fyne.NewSize(1000, 760)}, "dark-small": {fynetheme.VariantDark, fyne.NewSize(700, 520)}} {
		p := newSourcesPage(t, look.variant, look.size)
		p.sources.readCodebook(p.file("book.csv", sourcesBook))
		p.picture("sources-" + name + "-codebook")
		p.tap("Use this codebook")
		p.sources.readCodebook(p.file("bad.csv", "column,type,lower,upper\nage,whole,low,9\ntown,fuzzy,,\n"))
		p.picture("sources-" + name + "-faults")
		p.tap("Close")
		p.choose("town")
		p.editor.list.useCoarser(p.file("land.csv", "town,land\nBern,Switzerland\nThun,Switzerland\nRome,Italy\n"))
		p.picture("sources-" + name + "-coarser")
		p.tap("Cancel")
	}
}
