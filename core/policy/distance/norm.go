// Package distance says how far apart values are: over several columns, whose differences a norm
// makes one distance, and over places on the globe. What is told is never above the distance that
// there is, since what is nearer is hidden better. It knows of no columns: how differences are
// counted is package policy's.
package distance

import (
	"math/bits"

	"steward/core/message"
)

// Norm says how the differences of several columns make one distance, as plans write it.
type Norm string

// The norms.
const (
	L1   Norm = "L1"   // differences are added (Manhattan distance)
	L2   Norm = "L2"   // the straight line (Euclidean distance)
	LInf Norm = "Linf" // the largest difference counts
)

// Norms returns all norms, the default first.
func Norms() []Norm { return []Norm{L1, L2, LInf} }

// Check errors on what is not a norm.
func (n Norm) Check() error {
	_, err := n.Measure()
	return err
}

// Measure is how a box computes with a norm and tells of it.
type Measure struct {
	// Squared says that spans hold the squares of distances.
	Squared bool
	// Sums says that steps count the same whichever columns make them, and single that a step
	// of one column leaves the others' as they are.
	Sums, Single bool
	Expert       string
	Within       string // of columns, what differs by at most a distance
	Graded       string // of columns, what is hidden of values so far apart
}

// Measure returns what stands behind a norm.
func (n Norm) Measure() (*Measure, error) {
	switch n {
	case L1:
		return &Measure{Sums: true, Expert: "L1", Within: message.Key("combinations of %s that differ by at most %s in total"), Graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart in total")}, nil
	case L2:
		return &Measure{Squared: true, Expert: "L2", Within: message.Key("combinations of %s that are at most %s apart in a straight line"), Graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart in a straight line")}, nil
	case LInf:
		return &Measure{Single: true, Expert: "L∞", Within: message.Key("combinations of %s that differ by at most %s in each"), Graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart where they differ most")}, nil
	}
	return nil, message.Errorf("unknown kind of distance %q: use %q, %q or %q", string(n), L1, L2, LInf)
}

// Add adds the difference of one more column to a distance. (A field of a function would be one more
// thing that plans hold and nobody can look into.)
func (m *Measure) Add(s Span, by uint64, open bool) Span {
	switch {
	case m.Squared:
		return addSquares(s, by, open)
	case m.Single:
		return takeLargest(s, by, open)
	}
	return addSum(s, by, open)
}

func addSum(s Span, by uint64, open bool) Span {
	return Span{Lo: min(s.Lo+by, Longest), open: s.open || open}
}

func addSquares(s Span, by uint64, open bool) Span {
	hi, lo := bits.Mul64(by, by)
	var carry uint64
	s.Lo, carry = bits.Add64(s.Lo, lo, 0)
	s.hi += hi + carry
	s.open = s.open || open
	return s
}

func takeLargest(s Span, by uint64, open bool) Span {
	switch {
	case by > s.Lo:
		s.Lo, s.open = by, open
	case by == s.Lo:
		s.open = s.open || open
	}
	return s
}
