package constraint_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// world is a tiny policy with facts, written out for brute force: vertices are the possible
// cells and, last, "not in the file" where it is a vertex.
type world struct {
	k      int
	weight [][]weighted.Weight // of an edge, 0 for none
	far    [][]weighted.Weight // shortest chains, or policy.Infinite
	sign   [][]int             // per vertex and predicate, whether it counts there
}

func written(t *testing.T, s scene) world {
	t.Helper()
	d := s.policy.Domain()
	cells, err := d.Cells()
	must(t, err)
	var vertices []policy.Vertex
	var w world
	predicates := counted(d, s.facts)
	values := make([]int, len(d.Attributes()))
	for cell := range cells {
		if !d.Possible(cell) {
			continue
		}
		vertices = append(vertices, policy.Vertex(cell))
		d.Values(values, cell)
		own := make([]int, len(predicates))
		for i, p := range predicates {
			if holds(d, p, values) {
				own[i] = 1
			}
		}
		w.sign = append(w.sign, own)
	}
	if s.policy.Presence() {
		vertices = append(vertices, policy.Absent)
		w.sign = append(w.sign, make([]int, len(predicates)))
	}
	w.k = len(vertices)
	for i, u := range vertices {
		w.weight = append(w.weight, make([]weighted.Weight, w.k))
		w.far = append(w.far, make([]weighted.Weight, w.k))
		for j, v := range vertices {
			w.far[i][j] = weighted.Infinite
			if x, joined := s.policy.Weight(u, v); joined {
				w.weight[i][j], w.far[i][j] = x, x
			}
			if i == j {
				w.far[i][j] = 0
			}
		}
	}
	for via := range w.k {
		for i := range w.k {
			for j := range w.k {
				if w.far[i][via] < weighted.Infinite && w.far[via][j] < weighted.Infinite {
					w.far[i][j] = min(w.far[i][j], w.far[i][via]+w.far[via][j])
				}
			}
		}
	}
	return w
}

// places is the most different counts whose changes fit in one number.
const places = 12

// codes writes the change of all counts from u to v as one number: up to 12 people move, so
// each count changes by less than 16. It is nil when there are too many counts.
func (w world) codes() [][]int64 {
	// Counts that are equal everywhere need a place of their own only once.
	var distinct []int
	for i := range w.sign[0] {
		same := func(j int) bool {
			return !slices.ContainsFunc(w.sign, func(s []int) bool { return s[i] != s[j] })
		}
		if !slices.ContainsFunc(distinct, same) {
			distinct = append(distinct, i)
		}
	}
	if len(distinct) > places {
		return nil
	}
	out := make([][]int64, w.k)
	for u := range out {
		out[u] = make([]int64, w.k)
		for v := range out[u] {
			for _, i := range distinct {
				out[u][v] = out[u][v]*32 + int64(w.sign[v][i]-w.sign[u][i])
			}
		}
	}
	return out
}

// found is what brute force finds over all pairs of neighbouring files.
type found struct {
	moves  int     // the most people who differ
	factor float64 // the most that all moves weigh, over the least weight of a secret edge among them
	steps  float64 // the most distance between the counts, over the same
	apart  bool    // some pair is joined by no chain
	pairs  int
	x      map[string][]int // differences of histograms
}

func (f *found) note(w world, from, to []int) {
	moves, sum, least := 0, weighted.Weight(0), weighted.Infinite
	x := make([]int, w.k)
	for i, u := range from {
		v := to[i]
		if u == v {
			continue
		}
		moves++
		x[u]--
		x[v]++
		if w.far[u][v] == weighted.Infinite {
			f.apart = true
			return
		}
		sum += w.far[u][v]
		if e := w.weight[u][v]; e > 0 {
			least = min(least, e)
		}
	}
	f.moves = max(f.moves, moves)
	f.factor = max(f.factor, float64(sum)/float64(least))
	f.steps = max(f.steps, float64(w.transport(x))/float64(least))
	f.pairs++
	f.x[fmt.Sprint(x)] = x
}

// least returns the least weight of an edge.
func (w world) least() weighted.Weight {
	least := weighted.Infinite
	for _, row := range w.weight {
		for _, x := range row {
			if x > 0 {
				least = min(least, x)
			}
		}
	}
	return least
}

