package sensitivity

import (
	"testing"

	"steward/core/internal/randompolicy"
	"steward/core/linop"
	"steward/core/seeded"
)

// newMaker returns a maker of random policies that the fast ways tell the maximum over edges
// of: they do not know weights, nor that only some may leave the file. Policies of every kind
// are in weighted_test.go.
func newMaker(t *testing.T, seed uint64) randompolicy.Maker {
	return anyMaker(t, seed).Uniform()
}

// anyMaker returns a maker of policies of every kind.
func anyMaker(t *testing.T, seed uint64) randompolicy.Maker {
	return randompolicy.New(t, seeded.New(20140622, seed))
}

var describe = randompolicy.Describe

// runs makes a list of runs, or one of the families that are used whole.
func runs(m randompolicy.Maker, k, regular int) linop.Intervals {
	switch m.Pick(0, 4) {
	case 0:
		return linop.Every(k, regular)
	case 1:
		return linop.Prefixes(k, m.Pick(0, k))
	case 2:
		return linop.PrefixesThenCells(k, regular)
	}
	list := make([]linop.Interval, m.Pick(0, 7))
	for i := range list {
		lo := m.Pick(0, k-1)
		list[i] = linop.Interval{Lo: lo, Hi: m.Pick(lo, k-1)}
	}
	return linop.Ranges(k, list)
}
