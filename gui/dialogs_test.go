package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/dialogs"
	"steward/gui/steps/release"
	"steward/gui/words"
)

// opened is something that opens over the window, and how a person opens it on the sample.
type opened struct {
	name string
	open func(t *testing.T, d desk)
}

// said taps what carries the words in the language in use.
func (d desk) said(t *testing.T, english string) {
	t.Helper()
	d.tap(t, words.Text(english))
}

// choosesFile chooses a file in the dialog for files, as a person does who finds it in the last folder.
func (d desk) choosesFile(t *testing.T, openDialog func(), name, text string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	fyne.CurrentApp().Preferences().SetString("last-folder", dir)
	openDialog()
	d.touch(t, name)
	d.said(t, "Open")
}

// opens lists every dialog and menu there is.
func opens() []opened {
	at := func(step int, english string) func(t *testing.T, d desk) {
		return func(t *testing.T, d desk) {
			t.Helper()
			d.frame.Show(step)
			d.settled().said(t, english)
		}
	}
	file := func(step int, english, name, text string) func(t *testing.T, d desk) {
		return func(t *testing.T, d desk) {
			t.Helper()
			d.choosesFile(t, func() { at(step, english)(t, d) }, name, text)
		}
	}
	never := func(string) {}
	account := func(page int, then string) func(*testing.T, desk) {
		return func(t *testing.T, d desk) {
			d.accounted(t)
			d.tab(t, page)
			if then != "" {
				d.said(t, then)
			}
		}
	}
	list := []opened{
		{"settings", at(0, "Settings")},
		{"verdict", at(6, "Say what you think…")},
		{"second-person", at(6, "When a second person is needed…")},
		{"why", at(2, "Why does this matter?")},
		{"database", func(t *testing.T, d desk) {
			d.session.NewProject()
			at(0, "My data are in a database")(t, d)
		}},
		{"database-query", at(0, "My data are in a database")},
		{"password", func(_ *testing.T, d desk) { dialogs.Password(d.window, "a.xlsx", false, never) }},
		{"password-again", func(_ *testing.T, d desk) { dialogs.Password(d.window, "a.xlsx", true, never) }},
		{"codebook", file(1, "From a codebook…", "book.csv", "column,type,value,lower,upper\nage,whole,,0,99\nshoe,whole,,30,50\nsmoker,list,yes,,\n,,no,,\n")},
		{"codebook-faults", file(1, "From a codebook…", "book.csv", "column,type,lower,upper\nage,whole,low,9\ntown,fuzzy,,\n")},
		{"earlier-plan", func(t *testing.T, d desk) {
			dir := t.TempDir()
			if f := d.session.Data.File(); f != nil {
				dir = filepath.Dir(f.Path) // where it is looked for first
			}
			if err := d.session.SaveProject(filepath.Join(dir, "last-year.steward")); err != nil {
				t.Fatal(err)
			}
			fyne.CurrentApp().Preferences().SetString("last-folder", dir)
			at(1, "From an earlier plan…")(t, d)
			d.touch(t, "last-year.steward")
			d.said(t, "Open")
		}},
		{"places", at(1, "These are places…")},
		{"propose", func(t *testing.T, d desk) {
			d.frame.Show(1)
			d.session.Columns.Withdraw("education")
			d.chooseColumn(t, "education")
			d.said(t, "Propose from the data…")
		}},
		{"attack", func(t *testing.T, d desk) {
			at(3, "See it on your own columns…")(t, d)
			d.frame.Wait()
		}},
		{"coarser", func(t *testing.T, d desk) {
			d.frame.Show(1)
			d.chooseColumn(t, "smoker")
			d.choosesFile(t, func() { d.said(t, "Coarser values from a sheet…") }, "said.csv", "smoker,said\nyes,answered\nno,answered\nnot stated,silent\nperhaps,silent\n")
		}},
		{"coarser-faults", func(t *testing.T, d desk) {
			d.frame.Show(1)
			d.chooseColumn(t, "smoker")
			d.choosesFile(t, func() { d.said(t, "Coarser values from a sheet…") }, "said.csv", "smoker,said\nyes,\n")
		}},
		{"compare", at(5, "Compare more methods on public data…")},
		{"pilot", func(t *testing.T, d desk) {
			d.session.Release.Review()
			at(5, "Compare more methods on public data…")(t, d)
			d.said(t, "Pay for a pilot…")
		}},
		{"pilot-again", func(t *testing.T, d desk) {
			d.session.Release.Review()
			at(5, "Compare more methods on public data…")(t, d)
			d.said(t, "Pay for a pilot…")
			d.tap(t, words.T("Spend %s…", words.Number(d.session.Release.PilotPrice())))
		}},
		{"limit", at(5, "Change what is allowed…")},
		{"account-releases", account(0, "")},
		{"account-together", account(1, "")},
		{"account-allowed", account(2, "")},
		{"account-ledger", account(3, "")},
		{"account-note", account(0, "Add a note…")},
		{"account-withdraw", func(t *testing.T, d desk) {
			d.session.Budget.SetBudget("0.5")
			d.remembers(t)
			d.tap(t, d.chip())
			d.said(t, "Withdraw it…")
		}},
		{"account-aside", account(2, "Set a part aside…")},
		{"account-back", account(2, "Give it back…")},
		{"account-link", account(3, "Another data set is about the same people…")},
		{"account-forget", account(3, "Forget the words of this account…")},
		{"expert", func(t *testing.T, d desk) {
			fyne.CurrentApp().Preferences().SetBool("expert-view", true)
			d.session.Budget.SetShowsNumber(true)
			at(5, "Strategies, plan and command line…")(t, d)
		}},
		{"release", func(t *testing.T, d desk) {
			d.frame.Show(6)
			d.session.Release.Review()
			d.settled().tap(t, release.Offer(words.Number(d.session.Plan().Budget.Epsilon)))
		}},
		{"leave", func(t *testing.T, d desk) {
			d.session.Edit(func(p *plan.Plan) { p.Title += "!" })
			d.press(fyne.KeyF1) // anything may be open before
			d.press(fyne.KeyEscape)
			d.frame.Drop("other.steward")
		}},
		{"file-open", func(_ *testing.T, d desk) { dialogs.OpenFile(d.window, os.TempDir(), []string{".xlsx"}, never) }},
		{"file-folder", func(_ *testing.T, d desk) { dialogs.OpenFolder(d.window, os.TempDir(), never) }},
		{"file-save", func(_ *testing.T, d desk) { dialogs.SaveFile(d.window, os.TempDir(), "a.steward", never) }},
		{"menu-projects", at(0, "Projects: new, open, save")},
		{"menu-view", at(0, "View: expert view, text size, light and dark")},
	}
	for i, topic := range slices.Concat(assets.AskedTopics(), []string{dialogs.TopicGuide, dialogs.TopicGlossary, dialogs.TopicKeys, dialogs.TopicAbout}, assets.StepTopics()) {
		list = append(list, opened{"help-" + topic, func(_ *testing.T, d desk) {
			d.press(fyne.KeyF1)
			d.press(fyne.KeyHome)
			for range i {
				d.press(fyne.KeyDown)
			}
		}})
	}
	return list
}