// transport returns the least that moves along edges weigh which change the counts by x.
func (w world) transport(x []int) weighted.Weight {
	var from, to []int
	for u, n := range x {
		for range -n {
			from = append(from, u)
		}
		for range n {
			to = append(to, u)
		}
	}
	best := make([]weighted.Weight, 1<<len(to)) // by which of to are reached, as many of from having gone
	for mask := 1; mask < len(best); mask++ {
		best[mask] = weighted.Infinite
		u := from[bits.OnesCount(uint(mask))-1]
		for i, v := range to {
			if mask>>i&1 == 1 {
				best[mask] = min(best[mask], best[mask&^(1<<i)]+w.far[u][v])
			}
		}
	}
	return best[len(best)-1]
}

// files calls yield for every file of n records up to their order.
func files(k, n int, yield func(records []int)) {
	records := make([]int, n)
	var fill func(i, least int)
	fill = func(i, least int) {
		if i == n {
			yield(records)
			return
		}
		for v := least; v < k; v++ {
			records[i] = v
			fill(i+1, v)
		}
	}
	fill(0, 0)
}

// others calls yield for every file of as many records that agrees with the facts where the
// first one does.
func (w world) others(from []int, code [][]int64, yield func(to []int)) {
	to := make([]int, len(from))
	var fill func(i int, sum int64)
	fill = func(i int, sum int64) {
		if i == len(from) {
			if sum == 0 && !slices.Equal(from, to) {
				yield(to)
			}
			return
		}
		for v := range w.k {
			to[i] = v
			fill(i+1, sum+code[from[i]][v])
		}
	}
	fill(0, 0)
}

// subsets calls yield for every proper nonempty subset of some positions, as a mask, until
// it returns false.
func subsets(mask int, yield func(sub int) bool) bool {
	for sub := (mask - 1) & mask; sub > 0; sub = (sub - 1) & mask {
		if !yield(sub) {
			return false
		}
	}
	return true
}

// edgeMinimal compares all pairs of files of n records: those that agree with the facts, are
// apart by secret pairs only, and of which no part of the moves agrees with the facts.
func (w world) edgeMinimal(n int) found {
	f, code := found{x: map[string][]int{}}, w.codes()
	files(w.k, n, func(from []int) {
		w.others(from, code, func(to []int) {
			moved := 0
			for i, u := range from {
				if u != to[i] {
					if w.weight[u][to[i]] == 0 {
						return
					}
					moved |= 1 << i
				}
			}
			if subsets(moved, func(sub int) bool { return w.change(code, from, to, sub) != 0 }) {
				f.note(w, from, to)
			}
		})
	})
	return f
}

func (w world) change(code [][]int64, from, to []int, mask int) int64 {
	var sum int64
	for i, u := range from {
		if mask>>i&1 == 1 {
			sum += code[u][to[i]]
		}
	}
	return sum
}

// strict compares all pairs of files of n records by Definition 4.1 of He et al. 2014: both
// agree with the facts; the set of records that change along a secret pair is not empty,
// and no other such file has less of it; of those with the same set, none has fewer changes.
func (w world) strict(n int) found {
	f, code := found{x: map[string][]int{}}, w.codes()
	files(w.k, n, func(from []int) {
		// Which sets of secret pairs occur, as a number in base k + 1.
		occurs := map[int]bool{}
		secret := func(to []int, mask int) int {
			key := 0
			for i, u := range from {
				key *= w.k + 1
				if mask>>i&1 == 1 && w.weight[u][to[i]] > 0 {
					key += to[i] + 1
				}
			}
			return key
		}
		all := 1<<n - 1
		w.others(from, code, func(to []int) { occurs[secret(to, all)] = true })
		w.others(from, code, func(to []int) {
			pairs, rest := 0, 0
			for i, u := range from {
				switch {
				case w.weight[u][to[i]] > 0:
					pairs |= 1 << i
				case u != to[i]:
					rest |= 1 << i
				}
			}
			if pairs == 0 || !subsets(pairs, func(sub int) bool { return !occurs[secret(to, sub)] }) {
				return
			}
			fewer := func(sub int) bool { return w.change(code, from, to, pairs|sub) != 0 }
			if rest == 0 || subsets(rest, fewer) && fewer(0) {
				f.note(w, from, to)
			}
		})
	})
	return f
}

