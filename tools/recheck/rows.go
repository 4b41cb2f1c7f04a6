package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// stated is what a record states of the rows of a question.
type stated struct {
	Columns, Pairs []string
	Rows           []struct {
		Scale, SigmaSquared string
		Of                  []string
	}
	LeftOut string
}

// law is that of discrete Laplace noise, P(z) ~ exp(-|z|/t), or of discrete Gaussian noise, P(z) ~
// exp(-z²/2t). A shift by d costs |d|/t, or, as a square, d²/t.
type law struct {
	t        *big.Rat
	gaussian bool
	what     string // as the record says it
	rows     int
}

// entry says that a row counts a cell, or a pair, so many times.
type entry struct {
	row   int
	times int64
}

// rows are the measured rows of a question: what a change of the data from one cell to another costs.
type rows struct {
	laws   []law
	lawOf  []int
	of     [][]entry // by cell, or by pair
	exact  [][]int64 // rows without noise, by cell
	pairs  [][2]int
	direct map[[2]int]int // the pair of two cells
	at     [][]int        // by cell, its pairs
	from   int            // where via leads from
	via    []int          // by cell, the last pair of the way there
	known  map[string]cost
}

// readRows reads the rows over so many cells.
func (s *stated) readRows(cells int) *rows {
	r := &rows{direct: make(map[[2]int]int), at: make([][]int, cells+1), from: -1, known: make(map[string]cost)}
	for i, text := range s.Pairs {
		var a, b int
		if n, _ := fmt.Sscan(text, &a, &b); n != 2 || min(a, b) < -1 || max(a, b) >= cells || a == b {
			panic(stop(fmt.Sprintf("%q is no pair of cells", text)))
		}
		p := [2]int{(a + cells + 1) % (cells + 1), (b + cells + 1) % (cells + 1)} // -1 is the last
		r.pairs = append(r.pairs, p)
		r.direct[p], r.direct[[2]int{p[1], p[0]}] = i, i
		r.at[p[0]], r.at[p[1]] = append(r.at[p[0]], i), append(r.at[p[1]], i)
	}
	counted := cells
	if len(r.pairs) > 0 {
		counted = len(r.pairs)
	}
	r.of = make([][]entry, counted+1)
	for _, group := range s.Rows {
		l := law{gaussian: group.SigmaSquared != "", what: group.Scale + group.SigmaSquared, rows: len(group.Of)}
		if l.what != "" {
			if l.t = exact(l.what); l.t.Sign() <= 0 {
				panic(stop(fmt.Sprintf("noise of %s is none", l.what)))
			}
			r.laws = append(r.laws, l)
		}
		for _, text := range group.Of {
			if l.what == "" {
				row := make([]int64, cells+1)
				eachCount(text, cells, func(at int, n int64) { row[at] = n })
				r.exact = append(r.exact, row)
				continue
			}
			if len(r.pairs) > 0 && l.gaussian && strings.ContainsAny(text, " -") {
				panic(stop("Gaussian noise on sums over pairs is not known to this program"))
			}
			eachCount(text, counted, func(at int, n int64) { r.of[at] = append(r.of[at], entry{len(r.lawOf), n}) })
			r.lawOf = append(r.lawOf, len(r.laws)-1)
		}
	}
	return r
}

