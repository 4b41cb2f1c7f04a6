package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// EverythingOn is a square of n by n values where everything is secret.
func EverythingOn(t testing.TB, n int) Example {
	t.Helper()
	x, y := Column(t)(domain.NewWhole("x", 0, int64(n-1), NoSpecial)), Column(t)(domain.NewWhole("y", 0, int64(n-1), NoSpecial))
	return Setup{Columns: []*domain.Attribute{x, y}, Parts: []policy.Part{policy.Complete(x), policy.Complete(y)}, Known: true, Epsilon: "1",
		Question: workload.Question{Kind: workload.Ranges, Every: true}}.Make(t, fmt.Sprintf("all of %d × %d", n, n))
}
