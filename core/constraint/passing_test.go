package constraint

import (
	"slices"
	"testing"

	"steward/core/seeded"
)

// What passes through rows is never fewer units, or moves, than the largest irreducible set has, over random classes; and for both margins of two rows of
// lone cells it is what the search finds.
func TestPassingAgainstSearch(t *testing.T) {
	r := seeded.New(9, 1)
	compared, sharp, moves := 0, 0, 0
	tried := 200
	if seeded.Audit {
		tried = 5000
	}
	for range tried {
		k := randomKinds(r)
		bound, ok := k.passing()
		if !ok {
			continue
		}
		if slices.Contains(k.lone, true) {
			if most, done := k.searched(); done {
				compared++
				if bound < most {
					t.Fatalf("at most %d units by rows, but %d are found: %v %v", bound, most, k.sets, k.lone)
				}
				if bound == most {
					sharp++
				}
			}
			continue
		}
		all := slices.Repeat([]bool{true}, len(k.sets))
		if most, done := zeroSum(k.changes(all, all)); done {
			moves++
			if bound < most {
				t.Fatalf("at most %d moves by rows, but %d are found: %v", bound, most, k.sets)
			}
		}
	}
	if compared < tried/3 || moves < tried/5 || 2*sharp < compared {
		t.Errorf("%d and %d were compared, %d bounds were reached: too few to tell", compared, moves, sharp)
	}
	for n, want := range map[int]int{2: 2, 3: 4, 4: 8, 5: 12, 6: 18, 9: 40} {
		if bound, ok := marginKinds(2, n).passing(); !ok || bound != want {
			t.Errorf("both margins of 2 × %d cells: %d units, want %d", n, bound, want)
		}
		if n > 4 {
			continue
		}
		if most, ok := marginKinds(2, n).searched(); !ok || most != want {
			t.Errorf("both margins of 2 × %d cells: %d units are found, want %d", n, most, want)
		}
	}
}

// marginKinds are the cells of a table both of whose margins are known.
func marginKinds(rows, columns int) kinds {
	k := kinds{predicates: rows + columns}
	for a := range rows {
		for b := range columns {
			k.sets, k.lone = append(k.sets, []int32{int32(a), int32(rows + b)}), append(k.lone, true)
		}
	}
	return k
}

func randomKinds(r *seeded.Source) kinds {
	k := kinds{predicates: 2 + r.IntN(3)}
	some, seen := r.IntN(3), make(map[int]bool)
	for range 2 + r.IntN(5) {
		set := r.IntN(1 << k.predicates)
		if seen[set] {
			continue
		}
		seen[set] = true
		var list []int32
		for p := range k.predicates {
			if set>>p&1 == 1 {
				list = append(list, int32(p))
			}
		}
		k.sets, k.lone = append(k.sets, list), append(k.lone, some > 0 && r.IntN(some+1) > 0)
	}
	return k
}

// Vectors along one: the bound is never below what the search finds.
func TestVectorsOnLine(t *testing.T) {
	r := seeded.New(9, 2)
	for range 500 {
		var vectors [][]int8
		var weights []int
		scale, known, even := int8(1+r.IntN(2)), make(map[int8]bool), r.IntN(2) == 0
		for range 1 + r.IntN(6) {
			x := int8(r.IntN(9)-4) * scale
			if known[x] {
				continue
			}
			known[x] = true
			vectors, weights = append(vectors, []int8{0, x, -2 * x}), append(weights, 1)
			if !even {
				weights[len(weights)-1] += r.IntN(4)
			}
		}
		left := maxComparisons
		want, done := heaviest(vectors, weights, &left)
		got, ok := onLine(vectors, weights)
		if !done || !ok || got < want {
			t.Fatalf("%v with weights %v: at most %d, but the search finds %d", vectors, weights, got, want)
		}
	}
	if _, ok := onLine([][]int8{{1, 0}, {1, 1}}, []int{1, 1}); ok {
		t.Error("vectors of a plane were taken to be on a line")
	}
}
