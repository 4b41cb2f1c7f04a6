package release

import (
	"context"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/table"
)

// wardPlan counts the ill of a ward, which is no secret.
func wardPlan(ward string, rows *plan.Rows) plan.Plan {
	column := func(name domain.AttributeName, values ...string) plan.Column {
		return plan.Column{Name: name, Kind: domain.List, Values: values, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
	}
	return plan.Plan{
		Version: plan.Version, DataSet: "People", Rows: rows,
		Columns:   []plan.Column{column("ward", "A", "B"), column("ill", "no", "yes")},
		Secrets:   secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"ward"}, Kind: secret.Public}}},
		Questions: []plan.Question{{ID: "q", Title: "Ill", Kind: "table", Columns: []domain.AttributeName{"ill"}}},
		Budget:    plan.Budget{Epsilon: "0.5"},
		Group:     &plan.Answers{Column: "ward", Values: []string{ward}},
	}
}

// inWards is a sheet of persons with their rows, as "ward ill".
func inWards(rows ...[3]string) *scattered {
	s := &scattered{header: []string{"who", "ward", "ill"}}
	for _, r := range rows {
		var cells []table.Cell
		for _, text := range r {
			cells = append(cells, table.Cell{Kind: table.Text, Text: text})
		}
		s.rows = append(s.rows, cells)
	}
	return s
}

// TestOnlyTheGroupIsCounted counts the people of a group: no other row changes a count, none is refused, and which rows of a person
// count is decided over all groups together.
func TestOnlyTheGroupIsCounted(t *testing.T) {
	for _, c := range []struct {
		name string
		rows *plan.Rows
		of   *scattered
		want [2]int64 // not ill and ill
	}{
		{"rows of both", nil, inWards([3]string{"x", "A", "yes"}, [3]string{"y", "B", "yes"}, [3]string{"z", "A", "no"}), [2]int64{1, 1}},
		{"another row of the other", nil, inWards([3]string{"x", "A", "yes"}, [3]string{"y", "B", "no"}, [3]string{"z", "A", "no"}), [2]int64{1, 1}},
		{"one row each, the first", &plan.Rows{Person: "who", AtMost: 1}, inWards([3]string{"x", "B", "yes"}, [3]string{"x", "A", "yes"}, [3]string{"y", "A", "yes"}, [3]string{"y", "B", "no"}), [2]int64{0, 1}},
	} {
		compiled, err := plan.Compile(wardPlan("A", c.rows))
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := count(context.Background(), Job{Plan: compiled, Data: asReviewed{FromRows(c.of)}, Progress: func(message.Text, float64) {}}, compiled.Problems)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := [2]int64(vectors[0].Counts()); got != c.want {
			t.Errorf("%s: %v are counted, want %v", c.name, got, c.want)
		}
		if found, err := Check(context.Background(), compiled, FromRows(c.of), nil); err != nil || !found.OK() || found.Records != int64(len(c.of.rows)) {
			t.Errorf("%s: checked %+v, %v", c.name, found, err)
		}
	}
	// A fact about the group is compared with the group.
	p := wardPlan("A", nil)
	all := constraint.Totals{Columns: []domain.AttributeName{"ward"}, Rows: []constraint.Row{{Labels: []string{"A"}, Count: 2}}}
	p.Facts.Stated = []constraint.Fact{{ID: "a", Totals: &all}}
	compiled, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	file := inWards([3]string{"x", "A", "yes"}, [3]string{"y", "B", "yes"}, [3]string{"z", "A", "no"})
	if found, err := Check(context.Background(), compiled, FromRows(file), nil); err != nil || found.Fact != nil {
		t.Errorf("two people are in ward A: %v, %v", found.Fact, err)
	}
	if _, err := count(context.Background(), Job{Plan: compiled, Data: asReviewed{FromRows(file)}, Progress: func(message.Text, float64) {}}, compiled.Problems); err != nil {
		t.Errorf("two people are in ward A: %v", err)
	}
}
