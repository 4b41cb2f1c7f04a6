package main

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
)

// With public facts two files are neighbours when both agree with the facts and people moved along secret
// pairs from one to the other, so that no part of the moves could be left out without breaking a fact
// (edge-minimal; He, Machanavajjhala and Ding 2014, definition 4.1). In the strict reading one of the moves at least
// is along a secret pair, and the others may be along any. A move changes each count by -1, 0 or 1; neighbours are the
// sets of moves whose changes add up to nothing, and no part of which does.

// change is what a move does to the facts' counts: a signed byte for each.
type change string

// times returns the sum over the counts of the products of two changes.
func (c change) times(d change) (n int) {
	for i := range c {
		n += int(int8(c[i])) * int(int8(d[i]))
	}
	return n
}

func (c change) plus(d change) change {
	out := []byte(d)
	for i := range c {
		out[i] += c[i]
	}
	return change(out)
}

// none reports whether no count changes.
func (c change) none() bool { return c.times(c) == 0 }

// fact is something that the public knows for certain: how many people there are, in all, in rows of a table,
// or in unions of boxes.
type fact struct {
	People *int64
	Totals *struct {
		Columns    []string
		Rows       []struct{ Labels []string }
		NobodyElse bool
	}
	Counts []struct{ Of [][]condition }
}

// public is a public count: of whom is in one of some boxes, or in none of them.
type public struct {
	boxes [][]condition
	none  bool
}

// public returns all public counts. Where people have several rows the number of people says nothing of the
// number of rows, but that where one person comes another one goes (rowsTogether).
func (r *record) public() (out []public) {
	if r.slots() > 0 {
		return nil
	}
	for _, f := range append(r.plan.Facts.Stated, fact{People: r.plan.Facts.People}) {
		if f.People != nil {
			out = append(out, public{none: true})
		}
		if t := f.Totals; t != nil {
			var rest public
			for _, row := range t.Rows {
				var box []condition
				for i, name := range t.Columns {
					box = append(box, condition{Column: name, Values: row.Labels[i : i+1]})
				}
				out = append(out, public{boxes: [][]condition{box}})
				rest = public{append(rest.boxes, box), true}
			}
			if t.NobodyElse {
				out = append(out, rest)
			}
		}
		for _, n := range f.Counts {
			out = append(out, public{boxes: n.Of})
		}
	}
	return out
}

// rowsTogether returns how many places of rows change together: of one person, or of two where the number of people is known.
func (r *record) rowsTogether() int64 {
	if r.slots() > 0 && r.plan.Facts.People != nil && !r.allSecret() {
		return 2 * r.slots() // somebody who comes for another one: each place of a row moves out of the file and in again
	}
	return max(r.slots(), 1)
}

// withPublic returns the columns of some names, and those that public counts are about.
func (r *record) withPublic(names ...string) []*column {
	for _, p := range r.public() {
		for _, c := range slices.Concat(p.boxes...) {
			names = append(names, c.Column)
		}
	}
	return r.named(names)
}

// counts returns for every public count how often it counts each cell.
func (v *view) counts(of []public) (out [][]int64) {
	for _, p := range of {
		count := make([]int64, len(v.cells)+1)
		for cell, possible := range v.possible {
			in := slices.ContainsFunc(p.boxes, func(box []condition) bool { return v.in(cell, box, false) })
			if possible && in != p.none {
				count[cell] = 1
			}
		}
		out = append(out, count)
	}
	return out
}

// move returns what a move from one cell to another does to the counts.
func move(counts [][]int64, from, to int) change {
	out := make([]byte, len(counts))
	for i, count := range counts {
		out[i] = byte(count[to] - count[from])
	}
	return change(out)
}

// moves calls do for every two cells between which people may move, with the weight of their edge, until it
// returns false; first for those of edges, and then, in the strict reading and where an edge changes a count, for
// others that change one, with nil.
func (r *record) moves(v *view, counts [][]int64, do func(from, to int, weight *big.Rat) bool) {
	critical, absent := false, len(v.cells)
	may := func(cell int) bool { return cell < absent && v.possible[cell] || cell == absent && v.mayLeave() }
	for _, jumps := range []bool{false, true} {
		if jumps && (!critical || r.plan.Facts.Reading != "strict") {
			return
		}
		for from := range absent {
			for to := from + 1; to <= absent; to++ {
				weight := v.joined(from, to)
				if (weight == nil) != jumps || !may(from) || !may(to) {
					continue
				}
				changes := !move(counts, from, to).none()
				critical = critical || changes
				if (changes || !jumps) && !do(from, to, weight) {
					return
				}
			}
		}
	}
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
				if !p.sum.none() && p.sum.times(c) >= 0 {
					continue // it leads away from nothing
				}
				if tried++; tried > mostTried {
					return nil
				}
				q := partial{slices.Clone(p.of), p.sum.plus(c)}
				q.of[i]++
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
func mostMoves(changes []change) int64 {
	if sets := neighbours(changes); sets != nil {
		return max(largestOf(sets), 1)
	}
	const outside = -1
	touched := make(map[int]bool)
	for _, c := range changes {
		in, out := strings.Count(string(c), "\x01"), strings.Count(string(c), "\xff")
		must(in <= 1 && out <= 1, "the facts leave open more than %d sets of moves", mostTried)
		if in != out {
			touched[outside] = true
		}
		for i := range c {
			if c[i] != 0 {
				touched[i] = true
			}
		}
	}
	return int64(len(touched))
}

// largestOf returns how many changes the largest of some sets has.
func largestOf(sets [][]uint8) (most int64) {
	for _, set := range sets {
		n := int64(0)
		for _, times := range set {
			n += int64(times)
		}
		most = max(most, n)
	}
	return most
}

// countTied works out how many moves are tied together, and checks that budgets are divided by no less.
func (r *record) countTied(out *report) {
	tied := r.rowsTogether()
	if known := r.public(); len(known) > 0 {
		v := r.view(r.withPublic(r.columns[0].name))
		counts, apart := v.counts(known), make(map[change]bool)
		r.moves(v, counts, func(from, to int, _ *big.Rat) bool {
			apart[move(counts, from, to)], apart[move(counts, to, from)] = true, true
			return true
		})
		why, _ := carefully(func() { tied = mostMoves(slices.DeleteFunc(slices.Sorted(maps.Keys(apart)), change.none)) })
		finer := slices.ContainsFunc(r.columns, func(c *column) bool { return len(c.values) > 1 && !slices.Contains(v.columns, c) })
		if why != "" {
			if tied = passing(v.kinds(counts, true, false), r.Multiplier); tied > 0 {
				why = ""
			}
		}
		if r.tied = tied; why != "" {
			tied = math.MaxInt64
		}
		if why != "" || r.Multiplier < tied {
			n := units(v.kinds(counts, finer, r.allSecret()), r.Multiplier)
			even, complete := v.alike()
			must((n > 0 && complete || n == math.MaxInt64 || !even) && (n < math.MaxInt64 && even || why == ""), "%s", cmp.Or(why, "it is not known how far apart the counts of neighbours are"))
			if even && complete {
				tied = min(tied, n)
			}
		}
	} else {
		r.tied = tied
	}
	if r.Multiplier < tied {
		out.failed("budgets are divided by %d, but up to %d answers have to be hidden together", r.Multiplier, tied)
		return
	}
	out.held("budgets are divided by %d, and no more than %d answers are tied together", r.Multiplier, tied)
}
