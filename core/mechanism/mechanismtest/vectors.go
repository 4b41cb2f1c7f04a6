package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// EveryRange asks for every range of k values within theta of one another, of a known number
// of people; theta 0 keeps everything secret.
func EveryRange(t testing.TB, k, theta int, epsilon string) Example {
	t.Helper()
	a := Column(t)(domain.NewWhole("x", 0, int64(k-1), NoSpecial))
	secret := policy.Complete(a)
	if theta > 0 {
		secret = Part(t)(policy.Near(a, RatOf(float64(theta)), policy.OwnGroup))
	}
	return Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{secret}, Known: true, Epsilon: epsilon,
		Question: workload.Question{Kind: workload.Ranges, Every: true}}.Make(t, fmt.Sprintf("%d values within %d", k, theta))
}
