package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/workload"
)

// square of n by n values of a known number of people, in which combinations are secret that differ by
// at most theta in all; it asks for every range, or for those listed.
func SquareGrid(t testing.TB, n, theta int, epsilon string, boxes [][]workload.Span) Example {
	t.Helper()
	x, y := Column(t)(domain.NewWhole("x", 0, int64(n-1), NoSpecial)), Column(t)(domain.NewWhole("y", 0, int64(n-1), NoSpecial))
	secret := Part(t)(policy.Within([]policy.Scaled{{Attribute: x, Scale: RatOf(1)}, {Attribute: y, Scale: RatOf(1)}}, RatOf(float64(theta)), distance.L1, policy.OwnGroup))
	return Setup{Columns: []*domain.Attribute{x, y}, Parts: []policy.Part{secret}, Known: true, Epsilon: epsilon,
		Question: workload.Question{Kind: workload.Ranges, Every: boxes == nil, Boxes: boxes}}.Make(t, fmt.Sprintf("%d × %d within %d", n, n, theta))
}
