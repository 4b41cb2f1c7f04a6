package reconcile

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"steward/core/mechanism"
	"steward/core/mechanism/registry"
)

// dependent is the variance, in parts of a sum's own, that others leave of one that follows from them.
const dependent = 1e-10

// contrast is two sums, of different estimates, that should be the same.
type contrast struct {
	of   [2]int   // estimates
	at   [2]int32 // which sum of the link's
	link int
}

// settle moves estimated cells as little as their errors make likely so that they agree, where their covariances are known: no
// sum of them has a larger variance than before, since what is taken off it is uncorrelated with what is left (least squares by
// covariance, as for known totals). The cells of the others are as they were.
func settle(groups []registry.Group, from []estimate, total bool) [][]float64 {
	out := make([][]float64, len(from))
	var nodes []int
	var spaces []space
	for i, e := range from {
		out[i] = e.Cells
		if e.alone && e.Cells != nil && !groups[e.group].Prepared.Info().DataDependent {
			nodes, spaces = append(nodes, i), append(spaces, e.over)
		}
	}
	links := linksOf(spaces, total)
	n, cells := links.shared(), 0
	for _, s := range spaces {
		cells += s.cells
	}
	if n == 0 || n > maxSettled || n*cells > maxWork {
		return out
	}
	t := settling{links: links, spaces: spaces}
	for _, i := range nodes {
		t.prepared = append(t.prepared, groups[from[i].group].Prepared)
		t.cells = append(t.cells, out[i])
	}
	t.weigh()
	moved := t.move()
	for k, i := range nodes {
		out[i] = moved[k]
	}
	return out
}

// settling is estimates on their way to ones that agree.
type settling struct {
	links    links
	spaces   []space
	prepared []mechanism.Prepared
	cells    [][]float64
	rows     []contrast
	products *mat.SymDense // covariances of the rows
}

// weigh works out how the rows' errors go together, leaving out those that an estimate does not tell.
func (t *settling) weigh() {
	type column struct {
		row      contrast
		products [][]float64 // per link, what its sums have in common with the row, by either estimate together
	}
	var columns []column
	for l, k := range t.links {
		for sum := range k.sums {
			c := column{contrast{[2]int{k.one, k.other}, [2]int32{int32(sum), int32(sum)}, l}, make([][]float64, len(t.links))}
			for other, k := range t.links {
				c.products[other] = make([]float64, k.sums)
			}
			told := true
			for side := range 2 {
				told = told && t.covary(c.row, side, c.products)
			}
			if told {
				columns = append(columns, c)
			}
		}
	}
	if len(columns) == 0 {
		return
	}
	t.products = mat.NewSymDense(len(columns), nil)
	for a, c := range columns {
		t.rows = append(t.rows, c.row)
		for b, d := range columns[:a+1] {
			t.products.SetSym(b, a, c.products[d.row.link][d.row.at[0]])
		}
	}
}

// covary adds what a side of a row has in common with all rows.
func (t *settling) covary(r contrast, side int, products [][]float64) bool {
	i, sign := r.of[side], 1-2*float64(side)
	w, dst := make([]float64, t.spaces[i].cells), make([]float64, t.spaces[i].cells)
	for cell, sum := range t.links[r.link].at[side].of {
		if sum == r.at[side] && t.spaces[i].Possible(cell) {
			w[cell] = 1
		}
	}
	if !mechanism.Covariance(t.prepared[i], dst, w) {
		return false
	}
	for l, k := range t.links {
		for other, j := range []int{k.one, k.other} {
			if j != i {
				continue
			}
			times := sign * (1 - 2*float64(other))
			for cell, sum := range k.at[other].of {
				if t.spaces[i].Possible(cell) {
					products[l][sum] += times * dst[cell]
				}
			}
		}
	}
	return true
}

// move returns cells that meet the rows.
func (t *settling) move() [][]float64 {
	n := len(t.rows)
	if n == 0 {
		return t.cells
	}
	largest := 0.0
	for a := range n {
		largest = max(largest, t.products.At(a, a))
	}
	var noisy []int
	for a := range n {
		if t.products.At(a, a) > dependent*largest { // what two estimates know alike differs by rounding alone
			noisy = append(noisy, a)
		}
	}
	if len(noisy) == 0 {
		return t.cells
	}
	scaled := mat.NewSymDense(len(noisy), nil)
	for i, a := range noisy {
		for j, b := range noisy[:i+1] {
			scaled.SetSym(j, i, t.products.At(a, b)/math.Sqrt(t.products.At(a, a)*t.products.At(b, b)))
		}
	}
	var order mat.PivotedCholesky
	order.Factorize(scaled, dependent)
	kept := order.ColumnPivots(nil)[:order.Rank()]
	own, off := mat.NewSymDense(len(kept), nil), mat.NewVecDense(len(kept), nil)
	for i, a := range kept {
		for j, b := range kept[:i+1] {
			own.SetSym(j, i, scaled.At(a, b))
		}
		off.SetVec(i, t.off(t.rows[noisy[a]])/math.Sqrt(t.products.At(noisy[a], noisy[a])))
	}
	var factors mat.Cholesky
	by := mat.NewVecDense(len(kept), nil)
	if !factors.Factorize(own) || factors.SolveVecTo(by, off) != nil {
		return t.cells
	}
	weights := make([][]float64, len(t.spaces))
	for i, s := range t.spaces {
		weights[i] = make([]float64, s.cells)
	}
	for i, a := range kept {
		r := t.rows[noisy[a]]
		v := by.AtVec(i) / math.Sqrt(t.products.At(noisy[a], noisy[a]))
		for side := range 2 {
			for cell, sum := range t.links[r.link].at[side].of {
				if sum == r.at[side] && t.spaces[r.of[side]].Possible(cell) {
					weights[r.of[side]][cell] += v * (1 - 2*float64(side))
				}
			}
		}
	}
	out := make([][]float64, len(t.spaces))
	for i, w := range weights {
		less := make([]float64, len(w))
		mechanism.Covariance(t.prepared[i], less, w) // a sum of some that are known
		out[i] = make([]float64, len(w))
		for cell, v := range t.cells[i] {
			out[i][cell] = v - less[cell]
		}
	}
	return out
}

// off returns by how much the estimates differ in a row.
func (t *settling) off(r contrast) float64 {
	off := 0.0
	for side := range 2 {
		i := r.of[side]
		for cell, sum := range t.links[r.link].at[side].of {
			if sum == r.at[side] && t.spaces[i].Possible(cell) {
				off += t.cells[i][cell] * (1 - 2*float64(side))
			}
		}
	}
	return off
}
