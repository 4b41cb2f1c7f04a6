// Package histogram holds data vectors: how many records lie in each cell of a domain.
//
// A Vector holds true counts and is handed to release code only; plans, reports and exports
// may not import this package.
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
	tables []*Vector // nil but for one of Tables, whose counts are theirs
}

// New returns an empty vector. It errors when the domain has too many cells.
func New(d *domain.Domain) (*Vector, error) {
	k, err := d.Cells()
	if err != nil {
		return nil, err
	}
	return &Vector{domain: d, counts: make([]int64, k)}, nil
}

// Tables returns an empty vector of several tables of the same people in the place of the cells of all their columns, of which there may
// be too many: the counts of one table after another. People are counted in each of the tables, in Each.
func Tables(d *domain.Domain, tables []*domain.Domain) (*Vector, error) {
	v, cells := &Vector{domain: d}, 0
	for _, t := range tables {
		k, err := t.Cells()
		if err != nil {
			return nil, err
		}
		cells += k
	}
	v.counts = make([]int64, cells)
	first := 0
	for _, t := range tables {
		k, _ := t.Cells()
		v.tables = append(v.tables, &Vector{domain: t, counts: v.counts[first : first+k : first+k]})
		first += k
	}
	return v, nil
}

// Each returns the vectors that people are counted in: those of Tables, or the vector itself.
func (v *Vector) Each() []*Vector {
	if v.tables == nil {
		return []*Vector{v}
	}
	return v.tables
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
func (v *Vector) Total() int64 { return v.Each()[0].total }

// Wipe overwrites the counts, when a release is done with them.
func (v *Vector) Wipe() {
	clear(v.counts)
	for _, t := range v.Each() {
		t.total = 0
	}
}
