package assets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/assets"
	"steward/gui/words"
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
	figure        = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	target        = regexp.MustCompile(`\]\([^)]*\)`)
	headline      = regexp.MustCompile(`^#+ `)
	anchor        = regexp.MustCompile(`\{#[^}]*\}`)
)

// eachLanguage runs a test for every language that the window speaks besides English.
func eachLanguage(t *testing.T, do func(t *testing.T, code string)) {
	t.Helper()
	for _, l := range words.Languages()[1:] {
		t.Run(l.Code, func(t *testing.T) {
			if err := words.Use(l.Code); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := words.Use(words.English); err != nil {
					t.Error(err)
				}
			})
			do(t, l.Code)
		})
	}
}

// compareFigures finds the numbers of an English text in another, as the language in use writes them. They are
// compared sorted: sentences of two languages put them in different places.
func compareFigures(t *testing.T, where, english, other string) {
	t.Helper()
	want := englishFigure.FindAllString(anchor.ReplaceAllString(english, ""), -1)
	for i, f := range want {
		want[i] = words.Number(f)
	}
	got := figure.FindAllString(anchor.ReplaceAllString(other, ""), -1)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s: the numbers are %v, want %v, in\n%s", where, got, want, other)
	}
}

// TestPagesAreWhole finds a page in every language for every English one, and no other.
func TestPagesAreWhole(t *testing.T) {
	eachLanguage(t, func(t *testing.T, code string) {
		for _, topic := range pages() {
			english, err := os.ReadFile(filepath.Join("help", topic+".md"))
			if err != nil {
				t.Fatal(err)
			}
			own, err := os.ReadFile(filepath.Join("help", code, topic+".md"))
			if err != nil {
				t.Error(err)
				continue
			}
			for language, want := range map[string]string{"en": string(english), code: string(own), "": string(english), "tlh": string(english)} {
				if got, err := assets.Help(language, topic); err != nil || got != want {
					t.Errorf("%s in %q is not its file (%v)", topic, language, err)
				}
			}
		}
		files, err := filepath.Glob(filepath.Join("help", code, "*"))
		if err != nil || len(files) != len(pages()) {
			t.Errorf("%d files for %d topics (%v)", len(files), len(pages()), err)
		}
		for _, language := range []string{"en", code} {
			if _, err := assets.Help(language, "unheard-of"); err == nil {
				t.Errorf("the help has a topic of any name in %q", language)
			}
		}
	})
}

// TestPagesSayTheSame compares the pages paragraph by paragraph: headings, links, emphasis,
// tables and every number.
func TestPagesSayTheSame(t *testing.T) {
	eachLanguage(t, func(t *testing.T, code string) {
		for _, topic := range topics() {
			english, other := page(t, "en", topic), page(t, code, topic)
			if len(english) != len(other) {
				t.Errorf("%s: %d paragraphs, %d in English", topic, len(other), len(english))
				continue
			}
			for i, e := range english {
				compareParagraphs(t, topic, e, other[i])
			}
		}
	})
}

// compareParagraphs compares a paragraph with its English, in the language in use.
func compareParagraphs(t *testing.T, where, english, other string) {
	t.Helper()
	if e, o := headline.FindString(english), headline.FindString(other); e != o {
		t.Errorf("%s: the heading %q became %q", where, english, other)
	}
	compareFigures(t, where, english, other)
	if e, o := target.FindAllString(english, -1), target.FindAllString(other, -1); !slices.Equal(e, o) {
		t.Errorf("%s: the links %v became %v", where, e, o)
	}
	if e, o := strings.Count(english, "*"), strings.Count(other, "*"); e != o {
		t.Errorf("%s: %d stars became %d in\n%s", where, e, o, other)
	}
	if !strings.HasPrefix(english, "|") {
		return
	}
	e, o := strings.Split(english, "\n"), strings.Split(other, "\n")
	if len(e) != len(o) || e[1] != o[1] {
		t.Errorf("%s: a table of another form:\n%s", where, other)
		return
	}
	for i := range e {
		a, b := strings.Split(e[i], "|"), strings.Split(o[i], "|")
		if len(a) != len(b) {
			t.Errorf("%s: a row of other columns: %s", where, o[i])
			continue
		}
		for k := range a {
			compareFigures(t, where, a[k], b[k])
		}
	}
}

// TestGlossaries compares the entries one to one.
func TestGlossaries(t *testing.T) {
	eachLanguage(t, func(t *testing.T, code string) {
		english := make(map[string]assets.Term)
		for _, term := range assets.Glossary("en") {
			if _, twice := english[term.ID]; twice {
				t.Errorf("two terms are %q", term.ID)
			}
			english[term.ID] = term
		}
		own := assets.Glossary(code)
		if len(own) != len(english) {
			t.Errorf("%d terms, %d in English", len(own), len(english))
		}
		for _, o := range own {
			e, ok := english[o.ID]
			if !ok {
				t.Errorf("no English term is %q, or two are here", o.ID)
				continue
			}
			delete(english, o.ID)
			compareParagraphs(t, o.ID, e.Text, o.Text)
			if e.Text == o.Text {
				t.Errorf("%q is not translated", o.ID)
			}
		}
	})
	if !slices.Equal(assets.Glossary("tlh"), assets.Glossary("en")) {
		t.Error("an unknown language has a glossary of its own")
	}
}
