package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/gui/session/nextyear"
	"steward/io/project"
)

// The window and the command line carry every plan over alike, for the same choices: what it publishes, how the file is read, rules for
// cells and columns with several answers too, and what is noted in the accounts.
func TestTheWindowCarriesOverAsTheCommandDoes(t *testing.T) {
	carried, rules, splits := 0, 0, 0
	for i, k := range keptPlans(t) {
		if d, _ := k.plan["data"].(map[string]any); !seeded.Audit && i%6 > 0 && d["repairs"] == nil && d["splits"] == nil {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			d := &desk{t: t, dir: t.TempDir(), noise: noisetest.Fresh(t)}
			d.ledgers, d.plan, d.data = filepath.Join(d.dir, "ledgers"), filepath.Join(d.dir, "plan.steward"), filepath.Join(d.dir, k.File)
			write(t, d.data, read(t, filepath.Join(corpus, k.File)))
			text, err := json.Marshal(k.plan)
			if err != nil {
				t.Fatal(err)
			}
			write(t, d.plan, string(text))
			d.must("next", d.plan, d.data, "--out", filepath.Join(d.dir, "next.steward"), "--same-people", "--keep-facts", "--title", "Next", "--limit", "9", "--years", "2", "--budget", "0.5", "--by", "A. Steward")
			want, _, err := project.Read(filepath.Join(d.dir, "next.steward"))
			if err != nil {
				t.Fatal(err)
			}
			s := session.New(session.Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: filepath.Join(d.dir, "ledgers of the window")})
			s.Data.OpenFile(d.data, plan.Data{})
			e, err := s.NextYear.Read(d.plan)
			if err != nil {
				t.Fatal(err)
			}
			s.NextYear.Compare(e, func(l nextyear.Look, err error) {
				if err != nil {
					t.Fatal(err)
				}
				s.NextYear.TakeNext(l, nextyear.Choice{Title: "Next", KeepFacts: true, Limit: "9", Years: 2, Budget: "0.5"}, "A. Steward", func(err error) {
					if err != nil {
						t.Fatal(err)
					}
				})
			})
			got := s.Plan()
			// The window says how the text is written where the plan leaves that to be recognised.
			got.Data.Delimiter, want.Data.Delimiter = "", ""
			if a, b := written(t, got), written(t, want); a != b {
				t.Errorf("the window carries over\n%s\nand the command\n%s", a, b)
			}
			if a := s.Balance.Account(); a.Limit != "9" || a.Reserved != "0.5" {
				t.Errorf("the window noted %+v", a)
			}
			if said := d.ledger(want.DataSet); said.Limit != "9" || said.Reserved != "0.5" {
				t.Errorf("the command noted %+v", said)
			}
			if header := s.Data.File().Header; len(want.Data.Splits) > 0 && header[len(header)-1] != want.Data.Splits[0].Names()[len(want.Data.Splits[0].Options)-1] {
				t.Errorf("the file is not read as the plan says: it has %q", header)
			}
			if carried++; len(want.Data.Repairs) > 0 {
				rules++
			}
			if len(want.Data.Splits) > 0 {
				splits++
			}
		})
	}
	if carried < 14 || rules < 1 || splits < 1 {
		t.Errorf("%d plans were carried over, %d of them with rules and %d with several answers in a cell", carried, rules, splits)
	}
}

// written is a plan as it is saved.
func written(t *testing.T, p plan.Plan) string {
	t.Helper()
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
