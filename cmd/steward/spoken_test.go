package main

import (
	"flag"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"

	"steward/assets/language"
	"steward/core/seeded"
	"steward/gui/words"
)

// TestCommandsInTheirLanguage carries the commands of plans of the corpus out in German, and finds sentences without a German entry
// and texts with English words in what they say. What is for programs stays as it is.
func TestCommandsInTheirLanguage(t *testing.T) {
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(words.English) })
	var mu sync.Mutex
	missing := make(map[string]bool)
	language.OnMissing(func(english string) {
		mu.Lock()
		defer mu.Unlock()
		missing[english] = true
	})
	t.Cleanup(func() { language.OnMissing(nil) })
	all := seeded.Audit || flag.Lookup("test.run").Value.String() != ""
	looked := 0
	for i, k := range keptPlans(t) {
		if !all && i%24 != 5 {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			own := append([]string{"people.csv", "a noisy pilot, paid for from the budget", "no, sometimes, yes"}, owned([]any{k.plan, k.Before, k.After})...)
			for name, content := range k.carriedOut(t) {
				if strings.HasPrefix(name, "said/") && !forProgramsOnly[strings.TrimSuffix(strings.TrimPrefix(name, "said/"), ".txt")] {
					looked += noEnglish(t, map[string][]string{name: strings.Split(noted.ReplaceAllString(content, ""), "\n")}, own)
				}
			}
		})
	}
	for _, args := range [][]string{{"mechanisms"}, {"attack", "../../assets/sample/clinic-survey.steward"}, {"inspect", "../../assets/sample/clinic-survey.xlsx"}, {"release"}, {"check", "nowhere.steward"}} {
		o := steward(args...)
		looked += noEnglish(t, map[string][]string{args[0]: strings.Split(o.out+o.err, "\n")}, []string{"Responses", "no, not stated, yes"})
	}
	looked += noEnglish(t, map[string][]string{"help": helpOfAll(t)}, []string{"<from>", "ledger people"})
	for _, english := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%q has no German entry", english)
	}
	if looked < 500 {
		t.Errorf("only %d lines were looked at", looked)
	}
	if o := steward("mechanisms", "--json"); !strings.Contains(o.out, "Noise on each cell") || words.Language() != "de" {
		t.Errorf("for programs it is said in %s: %s", words.Language(), o.out)
	}
}

// noted is what an account holds as it was said when it was noted.
var noted = regexp.MustCompile(`how many people [^;\n]*`)

// forProgramsOnly are the commands whose output is read by programs.
var forProgramsOnly = map[string]bool{"sql": true, "plan-show": true, "codebook": true}

// helpOfAll is what is said of every command.
func helpOfAll(t *testing.T) (lines []string) {
	t.Helper()
	parser, err := kong.New(new(commands), append(byBytes(), kong.Name("steward"))...)
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		o := steward(append(strings.Fields(leaf.Path())[1:], "--help")...)
		lines = append(lines, strings.Split(o.out, "\n")...)
	}
	return lines
}
