package sensitivity

import (
	"context"
	"testing"

	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/linop"
	"steward/core/linop/linoptest"
	"steward/core/policy"
	"steward/core/seeded"
)

// asked is an operator with its name.
type asked struct {
	name string
	op   linop.Operator
}

// operators makes one operator of every shape over the cells of a domain.
func operators(m randompolicy.Maker, d *domain.Domain) []asked {
	k, f := size(d), frameOf(d.Attributes())
	number := func() int64 { return int64(m.Pick(-6, 6)) }
	var chosen []int
	weights := make([]int64, k)
	for u := range k {
		if m.Chance(2) {
			chosen = append(chosen, u)
		}
		weights[u] = number()
	}
	tables := make([][]int64, len(f.sizes))
	var factors []linop.Operator
	var sets [][]int
	for j, n := range f.sizes {
		if !m.Chance(4) {
			tables[j] = make([]int64, n)
			even, step := m.Chance(2), number()
			for v := range n {
				if tables[j][v] = number(); even && v > 0 {
					tables[j][v] = tables[j][v-1] + step
				}
			}
		}
		factors = append(factors, factor(m, n, number))
	}
	for range m.Pick(0, 4) {
		var set []int
		for j := range f.sizes {
			if m.Chance(2) {
				set = append(set, j)
			}
		}
		sets = append(sets, set)
	}
	some := make(matrix, m.Pick(1, 3))
	for i := range some {
		some[i] = make([]int64, k)
		for u := range k {
			some[i][u] = number()
		}
	}
	first := m.Pick(0, k)
	nested := make([]linop.Interval, m.Pick(1, 4))
	for i := range nested {
		nested[i].Hi = m.Pick(0, k-1)
	}
	return []asked{
		{"identity", linop.Identity(k)},
		{"selection", linop.Select(k, chosen)},
		{"prefixes", linop.Prefixes(k, first)},
		{"prefixes of declared values", linop.Prefixes(k, min(k, f.regular[0]))},
		{"prefixes then cells", linop.PrefixesThenCells(k, first)},
		{"every range", linop.Every(k, first)},
		{"every range of declared values", linop.Every(k, min(k, f.regular[0]))},
		{"every range of all", linop.Every(k, k)},
		{"ranges", runs(m, k, first)},
		{"nested ranges", linop.Ranges(k, nested)},
		{"separate ranges", linop.Ranges(k, separate(m, k))},
		{"linear", linop.NewLinear(weights)},
		{"weighed", linop.NewWeighed(lift(m, f), weights)},
		{"sums", linop.NewSums(f.sizes, tables)},
		{"one sum", linop.NewSum(f.sizes, tables)},
		{"marginals", linop.NewMarginals(f.sizes, sets)},
		{"kronecker", linop.NewKronecker(factors...)},
		{"lifted", lift(m, f)},
		{"stack of lifted", linop.NewStack(lift(m, f), linop.NewCrosstab(f.sizes, nil), lift(m, f))},
		{"crosstab", linop.NewCrosstab(f.sizes, nil)},
		{"boxes", boxes(m, f.sizes)},
		{"every box", everyBox(m, f)},
		{"stack of nested", linop.NewStack(level(k, m.Pick(1, k+2)), linop.Prefixes(k, first), linop.Identity(k))},
		{"stack of separate", linop.NewStack(linop.Ranges(k, separate(m, k)), linop.Ranges(k, nested))},
		{"stack", linop.NewStack(linop.NewLinear(weights), linop.NewSums(f.sizes, tables), linop.Select(k, chosen))},
		{"dense", some},
		{"sums over other columns", linop.NewSums([]int{k}, [][]int64{weights})},
		{"marginals over other columns", linop.NewMarginals([]int{1, k}, [][]int{{1}, {0}})},
	}
}

// lift makes an operator over some of the columns.
func lift(m randompolicy.Maker, f frame) linop.Lifted {
	var lines []int
	cells := 1
	for j, n := range f.sizes {
		if m.Chance(2) {
			lines = append(lines, j)
			cells *= n
		}
	}
	if len(lines) > 1 && m.Chance(2) {
		lines[0], lines[1] = lines[1], lines[0]
	}
	return linop.Lift(factor(m, cells, func() int64 { return int64(m.Pick(0, 4) - 2) }), f.sizes, lines)
}

// boxes makes a few boxes.
func boxes(m randompolicy.Maker, sizes []int) linop.Boxes {
	list := make([][]linop.Interval, m.Pick(1, 4))
	for i := range list {
		for _, n := range sizes {
			lo := m.Pick(0, n-1)
			list[i] = append(list[i], linop.Interval{Lo: lo, Hi: m.Pick(lo, n-1)})
		}
	}
	return linop.NewBoxes(sizes, list)
}

// everyBox makes the boxes of all runs of declared values in each column.
func everyBox(m randompolicy.Maker, f frame) linop.Boxes {
	var all []linop.Intervals
	for j, n := range f.sizes {
		all = append(all, linop.Every(n, min(n, f.regular[j])))
	}
	return linop.EveryBox(all)
}

// separate makes runs that do not overlap, of all cells or of some.
func separate(m randompolicy.Maker, k int) (list []linop.Interval) {
	gaps := m.Chance(2)
	for lo := 0; lo < k; {
		hi := min(lo+m.Pick(0, 2), k-1)
		if !gaps || m.Chance(2) {
			list = append(list, linop.Interval{Lo: lo, Hi: hi})
		}
		lo = hi + 1
	}
	return list
}

