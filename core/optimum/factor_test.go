package optimum

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/limits"
	"steward/core/linop"
)

// What is found for a column has norm one at most, keeps its pairs together, and is at least as good as single
// values, which have the error of the diagonal.
func TestFactors(t *testing.T) {
	const k = 12
	var pairs [][2]int
	for u := range k - 1 {
		pairs = append(pairs, [2]int{u, u + 1})
	}
	before := 0.0
	for _, apart := range []float64{2, 1.5, 1} {
		q, err := NewFactor(linop.Every(k, k), pairs, apart)
		if err != nil {
			t.Fatal(err)
		}
		cells := mat.NewDense(k, k, nil)
		for u := range k {
			cells.Set(u, u, 1)
		}
		found, err := q.Search(context.Background(), []*mat.Dense{cells}, math.Inf(1))
		if err != nil || found.Rows == nil {
			t.Fatal(err)
		}
		rows, _ := found.Rows.Dims()
		size := func(u, v int) (sum float64) {
			for i := range rows {
				d := found.Rows.At(i, u)
				if v >= 0 {
					d -= found.Rows.At(i, v)
				}
				sum += math.Abs(d)
			}
			return sum
		}
		largest := 0.0
		for u := range k {
			largest = max(largest, size(u, -1))
		}
		for _, p := range pairs {
			largest = max(largest, size(p[0], p[1])/apart)
		}
		if largest > 1+1e-9 || largest < 0.9 {
			t.Errorf("apart %v: cells or pairs have up to %v of what they may have", apart, largest)
		}
		var normal, inverse mat.Dense
		normal.Mul(found.Rows.T(), found.Rows)
		if err := inverse.Inverse(&normal); err != nil {
			t.Fatal(err)
		}
		var product mat.Dense
		product.Mul(&inverse, q.gram)
		if want := 2 * mat.Trace(&product) * largest * largest; math.Abs(found.Error-want) > 1e-6*want {
			t.Errorf("apart %v: error %v, by its rows %v", apart, found.Error, want)
		}
		single := 2 * mat.Trace(q.gram) * math.Pow(2/min(apart, 2), 2)
		if found.Error > single*(1+1e-6) {
			t.Errorf("apart %v: error %v, that of single values is %v", apart, found.Error, single)
		}
		if found.Error < before*(1-1e-6) {
			t.Errorf("apart %v: error %v, with more room it was %v", apart, found.Error, before)
		}
		before = found.Error
	}
	if _, err := NewFactor(linop.Every(limits.MaxDenseCells+1, 3), nil, 2); !errors.Is(err, ErrLarge) {
		t.Errorf("too many cells: %v", err)
	}
}
