package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Where units are too many to be found they are bounded by how they go through rows of kinds, which are told apart by public counts that
// exclude one another: each row is entered as often as it is left, so that units fall into cycles which go through each row once at most, and what
// a cycle does to the other counts follows from the kinds at which it enters and leaves rows. Of cycles no part may do nothing to them
// (docs/mathematics.md, "Steps between counts").

// passing returns the bound, or 0 where none is known that is small enough: a larger one does not tell that there are so many. A lone kind is
// only left or only entered.
func passing(kinds []kind, enough int64) (best int64) {
	if len(kinds) > 32 {
		return 0
	}
	var all []string
	for first := range kinds[0].counts {
		rows := make([]byte, len(kinds[0].counts)) // which counts tell rows apart
		rows[first] = 1
		for i := range rows { // one that holds nowhere changes nothing
			if !slices.ContainsFunc(kinds, func(k kind) bool { return k.counts[i] == 1 && change(k.counts).times(change(rows)) > 0 }) {
				rows[i] = 1
			}
		}
		all = append(all, string(rows))
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(strings.Count(b, "\x01")-strings.Count(a, "\x01"), strings.Compare(a, b))
	})
	for _, rows := range slices.Compact(all) {
		if strings.Count(rows, "\x01") < strings.Count(all[0], "\x01") {
			break
		}
		if n := through(kinds, []byte(rows)); n > 0 && n <= enough && (best == 0 || n < best) {
			best = n
		}
	}
	return best
}

// through returns the bound for some rows.
func through(kinds []kind, rows []byte) (most int64) {
	byRow := make(map[int][]kind)
	for _, k := range kinds {
		row := 0
		for row < len(rows) && rows[row]*k.counts[row] == 0 {
			row++
		}
		byRow[row] = append(byRow[row], k)
	}
	all := []map[change]int64{{change(make([]byte, len(rows))): 0}} // what cycles do, and through how many rows they go
	for _, row := range slices.Sorted(maps.Keys(byRow)) {
		if len(byRow[row]) > mostLone {
			return 0
		}
		next, known, choices := all, make(map[string]bool), ways(byRow[row], rows)
		if len(choices) > 0 { // else nothing can go through it
			next = nil
		}
		for _, cycles := range all {
			for _, way := range choices {
				more := maps.Clone(cycles)
				for c, n := range cycles {
					for _, pass := range way {
						more[c.plus(pass)] = max(more[c.plus(pass)], n+1)
					}
				}
				if key := fmt.Sprint(more); !known[key] {
					known[key], next = true, append(next, more)
				}
			}
		}
		if all = next; len(all) > 1<<10 {
			return 0
		}
	}
	for _, cycles := range all {
		maps.DeleteFunc(cycles, func(_ change, n int64) bool { return n == 0 })
		list := slices.Sorted(maps.Keys(cycles))
		sets, n := neighbours(list), int64(1)
		for _, set := range sets {
			weight := int64(0)
			for i, times := range set {
				weight += int64(times) * cycles[list[i]]
			}
			n = max(n, weight)
		}
		if sets == nil {
			n = longest(list) * slices.Max(slices.Collect(maps.Values(cycles))) // 0 where it is not known
		}
		if n == 0 {
			return 0
		}
		most = max(most, n)
	}
	return most
}

// longest bounds how many changes add up to nothing, but no part of them, where all are multiples of one: they can be put in an order in which
// what they add up to is never twice the same, nor outside of the multiples there are. It is 0 where they are not multiples of one.
func longest(changes []change) int64 {
	changes = slices.DeleteFunc(changes, change.none)
	if len(changes) == 0 {
		return 1
	}
	along := changes[0]
	at := slices.IndexFunc([]byte(along), func(b byte) bool { return b != 0 })
	least, most, unit := 0, 0, 0
	for _, c := range changes {
		if c.times(along)*c.times(along) != c.times(c)*along.times(along) {
			return 0
		}
		x := int(int8(c[at]))
		least, most = min(least, x), max(most, x)
		for unit, x = max(unit, -unit), max(x, -x); x > 0; unit, x = x, unit%x {
		}
	}
	return int64((most - least) / unit)
}

// ways returns what going through a row may do to the counts that do not tell rows apart, for every choice of the lone kinds that are entered.
func ways(row []kind, rows []byte) (all [][]change) {
	type choice struct{ entered, left []kind }
	choices := []choice{{}}
	for _, k := range row {
		var next []choice
		for _, c := range choices {
			in, out := append(slices.Clone(c.entered), k), append(slices.Clone(c.left), k)
			if k.lone {
				next = append(next, choice{in, c.left}, choice{c.entered, out})
			} else {
				next = append(next, choice{in, out})
			}
		}
		choices = next
	}
	for _, choice := range choices {
		done := make(map[change]bool)
		for _, in := range choice.entered {
			for _, out := range choice.left {
				c := make([]byte, len(rows))
				for i := range c {
					c[i] = (in.counts[i] - out.counts[i]) * (1 - rows[i])
				}
				done[change(c)] = true
			}
		}
		if len(done) > 0 {
			all = append(all, slices.Sorted(maps.Keys(done)))
		}
	}
	return all
}
