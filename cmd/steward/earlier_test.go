package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/assets"
	"steward/core/noise/noisetest"
)

// TestEarlierVersions opens what the program wrote at points of its history: projects are read and
// promise what they promised, ledgers count what was spent, releases are found to be right, and the next release
// is counted on top.
func TestEarlierVersions(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join("testdata", "earlier", "*", "clinic-survey.steward"))
	if err != nil || len(folders) < 5 {
		t.Fatalf("%d folders, %v", len(folders), err)
	}
	written := version
	version = "later" // what wrote them has another name
	t.Cleanup(func() { version = written })
	sample := t.TempDir()
	if err := os.CopyFS(sample, assets.Sample()); err != nil {
		t.Fatal(err)
	}
	for _, project := range folders {
		earlier := filepath.Dir(project)
		t.Run(filepath.Base(earlier), func(t *testing.T) {
			// Records are sealed, and ask for groups and made-up records, from the fifth folder on.
			sealed := filepath.Base(earlier) >= "before-0.9.0-5"
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(earlier)); err != nil {
				t.Fatal(err)
			}
			d := &desk{t: t, dir: dir, noise: noisetest.Fresh(t), ledgers: filepath.Join(dir, "ledgers"), plan: filepath.Join(dir, "clinic-survey.steward"), data: filepath.Join(sample, assets.Workbook), out: filepath.Join(dir, "next")}
			d.says([]string{"check", d.plan}, `Nobody can tell an answer in "age" from another within 5`, `nor an answer in "visits" from another within 3`)
			file := filepath.Join(dir, "release", "clinic-survey.json")
			for _, line := range strings.Split(strings.TrimSpace(d.must("verify", file)), "\n") {
				noSeal := strings.HasPrefix(line, "NOT CHECKED The record is of the first format, which has no seal")
				// A strategy that is searched for is another one where the search is better by now.
				searched := strings.HasPrefix(line, "NOT CHECKED People by age, cumulative: ") && strings.HasSuffix(earlier, "before-0.9.0-4") &&
					strings.Contains(line, "this is Steward later, which may tune this method otherwise")
				notNoted := strings.HasPrefix(line, "NOT CHECKED The ledger notes no seal of the record, as versions before this one did not")
				if !strings.HasPrefix(line, "holds ") && (sealed || !noSeal && !notNoted) && !searched {
					t.Error(line)
				}
			}
			d.says([]string{"combine", file, "--question", "Smokers by district", "--add", "Alderton, yes", "--add", "Brookside, yes"}, "19 times in 20")
			next := []string{"release", d.plan, "--data", d.data, "--out", d.out}
			d.must(next...)
			if sealed {
				found, err := filepath.Glob(filepath.Join(d.out, "*.json"))
				if err != nil || len(found) != 1 {
					t.Fatalf("the records are %q", found)
				}
				r := record(t, d.out, strings.TrimSuffix(filepath.Base(found[0]), ".json"))
				if len(r.Clusters) != 1 || len(r.Clusters[0].Groups) != 3 || len(r.Synthetic) != 1 || r.Synthetic[0].Records != 60 {
					t.Errorf("the next release has %+v, %+v", r.Clusters, r.Synthetic)
				}
			}
			if s := d.ledger("Clinic survey 2026"); s.Spent != "1" || len(s.Unwritten) > 0 {
				t.Errorf("the ledger: %+v", s)
			}
		})
	}
}
