package publish_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/noise/noisetest"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/io/verify"
	"steward/io/witness"
)

// rolled is an account after three releases, of which the ledgers were taken back.
type rolled struct {
	job     publish.Job
	records []string
	past    project.Past // what the project remembers after the last
	ledgers []string     // copies of the folders of the ledgers after each release, the first before any
}

// release releases into a folder of its own beside the others.
func (r *rolled) release(t *testing.T, name string) error {
	j := r.job
	j.Noise, j.Out = noisetest.Fresh(t), filepath.Join(filepath.Dir(r.job.Out), name)
	done, err := publish.Release(context.Background(), j)
	if err != nil {
		return err
	}
	r.records = append(r.records, done.Record())
	r.past, err = publish.Remembered(context.Background(), r.past, j.LedgerDir, done)
	return err
}

// keep copies the ledgers and their heads.
func (r *rolled) keep(t *testing.T) {
	to := t.TempDir()
	for _, suffix := range []string{"", ".heads"} {
		if err := os.CopyFS(filepath.Join(to, "ledgers"+suffix), os.DirFS(r.job.LedgerDir+suffix)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	r.ledgers = append(r.ledgers, to)
}

// put puts copies of the folders back.
func (r *rolled) put(t *testing.T, from string) {
	for _, suffix := range []string{"", ".heads"} {
		if err := os.RemoveAll(r.job.LedgerDir + suffix); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(r.job.LedgerDir+suffix, os.DirFS(filepath.Join(from, "ledgers"+suffix))); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

func (r *rolled) spent(t *testing.T) string {
	book, err := ledger.Open(r.job.LedgerDir, "Town")
	if err != nil {
		t.Fatal(err)
	}
	st, err := book.Statement()
	if err != nil {
		return err.Error()
	}
	return st.Joint().RatString()
}

func thrice(t *testing.T) *rolled {
	r := &rolled{job: publishtest.TownJob(t)}
	p := r.job.Plan.Plan
	p.Budget.Limit = "2"
	r.job.Plan = publishtest.Compiled(t, p)
	r.keep(t)
	for _, name := range []string{"one", "two", "three"} {
		if err := r.release(t, name); err != nil {
			t.Fatal(err)
		}
		r.keep(t)
	}
	return r
}

// Whatever is done to the folder of the ledgers and their heads: with the project, or with the records of the releases, what was spent
// is found again before anything more is, told, and counts; and the records are those of the account.
func TestAccountsThatAreBehind(t *testing.T) {
	first := thrice(t)
	deleteHeads := func(r *rolled) { os.RemoveAll(r.job.LedgerDir + ".heads") }
	attacks := map[string]func(t *testing.T, r *rolled){
		"an old copy of everything":  func(t *testing.T, r *rolled) { r.put(t, r.ledgers[1]) },
		"a copy of before the first": func(t *testing.T, r *rolled) { r.put(t, r.ledgers[0]) },
		"everything deleted":         func(_ *testing.T, r *rolled) { os.RemoveAll(r.job.LedgerDir); deleteHeads(r) },
		"the end cut off and the head deleted": func(t *testing.T, r *rolled) {
			deleteHeads(r)
			files, err := filepath.Glob(filepath.Join(r.job.LedgerDir, "*.ledger"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.SplitAfter(string(data), "\n")
			if err := os.WriteFile(files[0], []byte(strings.Join(lines[:2], "")), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"an old copy that went on": func(t *testing.T, r *rolled) {
			r.put(t, r.ledgers[1])
			r.job.Out = filepath.Join(t.TempDir(), "away", "x")
			r.past = project.Past{}
			if err := r.release(t, "four"); err != nil {
				t.Fatal(err)
			}
		},
	}
	knows := map[string]func(r *rolled) witness.Near{
		"the project": func(r *rolled) witness.Near { return witness.Near{Copy: r.past.Account, Project: "town.steward"} },
		"the records": func(r *rolled) witness.Near { return witness.Near{Folders: []string{filepath.Dir(r.job.Out)}} },
		"the last record": func(r *rolled) witness.Near {
			return witness.Near{Folders: []string{filepath.Dir(r.records[2])}}
		},
		"both": func(r *rolled) witness.Near {
			return witness.Near{Copy: r.past.Account, Project: "town.steward", Folders: []string{filepath.Dir(r.job.Out)}}
		},
	}
	for attack, do := range attacks {
		for who, near := range knows {
			t.Run(attack+", "+who, func(t *testing.T) {
				r := *first
				r.job.LedgerDir = filepath.Join(t.TempDir(), "ledgers")
				r.put(t, r.ledgers[3])
				if got := r.spent(t); got != "3/2" {
					t.Fatalf("spent %s before", got)
				}
				known := near(&r)
				do(t, &r)
				r.job.Near = known
				r.job.Out = filepath.Join(t.TempDir(), "y")
				want := "3/2"
				if attack == "an old copy that went on" {
					want = "2"
				}
				err := r.release(t, "five")
				if behind := new(witness.BehindError); !errors.As(err, &behind) || !strings.Contains(err.Error(), "nothing was spent") || !strings.Contains(err.Error(), "decide again") {
					t.Fatalf("the release says %v", err)
				}
				// The last record knows what was spent before it, but of an old copy that went on not by which entries.
				if got := r.spent(t); got != want && (who != "the last record" || got != "3/2" && attack == "an old copy that went on") {
					t.Errorf("%s is spent, want %s", got, want)
				}
				if told, err := witness.Heed(context.Background(), r.job.LedgerDir, "Town", r.job.Near); err != nil || len(told) > 0 {
					t.Errorf("once more it finds %+v, %v", told, err)
				}
				found, err := verify.Release(context.Background(), r.records[2], r.job.LedgerDir, "")
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					if !f.OK && f.Part == verify.Ledger {
						t.Errorf("of the last release: %s", f.What)
					}
				}
			})
		}
	}
}

// A record that was changed, one of other people, and a copy that was changed are not believed.
func TestWhatIsNotBelieved(t *testing.T) {
	r := thrice(t)
	r.put(t, r.ledgers[1])
	text, err := os.ReadFile(r.records[2])
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"changed.json": strings.Replace(string(text), `"epsilon": "0.5"`, `"epsilon": "9"`, 1),
		"others.json":  strings.ReplaceAll(string(text), `"Town"`, `"Village"`),
		"none.json":    `{"spentAfter": 1}`,
	} {
		if content == string(text) {
			t.Fatal(name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if told, err := witness.Heed(context.Background(), r.job.LedgerDir, "Town", witness.Near{Folders: []string{dir}}); err != nil || len(told) > 0 || r.spent(t) != "1/2" {
		t.Errorf("believed %+v, %v: %s is spent", told, err, r.spent(t))
	}
	if _, err := witness.Ask(context.Background(), r.job.LedgerDir, []string{filepath.Join(dir, "changed.json")}); err == nil || !strings.Contains(err.Error(), "changed after it was written") {
		t.Errorf("asked for a changed record: %v", err)
	}
	changed := json.RawMessage(strings.Replace(string(r.past.Account), `"epsilon":"0.5"`, `"epsilon":"0.1"`, 1))
	if told, err := witness.Heed(context.Background(), r.job.LedgerDir, "Town", witness.Near{Copy: changed}); err == nil || len(told) > 0 {
		t.Errorf("a changed copy: %+v, %v", told, err)
	}
}
