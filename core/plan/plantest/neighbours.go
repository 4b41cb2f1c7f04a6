package plantest

import (
	"math/big"
	"slices"

	"steward/core/constraint"
	"steward/core/seeded"
)

// Pair is two files that may not be told apart, and how well they are hidden.
type Pair struct {
	From, To File
	// Moves lead from the slots of the one to those of the other.
	Moves []Move
	// Times is how many times the budget the loss may be.
	Times *big.Rat
	// counts tells of a cell whether a release counts who is in it, nil for every cell.
	counts func(cell int) bool
}

// Move is so many units that go from one vertex of the graph to another.
type Move struct{ From, To, Units int }

// Neighbours returns pairs of neighbours, at most so many, of which one is the plan's file, or that with a row less.
//
// Without facts that tie people one person's rows differ, in the same places, each row's cell along an edge, and
// with weights in their units too, which come and go along the edge to "not in the file"; a row may be gone where that person
// has room for all of theirs. Every unit then costs the weight of its edge, in parts of all units that a person has room for.
//
// With facts everybody has one row. Files are neighbours that agree with the facts and differ by moves along edges of
// which no part can be undone; or, read strictly, in which a smallest set of moves along edges differs, and as few others as
// possible along any pairs (He et al. 2014, definition 4.1). They are hidden as the lightest of the edges asks.
func (d *Drawn) Neighbours(r *seeded.Source, most int) []Pair {
	if len(d.facts) > 0 {
		return d.tied(r, most)
	}
	var out []Pair
	for range 4 * most {
		if p, ok := d.alone(r); ok && len(out) < most {
			out = append(out, p)
		}
	}
	return out
}

// with returns the file in which somebody has other rows; without any they are not in it.
func (f File) with(who int, rows []Row) File {
	people := slices.Clone(f.People)
	people[who] = Person{rows}
	if len(rows) == 0 {
		people = slices.Delete(people, who, who+1)
	}
	return File{people, f.of}
}

// alone changes one person's rows.
func (d *Drawn) alone(r *seeded.Source) (Pair, bool) {
	who := r.IntN(len(d.File.People))
	rows, absent, times := d.File.People[who].Rows, d.Graph.Absent(), new(big.Rat)
	counts := func(row Row) bool {
		return slices.ContainsFunc(d.counted(Person{rows}), func(c Row) bool { return c.Key == row.Key })
	}
	var moves []Move
	cost := func(from, to, units int) {
		if from != to && units > 0 {
			moves = append(moves, Move{from, to, units})
			times.Add(times, new(big.Rat).Mul(d.Graph.Edge[from][to], big.NewRat(int64(units), int64(d.slots()))))
		}
	}
	if r.IntN(3) == 0 { // a row is gone
		gone := rows[0]
		last := len(rows) == 1 && d.Plan.Facts.People != nil
		if last || len(d.counted(Person{rows})) < len(rows) || d.Graph.Edge[gone.Cell][absent] == nil {
			return Pair{}, false
		}
		cost(gone.Cell, absent, d.worth(gone))
		return Pair{From: d.File, To: d.File.with(who, rows[1:]), Moves: moves, Times: times}, times.Sign() > 0
	}
	after := slices.Clone(rows)
	for i, row := range rows {
		if to := r.IntN(absent); d.Graph.Edge[row.Cell][to] != nil {
			after[i].Cell = to
		}
		if d.Plan.Weight != nil && r.IntN(2) == 0 {
			after[i].Units = d.units(r)
		}
		if !counts(row) {
			continue
		}
		a, b := d.worth(row), d.worth(after[i])
		cost(row.Cell, after[i].Cell, min(a, b))
		cost(row.Cell, absent, a-min(a, b))
		cost(absent, after[i].Cell, b-min(a, b))
	}
	return Pair{From: d.File, To: d.File.with(who, after), Moves: moves, Times: times}, times.Sign() > 0
}

// world is everybody who may be in the file, by their vertex, and whom facts count.
type world struct {
	*Drawn
	from []int
	sign [][]bool // by vertex and fact
}

