package gui_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui"
	"steward/gui/session"
	"steward/gui/session/releasing"
	"steward/gui/steps/release"
)

// planted are texts that stand in one record each and nowhere else: an answer that is counted
// as other, a name in a column that is not published, and a number beyond the highest age.
var planted = []string{"Zanzibar-Planted", "Xanthippe-Planted", "987654"}

// How many people are in either town: numbers that stand nowhere else.
const northerners, southerners = 4003, 5021

// secretPeople are the lines of a spreadsheet with what is planted in its first records.
func secretPeople() []string {
	lines := []string{"name,town,age", planted[1] + "," + planted[0] + ",30", "P-first,North," + planted[2]}
	for i := range northerners - 1 + southerners {
		town := "North"
		if i >= northerners-1 {
			town = "South"
		}
		lines = append(lines, fmt.Sprintf("P%d,%s,%d", i, town, 20+i%60))
	}
	return lines
}

// home is everything that the program may write to: a person's folders and what it says on
// the standard streams.
type home struct {
	desk
	root  string // above all of it
	sheet string // the spreadsheet
	out   string // the release
}

// newHome returns a window over folders of its own.
func newHome(t *testing.T) home {
	t.Helper()
	h := home{root: t.TempDir()}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"} {
		t.Setenv(name, h.folder(t, strings.ToLower(name)))
	}
	h.sheet = filepath.Join(h.folder(t, "data"), "people.csv")
	h.out = filepath.Join(h.folder(t, "shared"), "release")
	if err := os.WriteFile(h.sheet, []byte(strings.Join(secretPeople(), "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.listen(t)
	newApp(t, fynetheme.VariantLight)
	around := surroundings(t)
	around.LedgerDir = filepath.Join(h.root, "xdg_config_home", "steward", "ledgers")
	s := session.New(around)
	w := &closable{Window: test.NewWindow(nil)} // closed by the person
	h.desk = desk{s, w, gui.New(s, w, func(string) {})}
	t.Cleanup(h.frame.Wait)
	w.SetContent(h.frame.Content())
	w.Resize(fyne.NewSize(1280, 1600))
	return h
}

// closable is a window whose closing is asked about, as a person's is.
type closable struct {
	fyne.Window
	ask func()
}

// SetCloseIntercept keeps what is asked.
func (w *closable) SetCloseIntercept(ask func()) { w.ask = ask }

func (h home) folder(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(h.root, name)
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// listen has what is logged and what is printed written to files beside the others.
func (h home) listen(t *testing.T) {
	t.Helper()
	open := func(name string) *os.File {
		f, err := os.Create(filepath.Join(h.folder(t, "said"), name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	out, err := os.Stdout, os.Stderr
	logged := log.Writer()
	os.Stdout, os.Stderr = open("stdout"), open("stderr")
	log.SetOutput(open("log"))
	t.Cleanup(func() { os.Stdout, os.Stderr = out, err; log.SetOutput(logged) })
}

// goes takes the project from the empty window to a release of a budget, with what goes wrong
// on the way, and closes the window.
func (h home) goes(t *testing.T, epsilon, limit string) {
	t.Helper()
	s := h.session
	h.opens(t)
	project := filepath.Join(h.folder(t, "documents"), "people.steward")
	if err := s.SaveProject(project); err != nil {
		t.Fatal(err)
	}
	h.frame.Drop(project) // which remembers it
	s.Data.OpenFile(h.sheet, plan.Data{})
	h.declares(t)
	h.failsToImport(t)

	s.Edit(func(p *plan.Plan) { p.Budget = plan.Budget{Epsilon: epsilon, Limit: limit} })
	s.Questions.Add(workload.Table, []domain.AttributeName{"town"})
	for i := range guide.Steps() {
		h.frame.Show(i)
		h.screen()
	}
	h.isUnfit(t)
	h.frame.Show(atRelease)
	h.tap(t, "Check every record")
	s.Release.SetFolder(filepath.Join(h.sheet, "within")) // no folder can be made there
	h.tap(t, release.Offer(epsilon))
	h.tap(t, release.Offer(epsilon))
	if s.Problem() == nil || s.Release.Finished() != nil || s.Release.Stage() != releasing.NotBegun {
		t.Fatalf("a release into a file: %+v, stage %v", s.Problem(), s.Release.Stage())
	}
	s.Release.SetFolder(h.out)
	h.tap(t, release.Offer(epsilon))
	h.tap(t, release.Offer(epsilon))
	if s.Release.Finished() == nil {
		t.Fatalf("nothing was released: %+v", s.Problem())
	}
	for _, step := range []int{atSummary, atRelease} {
		h.frame.Show(step)
		h.screen()
	}
	s.Summary.Verify(s.Release.Finished().Record())
	s.Edit(func(p *plan.Plan) { p.Title = "People of two towns" })
	h.window.(*closable).ask()
}

// opens opens the spreadsheet, whose first records are on the screen.
func (h home) opens(t *testing.T) {
	t.Helper()
	h.frame.Drop(h.sheet)
	h.sees(t, "9,025 people", planted[0], planted[1], planted[2])
}

// declares publishes two columns. What the data would propose for one of them is looked at and
// not confirmed.
func (h home) declares(t *testing.T) {
	t.Helper()
	h.frame.Show(1)
	h.tickColumn(t, "town")
	h.frame.Update()
	h.tap(t, "Propose from the data…")
	h.sees(t, "They become public.", planted[0])
	h.tap(t, "Cancel")
	if c := h.published(t, "town"); len(c.Values) > 0 {
		t.Fatalf("without a confirmation the plan has %v", c.Values)
	}
	low, high := int64(20), int64(79)
	h.session.Columns.Publish(plan.Column{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed})
	h.session.Columns.Publish(plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}})
	h.chooseColumn(t, "town")
	h.sees(t, planted[0]) // as an answer that is none of the values
}

// failsToImport opens files that cannot be read, with what is planted in them.
func (h home) failsToImport(t *testing.T) {
	t.Helper()
	for name, content := range map[string]string{
		"broken.xlsx": "PK\x03\x04 " + planted[0],
		"numbers.csv": "1,2,3\n4,5," + planted[2] + "\n",
		"torn.csv":    "name,town\n\"" + planted[1] + ",North\n",
	} {
		path := filepath.Join(filepath.Dir(h.sheet), name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		before := h.session.Data.File()
		h.session.Data.OpenFile(path, plan.Data{})
		h.screen()
		if h.session.Problem() == nil || h.session.Data.File() != before {
			t.Fatalf("%s was read", name)
		}
		h.session.Dismiss()
	}
}

// isUnfit has the records checked against a plan that they do not fit, which the screen
// quotes.
func (h home) isUnfit(t *testing.T) {
	t.Helper()
	town := h.published(t, "town")
	town.Other = plan.Special{Rule: domain.Refuse}
	h.session.Columns.Publish(town)
	h.frame.Show(atRelease)
	h.tap(t, "Check every record")
	if h.session.Release.Unfit() == nil {
		t.Fatal("a record with another town fits")
	}
	h.sees(t, planted[0])
	h.session.Columns.Publish(plan.Column{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed})
}

// finding is something that only the records know, in a file that the program wrote or in its
// settings.
type finding struct{ place, what string }

// looks reads every file under the root but the spreadsheets, and the settings. It returns the
// planted texts that it finds, the true counts, and where it looked.
func (h home) looks(t *testing.T) (texts, counts []finding, looked []string) {
	t.Helper()
	look := func(place, content string) {
		looked = append(looked, place)
		numbers := utf8.ValidString(content) // a count would not be in digits in the system's list of fonts
		for _, s := range append([]string{"P4000", "P-first", filepath.Dir(h.sheet)}, planted...) {
			if strings.Contains(content, s) {
				texts = append(texts, finding{place, s})
			}
		}
		for _, n := range []int{northerners, southerners, northerners + southerners + 1} {
			if numbers && regexp.MustCompile(fmt.Sprintf(`(^|[^0-9a-z.])%d,?%03d([^0-9a-z]|$)`, n/1000, n%1000)).MatchString(content) {
				counts = append(counts, finding{place, fmt.Sprint(n)})
			}
		}
	}
	err := filepath.WalkDir(h.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Dir(path) == filepath.Dir(h.sheet) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(h.root, path)
		look(filepath.ToSlash(name), unpacked(t, name, content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// The settings are in memory here; the program has them in a file. All of them are read,
	// not those only that are known by name.
	settings, ok := fyne.CurrentApp().Preferences().(interface {
		ReadValues(func(map[string]any))
	})
	if !ok {
		t.Fatal("the settings cannot be read")
	}
	settings.ReadValues(func(values map[string]any) {
		for name, v := range values {
			look("settings: "+name, fmt.Sprint(v))
		}
	})
	return texts, counts, looked
}

// unpacked returns the texts in a file: of a workbook those of its parts, its properties
// among them, of a summary those of its pages and of what it says about itself.
func unpacked(t *testing.T, name string, content []byte) string {
	t.Helper()
	all := bytes.NewBuffer(slices.Clone(content))
	switch filepath.Ext(name) {
	case ".xlsx":
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		all.Reset()
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(all, "\n%s\n%s\n", f.Name, f.Comment)
			if _, err := io.Copy(all, r); err != nil {
				t.Fatal(err)
			}
		}
	case ".pdf":
		all.Reset()
		streams := 0
		for _, part := range bytes.Split(content, []byte("stream\n")) {
			if z, err := zlib.NewReader(bytes.NewReader(part)); err == nil {
				if part, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
				streams++
			}
			all.Write(part)
		}
		if streams < 3 {
			t.Fatalf("only %d streams of %s can be unpacked", streams, name)
		}
		for _, said := range []string{"/Producer", "/Creator", "/Title"} {
			if !bytes.Contains(all.Bytes(), []byte(said)) {
				t.Fatalf("what %s says about itself has no %s", name, said)
			}
		}
		// Texts are in UTF-16 there; without the zeros, what is in ASCII can be read.
		return strings.ToValidUTF8(strings.ReplaceAll(all.String(), "\x00", ""), "\n")
	}
	return all.String()
}

// TestTheWindowWritesNothingPrivate looks for what only the records know in everything that
// the window leaves behind: project, ledger, release, temporary files, settings, log.
//
// Of a release two true counts would have to be in one file for the test to fail. Noise of a
// scale of two million makes one answer one of the three counts with a chance below 1 in a
// million, and at most 24 numbers are written about the four answers; that two different
// answers both do is below 24² in 10^12, less than 1 in 10^9, in each of five files.
func TestTheWindowWritesNothingPrivate(t *testing.T) {
	h := newHome(t)
	h.goes(t, "0.000001", "0.000004")
	texts, counts, looked := h.looks(t)
	for _, f := range texts {
		t.Errorf("%s contains %q", f.place, f.what)
	}
	in := make(map[string]int)
	for _, f := range counts {
		in[f.place]++
		if !strings.HasPrefix(f.place, "shared/release/") || in[f.place] > 1 { // noisy numbers may be any
			t.Errorf("%s contains the true count %s", f.place, f.what)
		}
	}
	for _, want := range []string{"documents/people.steward", "xdg_config_home/steward/ledgers/", "shared/release/", ".xlsx", ".pdf", ".json", ".csv", "said/log", "settings: recent-projects", "settings: window-width"} {
		if !slices.ContainsFunc(looked, func(place string) bool { return strings.Contains(place, want) }) {
			t.Errorf("nothing was written to %s, only to %q", want, looked)
		}
	}
}

// The looking finds what is there: with next to no noise the true counts are in every file of
// the release (noise of a scale of 1/25 changes one with a chance below 10^-9), and what is
// put into each sort of place by hand is found there.
func TestLookingFindsWhatIsPlanted(t *testing.T) {
	seeded.ForAudits(t)
	h := newHome(t)
	h.goes(t, "50", "100")
	_, counts, looked := h.looks(t)
	for _, ending := range []string{".xlsx", ".pdf", ".json", ".csv"} {
		found := 0
		for _, f := range counts {
			if strings.HasPrefix(f.place, "shared/release/") && strings.HasSuffix(f.place, ending) {
				found++
			}
		}
		if found < 2 {
			t.Errorf("in %s of %q only %d counts are found", ending, looked, found)
		}
	}
	town := h.published(t, "town")
	town.Readings = map[string]string{planted[0]: domain.BlankLabel} // the steward writes this into the plan
	h.session.Columns.Publish(town)
	fyne.CurrentApp().Preferences().SetStringList("recent-projects", []string{"/home/" + planted[1]})
	fyne.LogError(planted[2], nil)
	fmt.Fprintln(os.Stderr, planted[0])
	if err := os.WriteFile(filepath.Join(os.TempDir(), "left"), []byte(planted[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	texts, _, _ := h.looks(t)
	for _, want := range []finding{
		{"documents/people.steward", planted[0]}, {"settings: recent-projects", planted[1]},
		{"said/log", planted[2]}, {"said/stderr", planted[0]}, {"tmpdir/left", planted[1]},
	} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not found in %s, only %v", want.what, want.place, texts)
		}
	}
}
