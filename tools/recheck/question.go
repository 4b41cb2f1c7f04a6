package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// checker is what is known of a question while it is checked.
type checker struct {
	*record
	title  string
	budget *big.Rat // of all questions that are answered from its rows
	factor int64    // how often a loss occurs at once beside what facts tie together
	view   *view
	finer  int      // how many cells of the view are one of the rows
	counts [][]bool // the public counts, by the cells that they count
	public [][]bool // those, or what is known of the question's own columns where facts were left aside
	rows   *rows
	worst  map[change]*worst
	tried  int
	least  *big.Rat // the least weight of a pair that the question's columns tell apart
	out    *report
}

// worst is the largest losses of moves that change the counts alike: along edges by the place of their
// weight, and of all that people may make.
type worst struct {
	along map[int]loss
	any   loss
}

// loss is that of a move from one cell to another.
type loss struct {
	of       *big.Rat
	from, to int
}

// questions checks every question that has rows of its own.
func (r *record) questions(out *report) {
	if why := carefully(func() { r.readColumns(out); r.tied(out) }); why != "" {
		out.skipped("whether the stated factor %d is enough: %s", r.Multiplier, why)
	}
	for _, q := range r.Questions {
		title := fmt.Sprintf("%q", q.Title)
		if len(q.Together) > 0 {
			title = fmt.Sprintf("%q with %d others", q.Title, len(q.Together)-1)
		}
		if !r.clear(&q) {
			out.failed("%s: the record does not say clearly which question it is, of which columns, or from whose rows it was answered", title)
			continue
		}
		if len(q.Together) > 0 && q.Together[0] != q.ID {
			continue // it is checked with the first of them
		}
		if why := carefully(func() { r.question(&q, title, out) }); why != "" {
			out.skipped("%s, by %s: %s", title, q.Mechanism, why)
		}
	}
}

// clear reports whether a question has an id of its own, those that were answered together agree on who they are,
// and the rows are of all their columns.
func (r *record) clear(q *question) bool {
	rowsOf, same := append(q.Together, q.ID)[0], 0
	var s stated
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
		for _, name := range asked.Columns {
			if asked.ID == q.ID && !slices.Contains(s.Columns, name) {
				return false
			}
		}
	}
	return same == 1
}

// question checks that the noise of a question hides all neighbours.
func (r *record) question(q *question, title string, out *report) {
	var s stated
	d := json.NewDecoder(strings.NewReader(string(q.Measured)))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		panic(stop(fmt.Sprintf("its rows are not stated, or with noise that this program does not know (%v)", err)))
	}
	if s.LeftOut != "" {
		panic(stop(s.LeftOut))
	}
	columns := r.named(s.Columns)
	c := &checker{record: r, title: title, factor: r.rowsTogether(), rows: s.readRows(cells(columns)), worst: make(map[change]*worst), finer: 1, out: out}
	facts, fails := r.facts(), len(out.fails)
	c.budget = r.budgetOf(q)
	c.noise(q)
	whole := r.named(append(s.Columns, columnsOf(facts)...))
	for _, extra := range whole[len(columns):] {
		c.finer *= len(extra.values)
	}
	if why := carefully(func() { c.view = r.view(whole) }); why == tooMany && len(whole) > len(columns) {
		out.skipped("%s: the neighbours with the columns of the known facts, since %s; they were built without facts, the stated factor %d was taken, and so was that the number of people is known", title, why, r.Multiplier)
		c.factor, c.finer, c.view = r.Multiplier, 1, r.view(columns)
		facts = slices.DeleteFunc(facts, func(f fact) bool { return len(r.named(append(s.Columns, columnsOf([]fact{f})...))) > len(columns) })
		c.public = c.view.counts(append(facts, fact{People: new(int64)}))
	} else if why != "" {
		panic(why)
	} else {
		c.counts = c.view.counts(facts)
		c.public = c.counts
	}
	c.compare()
	moves := c.hidden()
	if least := c.least; c.Multiplier > 0 && least != nil && more(exact(q.Effective), quo(mul(c.budget, least), big.NewRat(c.Multiplier, 1))) {
		out.failed("%s: %s is said to be left for noise, more than the budget times the least weight over %d", title, q.Effective, c.Multiplier)
	}
	if len(out.fails) == fails {
		out.held("%s, by %s: the noise on %d rows hides all %d secret pairs of %d cells%s", title, q.Mechanism, len(c.rows.lawOf), c.tried, len(c.view.possible), moves)
	}
}

