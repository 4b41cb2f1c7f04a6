// Package constraint holds known facts: what the public already knows for certain about
// the records. A fact can tie people together, so that noise has to grow, and it helps
// answers to agree with what is known. A fact that cannot be bounded is refused, never
// ignored.
//
// The only fact so far is the number of people. The package imports core/domain and
// core/policy.
package constraint

import (
	"fmt"

	"steward/core/policy"
)

// Facts is a set of public facts. The zero value knows nothing.
type Facts struct {
	total    int64
	hasTotal bool
}

// Known returns the fact that the file holds n people. It errors when n is negative.
func Known(n int64) (Facts, error) {
	if n < 0 {
		return Facts{}, fmt.Errorf("the number of people is %d, but it cannot be below zero", n)
	}
	return Facts{total: n, hasTotal: true}, nil
}

// Total returns the number of people, and whether it is known.
func (f Facts) Total() (n int64, known bool) { return f.total, f.hasTotal }

// Multiplier says how many people's answers a set of facts ties together under a policy:
// the budget of a mechanism is divided by Factor (He et al. 2014 section 8; MECHANISMS 7.2).
type Multiplier struct {
	Factor int
	Why    string
}

// Multiplier returns the group factor m of the facts under a policy, in the edge-minimal
// reading of neighbours (MECHANISMS 7.1).
//
// The number of people is constant along every edge between two values, so it is free
// (7.3). With "not in the file" it is critical: someone can leave only when another comes,
// a path v+ -> n -> v- of two moves, so m = 2 (7.4, test vector 38).
func (f Facts) Multiplier(p *policy.Policy) Multiplier {
	switch {
	case !f.hasTotal:
		return Multiplier{1, "no facts are stated"}
	case !p.Presence():
		return Multiplier{1, "this fact costs nothing: nothing that you keep secret could change the number of people"}
	}
	return Multiplier{2, "knowing the number of people ties two people together: when one is not in the file, another one is; to hide them as well as before, the noise becomes 2 times larger"}
}

// FactError says that a stated fact is not true of the data. It does not say how far off
// it is.
type FactError struct{ Fact string }

// Error names the fact and says that nothing was released.
func (e *FactError) Error() string {
	return fmt.Sprintf("the data do not agree with the fact %q: check it; nothing was released (how far off it is stays hidden)", e.Fact)
}

// CheckTotal compares the number of records with the stated number of people. It errors
// with *FactError when they differ.
func (f Facts) CheckTotal(records int64) error {
	if f.hasTotal && records != f.total {
		return &FactError{Fact: fmt.Sprintf("number of people: %d", f.total)}
	}
	return nil
}
