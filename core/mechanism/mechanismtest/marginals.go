package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// PairsOfColumns asks for all tables over two of some columns.
func PairsOfColumns(t testing.TB, sizes []int, parts func(columns []*domain.Attribute) []policy.Part, together int, known bool) Example {
	t.Helper()
	var columns []*domain.Attribute
	for j, n := range sizes {
		columns = append(columns, Column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), NoSpecial)))
	}
	e := Setup{Columns: columns, Parts: parts(columns), Together: together, Known: known, Epsilon: "0.1", Question: workload.Question{Kind: workload.Table}}.Make(t, fmt.Sprint("all pairs of ", sizes))
	var asked []*workload.Workload
	for j := range columns {
		for i := range j {
			w, err := workload.New(workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}}, e.Scene.Published.Domain())
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, w)
		}
	}
	w, err := workload.Join(asked, e.Scene.Published.Domain())
	if err != nil {
		t.Fatal(err)
	}
	projected, err := e.Scene.Published.Project(w.Question().Columns)
	if err != nil {
		t.Fatal(err)
	}
	e.Scene.Workload, e.Scene.Policy = w, projected
	return e
}

// EachComplete keeps every column's values secret from one another.
func EachComplete(columns []*domain.Attribute) (out []policy.Part) {
	for _, a := range columns {
		out = append(out, policy.Complete(a))
	}
	return out
}
