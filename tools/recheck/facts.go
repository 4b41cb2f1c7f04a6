package main

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// With public facts two files are neighbours when both agree with the facts and people moved along secret
// pairs from one to the other, so that no part of the moves could be left out without breaking a fact
// (edge-minimal). In the strict reading one of the moves at least is along a secret pair, and the others
// may be along any. A move changes each count by -1, 0 or 1; neighbours are the sets of moves whose
// changes add up to nothing, and no part of which does.

// change is what a move does to the facts' counts: a signed byte for each.
type change string

// times returns the sum over the counts of the products of two changes.
func (c change) times(d change) (n int) {
	for i := range c {
		n += int(int8(c[i])) * int(int8(d[i]))
	}
	return n
}

// none reports whether no count changes.
func (c change) none() bool { return c.times(c) == 0 }

// facts returns all facts about counts. Where people have several rows the number of people says nothing of the
// number of rows, but that where one person comes another one goes.
func (r *record) facts() []fact {
	out := slices.Clone(r.plan.Facts.Stated)
	if r.plan.Facts.People != nil {
		out = append(out, fact{People: r.plan.Facts.People})
	}
	if r.slots() > 0 {
		return nil
	}
	return out
}

// rowsTogether returns how many places of rows change together, of the people that facts leave alone.
func (r *record) rowsTogether() int64 {
	if r.slots() > 0 && r.plan.Facts.People != nil {
		return 2 * r.slots()
	}
	return max(r.slots(), 1)
}

// columnsOf returns the columns that facts are about.
func columnsOf(facts []fact) []string {
	var out []string
	for _, f := range facts {
		if f.Totals != nil {
			out = append(out, f.Totals.Columns...)
		}
		for _, n := range f.Counts {
			for _, box := range n.Of {
				for _, c := range box {
					out = append(out, c.Column)
				}
			}
		}
	}
	return out
}

// counts returns for every public count the cells that it counts.
func (v *view) counts(facts []fact) (out [][]bool) {
	count := func(of func(cell int) bool) {
		cells := make([]bool, len(v.possible)+1)
		for cell := range v.possible {
			cells[cell] = v.possible[cell] && of(cell)
		}
		out = append(out, cells)
	}
	for _, f := range facts {
		if f.People != nil {
			count(func(int) bool { return true })
		}
		if t := f.Totals; t != nil {
			first := len(out)
			for _, row := range t.Rows {
				sets := make(map[string][]string)
				for i, name := range t.Columns {
					sets[name] = row.Labels[i : i+1]
				}
				count(func(cell int) bool { return v.in(cell, sets, false) })
			}
			if rows := out[first:]; t.NobodyElse {
				count(func(cell int) bool { return !slices.ContainsFunc(rows, func(row []bool) bool { return row[cell] }) })
			}
		}
		for _, n := range f.Counts {
			count(func(cell int) bool {
				return slices.ContainsFunc(n.Of, func(box []condition) bool {
					return !slices.ContainsFunc(box, func(c condition) bool { return !v.holds(cell, c) })
				})
			})
		}
	}
	return out
}

// holds reports whether the value of a cell is one of a condition's.
func (v *view) holds(cell int, c condition) bool {
	i := slices.IndexFunc(v.columns, func(of *column) bool { return of.name == c.Column })
	of, value := v.columns[i], v.value(cell, i)
	for _, s := range c.Spans {
		if of.find(s.From) <= value && value <= of.find(s.To) {
			return true
		}
	}
	return slices.Contains(c.Values, of.values[value])
}

// move returns what a move from one cell to another does to the counts.
func move(counts [][]bool, from, to int) change {
	out := make([]byte, len(counts))
	for i, counted := range counts {
		if counted[to] {
			out[i]++
		}
		if counted[from] {
			out[i]--
		}
	}
	return change(out)
}

// mostTried is the most sets of moves that are tried.
const mostTried = 20000

