package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/plan"
)

// Percentiles, most common values and best choices go the whole way on the command line, and a
// record that was changed is found out.
func TestChoicesFromNewToVerify(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	weights := filepath.Join(d.dir, "lists.csv")
	write(t, weights, "option,North,South\nport,1,0.5\nhill,,2\n")
	made := filepath.Join(d.dir, "made.steward")
	d.must("new", d.data, "--out", made, "--confirm", "--table", "town", "--median", "age", "--percentile", "90:wage", "--interval",
		"--most-common", "town", "--price", "wage:1000,1500,2000", "--best", "town:"+weights)
	d.must("check", made, "--data", d.data)
	if out := d.must("preview", made); !strings.Contains(out, "Median of age") || !strings.Contains(out, "too many can end up on one side") || !strings.Contains(out, "Best price for wage") {
		t.Errorf("the preview says\n%s", out)
	}
	var shown struct {
		Choices []struct {
			Title   string
			Chosen  string
			Methods []struct{ Name string }
		}
	}
	if err := json.Unmarshal([]byte(d.must("--json", "preview", made)), &shown); err != nil || len(shown.Choices) != 5 || len(shown.Choices[0].Methods) < 2 {
		t.Errorf("the preview for programs: %+v, %v", shown, err)
	}
	out := d.must("release", made, "--data", d.data, "--out", d.out, "--name", "made")
	for _, want := range []string{"The median of age is 2", "19 times in 20 it lies from", "The most common value of town is", "Best price for wage: "} {
		if !strings.Contains(out, want) {
			t.Errorf("the release does not say %q:\n%s", want, out)
		}
	}
	verified := d.must("verify", filepath.Join(d.out, "made.json"))
	if !strings.Contains(verified, "Median of age: sensitivity, rate, noise and errors are those of the plan") {
		t.Errorf("verify says\n%s", verified)
	}
	if text := read(t, filepath.Join(d.out, "made-q2.csv")); !strings.Contains(text, "The median of age is") {
		t.Errorf("the table says %q", text)
	}

	r := record(t, d.out, "made")
	if len(r.Choices) != 5 || r.Choices[0].Rate == "" && len(r.Choices[0].Noise) == 0 {
		t.Fatalf("the record has %+v", r.Choices)
	}
	whole := read(t, filepath.Join(d.out, "made.json"))
	for what, change := range map[string]string{
		"another price":     strings.Replace(whole, `"value": "`+r.Choices[3].Values[0].Value+`"`, `"value": "`+other(r.Choices[3].Values[0].Value)+`"`, 1),
		"a value out of it": strings.Replace(whole, `"value": "`+r.Choices[2].Values[0].Value+`"`, `"value": "Atlantis"`, 1),
		"a smaller error":   strings.Replace(whole, `"fall95": `, `"fall95": 1`, 1),
	} {
		write(t, filepath.Join(d.out, "made.json"), change)
		if o := d.steward("verify", filepath.Join(d.out, "made.json")); o.code == 0 {
			t.Errorf("%s is not found out:\n%s", what, o.out)
		}
	}
	write(t, filepath.Join(d.out, "made.json"), whole)
	book := filepath.Join(d.out, "made.xlsx")
	f, err := excelize.OpenFile(book)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(book); err != nil {
		t.Fatal(err)
	}
	if o := d.steward("verify", filepath.Join(d.out, "made.json")); o.code != 3 || !strings.Contains(o.out, "was saved again by another program") {
		t.Errorf("a workbook that was saved again: exit code %d\n%s", o.code, o.out)
	}
	for _, name := range f.GetSheetList() {
		if strings.HasPrefix(name, "4 ") { // the most common town
			if err := f.SetCellStr(name, "A2", "Atlantis"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.SaveAs(book); err != nil {
		t.Fatal(err)
	}
	if o := d.steward("verify", filepath.Join(d.out, "made.json")); o.code != 4 {
		t.Errorf("a changed workbook is not found out:\n%s", o.out)
	}
}

func other(price string) string {
	if price == "1000" {
		return "2000"
	}
	return "1000"
}

// A percentile is read off a table of the release for nothing.
func TestPercentileOffATableOfTheRelease(t *testing.T) {
	p := peoplePlan()
	p.Choices = []plan.Choice{{ID: "m", Title: "Median wage", Kind: "percentile", Column: "wage", Table: "wages"}}
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	if out := d.must("preview", d.plan); !strings.Contains(out, "at no cost") {
		t.Errorf("the preview says\n%s", out)
	}
	d.must(d.releaseArgs()...)
	if out := d.must("verify", filepath.Join(d.out, "people.json")); !strings.Contains(out, "The questions spend no more than 0.5") {
		t.Errorf("verify says\n%s", out)
	}
	if r := record(t, d.out, "people"); r.Choices[0].Epsilon != "0" || r.Questions[0].Epsilon != "0.25" {
		t.Errorf("the percentile spends %s", r.Choices[0].Epsilon)
	}
}

func TestChoicesThatCannotBeAskedAreRefused(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	text, lacking := filepath.Join(d.dir, "text.csv"), filepath.Join(d.dir, "lacking.csv")
	write(t, text, "option,North\nport,many\nhill,2\n")
	write(t, lacking, "option,at\na,1000\nb,2000\n")
	for words, flags := range map[string][]string{
		"the plan declares no column":       {"--median", "height"},
		"a percentile and a column such as": {"--percentile", "age"},
		"is among those of --by":            {"--median", "age", "--by", "age"},
		"the list of prices is empty":       {"--price", "age"},
		"found “cheap” where a number":      {"--price", "age:5,cheap"},
		"North: found “many” where":         {"--best", "town:" + text},
		"but not how: write a test":         {"--best", "wage:" + lacking},
		"ask for one, such as --median":     {"--interval"},
		"a column and a sheet of options":   {"--best", "town"},
	} {
		d.refused(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "x.steward"), "--confirm"}, flags...), words)
	}
}
