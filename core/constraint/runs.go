package constraint

import (
	"encoding/binary"
	"slices"
)

// runs is a set of values of a column, as runs of indices that rise and do not touch. A
// range of a million values is one run.
type runs []run

// run is the values from lo to hi, both included.
type run struct{ lo, hi int }

// join returns the set of all values of some runs, which may overlap.
func join(list []run) runs {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b run) int { return a.lo - b.lo })
	var out runs
	for _, r := range list {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// and returns the values that are in both sets.
func (s runs) and(t runs) runs {
	var out runs
	for len(s) > 0 && len(t) > 0 {
		if lo, hi := max(s[0].lo, t[0].lo), min(s[0].hi, t[0].hi); lo <= hi {
			out = append(out, run{lo, hi})
		}
		if s[0].hi < t[0].hi {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

// key identifies the set.
func (s runs) key() string {
	b := make([]byte, 0, 4*len(s))
	for _, r := range s {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(r.lo)), uint64(r.hi))
	}
	return string(b)
}
