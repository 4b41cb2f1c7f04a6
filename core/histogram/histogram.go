// Package histogram holds data vectors: how many records lie in each cell of a domain.
//
// A Vector holds true counts and is handed to release code only; plans, reports and exports
// may not import this package. Package histogram imports core/domain.
package histogram

import (
	"steward/core/domain"
	"steward/core/message"
)

// Vector is the data vector x over the cells of a domain: x[cell] records lie in the cell.
// It is private data.
type Vector struct {
	domain *domain.Domain
	counts []int64
	total  int64
}

// New returns an empty vector. It errors when the domain has too many cells.
func New(d *domain.Domain) (*Vector, error) {
	k, err := d.Cells()
	if err != nil {
		return nil, err
	}
	return &Vector{domain: d, counts: make([]int64, k)}, nil
}

// FromCounts returns the vector with the given counts, one per cell, which it keeps. It
// errors on a wrong length, a negative count, and a count in an impossible cell.
func FromCounts(d *domain.Domain, counts []int64) (*Vector, error) {
	k, err := d.Cells()
	if err != nil {
		return nil, err
	}
	if len(counts) != k {
		return nil, message.Errorf("%d counts for %d cells", len(counts), k)
	}
	v := &Vector{domain: d, counts: counts}
	for cell, c := range counts {
		if c < 0 || (c > 0 && !d.Possible(cell)) {
			return nil, message.Errorf("cell %d cannot hold that many records", cell)
		}
		v.total += c
	}
	return v, nil
}

// Add counts one record in the cell.
func (v *Vector) Add(cell int) {
	v.counts[cell]++
	v.total++
}

// AddMany counts n records in the cell; n is not negative.
func (v *Vector) AddMany(cell int, n int64) {
	v.counts[cell] += n
	v.total += n
}

// Domain returns the domain that the counts are over.
func (v *Vector) Domain() *domain.Domain { return v.domain }

// Counts returns the counts themselves, not a copy.
func (v *Vector) Counts() []int64 { return v.counts }

// Total returns the number of records.
func (v *Vector) Total() int64 { return v.total }

// Wipe overwrites the counts, when a release is done with them.
func (v *Vector) Wipe() {
	clear(v.counts)
	v.total = 0
}