// budgetOf returns what is promised of the questions answered from a question's rows: the sum of their
// shares, or the root of the sum of their squares where a chance of a failure was accepted.
func (r *record) budgetOf(q *question) *big.Rat {
	all := new(big.Rat)
	for _, p := range r.Questions {
		if p.ID != q.ID && !slices.Contains(q.Together, p.ID) {
			continue
		}
		share := exact(p.Epsilon)
		if r.Delta != "" {
			share = square(share)
		}
		all = sum(all, share)
	}
	if r.Delta != "" {
		return root(all, false)
	}
	return all
}

// noise compares what is said of the noise with the rows: how many there are of each law.
func (c *checker) noise(q *question) {
	rows := make(map[string]int)
	for _, n := range q.Noise {
		if n.SigmaSquared != "" {
			rows["sigma squared "+n.SigmaSquared] += n.Rows
		} else if n.Scale != "0" {
			rows["scale "+n.Scale] += n.Rows
		}
	}
	for _, l := range c.rows.laws {
		what := "scale " + l.what
		if l.gaussian {
			what = "sigma squared " + l.what
			if c.Delta == "" {
				c.out.failed("%s: there is Gaussian noise, which hides nothing for certain, but no chance of a failure is stated", c.title)
			}
		}
		rows[what] -= l.rows
	}
	for what, n := range rows {
		if n != 0 {
			c.out.failed("%s: the list of noise has %+d rows of %s beside those that are stated", c.title, n, what)
		}
	}
}

// cell returns the cell of the rows that a cell of the view is.
func (c *checker) cell(cell int) int { return cell / c.finer } // "not in the file" comes after the last

// compare goes over all moves, and keeps the largest losses.
func (c *checker) compare() {
	work := 0
	c.moves(c.view, c.counts, func(from, to, at int) bool {
		a, b := c.cell(from), c.cell(to)
		if work += 8 + len(c.rows.of[min(a, len(c.rows.of)-1)]); work > 1<<31 {
			panic(stop("its rows and pairs would take too long to go through"))
		}
		l := loss{new(big.Rat), from, to}
		if a != b {
			l.of = c.rows.loss(a, b)
		}
		if l.of == nil && at >= 0 {
			c.out.failed("%s: nothing hides a move from %s to %s, along which there is no noise", c.title, c.label(from), c.label(to))
			return false
		} else if l.of == nil {
			l.of = whole(1 << 62) // no budget hides it
		}
		c.openly(from, to)
		c.keep(move(c.counts, from, to), at, l)
		c.keep(move(c.counts, to, from), at, loss{l.of, to, from})
		if at >= 0 {
			c.tried++
			if a != b {
				c.least = lesser(c.least, c.view.weights[at])
			}
		}
		return true
	})
}

// keep keeps a loss if it is the largest of its kind.
func (c *checker) keep(of change, at int, l loss) {
	w := c.worst[of]
	if w == nil {
		w = &worst{along: make(map[int]loss)}
		c.worst[of] = w
	}
	if at >= 0 && more(l.of, w.along[at].of) {
		w.along[at] = l
	}
	if more(l.of, w.any.of) {
		w.any = l
	}
}

