package main

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
)

// Noise is made for counts, to which it is the same who moves: where somebody leaves a cell and another one enters it, as if one had gone
// all the way. What is left of the moves of neighbours are units that go from cells which are only left to cells which are only entered,
// and no part of which changes no public count (docs/mathematics.md, "Steps between counts").

// kind is the cells that the same public counts count.
type kind struct {
	counts []byte // by public count, whether it counts them
	lone   bool   // it is one cell
}

// kinds returns the kinds of cells of a view, with "not in the file" where people may leave. Where columns that the view lacks tell cells
// apart, none is lone; but "not in the file" is, if all cells are joined in these columns too.
func (v *view) kinds(counts [][]int64, finer, joined bool) (out []kind) {
	cells, outside := make(map[string]int), ""
	for cell := range len(v.cells) + 1 {
		if cell < len(v.cells) && !v.possible[cell] || cell == len(v.cells) && !v.mayLeave() {
			continue
		}
		var of []byte
		for _, count := range counts {
			of = append(of, byte(count[cell]))
		}
		cells[string(of)], outside = cells[string(of)]+1, string(of)
	}
	for _, of := range slices.Sorted(maps.Keys(cells)) {
		out = append(out, kind{[]byte(of), cells[of] == 1 && (!finer || joined && of == outside)})
	}
	return out
}

// mostKinds is the most kinds whose counts are solved for, and mostLone the most lone ones of which all ways are tried.
const mostKinds, mostLone = 160, 9

// units returns how many units there are at most, or 0 where that is not known, or only bounded and the bound is more than enough. Where no kind is
// lone they may be as many as the moves.
func units(kinds []kind, enough int64) int64 {
	var lone []int
	for i, k := range kinds {
		if k.lone {
			lone = append(lone, i)
		}
	}
	many := int64(len(kinds) - len(lone))
	var free [][]*big.Rat // disjoint counts leave none
	if len(lone) > 0 && slices.ContainsFunc(kinds, func(k kind) bool { return bytes.Count(k.counts, []byte{1}) > 1 }) {
		if len(kinds) > mostKinds {
			return 0
		}
		free = relations(kinds)
	}
	switch {
	case len(lone) == 0:
		return math.MaxInt64
	case len(free) == 0: // each kind keeps its number: units go around among those of several cells
		return max(many, 1)
	case len(free) == 1: // units go around, or they change the kinds by the relation once, and pass through others of several cells
		people, scale := new(big.Rat), whole(1)
		for _, x := range free[0] {
			scale = mul(scale, new(big.Rat).SetInt(x.Denom()))
			if x.Sign() > 0 {
				people = sum(people, x)
			}
		}
		if people = mul(people, scale); !people.Num().IsInt64() || people.Num().Int64() > 1<<30 {
			return 0
		}
		return max(many, people.Num().Int64()*(1+many))
	case len(lone) > mostLone:
		return passing(kinds, enough)
	}
	most := int64(1)
	for way := range 1 << len(lone) {
		changes := make(map[change]bool)
		for i, from := range kinds {
			for j, to := range kinds {
				if a, b := slices.Index(lone, i), slices.Index(lone, j); i != j && (a < 0 || way>>a&1 == 0) && (b < 0 || way>>b&1 == 1) {
					c := make([]byte, len(from.counts))
					for k := range c {
						c[k] = to.counts[k] - from.counts[k]
					}
					changes[change(c)] = true
				}
			}
		}
		sets := neighbours(slices.Sorted(maps.Keys(changes)))
		if sets == nil {
			return passing(kinds, enough)
		}
		most = max(most, largestOf(sets))
	}
	return most
}

// relations returns the ways, in a basis, in which the numbers of the kinds can change so that no public count does, nor the number of people.
func relations(kinds []kind) (free [][]*big.Rat) {
	var rows [][]*big.Rat
	for i, k := range kinds {
		row := []*big.Rat{whole(1)}
		for _, of := range k.counts {
			row = append(row, whole(int64(of)))
		}
		for j := range kinds {
			row = append(row, new(big.Rat))
			if i == j {
				row[len(row)-1].SetInt64(1)
			}
		}
		rows = append(rows, row)
	}
	for at := range 1 + len(kinds[0].counts) { // elimination
		pivot := slices.IndexFunc(rows, func(row []*big.Rat) bool { return row[at].Sign() != 0 })
		if pivot < 0 {
			continue
		}
		by := rows[pivot]
		rows = slices.Delete(rows, pivot, pivot+1)
		for _, row := range rows {
			times := quo(row[at], by[at])
			for j := at; j < len(row) && times.Sign() != 0; j++ {
				if by[j].Sign() != 0 {
					row[j] = sub(row[j], mul(times, by[j]))
				}
			}
		}
	}
	for _, row := range rows {
		free = append(free, row[1+len(kinds[0].counts):])
	}
	return free
}

// alike reports whether all edges weigh the same, and whether every two cells are joined.
func (v *view) alike() (even, complete bool) {
	var weight *big.Rat
	complete = true
	for b := range len(v.cells) + 1 {
		for a := range b {
			if b < len(v.cells) && !(v.possible[a] && v.possible[b]) || b == len(v.cells) && (!v.possible[a] || !v.mayLeave()) {
				continue
			}
			if w := v.joined(a, b); w == nil {
				complete = false
			} else if weight = cmp.Or(weight, w); w.Cmp(weight) != 0 {
				return false, complete
			}
		}
	}
	return true, complete
}

// allSecret reports whether all rows are joined to one another and to "not in the file", and alike.
func (r *record) allSecret() bool {
	return r.plan.Secrets.Together == 0 && len(r.plan.Secrets.Absences) == 0 && !slices.ContainsFunc(r.columns, func(c *column) bool {
		v := r.view([]*column{c}) // with those that it has a secret with
		even, complete := v.alike()
		return !even || !complete || !v.mayLeave()
	})
}

// mayLeave reports whether anybody can leave the file.
func (v *view) mayLeave() bool {
	return slices.ContainsFunc(v.absent, func(w *big.Rat) bool { return w != nil })
}
