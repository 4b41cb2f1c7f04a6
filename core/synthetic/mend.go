package synthetic

import (
	"context"

	"steward/core/noise"
)

// mending changes records, one at a time, until they agree with what is known as far as that goes: each
// change makes the records agree better with all of it together, and none makes a record that cannot be.
type mending struct {
	*run
	values [][]int32
	counts [][]int64   // of each known table, its sums
	cells  [][][]int32 // of each known table and sum, cells that count for it; those of none last
}

// How often all records are gone through, and how many cells of a sum are tried at random.
const (
	mendRounds = 8
	mendTries  = 12
)

func newMending(r *run, g *giving) *mending {
	d := &mending{run: r, values: g.values}
	for _, k := range r.known {
		counts, cells := make([]int64, len(k.totals)), make([][]int32, len(k.totals)+1)
		for cell, c := range k.class {
			if c < 0 {
				c = int32(len(k.totals))
			}
			cells[c] = append(cells[c], int32(cell))
		}
		for row := range g.values[0] {
			if c := k.class[d.cell(k.over, row)]; c >= 0 {
				counts[c]++
			}
		}
		d.counts, d.cells = append(d.counts, counts), append(d.cells, cells)
	}
	return d
}

// cell returns the cell of a record over some columns.
func (d *mending) cell(over columns, row int) int {
	at := 0
	for _, j := range over.list() {
		at = at*d.sheet().sizes[j] + int(d.values[j][row])
	}
	return at
}

// off returns by how much a sum is off: above zero where too many records count for it.
func (d *mending) off(table, sum int) int64 { return d.counts[table][sum] - d.known[table].totals[sum] }

// left returns how many sums are off, and by how many records in all.
func (d *mending) left() (sums, by int64) {
	for i := range d.known {
		for s := range d.counts[i] {
			if n := d.off(i, s); n != 0 {
				sums, by = sums+1, by+max(n, -n)
			}
		}
	}
	return sums, by
}

// all mends every known table, in turns.
func (d *mending) all(ctx context.Context) error {
	order := make([]int32, len(d.values[0]))
	for i := range order {
		order[i] = int32(i)
	}
	_, before := d.left()
	for range mendRounds {
		if before == 0 {
			return nil
		}
		shuffle(d.src, order)
		for i := range d.known {
			if err := d.table(ctx, i, order); err != nil {
				return err
			}
		}
		_, now := d.left()
		if now == before {
			return nil
		}
		before = now
	}
	return nil
}

// table mends one known table: records leave sums with too many, and enter those with too few.
func (d *mending) table(ctx context.Context, i int, order []int32) error {
	k := d.known[i]
	var many, few int
	for s := range d.counts[i] {
		switch n := d.off(i, s); {
		case n > 0:
			many++
		case n < 0:
			few++
		}
	}
	for at, row := range order {
		if many+few == 0 {
			return nil
		}
		if at&(1<<12-1) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		from := k.class[d.cell(k.over, int(row))]
		surplus := from >= 0 && d.off(i, int(from)) > 0
		if !surplus && (many > 0 || from >= 0) {
			continue
		}
		for to := range d.cells[i] {
			none := to == len(k.totals)
			if none && (few > 0 || from < 0) || !none && d.off(i, to) >= 0 {
				continue
			}
			if d.move(i, int(row), to) {
				if from >= 0 && d.off(i, int(from)) == 0 {
					many--
				}
				if !none && d.off(i, to) == 0 {
					few--
				}
				break
			}
		}
	}
	return nil
}

// move changes a record so that it counts for a sum, if that makes all known tables agree better.
func (d *mending) move(i, row, to int) bool {
	k, s := d.known[i], d.sheet()
	list := k.over.list()
	own := make([]int32, len(list))
	for c, j := range list {
		own[c] = d.values[j][row]
	}
	wanted := int32(to)
	if to == len(k.totals) {
		wanted = -1
	}
	now := d.cell(k.over, row)
	step := 1
	for c := len(list) - 1; c >= 0; c-- { // one value changed
		j := list[c]
		for v := range s.sizes[j] {
			if int32(v) != own[c] && k.class[now+(v-int(own[c]))*step] == wanted {
				d.values[j][row] = int32(v)
				if d.better(row, list, own) {
					return true
				}
				d.values[j][row] = own[c]
			}
		}
		step *= s.sizes[j]
	}
	cells := d.cells[i][to]
	for range min(mendTries, len(cells)) {
		rest := int(cells[noise.Below(d.src, uint64(len(cells)))])
		for c := len(list) - 1; c >= 0; c-- {
			d.values[list[c]][row], rest = int32(rest%s.sizes[list[c]]), rest/s.sizes[list[c]]
		}
		if d.better(row, list, own) {
			return true
		}
		for c, j := range list {
			d.values[j][row] = own[c]
		}
	}
	return false
}

// better reports whether a record that was changed from its own values can be, and makes all known
// tables agree better than before; they count it then.
func (d *mending) better(row int, list []int, own []int32) bool {
	changed := columns(0)
	for c, j := range list {
		if d.values[j][row] != own[c] {
			changed |= 1 << j
		}
	}
	if changed == 0 {
		return false
	}
	for _, z := range d.sheet().zeros {
		if z.over&changed != 0 && z.empty[d.cell(z.over, row)] {
			return false
		}
	}
	type change struct {
		table    int
		from, to int32
	}
	var changes []change
	after := make([]int32, 0, 8)
	for i, k := range d.known {
		if k.over&changed != 0 {
			changes = append(changes, change{table: i, to: k.class[d.cell(k.over, row)]})
		}
	}
	for c, j := range list {
		after = append(after, d.values[j][row])
		d.values[j][row] = own[c]
	}
	gain := int64(0)
	for n := range changes {
		c := &changes[n]
		c.from = d.known[c.table].class[d.cell(d.known[c.table].over, row)]
		if c.from == c.to {
			continue
		}
		if c.from >= 0 {
			gain += gained(d.off(c.table, int(c.from)), -1)
		}
		if c.to >= 0 {
			gain += gained(d.off(c.table, int(c.to)), 1)
		}
	}
	for c, j := range list {
		d.values[j][row] = after[c]
	}
	if gain <= 0 {
		return false
	}
	for _, c := range changes {
		if c.from != c.to && c.from >= 0 {
			d.counts[c.table][c.from]--
		}
		if c.from != c.to && c.to >= 0 {
			d.counts[c.table][c.to]++
		}
	}
	return true
}

// gained returns by how much less off a sum is that changes by one.
func gained(off, by int64) int64 {
	if off < 0 == (by > 0) && off != 0 {
		return 1
	}
	return -1
}
