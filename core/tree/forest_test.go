package tree

import (
	"errors"
	"math"
	"slices"
	"testing"

	"steward/core/seeded"
)

// random makes a random forest; the cells are renamed so that parents are anywhere.
func random(r *seeded.Source, k int) *Forest {
	name := r.Perm(k)
	parent := make([]int32, k)
	for i := range k {
		u := name[i]
		switch v := r.IntN(10); {
		case v == 0:
			parent[u] = None
		case v == 1 || i == 0:
			parent[u] = Root
		case v == 2:
			parent[u] = Outside
		default:
			parent[u] = Outside
			if on := name[r.IntN(i)]; parent[on] != None {
				parent[u] = int32(on)
			}
		}
	}
	return mustNew(parent)
}

// path lists the coordinates in which a person in a cell counts.
func (f *Forest) path(u int) []int {
	var out []int
	for v := u; v >= 0 && f.Parent(v) != None; v = f.Parent(v) {
		if f.HasCoordinate(v) {
			out = append(out, v)
		}
	}
	return out
}

func counts(r *seeded.Source, f *Forest) []int64 {
	x := make([]int64, f.Cells())
	for u := range x {
		if f.Parent(u) != None {
			x[u] = r.Int64N(6)
		}
	}
	return x
}

func TestSumsAreThoseOfSubtreesAndSplitIsTheInverse(t *testing.T) {
	r := seeded.New(1, 1)
	for range 400 {
		f := random(r, 1+r.IntN(20))
		x := counts(r, f)
		want := make([]int64, len(x))
		for u, n := range x {
			for v := u; v >= 0 && f.Parent(v) != None; v = f.Parent(v) {
				want[v] += n
			}
		}
		z := make([]int64, len(x))
		f.Sum(z, x)
		if !slices.Equal(z, want) {
			t.Fatalf("parents %v, counts %v: sums %v, want %v", f.parent, x, z, want)
		}
		real, back := make([]float64, len(x)), make([]float64, len(x))
		for u, n := range z {
			real[u] = float64(n)
		}
		f.Split(back, real)
		for u, n := range x {
			if back[u] != float64(n) {
				t.Fatalf("parents %v: split gave %v, want %v", f.parent, back, x)
			}
		}
	}
}

func TestNewRefusesWhatIsNoForest(t *testing.T) {
	for _, parent := range [][]int32{{1, 0}, {1, 2, 0, Root}, {0}, {5}, {-4}, {1, None}} {
		if _, err := New(parent); !errors.Is(err, ErrRing) {
			t.Errorf("parents %v: %v", parent, err)
		}
	}
}

// Every coordinate is in one run once, longer runs go from a cell to its parent, and on a line
// and a star there is one.
func TestRuns(t *testing.T) {
	r := seeded.New(1, 2)
	for range 400 {
		f := random(r, 1+r.IntN(30))
		seen := make([]int, f.Cells())
		for i, run := range f.Runs() {
			path := true
			for j, u := range run {
				seen[u]++
				path = path && (j == 0 || f.Parent(int(run[j-1])) == int(u))
			}
			alike := func(u int32) bool { return (f.children[u] == 0) == (f.children[run[0]] == 0) }
			if !path && (i > 1 || !slices.IsSorted(run) || !all(run, alike)) {
				t.Fatalf("parents %v: run %v is no path and mixes leaves with others", f.parent, run)
			}
		}
		for u, n := range seen {
			if (n == 1) != f.HasCoordinate(u) || n > 1 {
				t.Fatalf("parents %v: cell %d is in %d runs", f.parent, u, n)
			}
		}
	}
	line := Combs(make([]int, 6), 1, 1)
	if runs := line.Runs(); len(runs) != 1 || !slices.Equal(runs[0], []int32{0, 1, 2, 3, 4}) {
		t.Errorf("a line has the runs %v", runs)
	}
	comb := Combs(make([]int, 10), 1, 3)
	if runs := comb.Runs(); len(runs) != 2 || !slices.Equal(runs[0], []int32{0, 1, 3, 4, 6, 7, 9}) || !slices.Equal(runs[1], []int32{2, 5}) {
		t.Errorf("a comb has the runs %v", runs)
	}
	star := Stars(4, func(u int) bool { return u != 2 })
	if runs := star.Runs(); len(runs) != 1 || !slices.Equal(runs[0], []int32{0, 1, 3}) || !star.Star() || comb.Star() {
		t.Errorf("a star has the runs %v", runs)
	}
}

func all(run []int32, holds func(int32) bool) bool {
	return !slices.ContainsFunc(run, func(u int32) bool { return !holds(u) })
}

