package sensitivity

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/linop/linoptest"
	"steward/core/policy"
	"steward/core/policy/distance"
)

// matrix is a dense operator for the tests.
type matrix [][]int64

func (m matrix) Rows() int    { return len(m) }
func (m matrix) Columns() int { return len(m[0]) }

func (m matrix) Row(i int, yield func(column int, value int64)) {
	for j, v := range m[i] {
		if v != 0 {
			yield(j, v)
		}
	}
}

func (m matrix) Column(j int, yield func(row int, value int64)) {
	for i := range m {
		if m[i][j] != 0 {
			yield(i, m[i][j])
		}
	}
}

func (m matrix) Apply(dst, x []int64) {
	for i := range m {
		dst[i] = 0
		for j, v := range m[i] {
			dst[i] += v * x[j]
		}
	}
}

func (m matrix) ApplyFloat([]float64, []float64) { panic("not needed here") }

// tabulate makes a matrix from its entries.
func tabulate(rows, columns int, at func(i, u int) int64) matrix {
	m := make(matrix, rows)
	for i := range m {
		m[i] = make([]int64, columns)
		for u := range m[i] {
			m[i][u] = at(i, u)
		}
	}
	return m
}

// stack puts operators on top of one another.
func stack(ops ...linop.Operator) matrix {
	var m matrix
	for _, op := range ops {
		m = append(m, linoptest.Dense(op)...)
	}
	return m
}

// haar returns the integer Haar coefficients of k = 2^h cells, with the total if wanted.
func haar(k int, total bool) matrix {
	var m matrix
	for width := 2; width <= k; width *= 2 {
		m = append(m, tabulate(k/width, k, func(i, u int) int64 {
			switch {
			case u/width != i:
				return 0
			case u%width < width/2:
				return 1
			}
			return -1
		})...)
	}
	if total {
		m = append(m, tabulate(1, k, func(int, int) int64 { return 1 })...)
	}
	return m
}

var noSpecial = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}

