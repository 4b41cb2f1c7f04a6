package policy

import "math/big"

// Weight is the weight of an edge: the budget of the pair as a multiple of the release's
// budget, in steps of 2^-20. Weights that are no such multiple are rounded down, toward
// more privacy; sums along paths are exact.
type Weight int64

// One is the weight of an edge that is worth the whole budget, no more and no less.
const One Weight = 1 << 20

// Rat returns the weight as an exact fraction.
func (w Weight) Rat() *big.Rat { return big.NewRat(int64(w), int64(One)) }

// Steps returns the weight in units of One, for sentences and pictures.
func (w Weight) Steps() float64 { return float64(w) / float64(One) }

// Vertex is a cell of the domain, or Absent.
type Vertex int

// Absent is the vertex for a person who is not in the file (⊥).
const Absent Vertex = -1

// Edge is a pair of vertices that must not be told apart. V may be Absent, U is a cell.
type Edge struct {
	U, V   Vertex
	Weight Weight
}
