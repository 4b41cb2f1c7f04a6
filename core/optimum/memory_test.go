package optimum

import (
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/limits"
	"steward/core/linop"
)

// A remembered solution is the same as one that is worked out, another problem has its own, and
// what a caller does to a solution is not remembered.
func TestMemory(t *testing.T) {
	var m Memory
	p := mustNew(t, linop.Every(16, 16), near(t, 16, 3, false))
	want, err := p.Solve(t.Context(), 0.01, 50)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		got, err := m.Solve(t.Context(), p, 0.01, 50)
		if err != nil || got.Lower != want.Lower || got.Upper != want.Upper || !mat.Equal(got.X, want.X) {
			t.Fatalf("%+v, want %+v (%v)", got, want, err)
		}
		got.X.SetSym(0, 0, 99)
	}
	if len(m.found) != 1 {
		t.Errorf("%d solutions are remembered", len(m.found))
	}
	other, err := m.Solve(t.Context(), mustNew(t, linop.Every(16, 16), near(t, 16, 4, false)), 0.01, 50)
	if err != nil || other.Upper == want.Upper {
		t.Errorf("another problem has %+v (%v)", other, err)
	}
	if closer, err := m.Solve(t.Context(), p, 0.001, 500); err != nil || closer.Upper >= want.Upper {
		t.Errorf("to a smaller gap: %v, before %v (%v)", closer.Upper, want.Upper, err)
	}
	var none *Memory
	if got, err := none.Solve(t.Context(), p, 0.01, 50); err != nil || got.Upper != want.Upper {
		t.Errorf("without a memory: %+v, %v", got, err)
	}
	var full Memory
	large := Solution{X: mat.NewSymDense(limits.MaxDenseCells, nil)}
	for i := range byte(100) {
		if full.remember([sha256.Size]byte{i}, large); len(full.found) > 64 {
			t.Fatalf("%d of the largest solutions are remembered", len(full.found))
		}
	}
}

// What was found for a question is not looked for again; what was not found is.
func TestRecall(t *testing.T) {
	var m Memory
	looked := 0
	ask := func(m *Memory, question string, err error) (int, error) {
		return Recall(t.Context(), m, question, func() (int, error) { looked++; return looked, err })
	}
	if _, err := ask(&m, "a", io.ErrUnexpectedEOF); err != io.ErrUnexpectedEOF {
		t.Errorf("not found: %v", err)
	}
	for _, c := range []struct {
		of       *Memory
		question string
		want     int
	}{{&m, "a", 2}, {&m, "b", 3}, {&m, "a", 2}, {&m, "b", 3}, {nil, "a", 4}, {nil, "a", 5}} {
		if got, err := ask(c.of, c.question, nil); got != c.want || err != nil {
			t.Errorf("%q is %d, want %d (%v)", c.question, got, c.want, err)
		}
	}
	if other, err := Recall(t.Context(), &m, "a", func() (string, error) { return "text", nil }); other != "text" || err != nil {
		t.Errorf("found as a number, wanted as text: %q (%v)", other, err)
	}
	for i := range 600 {
		if _, err := ask(&m, fmt.Sprint(i), nil); err != nil || len(m.found) > 256 {
			t.Fatalf("%d are remembered (%v)", len(m.found), err)
		}
	}
}

// Under a context that shares a memory that one is used, whatever the caller's.
func TestSharedMemory(t *testing.T) {
	var own, shared Memory
	ctx := Share(t.Context(), &shared)
	p := mustNew(t, linop.Every(8, 8), near(t, 8, 2, false))
	starts := func() ([]*mat.Dense, error) { return []*mat.Dense{cellRows(8)}, nil }
	for _, m := range []*Memory{nil, &own} {
		if _, err := m.Solve(ctx, p, 0.1, 5); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Search(ctx, p, "", starts, math.Inf(1)); err != nil {
			t.Fatal(err)
		}
	}
	if len(shared.found) != 2 || len(own.found) != 0 {
		t.Errorf("%d are shared, %d are not", len(shared.found), len(own.found))
	}
}

// Scales are remembered by all that they depend on: whatever is asked otherwise is worked out by itself, also where the same numbers are
// divided into lists in another way, and what a caller does to scales is not remembered.
func TestScalesAreRemembered(t *testing.T) {
	type asked struct {
		law   Law
		costs []float64
		loads [][]float64
		gap   float64
		most  int
	}
	first := asked{WithLaplace, []float64{1, 2, 3}, [][]float64{{1, 0, 2}, {0, 1, 1}}, 1e-3, 50}
	others := []asked{first, first, first, first, first, first, first}
	others[0].law = WithGaussian
	others[1].costs = []float64{1, 2, 4}
	others[2].loads = [][]float64{{1, 0, 2}, {0, 1, 2}}
	others[3].gap = 1e-1
	others[4].most = 1
	others[5].loads = [][]float64{{0, 1, 1}, {1, 0, 2}}
	others[6].costs, others[6].loads = []float64{1, 2}, [][]float64{{3, 1}, {0, 2}}
	var m Memory
	for range 2 {
		for _, a := range append([]asked{first}, others...) {
			want := Scale(a.law, a.costs, a.loads, a.gap, a.most)
			got := m.Scale(t.Context(), a.law, a.costs, a.loads, a.gap, a.most)
			if !slices.Equal(got.Scales, want.Scales) || got.Error != want.Error || got.Bound != want.Bound {
				t.Errorf("%+v: %+v, want %+v", a, got, want)
			}
			got.Scales[0] = 99
		}
	}
	if n := len(m.found); n != 1+len(others) {
		t.Errorf("%d are remembered, of %d that differ", n, 1+len(others))
	}
	same := scaleQuestion(WithLaplace, []float64{1, 2}, [][]float64{{3}, {4, 5}}, 1, 1)
	for _, loads := range [][][]float64{{{3, 4}, {5}}, {{3, 4, 5}}, {{3}, {4}, {5}}} {
		if scaleQuestion(WithLaplace, []float64{1, 2}, loads, 1, 1) == same {
			t.Errorf("loads %v are asked for as others are", loads)
		}
	}
	var none *Memory
	if got := none.Scale(t.Context(), first.law, first.costs, first.loads, first.gap, first.most); len(got.Scales) != 3 {
		t.Errorf("without a memory: %+v", got)
	}
}
