package assets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/assets"
)

// pages are all the texts of the help, by their topics.
func pages() []string { return append(topics(), "glossary") }

// page returns a text of the help, paragraph by paragraph.
func page(t *testing.T, language, topic string) []string {
	t.Helper()
	text, err := assets.Help(language, topic)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(text), "\n\n")
}

var (
	englishFigure = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
	germanFigure  = regexp.MustCompile(`\d+(?:\.\d{3})*(?:,\d+)?`)
	target        = regexp.MustCompile(`\]\([^)]*\)`)
	headline      = regexp.MustCompile(`^#+ `)
	anchor        = regexp.MustCompile(`\{#[^}]*\}`)
)

// figures are the numbers in a text, written alike in every language and sorted: sentences of
// two languages put them in different places.
func figures(language, text string) []string {
	text = anchor.ReplaceAllString(text, "")
	var found []string
	if language == "de" {
		for _, f := range germanFigure.FindAllString(text, -1) {
			found = append(found, strings.NewReplacer(".", "", ",", ".").Replace(f))
		}
	} else {
		for _, f := range englishFigure.FindAllString(text, -1) {
			found = append(found, strings.ReplaceAll(f, ",", ""))
		}
	}
	slices.Sort(found)
	return found
}

// TestGermanPagesAreWhole finds a German page for every English one, and no other.
func TestGermanPagesAreWhole(t *testing.T) {
	for _, topic := range pages() {
		english, err := os.ReadFile(filepath.Join("help", topic+".md"))
		if err != nil {
			t.Fatal(err)
		}
		german, err := os.ReadFile(filepath.Join("help", "de", topic+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		for language, want := range map[string]string{"en": string(english), "de": string(german), "": string(english), "tlh": string(english)} {
			if got, err := assets.Help(language, topic); err != nil || got != want {
				t.Errorf("%s in %q is not its file (%v)", topic, language, err)
			}
		}
	}
	files, err := filepath.Glob("help/de/*")
	if err != nil || len(files) != len(pages()) {
		t.Errorf("%d German files for %d topics (%v)", len(files), len(pages()), err)
	}
	for _, language := range []string{"en", "de"} {
		if _, err := assets.Help(language, "unheard-of"); err == nil {
			t.Errorf("the help has a topic of any name in %q", language)
		}
	}
}

// TestGermanPagesSayTheSame compares the pages paragraph by paragraph: headings, links, emphasis,
// tables and every number.
func TestGermanPagesSayTheSame(t *testing.T) {
	for _, topic := range topics() {
		english, german := page(t, "en", topic), page(t, "de", topic)
		if len(english) != len(german) {
			t.Errorf("%s: %d paragraphs, %d in German", topic, len(english), len(german))
			continue
		}
		for i, e := range english {
			compareParagraphs(t, topic, e, german[i])
		}
	}
}

func compareParagraphs(t *testing.T, where, english, german string) {
	t.Helper()
	if e, g := headline.FindString(english), headline.FindString(german); e != g {
		t.Errorf("%s: the heading %q became %q", where, english, german)
	}
	if e, g := figures("en", english), figures("de", german); !slices.Equal(e, g) {
		t.Errorf("%s: the numbers %v became %v in\n%s", where, e, g, german)
	}
	if e, g := target.FindAllString(english, -1), target.FindAllString(german, -1); !slices.Equal(e, g) {
		t.Errorf("%s: the links %v became %v", where, e, g)
	}
	if e, g := strings.Count(english, "*"), strings.Count(german, "*"); e != g {
		t.Errorf("%s: %d stars became %d in\n%s", where, e, g, german)
	}
	if !strings.HasPrefix(english, "|") {
		return
	}
	e, g := strings.Split(english, "\n"), strings.Split(german, "\n")
	if len(e) != len(g) || e[1] != g[1] {
		t.Errorf("%s: a table of another form:\n%s", where, german)
		return
	}
	for i := range e {
		a, b := strings.Split(e[i], "|"), strings.Split(g[i], "|")
		if len(a) != len(b) {
			t.Errorf("%s: a row of other columns: %s", where, g[i])
			continue
		}
		for k := range a {
			if x, y := figures("en", a[k]), figures("de", b[k]); !slices.Equal(x, y) {
				t.Errorf("%s: the cell %q became %q", where, a[k], b[k])
			}
		}
	}
}

// TestGermanGlossary compares the entries one to one.
func TestGermanGlossary(t *testing.T) {
	english := make(map[string]assets.Term)
	for _, term := range assets.Glossary("en") {
		if _, twice := english[term.ID]; twice {
			t.Errorf("two terms are %q", term.ID)
		}
		english[term.ID] = term
	}
	german := assets.Glossary("de")
	if len(german) != len(english) {
		t.Errorf("%d terms, %d in German", len(english), len(german))
	}
	for _, g := range german {
		e, ok := english[g.ID]
		if !ok {
			t.Errorf("no English term is %q, or two German ones are", g.ID)
			continue
		}
		delete(english, g.ID)
		compareParagraphs(t, g.ID, e.Text, g.Text)
		if e.Text == g.Text {
			t.Errorf("%q is not translated", g.ID)
		}
	}
	if !slices.Equal(assets.Glossary("tlh"), assets.Glossary("en")) {
		t.Error("an unknown language has a glossary of its own")
	}
}

// TestGermanIsGerman finds English words and English ways of writing in the German texts.
func TestGermanIsGerman(t *testing.T) {
	// No German word is written like one of these in small letters.
	english := strings.Fields("the and of is to with not for that are what it its be by they their which this from who " +
		"one can as or on has have than when whose your you every each other people person noise row answer count")
	word := regexp.MustCompile(`\pL+`)
	look := func(where, text string) {
		t.Helper()
		for _, w := range word.FindAllString(target.ReplaceAllString(anchor.ReplaceAllString(text, ""), ""), -1) {
			if slices.Contains(english, w) {
				t.Errorf("%s says %q", where, w)
			}
		}
		if strings.ContainsAny(text, `"'`) {
			t.Errorf("%s has English quotation marks", where)
		}
		if strings.Contains(text, " %") {
			t.Errorf("%s has a percent sign that may go to the next line", where)
		}
	}
	for _, topic := range pages() {
		look(topic, strings.Join(page(t, "de", topic), "\n"))
	}
	for _, e := range assets.WorkedExamples("de") {
		look(e.Data, e.Name+" "+e.Note)
	}
}

// TestExamplesInGerman compares what is said of the examples, and the files they lead to.
func TestExamplesInGerman(t *testing.T) {
	english, german := assets.WorkedExamples("en"), assets.WorkedExamples("de")
	if len(german) != len(english) {
		t.Fatalf("%d examples, %d in German", len(english), len(german))
	}
	for i, e := range english {
		g := german[i]
		if g.Data != e.Data || g.Project != e.Project {
			t.Errorf("%s leads to other files in German", e.Name)
		}
		if g.Name == e.Name || g.Note == e.Note || !slices.Equal(figures("en", e.Note), figures("de", g.Note)) {
			t.Errorf("%q became %q", e.Name+": "+e.Note, g.Name+": "+g.Note)
		}
	}
	if !slices.Equal(assets.WorkedExamples("tlh"), english) {
		t.Error("an unknown language has examples of its own")
	}
}
