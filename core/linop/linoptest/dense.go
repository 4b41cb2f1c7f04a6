// Package linoptest writes operators out in full, for tests of few cells.
package linoptest

import "steward/core/linop"

// Dense returns the matrix of an operator.
func Dense(op linop.Operator) [][]int64 {
	out := make([][]int64, op.Rows())
	for i := range out {
		out[i] = make([]int64, op.Columns())
		op.Row(i, func(j int, v int64) { out[i][j] = v })
	}
	return out
}
