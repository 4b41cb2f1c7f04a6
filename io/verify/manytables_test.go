package verify

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// Tables over more columns than have combinations that can be counted hold together in every file of a release.
func TestTablesOverManyColumnsHoldTogether(t *testing.T) {
	p := publishtest.TownPlan()
	p.Secrets.Together, p.Budget.Delta, p.Columns, p.Questions = 1, "0.000001", nil, nil
	var names, row []string
	for i := range 26 {
		c := plan.Column{Name: domain.AttributeName(fmt.Sprint("c", i)), Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
		p.Columns, names, row = append(p.Columns, c), append(names, string(c.Name)), append(row, "yes")
		if i > 0 {
			p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", i), Title: fmt.Sprint("Table ", i), Kind: "table", Columns: []domain.AttributeName{p.Columns[i-1].Name, c.Name}})
		}
	}
	text := strings.Join(names, ";") + "\n"
	for i := range 40 {
		row[i%26] = []string{"yes", "no"}[i/26]
		row[i*7%26] = []string{"no", "yes"}[i%2]
		text += strings.Join(row, ";") + "\n"
	}
	path := publishtest.Written(t, "many.csv", text)
	reviewed, _, err := publish.Review(context.Background(), publishtest.Compiled(t, p), path, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	j := publish.Job{Plan: publishtest.Compiled(t, reviewed), Data: path, LedgerDir: filepath.Join(dir, "ledgers"), Out: filepath.Join(dir, "out"), Base: "many",
		Program: "Steward test", Now: publishtest.TownTime, Noise: noisetest.Fresh(t)}
	done, err := publish.Release(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if q := done.Release.Questions[0]; len(q.Together) != 25 || q.Mechanism.ID != "gaussian-marginals" {
		t.Fatalf("answered by %s with %v", q.Mechanism.ID, q.Together)
	}
	record := filepath.Join(j.Out, "many.json")
	if bad := failures(t, record, j.LedgerDir); len(bad) > 0 {
		t.Errorf("a fresh release does not hold together: %q", bad)
	}
}
