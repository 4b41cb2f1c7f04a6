package assets_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/assets"
)

// topics are all the texts of the help but the glossary.
func topics() []string { return append(assets.StepTopics(), assets.AskedTopics()...) }

// TestHelpIsWhole finds a text for every topic, a topic for every text, and a target for every link.
func TestHelpIsWhole(t *testing.T) {
	files, err := filepath.Glob("help/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".md")
		if name != "glossary" && !slices.Contains(topics(), name) {
			t.Errorf("no page of the help shows %s", f)
		}
	}
	link := regexp.MustCompile(`\]\(([^)]*)\)`)
	for _, topic := range topics() {
		text, err := assets.Help("en", topic)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if !strings.HasPrefix(text, "# ") {
			t.Errorf("%s does not begin with its title", topic)
		}
		for _, to := range link.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(topics(), strings.TrimPrefix(to[1], "help:")) || !strings.HasPrefix(to[1], "help:") {
				t.Errorf("%s leads to %q, which is no topic", topic, to[1])
			}
		}
	}
}

// TestSmallCellsAreTheSample counts what the help says of leaving out small numbers in the sample.
func TestSmallCellsAreTheSample(t *testing.T) {
	counts := make(map[string]map[string]int)
	for _, p := range makePeople() {
		answer := strings.TrimSpace(p.smoker)
		if answer == "" {
			answer = "not stated"
		}
		if counts[p.district] == nil {
			counts[p.district] = make(map[string]int)
		}
		counts[p.district][answer]++
		counts[p.district]["all"]++
	}
	small := 0
	for _, d := range districts {
		for _, answer := range []string{"no", "yes", "not stated"} {
			if counts[d.name][answer] < 10 {
				small++
			}
		}
	}
	left := table(t, "small-cells", 1)
	for i, row := range table(t, "small-cells", 0) {
		of := counts[row[0]]
		want := []string{row[0], fmt.Sprint(of["no"]), fmt.Sprint(of["yes"]), "left out", fmt.Sprint(of["all"])}
		lost := []string{row[0], fmt.Sprintf("%d − %d − %d", of["all"], of["no"], of["yes"]), fmt.Sprint(of["not stated"])}
		if !slices.Equal(row, want) || !slices.Equal(left[i], lost) || of["not stated"] >= 10 {
			t.Errorf("the help says %q and %q, the sample has %v", row, left[i], of)
		}
		small--
	}
	if small != 0 {
		t.Errorf("the sample has %d more small numbers than the help says", small)
	}
	text, err := assets.Help("en", "small-cells")
	if err != nil || !strings.Contains(text, fmt.Sprintf("%d people of Westmarsh smoke or did not say", counts["Westmarsh"]["all"]-counts["Westmarsh"]["no"])) {
		t.Errorf("of Westmarsh it says otherwise (%v)", err)
	}
}

