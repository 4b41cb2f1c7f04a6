package synthetic

import (
	"cmp"
	"context"
	"math"
	"slices"

	"steward/core/limits"
	"steward/core/noise"
)

// records makes whole records of a model: as many as there are people, or as were asked for. Each
// clique's values are given out in the proportions of the model to the records that share the values
// before them, by systematic sampling, so that every number of records is within one of its share.
func (r *run) records(ctx context.Context, m *model) error {
	n := r.sheet().RecordsOf(r.made.People)
	g := &giving{model: m, src: r.src, values: make([][]int32, len(m.sizes))}
	for j := range g.values {
		g.values[j] = make([]int32, n)
	}
	for i := range m.tree.sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.clique(i)
	}
	if n == r.made.People {
		mend := newMending(r, g)
		if err := mend.all(ctx); err != nil {
			return err
		}
		r.made.Unmet, r.made.By = mend.left()
	}
	r.made.Records = inRows(g.values)
	return nil
}

// RecordsOf returns how many records are made of so many people.
func (s *Sheet) RecordsOf(people int64) int64 {
	if n := s.question.Records; n > 0 {
		return n
	}
	return min(people, limits.MaxSyntheticRecords)
}

// giving gives values to records.
type giving struct {
	model  *model
	src    noise.Source
	values [][]int32 // by column
}

// clique gives the values of a clique that its parent has not given.
func (g *giving) clique(i int) {
	m := g.model
	over, sep := m.tree.sets[i], m.tree.separator(i)
	groups := g.groups(sep, m.plans[i].cells)
	cells := make([][]int32, m.plans[i].cells) // of the clique, by that of the separator
	for cell, at := range m.plans[i].up {
		cells[at] = append(cells[at], int32(cell))
	}
	list := over.list()
	for at, group := range groups {
		if len(group) == 0 {
			continue
		}
		shuffle(g.src, group)
		shares := make([]float64, len(cells[at]))
		for k, cell := range cells[at] {
			shares[k] = m.beliefs[i].vals[cell]
		}
		for k, count := range systematic(shares, len(group), uniform(g.src)) {
			for range count {
				row, rest := group[0], int(cells[at][k])
				group = group[1:]
				for c := len(list) - 1; c >= 0; c-- {
					size := m.sizes[list[c]]
					g.values[list[c]][row], rest = int32(rest%size), rest/size
				}
			}
		}
	}
}

// groups returns the records that share the values of some columns.
func (g *giving) groups(over columns, cells int) [][]int32 {
	out := make([][]int32, cells)
	list := over.list()
	for row := range g.values[0] {
		at := 0
		for _, j := range list {
			at = at*g.model.sizes[j] + int(g.values[j][row])
		}
		out[at] = append(out[at], int32(row))
	}
	return out
}

// systematic gives out n in proportion to shares: of any run of them, the part that is its share up to
// one. Start, from 0 to below 1, decides what happens to fractions.
func systematic(shares []float64, n int, start float64) []int {
	out := make([]int, len(shares))
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	if !(sum > 0) || math.IsInf(sum, 1) { // nothing is known of them
		for i := range out {
			out[i] = (i+1)*n/len(out) - i*n/len(out)
		}
		return out
	}
	part, given, last := 0.0, 0, 0
	for i, s := range shares {
		part += s
		upTo := min(int(math.Floor(part/sum*float64(n)+start)), n)
		out[i] = upTo - given
		if given = upTo; s > 0 {
			last = i
		}
	}
	out[last] += n - given
	return out
}

// uniform returns a number from 0 to below 1.
func uniform(src noise.Source) float64 { return float64(noise.Below(src, 1<<53)) / (1 << 53) }

func shuffle(src noise.Source, rows []int32) {
	for i := len(rows) - 1; i > 0; i-- {
		k := noise.Below(src, uint64(i+1))
		rows[i], rows[k] = rows[k], rows[i]
	}
}

// inRows puts records in the order of their values, those of the first column first.
func inRows(values [][]int32) [][]int32 {
	order := make([]int32, len(values[0]))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		for _, column := range values {
			if c := cmp.Compare(column[a], column[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	out := make([][]int32, len(values))
	for j, column := range values {
		out[j] = make([]int32, len(order))
		for i, row := range order {
			out[j][i] = column[row]
		}
	}
	return out
}
