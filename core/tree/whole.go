package tree

import (
	"cmp"
	"math"
	"slices"

	"steward/core/inference"
)

// Whole returns counts for the cells, whole and never below zero, whose subtree sums are close
// to z, which Consistent has made possible: the public numbers of roots are met, and so is that
// of the cells that hang on Outside when tops is not below zero. An entry differs from its
// estimate by less than one where its parent leaves room for that. It errors when tops is not
// what the estimates add up to.
func (f *Forest) Whole(z []float64, tops int64) ([]int64, error) {
	whole := make([]int64, len(z))
	if tops >= 0 {
		cells := f.Tops()
		y := make([]float64, len(cells))
		for i, u := range cells {
			y[i] = z[u]
		}
		if len(y) > 0 {
			rounded, err := inference.RoundToTotal(y, tops)
			if err != nil {
				return nil, err
			}
			for i, u := range cells {
				whole[u] = rounded[i]
			}
		}
	}
	first, next := f.Children()
	for i := len(f.up) - 1; i >= 0; i-- {
		u := f.up[i]
		if p := f.parent[u]; p == Root || p == Outside && tops < 0 {
			whole[u] = max(int64(math.Round(z[u])), 0)
		}
		room(whole, z, roomy{next[first[u]:first[u+1]], whole[u]})
	}
	x := make([]int64, len(z))
	split(f, x, whole)
	return x, nil
}

// roomy is the children of a cell and how many people they may hold in all.
type roomy struct {
	children []int32
	most     int64
}

// room rounds the entries of children, and takes what is too much from those that were raised
// most.
func room(whole []int64, z []float64, r roomy) {
	var sum int64
	for _, c := range r.children {
		whole[c] = max(int64(math.Round(z[c])), 0)
		sum += whole[c]
	}
	if sum <= r.most {
		return
	}
	order := slices.Clone(r.children)
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(float64(whole[b])-z[b], float64(whole[a])-z[a])
	})
	for sum > r.most {
		for _, c := range order {
			if sum > r.most && whole[c] > 0 {
				whole[c]--
				sum--
			}
		}
	}
}

// Fit is a quick stand-in for Consistent on forests too deep for it: from above, entries below
// zero become zero, and the children of a cell that hold more than it does are moved to the
// closest entries that hold as many. The result belongs to possible data but is not the
// closest. O(k log k).
func (f *Forest) Fit(z []float64, tops float64) error {
	if err := f.checkPublic(z, tops); err != nil {
		return err
	}
	first, next := f.Children()
	fit := func(cells []int32, most float64, all bool) error {
		y, sum := make([]float64, len(cells)), 0.0
		for i, c := range cells {
			y[i] = max(z[c], 0)
			sum += y[i]
		}
		if len(y) > 0 && (all || sum > most) {
			for i, c := range cells {
				y[i] = z[c]
			}
			if err := inference.Simplex(y, most); err != nil {
				return err
			}
		}
		for i, c := range cells {
			z[c] = y[i]
		}
		return nil
	}
	var outside []int32
	for _, u := range f.Tops() {
		outside = append(outside, int32(u))
	}
	most := tops
	if math.IsNaN(tops) {
		most = math.Inf(1)
	}
	if err := fit(outside, most, !math.IsNaN(tops)); err != nil {
		return err
	}
	for i := len(f.up) - 1; i >= 0; i-- {
		u := f.up[i]
		if err := fit(next[first[u]:first[u+1]], z[u], false); err != nil {
			return err
		}
	}
	return nil
}
