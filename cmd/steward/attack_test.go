package main

import (
	"encoding/json"
	"math/big"
	"os"
	"strings"
	"testing"

	"steward/cmd/steward/previews"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// The demonstration needs a plan only: the spreadsheet may be gone. Who averages comes close
// where facts are not counted, and no closer than one number where they are.
func TestAttack(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	if err := os.Remove(d.data); err != nil {
		t.Fatal(err)
	}
	before := files(t, d.dir)
	out := d.must("attack", d.plan)
	for _, want := range []string{"shown on age at your budget of 0.5", "made up", "no data are read", "Made-up numbers: 10 cells, from 20 to 29",
		"averaged away", "FACTS NOT COUNTED", "FACTS COUNTED", "in 100", "What to do", "in the step Known facts", "This plan states 1 known fact"} {
		if !strings.Contains(out, want) {
			t.Errorf("attack does not say %q:\n%s", want, out)
		}
	}
	if after := files(t, d.dir); len(after) != len(before) {
		t.Errorf("files were written: %d before, %d after", len(before), len(after))
	}
}

// The figures for programs are those of the noise: the mean size of a draw and of an average
// of ten independent ones.
func TestAttackForPrograms(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	var got previews.Attacked
	if err := json.Unmarshal([]byte(d.must("attack", d.plan, "--json", "--column", "age")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Columns) != 1 || got.Columns[0] != "age" || got.Epsilon != "0.5" || got.Factor < 2 || len(got.Example) != 10 || len(got.Advice) != 3 || len(got.Explanation) != 3 {
		t.Fatalf("shown %+v", got)
	}
	one, all := got.Rows[0], got.Rows[len(got.Rows)-1]
	if one.Averaged != 1 || all.Averaged != 10 {
		t.Fatalf("rows %+v", got.Rows)
	}
	// Discrete Laplace noise of scale 4, of 400 tables of ten numbers each. Averages are less skew, and less often far off.
	scale, err := noise.NewScale(big.NewRat(4, 1))
	if err != nil {
		t.Fatal(err)
	}
	for used, x := range map[int]struct {
		off float64
		n   int
	}{1: {one.NotCounted.Typical, 4000}, 10: {all.NotCounted.Typical, 400}} {
		sum := x.off / accuracy.Typical(1) * float64(used)
		if err := seeded.Averages(sum*sum, x.n, seeded.Squares(float64(used)*scale.Variance(), scale.Variance()), seeded.Among(2)); err != nil {
			t.Errorf("averages of %d are off: %v", used, err)
		}
	}
	if all.Counted.Typical < 0.7*one.NotCounted.Typical || all.Counted.Right >= all.NotCounted.Right {
		t.Errorf("counted facts do not keep averages from coming close: %+v", got.Rows)
	}
}

func TestAttackOnTwoColumns(t *testing.T) {
	p := peoplePlan()
	p.Secrets = secret.Secrets{}
	d := newDesk(t, "people.csv", sixty(), p)
	out := d.must("attack", d.plan, "--column", "town", "--column", "wage")
	for _, want := range []string{"shown on town and wage", "North × ", "What to do"} {
		if !strings.Contains(out, want) {
			t.Errorf("attack does not say %q:\n%s", want, out)
		}
	}
}

// A demonstration that cannot be made says why, and what would do.
func TestAttackRefused(t *testing.T) {
	p := peoplePlan()
	d := newDesk(t, "people.csv", sixty(), p)
	attack := func(columns ...string) []string {
		args := []string{"attack", d.plan}
		for _, c := range columns {
			args = append(args, "--column", c)
		}
		return args
	}
	d.refused(attack("height"), `no column “height”`, "name one of age, town and wage")
	d.refused(attack("age", "age"), "named twice")
	d.refused(attack("age", "town", "wage"), "one or two columns", "choose which")
	d.edit(func(p *plan.Plan) { p.Columns[1].Blank.Rule = domain.Refuse })
	d.refused(attack("town"), "needs 4 or more possible combinations, but there are 3", "choose other columns")
	d.refused([]string{"attack", d.dir + "/missing.steward"}, "missing.steward")
	d.save(plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "People",
		Columns:   []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}},
		Questions: []plan.Question{{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
		Budget:    plan.Budget{Epsilon: "0.5"},
	})
	d.refused(attack(), "no column of this plan suits", "four or more combinations", "publish another column")
	d.edit(func(p *plan.Plan) { p.Questions = nil })
	d.refused(attack(), "people.steward")
}
