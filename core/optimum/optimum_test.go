package optimum

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/linop/linoptest"
	"steward/core/policy"
)

var plainOptions = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}

// whole returns columns of whole numbers of the given sizes.
func whole(t testing.TB, sizes ...int) *domain.Domain {
	t.Helper()
	var attrs []*domain.Attribute
	for j, n := range sizes {
		a, err := domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), plainOptions)
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// near joins the values of the only column up to a threshold, of their numbers.
func near(t testing.TB, k, threshold int, presence bool) *policy.Policy {
	t.Helper()
	d := whole(t, k)
	part, err := policy.Near(d.Attributes()[0], big.NewRat(int64(threshold), 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	s := policy.Spec{Domain: d, Parts: []policy.Part{part}}
	s.Presence = presence
	p, err := policy.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustNew(t testing.TB, op linop.Operator, p *policy.Policy, known ...bool) *Problem {
	t.Helper()
	q, err := New(op, p, len(known) > 0 && known[0])
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func within(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if math.Abs(got-want) > part*want {
		t.Errorf("%s: %.6f, want %.6f", what, got, want)
	}
}

// Bounds that were worked out independently.
func TestVectors(t *testing.T) {
	for _, c := range []struct {
		what    string
		op      linop.Operator
		p       *policy.Policy
		uniform float64
		optimum float64
	}{
		{"ranges, line, 4", linop.Every(4, 4), near(t, 4, 1, false), 11.549704, 0},
		{"ranges, line, 7", linop.Every(7, 7), near(t, 7, 1, false), 40.333334, 0},
		{"ranges, line, 16", linop.Every(16, 16), near(t, 16, 1, false), 233.151113, 233.1511},
		{"ranges, full, 16", linop.Every(16, 16), policy.Full(whole(t, 16), false), 519.095786, 0},
		{"histogram, full, 5", linop.Identity(5), policy.Full(whole(t, 5), false), 8, 8},
		{"histogram, full, 8", linop.Identity(8), policy.Full(whole(t, 8), false), 14, 14},
		{"ranges, line(3), 16", linop.Every(16, 16), near(t, 16, 3, false), 0, 426.64},
		{"ranges, full, 12", linop.Every(12, 12), policy.Full(whole(t, 12), false), 0, 277.54},
		{"ranges, line(3) and absent, 16", linop.Every(16, 16), near(t, 16, 3, true), 0, 481.50},
	} {
		q := mustNew(t, c.op, c.p)
		uniform, err := q.Uniform()
		if err != nil {
			t.Fatal(err)
		}
		if c.uniform > 0 {
			within(t, c.what+", uniform", uniform, c.uniform, 1e-6)
		}
		s, err := q.Solve(t.Context(), 1e-4, 2000)
		if err != nil {
			t.Fatal(err)
		}
		if s.Lower < uniform*(1-1e-9) || s.Upper < s.Lower*(1-1e-9) || s.Upper > s.Lower*(1+1.1e-4) {
			t.Errorf("%s: uniform %.6f, between %.6f and %.6f after %d", c.what, uniform, s.Lower, s.Upper, s.Iterations)
		}
		if c.optimum > 0 {
			within(t, c.what+", optimum", s.Upper, c.optimum, 2e-4)
		}
	}
}

// The certificate is what it says: X keeps every edge, and its error is Upper.
func TestCertificate(t *testing.T) {
	p := near(t, 12, 3, false)
	op := linop.Every(12, 12)
	q := mustNew(t, op, p)
	s, err := q.Solve(t.Context(), 1e-3, 500)
	if err != nil {
		t.Fatal(err)
	}
	var chol mat.Cholesky
	if !chol.Factorize(s.X) {
		t.Fatal("the strategy does not determine the cells")
	}
	// The questions over the unknowns, with the root's column taken off.
	rows := linoptest.Dense(op)
	total := 0.0
	for _, row := range rows {
		w := mat.NewVecDense(q.Unknowns(), nil)
		for i, u := range q.Cells() {
			w.SetVec(i, float64(row[u]-row[11]))
		}
		var y mat.VecDense
		if err := chol.SolveVecTo(&y, w); err != nil {
			t.Fatal(err)
		}
		total += mat.Dot(w, &y)
	}
	within(t, "the error of X", total, s.Upper, 1e-9)
	worst := 0.0
	for u := range 12 {
		for v := u + 1; v < min(u+4, 12); v++ {
			d := mat.NewVecDense(11, nil)
			if u < 11 {
				d.SetVec(u, 1)
			}
			if v < 11 {
				d.SetVec(v, -1)
			}
			worst = math.Max(worst, mat.Inner(d, s.X, d))
		}
	}
	within(t, "the largest change", worst, 1, 1e-9)
}

// The closed form for ranges is below the optimum, near it, and exact for threshold 1
// (docs/mathematics.md, "Lower bounds").
func TestRanges(t *testing.T) {
	for _, k := range []int{4, 7, 16, 33, 64} {
		within(t, "line", Ranges(k, 1), math.Pow(float64(k-2)*math.Sqrt(float64(k+1))+math.Sqrt2, 2)/float64(k-1), 1e-9)
	}
	for _, c := range []struct{ k, threshold int }{{16, 2}, {16, 3}, {24, 4}, {24, 6}, {32, 5}, {20, 19}, {9, 8}, {12, 11}} {
		s, err := mustNew(t, linop.Every(c.k, c.k), near(t, c.k, c.threshold, false)).Solve(t.Context(), 1e-3, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if got := Ranges(c.k, c.threshold); got > s.Upper || got < 0.85*s.Lower {
			t.Errorf("%d values, threshold %d: the closed form says %.4f, the best is between %.4f and %.4f", c.k, c.threshold, got, s.Lower, s.Upper)
		}
	}
	// Leaving out the rank-one change only lowers the bound, and hardly.
	exact, rough := Ranges(2048, 16), Ranges(2049, 16)
	if rough > exact*1.01 || rough < exact*0.98 {
		t.Errorf("2,048 values have a bound of %g and 2,049 of %g", exact, rough)
	}
}

// What is measured on one column is the same whether asked directly or over two.
func TestGram(t *testing.T) {
	three, four := linop.Every(3, 3), linop.PrefixesThenCells(4, 2)
	for name, op := range map[string]linop.Operator{
		"boxes":    linop.EveryBox([]linop.Intervals{three, four}),
		"lifted":   linop.Lift(four, []int{3, 4}, []int{1}),
		"crosstab": linop.NewCrosstab([]int{3, 4}, nil),
		"stack":    linop.NewStack(linop.Select(12, []int{1, 5}), linop.Lift(three, []int{3, 4}, []int{0})),
		"listed":   linop.NewBoxes([]int{3, 4}, [][]linop.Interval{{{Lo: 0, Hi: 1}, {Lo: 2, Hi: 3}}}),
	} {
		g, err := gram(op)
		if err != nil {
			t.Fatal(err)
		}
		rows := linoptest.Dense(op)
		for u := range 12 {
			for v := range 12 {
				want := int64(0)
				for _, row := range rows {
					want += row[u] * row[v]
				}
				if g.At(u, v) != float64(want) {
					t.Fatalf("%s: cells %d and %d are together in %g questions, want %d", name, u, v, g.At(u, v), want)
				}
			}
		}
	}
}

func TestTooLarge(t *testing.T) {
	if _, err := New(linop.Identity(limits.MaxDenseCells+1), policy.Full(whole(t, limits.MaxDenseCells+1), false), false); !errors.Is(err, ErrLarge) {
		t.Errorf("%v", err)
	}
}

// Questions that leave most of the cells undetermined have a bound all the same, and a known
// number of records takes away what it tells.
func TestDegenerate(t *testing.T) {
	d := whole(t, 3, 5)
	sizes := []int{3, 5}
	for _, c := range []struct {
		what  string
		op    linop.Operator
		p     *policy.Policy
		known bool
		want  float64
	}{
		{"one column", linop.Lift(linop.Identity(5), sizes, []int{1}), policy.PresenceOnly(d), false, 5},
		{"everybody", linop.Lift(linop.Ranges(5, []linop.Interval{{Lo: 0, Hi: 4}}), sizes, []int{1}), policy.PresenceOnly(d), false, 1},
		{"everybody, known", linop.Lift(linop.Ranges(5, []linop.Interval{{Lo: 0, Hi: 4}}), sizes, []int{1}), policy.PresenceOnly(d), true, 0},
		{"one column, known", linop.Lift(linop.Identity(5), sizes, []int{1}), policy.PresenceOnly(d), true, 2},
		{"one column, changes", linop.Lift(linop.Identity(5), sizes, []int{1}), policy.Full(d, false), false, 8},
	} {
		s, err := mustNew(t, c.op, c.p, c.known).Solve(t.Context(), 1e-4, 500)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if math.Abs(s.Lower-c.want) > 1e-3*c.want {
			t.Errorf("%s: %g, want %g", c.what, s.Lower, c.want)
		}
	}
}

// Cells that no edge changes leave nothing to bound.
func TestNothingSecret(t *testing.T) {
	d := whole(t, 4)
	part := policy.Alone(d.Attributes()[0])
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	q := mustNew(t, linop.Identity(4), p)
	if lower, err := q.Uniform(); lower != 0 || err != nil {
		t.Errorf("a bound of %g (%v)", lower, err)
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, k := range []int{64, 128, 256} {
		b.Run("", func(b *testing.B) {
			q := mustNew(b, linop.Every(k, k), near(b, k, 4, false))
			for b.Loop() {
				s, err := q.Solve(b.Context(), 0.005, 1000)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(s.Iterations), "iterations")
				b.ReportMetric(s.Upper/float64(k*(k+1)/2), "error/query")
			}
		})
	}
}