// factor makes an operator over one column.
func factor(m randompolicy.Maker, n int, number func() int64) linop.Operator {
	switch m.Pick(0, 4) {
	case 0:
		return linop.Identity(n)
	case 1:
		return level(n, n)
	case 2:
		return linop.Prefixes(n, m.Pick(1, n))
	case 3:
		return linop.Every(n, m.Pick(1, n))
	}
	return tabulate(m.Pick(1, 2), n, func(int, int) int64 { return number() })
}

func of(t *testing.T, op linop.Operator, p *policy.Policy, norm Norm) Value {
	t.Helper()
	v, err := Of(context.Background(), op, p, norm)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// smallPolicy makes a policy of any kind over one column or several, of up to 40 cells.
func smallPolicy(m randompolicy.Maker) *policy.Policy {
	for {
		p := m.OnOneColumn(most, m.Chance(3))
		if m.Chance(2) {
			p = m.Policy(m.Domain(m.Columns(4), m.Chance(4)))
		}
		if size(p.Domain()) <= 40 {
			return p
		}
	}
}

// size returns the number of cells of a small domain.
func size(d *domain.Domain) int {
	k := 1
	for _, a := range d.Attributes() {
		k *= a.Size()
	}
	return k
}

// On hundreds of random policies of every kind, with weights, impossible combinations and
// some who may leave the file, no value of any operator is below the maximum over edges, and
// all that are said to be exact equal it.
func TestOfIsTheMaximumOverEdges(t *testing.T) {
	ways := make(map[string]int)
	bounds, values := 0, 0
	for seed := range uint64(seeded.Often(scenes/2, scenes)) {
		m := anyMaker(t, 50_000+seed)
		p := smallPolicy(m)
		for _, a := range operators(m, p.Domain()) {
			for _, norm := range []Norm{L1, L2Squared} {
				got := of(t, a.op, p, norm)
				want := brute(t, a.op, p, norm)
				c := got.Size.Cmp(want)
				if c < 0 || c > 0 && got.Exact {
					t.Fatalf("seed %d, %s: %s in norm %d is %s (exact %v, by %s), over edges %s", seed, describe(p), a.name, norm, got.Size, got.Exact, got.How, want)
				}
				values++
				if !got.Exact {
					bounds++
				}
				ways[got.How]++
			}
		}
	}
	for how, n := range ways {
		if n < seeded.Often(10, 20) {
			t.Errorf("%d values by %s only", n, how)
		}
		t.Logf("%6d by %s", n, how)
	}
	t.Logf("%d values, %d of them bounds", values, bounds)
}

// The quick ways by themselves, without the walk behind them, on what they are sure of.
func TestQuickWaysAgreeWithOneAnother(t *testing.T) {
	tried := make(map[string]int)
	for seed := range uint64(scenes) {
		m := anyMaker(t, 70_000+seed)
		p := smallPolicy(m)
		if p.Presence() {
			continue // only the edges between cells are looked at here
		}
		k := size(p.Domain())
		for _, a := range operators(m, p.Domain()) {
			for _, norm := range []Norm{L1, L2Squared} {
				if norm == L2Squared && a.op.Rows() == 1 {
					continue
				}
				s := search{ctx: context.Background(), op: a.op, policy: p, norm: norm, cells: k, frame: frameOf(p.Domain().Attributes())}
				var err error
				if s.change, err = changeOf(a.op, norm, s.frame); err != nil {
					t.Fatal(err)
				}
				want := brute(t, a.op, p, norm)
				if top := ratio(s.change.most(), p.LeastWeight(), norm); top.Cmp(want) < 0 {
					t.Fatalf("seed %d, %s: the most that %s changes is %s, over edges %s", seed, describe(p), a.name, top, want)
				}
				for name, way := range map[string]func() (found, bool, error){"whole": s.onWhole, "parts": s.byParts, "blocks": s.byBlocks} {
					f, ok, err := way()
					if err != nil {
						t.Fatal(err)
					}
					if !ok {
						continue
					}
					tried[name+", "+f.how]++
					got := (&tally{norm: norm}).size(f.cost)
					if c := got.Cmp(want); c < 0 || c > 0 && f.exact {
						t.Fatalf("seed %d, %s: %s in norm %d by %s (%s) is %s (exact %v), over edges %s", seed, describe(p), a.name, norm, name, f.how, got, f.exact, want)
					}
				}
			}
		}
	}
	if len(tried) < 8 {
		t.Errorf("only %d ways were tried", len(tried))
	}
	for how, n := range tried {
		if n < 20 {
			t.Errorf("%s was tried %d times", how, n)
		}
		t.Logf("%6d by %s", n, how)
	}
}

// The changes of all pairs of cells are those of the matrix.
func TestChangesAreThoseOfTheMatrix(t *testing.T) {
	for seed := range uint64(scenes / 4) {
		m := anyMaker(t, 90_000+seed)
		d := smallPolicy(m).Domain()
		for _, a := range operators(m, d) {
			rows := linoptest.Dense(a.op)
			for _, norm := range []Norm{L1, L2Squared} {
				c, err := changeOf(a.op, norm, frameOf(d.Attributes()))
				if err != nil {
					t.Fatal(err)
				}
				for u := range a.op.Columns() {
					for v := -1; v <= u; v++ {
						var want, got int64
						for _, row := range rows {
							to := int64(0)
							if v >= 0 {
								to = row[v]
							}
							want += norm.apart(row[u] - to)
						}
						if got = c.alone(u); v >= 0 {
							if got = c.between(u, v); got != c.between(v, u) || got > c.most() {
								t.Fatalf("seed %d: %s changes by %d from %d to %d, %d back, %d at most", seed, a.name, got, u, v, c.between(v, u), c.most())
							}
						}
						if got != want {
							t.Fatalf("seed %d: %s in norm %d changes by %d from %d to %d, want %d", seed, a.name, norm, got, u, v, want)
						}
					}
				}
			}
		}
	}
}
