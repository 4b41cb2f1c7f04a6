package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// checker is what is known of a question while it is checked.
type checker struct {
	*record
	out      *report
	title    string
	promised *big.Rat // of all questions that are answered from its rows
	view     *view
	cell     []int // by cell of the view, that of the rows
	rows     *rows
	hidden   int      // how many secret pairs were gone through
	least    *big.Rat // the least weight of a pair that the question's columns tell apart
}

// questions checks every question that has rows of its own.
func (r *record) questions(out *report) {
	if why, _ := carefully(func() { r.readColumns(out); r.countTied(out) }); why != "" {
		out.skipped("whether the stated factor %d is enough: %s", r.Multiplier, why)
	}
	for _, q := range r.Questions {
		title := fmt.Sprintf("%q", q.Title)
		if len(q.Together) > 0 {
			title = fmt.Sprintf("%q with %d others", q.Title, len(q.Together)-1)
		}
		if !r.clear(q) {
			out.failed("%s: the record does not say clearly which question it is, of which columns, or from whose rows it was answered", title)
			continue
		}
		if len(q.Together) > 0 && q.Together[0] != q.ID {
			continue // it is checked with the first of them
		}
		if why, wrong := carefully(func() { r.question(q, title, out) }); wrong {
			out.failed("%s, by %s: %s", title, q.Mechanism, why)
		} else if why != "" {
			out.skipped("%s, by %s: %s", title, q.Mechanism, why)
		}
	}
}

// clear reports whether a question has an id of its own, those that were answered together agree on who they are,
// and the rows are of all their columns.
func (r *record) clear(q published) bool {
	rowsOf, same := append(q.Together, q.ID)[0], 0
	var s struct{ Columns []string }
	for _, p := range r.Questions {
		if slices.Contains(q.Together, p.ID) != (len(q.Together) > 0 && slices.Equal(p.Together, q.Together)) {
			return false
		}
		if p.ID == q.ID {
			same++
		}
		if p.ID == rowsOf && json.Unmarshal(p.Measured, &s) != nil {
			return true // what cannot be read is named later
		}
	}
	for _, asked := range r.plan.Questions {
		if asked.ID == q.ID && slices.ContainsFunc(asked.Columns, func(name string) bool { return !slices.Contains(s.Columns, name) }) {
			return false
		}
	}
	return same == 1
}

// question checks that the noise of a question hides all neighbours.
func (r *record) question(q published, title string, out *report) {
	s, fails := readStated(q.Measured), len(out.fails)
	own := r.named(s.Columns)
	c := &checker{record: r, out: out, title: title, promised: r.promisedOf(q), rows: &rows{}}
	what := fmt.Sprintf("%d tables", len(s.Tables))
	if len(s.Tables) > 0 {
		c.tables(s, own)
	} else {
		what = c.cells(s, own)
	}
	c.noise(q)
	if c.Multiplier > 0 && c.least != nil && more(exact(q.EffectiveEpsilon), quo(mul(c.promised, c.least), whole(c.Multiplier))) {
		out.failed("%s: %s is said to be left for noise, more than the budget times the least weight over %d", title, q.EffectiveEpsilon, c.Multiplier)
	}
	if len(out.fails) == fails {
		out.held("%s, by %s: the noise on %s hides all %d secret pairs of their columns", title, q.Mechanism, what, c.hidden)
	}
}

// cells checks rows that are stated cell by cell, and says how many there are.
func (c *checker) cells(s *stated, own []*column) string {
	c.rows = s.readRows(len(combinations(own)))
	c.view = c.record.view(c.withPublic(s.Columns...))
	for _, values := range append(restricted(c.view.cells, c.view.columns, own), nil) {
		cell := 0
		for i, value := range values {
			cell = cell*len(own[i].values) + value
		}
		c.cell = append(c.cell, cell)
	}
	c.cell[len(c.view.cells)] = len(combinations(own))
	c.compare(c.view.counts(c.public()))
	return fmt.Sprintf("%d rows of %d cells", len(c.rows.lawOf), len(c.view.cells))
}

// promisedOf returns what is promised of the questions answered from a question's rows: the sum of their
// shares, or the root of the sum of their squares where a chance of failure was accepted.
func (r *record) promisedOf(q published) *big.Rat {
	all := new(big.Rat)
	for _, p := range r.Questions {
		if p.ID == q.ID || slices.Contains(q.Together, p.ID) {
			all = sum(all, r.share(p))
		}
	}
	if r.Delta != "" {
		return root(all, false)
	}
	return all
}

// noise compares what is said of the noise with the rows: how many there are of each law.
func (c *checker) noise(q published) {
	rows := make(map[noise]int)
	for _, n := range q.Noise {
		if n.gaussian() {
			n.Scale = "" // records say 0
		}
		if n.Scale != "0" {
			rows[n.noise] += n.Rows
		}
	}
	for _, l := range c.rows.laws {
		rows[l.noise] -= l.rows
		if l.gaussian() && c.Delta == "" {
			c.out.failed("%s: there is Gaussian noise, which hides nothing for certain, but no chance of failure is stated", c.title)
		}
	}
	for law, n := range rows {
		if n > 0 || n < 0 && c.rows.of != nil { // of questions that are answered by tables each lists its own
			c.out.failed("%s: the list of noise has %+d rows of %s beside those that are stated", c.title, n, law)
		}
	}
}

