package attack

import (
	"fmt"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
)

// chain is cells of a table one after the other, each next to the one before it.
type chain struct {
	cells  []int
	labels []string
}

// Longest is the most cells that a demonstration runs through.
const Longest = 64

// shortest is the fewest: the sum of two cells is the number of people, and four are the
// fewest that an average over says more about than one.
const shortest = 4

// newChain goes through the possible cells of one or two columns, along the rows and back,
// as far as most, and stops after an even number: with an odd one the number of people
// together with the sums would tell every cell, and no noise would be left to average.
func newChain(d *domain.Domain, most int) (chain, error) {
	attrs := d.Attributes()
	if len(attrs) > 2 {
		return chain{}, message.Errorf("the demonstration takes one or two columns, but there are %d: choose which", len(attrs))
	}
	k, err := d.Cells()
	if err != nil {
		return chain{}, err
	}
	last := attrs[len(attrs)-1].Size()
	var c chain
	for i := 0; i < k && len(c.cells) < most; i++ {
		row, at := i/last, i%last
		if row%2 == 1 {
			at = last - 1 - at
		}
		cell := row*last + at
		if !d.Possible(cell) {
			continue
		}
		label := attrs[len(attrs)-1].Label(at)
		if len(attrs) == 2 {
			label = attrs[0].Label(row) + " × " + label
		}
		c.cells, c.labels = append(c.cells, cell), append(c.labels, label)
	}
	n := len(c.cells) &^ 1
	if n < shortest {
		return chain{}, message.Errorf("the demonstration needs %d or more possible combinations, but there are %d: choose other columns", shortest, len(c.cells))
	}
	c.cells, c.labels = c.cells[:n], c.labels[:n]
	return c, nil
}

// facts returns what is public: how many people are in every two neighbouring cells together.
func (c chain) facts(d *domain.Domain, counts []int64) (constraint.Facts, error) {
	var list []constraint.Fact
	for i := range c.cells[1:] {
		f := constraint.Fact{
			ID:    fmt.Sprint(i + 1),
			Title: fmt.Sprintf("%s and %s together", c.labels[i], c.labels[i+1]),
			Counts: []constraint.Count{{
				Of:    constraint.Predicate{c.box(d, i), c.box(d, i+1)},
				Count: counts[i] + counts[i+1],
			}},
		}
		list = append(list, f)
	}
	return constraint.New(d, list)
}

func (c chain) box(d *domain.Domain, i int) constraint.Box {
	var b constraint.Box
	for j, a := range d.Attributes() {
		b = append(b, constraint.Condition{Column: a.Name(), Values: []string{a.Label(d.Value(c.cells[i], j))}})
	}
	return b
}

// known is how a cell follows from another one. With y_i the count of cell i, turned round
// for every other cell, the public sums are the differences y_{i+1} - y_i up to their sign,
// so y_i - y_j is public for any two cells.
type known struct{ offset []int64 }

// sums returns what the public sums tell.
func sums(counts []int64) known {
	k := known{make([]int64, len(counts))}
	for i := range counts[1:] {
		k.offset[i+1] = k.offset[i] + turned(i+1, counts[i]+counts[i+1])
	}
	return k
}

func turned(i int, n int64) int64 {
	if i%2 == 1 {
		return -n
	}
	return n
}

// from works cell i out from the published number of cell j.
func (k known) from(i, j int, published int64) int64 {
	return turned(i, turned(j, published)+k.offset[i]-k.offset[j])
}

// average guesses cell i from the published numbers of the cells around it, as many as used
// says.
func (k known) average(i, used int, published []int64) float64 {
	first := min(max(i-used/2, 0), len(published)-used)
	var sum float64
	for j := first; j < first+used; j++ {
		sum += float64(k.from(i, j, published[j]))
	}
	return sum / float64(used)
}
