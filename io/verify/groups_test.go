package verify

import (
	"slices"
	"testing"

	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/io/export"
	"steward/io/publish/publishtest"
)

// What is prepared again is that of the record where both its errors and its noise agree: another strategy may have the same
// errors one by one.
func TestAgreesAsksForTheNoiseToo(t *testing.T) {
	path, _ := publishtest.EveryKind(t)
	r, err := export.ReadRecord(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := plan.Compile(r.Plan)
	if err != nil {
		t.Fatal(err)
	}
	groups, err := Groups(t.Context(), r, c)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, q := range r.Questions {
		g, n, ok := registry.GroupOf(groups, i)
		if !ok || Unmeasured(c, i, q) {
			continue
		}
		if !Agrees(q, g, n) {
			t.Errorf("%s: the record does not agree with its own plan", q.Title)
		}
		if len(q.Noise) == 0 {
			continue
		}
		compared++
		other := q
		other.Noise = slices.Clone(q.Noise)
		other.Noise[0].Rows++
		if Agrees(other, g, n) {
			t.Errorf("%s: noise on one row more is taken for that of the plan", q.Title)
		}
		other.Noise = q.Noise[1:]
		if Agrees(other, g, n) {
			t.Errorf("%s: noise on fewer rows is taken for that of the plan", q.Title)
		}
	}
	if compared == 0 {
		t.Error("no question has noise")
	}
}
