package plan

import (
	"reflect"
	"testing"

	"steward/core/repair"
)

// A release tells the rules of the columns that it reads, and of spellings those alone that are declared values.
func TestPublicRepairs(t *testing.T) {
	missing := func(column string) repair.Rule {
		return repair.Rule{Column: column, Kind: repair.Missing, Texts: []string{"-9"}}
	}
	spelled := repair.Rule{Column: "answer", Kind: repair.Case, Texts: []string{"Maybe", "Yes", "Rare illness"}}
	p := Plan{
		Columns: []Column{{Name: "answer", Values: []string{"Yes", "No", "Maybe"}}, {Name: "age"}},
		Rows:    &Rows{Person: "id", AtMost: 2, Key: "visit"}, Weight: &Weight{Column: "weight"},
	}
	want := []repair.Rule{{Column: "answer", Kind: repair.Case, Texts: []string{"Maybe", "Yes"}}}
	for _, read := range []string{"age", "id", "visit", "weight"} {
		want = append(want, missing(read))
	}
	p.Data.Repairs = append([]repair.Rule{spelled, missing("diary"), {Column: "age", Kind: repair.Case, Texts: []string{"Rare illness"}}}, want[1:]...)
	if got := p.PublicRepairs(); !reflect.DeepEqual(got, want) {
		t.Errorf("told are %v, want %v", got, want)
	}
	if !reflect.DeepEqual(p.Data.Repairs[0], spelled) {
		t.Errorf("the plan's own rule is %v", p.Data.Repairs[0])
	}
}
