package sensitivity

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// TestLoadsAreTheWorstOfAllEdges compares the largest cost of a load with that of an edge by the
// definition, for random policies of every kind, operators and scales, in both norms.
func TestLoadsAreTheWorstOfAllEdges(t *testing.T) {
	some := 0
	for seed := range uint64(seeded.Often(60, 120)) {
		m := anyMaker(t, 150_000+seed)
		p := m.Policy(m.Domain(m.Columns(4), m.Chance(2)))
		all := operators(m, p.Domain())
		var ops []linop.Operator
		for range m.Pick(1, 4) {
			ops = append(ops, all[m.Pick(0, len(all)-1)].op)
		}
		for _, norm := range []Norm{L1, L2Squared} {
			loads, err := Loads(context.Background(), ops, p, norm, 1<<20)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			some += min(len(loads), 1)
			costs := costsOf(p, ops, norm)
			for range 4 {
				scales := make([]*big.Rat, len(ops))
				for i := range scales {
					if !m.Chance(5) {
						scales[i] = big.NewRat(int64(m.Pick(1, 50)), int64(m.Pick(1, 9)))
					}
				}
				want := new(big.Rat)
				for _, edge := range costs {
					sum := new(big.Rat)
					for i, cost := range edge {
						if scales[i] != nil {
							sum.Add(sum, new(big.Rat).Quo(cost, scales[i]))
						}
					}
					if sum.Cmp(want) > 0 {
						want = sum
					}
				}
				if got := Heaviest(loads, scales, norm); got.Cmp(want) != 0 {
					t.Fatalf("seed %d, norm %d, %s: the heaviest load costs %v, the heaviest edge %v", seed, norm, describe(p), got, want)
				}
			}
		}
	}
	if some < seeded.Often(50, 100) {
		t.Errorf("only %d policies changed anything", some)
	}
}

// costsOf returns by how much each different edge changes every operator, per unit of its weight, by the
// definition.
func costsOf(p *policy.Policy, ops []linop.Operator, norm Norm) [][]*big.Rat {
	var out [][]*big.Rat
	seen := make(map[string]bool)
	_ = p.Edges(func(e policy.Edge) bool {
		var changes []int64
		for _, op := range ops {
			a, b := map[int]int64{}, map[int]int64{}
			op.Column(int(e.U), func(row int, v int64) { a[row] = v })
			if e.V != policy.Absent {
				op.Column(int(e.V), func(row int, v int64) { b[row] = v })
			}
			changes = append(changes, differ(a, b, norm))
		}
		if key := fmt.Sprint(changes, int64(e.Weight)); !seen[key] {
			seen[key] = true
			edge := make([]*big.Rat, len(ops))
			for i, d := range changes {
				edge[i] = ratio(d, e.Weight, norm)
			}
			out = append(out, edge)
		}
		return true
	})
	return out
}

// TestFrontierMergesSafely keeps loads that no other is above when there are very many of them.
func TestFrontierMergesSafely(t *testing.T) {
	f := NewFrontier(L1)
	var all []Load
	n := int64(seeded.Often(9*mostLoads/8, 3*mostLoads))
	for i := range n {
		l := Load{[]int64{i, n - i}, weighted.One + weighted.Weight(i%7)}
		all = append(all, l)
		f.Add(l.Changes, l.Weight)
	}
	if kept := len(f.Loads()); kept > mostLoads {
		t.Errorf("%d loads are kept", kept)
	}
	for _, scales := range [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(1, 1)}, {big.NewRat(1, 3), big.NewRat(9, 1)}, {nil, big.NewRat(2, 1)}} {
		if got, want := Heaviest(f.Loads(), scales, L1), Heaviest(all, scales, L1); got.Cmp(want) < 0 {
			t.Errorf("scales %v: kept %v of %v", scales, got, want)
		}
	}
	if _, err := Loads(context.Background(), []linop.Operator{linop.Identity(3)}, threeValues(t), L1, 2); err == nil {
		t.Error("three edges are walked over where two are allowed")
	}
}

func threeValues(t *testing.T) *policy.Policy {
	t.Helper()
	a, err := domain.NewList("a", []string{"x", "y", "z"}, domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
	if err != nil {
		t.Fatal(err)
	}
	return onDomain(t, a, policy.Complete(a))
}
