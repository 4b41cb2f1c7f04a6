package main

import (
	"encoding/json"
	"html"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/io/project"
)

// promising finds what is said of guesses and of odds.
var promising = regexp.MustCompile(`[^.\n<>"]*(?:guess(?:es)? right|odds)[^\n<>]*`)

// saysWhatIsPromised checks that whatever a command and the files of a release say of guesses and odds is drawn from
// the promise of the plan: its sentences, which are worked out again in core/promise, and nothing else. It returns how
// many of them are said.
func saysWhatIsPromised(t *testing.T, dir string, got map[string]string) (said int) {
	t.Helper()
	p, err := project.Load(filepath.Join(dir, "plan.steward"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	promised := promise.Of(c)
	written := func(texts ...message.Text) (out []string) { // in records, and to readers
		for _, text := range texts {
			out = append(out, text.String(), language.Language{}.Say(text))
		}
		return slices.Compact(out)
	}
	own := written(promised.Guessing(nil), promised.Shifting())
	described := written(c.Describe().Secret, c.Describe().Together, c.Describe().Presence)
	if rows := c.Plan.Rows; rows != nil {
		described = append(described, written(rows.Sentence())...)
	}
	check := func(where, text string) {
		t.Helper()
		text = strings.ReplaceAll(text, "log odds per unit of score", "") // of a draw's law, for experts
		for _, s := range described {
			text = strings.ReplaceAll(text, s, "")
		}
		for _, s := range own {
			said += strings.Count(text, s)
			text = strings.ReplaceAll(text, s, "")
		}
		for _, found := range promising.FindAllString(text, -1) {
			if !ofAPair(found, promised) {
				t.Errorf("%s says %q, which is none of %q", where, found, own)
			}
		}
	}
	for name, content := range got {
		switch {
		case strings.HasPrefix(name, "otherwise/"): // a release of the plan while it had other secrets
		case strings.HasPrefix(name, "said/preview") && !strings.HasSuffix(name, "json.txt"):
			check(name, content)
		case strings.HasSuffix(name, "xl/sharedStrings.xml"):
			check(name, html.UnescapeString(content))
		case strings.HasSuffix(name, "it.json"):
			var record struct{ Protection map[string]any }
			if err := json.Unmarshal([]byte(content), &record); err != nil {
				t.Fatal(err)
			}
			for _, text := range record.Protection {
				if s, ok := text.(string); ok {
					check(name, s)
				}
			}
		}
	}
	return said
}

// ofAPair reports whether odds are said to shift by the factor of some distance, and of what it leaves out.
func ofAPair(text string, p promise.Promise) bool {
	for steps := weighted.Weight(1); steps <= 64; steps++ {
		for _, far := range []weighted.Weight{steps * weighted.One, steps * weighted.One / 4} {
			if strings.Contains(text, p.By(far).String()) {
				return true
			}
		}
	}
	return false
}

// saysWhatNumbersAre checks what a workbook says of all numbers of a release against the numbers in the record: that each carries noise,
// and that published ones are whole and never below zero.
func saysWhatNumbersAre(t *testing.T, got map[string]string) {
	t.Helper()
	var record struct {
		Questions []struct {
			Answers []struct {
				Published float64
				Exact     bool
			}
		}
	}
	content, released := got["out/it.json"]
	if !released {
		return
	}
	if err := json.Unmarshal([]byte(content), &record); err != nil {
		t.Fatal(err)
	}
	says := html.UnescapeString(got["out/it.xlsx/xl/sharedStrings.xml"])
	for _, q := range record.Questions {
		for _, a := range q.Answers {
			if a.Exact && strings.Contains(says, "Each number carries noise, so") {
				t.Fatalf("the workbook says that each number carries noise, but %v is exact", a.Published)
			}
			if (a.Published < 0 || a.Published != math.Trunc(a.Published)) && (strings.Contains(says, "whole, and never below zero;") || strings.Contains(says, "whole and never below zero, so")) {
				t.Fatalf("the workbook says that published numbers are whole and never below zero, but one is %v", a.Published)
			}
		}
	}
}
