package sensitivity

import (
	"math/big"

	"steward/core/policy/weighted"
)

// Norm says which norm a sensitivity is in.
type Norm uint8

// The norms. In L2 the values are squares: max of ‖a_u − a_v‖₂² / w².
const (
	L1 Norm = iota
	L2Squared
)

// ratio returns the norm of a change per unit of a weight.
func ratio(change int64, w weighted.Weight, norm Norm) *big.Rat {
	r := new(big.Rat).SetInt64(change)
	r.Quo(r, w.Rat())
	if norm == L2Squared {
		r.Quo(r, w.Rat())
	}
	return r
}
