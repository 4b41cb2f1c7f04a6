package mechanismtest

import (
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/workload"
)

// FewPeople is a total of numbers from 0 to 99, all of them secret, over 8 people.
func FewPeople(t *testing.T) mechanism.Problem {
	t.Helper()
	a := Column(t)(domain.NewWhole("x", 0, 99, NoSpecial))
	e := Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Epsilon: "0.1", Known: true,
		Question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}}}.Make(t, "few people")
	p := e.Scene.Problem
	var err error
	if p.Facts, err = constraint.Known(8); err != nil {
		t.Fatal(err)
	}
	numbers := make([]int64, 100)
	numbers[30], numbers[60] = 4, 4
	if p.StandIn, err = mechanism.Published(p.Workload.Domain(), numbers, message.Verbatim("a table")); err != nil {
		t.Fatal(err)
	}
	return p
}
