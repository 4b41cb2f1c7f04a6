package strategy

import (
	"slices"

	"steward/core/message"
)

// Range is the query that counts the records in cells First..Last, both included.
type Range struct{ First, Last int }

// Target says which queries count when an error is added up: a workload on one ordered axis.
// Its zero value is [AllRanges].
type Target struct {
	kind   targetKind
	listed []Range
}

type targetKind uint8

const (
	allRanges targetKind = iota
	allPrefixes
	allCells
	listedRanges
)

// AllRanges returns the target of all k(k+1)/2 ranges of k cells.
func AllRanges() Target { return Target{kind: allRanges} }

// AllPrefixes returns the target of the k sums over cells 0..i, the total included.
func AllPrefixes() Target { return Target{kind: allPrefixes} }

// AllCells returns the target of the k single cells.
func AllCells() Target { return Target{kind: allCells} }

// ListedRanges returns the target of exactly these ranges; one that is listed twice counts
// twice.
func ListedRanges(ranges []Range) Target {
	return Target{kind: listedRanges, listed: slices.Clone(ranges)}
}

// Queries returns the number of queries of the target on the given number of cells.
func (t Target) Queries(cells int) float64 {
	k := float64(cells)
	switch t.kind {
	case allRanges:
		return k * (k + 1) / 2
	case listedRanges:
		return float64(len(t.listed))
	}
	return k
}

func (t Target) check(cells int) error {
	if t.kind != listedRanges {
		return nil
	}
	if len(t.listed) == 0 {
		return message.Errorf("target: the list of ranges is empty, name at least one")
	}
	for i, r := range t.listed {
		if err := checkRange(r, cells); err != nil {
			return message.Errorf("target: range %d: %w", i, err)
		}
	}
	return nil
}

func checkRange(r Range, cells int) error {
	if r.First < 0 || r.Last >= cells || r.First > r.Last {
		return message.Errorf("cells %d to %d do not form a range of the cells 0 to %d", r.First, r.Last, cells-1)
	}
	return nil
}
