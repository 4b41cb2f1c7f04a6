package matrix

import "steward/core/linop"

// combinationWork returns about how many steps it takes to work out the errors of an operator's rows
// from the noise of as many combinations as there are cells.
func combinationWork(op linop.Operator, sizes []int) float64 {
	k := float64(op.Columns())
	if _, runs := linop.RunOf(op); runs {
		return k * float64(op.Rows())
	}
	if linop.CountsBoxes(op) {
		return k * float64(op.Rows()) * float64(int(1)<<len(sizes))
	}
	return k * k * float64(op.Rows())
}

// boxVariances returns the variance of each row of an operator that counts boxes, from what the noise
// makes of the sums over all boxes that begin in the first cell: a box is a sum of those at its
// corners, every other one taken away.
func (q *preparedCombinations) boxVariances(op linop.Operator) func(i int) float64 {
	sizes := q.Problem.Workload.Domain().Sizes()
	strides, entries := make([]int, len(sizes)), 1
	for j := len(sizes) - 1; j >= 0; j-- {
		strides[j] = entries
		entries *= sizes[j] + 1
	}
	_, noises := q.spread.Dims()
	upTo := make([][]float64, entries)
	for at := range upTo {
		upTo[at] = make([]float64, noises)
	}
	for cell := range q.components.Of {
		at, rest := 0, cell
		for j := len(sizes) - 1; j >= 0; j-- {
			at += (rest%sizes[j] + 1) * strides[j]
			rest /= sizes[j]
		}
		copy(upTo[at], q.spread.RawRowView(cell))
	}
	for j, n := range sizes {
		for at, sums := range upTo {
			if at/strides[j]%(n+1) > 0 {
				for i, v := range upTo[at-strides[j]] {
					sums[i] += v
				}
			}
		}
	}
	by := make([]float64, noises)
	return func(i int) float64 {
		runs := linop.BoxOf(op, sizes, i)
		clear(by)
		for corner := range 1 << len(sizes) {
			at, sign := 0, 1.0
			for j, r := range runs {
				if corner>>j&1 == 0 {
					at += (r.Hi + 1) * strides[j]
				} else {
					at += r.Lo * strides[j]
					sign = -sign
				}
			}
			for n, v := range upTo[at] {
				by[n] += sign * v
			}
		}
		sum := 0.0
		for _, v := range by {
			sum += v * v
		}
		return sum
	}
}
