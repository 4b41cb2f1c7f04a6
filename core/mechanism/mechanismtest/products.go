package mechanismtest

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// BoxesOver is every range of whole-number columns of some sizes, one of which changes along a secret
// pair, by as much at most as theta says of it; all values are secret where that is one less than the
// values, and a column with theta -1 has values without an order, each of which is asked for.
func BoxesOver(t testing.TB, sizes, theta []int, epsilon string) Example {
	t.Helper()
	var s Setup
	name := ""
	for j, k := range sizes {
		at := domain.AttributeName(fmt.Sprint("c", j))
		if theta[j] < 0 {
			var labels []string
			for v := range k {
				labels = append(labels, fmt.Sprint("v", v))
			}
			a := Column(t)(domain.NewList(at, labels, NoSpecial))
			s.Columns, s.Parts = append(s.Columns, a), append(s.Parts, policy.Complete(a))
			name += fmt.Sprintf("each of %d values, all secret; ", k)
			continue
		}
		a := Column(t)(domain.NewWhole(at, 0, int64(k-1), NoSpecial))
		s.Columns = append(s.Columns, a)
		if theta[j] == k-1 {
			s.Parts = append(s.Parts, policy.Complete(a))
			name += fmt.Sprintf("%d values, all secret; ", k)
			continue
		}
		s.Parts = append(s.Parts, Part(t)(policy.Near(a, RatOf(float64(theta[j])), policy.OwnGroup)))
		name += fmt.Sprintf("%d values, secret within %d; ", k, theta[j])
	}
	s.Together, s.Known, s.Epsilon = 1, true, epsilon
	s.Question = workload.Question{Kind: workload.Ranges, Every: true}
	return s.Make(t, name[:len(name)-2])
}
