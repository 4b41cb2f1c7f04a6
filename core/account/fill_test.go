package account

import (
	"math/big"
	"testing"

	"steward/core/seeded"
)

// apart gives every mechanism one share.
func apart(shares ...Epsilon) (out [][]Epsilon) {
	for _, e := range shares {
		out = append(out, []Epsilon{e})
	}
	return out
}

func TestFill(t *testing.T) {
	e := func(text string) Epsilon {
		out, err := ParseEpsilon(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for name, c := range map[string]struct {
		shares [][]Epsilon
		sets   [][]int
		want   string
	}{
		"apart":           {apart(e("0.2"), e("0.3"), e("0.5")), nil, "1 1 1"},
		"all at once":     {apart(e("0.2"), e("0.3"), e("0.5")), [][]int{{0, 1, 2}}, "0.2 0.3 0.5"},
		"two beside one":  {apart(e("0.25"), e("0.25"), e("0.5")), [][]int{{0, 1}, {2}}, "0.5 0.5 1"},
		"one is in all":   {apart(e("0.25"), e("0.25"), e("0.5")), [][]int{{0, 2}, {1, 2}}, "1/3 1/3 2/3"},
		"with two shares": {[][]Epsilon{{e("0.25"), e("0.25")}, {e("0.5")}, {e("1")}}, [][]int{{0, 1}, {1, 2}}, "2/3 1/3 2/3"},
		"one after other": {apart(e("0.25"), e("0.25"), e("0.25"), e("0.25")), [][]int{{0, 1, 2}, {2, 3}}, "1/3 1/3 1/3 2/3"},
	} {
		got := ""
		for i, x := range Fill(c.shares, e("1"), c.sets, false) {
			if i > 0 {
				got += " "
			}
			got += x.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}

// What is raised keeps every set within the promise, exactly, takes nothing of any share, and leaves nothing that could be raised.
func TestFillKeepsThePromise(t *testing.T) {
	r := seeded.New(20261128, 1)
	for range seeded.Often(200, 5000) {
		n, squares := 1+r.IntN(6), r.IntN(2) == 0
		weights := make([]*big.Rat, n)
		for i := range weights {
			weights[i] = big.NewRat(1+int64(r.IntN(9)), 1)
		}
		promise := Promise{epsilon: Epsilon{big.NewRat(1+int64(r.IntN(20)), 10)}}
		promise.r = promise.epsilon
		if squares {
			promise.delta = Delta{big.NewRat(1, 1000000)}
		}
		shares, err := promise.Split(weights)
		if err != nil {
			t.Fatal(err)
		}
		var sets [][]int
		for range r.IntN(5) {
			var set []int
			for i := range n {
				if r.IntN(2) == 0 {
					set = append(set, i)
				}
			}
			sets = append(sets, set)
		}
		got := Fill(apart(shares...), promise.r, sets, squares)
		stuck := make([]bool, n)
		for i := range n {
			sets = append(sets, []int{i})
		}
		for _, set := range sets {
			var in []Epsilon
			more := new(big.Rat)
			for _, i := range set {
				in = append(in, got[i])
				if more.Add(more, got[i].Rat()); squares {
					more.Add(more.Sub(more, got[i].Rat()), new(big.Rat).Mul(got[i].Rat(), got[i].Rat()))
				}
			}
			if !promise.Keeps(in) {
				t.Fatalf("%v of %v: %v is more than is promised, %v", set, sets, in, promise.r)
			}
			most := promise.r.Rat()
			if squares {
				most = promise.square()
			}
			if part, _ := more.Quo(more, most).Float64(); part > 1-1e-5 {
				for _, i := range set {
					stuck[i] = true
				}
			}
		}
		for i, x := range got {
			if part := x.Float() / shares[i].Float(); part < 1-1e-6 {
				t.Fatalf("%v has less than its share %v", x, shares[i])
			}
			if !stuck[i] {
				t.Fatalf("%d of %v could have more: %v", i, sets, got)
			}
		}
	}
}
