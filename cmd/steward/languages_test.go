package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"steward/assets/language"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/seeded"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// TestFilesInTheirLanguage releases plans of the corpus in German, and finds sentences without a German entry and texts
// with English words in workbooks, tables, descriptors and summaries. Records and verification are those of any release.
func TestFilesInTheirLanguage(t *testing.T) {
	all := seeded.Audit || flag.Lookup("test.run").Value.String() != ""
	var mu sync.Mutex
	missing := make(map[string]bool)
	language.OnMissing(func(english string) {
		mu.Lock()
		defer mu.Unlock()
		missing[english] = true
	})
	t.Cleanup(func() { language.OnMissing(nil) })
	looked, plans := 0, keptPlans(t)
	for i, k := range plans {
		if !all && i%24 != 3 || slices.ContainsFunc(k.Before, func(line []string) bool { return line[0] == "compare" }) {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			k.plan["language"], k.After = "de", nil
			own := owned([]any{k.plan, k.Before})
			var summary []string
			k.done = func(dir string) { summary = summaryOf(t, filepath.Join(dir, "plan.steward")) }
			texts := map[string][]string{}
			for name, content := range k.carriedOut(t) {
				switch {
				case strings.HasSuffix(name, ".csv"):
					texts[name] = cellsOf(t, content)
				case name == "out/datapackage.json":
					texts[name] = titlesOf(t, content)
				case strings.HasPrefix(name, "out/it.xlsx/xl/"):
					texts[name] = charactersOf(t, content)
				}
			}
			texts["summary"] = summary
			looked += noEnglish(t, texts, own)
		})
	}
	t.Run("everything", func(t *testing.T) {
		p := publishtest.EveryKindPlan()
		p.Language = "de"
		j := publishtest.EveryKindJobOf(t, p)
		done, err := publish.Release(t.Context(), j)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var plain any
		if err := json.Unmarshal(text, &plain); err != nil {
			t.Fatal(err)
		}
		texts := map[string][]string{"summary": textsOf(t, done.Release)}
		for name, content := range files(t, j.Out) {
			if strings.HasSuffix(name, ".csv") {
				texts[name] = cellsOf(t, content)
			}
		}
		for name, content := range unzipped(t, read(t, filepath.Join(j.Out, "every.xlsx"))) {
			texts[name] = charactersOf(t, content)
		}
		looked += noEnglish(t, texts, owned(plain))
	})
	for _, english := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%q has no German entry", english)
	}
	if looked < 1000 {
		t.Errorf("only %d texts were looked at", looked)
	}
}

// A new plan proposes the language of whoever writes it for the files of its release.
func TestNewPlansAreInTheLanguageOfWhoeverWritesThem(t *testing.T) {
	for locale, want := range map[string]string{"en_GB.UTF-8": "", "de_AT.UTF-8": "de", "C": "", "xx": ""} {
		t.Setenv("LC_ALL", locale)
		d := newDesk(t, "people.csv", sixty(), peoplePlan())
		made := filepath.Join(d.dir, "made.steward")
		d.must("new", d.data, "--out", made, "--confirm", "--table", "town")
		if p, err := project.Load(made); err != nil || p.Language != want {
			t.Errorf("%s: the plan's files are in %q, want %q (%v)", locale, p.Language, want, err)
		}
	}
}

// noEnglish finds English words in texts, by where they stand, and returns how many texts it looked at.
func noEnglish(t *testing.T, texts map[string][]string, own []string) (looked int) {
	t.Helper()
	for name, list := range texts {
		for _, text := range list {
			looked++
			said := withoutOwn(text, own)
			if found := englishWord(said); found != "" {
				t.Errorf("%s: %q has the English word %q", name, text, found)
			}
			if found := pointed.FindString(said); found != "" && pointed.MatchString(text) && name == "summary" && !withPoints.MatchString(text) {
				t.Errorf("%s: %q has the figure %q as English writes it", name, text, found)
			}
		}
	}
	return looked
}

