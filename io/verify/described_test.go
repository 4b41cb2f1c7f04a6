package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/io/export"
	"steward/io/publish/publishtest"
)

// What a record says beside its plan and follows from it is compared with the plan: whoever changes it and seals the record again is
// found out, also where no signature and no account vouches for the record.
func TestWhatFollowsFromThePlanIsCompared(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	path := filepath.Join(filepath.Dir(record), "changed.json")
	findings := func(change func(*export.Record)) Findings {
		t.Helper()
		r, err := export.ReadRecord(record)
		if err != nil {
			t.Fatal(err)
		}
		change(&r)
		r.Seal = ""
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, resealed(append(text[:len(text)-1], ",\n \"seal\""...)), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := Release(publishtest.Remembering, path, t.TempDir(), "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if f := findings(func(*export.Record) {}); f.Outcome() != Unchanged {
		t.Fatalf("unchanged, and sealed again: %+v", f)
	}
	type change struct {
		name string
		do   func(*export.Record)
	}
	changes := []change{
		{"another data set", func(r *export.Record) { r.Ledger.DataSet += "x" }},
		{"more tied together", func(r *export.Record) { r.Multiplier++ }},
		{"another reason", func(r *export.Record) { r.MultiplierWhy += "x" }},
		{"no claim", func(r *export.Record) { r.Claim = nil }},
		{"no columns", func(r *export.Record) { r.Columns = nil }},
	}
	whole, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range whole.Columns {
		changes = append(changes,
			change{fmt.Sprint("the name of column ", i), func(r *export.Record) { r.Columns[i].Name += "x" }},
			change{fmt.Sprint("without column ", i), func(r *export.Record) { r.Columns = slices.Delete(r.Columns, i, i+1) }})
		if len(c.Values) > 0 {
			changes = append(changes, change{fmt.Sprint("a value of column ", i), func(r *export.Record) { r.Columns[i].Values[0] += "x" }})
		}
	}
	for i, q := range whole.Questions {
		changes = append(changes,
			change{fmt.Sprint("the title of question ", i), func(r *export.Record) { r.Questions[i].Title += "x" }},
			change{fmt.Sprint("the id of question ", i), func(r *export.Record) { r.Questions[i].ID += "x" }},
			change{fmt.Sprint("the mechanism of question ", i), func(r *export.Record) { r.Questions[i].Mechanism = "" }},
			change{fmt.Sprint("the mechanism's name of question ", i), func(r *export.Record) { r.Questions[i].Name += "x" }},
			change{fmt.Sprint("the source of question ", i), func(r *export.Record) { r.Questions[i].Source += "x" }},
			change{fmt.Sprint("the headings of question ", i), func(r *export.Record) { r.Questions[i].Keys[0] += "x" }},
			change{fmt.Sprint("what is left for question ", i), func(r *export.Record) { r.Questions[i].Effective += "1" }})
		if q.Measured == nil {
			continue
		}
		changes = append(changes, change{fmt.Sprint("no rows of question ", i), func(r *export.Record) { r.Questions[i].Measured = nil }})
		for k, rows := range q.Measured.Rows {
			if rows.Scale != "" {
				changes = append(changes, change{fmt.Sprintf("noise of rows %d of question %d", k, i), func(r *export.Record) { r.Questions[i].Measured.Rows[k].Scale += "0" }})
			}
			if rows.SigmaSquared != "" {
				changes = append(changes, change{fmt.Sprintf("noise of rows %d of question %d", k, i), func(r *export.Record) { r.Questions[i].Measured.Rows[k].SigmaSquared += "0" }})
			}
		}
	}
	for _, c := range changes {
		if findings(c.do).Outcome() != NotOriginal {
			t.Errorf("nothing is said of %s", c.name)
		}
	}
}

// Whoever takes a file out of a record, or all of them, and seals it again, hears of every file beside it that is no longer named.
func TestFilesThatAreNotNamed(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	whole, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(whole.Files))
	left := func(out []string, instead string) (Findings, error) {
		r := whole
		r.Files, r.Seal = maps.Clone(whole.Files), ""
		for _, name := range out {
			delete(r.Files, name)
		}
		if instead != "" {
			r.Files[instead] = whole.Digest
		}
		text, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(record, resealed(append(text[:len(text)-1], ",\n \"seal\""...)), 0o600); err != nil {
			return nil, err
		}
		return Release(publishtest.Remembering, record, t.TempDir(), "Steward test")
	}
	for _, out := range append([][]string{nil, names}, slices.Collect(slices.Chunk(names, 1))...) {
		for _, instead := range []string{"", "another.xlsx"} { // which hides none of them
			found, err := left(out, instead)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				told := slices.ContainsFunc(found, func(f Finding) bool {
					return strings.HasPrefix(f.What.String(), name+" stands beside the record, which does not name it")
				})
				if told != slices.Contains(out, name) {
					t.Errorf("without %q: that %s is not named is said: %v", out, name, told)
				}
			}
			if slices.ContainsFunc(out, func(name string) bool { return partOf(name) == Workbook }) && found.Outcome() != NotOriginal {
				t.Errorf("without %q: %v", out, found.Outcome())
			}
		}
	}
}