// eachCount reads a row: "3=1 5-8=-2" counts 3 once and each of 5 to 8 minus two times.
func eachCount(text string, below int, do func(at int, times int64)) {
	for field := range strings.FieldsSeq(text) {
		where, times, _ := strings.Cut(field, "=")
		first, last, several := strings.Cut(where, "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, also := strconv.Atoi(last)
		n, third := strconv.ParseInt(times, 10, 40)
		if err != nil || also != nil || third != nil || from < 0 || to < from || to >= below {
			panic(stop(fmt.Sprintf("%q does not say what a row counts", field)))
		}
		for at := from; at <= to; at++ {
			do(at, n)
		}
	}
}

// loss returns what a change from one cell to another costs, of which the number after the last cell is "not
// in the file". Rows over cells change by the difference of what they count. Along pairs it is what the steps of
// a way cost: with noise z along the pairs the counts x and the counts x' after the steps f of a way are the
// same when the noise differs by f, and rows B of the noise then differ by B f. It is nil where no way leads.
func (r *rows) loss(a, b int) *big.Rat {
	if len(r.pairs) == 0 {
		return r.cost(r.of[a], r.of[b]).both
	}
	if pair, is := r.direct[[2]int{a, b}]; is && len(r.of[pair]) > 0 {
		return r.cost(r.of[pair], nil).both
	}
	if r.from != a {
		r.search(a)
	}
	all := cost{linear: new(big.Rat), squares: new(big.Rat)}
	for at := b; at != a; {
		pair := r.via[at]
		if pair < 0 {
			return nil
		}
		step := r.cost(r.of[pair], nil) // with Gaussian noise of its own, so that squares add up
		all = cost{linear: sum(all.linear, step.linear), squares: sum(all.squares, step.squares)}
		at = r.pairs[pair][0] + r.pairs[pair][1] - at
	}
	return all.together().both
}

// cost is a loss under Laplace noise, the square of one under Gaussian noise, and both together: a loss L
// of pure noise is one of L² among squares.
type cost struct{ linear, squares, both *big.Rat }

func (c cost) together() cost {
	if c.both = c.linear; c.squares.Sign() > 0 {
		c.both = root(sum(c.squares, square(c.linear)), true)
	}
	return c
}

// cost returns what a change of the rows costs, from what they count to what they count then.
func (r *rows) cost(from, to []entry) cost {
	moved := make([]int64, len(r.laws))
	for len(from)+len(to) > 0 {
		var d int64
		var row int
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].row < to[0].row:
			row, d, from = from[0].row, from[0].times, from[1:]
		case len(from) == 0 || to[0].row < from[0].row:
			row, d, to = to[0].row, to[0].times, to[1:]
		default:
			row, d, from, to = from[0].row, from[0].times-to[0].times, from[1:], to[1:]
		}
		at := r.lawOf[row]
		d = max(d, -d)
		if r.laws[at].gaussian && d >= 1<<31 {
			panic(stop("the rows count too much to be squared here"))
		} else if r.laws[at].gaussian {
			d *= d
		}
		if moved[at] += d; moved[at] < 0 {
			panic(stop("the changes of the rows are too large to be added up here"))
		}
	}
	key := fmt.Sprint(moved)
	c, known := r.known[key]
	if !known {
		c = cost{linear: new(big.Rat), squares: new(big.Rat)}
		for i, d := range moved {
			if of := quo(whole(d), r.laws[i].t); r.laws[i].gaussian {
				c.squares = sum(c.squares, of)
			} else {
				c.linear = sum(c.linear, of)
			}
		}
		c = c.together()
		r.known[key] = c
	}
	return c
}

// search finds the cheapest ways along pairs from a cell to all others (Dijkstra). Any way will do for a proof,
// so that floating point may choose it.
func (r *rows) search(from int) {
	k := len(r.at)
	if k > 1<<10 {
		panic(stop("there are too many cells to look for ways along pairs"))
	}
	r.from, r.via = from, slices.Repeat([]int{-1}, k)
	length, done := make([]float64, k), make([]bool, k)
	for cell := from; cell >= 0; {
		done[cell] = true
		for _, pair := range r.at[cell] {
			other := r.pairs[pair][0] + r.pairs[pair][1] - cell
			c := r.cost(r.of[pair], nil)
			step, _ := sum(c.linear, c.squares).Float64()
			if d := length[cell] + step; len(r.of[pair]) > 0 && !done[other] && (r.via[other] < 0 || d < length[other]) {
				length[other], r.via[other] = d, pair
			}
		}
		cell = -1
		for other := range k {
			if r.via[other] >= 0 && !done[other] && (cell < 0 || length[other] < length[cell]) {
				cell = other
			}
		}
	}
}
