package verify

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/export"
	"steward/io/publish/publishtest"
)

func failures(t *testing.T, record, ledgers string) []string {
	t.Helper()
	findings, err := Release(publishtest.Remembering, record, ledgers, "test")
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) < 8 {
		t.Fatalf("only %d findings", len(findings))
	}
	var bad []string
	for _, f := range findings {
		if !f.OK {
			bad = append(bad, f.What.String())
		}
	}
	return bad
}

func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"no.json": "{}", "text.json": "hello", "new.json": `{"version": 99}`, "odd.json": `{"version": 1, "surprise": true}`} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Release(publishtest.Remembering, path, dir, "test"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want one that names the file", name, err)
		}
	}
	if _, err := Release(publishtest.Remembering, filepath.Join(dir, "missing.json"), dir, "test"); err == nil {
		t.Error("a missing record was verified")
	}
}

// Whatever a record claims that a question takes of the budget, in the place of what its plan gives it, is refused: nothing
// above all, where there is noise.
func TestVerifyTellsAShareThatIsClaimed(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, claimed := range []string{"0", "0.00001", "1", "none", ""} {
		var r map[string]any
		if err := json.Unmarshal(original, &r); err != nil {
			t.Fatal(err)
		}
		for i := range r["questions"].([]any) {
			question := r["questions"].([]any)[i].(map[string]any)
			question["epsilon"] = claimed
		}
		changed, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(filepath.Dir(record), "claimed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		findings, err := Release(publishtest.Remembering, path, ledgers, "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, f := range findings {
			if !f.OK && strings.Contains(f.What.String(), "of the budget, but according to its plan it takes") {
				found++
			}
		}
		if want := len(r["questions"].([]any)); found != want {
			t.Errorf("%q is claimed, and said of %d of %d questions", claimed, found, want)
		}
	}
}

// Where groups cost nothing none were found in rounds, whose noise nothing pays for: a record that says so is refused.
func TestVerifyTellsGroupsThatCostNothing(t *testing.T) {
	low, high, refuse := int64(0), int64(3), plan.Special{Rule: domain.Refuse}
	p := plan.Plan{Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "1"},
		Columns: []plan.Column{{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "smoker", Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Typed, Blank: refuse, Other: refuse}},
		Secrets:   secret.Secrets{Columns: []secret.Secret{{Kind: secret.Public, Columns: []domain.AttributeName{"age"}}}},
		Questions: []plan.Question{{ID: "smokers", Title: "Smokers", Kind: "table", Columns: []domain.AttributeName{"smoker"}}},
		Clusters:  []plan.Clustering{{ID: "groups", Title: "Groups", Clusters: 2, Columns: []plan.ClusterColumn{{Name: "age"}}}},
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Agreed = c.Agree()
	if c, err = plan.Compile(p); err != nil || !c.CostsNothing("groups") {
		t.Fatalf("groups of a public column cost something: %v", err)
	}
	in := export.Clustering{Head: export.Head{Title: "Groups", Mechanism: cluster.RoundsID}, Share: export.Share{Epsilon: "0", Effective: "0"}, Rounds: 1}
	in.RoundNoise = []cluster.RoundNoise{{}}
	if _, err := clusteredAgain(t.Context(), c, 0, in); err == nil || !strings.Contains(err.Error(), "not found in the way") {
		t.Errorf("groups in rounds at no cost: %v", err)
	}
	in.Mechanism, in.Rounds, in.RoundNoise, in.Table = cluster.SummaryPrefix+"laplace", 0, nil, "cells"
	if _, err := clusteredAgain(t.Context(), c, 0, in); err != nil {
		t.Errorf("groups from a table at no cost: %v", err)
	}
	in.Epsilon, in.Effective = "0.5", "0.5"
	if _, err := clusteredAgain(t.Context(), c, 0, in); err == nil {
		t.Error("a cost of 0.5 is not told")
	}

	// Rounds that are asked for have no noise either.
	c.Plan.Clusters[0].Way = string(cluster.Rounds)
	in = export.Clustering{Head: export.Head{Title: "Groups", Mechanism: cluster.RoundsID}, Share: export.Share{Epsilon: "0", Effective: "0"}, Rounds: 1}
	in.RoundNoise = []cluster.RoundNoise{{SizeScale: "0", SumScales: []string{"0"}, From: [][]float64{{0}, {3}}, About: [][]int64{{0}, {3}}}}
	if _, err := clusteredAgain(t.Context(), c, 0, in); err != nil {
		t.Errorf("groups in rounds that were asked for, at no cost: %v", err)
	}
	in.RoundNoise[0].SizeScale = "2"
	if _, err := clusteredAgain(t.Context(), c, 0, in); err == nil || !strings.Contains(err.Error(), "costs nothing") {
		t.Errorf("noise at no cost: %v", err)
	}
}
