package mechanismtest

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// Ranging makes the question of all ranges of k values, secret within theta of one another, of a
// known number of people.
func Ranging(t testing.TB, k, theta int) Example {
	t.Helper()
	a := Column(t)(domain.NewWhole("x", 0, int64(k-1), NoSpecial))
	secret := Part(t)(policy.Near(a, big.NewRat(int64(theta), 1), policy.OwnGroup))
	return Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{secret}, Known: true, Epsilon: "1",
		Question: workload.Question{Kind: workload.Ranges, Every: true}}.Make(t, fmt.Sprintf("all ranges of %d within %d", k, theta))
}
