package constraint

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
)

func oneColumn(t *testing.T) *domain.Domain {
	t.Helper()
	a, err := domain.NewWhole("age", 0, 9, domain.Options{Origin: domain.Typed})
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func known(t *testing.T, n int64) Facts {
	t.Helper()
	f, err := Known(n)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestMultiplier(t *testing.T) {
	d := oneColumn(t)
	part, err := policy.Near(d.Attributes()[0], big.NewRat(3, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	nearWith := func(presence bool) *policy.Policy {
		p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}, Presence: presence})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct {
		name   string
		facts  Facts
		policy *policy.Policy
		want   int
		why    string
	}{
		{"nothing known", Facts{}, policy.Full(d, false), 1, "no facts"},
		{"nothing known, presence secret", Facts{}, policy.Full(d, true), 1, "no facts"},
		{"people known", known(t, 7), policy.Full(d, false), 1, "costs nothing"},
		{"people known, small differences", known(t, 7), nearWith(false), 1, "costs nothing"},
		{"people known, presence secret", known(t, 7), policy.Full(d, true), 1, "it costs nothing"},
		{"people known, small differences and presence", known(t, 7), nearWith(true), 2, "two people"},
		{"people known, presence only", known(t, 0), policy.PresenceOnly(d), 2, "2 times as large"},
	} {
		m := c.facts.Multiplier(c.policy)
		if m.Factor != c.want {
			t.Errorf("%s: factor %d, want %d", c.name, m.Factor, c.want)
		}
		if _, stated := c.facts.Total(); m.Ties != (stated && c.policy.Presence()) {
			t.Errorf("%s: that facts tie people is said to be %v", c.name, m.Ties)
		}
		if !strings.Contains(m.Why.String(), c.why) {
			t.Errorf("%s: %q does not say %q", c.name, m.Why, c.why)
		}
	}
}

// The factor is the largest number of edges that lead from the counts of a file to those of a neighbour that agrees
// with the fact: a change of one value, or one person leaving as another comes, which is a change of one value to the counts.
func TestMultiplierByTheDefinition(t *testing.T) {
	d := oneColumn(t)
	for _, p := range []*policy.Policy{policy.Full(d, false), policy.Full(d, true), policy.PresenceOnly(d)} {
		most := 1
		for u := range policy.Vertex(10) {
			for v := range u {
				if _, joined := p.Weight(u, v); !joined && p.Presence() {
					most = 2 // out of the file and in again
				}
			}
		}
		if got := known(t, 3).Multiplier(p).Factor; got != most {
			t.Errorf("%s: factor %d, want %d", p.Describe().Expert, got, most)
		}
	}
}

func TestTotal(t *testing.T) {
	if n, ok := (Facts{}).Total(); ok || n != 0 {
		t.Errorf("the zero value knows %d, %v", n, ok)
	}
	if n, ok := known(t, 0).Total(); !ok || n != 0 {
		t.Errorf("an empty file: %d, %v", n, ok)
	}
	if _, err := Known(-1); err == nil || !strings.Contains(err.Error(), "-1") {
		t.Errorf("minus one person: %v", err)
	}
}

// A wrong fact is named, and the error is the same whatever the true number is.
func TestCheckTotal(t *testing.T) {
	f := known(t, 9000)
	if err := f.CheckTotal(9000); err != nil {
		t.Errorf("a true fact: %v", err)
	}
	if err := (Facts{}).CheckTotal(12); err != nil {
		t.Errorf("no fact: %v", err)
	}
	var texts []string
	for _, records := range []int64{0, 8999, 9001, 1 << 40} {
		err := f.CheckTotal(records)
		var wrong *FactError
		if !errors.As(err, &wrong) {
			t.Fatalf("%d records: %v", records, err)
		}
		texts = append(texts, err.Error())
		if err.Error() != texts[0] {
			t.Errorf("the error tells the true number: %q and %q", texts[0], err)
		}
	}
	for _, says := range []string{"number of people: 9000", "nothing was released", "stays hidden", "check it"} {
		if !strings.Contains(texts[0], says) {
			t.Errorf("%q does not say %q", texts[0], says)
		}
	}
	if err := known(t, 0).CheckTotal(1); err == nil {
		t.Error("one record agrees with no people")
	}
}
