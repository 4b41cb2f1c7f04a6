package main

import (
	"math"
	"testing"
)

// What is left of moves: on tables both of whose margins are known, chains of sums, counts that tell every kind, and where no kind is lone.
func TestUnits(t *testing.T) {
	margins := func(a, b int) (out []kind) {
		for i := range a {
			for j := range b {
				counts := make([]byte, a+b)
				counts[i], counts[a+j] = 1, 1
				out = append(out, kind{counts, true})
			}
		}
		return out
	}
	chain := func(n int) (out []kind) {
		for i := range n {
			counts := make([]byte, n+1)
			counts[i], counts[i+1] = 1, 1
			out = append(out, kind{counts[1:n], true})
		}
		return out
	}
	each := func(lone, many int) (out []kind) {
		for i := range lone + many {
			counts := make([]byte, lone+many)
			counts[i] = 1
			out = append(out, kind{counts, i < lone})
		}
		return out
	}
	for name, c := range map[string]struct {
		kinds []kind
		want  int64
	}{
		"2 × 2": {margins(2, 2), 2}, "2 × 3": {margins(2, 3), 4}, "2 × 4": {margins(2, 4), 8}, "3 × 4": {margins(3, 4), 36}, "2 × 16": {margins(2, 16), 256}, "3 × 5": {margins(3, 5), 0},
		"a chain of 10": {chain(10), 5}, "a chain of 100": {chain(100), 50}, "a chain of 9": {chain(9), 1},
		"each of one cell": {each(5, 0), 1}, "three of several": {each(200, 3), 3}, "all of several": {each(0, 4), math.MaxInt64},
	} {
		if got := units(c.kinds, math.MaxInt64); got != c.want {
			t.Errorf("%s: %d units, want %d", name, got, c.want)
		}
	}
	// A bound that is more than a record needs does not show that it is wrong.
	if got := units(margins(3, 4), 35); got != 0 {
		t.Errorf("3 × 4, of which 35 would do: %d units", got)
	}
}
