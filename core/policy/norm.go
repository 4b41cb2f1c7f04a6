package policy

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
	_, err := n.measure()
	return err
}

// measure is how a box computes with a norm and tells of it.
type measure struct {
	// squared says that spans hold the squares of distances.
	squared bool
	// sums says that steps count the same whichever columns make them, and single that a step
	// of one column leaves the others' as they are.
	sums, single bool
	expert       string
	within       string // of columns, what differs by at most a distance
	graded       string // of columns, what is hidden of values so far apart
}

// measure returns what stands behind a norm.
func (n Norm) measure() (*measure, error) {
	switch n {
	case L1:
		return &measure{sums: true, expert: "L1", within: message.Key("combinations of %s that differ by at most %s in total"), graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart in total")}, nil
	case L2:
		return &measure{squared: true, expert: "L2", within: message.Key("combinations of %s that are at most %s apart in a straight line"), graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart in a straight line")}, nil
	case LInf:
		return &measure{single: true, expert: "L∞", within: message.Key("combinations of %s that differ by at most %s in each"), graded: message.Key("any combination of %s from any other, the nearer, the better hidden: two that are %s apart where they differ most")}, nil
	}
	return nil, message.Errorf("unknown kind of distance %q: use %q, %q or %q", string(n), L1, L2, LInf)
}

// add adds the difference of one more column to a distance. (A field of a function would be one more
// thing that plans hold and nobody can look into.)
func (m *measure) add(s span, by uint64, open bool) span {
	switch {
	case m.squared:
		return addSquares(s, by, open)
	case m.single:
		return takeLargest(s, by, open)
	}
	return addSum(s, by, open)
}

func addSum(s span, by uint64, open bool) span {
	return span{lo: min(s.lo+by, longest), open: s.open || open}
}

func addSquares(s span, by uint64, open bool) span {
	hi, lo := bits.Mul64(by, by)
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, lo, 0)
	s.hi += hi + carry
	s.open = s.open || open
	return s
}

func takeLargest(s span, by uint64, open bool) span {
	switch {
	case by > s.lo:
		s.lo, s.open = by, open
	case by == s.lo:
		s.open = s.open || open
	}
	return s
}