func whole(t *testing.T, name string, lo, hi int64) *domain.Attribute {
	t.Helper()
	a, err := domain.NewWhole(domain.AttributeName(name), lo, hi, noSpecial)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func near(t *testing.T, a *domain.Attribute, theta int64) policy.Part {
	t.Helper()
	p, err := policy.Near(a, big.NewRat(theta, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// halves is the partition of 0..7 into 0..3 and 4..7.
func halves(t *testing.T, a *domain.Attribute) policy.Part {
	t.Helper()
	p, err := policy.Groups(a, []policy.Group{
		{Name: "low", Values: []string{"0", "1", "2", "3"}},
		{Name: "high", Values: []string{"4", "5", "6", "7"}},
	}, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expect compares an L1 sensitivity exactly, and the root of a squared L2 sensitivity to
// 1e-6.
func expect(t *testing.T, what string, p *policy.Policy, op linop.Operator, want [2]float64) {
	t.Helper()
	if got, _ := brute(t, op, p, L1).Float64(); got != want[0] {
		t.Errorf("%s: L1 sensitivity %v, want %v", what, got, want[0])
	}
	if got, _ := brute(t, op, p, L2Squared).Float64(); math.Abs(math.Sqrt(got)-want[1]) > 1e-6 {
		t.Errorf("%s: L2 sensitivity %v, want %v", what, math.Sqrt(got), want[1])
	}
	expectOf(t, what, p, op, want)
}

// expectOf expects the same of the quick ways.
func expectOf(t *testing.T, what string, p *policy.Policy, op linop.Operator, want [2]float64) {
	t.Helper()
	for norm, want := range map[Norm]float64{L1: want[0], L2Squared: want[1]} {
		v := of(t, op, p, norm)
		got, _ := v.Size.Float64()
		if norm == L2Squared {
			got = math.Sqrt(got)
		}
		if !v.Exact || math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v in norm %d (exact %v, by %s), want %v", what, got, norm, v.Exact, v.How, want)
		}
	}
}

// Sensitivities over eight cells, worked out independently, in L1 and L2.
func TestVectorsOfEightCells(t *testing.T) {
	a := whole(t, "x", 0, 7)
	tree := stack(linop.Identity(8), level(8, 2), level(8, 4))
	squares := tabulate(1, 8, func(_, u int) int64 { return int64(u * u) })
	for _, row := range []struct {
		name       string
		part       policy.Part
		cumulative float64
		tree, haar [2]float64
		square     float64
	}{
		{"line(1)", near(t, a, 1), 1, [2]float64{6, 2.449490}, [2]float64{6, 2.828427}, 13},
		{"line(3)", near(t, a, 3), 3, [2]float64{6, 2.449490}, [2]float64{6, 2.828427}, 33},
		{"full", policy.Complete(a), 7, [2]float64{6, 2.449490}, [2]float64{6, 2.828427}, 49},
		{"partition", halves(t, a), 3, [2]float64{4, 2}, [2]float64{4, 2.449490}, 33},
	} {
		p := onDomain(t, a, row.part)
		expect(t, row.name+", histogram", p, linop.Identity(8), [2]float64{2, math.Sqrt2})
		expect(t, row.name+", cumulative", p, linop.Prefixes(8, 8), [2]float64{row.cumulative, math.Sqrt(row.cumulative)})
		expect(t, row.name+", tree", p, tree, row.tree)
		expect(t, row.name+", Haar", p, haar(8, false), row.haar)
		expect(t, row.name+", sum of squares", p, squares, [2]float64{row.square, row.square})
		expectOf(t, row.name+", weighed", p, linop.NewLinear(squares[0]), [2]float64{row.square, row.square})
		l := mustLine(t, p)
		if got := l.Prefixes(8); float64(got) != row.cumulative {
			t.Errorf("%s: prefixes %d", row.name, got)
		}
		if got := l.Level(1) + l.Level(2) + l.Level(4); float64(got) != row.tree[0] {
			t.Errorf("%s: levels %d", row.name, got)
		}
	}
}

// threeColumns is 4×3×2, with the values of its cells.
func threeColumns(t *testing.T) (columns []*domain.Attribute, value func(u, j int) int64) {
	columns = []*domain.Attribute{whole(t, "a", 0, 3), whole(t, "b", 0, 2), whole(t, "c", 0, 1)}
	strides, sizes := []int{6, 2, 1}, []int{4, 3, 2}
	return columns, func(u, j int) int64 { return int64(u / strides[j] % sizes[j]) }
}

// marginals stacks the marginals of the given sets of the three columns.
func marginals(value func(u, j int) int64, sets ...[]int) matrix {
	var m matrix
	for _, set := range sets {
		keys := make([]int64, 24)
		for u := range keys {
			for _, j := range set {
				keys[u] = keys[u]*10 + value(u, j)
			}
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(keys)))
		m = append(m, tabulate(len(distinct), 24, func(i, u int) int64 {
			if keys[u] == distinct[i] {
				return 1
			}
			return 0
		})...)
	}
	return m
}

// Sensitivities over three columns, worked out independently, beside their closed forms.
func TestVectorsOfThreeColumns(t *testing.T) {
	columns, value := threeColumns(t)
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	one := marginals(value, []int{0}, []int{1}, []int{2})
	two := marginals(value, []int{0, 1}, []int{0, 2}, []int{1, 2})
	sum := tabulate(3, 24, func(j, u int) int64 { return value(u, j) })
	for _, row := range []struct {
		together int
		one, two float64
		sum      [2]float64
	}{
		{1, 2, 4, [2]float64{3, 3}},
		{2, 4, 6, [2]float64{5, 3.605551}},
		{3, 6, 6, [2]float64{6, 3.741657}},
	} {
		s := policy.Spec{Domain: d, Together: row.together}
		for _, a := range columns {
			s.Parts = append(s.Parts, policy.Complete(a))
		}
		p, err := policy.New(s)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("attribute(%d)", row.together)
		expect(t, name+", one-way marginals", p, one, [2]float64{row.one, math.Sqrt(row.one)})
		expect(t, name+", two-way marginals", p, two, [2]float64{row.two, math.Sqrt(row.two)})
		expect(t, name+", sum", p, sum, row.sum)
		sizes := []int{4, 3, 2}
		expectOf(t, name+", one-way tables", p, linop.NewMarginals(sizes, [][]int{{0}, {1}, {2}}), [2]float64{row.one, math.Sqrt(row.one)})
		expectOf(t, name+", two-way tables", p, linop.NewMarginals(sizes, [][]int{{0, 1}, {0, 2}, {1, 2}}), [2]float64{row.two, math.Sqrt(row.two)})
		expectOf(t, name+", sums", p, coordinates(sizes...), row.sum)
	}
	for _, row := range []struct {
		theta int64
		sum   [2]float64
	}{{1, [2]float64{1, 1}}, {2, [2]float64{2, 2}}, {4, [2]float64{4, 3.162278}}} {
		var scaled []policy.Scaled
		for _, a := range columns {
			scaled = append(scaled, policy.Scaled{Attribute: a, Scale: big.NewRat(1, 1)})
		}
		part, err := policy.Within(scaled, big.NewRat(row.theta, 1), distance.L1, policy.OwnGroup)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, fmt.Sprintf("L1(%d), sum", row.theta), p, sum, row.sum)
		expectOf(t, fmt.Sprintf("L1(%d), sums", row.theta), p, coordinates(4, 3, 2), row.sum)
	}
}

// coordinates returns the sums of the values' numbers, column by column.
func coordinates(sizes ...int) linop.Sums {
	tables := make([][]int64, len(sizes))
	for j, n := range sizes {
		for v := range n {
			tables[j] = append(tables[j], int64(v))
		}
	}
	return linop.NewSums(sizes, tables)
}

// Test vector 10: positions 0, 1, 3 with the metric |difference|.
func TestVectorsOfAMetric(t *testing.T) {
	labels := []string{"0", "1", "3"}
	a, err := domain.NewOrdered("x", labels, noSpecial)
	if err != nil {
		t.Fatal(err)
	}
	one, two, three := big.NewRat(1, 1), big.NewRat(2, 1), big.NewRat(3, 1)
	part, err := policy.Matrix(a, labels, [][]*big.Rat{{nil, one, three}, {one, nil, two}, {three, two, nil}}, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p := onDomain(t, a, part)
	expect(t, "positions 0, 1, 3, cumulative", p, linop.Prefixes(3, 3), [2]float64{1, 1})
	expect(t, "positions 0, 1, 3, histogram", p, linop.Identity(3), [2]float64{2, math.Sqrt2})
}

// Test vector 11: with "not in the file".
func TestVectorsWithPresence(t *testing.T) {
	a := whole(t, "x", 0, 7)
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	line, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{near(t, a, 1)}, Presence: true})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "line(1) with presence, cumulative", line, linop.Prefixes(8, 8), [2]float64{8, math.Sqrt(8)})
	if got := mustLine(t, line).Prefixes(8); got != 8 {
		t.Errorf("prefixes %d, want 8", got)
	}
	only := policy.PresenceOnly(d)
	expect(t, "presence only, histogram", only, linop.Identity(8), [2]float64{1, 1})
	expect(t, "presence only, Haar and total", only, haar(8, true), [2]float64{4, 2})
	if got := Histogram(only); got != 1 {
		t.Errorf("histogram %d, want 1", got)
	}
}

// Test vector 12: sums of values per cluster.
func TestVectorsOfClusters(t *testing.T) {
	a := whole(t, "x", 0, 10)
	p := onDomain(t, a, near(t, a, 1))
	inside := func(c, u int) bool { return (u > 5) == (c == 1) }
	sums := func(twiceReference [2]int64) matrix {
		return tabulate(2, 11, func(c, u int) int64 {
			if !inside(c, u) {
				return 0
			}
			return 2*int64(u) - twiceReference[c]
		})
	}
	for _, row := range []struct {
		name string
		op   matrix
		want float64
	}{
		{"raw sums, doubled", sums([2]int64{0, 0}), 22},
		{"sums about 2.5 and 8, doubled", sums([2]int64{5, 16}), 9},
		{"sizes", tabulate(2, 11, func(c, u int) int64 {
			if inside(c, u) {
				return 1
			}
			return 0
		}), 2},
	} {
		if got, _ := brute(t, row.op, p, L1).Float64(); got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
		if got, _ := of(t, row.op, p, L1).Size.Float64(); got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// Test vector 12 on a 5×5 grid, cut into two clusters after row 2.
func TestVectorsOfClustersOnAGrid(t *testing.T) {
	row, column := whole(t, "row", 0, 4), whole(t, "column", 0, 4)
	d, err := domain.New([]*domain.Attribute{row, column}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sums := tabulate(4, 25, func(i, u int) int64 { // cluster 0 rows, columns; cluster 1 rows, columns
		r, c := u/5, u%5
		switch {
		case (r > 2) != (i >= 2):
			return 0
		case i%2 == 0:
			return int64(r)
		}
		return int64(c)
	})
	pairs, err := policy.Groups(row, []policy.Group{
		{Name: "first", Values: []string{"0", "1"}},
		{Name: "second", Values: []string{"2", "3"}},
		{Name: "third", Values: []string{"4"}},
	}, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		rows     policy.Part
		together int
		want     float64
	}{
		{"attribute(1)", policy.Complete(row), 1, 14},
		{"pairs of rows", pairs, 2, 13},
	} {
		p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{c.rows, policy.Complete(column)}, Together: c.together})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := brute(t, sums, p, L1).Float64(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got, _ := of(t, sums, p, L1).Size.Float64(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
