package plan

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/seeded"
)

// With a delta the questions share r: the squares of their parts are in the proportion of the
// shares, and those of questions together no larger than their parts allow.
func TestSharesWithDelta(t *testing.T) {
	p := good()
	p.Budget.Delta, p.Budget.DeltaLimit = "0.000001", "0.001"
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if c.Promise.Pure() || c.Promise.Epsilon().String() != "0.6" || c.Promise.Delta().String() != "0.000001" || c.DeltaLimit.String() != "0.001" {
		t.Errorf("the promise is %s, the limit %s", c.Promise, c.DeltaLimit)
	}
	var parts []account.Epsilon
	for i, share := range []float64{0.5, 1.0 / 3, 1.0 / 6} {
		problem := c.Problems[i]
		parts = append(parts, problem.Budget)
		r := c.Promise.Budget().Float()
		if got := problem.Budget.Float() * problem.Budget.Float() / (r * r); !problem.Gaussian || got > share || got < share*(1-1e-5) {
			t.Errorf("question %d: Gaussian %v, share %v of r², want %v", i, problem.Gaussian, got, share)
		}
	}
	if !c.Promise.Keeps(parts) {
		t.Errorf("%v do not keep %s", parts, c.Promise)
	}
	joint, err := c.Joint([]int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	square := func(e account.Epsilon) *big.Rat { return new(big.Rat).Mul(e.Rat(), e.Rat()) }
	if most := new(big.Rat).Add(square(parts[0]), square(parts[1])); square(joint.Budget).Cmp(most) > 0 || !joint.Gaussian {
		t.Errorf("together the budget is %s", joint.Budget)
	}
	if !seeded.Audit {
		return
	}
	if _, err := c.Arrange(t.Context()); err != nil {
		t.Error(err)
	}
}

// Without a delta nothing is Gaussian, and methods that need one are refused by name.
func TestGaussianNeedsDelta(t *testing.T) {
	p := good()
	p.Questions[0].Mechanism = "gaussian"
	_, err := Compile(p)
	var incomplete *Incomplete
	if !errors.As(err, &incomplete) || !strings.Contains(err.Error(), "chance of failure") {
		t.Errorf("a Gaussian method without a delta: %v", err)
	}
	p.Budget.Delta = "0.000001"
	if _, err := Compile(p); err != nil {
		t.Errorf("with a delta: %v", err)
	}
}

func TestBadDelta(t *testing.T) {
	for _, budget := range []Budget{{Epsilon: "0.6", Delta: "0.5"}, {Epsilon: "0.6", Delta: "some"}, {Epsilon: "0.6", DeltaLimit: "0"}} {
		p := good()
		p.Budget = budget
		_, err := Compile(p)
		var incomplete *Incomplete
		if !errors.As(err, &incomplete) || incomplete.Issues[0].Step != guide.Budget {
			t.Errorf("%+v: %v", budget, err)
		}
	}
}
