package line

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/sensitivity"
)

// What is remembered of a line is found again by how far its cells reach: the same words are of the same line, whether all cells reach
// equally far or not.
func TestReachTellsLinesApart(t *testing.T) {
	seen := make(map[string][]int)
	for size := 2; size <= 9; size++ {
		lines := []sensitivity.Line{{Reach: make([]int, size)}}
		for u := range size {
			lines[0].Reach[u] = u
		}
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(size-1), mechanismtest.NoSpecial))
		d, err := domain.New([]*domain.Attribute{a}, nil)
		if err != nil {
			t.Fatal(err)
		}
		parts := []policy.Part{policy.Complete(a)}
		for within := 1; within < size; within++ {
			parts = append(parts, mechanismtest.Part(t)(policy.Near(a, mechanismtest.RatOf(float64(within)), policy.OwnGroup)))
		}
		for cut := 1; cut < size; cut++ {
			groups := []policy.Group{{Name: "low"}, {Name: "high"}}
			for v := range size {
				of := &groups[0]
				if v >= cut {
					of = &groups[1]
				}
				of.Values = append(of.Values, fmt.Sprint(v))
			}
			parts = append(parts, mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup)))
		}
		for _, part := range parts {
			p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
			if err != nil {
				t.Fatal(err)
			}
			l, err := sensitivity.OnLine(p)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, l)
		}
		for _, l := range lines {
			key := string(reachOf(l))
			if other, ok := seen[key]; ok && !slices.Equal(other, l.Reach) {
				t.Errorf("lines that reach to %v and to %v are both %q", other, l.Reach, key)
			}
			seen[key] = l.Reach
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d different lines", len(seen))
	}
}
