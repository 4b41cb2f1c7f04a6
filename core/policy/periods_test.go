package policy

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/policy/distance"
)

// Dates in periods have the policies of an ordered list of as many values: differences are
// counted in periods.
func TestPeriodsAreStepsInOrder(t *testing.T) {
	opts := domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}}
	months, err := domain.NewPeriods("seen", domain.Calendar{Period: domain.Months, First: "2023-11", Last: "2024-06"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range months.Regular() {
		names = append(names, fmt.Sprint("step ", i))
	}
	list, err := domain.NewOrdered("seen", names, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, special := range []Special{OwnGroup, JoinAll} {
		for name, part := range map[string]func(a *domain.Attribute) (Part, error){
			"near": func(a *domain.Attribute) (Part, error) { return Near(a, big.NewRat(2, 1), special) },
			"graded": func(a *domain.Attribute) (Part, error) {
				return Graded([]Scaled{{a, big.NewRat(1, 1)}}, Grade{Unit: big.NewRat(3, 1), Norm: distance.L1, Special: special})
			},
			"grid": func(a *domain.Attribute) (Part, error) {
				return Grid([]Cut{{Attribute: a, Width: big.NewRat(3, 1)}}, special)
			},
			"within": func(a *domain.Attribute) (Part, error) {
				return Within([]Scaled{{a, big.NewRat(2, 1)}}, big.NewRat(4, 1), distance.L1, special)
			},
		} {
			got, err := part(months)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want, err := part(list)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for u := range want.Size() {
				for v := range want.Size() {
					a, ok := got.Weight(u, v)
					b, too := want.Weight(u, v)
					if a != b || ok != too {
						t.Fatalf("%s: cells %d and %d weigh %v, %v, want %v, %v", name, u, v, a, ok, b, too)
					}
				}
			}
		}
	}
	near, err := Near(months, big.NewRat(2, 1), OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := near.Secret(), `an answer in "seen" from another within 2 months`; got.String() != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}