// tied goes through all files that agree with the facts.
func (d *Drawn) tied(r *seeded.Source, most int) []Pair {
	w := world{Drawn: d}
	for _, p := range d.File.People {
		w.from = append(w.from, p.Rows[0].Cell)
	}
	absent := d.Graph.Absent()
	if slices.ContainsFunc(d.Graph.Edge[absent], func(e *big.Rat) bool { return e != nil }) {
		w.from = append(w.from, absent) // somebody who could be in it
	}
	for v := range absent + 1 {
		var sign []bool
		for _, counts := range d.facts {
			sign = append(sign, v < absent && counts(d.Graph.values[v]))
		}
		w.sign = append(w.sign, sign)
	}
	var all [][]int
	to := slices.Clone(w.from)
	var fill func(i int)
	fill = func(i int) {
		if i == len(to) {
			if w.agrees(to, 1<<i-1) && !slices.Equal(to, w.from) {
				all = append(all, slices.Clone(to))
			}
			return
		}
		for v := range absent + 1 {
			if v == w.from[i] || v < absent && d.Graph.possible[v] || v == absent && len(w.from) > len(d.File.People) {
				to[i] = v
				fill(i + 1)
			}
		}
	}
	fill(0)
	occurs := make(map[[8]int]bool) // the moves along edges of a file
	for _, to := range all {
		along, _ := w.moved(to)
		occurs[w.key(to, along)] = true
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []Pair
	for _, to := range all {
		if len(out) < most && w.neighbours(to, occurs) {
			out = append(out, Pair{From: d.File, To: w.file(to), Moves: w.moves(to), Times: w.lightest(to)})
		}
	}
	return out
}

// agrees reports whether the facts hold where some of the moves are made.
func (w world) agrees(to []int, moves int) bool {
	for f := range w.facts {
		change := 0
		for i, v := range to {
			if moves>>i&1 == 1 && w.sign[v][f] != w.sign[w.from[i]][f] {
				if w.sign[v][f] {
					change++
				} else {
					change--
				}
			}
		}
		if change != 0 {
			return false
		}
	}
	return true
}

// moved returns who moves along an edge and who along another pair, as sets of bits.
func (w world) moved(to []int) (along, otherwise int) {
	for i, v := range to {
		switch {
		case v == w.from[i]:
		case w.Graph.Edge[w.from[i]][v] != nil:
			along |= 1 << i
		default:
			otherwise |= 1 << i
		}
	}
	return along, otherwise
}

// key writes down some of the moves.
func (w world) key(to []int, moves int) (key [8]int) {
	for i, v := range to {
		if moves>>i&1 == 1 {
			key[i] = v + 1
		}
	}
	return key
}

// no reports whether a predicate holds for no part of a set but itself and nothing.
func no(set int, holds func(part int) bool) bool {
	for part := (set - 1) & set; part > 0; part = (part - 1) & set {
		if holds(part) {
			return false
		}
	}
	return true
}

func (w world) neighbours(to []int, occurs map[[8]int]bool) bool {
	along, otherwise := w.moved(to)
	if w.Plan.Facts.Reading != constraint.Strict {
		return along > 0 && otherwise == 0 && no(along, func(part int) bool { return w.agrees(to, part) })
	}
	fewer := func(part int) bool { return w.agrees(to, along|part) }
	return along > 0 && no(along, func(part int) bool { return occurs[w.key(to, part)] }) &&
		(otherwise == 0 || no(otherwise, fewer) && !fewer(0))
}

// moves are those that lead to a file.
func (w world) moves(to []int) (out []Move) {
	for i, v := range to {
		if v != w.from[i] {
			out = append(out, Move{w.from[i], v, 1})
		}
	}
	return out
}

// lightest is the weight of the lightest edge that somebody moves along.
func (w world) lightest(to []int) *big.Rat {
	var least *big.Rat
	for i, v := range to {
		if v != w.from[i] {
			least = lesser(least, w.Graph.Edge[w.from[i]][v])
		}
	}
	return least
}

func (w world) file(to []int) File {
	out := File{of: w.Drawn}
	for i, v := range to {
		if v == w.Graph.Absent() {
			continue
		}
		row := Row{Key: keys[0], Units: 1}
		if i < len(w.File.People) {
			row = w.File.People[i].Rows[0]
		}
		row.Cell = v
		out.People = append(out.People, Person{[]Row{row}})
	}
	return out
}
