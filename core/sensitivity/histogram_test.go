package sensitivity

import (
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
)

func TestHistogramIsTheMaximumOverEdges(t *testing.T) {
	seen := make(map[int64]int)
	for seed := range uint64(2 * scenes) {
		m := newMaker(t, 10_000+seed)
		p := m.Policy(m.Domain(m.Columns(4), m.Chance(2)))
		k, err := p.Domain().Cells()
		if err != nil {
			t.Fatal(err)
		}
		var cells []int
		for c := range k {
			if p.Domain().Possible(c) {
				cells = append(cells, c)
			}
		}
		got := Histogram(p)
		for _, op := range []linop.Operator{linop.Identity(k), linop.Select(k, cells)} {
			if len(cells) == 0 {
				continue
			}
			if want := brute(t, op, p, L1); want.Cmp(big.NewRat(got, 1)) != 0 {
				t.Fatalf("seed %d, %s: %d, over edges %s", seed, describe(p), got, want)
			}
			// A change moves one person, so the square of the L2 norm is the L1 norm.
			if want := brute(t, op, p, L2Squared); want.Cmp(big.NewRat(got, 1)) != 0 {
				t.Fatalf("seed %d, %s: L2 squared is %s, L1 %d", seed, describe(p), want, got)
			}
		}
		seen[got]++
	}
	for value := range int64(3) {
		if seen[value] < 10 {
			t.Errorf("only %d policies with value %d", seen[value], value)
		}
	}
}

func TestLineErrors(t *testing.T) {
	m := newMaker(t, 1)
	two := m.Policy(m.Domain([]*domain.Attribute{m.Ordered("a", 3), m.Ordered("b", 3)}, false))
	if _, err := OnLine(two); err == nil {
		t.Error("a line over two columns was made")
	}
	l := Line{Reach: []int{1, 2, 2}, Solid: true}
	if _, err := l.Intervals(linop.Prefixes(4, 2)); err == nil {
		t.Error("runs over 4 cells were measured on a line of 3")
	}
}

// Too many runs are refused, not waited for.
func TestTooManyRuns(t *testing.T) {
	const k = 60_000
	list := make([]linop.Interval, k)
	l := Line{Reach: make([]int, k), Solid: true}
	for i := range list {
		list[i] = linop.Interval{Lo: i, Hi: i}
		l.Reach[i] = i
	}
	if _, err := l.Intervals(linop.Ranges(k, list)); err == nil {
		t.Error("no error")
	}
}
