package promise

import (
	"math/big"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
)

// of compiles a plan.
func of(t *testing.T, p plan.Plan) Promise {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return Of(c)
}

// at is a plan about towns, joined at a weight, at a budget.
func at(epsilon, delta, weight string) plan.Plan {
	p := towns()
	p.Budget = plan.Budget{Epsilon: epsilon, Delta: delta}
	if weight != "" {
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Everything, Weight: weight}}
	}
	return p
}

// The band and the verdict go by what the release tells of the worst pair, and by the chance that it tells all.
func TestBandAndVerdictGoByTheLoss(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta, weight string
		band                   account.Band
		steps                  weighted.Weight
		verdict                Verdict
	}{
		{"0.5", "", "", account.Strong, 1, Hardly},
		{"0.5", "", "6", account.Weak, 2, Hardly},
		{"0.5", "", "6", account.Weak, 3, Partly},
		{"0.1", "", "0.5", account.Strong, 10, Hardly}, // the ages weigh 1
		{"2", "", "", account.Weak, 1, Partly},
		{"4", "", "", account.VeryWeak, 1, Probably},
		{"0.1", "0.00002", "", account.Good, 1, Hardly},
		{"0.1", "0.0005", "", account.Weak, 1, Partly},
		{"0.1", "0.005", "", account.VeryWeak, 1, Probably},
	} {
		p := of(t, at(c.epsilon, c.delta, c.weight))
		if got := p.Band(); got != c.band {
			t.Errorf("%+v: the band is %q", c, got)
		}
		if got := p.Verdict(c.steps * weighted.One); got != c.verdict {
			t.Errorf("%+v: the verdict is %q", c, got)
		}
		if p.Verdict(weighted.Infinite) != Yes {
			t.Errorf("%+v: what nothing joins is hidden", c)
		}
	}
}

// A chance of failure is part of every guess, where it makes a difference to the figure.
func TestGuessesCountTheChance(t *testing.T) {
	for delta, times := range map[string]string{"": "62", "0.0099": "63"} {
		p := of(t, at("0.489", delta, ""))
		if p.Guess() != times || !strings.Contains(p.Guessing(nil).String(), "at most "+times+" times") {
			t.Errorf("delta %q: %s", delta, p.Guessing(nil))
		}
		loss, chance := big.NewRat(489, 1000), new(big.Rat)
		if delta != "" {
			chance.SetString(delta)
		}
		if says := p.GuessingAfterAll(loss, nil, chance, true, nil); !strings.Contains(says.String(), "at most "+times+" times") {
			t.Errorf("delta %q: %s", delta, says)
		}
	}
}

// A release whose rows were chosen by people's answers, as versions up to 0.9 did, promises only what the way out
// of the file and in again costs, where that is more than an edge.
func TestRowsByAnswersAreTold(t *testing.T) {
	for version, times := range map[int]string{plan.Version: "63", 1: "74"} {
		p := towns()
		p.Version, p.Rows = version, &plan.Rows{Person: "person", AtMost: 2}
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "low", Values: []string{"North"}}, {Name: "high", Values: []string{"South", "East"}}}}}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		if c.Plan.RowsByAnswers() != (version == 1) {
			t.Fatalf("a plan of version %d is read as one of version %d", version, c.Plan.Version)
		}
		if got := Of(c).Guess(); got != times {
			t.Errorf("version %d: %s times, want %s", version, got, times)
		}
	}
}
