package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// tableColumns are columns of some numbers of values.
func tableColumns(sizes ...int) (out []*column) {
	for j, n := range sizes {
		out = append(out, &column{name: fmt.Sprint(j), values: strings.Split(strings.Repeat("v", n), "")})
	}
	return out
}

// What tables change by is what their rows do, worked out one by one.
func TestMovedIsWhatRowsChange(t *testing.T) {
	columns := tableColumns(2, 3, 4)
	row := func(of table, cell []int) (out []int64) {
		out = []int64{1}
		for i, c := range of.of {
			var longer []int64
			for _, x := range out {
				for v := range c.values {
					y := int64(0)
					if v == cell[i] {
						y = 1
					}
					if of.Contrasts {
						y = y*int64(len(c.values)) - 1
					}
					longer = append(longer, x*y)
				}
			}
			out = longer
		}
		return out
	}
	for _, contrasts := range []bool{false, true} {
		of := table{Contrasts: contrasts, of: columns}
		length := func(a, b []int64) int64 {
			sum := int64(0)
			for i := range a {
				d := a[i] - b[i]
				if sum += d * d; !contrasts && d*d > 1 {
					t.Fatal("a count changes by more than one")
				}
			}
			return sum
		}
		for change := range 8 {
			from, to, changed := []int{0, 1, 2}, []int{0, 1, 2}, make(map[*column]bool)
			for j, c := range columns {
				if changed[c] = change>>j&1 == 1; changed[c] {
					to[j] = (from[j] + 1) % len(c.values)
				}
			}
			if got, want := of.moved(changed, false), length(row(of, from), row(of, to)); got.Int64() != want {
				t.Errorf("contrasts %v, change %b: %v, want %d", contrasts, change, got, want)
			}
		}
		if got, want := of.moved(nil, true), length(row(of, []int{0, 0, 0}), make([]int64, 24)); got.Int64() != want {
			t.Errorf("contrasts %v: who leaves changes %v, want %d", contrasts, got, want)
		}
	}
}

// What is proved is no less than what the dearest change costs, of all of them, whatever numbers are stated, and less than what two columns of each
// table could cost by themselves where they are good.
func TestNothingIsDearerThanProved(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	better := 0
	for round := range 200 {
		columns := tableColumns(2, 3, 2, 5, 4)
		var p parts
		n := tables{d: make(map[*column]float64)}
		simple := 0.0
		for i, c := range columns {
			p = append(p, [][]*column{{c}})
			for _, d := range columns[:i] {
				n.of = append(n.of, table{Contrasts: true, of: []*column{d, c}})
			}
		}
		if round%3 == 0 {
			n.of = append(n.of, table{Contrasts: true, of: columns[:3]}, table{Contrasts: true, of: columns[4:]})
		}
		all := 0.0
		for i := range n.of {
			price := r.Float64() / float64(n.of[i].moved(nil, true).Int64())
			n.of[i].price = parts200(new(big.Rat).SetFloat64(price))
			s := price * float64(n.of[i].moved(nil, true).Int64())
			all += s
			simple += 4 * s
			for _, c := range n.of[i].of {
				n.d[c] += s / 2 * (0.8 + 0.4*r.Float64())
			}
		}
		n.t = all * r.Float64() * 0.3
		exact := tables{of: n.of}.dearest(p, len(p), false)
		got := n.dearest(p, len(p), false)
		if got.Cmp(exact) < 0 {
			t.Fatalf("round %d: %v is proved, but a change costs %v", round, got, exact)
		}
		if x, _ := got.Float64(); x < 0.9*simple {
			better++
		}
	}
	if better < 20 {
		t.Errorf("%d proofs were good", better)
	}
}
