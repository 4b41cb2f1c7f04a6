// Package bitset is a set of small numbers that takes a bit for each.
package bitset

// Set is a set of numbers from 0.
type Set []uint64

// Add puts a number into the set.
func (b *Set) Add(i int) {
	for len(*b) <= i/64 {
		*b = append(*b, 0)
	}
	(*b)[i/64] |= 1 << (i % 64)
}

// Has reports whether a number is in the set.
func (b Set) Has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 == 1 }
