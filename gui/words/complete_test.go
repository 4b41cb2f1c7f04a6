package words_test

import (
	"encoding/json"
	"go/ast"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"steward/assets"
	"steward/assets/language"
	"steward/gui/words"
)

// catalogues are the texts of every language but English, by its code and the file they stand in.
func catalogues(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]map[string]string{}
	for _, l := range words.Languages() {
		if l.Code == words.English {
			continue
		}
		all[l.Code] = map[string]map[string]string{}
		names, err := fs.Glob(assets.Words(), path.Join(l.Code, "*.json"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has no texts (%v)", l.Name, err)
		}
		for _, name := range names {
			raw, err := fs.ReadFile(assets.Words(), name)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			if err := json.Unmarshal(raw, &texts); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			all[l.Code][name] = texts
		}
	}
	return all
}

// entries are the texts of every language, by its code.
func entries(t *testing.T) map[string]map[string]string {
	all := map[string]map[string]string{}
	for code, files := range catalogues(t) {
		all[code] = map[string]string{}
		for _, texts := range files {
			maps.Copy(all[code], texts)
		}
	}
	return all
}

// rooms are what says something to somebody who looks at the window or types commands.
var rooms = []string{"..", "../../core", "../../io", "../../reports", "../../assets", "../../cmd"}

// TestComplete finds texts that a language has no entry for: of the window, and messages of the packages
// below it.
func TestComplete(t *testing.T) {
	for _, root := range rooms {
		s := sourceOf(t, root)
		for code, texts := range entries(t) {
			told := map[string]bool{}
			for _, k := range s.keys {
				if _, ok := texts[k.text]; !ok && !told[k.text] && strings.IndexFunc(verb.ReplaceAllString(k.text, ""), unicode.IsLetter) >= 0 {
					told[k.text] = true
					t.Errorf("%s: %q has no entry in assets/words/%s", k.at, k.text, code)
				}
			}
		}
	}
}

// verb is one verb of a format, with an index or none.
var verb = regexp.MustCompile(`%[-+#0]*(?:\[(\d+)\])?(?:\d+|\*)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// verbs lists the verbs of a format by the argument that each is for.
func verbs(format string) map[int][]string {
	out := map[int][]string{}
	next := 1
	for _, m := range verb.FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		for _, index := range m[1:3] {
			if index != "" {
				next, _ = strconv.Atoi(index)
			}
		}
		out[next] = append(out[next], m[3])
		next++
	}
	return out
}

// TestVerbs finds texts of a language whose verbs are not those of the English ones: each argument must
// be used, as the same kind.
func TestVerbs(t *testing.T) {
	for code, files := range catalogues(t) {
		for name, texts := range files {
			for english, text := range texts {
				want, got := verbs(language.Singular(english)), verbs(text)
				for i, kinds := range want {
					if len(got[i]) == 0 || got[i][0] != kinds[0] {
						t.Errorf("%s (%s): %q has not the verbs of %q", name, code, text, english)
						break
					}
				}
				for i := range got {
					if want[i] == nil {
						t.Errorf("%s (%s): %q has more verbs than %q", name, code, text, english)
						break
					}
				}
			}
		}
	}
}

// same are entries of several words that are the same in another language, being names or formats.
var same = map[string]bool{}

// TestTranslated finds entries that are empty, left as they were, differently spaced at their ends or
// differently given in two files.
func TestTranslated(t *testing.T) {
	for code, files := range catalogues(t) {
		given := map[string]string{}
		for name, texts := range files {
			for english, text := range texts {
				switch {
				case text == "":
					t.Errorf("%s (%s): %q stands for nothing", name, code, english)
				case text == english && len(strings.FieldsFunc(verb.ReplaceAllString(english, ""), notLetter)) > 2 && !same[english]:
					t.Errorf("%s (%s): %q is left in English", name, code, english)
				case ends(text) != ends(english):
					t.Errorf("%s (%s): %q begins or ends with other spaces than %q", name, code, text, english)
				}
				if other, ok := given[english]; ok && other != text {
					t.Errorf("%s: %q stands for %q and for %q", code, english, text, other)
				}
				given[english] = text
			}
		}
	}
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// ends are the spaces and line breaks that a text begins and ends with; what goes on in brackets may do so
// where the other goes on after a comma.
func ends(text string) [2]string {
	if strings.HasPrefix(text, " (") {
		text = "," + text
	}
	body := strings.TrimSpace(text)
	before, after, _ := strings.Cut(text, body)
	return [2]string{before, after}
}

// english are words that hardly any text in English does without, and other languages do.
var english = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`(?i)(^|[^\p{L}%])(the|of|and|is|are|with|for|from|that|which|this|not|no|be|by|your|you|it|its|or|has|have)([^\p{L}]|$)`),
}

// TestLeftEnglish finds English words among the texts and in the help of another language; titles of sections of the documents, which are English, and what stands in backquotes or
// after two dashes left out.
func TestLeftEnglish(t *testing.T) {
	quoted := regexp.MustCompile("(?:docs/[a-z.]+|Beweise), Abschnitt „[^“]*“|`[^`]*`|--[a-z-]+|\"[^\"]*\"|https?://\\S+")
	for code, files := range catalogues(t) {
		files["help"] = helpIn(t, code)
		words := english[code]
		if words == nil {
			t.Errorf("no English words are given that %s does without", code)
			continue
		}
		for name, texts := range files {
			for _, text := range texts {
				if found := words.FindString(quoted.ReplaceAllString(text, "")); found != "" && !meant[text] {
					t.Errorf("%s: %q has the English word %q", name, text, found)
				}
			}
		}
	}
}