// pointed is a figure with a decimal point, where German has thousands between points and a comma before decimals.
var pointed = regexp.MustCompile(`(^|[^\d.,\p{L}])\d+\.(\d{1,2}|\d{4,})([^\d.\p{L}]|$)`)

// withPoints matches texts in which a point stands between figures that are no decimals.
var withPoints = regexp.MustCompile(`Steward \d|Version|Abschnitt|Satz|Lemma`)

// english are words that hardly any English sentence does without, and that German does without.
var english = regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}%-])(the|of|and|is|are|with|for|from|that|which|this|not|no|be|by|your|you|its|has|have|numbers?|people|rows|exact|hidden)([^\p{L}\p{N}-]|$)`)

// englishWord finds an English word in a text.
func englishWord(text string) string { return strings.TrimSpace(english.FindString(text)) }

// withoutOwn leaves out of a text what is somebody's own and what programs read.
func withoutOwn(text string, own []string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "\"") || strings.HasPrefix(strings.TrimSpace(text), "'") && strings.Contains(text, "'!") {
		return "" // of the sheet for programs, or a reference of a chart
	}
	text = literal.ReplaceAllString(text, "")
	for _, name := range own {
		text = strings.ReplaceAll(text, name, "")
	}
	return text
}

// literal is what stands in texts of any language as it is: names of options and of theorems, and titles that are English.
var literal = regexp.MustCompile("`[^`]*`|Abschnitt „[^“]*“|--[a-z]+|\"[^\"]*\"|discriminative secret graph|unbounded differential privacy|bounded differential privacy|[Zz]ero-[Cc]oncentrated [Dd]ifferential [Pp]rivacy|Permute & Flip|\\b[A-Z][a-z]+\\.[a-z]+_[a-z_]+")

// owned are all texts of a plan, the longest first.
func owned(plan any) []string {
	var out []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
			for n := 12; n < min(len(v), 31); n++ { // as names of sheets are cut
				out = append(out, v[:n])
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for key, x := range v {
				out = append(out, key)
				walk(x)
			}
		}
	}
	text, _ := json.Marshal(plan)
	var plain any
	json.Unmarshal(text, &plain)
	walk(plain)
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return slices.DeleteFunc(out, func(s string) bool { return len(s) < 2 })
}

// summaryOf returns the texts of the summary of a plan's release.
func summaryOf(t *testing.T, path string) []string {
	t.Helper()
	p, err := project.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Compile(p); err != nil {
		return nil // without the files beside it
	}
	r := modeltest.Release(t, p)
	if len(r.Outputs()) < len(p.Outputs()) {
		return nil // it makes tables of numbers alone
	}
	return textsOf(t, r)
}

// textsOf returns the texts of the summary of a release.
func textsOf(t *testing.T, r *result.Release) []string {
	t.Helper()
	doc, err := model.New(r)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			out = append(out, v.String())
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[language.Language]() || strings.HasSuffix(v.Type().PkgPath(), "core/message") {
				return
			}
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		}
	}
	walk(reflect.ValueOf(doc))
	return out
}

func cellsOf(t *testing.T, content string) []string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(rows...)
}

// titlesOf returns what a descriptor says to people.
func titlesOf(t *testing.T, content string) []string {
	t.Helper()
	var d struct {
		Description string
		Resources   []struct{ Title string }
	}
	if err := json.Unmarshal([]byte(content), &d); err != nil {
		t.Fatal(err)
	}
	out := []string{d.Description}
	for _, r := range d.Resources {
		out = append(out, r.Title)
	}
	return out
}

// charactersOf returns the texts between the tags of a workbook's part.
func charactersOf(t *testing.T, content string) []string {
	t.Helper()
	var out []string
	d := xml.NewDecoder(strings.NewReader(content))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok {
			out = append(out, string(text))
		}
	}
}