// optimal fails unless p is the closest possible vector to y. The possible ones are spanned,
// tree by tree, by all people of the tree in one cell, where their number is public, and by
// one person more in one cell where it is not; none of these may lead from p toward y.
func (f *Forest) optimal(t *testing.T, y, p []float64, tops float64) {
	t.Helper()
	// The part of a cell is its root, or -1 for what hangs on Outside.
	part := func(u int) int {
		for f.Parent(u) >= 0 {
			u = f.Parent(u)
		}
		if f.Parent(u) == Root {
			return u
		}
		return -1
	}
	self := make(map[int]float64) // (y - p)'p by part
	for u := range p {
		if f.HasCoordinate(u) {
			self[part(u)] += (y[u] - p[u]) * p[u]
		}
	}
	for u := range p {
		if f.Parent(u) == None {
			continue
		}
		along := 0.0
		for _, v := range f.path(u) {
			along += y[v] - p[v]
		}
		a := part(u)
		switch {
		case a >= 0 && along*p[a] > self[a]+1e-6, a < 0 && !math.IsNaN(tops) && along*tops > self[a]+1e-6:
			t.Fatalf("parents %v, estimates %v: %v is not the closest, more people in cell %d are closer", f.parent, y, p, u)
		case a < 0 && math.IsNaN(tops) && (along > 1e-6 || math.Abs(self[a]) > 1e-5):
			t.Fatalf("parents %v, estimates %v: %v is not the closest: cell %d", f.parent, y, p, u)
		}
	}
}

// possible fails unless z belongs to counts that are nowhere below zero.
func (f *Forest) possible(t *testing.T, z []float64, tops float64) {
	t.Helper()
	x := make([]float64, len(z))
	f.Split(x, z)
	sum := 0.0
	for u := range x {
		if f.Parent(u) == None {
			continue
		}
		if x[u] < -1e-6 {
			t.Fatalf("parents %v: %v counts %v in cell %d", f.parent, z, x[u], u)
		}
		if f.Parent(u) == Outside {
			sum += z[u]
		}
	}
	if !math.IsNaN(tops) && math.Abs(sum-tops) > 1e-6 {
		t.Fatalf("parents %v: %v has %v outside, want %v", f.parent, z, sum, tops)
	}
}

// noisyOf returns estimates of the coordinates of x, and how many people hang on Outside.
func noisyOf(r *seeded.Source, f *Forest, x []int64) (truth, y []float64, tops int64) {
	z := make([]int64, len(x))
	f.Sum(z, x)
	truth, y = make([]float64, len(x)), make([]float64, len(x))
	for u, n := range z {
		truth[u] = float64(n)
		if y[u] = float64(n); f.HasCoordinate(u) {
			y[u] += 5 * r.NormFloat64()
		}
		if f.Parent(u) == Outside {
			tops += n
		}
	}
	return truth, y, tops
}

// The projection meets the conditions that only the closest possible vector meets, never takes
// the estimates farther from the truth, and rounds to counts that keep what is public.
func TestConsistentIsTheProjection(t *testing.T) {
	r := seeded.New(1, 3)
	for range 3000 {
		f := random(r, 1+r.IntN(14))
		x := counts(r, f)
		if r.IntN(4) == 0 {
			clear(x)
		}
		truth, y, n := noisyOf(r, f, x)
		tops, known := math.NaN(), int64(-1)
		if r.IntN(2) == 0 {
			tops, known = float64(n), n
		}
		p := slices.Clone(y)
		if err := f.Consistent(p, tops); err != nil {
			t.Fatal(err)
		}
		f.possible(t, p, tops)
		f.optimal(t, y, p, tops)
		if apart(f, p, truth) > apart(f, y, truth)+1e-6 {
			t.Fatalf("parents %v: the projection of %v is farther from %v", f.parent, y, truth)
		}
		checkWhole(t, f, p, x, known)
		quick := slices.Clone(y)
		if err := f.Fit(quick, tops); err != nil {
			t.Fatal(err)
		}
		f.possible(t, quick, tops)
		checkWhole(t, f, quick, x, known)
	}
}

func apart(f *Forest, a, b []float64) (sum float64) {
	for u := range a {
		if f.HasCoordinate(u) {
			sum += (a[u] - b[u]) * (a[u] - b[u])
		}
	}
	return sum
}

func checkWhole(t *testing.T, f *Forest, z []float64, x []int64, tops int64) {
	t.Helper()
	whole, err := f.Whole(z, tops)
	if err != nil {
		t.Fatal(err)
	}
	sums, want := make([]int64, len(x)), make([]int64, len(x))
	f.Sum(sums, whole)
	f.Sum(want, x)
	var outside int64
	for u, n := range whole {
		switch {
		case n < 0 || n > 0 && f.Parent(u) == None:
			t.Fatalf("parents %v: %d people in cell %d", f.parent, n, u)
		case f.Parent(u) == Root && sums[u] != want[u]:
			t.Fatalf("parents %v: the public number of cell %d is %d, not %d", f.parent, u, want[u], sums[u])
		case f.HasCoordinate(u) && math.Abs(float64(sums[u])-z[u]) > 2:
			t.Fatalf("parents %v: %v became %v", f.parent, z, sums)
		}
		if f.Parent(u) == Outside {
			outside += sums[u]
		}
	}
	if tops >= 0 && outside != tops {
		t.Fatalf("parents %v: %d people outside, want %d", f.parent, outside, tops)
	}
}

func TestConsistentRefuses(t *testing.T) {
	f := mustNew([]int32{1, Root, Outside})
	for _, z := range [][]float64{{1, -1, 0}, {math.NaN(), 1, 0}, {1, 1, math.Inf(1)}, {1, 1}} {
		before := slices.Clone(z)
		if err := f.Consistent(z, math.NaN()); err == nil {
			t.Errorf("%v was taken", z)
		}
		if len(z) == 3 && z[2] != before[2] {
			t.Errorf("%v was changed", before)
		}
	}
	if err := f.Consistent([]float64{1, 2, 3}, -1); err == nil {
		t.Error("a total below zero was taken")
	}
}
