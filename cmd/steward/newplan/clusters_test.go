package newplan

import (
	"strings"
	"testing"

	"steward/core/plan"
)

// Flags about groups that cannot be met are refused with what to do.
func TestFlagsOfGroups(t *testing.T) {
	p := plan.Plan{Columns: []plan.Column{{Name: "age"}, {Name: "town"}, {Name: "wage"}}, Questions: make([]plan.Question, 2)}
	for list, want := range map[string]string{
		"age":           "where a number of groups from 2 to 100 and columns such as 3:age,income",
		"1:age":         "where a number of groups from 2 to 100",
		"three:age":     "where a number of groups from 2 to 100",
		"3:height":      "height",
		"3:age=heavy":   "where a number such as 2.5 is expected",
		"3:age,age=2,x": "x",
	} {
		if err := (clusters{Clusters: []string{list}}).ask(t.Context(), &p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", list, err)
		}
	}
	if err := (clusters{Way: "rounds"}).ask(t.Context(), &p); err == nil || !strings.Contains(err.Error(), "--clusters") {
		t.Errorf("a way without groups: %v", err)
	}
	err := clusters{Clusters: []string{"2:age", "4:age=1,wage=0.5"}, Rounds: 3}.ask(t.Context(), &p)
	if got := p.Clusters; err != nil || len(got) != 2 || got[1].ID != "q4" || got[1].Clusters != 4 || got[1].Rounds != 3 || got[1].Columns[1] != (plan.ClusterColumn{Name: "wage", Scale: "0.5"}) {
		t.Errorf("%+v, %v", got, err)
	}
}
