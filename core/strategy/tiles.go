package strategy

import "slices"

// tiles cut the cumulative counts 1..k of a soft strategy at the ends of all boxes, so that every
// row but the single cells is a combination of the sums of the cumulative counts over tiles.
//
// Tile i holds the cumulative counts after end[i] up to end[i+1]; end[0] is 0 and the last end k.
// The single cells make the cumulative counts a random walk. Given the ends of a tile and the
// average of the counts between them, what is between is independent of all else, so that ends
// and averages are the only unknowns of the least squares. They are numbered from the right:
// covariances with a count at the left then come by substitution, one unknown after another.
type tiles struct {
	end      []int
	ends     []int // number of the unknown at each end, -1 where it is known
	averages []int // number of the unknown average of each tile, -1 for tiles of one count
	unknowns int
	width    int // half the band width of the least squares
	forms    []form
	first    []int // the first form of each group, and the number of forms
	// at and of are room for forms' entries, and in is the form that is being written.
	at []int
	of []float64
	in form
}

// form is a row as a combination of unknowns, and of the total where that is known.
type form struct {
	at    []int
	of    []float64
	total float64
}

// mostRoom is for how many entries of forms room is made at once.
const mostRoom = 1 << 14

func layTiles(s *Soft) tiles {
	k := s.spec.Cells
	boxes := len(s.spec.Ramps)
	for _, level := range s.spec.Blocks {
		boxes += len(level)
	}
	cuts := append(make([]int, 0, 2*boxes+2), 0, k)
	cut := func(b Box) {
		cuts = append(cuts, max(b.First-1, 0), min(b.Last, k))
	}
	for _, b := range s.spec.Ramps {
		cut(b)
	}
	for _, level := range s.spec.Blocks {
		for _, b := range level {
			cut(b)
		}
	}
	slices.Sort(cuts)
	t := tiles{end: slices.Compact(cuts)}
	t.number(s.spec.Total == TotalKnown)
	t.forms = make([]form, 0, boxes+1)
	t.layForms(s)
	t.at, t.of, t.in = nil, nil, form{}
	return t
}

// number numbers the unknowns from the right.
func (t *tiles) number(known bool) {
	m := len(t.end) - 1
	t.ends, t.averages = make([]int, m+1), make([]int, m)
	t.ends[0] = -1
	next := func() int { t.unknowns++; return t.unknowns - 1 }
	for i := m - 1; i >= 0; i-- {
		t.ends[i+1], t.averages[i] = -1, -1
		if i < m-1 || !known {
			t.ends[i+1] = next()
		}
		if t.length(i) > 1 {
			t.averages[i] = next()
		}
	}
	t.width = min(2, max(t.unknowns-1, 0))
}

// length returns how many cumulative counts tile i holds, its right end among them.
func (t *tiles) length(i int) int { return t.end[i+1] - t.end[i] }

// tile returns the tile that holds the cumulative count of j cells, from 1 on.
func (t *tiles) tile(j int) int {
	i, _ := slices.BinarySearch(t.end, j)
	return i - 1
}

// layForms writes every row but the single cells as a form.
func (t *tiles) layForms(s *Soft) {
	level := 0
	for _, g := range s.groups {
		t.first = append(t.first, len(t.forms))
		switch g.Kind {
		case Whole:
			t.add(form{at: []int{t.ends[len(t.ends)-1]}, of: []float64{1}})
		case Ramp:
			for _, b := range s.spec.Ramps {
				f := t.empty()
				t.addBox(f, b, 1)
				t.add(*f)
			}
		case SoftBlock:
			boxes := s.spec.Blocks[level]
			level++
			for i := range boxes[1:] {
				f := t.empty()
				t.addBox(f, boxes[i], -1)
				t.addBox(f, boxes[i+1], 1)
				t.add(*f)
			}
		}
	}
	t.first = append(t.first, len(t.forms))
}

// empty returns a form of nothing, in the same memory as the last.
func (t *tiles) empty() *form {
	t.in = form{at: t.in.at[:0], of: t.in.of[:0]}
	return &t.in
}

// add keeps a copy of a form.
func (t *tiles) add(f form) {
	if n := len(f.at); cap(t.at)-len(t.at) < n {
		room := max(n, min(cap(t.forms), mostRoom))
		t.at, t.of = make([]int, 0, room), make([]float64, 0, room)
	}
	from := len(t.at)
	t.at, t.of = append(t.at, f.at...), append(t.of, f.of...)
	f.at, f.of = t.at[from:len(t.at):len(t.at)], t.of[from:len(t.of):len(t.of)]
	t.forms = append(t.forms, f)
	if len(f.at) > 0 {
		t.width = max(t.width, slices.Max(f.at)-slices.Min(f.at))
	}
}

// addBox adds sign times the sum over a box, which begins and ends where tiles do, to a form.
func (t *tiles) addBox(f *form, b Box, sign float64) {
	m, k := len(t.end)-1, t.end[len(t.end)-1]
	end := func(i int, times float64) {
		if at := t.ends[i]; at >= 0 {
			f.at, f.of = append(f.at, at), append(f.of, times)
		} else if i == m {
			f.total += times
		}
	}
	for j := max(b.First, 1); j <= min(b.Last, k); {
		i := t.tile(j)
		if at := t.averages[i]; at >= 0 {
			f.at, f.of = append(f.at, at), append(f.of, sign*float64(t.length(i)-1))
		}
		end(i+1, sign)
		j = t.end[i+1] + 1
	}
	beyond := b.Last - k
	if beyond <= 0 {
		return
	}
	if last := len(f.at) - 1; last >= 0 && f.at[last] == t.ends[m] {
		f.of[last] += sign * float64(beyond)
		return
	}
	end(m, sign*float64(beyond))
}

// bridge is a tile of so many cumulative counts after its left end, the last of them its right
// end: a random walk with steps of variance 1 between two ends with a known average in between.
// The count after i steps is left·α + right·β + average·A plus an independent rest.
type bridge struct{ length float64 }

// sum returns the variance of the sum of the counts between known ends: l(l²-1)/12.
func (b bridge) sum() float64 { return b.length * (b.length*b.length - 1) / 12 }

// pull returns the covariance of the count after i steps with that sum, over the sum's variance.
func (b bridge) pull(i float64) float64 {
	if b.length == 1 {
		return 0
	}
	return i * (b.length - i) / 2 / b.sum()
}

// weights returns the share of the left end, the right end and the average in the count after i
// steps.
func (b bridge) weights(i float64) (left, right, average float64) {
	average = b.pull(i) * (b.length - 1)
	return 1 - i/b.length - average/2, i/b.length - average/2, average
}

// rest returns the covariance of what is left of the counts after i and j steps, i ≤ j.
func (b bridge) rest(i, j float64) float64 {
	r := i * (b.length - j) / b.length
	if b.length > 1 {
		r -= b.pull(i) * j * (b.length - j) / 2
	}
	if i == j {
		r = max(r, 0) // of no more than three counts nothing is left, but for rounding
	}
	return r
}
