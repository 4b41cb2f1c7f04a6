package constraint

import (
	"maps"
	"slices"
	"strings"
)

// How far a bound by what passes through rows goes: cycles of one way, ways, and rows.
const (
	maxCycles = 36
	maxWays   = 1 << 12
)

// passing bounds the units of irreducible sets, or the moves if no class is taken to be lone (docs/mathematics.md, "Steps between counts").
//
// Predicates that exclude one another cut the classes into rows, each of which is entered as often as it is left. So units fall into
// cycles that pass through rows, through none twice: a cycle enters a row at some class and leaves it from some class, and changes each other
// predicate by the sum of what these classes differ in. A set is irreducible only if no part of its cycles leaves all predicates as they are, and
// has as many units as its cycles pass through rows. A lone class is either entered or left, which every row chooses by itself.
//
// It returns false where there is too much to go through.
func (k kinds) passing() (int, bool) {
	if len(k.sets) > maxKinds {
		return 0, false
	}
	best := 0
	for _, chosen := range k.rows() {
		left := maxUnits
		if n, ok := k.through(chosen, &left); ok && (best == 0 || n < best) {
			best = n
		}
	}
	return best, best > 0
}

// rows returns sets of predicates that exclude one another: the largest of those that begin with one and take each that excludes all before.
func (k kinds) rows() (out [][]int32) {
	for first := range int32(k.predicates) {
		chosen := []int32{first}
		for p := range int32(k.predicates) {
			if p != first && !slices.ContainsFunc(k.sets, func(list []int32) bool { return slices.Contains(list, p) && overlap(list, chosen) }) {
				chosen = append(chosen, p)
			}
		}
		slices.Sort(chosen)
		if len(out) > 0 && len(chosen) > len(out[0]) {
			out = nil
		}
		if len(out) == 0 || len(chosen) == len(out[0]) && !slices.ContainsFunc(out, func(l []int32) bool { return slices.Equal(l, chosen) }) {
			out = append(out, chosen)
		}
	}
	return out
}

// overlap reports whether two lists have a predicate in common.
func overlap(a, b []int32) bool {
	return slices.ContainsFunc(a, func(p int32) bool { return slices.Contains(b, p) })
}

// cycles are what cycles may change of the predicates, as keys, and through how many rows such a cycle passes at most.
type cycles map[string]int

// through returns the cycles that may also pass through one more row, which changes predicates in one of some ways.
func (c cycles) through(changes [][]int8) cycles {
	out := maps.Clone(c)
	for key, n := range c {
		for _, change := range changes {
			sum := []byte(key)
			for i, x := range change {
				sum[i] += byte(x)
			}
			out[string(sum)] = max(out[string(sum)], n+1)
		}
	}
	return out
}

// row is the ways to choose which of its lone classes are entered and which are left: for each, what passing through it may change.
type row struct {
	key  string // the same for rows that are alike
	ways [][][]int8
}

// through bounds the units by how they pass through the rows of some predicates.
func (k kinds) through(chosen []int32, left *int) (int, bool) {
	classes := make([][]int, len(chosen)+1) // the first has the classes that none of the predicates holds of
	for class, list := range k.sets {
		at := 1 + slices.IndexFunc(chosen, func(p int32) bool { return slices.Contains(list, p) })
		classes[at] = append(classes[at], class)
	}
	var rows []row
	for _, list := range classes {
		r, ok := k.row(list, chosen)
		if !ok {
			return 0, false
		}
		if len(r.ways) > 0 {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.key, b.key) })

	most, ways, known := 1, 0, make(map[string]bool)
	var choose func(at, from int, c cycles) bool
	choose = func(at, from int, c cycles) bool {
		if ways++; ways > maxWays || len(c) > maxCycles+1 {
			return false
		}
		if at < len(rows) {
			if at == 0 || rows[at].key != rows[at-1].key {
				from = 0
			}
			for way := from; way < len(rows[at].ways); way++ { // rows that are alike choose in order
				if !choose(at+1, way, c.through(rows[at].ways[way])) {
					return false
				}
			}
			return true
		}
		changes, weights := c.list()
		alike := inAnyOrder(changes, weights)
		if known[alike] {
			return true
		}
		known[alike], known[inAnyOrder(backwards(changes), weights)] = true, true
		n, ok := heaviest(changes, weights, left)
		if !ok {
			n, ok = onLine(changes, weights)
		}
		most = max(most, n)
		return ok
	}
	ok := choose(0, 0, cycles{string(make([]byte, k.predicates)): 0})
	return most, ok
}

