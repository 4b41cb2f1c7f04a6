package sensitivity

import (
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/linop/linoptest"
	"steward/core/policy"
	"steward/core/seeded"
)

// scenes is how many random policies each property is checked on.
var scenes = seeded.Often(240, 400)

// most is the largest number of declared values of the random columns.
const most = 9

func brute(t *testing.T, op linop.Operator, p *policy.Policy, norm Norm) *big.Rat {
	t.Helper()
	r, err := bruteForce(op, p, norm)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustLine(t *testing.T, p *policy.Policy) Line {
	t.Helper()
	l, err := OnLine(p)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// blockEnds returns the prefix sums at the ends of all blocks but the last.
func blockEnds(k, block int) linop.Intervals {
	var list []linop.Interval
	for end := block; end < k; end += block {
		list = append(list, linop.Interval{Lo: 0, Hi: end - 1})
	}
	return linop.Ranges(k, list)
}

// level returns the sums over runs of the given width.
func level(k, width int) linop.Intervals {
	var list []linop.Interval
	for lo := 0; lo < k; lo += width {
		list = append(list, linop.Interval{Lo: lo, Hi: min(lo+width, k) - 1})
	}
	return linop.Ranges(k, list)
}

// value is a fast value with the operator that it is the sensitivity of.
type value struct {
	name string
	got  int64
	op   linop.Operator
}

// nested returns the values that are exact whatever the shape of the edges: prefix sums,
// block ends, levels, the total.
func nested(l Line) []value {
	k := l.Cells()
	out := []value{{"total", l.Total(), level(k, k)}}
	for rows := range k + 1 {
		out = append(out, value{"prefixes", l.Prefixes(rows), linop.Prefixes(k, rows)})
	}
	for width := 1; width <= k+2; width++ {
		out = append(out,
			value{"block prefixes", l.BlockPrefixes(width), blockEnds(k, width)},
			value{"level", l.Level(width), level(k, width)})
	}
	return out
}

// Every cell possible: the fast values are the maximum over edges, whatever the kind of
// secret, its columns, and special cells in between.
func TestLineIsTheMaximumOverEdges(t *testing.T) {
	for seed := range uint64(scenes) {
		p := newMaker(t, seed).OnOneColumn(most, false)
		l := mustLine(t, p)
		for _, v := range nested(l) {
			if want := brute(t, v.op, p, L1); want.Cmp(big.NewRat(v.got, 1)) != 0 {
				t.Fatalf("seed %d, %s: %s over %d rows is %d, over edges %s", seed, describe(p), v.name, v.op.Rows(), v.got, want)
			}
		}
		if joined := p.HasValueEdges(); l.Joined() != joined {
			t.Fatalf("seed %d, %s: joined is %v", seed, describe(p), l.Joined())
		}
	}
}

// With impossible values the fast values are never below the maximum, and equal to it where
// nobody's presence is secret.
func TestLineAroundImpossibleValues(t *testing.T) {
	holes := 0
	for seed := range uint64(scenes) {
		p := newMaker(t, 1000+seed).OnOneColumn(most, true)
		if p.Domain().AllPossible() {
			continue
		}
		holes++
		for _, v := range nested(mustLine(t, p)) {
			want := brute(t, v.op, p, L1)
			if c := want.Cmp(big.NewRat(v.got, 1)); c > 0 || (c != 0 && !p.Presence()) {
				t.Fatalf("seed %d, %s: %s over %d rows is %d, over edges %s", seed, describe(p), v.name, v.op.Rows(), v.got, want)
			}
		}
	}
	if holes < scenes/20 {
		t.Fatalf("only %d policies with impossible values", holes)
	}
}

// asList is the same operator without the shortcut for prefixes.
func asList(op linop.Intervals) linop.Intervals {
	list := make([]linop.Interval, op.Rows())
	for i := range list {
		list[i] = op.At(i)
	}
	return linop.Ranges(op.Columns(), list)
}

// filled returns the largest change of runs along the edges of the solid line with the same
// reach, by the definition.
func filled(l Line, op linop.Intervals) int64 {
	var best int64
	holds := func(r linop.Interval, u int) bool { return r.Lo <= u && u <= r.Hi }
	for u, far := range l.Reach {
		for v := u; v <= far; v++ {
			var apart, inside int64
			for i := range op.Rows() {
				if holds(op.At(i), u) != holds(op.At(i), v) {
					apart++
				}
				if holds(op.At(i), u) {
					inside++
				}
			}
			best = max(best, apart)
			if l.Presence {
				best = max(best, inside)
			}
		}
	}
	return best
}

func TestIntervals(t *testing.T) {
	solid, wider := 0, 0
	for seed := range uint64(2 * scenes) {
		m := newMaker(t, 2000+seed)
		p := m.OnOneColumn(most, m.Chance(4))
		l := mustLine(t, p)
		op := runs(m, l.Cells(), p.Domain().Attributes()[0].Regular())
		want := brute(t, op, p, L1)
		for _, op := range []linop.Intervals{op, asList(op)} {
			got, err := l.Intervals(op)
			if err != nil {
				t.Fatal(err)
			}
			c := want.Cmp(big.NewRat(got, 1))
			if c > 0 || (c != 0 && l.Solid) {
				t.Fatalf("seed %d, %s: %d runs change by %d, over edges by %s", seed, describe(p), op.Rows(), got, want)
			}
			if bound := filled(l, op); got > bound {
				t.Fatalf("seed %d, %s: %d runs change by %d, on the solid line by %d", seed, describe(p), op.Rows(), got, bound)
			}
			if c != 0 {
				wider++
			}
		}
		if l.Solid {
			solid++
		}
	}
	if solid < scenes/2 || wider == 0 {
		t.Fatalf("%d of %d lines were solid, %d values were above the maximum: the policies are too much alike", solid, 2*scenes, wider)
	}
	t.Logf("%d of %d lines solid; %d values above the maximum over edges", solid, 2*scenes, wider)
}

// A slice between two components has the edges of the line inside it.
func TestSliceOfComponents(t *testing.T) {
	cut := 0
	for seed := range uint64(scenes) {
		p := newMaker(t, 5000+seed).OnOneColumn(most, false)
		of, count, err := p.Components()
		if err != nil {
			t.Fatal(err)
		}
		l := mustLine(t, p)
		for lo := 0; lo < len(of) && count > 1; {
			hi := lo
			for hi+1 < len(of) && of[hi+1] == of[lo] {
				hi++
			}
			s := l.Slice(lo, hi)
			for _, v := range nested(s) {
				if want := bruteInside(p, v.op, lo); want != v.got {
					t.Fatalf("seed %d, %s: %s over %d rows of cells %d to %d is %d, over edges %d", seed, describe(p), v.name, v.op.Rows(), lo, hi, v.got, want)
				}
			}
			lo = hi + 1
			cut++
		}
	}
	if cut < scenes/4 {
		t.Fatalf("only %d slices", cut)
	}
}

// bruteInside returns the largest change of an operator over the cells from lo on, along
// the edges that lie inside.
func bruteInside(p *policy.Policy, op linop.Operator, lo int) int64 {
	rows := linoptest.Dense(op)
	var best int64
	change := func(u, v policy.Vertex) {
		var sum int64
		for _, row := range rows {
			d := row[int(u)-lo]
			if v != policy.Absent {
				d -= row[int(v)-lo]
			}
			sum += max(d, -d)
		}
		best = max(best, sum)
	}
	inside := func(u policy.Vertex) bool { return int(u) >= lo && int(u) < lo+op.Columns() }
	_ = p.Edges(func(e policy.Edge) bool {
		if inside(e.U) && (e.V == policy.Absent || inside(e.V)) {
			change(e.U, e.V)
		}
		return true
	})
	return best
}

// The closed form for uniform lines agrees with the walk on longer lines than the others.
func TestBlockPrefixesOfLongLines(t *testing.T) {
	for _, k := range []int{2, 31, 64, 100} {
		a, err := domain.NewWhole("x", 0, int64(k-1), domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
		if err != nil {
			t.Fatal(err)
		}
		for _, theta := range []int64{1, 2, 3, 7, 16, 63, 200} {
			part, err := policy.Near(a, big.NewRat(theta, 1), policy.OwnGroup)
			if err != nil {
				t.Fatal(err)
			}
			p := onDomain(t, a, part)
			l := mustLine(t, p)
			for _, block := range []int{1, 2, 3, 5, 8, 16, 33, k - 1, k, k + 1} {
				want := brute(t, blockEnds(k, block), p, L1)
				if got := l.BlockPrefixes(block); want.Cmp(big.NewRat(got, 1)) != 0 {
					t.Errorf("k=%d theta=%d block=%d: %d, over edges %s", k, theta, block, got, want)
				}
			}
		}
	}
}

func onDomain(t *testing.T, a *domain.Attribute, part policy.Part) *policy.Policy {
	t.Helper()
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// How far the farthest cell reaches is told from a line that is even as from any other, and whether a policy has a line without making it.
func TestLongestReach(t *testing.T) {
	even := 0
	for seed := range uint64(scenes) {
		p := newMaker(t, 2000+seed).OnOneColumn(most, seed%2 == 0)
		l, err := OnLine(p)
		if fits := Fits(p); (fits == nil) != (err == nil) {
			t.Fatalf("seed %d, %s: %v, and of the line %v", seed, describe(p), fits, err)
		}
		if err != nil {
			continue
		}
		want := 1
		for u, v := range l.Reach {
			want = max(want, v-u)
		}
		reach, alike := l.Even()
		if got := l.Longest(); got != want {
			t.Fatalf("seed %d, %s: the longest edge is %d, not %d", seed, describe(p), got, want)
		}
		for u, v := range l.Reach {
			if alike && v != min(u+reach, l.Cells()-1) {
				t.Fatalf("seed %d, %s: cell %d reaches to %d, and all reach over %d", seed, describe(p), u, v, reach)
			}
		}
		if alike {
			even++
		}
	}
	if even < scenes/20 {
		t.Fatalf("only %d even lines", even)
	}
}
