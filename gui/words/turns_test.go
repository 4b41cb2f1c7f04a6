package words_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/core/guide"
	"steward/gui/words"
)

// A turn is a way to say something that no text uses, with what texts say instead: another name for what has one, or a
// phrase that reads as a translation.
type turn struct {
	found   *regexp.Regexp
	instead string
}

// says is a turn that is written as an expression: it stands for whole words, in either case.
func says(expression, instead string) turn {
	return turn{regexp.MustCompile(`(?i)\b(?:` + expression + `)\b`), instead}
}

// turns are those of each language that has some. What each of the English ones says was found on screens, in help or
// in documents before.
var turns = map[string][]turn{
	words.English: {
		// One term for one thing.
		says(`ledgers?`, "account"),
		says(`count(ed|ing|s)? up (to|over|along)|counted up|running totals?`, "cumulative counts"),
		says(`chances? of (a|the) failures?|failure (chances?|probabilit(y|ies))|chances of failures`, "chance of failure"),
		says(`repairs?|repaired|repairing|mend(s|ed|ing)?`, "rule, and reading by a rule"),
		says(`synthetic (records?|people|persons|rows)|(fake|fabricated|artificial) (records?|people|data)|invented records?`, "made-up records"),
		says(`(take|takes|taking|taken|took) over`, "carry over"),
		says(`dry runs?|trial runs?|rehears(al|e)s?`, "pilot"),
		says(`(?-i:[Dd]atasets?)`, "data set"),
		says(`tidied up|raw (numbers|answers|counts)|untouched (numbers|answers|counts|columns?)`, "published or unadjusted numbers"),
		says(`privacy budgets?`, "budget"),

		// English, and not what it was translated from.
		says(`exists already`, "already exists"),
		says(`dearest|dearer`, "most expensive, more expensive"),
		says(`somebody(’s|'s)?|anybody(’s|'s)?`, "someone, anyone"),
		says(`cannot be made here|folders? [a-z ]*cannot be made`, "cannot be created"),
		says(`read(s|ing)? (off|from) (the data|“)`, "taken from"),
		says(`half of (itself|themselves)`, "half its value"),
		says(`anew`, "again"),
		says(`other ones`, "different ones, or others"),
		says(`(rows?|lines?|columns?|it|they|which|that) (is|are) no (record|entry|column|number|value|member)s?`, "is not a, are not"),
		says(`(what|everything) else is missing|who have none of (this|these|them)`, "whatever else is missing, people without these tools"),
		says(`as (much|many) [a-z ]+ as (the|your) secrets? needs?`, "just enough to protect what is secret"),
		says(`is as lists are|as [a-z]+s (are|is|have it)`, "like most"),
		says(`below (stands?|lies?)|(stands?|stood) (below|above|there|in several)`, "below, Steward lists; or is below, occurs in several"),
		says(`could know (it|them) anyway|(are|is) known anyway`, "is already public"),
		says(`it is you who|needs? you once more`, "you then; go back to"),
		says(`so many (people|persons|records|groups) (are|that)`, "a given share, a chosen number"),
		says(`lie(s)? over (one another|each other)|humps?`, "overlap, curves"),
		says(`(open|closed) end one|with an open end one`, "open-ended range"),
		says(`tells? what it was|tells? (by|what) [a-z ]+ chosen by`, "reveals something about them"),
		says(`column tidied`, "numbers from Tidied"),
		says(`for one trick`, "against one attack"),
		says(`as near as can be`, "as close as possible"),
		says(`(failures?|chances) of all releases`, "all releases together may use %s"),
		says(`(is|are|be) hindered`, "are easier to tell apart"),
		says(`whose being in`, "where you do not hide who is in"),
		says(`would have it`, "suggests"),
		says(`(is|are) known better than`, "is more precise than"),
		says(`say what public data|methods are (compared|used)( on| there)? whose`, "choose public data for comparing methods whose"),
		says(`how many [a-z]+ are in each of [^.]*\(blank`, "how many gave an answer, and how many left it blank"),
		says(`nothing was (released|published|spent) yet|was not (released|published|opened) yet`, "has been, not was, with yet"),
	},
	"de": {
		says(`Ledgers?|Hauptb(uch|ücher)|Kontob(uch|ücher)|Kassenb(uch|ücher)`, "Budgetbuch"),
		says(`Domänen?`, "Wertebereich"),
		says(`Polic(y|ies)`, "Schutzregel"),
		says(`(laufende|aufsummierte|hochgezählte|kumulative)[nrs]? (Anzahl(en)?|Summen?|Zahlen)`, "kumulierte Anzahlen"),
		says(`(synthetische|erfundene|ausgedachte|gefälschte)[nrs]? Datens(atz|ätze|ätzen|atzes)`, "künstliche Datensätze"),
		says(`Piloten?|Vorlauf|Trockenl(auf|äufe|aufs)`, "Probelauf"),
		says(`(Rauschstärke|Rauschmaß|Skala des Rauschens)`, "Rauschskala"),
		says(`Fehlschlagswahrscheinlichkeit(en)?|Ausfallwahrscheinlichkeit(en)?|Wahrscheinlichkeit(en)? (des|von) (Fehlschlags?|Ausfalls|Versagens?)`, "Wahrscheinlichkeit eines Versagens"),
		says(`Reparatur(en)?|repariert(e[nrs]?)?|ausgebessert`, "Regel"),
		says(`rohe[nrs]? (Zahlen|Anzahlen|Werte)|Rohwerte[n]?`, "veröffentlichte, unbereinigte Zahlen"),
		says(`daneben (liegen|lagen)`, "danebenliegen"),
		says(`Einfache Differential Privacy`, "gewöhnlicher Schutz"),
	},
}