// secretRows returns the rows without noise that do not follow from the public counts. A row follows that is a sum of
// multiples of them: nothing is left of it when they are subtracted one after another (Gaussian elimination).
func (c *checker) secretRows(counts [][]int64) (secret [][]int64) {
	notNone := func(x *big.Rat) bool { return x.Sign() != 0 }
	var basis [][]*big.Rat
	left := func(row []int64, at func(cell int) int) (rest []*big.Rat, something bool) {
		for cell, possible := range c.view.possible {
			rest = append(rest, new(big.Rat))
			if possible {
				rest[cell].SetInt64(row[at(cell)])
			}
		}
		for _, b := range basis {
			first := slices.IndexFunc(b, notNone)
			times := quo(rest[first], b[first])
			for i := range rest {
				rest[i] = sub(rest[i], mul(times, b[i]))
			}
		}
		return rest, slices.ContainsFunc(rest, notNone)
	}
	for _, count := range counts {
		if rest, something := left(count, func(cell int) int { return cell }); something && len(c.rows.exact) > 0 {
			basis = append(basis, rest)
		}
	}
	for _, row := range c.rows.exact {
		if _, something := left(row, func(cell int) int { return c.cell[cell] }); something {
			secret = append(secret, row)
		}
	}
	if len(secret) > 0 && c.plan.Agreed == nil {
		c.out.failed("%s: a sum is published without noise though nobody agreed to it", c.title)
	}
	return secret
}

// edge is a secret pair, what is lost along it, and what is promised of it.
type edge struct {
	from, to       int
	lost, promised *big.Rat
}

// compare goes over all moves: each edge has to lose no more than is promised of it. Where people have several rows as
// many as these change at once, alike. One that changes counts is among as many as are tied, of which each loses at most
// what any does. A row without noise that does not follow from what is public must not be changed by any.
func (c *checker) compare(counts [][]int64) {
	work, largest, alike, secret := 0, new(big.Rat), whole(c.rowsTogether()), c.secretRows(counts)
	whoever := units(c.view.kinds(counts, false, false), c.Multiplier) // how many moves, between any cells, that change the rows as much as those of any neighbours
	must(c.tied > 0 || whoever > 0 && whoever < math.MaxInt64, "it is not known how many answers the facts tie together")
	worst := make(map[bool]edge) // of those that change no count, and of those that change one
	c.moves(c.view, counts, func(from, to int, weight *big.Rat) bool {
		a, b := c.cell[from], c.cell[to]
		work += 8 + len(c.rows.of[min(a, len(c.rows.of)-1)])
		must(work <= 1<<31, "its rows and pairs would take too long to go through")
		loss, tied := new(big.Rat), !move(counts, from, to).none()
		if a != b {
			loss = c.rows.loss(a, b)
		}
		if loss == nil && weight != nil && (to < len(c.view.cells) || c.unitsLeave()) {
			c.out.failed("%s: nothing hides a move from %s to %s: there is no noise along it", c.title, c.label(from), c.label(to))
			return false
		} else if loss == nil {
			loss = whole(1 << 62) // no budget hides it
		}
		if i := slices.IndexFunc(secret, func(row []int64) bool { return row[a] != row[b] }); i >= 0 {
			c.out.failed("%s: a number without noise tells %s and %s apart", c.title, c.label(from), c.label(to))
			secret = slices.Delete(secret, i, i+1) // once is enough
		}
		if tied && more(loss, largest) {
			largest = loss
		}
		if weight == nil {
			return true
		}
		if c.hidden++; a != b {
			c.least = lesser(c.least, weight)
		}
		e, was := edge{from, to, mul(loss, alike), mul(c.promised, weight)}, worst[tied]
		if was.lost == nil || more(sub(e.lost, e.promised), sub(was.lost, was.promised)) {
			worst[tied] = e
		}
		return true
	})
	for tied, e := range worst {
		if tied {
			e.lost = c.tiedLoss(e.lost, largest, whoever)
		}
		if more(e.lost, e.promised) {
			must(!tied || whoever > 0, "it is not known how far apart the counts of neighbours are")
			c.out.failed("%s: the noise does not hide a move from %s to %s, and what goes with it: it costs %s where %s is promised", c.title, c.label(e.from), c.label(e.to), e.lost.FloatString(9), e.promised.FloatString(9))
		}
	}
}

// tiedLoss returns what neighbours lose of whom one moves along an edge that loses so much, and the others along some that lose the largest at
// most; or, where that is less, what so many moves between any cells lose.
func (c *checker) tiedLoss(loss, largest *big.Rat, whoever int64) *big.Rat {
	var all *big.Rat
	if c.tied > 0 {
		all = sum(loss, mul(largest, whole(c.tied-1)))
	}
	if whoever == 0 || c.rowsTogether() > 1 || all != nil && whoever >= c.tied {
		return all
	}
	farthest, absent := new(big.Rat), len(c.view.cells)
	for a := range absent {
		for b := a + 1; b <= absent; b++ {
			u, v := c.cell[a], c.cell[b]
			if !c.view.possible[a] || b < absent && !c.view.possible[b] || b == absent && !c.unitsLeave() || u == v {
				continue
			}
			loss := c.rows.loss(u, v)
			if loss == nil {
				must(all != nil, "no noise hides a move from %s to %s", c.label(a), c.label(b))
				return all
			}
			if more(loss, farthest) {
				farthest = loss
			}
		}
	}
	return lesser(all, mul(farthest, whole(whoever)))
}

// unitsLeave reports whether units may leave the file. Where the number of people is public somebody comes for each who leaves.
func (c *checker) unitsLeave() bool {
	return c.view.mayLeave() && (c.plan.Facts.People == nil || c.slots() > 0)
}

// label says which combination of values a cell is.
func (c *checker) label(cell int) string {
	if cell == len(c.view.cells) {
		return "(not in the file)"
	}
	var out []string
	for i, of := range c.view.columns {
		out = append(out, of.values[c.view.cells[cell][i]])
	}
	return fmt.Sprintf("%q", out)
}
