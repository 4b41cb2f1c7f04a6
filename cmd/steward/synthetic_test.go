package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// Made-up records go the whole way on the command line, and what makes no sense is refused.
func TestRecordsFromNewToVerify(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	made := filepath.Join(d.dir, "made.steward")
	d.must("new", d.data, "--out", made, "--confirm", "--table", "town", "--synthetic", "*", "--synthetic", "age,town", "--records", "50")
	d.must("check", made, "--data", d.data)
	like := filepath.Join(d.dir, "like.csv")
	write(t, like, strings.Replace(sixty(), "North", "South", 5))
	if out := d.must("preview", made, "--like", like); !strings.Contains(out, "MEAN ERROR") || !strings.Contains(out, "On like.csv, the numbers of") {
		t.Errorf("the preview says\n%s", out)
	}
	var shown struct {
		Synthetic []struct {
			Title, Method string
			Mean          float64 `json:"meanError"`
			Tables        []struct{ Numbers int }
		}
	}
	if err := json.Unmarshal([]byte(d.must("--json", "preview", made, "--like", like)), &shown); err != nil || len(shown.Synthetic) != 2 || shown.Synthetic[0].Mean <= 0 || len(shown.Synthetic[1].Tables) != 1 {
		t.Errorf("the preview for programs: %+v, %v", shown, err)
	}
	out := d.must("release", made, "--data", d.data, "--out", d.out, "--name", "made")
	for _, want := range []string{"50 records by Tables and a graphical model", "none belongs to a person", "which stand for"} {
		if !strings.Contains(out, want) {
			t.Errorf("the release does not say %q:\n%s", want, out)
		}
	}
	verified := d.must("verify", filepath.Join(d.out, "made.json"))
	if !strings.Contains(verified, "noise, rates of choices and what they spend are those of the plan") || !strings.Contains(verified, "made-q2.csv contains the made-up rows that the record names") {
		t.Errorf("verify says\n%s", verified)
	}
	if text := read(t, filepath.Join(d.out, "made-q2.csv")); strings.Count(text, "\n") != 51 {
		t.Errorf("the table has %d lines", strings.Count(text, "\n"))
	}
	if r := record(t, d.out, "made"); len(r.Synthetic) != 2 || r.Synthetic[0].Records != 50 || len(r.Synthetic[0].Digest) != 64 {
		t.Errorf("the record has %+v", r.Synthetic)
	}
	for says, args := range map[string][]string{
		"ask for them with --synthetic":      {"--records", "5"},
		"which the records do not have":      {"--synthetic", "age,town", "--near", "age,wage"},
		"the plan declares no column “rent”": {"--synthetic", "age,rent"},
	} {
		d.refused(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--confirm"}, args...), says)
	}
}