// spared is what names something in a text and is not said: commands, flags, and the names that experts know a term by.
var spared = regexp.MustCompile("```[^`]*```|`[^`]*`|\\]\\([^)]*\\)|" +
	`steward [a-z]+( [a-z]+)?|--[a-z-]+|\(ledgers?\)|: ledger, |called the ledger|heißt es ledger|\{#[a-z-]+\}|„Any policy“|[a-z]+\.[A-Z][A-Za-z]+`)

// described is what a schema says of a part, without the name of that.
var described = regexp.MustCompile(`"description": "\S+ (.*)"`)

// TestTurns finds texts that use one of the turns: messages of the program, which are those of the window, its command
// line and manual page, help, guides, and what else people read who do not read the code.
func TestTurns(t *testing.T) {
	for code, texts := range everything(t) {
		for where, text := range texts {
			text = strings.Join(strings.Fields(spared.ReplaceAllString(text, " § ")), " ")
			for _, turn := range turns[code] {
				for _, f := range turn.found.FindAllStringIndex(text, -1) {
					t.Errorf("%s: “%s” says “%s”: say %s", where, text[max(0, f[0]-60):min(len(text), f[1]+60)], text[f[0]:f[1]], turn.instead)
				}
			}
		}
	}
}

// readAloud are sentences that texts had and that made readers stop, in the order in which they were found.
var readAloud = []string{
	"What else is missing is installed on Debian and Ubuntu and named elsewhere",
	"builds what people install who have none of this",
	"exactly as much random noise as the secrets need",
	"The list is as lists are",
	"Below stands what it noticed: here a row of totals, which is no member",
	"tick that everyone could know it anyway",
	"the first page needs you once more",
	"Take the column Tidied to show a number",
	"Counted up",
	"the value that so many people are below",
	"Where the two humps lie over one another",
	"then it is you who says that they are known anyway",
	"give ranges with an open end one",
	"and tells what it was chosen by",
	"can be mended for one trick",
	"So many groups that people are as near as can be to the mean of theirs",
	"all together they cost what the dearest does",
	"of the lines below the dearest counts",
	"The chances of a failure of all releases on this data set may add up to %s",
	"To tell two people apart in several answers is hindered less, answer by answer",
	"of people whose being in the file you do not hide, that they are in it",
	"its numbers are other ones",
	"Say what public data methods are compared on whose error depends on the data",
	"a sum is known better than the sum of their errors would have it",
	"how many people are in each of 0 to 95, (blank) of age",
}

// TestTurnsAreFound holds that each of those sentences would be found if it came back, whatever else a text said.
func TestTurnsAreFound(t *testing.T) {
	for _, sentence := range readAloud {
		if !slices.ContainsFunc(turns[words.English], func(turn turn) bool { return turn.found.MatchString("So " + sentence + ".") }) {
			t.Errorf("nothing keeps %q from coming back", sentence)
		}
	}
}

// A text takes the titles and numbers of steps from where they are said, so that both can change.
func TestStepsAreSaidOnce(t *testing.T) {
	titles := []string{"[0-9]"}
	for _, step := range guide.Steps() {
		titles = append(titles, regexp.QuoteMeta(step.String()))
	}
	spelt := regexp.MustCompile(`(?i:\bstep) “?(` + strings.Join(titles, "|") + `)\b`)
	if !spelt.MatchString("in step Your data") || !spelt.MatchString("Step 3") {
		t.Fatal("nothing would be found")
	}
	for _, texts := range entries(t) {
		for english := range texts {
			if found := spelt.FindString(english); found != "" {
				t.Errorf("%q spells %q out: give it the step’s number or Title", english, found)
			}
		}
	}
}

// everything is all that people read, by language, with where it is said.
func everything(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{words.English: {}}
	for code, texts := range entries(t) {
		all[code] = map[string]string{}
		for english, text := range texts {
			all[words.English]["message "+english], all[code]["message "+english] = english, text
		}
	}
	root := filepath.Join("..", "..")
	read := func(pattern, code string) {
		files, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no file is %s (%v)", pattern, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				t.Fatal(err)
			}
			all[code][file] = string(raw)
			if path.Ext(file) == ".json" { // a schema: its keys are names, and so is the first word of what describes one
				all[code][file] = ""
				for _, part := range described.FindAllStringSubmatch(string(raw), -1) {
					all[code][file] += part[1] + "\n"
				}
			}
		}
	}
	for _, l := range words.Languages() {
		if l.Code != words.English {
			read("assets/help/"+l.Code+"/*.md", l.Code)
			read("docs/user-guide."+l.Code+".md", l.Code)
		}
	}
	for _, pattern := range []string{
		"assets/help/*.md", "docs/user-guide.md", "docs/security.md", "docs/reviewers.md", "docs/mathematics.md", "docs/evidence.md", "docs/*.schema.json",
		"README.md", "CHANGELOG.md", "CONTRIBUTING.md",
		"assets/packaging/*.xml", "assets/packaging/windows/READ-ME.txt", "assets/packaging/control",
	} {
		read(pattern, words.English)
	}
	// What a version said about itself stays as it was.
	heads := regexp.MustCompile(`(?m)^## `).FindAllStringIndex(all[words.English]["CHANGELOG.md"], 2)
	if len(heads) != 2 {
		t.Fatal("the changes have no newest version")
	}
	all[words.English]["CHANGELOG.md"] = all[words.English]["CHANGELOG.md"][:heads[1][0]]
	return all
}
