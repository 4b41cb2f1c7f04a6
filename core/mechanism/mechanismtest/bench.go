package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/workload"
)

// Wide makes a question over one column of k values of a known number of people; values are
// secret within theta of one another, or in groups of that many.
func Wide(t testing.TB, k, theta int, grouped bool, kind workload.Kind) Example {
	t.Helper()
	a := Column(t)(domain.NewWhole("x", 0, int64(k-1), NoSpecial))
	var secret policy.Part
	if grouped {
		var groups []policy.Group
		for lo := 0; lo < k; lo += theta {
			g := policy.Group{Name: fmt.Sprint("from ", lo)}
			for v := lo; v < min(lo+theta, k); v++ {
				g.Values = append(g.Values, fmt.Sprint(v))
			}
			groups = append(groups, g)
		}
		secret = Part(t)(policy.Groups(a, groups, policy.OwnGroup))
	} else {
		secret = Part(t)(policy.Near(a, RatOf(float64(theta)), policy.OwnGroup))
	}
	return Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{secret}, Known: true, Epsilon: "1",
		Question: workload.Question{Kind: kind}}.Make(t, fmt.Sprintf("%s/%d", kind, k))
}

// BoxesOf makes up ranges over a square grid.
func BoxesOf(n, many int) (out [][]workload.Span) {
	r := noise.NewTrial("boxes")
	side := func() workload.Span {
		a, b := r.Uint64()%uint64(n), r.Uint64()%uint64(n)
		return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
	}
	for range many {
		out = append(out, []workload.Span{side(), side()})
	}
	return out
}