// The factor is never below what brute force over all pairs of files finds, and equal to it
// where it says that it is exact.
func TestFactorAgainstAllPairsOfFiles(t *testing.T) {
	const people = 4
	seen := map[string]int{}
	wanted := map[string]int{
		"edge-minimal exact 1": 20, "edge-minimal exact 2": 20, "edge-minimal exact 3": 5, "edge-minimal exact 4": 1, "steps below moves": 3,
		"strict exact 1": 10, "strict exact 2": 10, "strict bound": 10, "strict refused": 3,
	}
	enough := func() bool {
		for what, least := range wanted {
			if seen[what] < least {
				return false
			}
		}
		return true
	}
	for seed := uint64(0); seed < scenes || !enough() && seed < 10*scenes; seed++ {
		m := newMaker(t, seed)
		s := m.scene(5)
		w := written(t, s)
		if w.codes() == nil {
			continue
		}
		say := func() string {
			return fmt.Sprintf("seed %d: %s; facts %v", seed, randompolicy.Describe(s.policy), statements(s.facts))
		}
		checkReading(t, reading{constraint.EdgeMinimal, s, w, people, w.edgeMinimal}, say, seen)
		if w.k <= 5 {
			checkReading(t, reading{constraint.Strict, s, w, people, w.strict}, say, seen)
		}
	}
	for what, least := range wanted {
		if seen[what] < least {
			t.Errorf("%q came up %d times only: %v", what, seen[what], seen)
		}
	}
	t.Log(seen)
}

func statements(f constraint.Facts) []string {
	var out []string
	for _, x := range f.Stated() {
		out = append(out, x.Expert().String())
	}
	return out
}

type reading struct {
	constraint.Reading
	scene
	world  world
	people int
	brute  func(n int) found
}

func checkReading(t *testing.T, r reading, say func() string, seen map[string]int) {
	t.Helper()
	f := r.brute(r.people)
	m, err := r.facts.Tie(r.policy, r.Reading)
	if err != nil {
		var refused *constraint.Refusal
		if !errors.As(err, &refused) {
			t.Fatalf("%s: %v", say(), err)
		}
		seen[string(r.Reading)+" refused"]++
		return
	}
	quality := "bound"
	if m.Exact {
		quality = "exact"
	}
	seen[string(r.Reading)+" "+quality]++
	seen[fmt.Sprintf("%s %s %d", r.Reading, quality, m.Factor)]++
	even := true
	for _, row := range r.world.weight {
		for _, x := range row {
			even = even && (x == 0 || x == r.world.least())
		}
	}
	if f.apart || m.Moves > 0 && f.moves > m.Moves || f.steps > float64(m.Factor) || !even && f.factor > float64(m.Factor) {
		t.Fatalf("%s: %s: %d moves, %g steps and factor %g (apart %v), but the bound is %d and %d (%s)", say(), r.Reading, f.moves, f.steps, f.factor, f.apart, m.Moves, m.Factor, m.Expert)
	}
	if m.Exact && m.Factor <= r.people && m.Factor != m.Moves && f.pairs > 0 {
		seen["steps below moves"]++
		if f.steps != float64(m.Factor) {
			t.Fatalf("%s: %s: %g steps, but %d are said to be exact (%s)", say(), r.Reading, f.steps, m.Factor, m.Expert)
		}
		return
	}
	if m.Exact && m.Moves <= r.people && f.moves != m.Moves && f.pairs > 0 {
		t.Fatalf("%s: %s: %d moves, but %d are said to be exact (%s)", say(), r.Reading, f.moves, m.Moves, m.Expert)
	}
	r.checkLinear(t, f, m, say)
}

// checkLinear compares how far the answers of some linear queries are apart over all
// neighbouring files with Delta_E + (m - 1) Delta, where Delta is Delta_E in the edge-minimal
// reading and the largest over all pairs of vertices in the strict one (docs/mathematics.md, "Public facts").
func (r reading) checkLinear(t *testing.T, f found, m constraint.Multiplier, say func() string) {
	t.Helper()
	rng := seeded.New(uint64(f.pairs), 5)
	queries := make([][]int, 3)
	for i := range queries {
		queries[i] = make([]int, r.world.k)
		for u := range queries[i] {
			if r.policy.Presence() && u == r.world.k-1 {
				continue // nobody counts for nothing
			}
			queries[i][u] = rng.IntN(7) - 3
		}
	}
	apart := func(x []int) int {
		sum := 0
		for _, q := range queries {
			d := 0
			for u, n := range x {
				d += q[u] * n
			}
			sum += max(d, -d)
		}
		return sum
	}
	edges, all := 0, 0
	for u := range r.world.k {
		for v := range u {
			x := make([]int, r.world.k)
			x[u], x[v] = 1, -1
			all = max(all, apart(x))
			if r.world.weight[u][v] > 0 {
				edges = max(edges, apart(x))
			}
		}
	}
	if r.Reading == constraint.EdgeMinimal {
		all = edges
	}
	for _, x := range f.x {
		if d := apart(x); d > edges+(m.Moves-1)*all {
			t.Fatalf("%s: %s: answers %d apart, bound %d + %d × %d", say(), r.Reading, d, edges, m.Moves-1, all)
		}
	}
}