// neighbours returns the sets of changes that add up to nothing and have no part that does, by how
// often each occurs (Contejean and Devie 1994); nil where there are too many to be found.
func neighbours(changes []change) [][]uint8 {
	type partial struct {
		of  []uint8
		sum change
	}
	sets, tried := [][]uint8{}, 0
	for frontier := []partial{{of: make([]uint8, len(changes))}}; len(frontier) > 0; {
		next := make(map[string]partial)
		for _, p := range frontier {
			for i, c := range changes {
				if p.sum != "" && p.sum.times(c) >= 0 {
					continue // it leads away from nothing
				}
				if tried++; tried > mostTried {
					return nil
				}
				q := partial{slices.Clone(p.of), c}
				q.of[i]++
				if p.sum != "" {
					sum := []byte(c)
					for j := range sum {
						sum[j] += p.sum[j]
					}
					q.sum = change(sum)
				}
				if !slices.ContainsFunc(sets, func(s []uint8) bool { return within(s, q.of) }) {
					next[string(q.of)] = q
				}
			}
		}
		frontier = nil
		for _, q := range next {
			if q.sum.none() {
				sets = append(sets, q.of)
			} else {
				frontier = append(frontier, q)
			}
		}
	}
	return sets
}

// within reports whether a set is a part of another.
func within(a, b []uint8) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// mostMoves returns how many moves the sets have at most. Where they are too many to be found, but every
// move takes a person out of one count at most and into one at most, the moves go around, or from outside of
// all counts to outside, and come to each count once.
func mostMoves(changes []change, sets [][]uint8) int64 {
	most := 1
	for _, set := range sets {
		n := 0
		for _, times := range set {
			n += int(times)
		}
		most = max(most, n)
	}
	if sets != nil {
		return int64(most)
	}
	touched := make(map[int]bool)
	for _, c := range changes {
		in, out := 0, 0
		for i := range c {
			in += max(int(int8(c[i])), 0)
			out += max(-int(int8(c[i])), 0)
			touched[i] = touched[i] || c[i] != 0
		}
		if in > 1 || out > 1 {
			panic(stop(fmt.Sprintf("the facts leave open more than %d sets of moves", mostTried)))
		}
		if in != out {
			touched[-1] = true // outside
		}
	}
	maps.DeleteFunc(touched, func(_ int, is bool) bool { return !is })
	return int64(len(touched))
}

// tied checks that budgets are divided by no less than the people, and the places of their rows, that are tied
// together.
func (r *record) tied(out *report) {
	factor := r.rowsTogether()
	if facts := r.facts(); len(facts) > 0 {
		v := r.view(r.named(append(columnsOf(facts), r.columns[0].name)))
		counts, apart := v.counts(facts), make(map[change]bool)
		r.moves(v, counts, func(from, to, _ int) bool {
			apart[move(counts, from, to)], apart[move(counts, to, from)] = true, true
			return true
		})
		maps.DeleteFunc(apart, func(c change, _ bool) bool { return c.none() })
		changes := slices.Sorted(maps.Keys(apart))
		factor = mostMoves(changes, neighbours(changes))
	}
	if r.Multiplier < factor {
		out.failed("budgets are divided by %d, but up to %d answers have to be hidden together", r.Multiplier, factor)
		return
	}
	out.held("budgets are divided by %d, and no more than %d answers are tied together", r.Multiplier, factor)
}

// moves calls do for every two cells between which people may move, with the place of the weight of their edge,
// until it returns false; first for those of edges, and then, in the strict reading and where an edge changes a
// count, for others that change one, with -1.
func (r *record) moves(v *view, counts [][]bool, do func(from, to, at int) bool) {
	critical, absent := false, len(v.possible)
	leave := slices.ContainsFunc(v.absent, func(w *big.Rat) bool { return w != nil })
	for _, jumps := range []bool{false, true} {
		if jumps && (!critical || r.plan.Facts.Reading != "strict") {
			return
		}
		for from := range absent {
			for to := from + 1; to <= absent; to++ {
				at := v.joined(from, to)
				if at >= 0 == jumps || jumps && (!v.possible[from] || to < absent && !v.possible[to] || to == absent && !leave) {
					continue
				}
				changes := len(counts) > 0 && !move(counts, from, to).none()
				critical = critical || changes
				if (changes || !jumps) && !do(from, to, at) {
					return
				}
			}
		}
	}
}