// backwards returns the negatives of vectors.
func backwards(vectors [][]int8) [][]int8 {
	out := make([][]int8, len(vectors))
	for i, v := range vectors {
		for _, x := range v {
			out[i] = append(out[i], -x)
		}
	}
	return out
}

// list returns what the cycles change and how much they weigh, without the cycle through no row.
func (c cycles) list() (changes [][]int8, weights []int) {
	for _, key := range slices.Sorted(maps.Keys(c)) {
		if c[key] > 0 {
			changes, weights = append(changes, signed(key)), append(weights, c[key])
		}
	}
	return changes, weights
}

// onLine bounds what heaviest finds where all vectors are multiples of one. Put in an order in which each leads towards nothing from where those
// before it lead, sums lie among the a + b numbers above -b and up to a, the largest multiples being a and -b, and no two of them are equal: so
// there are no more vectors (Lambert 1987, Inform. and Comput. 72, has the sharper bound).
func onLine(vectors [][]int8, weights []int) (int, bool) {
	var along []int8
	at, least, most, unit, heaviest := 0, 0, 0, 0, 1
	for i, v := range vectors {
		heaviest = max(heaviest, weights[i])
		if along == nil {
			if at = slices.IndexFunc(v, func(x int8) bool { return x != 0 }); at < 0 {
				continue
			}
			along = v
		}
		for j := range v {
			if int(v[j])*int(along[at]) != int(v[at])*int(along[j]) {
				return 0, false
			}
		}
		x := int(v[at])
		least, most, unit = min(least, x), max(most, x), gcd(unit, x)
	}
	if unit == 0 {
		return heaviest, true
	}
	return max((most-least)/unit, 1) * heaviest, true
}

// gcd returns the greatest common divisor of two numbers, 0 for none.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// row returns the ways of a row's classes, without those that another one contains, by all predicates but the chosen ones. It returns false where
// there are too many.
func (k kinds) row(classes []int, chosen []int32) (row, bool) {
	var lone []int
	for _, class := range classes {
		if k.lone[class] {
			lone = append(lone, class)
		}
	}
	if len(lone) > maxLone {
		return row{}, false
	}
	var ways []map[string]bool
	for way := range 1 << len(lone) {
		changes := make(map[string]bool)
		for _, in := range classes {
			for _, out := range classes {
				i, o := slices.Index(lone, in), slices.Index(lone, out)
				if i >= 0 && way>>i&1 == 0 || o >= 0 && way>>o&1 == 1 {
					continue
				}
				change := make([]byte, k.predicates)
				difference(k.sets[out], k.sets[in], func(p int32, sign int8) { change[p] = byte(sign) })
				for _, p := range chosen {
					change[p] = 0
				}
				changes[string(change)] = true
			}
		}
		within := func(a, b map[string]bool) bool {
			for c := range a {
				if !b[c] {
					return false
				}
			}
			return true
		}
		if len(changes) == 0 || slices.ContainsFunc(ways, func(w map[string]bool) bool { return within(changes, w) }) {
			continue
		}
		ways = append(slices.DeleteFunc(ways, func(w map[string]bool) bool { return within(w, changes) }), changes)
	}
	var r row
	var key strings.Builder
	for _, changes := range ways {
		var way [][]int8
		for _, c := range slices.Sorted(maps.Keys(changes)) {
			key.WriteString(c)
			way = append(way, signed(c))
		}
		key.WriteByte('|')
		r.ways = append(r.ways, way)
	}
	r.key = key.String()
	return r, true
}

// signed returns the numbers of a key.
func signed(key string) []int8 {
	out := make([]int8, len(key))
	for i := range out {
		out[i] = int8(key[i])
	}
	return out
}