// overDesk is a window for what opens over it.
func overDesk(t *testing.T, variant fyne.ThemeVariant) desk {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	return newDesk(t, variant, fyne.NewSize(1024, 700))
}

// opens opens something over the window, on the sample unless that is the same everywhere.
func (d desk) opens(t *testing.T, o opened) {
	t.Helper()
	if !strings.HasPrefix(o.name, "help-") {
		d.session.OpenSample()
		if p := d.session.Problem(); p != nil {
			t.Fatal(p.Message)
		}
		d.quicker()
	}
	o.open(t, d)
}

// closes closes everything that lies over the window.
func (d desk) closes() {
	for d.over() {
		d.window.Canvas().Unfocus()
		d.press(fyne.KeyEscape)
	}
}

// literature matches what names where something was published, which no language changes.
var literature = regexp.MustCompile(`(Steward 20\d\d; see|, Nissim and Smith 2006|Miklau and McGregor 2010)`)

// TestEverythingThatOpens opens every dialog and menu in German: no text in it was left in English, the
// keyboard is in it, each of its parts that takes the keyboard has a name, escape closes it with the
// keyboard on any of them, and no animation begins where nothing may move. The fast run opens every fourteenth of them.
func TestEverythingThatOpens(t *testing.T) {
	missed := german(t)
	if os.Getenv("STEWARD_SHOTS") != "" {
		d := overDesk(t, fynetheme.VariantDark)
		for i, o := range opens() {
			if i%3 == 0 {
				d.opens(t, o)
				d.picture(t, "de-"+o.name+"-dark")
				d.closes()
			}
		}
	}
	d, counted := countingDesk(t, true)
	for i, o := range opens() {
		if i%seeded.Often(14, 1) > 0 {
			continue
		}
		t.Run(o.name, func(t *testing.T) {
			d.opens(t, o)
			if !d.over() {
				t.Fatal("it does not open")
			}
			d.picture(t, "de-"+o.name)
			for _, line := range d.english() {
				if o.name != "help-about" && !literature.MatchString(line) { // licences keep their names
					t.Errorf("%q is left in English", line)
				}
			}
			for _, what := range d.nameless() {
				if what != "*widget.PopUpMenu" { // Fyne's menus can be given none
					t.Errorf("a %s has no name", what)
				}
			}
			d.escapes(t)
			if topic, ok := strings.CutPrefix(o.name, "help-"); !ok || topic == "facts" { // one page of the help is as another
				d.stir()
			}
			if counted.begun > 0 {
				t.Fatalf("%d animations began", counted.begun)
			}
			d.closes()
		})
	}
	for _, text := range missed() {
		t.Errorf("%q has no German", text)
	}
}

// escapes fails unless what lies over the window has the keyboard, and escape closes it with the keyboard
// on each of its parts.
func (d desk) escapes(t *testing.T) {
	t.Helper()
	c := d.window.Canvas()
	first := c.Focused()
	if first == nil {
		t.Fatal("nothing has the keyboard")
	}
	parts := []fyne.Focusable{first}
	for c.FocusNext(); c.Focused() != first && len(parts) < 40; c.FocusNext() {
		parts = append(parts, c.Focused())
	}
	for _, part := range parts {
		c.Focus(part)
		on := fmt.Sprintf("%T", c.Focused())
		top, before := c.Overlays().Top(), len(c.Overlays().List())
		d.press(fyne.KeyEscape)
		if len(c.Overlays().List()) != before-1 {
			t.Fatalf("escape does not close it with the keyboard on a %s", on)
		}
		top.Show()
		if c.Overlays().Top() != top {
			c.Overlays().Add(top)
		}
	}
}