// table returns the rows under the head of the n-th table of a topic.
func table(t *testing.T, topic string, n int) [][]string {
	t.Helper()
	text, err := assets.Help("en", topic)
	if err != nil {
		t.Fatal(err)
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if !strings.HasPrefix(paragraph, "|") {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		var rows [][]string
		for i, line := range strings.Split(strings.TrimSpace(paragraph), "\n") {
			if i < 2 {
				continue
			}
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for k := range cells {
				cells[k] = strings.Trim(strings.TrimSpace(cells[k]), "*")
			}
			rows = append(rows, cells)
		}
		return rows
	}
	t.Fatalf("%s has fewer tables", topic)
	return nil
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestWorkedTables works the numbers of the help's examples out again.
func TestWorkedTables(t *testing.T) {
	t.Run("guesses", func(t *testing.T) {
		check := func(budget, said string) {
			t.Helper()
			e := number(t, budget)
			right := 100 / (1 + math.Exp(-e))
			digits := 0
			if strings.Contains(said, ".") {
				digits = 1
			}
			up := math.Pow10(digits) // "at most" is rounded up
			if want := fmt.Sprintf("%.*f times in 100", digits, math.Ceil(right*up)/up); said != want {
				t.Errorf("a budget of %s: %q, want %q", budget, said, want)
			}
		}
		for _, r := range table(t, "which-budget", 0) {
			check(r[0], r[1])
		}
		for _, r := range table(t, "adding-up", 1) {
			check(r[1], r[2])
			if number(t, r[0])*0.5 != number(t, r[1]) {
				t.Errorf("%s releases of 0.5 are not %s", r[0], r[1])
			}
		}
	})
	t.Run("averages", func(t *testing.T) {
		sum := 0.0
		rows := table(t, "adding-up", 0)
		for i, r := range rows {
			sum += number(t, r[1])
			if got := sum / float64(i+1); math.Abs(got-number(t, r[2])) > 0.05 {
				t.Errorf("the average of %d answers is %.2f, said to be %s", i+1, got, r[2])
			}
		}
		if math.Abs(sum/float64(len(rows))-212) > 0.5 {
			t.Errorf("the average %v is not the true count", sum/float64(len(rows)))
		}
	})
	t.Run("odds", func(t *testing.T) {
		for i, budget := range []float64{0.5, 0.5, 1} {
			if got, want := table(t, "meeting", 1)[i][1], fmt.Sprintf("%.2f", math.Ceil(100*math.Exp(budget))/100); got != want {
				t.Errorf("odds at %v: %s, want %s", budget, got, want)
			}
		}
	})
	t.Run("promise", func(t *testing.T) {
		a := math.Exp(-0.5) // of the noise on a count, at a budget of 0.5
		chance := func(published, count float64) float64 {
			return 100 * (1 - a) / (1 + a) * math.Pow(a, math.Abs(published-count))
		}
		for _, r := range table(t, "promise", 0) {
			x := number(t, r[0])
			with, without := chance(x, 212), chance(x, 211)
			if want := fmt.Sprintf("%.1f %%", with); r[1] != want {
				t.Errorf("%s if he smokes: %s, want %s", r[0], r[1], want)
			}
			if want := fmt.Sprintf("%.1f %%", without); r[2] != want {
				t.Errorf("%s if he does not: %s, want %s", r[0], r[2], want)
			}
			if want := fmt.Sprintf("%.2f", max(with, without)/min(with, without)); r[3] != want {
				t.Errorf("the factor at %s: %s, want %s", r[0], r[3], want)
			}
		}
	})
	t.Run("totals", func(t *testing.T) {
		cells, sums := []float64{}, []float64{400, 425, 400}
		for _, r := range table(t, "totals", 0) {
			cells = append(cells, number(t, r[1]))
		}
		truth := []float64{212, 188, 237, 163}
		guesses, total := table(t, "totals", 1), 0.0
		for i := range cells {
			guess := cells[i]
			for k := i - 1; k >= 0; k-- {
				guess = sums[k] - guess
			}
			total += guess
			if number(t, guesses[i][1]) != guess {
				t.Errorf("the guess from cell %d is %v, said to be %s", i, guess, guesses[i][1])
			}
			if off := math.Abs(cells[i] - truth[i]); off < 4 || off > 8 {
				t.Errorf("the noise of cell %d is %v, said to be 4 to 8", i, off)
			}
			if i < 3 && truth[i]+truth[i+1] != sums[i] {
				t.Errorf("the sum %v is not that of the cells", sums[i])
			}
		}
		if got := number(t, guesses[4][1]); got != total/4 {
			t.Errorf("the average is %v, said to be %v", total/4, got)
		}
	})
	t.Run("meeting", func(t *testing.T) {
		seen, both := map[string]bool{}, []string{}
		for _, r := range table(t, "meeting", 0) {
			seen[r[1]] = true
		}
		for _, r := range table(t, "meeting", 0) {
			if seen[r[3]] {
				both = append(both, r[3])
			}
		}
		if !slices.Equal(both, []string{"hepatitis"}) {
			t.Errorf("in both groups: %v", both)
		}
	})
}

func TestGlossary(t *testing.T) {
	// Dictionaries put ä beside a, and ß beside ss.
	alphabet := strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss")
	for _, language := range []string{"en", "de"} {
		terms := assets.Glossary(language)
		if len(terms) < 25 {
			t.Fatalf("%s: %d terms", language, len(terms))
		}
		place := func(term assets.Term) string { return alphabet.Replace(strings.ToLower(term.Plain)) }
		for i, term := range terms {
			if term.ID == "" || term.Plain == "" || term.Expert == "" || term.Text == "" || strings.ContainsAny(term.Expert+term.Text, "#{}") {
				t.Errorf("an entry lacks something: %+v", term)
			}
			if i > 0 && place(terms[i-1]) >= place(term) {
				t.Errorf("%q stands after %q", term.Plain, terms[i-1].Plain)
			}
		}
	}
}

// TestNotice holds the copy in the program to the repository's.
func TestNotice(t *testing.T) {
	want, err := os.ReadFile("../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if assets.Notice != string(want) {
		t.Error("notice.txt is not NOTICE: copy it")
	}
}
