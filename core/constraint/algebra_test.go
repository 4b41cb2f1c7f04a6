package constraint

import (
	"math/big"
	"testing"

	"steward/core/seeded"
)

// rankInFractions eliminates exactly.
func rankInFractions(vectors [][]int64) int {
	var m [][]*big.Rat
	for _, v := range vectors {
		row := make([]*big.Rat, len(v))
		for j, x := range v {
			row[j] = big.NewRat(x, 1)
		}
		m = append(m, row)
	}
	rank := 0
	for c := 0; len(m) > 0 && c < len(m[0]); c++ {
		p := rank
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[rank], m[p] = m[p], m[rank]
		for i := rank + 1; i < len(m); i++ {
			f := new(big.Rat).Quo(m[i][c], m[rank][c])
			for j := range m[i] {
				m[i][j] = new(big.Rat).Sub(m[i][j], new(big.Rat).Mul(f, m[rank][j]))
			}
		}
		rank++
	}
	return rank
}

func TestDependences(t *testing.T) {
	r := seeded.New(8, 1)
	relations := 0
	for range 500 {
		n, width := 1+r.IntN(7), 1+r.IntN(6)
		vectors := make([][]int64, n)
		for i := range vectors {
			vectors[i] = make([]int64, width)
			for j := range vectors[i] {
				vectors[i][j] = int64(r.IntN(3) - 1)
			}
		}
		d, ok := dependences(vectors)
		want := rankInFractions(vectors)
		if !ok || d.rank != want {
			t.Fatalf("%v: rank %d, want %d", vectors, d.rank, want)
		}
		if (d.relation != nil) != (want == n-1) {
			t.Fatalf("%v: rank %d of %d, relation %v", vectors, want, n, d.relation)
		}
		if d.relation == nil {
			continue
		}
		relations++
		divisor := int64(0)
		for _, x := range d.relation {
			divisor = new(big.Int).GCD(nil, nil, big.NewInt(divisor), new(big.Int).Abs(big.NewInt(x))).Int64()
		}
		if divisor != 1 || !vanishes(vectors, d.relation) {
			t.Fatalf("%v: relation %v", vectors, d.relation)
		}
	}
	if relations < 50 {
		t.Errorf("%d relations", relations)
	}
	if _, ok := dependences(make([][]int64, 0)); !ok {
		t.Error("no vectors are independent")
	}
	large := make([][]int64, 2000)
	for i := range large {
		large[i] = make([]int64, 2000)
	}
	if _, ok := dependences(large); ok {
		t.Error("a huge elimination was done")
	}
}

func TestMulMod(t *testing.T) {
	r := seeded.New(8, 2)
	p := big.NewInt(prime)
	for range 2000 {
		a, b := r.Uint64N(prime), r.Uint64N(prime)
		want := new(big.Int).Mul(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
		if got := mulMod(a, b); got != want.Mod(want, p).Uint64() {
			t.Fatalf("%d × %d is %d", a, b, got)
		}
		if a > 0 && mulMod(a, inverseMod(a)) != 1 {
			t.Fatalf("the inverse of %d is %d", a, inverseMod(a))
		}
	}
}

// A set that was worked out independently, and the largest sets over all changes of a few counts by at
// most one: where the counts have a rank of three or less these bound every family of facts,
// so the search always ends.
func TestZeroSum(t *testing.T) {
	all := func(rank int) [][]int8 {
		var out [][]int8
		v := make([]int8, rank)
		var fill func(i int)
		fill = func(i int) {
			if i == rank {
				for _, x := range v {
					if x != 0 {
						out = append(out, append([]int8(nil), v...))
						return
					}
				}
				return
			}
			for x := int8(-1); x <= 1; x++ {
				v[i] = x
				fill(i + 1)
			}
		}
		fill(0)
		return out
	}
	for rank, want := range map[int]int{1: 2, 2: 4, 3: 10} {
		if got, ok := zeroSum(all(rank)); !ok || got != want {
			t.Errorf("rank %d: %d, %v, want %d", rank, got, ok, want)
		}
	}
	if got, ok := zeroSum(nil); !ok || got != 1 {
		t.Errorf("no changes: %d, %v", got, ok)
	}
	if !seeded.Audit {
		return
	}
	if _, ok := zeroSum(all(4)); ok {
		t.Error("all changes of four counts were searched")
	}
}

func TestClassify(t *testing.T) {
	r := seeded.New(8, 3)
	for range 300 {
		size := 1 + r.IntN(12)
		var list []runs
		for range r.IntN(5) {
			var parts []run
			for range 1 + r.IntN(3) {
				lo := r.IntN(size)
				parts = append(parts, run{lo, lo + r.IntN(size-lo)})
			}
			list = append(list, join(parts))
		}
		k := classify(size, list)
		for u := range size {
			for v := range size {
				same := true
				for _, s := range list {
					same = same && s.has(u) == s.has(v)
				}
				if same != (k.class(u) == k.class(v)) {
					t.Fatalf("%v: values %d and %d of %d are in classes %d and %d", list, u, v, size, k.class(u), k.class(v))
				}
			}
		}
		for _, s := range list {
			in := k.in(s)
			for v := range size {
				if in[k.class(v)] != s.has(v) {
					t.Fatalf("%v: value %d of the class %d, in %v", s, v, k.class(v), in)
				}
			}
		}
	}
}

func TestAcyclic(t *testing.T) {
	for _, c := range []struct {
		edges [][]int
		want  bool
	}{
		{nil, true},
		{[][]int{{0, 1, 2}}, true},
		{[][]int{{0, 1}, {1, 2}, {2, 3}}, true},
		{[][]int{{0, 1}, {1, 2}, {0, 2}}, false},
		{[][]int{{0, 1}, {1, 2}, {0, 2}, {0, 1, 2}}, true},
		{[][]int{{0, 1}, {1, 2}, {2, 3}, {0, 3}}, false},
		{[][]int{{0, 1}, {0, 2}, {0, 3}}, true},
		{[][]int{{0, 1}, {2, 3}}, true},
	} {
		if got := acyclic(c.edges); got != c.want {
			t.Errorf("%v: %v", c.edges, got)
		}
	}
}