// openly complains of a row without noise that a move changes, unless it is publicly known.
func (c *checker) openly(from, to int) {
	for i, row := range c.rows.exact {
		if row[c.cell(from)] != row[c.cell(to)] && !c.isKnown(row) {
			c.out.failed("%s: a number without noise tells %s and %s apart", c.title, c.label(from), c.label(to))
			c.rows.exact = slices.Delete(c.rows.exact, i, i+1) // once is enough
			return
		}
	}
}

// isKnown reports whether a row follows from the public counts: it is a multiple of one of them, or of each one
// where no two count the same cell.
func (c *checker) isKnown(row []int64) bool {
	follows := func(counts [][]bool) bool {
		times := make(map[int]int64) // by count
		for cell := range c.view.possible {
			n, by := row[c.cell(cell)], -1
			for i, counted := range counts {
				if counted[cell] && by >= 0 {
					return false
				} else if counted[cell] {
					by = i
				}
			}
			if was, seen := times[by]; c.view.possible[cell] && (seen && was != n || by < 0 && n != 0) {
				return false
			}
			if c.view.possible[cell] {
				times[by] = n
			}
		}
		return true
	}
	return follows(c.public) || slices.ContainsFunc(c.public, func(count []bool) bool { return follows([][]bool{count}) })
}

// hidden checks the losses of all neighbours against what is promised, and says of how many moves they are.
func (c *checker) hidden() string {
	for _, row := range c.rows.exact {
		if c.plan.Agreed == nil && !c.isKnown(row) && slices.ContainsFunc(row, func(n int64) bool { return n != 0 }) {
			c.out.failed("%s: a sum is published without noise though nobody agreed to it", c.title)
		}
	}
	for of, w := range c.worst {
		for at, l := range w.along {
			if of.none() {
				c.promise(l.of, at, l)
			}
		}
	}
	apart := slices.DeleteFunc(slices.Sorted(maps.Keys(c.worst)), change.none)
	if len(apart) == 0 {
		return ""
	}
	sets := neighbours(apart)
	most := mostMoves(apart, sets)
	for _, set := range sets {
		all := new(big.Rat)
		for i, times := range set {
			if times > 0 {
				all = sum(all, mul(c.worst[apart[i]].any.of, whole(int64(times))))
			}
		}
		c.together(all, apart, func(i int) bool { return set[i] > 0 })
	}
	if sets == nil {
		var largest *big.Rat
		for _, of := range apart {
			if l := c.worst[of].any.of; more(l, largest) {
				largest = l
			}
		}
		c.together(mul(largest, whole(most)), apart, func(int) bool { return true })
	}
	return fmt.Sprintf(", and all sets of up to %d moves that the known facts leave open", most)
}

// together checks sets of moves that may lose all in sum. One of the moves is along an edge, whose weight is
// what is promised, and loses what moves along such edges do.
func (c *checker) together(all *big.Rat, apart []change, in func(i int) bool) {
	for i, of := range apart {
		for at, l := range c.worst[of].along {
			if in(i) {
				others := new(big.Rat).Sub(all, c.worst[of].any.of)
				c.promise(sum(others, l.of), at, l)
			}
		}
	}
}

// promise checks that a loss is within the budget times the weight at a place.
func (c *checker) promise(of *big.Rat, at int, l loss) {
	most := mul(c.budget, c.view.weights[at])
	if all := mul(of, whole(c.factor)); more(all, most) {
		c.out.failed("%s: the noise does not hide a move from %s to %s, and what goes with it: it costs %s where %s is promised", c.title, c.label(l.from), c.label(l.to), all.FloatString(9), most.FloatString(9))
	}
}

// label says which combination of values a cell is.
func (c *checker) label(cell int) string {
	if cell == len(c.view.possible) {
		return "(not in the file)"
	}
	var out []string
	for i, of := range c.view.columns {
		out = append(out, of.values[c.view.value(cell, i)])
	}
	return fmt.Sprintf("%q", out)
}
