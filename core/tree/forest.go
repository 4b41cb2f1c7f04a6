package tree

import (
	"slices"

	"steward/core/message"
)

// What stands in the place of a parent.
const (
	// Root is a cell without a coordinate: the number of people in its tree is public.
	Root = -1
	// Outside is the vertex beside all cells, "not in the file": a cell that hangs on it
	// has the number of people of its whole tree for its coordinate.
	Outside = -2
	// None is for a cell in which nobody can be.
	None = -3
)

// Forest is a rooted forest over the cells 0..k-1. Each cell but roots has a coordinate: the
// number of people in it and below it. It does not change once made.
type Forest struct {
	parent   []int32
	up       []int32 // all cells but impossible ones, every one before its parent
	children []int32 // how many each cell has
}

// ErrRing is wrapped by the error about parents that lead back to where they began.
var ErrRing = message.New("not a forest")

// New returns the forest in which every cell hangs on its parent, a cell or Root, Outside or
// None. It errors when a parent is no such thing, is impossible itself, or when parents lead
// in a ring.
func New(parent []int32) (*Forest, error) {
	k := len(parent)
	f := &Forest{parent: parent, up: make([]int32, 0, k), children: make([]int32, k)}
	for u, p := range parent {
		switch {
		case p < None || int(p) >= k || int(p) == u:
			return nil, message.Errorf("%w: cell %d depends on %d, which is not one of the %d cells", ErrRing, u, p, k)
		case p >= 0 && parent[p] == None:
			return nil, message.Errorf("%w: cell %d depends on cell %d, which is impossible", ErrRing, u, p)
		case p >= 0:
			f.children[p]++
		}
	}
	left := make([]int32, k) // children that are not in their place yet
	possible := 0
	copy(left, f.children)
	for u, p := range parent {
		if p == None {
			continue
		}
		possible++
		// A cell goes in when all below it have; that may be the turn of those above.
		for v := int32(u); v >= 0 && left[v] == 0; v = parent[v] {
			left[v] = -1
			f.up = append(f.up, v)
			if parent[v] < 0 {
				break
			}
			left[parent[v]]--
			if int(parent[v]) > u {
				break // it comes later by itself
			}
		}
	}
	if len(f.up) != possible {
		return nil, message.Errorf("%w: %d of %d cells depend on one another in a ring", ErrRing, possible-len(f.up), possible)
	}
	return f, nil
}

// mustNew is New for parents that are a forest by construction.
func mustNew(parent []int32) *Forest {
	f, err := New(parent)
	if err != nil {
		panic("tree: " + err.Error())
	}
	return f
}

// Cells returns the number of cells, impossible ones included.
func (f *Forest) Cells() int { return len(f.parent) }

// Parent returns what a cell hangs on: a cell, or Root, Outside or None.
func (f *Forest) Parent(u int) int { return int(f.parent[u]) }

// HasCoordinate reports whether the number of people in a cell and below it is an entry of z.
func (f *Forest) HasCoordinate(u int) bool { return f.parent[u] >= 0 || f.parent[u] == Outside }

// Coordinates returns how many cells have one.
func (f *Forest) Coordinates() int {
	n := 0
	for u := range f.parent {
		if f.HasCoordinate(u) {
			n++
		}
	}
	return n
}

// Tops returns the cells that hang on Outside, rising.
func (f *Forest) Tops() []int { return f.hanging(Outside) }

func (f *Forest) hanging(on int32) []int {
	var out []int
	for u, p := range f.parent {
		if p == on {
			out = append(out, u)
		}
	}
	return out
}

// Hung returns the forest with its roots hung on Outside: where the numbers of people of the
// trees are not public, so that they are coordinates too.
func (f *Forest) Hung() *Forest {
	parent := make([]int32, len(f.parent))
	for u, p := range f.parent {
		if parent[u] = p; p == Root {
			parent[u] = Outside
		}
	}
	return &Forest{parent: parent, up: f.up, children: f.children}
}

// Star reports whether all cells hang on Outside: z is then the histogram itself.
func (f *Forest) Star() bool {
	for _, p := range f.parent {
		if p != Outside && p != None {
			return false
		}
	}
	return true
}

// number is what vectors over the cells hold: exact counts and estimates.
type number interface{ int64 | float64 }

// Sum writes to z, for every cell, the number of people in it and below it: the coordinate of
// those that have one and the number of people of the tree of a root. x has one count per
// cell; z may be x. O(k).
func (f *Forest) Sum(z, x []int64) { sum(f, z, x) }

// SumFloat is Sum of estimates.
func (f *Forest) SumFloat(z, x []float64) { sum(f, z, x) }

func sum[T number](f *Forest, z, x []T) {
	copy(z, x)
	for _, u := range f.up {
		if p := f.parent[u]; p >= 0 {
			z[p] += z[u]
		}
	}
}

// Split is the inverse of Sum on estimates: from the number of people in each cell and below
// it, with public numbers at the roots, it writes the number in each cell to x, which may not
// be z. O(k).
func (f *Forest) Split(x, z []float64) { split(f, x, z) }

func split[T number](f *Forest, x, z []T) {
	copy(x, z)
	for _, u := range f.up {
		if p := f.parent[u]; p >= 0 {
			x[p] -= z[u]
		}
	}
}

// Runs puts the cells with a coordinate in rows in which neighbours are alike: all single
// leaves in the order of the cells, all single cells above leaves, and each longer path from
// below to above, along which coordinates can only rise. A mechanism that takes neighbours together must not mix the
// counts of leaves with sums of many cells. Every cell with a coordinate is in one row.
func (f *Forest) Runs() [][]int32 {
	size := make([]int32, len(f.parent)) // cells at and below each
	heavy := make([]int32, len(f.parent))
	for u := range heavy {
		heavy[u] = -1
	}
	for _, u := range f.up {
		size[u]++
		p := f.parent[u]
		if p < 0 {
			continue
		}
		size[p] += size[u]
		if f.children[u] == 0 && f.children[p] > 1 {
			continue // one of several leaves begins no path
		}
		if h := heavy[p]; h < 0 || size[u] > size[h] {
			heavy[p] = u
		}
	}
	// A path begins where nothing heavy is below, and goes up as long as it is the heavy one.
	var leaves, forks []int32
	var paths [][]int32
	for u := range f.parent {
		if f.parent[u] == None || heavy[u] >= 0 {
			continue
		}
		var path []int32
		for v := int32(u); ; v = f.parent[v] {
			if f.HasCoordinate(int(v)) {
				path = append(path, v)
			}
			if p := f.parent[v]; p < 0 || heavy[p] != v {
				break
			}
		}
		switch {
		case len(path) > 1:
			paths = append(paths, path)
		case len(path) == 1 && f.children[path[0]] == 0:
			leaves = append(leaves, path[0])
		case len(path) == 1:
			forks = append(forks, path[0])
		}
	}
	var out [][]int32
	for _, singles := range [][]int32{leaves, forks} {
		if singles != nil {
			out = append(out, singles)
		}
	}
	return append(out, paths...)
}

// Children lists the children of all cells: those of u are next[first[u]:first[u+1]].
func (f *Forest) Children() (first, next []int32) {
	first = make([]int32, len(f.parent)+1)
	for u, n := range f.children {
		first[u+1] = first[u] + n
	}
	next = make([]int32, first[len(f.parent)])
	at := slices.Clone(first)
	for u, p := range f.parent {
		if p >= 0 {
			next[at[p]] = int32(u)
			at[p]++
		}
	}
	return first, next
}