// helpIn returns the help in a language, by its topics, without where its links lead.
func helpIn(t *testing.T, code string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, topic := range slices.Concat(assets.AskedTopics(), assets.StepTopics(), []string{"glossary"}) {
		text, err := assets.Help(code, topic)
		if err != nil {
			t.Fatal(err)
		}
		texts[topic] = leads.ReplaceAllString(text, "")
	}
	return texts
}

// leads is where a link of the help leads, or how it is led to.
var leads = regexp.MustCompile(`\]\([^)]*\)|\{#[^}]*\}`)

// meant are texts of other languages with a word that looks English and is not.
var meant = map[string]bool{}

// sentence is a text of at least two words.
var sentence = regexp.MustCompile(`\p{L}{2,},? \p{L}{2,}`)

// TestPublishedNumbers finds other words for published numbers, beside which unadjusted ones stand.
func TestPublishedNumbers(t *testing.T) {
	others := map[string]*regexp.Regexp{
		words.English: regexp.MustCompile(`(?i)\b(un)?tidied\b|\buntouched (numbers?|column)`),
		"de":          regexp.MustCompile(`(?i)\bbereinigte?[nrs]?\b`),
	}
	said := map[string]map[string]string{words.English: helpIn(t, words.English)}
	for code, texts := range entries(t) {
		said[code] = helpIn(t, code)
		for key, text := range texts {
			said[words.English][key], said[code][key] = key, text
		}
	}
	for code, texts := range said {
		for name, text := range texts {
			if other := others[code]; other != nil && other.MatchString(text) {
				t.Errorf("%s: %q calls published numbers %q", name, text, other.FindString(text))
			}
		}
	}
}

// TestWrapped finds texts of the window that are not given to this package, drawings (<svg …) left out.
func TestWrapped(t *testing.T) {
	s := sourceOf(t, "..")
	known := map[string]bool{}
	for _, k := range s.keys {
		known[k.text] = true
	}
	for path, f := range s.files {
		if strings.Contains(path, "session") || strings.Contains(path, "widgettest") {
			continue // holds what is written to files and records as well; is for tests alone
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "panic" {
					return false
				}
			case *ast.BasicLit:
				if text, ok := s.text("", n); ok && sentence.MatchString(text) && !s.literal[n.Pos()] && !known[text] && !strings.HasPrefix(text, "<") {
					t.Errorf("%s: %q is not given to words.T", s.place(n), text)
				}
			}
			return true
		})
	}
}

// TestPlurals finds texts for one and for many that take different arguments: both are given all.
func TestPlurals(t *testing.T) {
	s := sourceOf(t, "..")
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || s.called(f, call) != "words.N" {
				return true
			}
			one, _ := s.text(f.Name.Name, call.Args[1])
			many, _ := s.text(f.Name.Name, call.Args[2])
			if given := len(call.Args) - 3; given > 0 && one != "" && (len(verbs(one)) != given || len(verbs(many)) != given) {
				t.Errorf("%s: %q and %q are given %d arguments", s.place(call), one, many, given)
			}
			return true
		})
	}
}

// TestErrorsAreSaid finds errors of which the window takes the English: what is shown of one is said by words.Error, in the reader's
// language. A panic is for those who mend the program.
func TestErrorsAreSaid(t *testing.T) {
	s := sourceOf(t, "..")
	for path, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "panic" {
				return false
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "Error" && len(call.Args) == 0 {
				t.Errorf("%s (%s): the English of an error is taken: words.Error says it", s.place(call), path)
			}
			return true
		})
	}
}
