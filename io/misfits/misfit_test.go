package misfits_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/misfits"
)

// What in a file does not fit is told by column and kind, missing columns first, with one of the file that is most likely the same.
func TestIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "survey.csv")
	if err := os.WriteFile(path, []byte("Age_,town,note,seen\n17,Bern,1,soon\n101,,2,later\n44,Oslo,3,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	low, high := int64(0), int64(99)
	list := plan.Column{Kind: domain.List, Values: []string{"Bern", "Rome"}, Origin: domain.Typed}
	town := list
	town.Name, town.Blank, town.Other = "town", plan.Special{Rule: domain.Refuse}, plan.Special{Rule: domain.Refuse}
	other := list
	other.Name = "town"
	for name, c := range map[string]struct {
		column plan.Column
		want   []string
	}{
		"missing":  {plan.Column{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}, []string{"0 true The file has no column age. Age_ is most likely the same."}},
		"not like": {plan.Column{Name: "income", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}, []string{"0 true The file has no column income."}},
		"dates":    {plan.Column{Name: "seen", Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Years, First: "2019", Last: "2020"}, Origin: domain.Typed}, []string{"1 true seen is declared as dates in periods, but the file has none there."}},
		"refused":  {town, []string{"2 true 1 answer in the file is not declared here: “Oslo”. A release would stop there: choose another rule, or add them if they are public.", "3 true The file has 1 blank cell, where a release would stop."}},
		"counted":  {other, []string{"2 false 1 answer in the file is not declared here: “Oslo”. It is counted as other."}},
		"fits":     {plan.Column{Name: "note", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}, nil},
	} {
		found, err := misfits.In(context.Background(), plan.Plan{Columns: []plan.Column{c.column}}, path)
		var got []string
		for _, m := range found {
			got = append(got, fmt.Sprint(int(m.Kind), " ", m.Stops, " ", m.Said))
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, %v, want\n%q", name, got, err, c.want)
		}
	}
}
