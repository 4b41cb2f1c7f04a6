package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// stated is what a record states of the rows of a question.
type stated struct {
	Columns, Pairs []string
	Rows           []statedRows
	Tables         []table
	Proof          []float64
	LeftOut        string
}

type statedRows struct {
	noise
	Of []string
}

// readStated reads what is stated, and nothing that this program does not know.
func readStated(text json.RawMessage) *stated {
	s := &stated{}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	err := d.Decode(s)
	must(err == nil, "its rows are not stated, or with noise that this program does not know (%v)", err)
	must(s.LeftOut == "", "%s", s.LeftOut)
	return s
}

// law is that of discrete Laplace noise, P(z) ~ exp(-|z|/t), or of discrete Gaussian noise, P(z) ~
// exp(-z²/2t). A shift by d costs |d|/t, or, as a square, d²/t.
type law struct {
	noise
	t    *big.Rat
	rows int // of this law
}

// noise is a law as it is stated; balanced noise adds up to zero over its rows, whose sum has none then, or with one more that is kept back. Where there are
// copies of it all rows come once, the noise of which adds up to zero if they are several, and then as often again with the same noise, the last few times with the other sign.
type noise struct {
	Scale, SigmaSquared string
	Balanced, KeptBack  bool
	Copies, Opposite    int
}

func (n noise) String() string {
	if n.gaussian() {
		return "sigma squared " + n.SigmaSquared
	}
	return "scale " + n.Scale
}

func (n noise) gaussian() bool { return n.SigmaSquared != "" }

// without returns the sums of rows that have no noise.
func (n noise) without(rows [][]int64) (sums [][]int64) {
	alone := len(rows) / max(n.Copies, 1)
	for i, row := range rows[alone:] {
		sign := int64(-1)
		if i/alone >= n.Copies-n.Opposite-1 {
			sign = 1
		}
		sums = append(sums, slices.Clone(rows[i%alone]))
		addTo(sums[i], row, sign)
	}
	if alone > 1 {
		all := make([]int64, len(rows[0]))
		for _, row := range rows[:alone] {
			addTo(all, row, 1)
		}
		sums = append(sums, all)
	}
	return sums
}

func addTo(sum, row []int64, times int64) {
	for at, n := range row {
		sum[at] += times * n
	}
}

// entry says that a row counts a cell, or a pair, so many times.
type entry struct {
	row   int
	times int64
}

// shift is by how much rows change, by their number.
type shift map[int]int64

func (s shift) add(of []entry, times int64) {
	for _, e := range of {
		s[e.row] += times * e.times
	}
}

// rows are the measured rows of a question: what a change of the data from one cell to another costs.
type rows struct {
	laws  []law
	lawOf []int     // by row with noise
	of    [][]entry // by cell, or by pair where there are pairs
	exact [][]int64 // rows without noise, by cell
	pairs [][2]int  // along which noise moves people
	at    [][]int   // by cell, its pairs
	steps []float64 // by pair, about what a step along it costs
	from  int       // where via leads from
	via   []int     // by cell, the last pair of the way there, -1 for none
	known map[string]*big.Rat
}

// readRows reads the rows over so many cells; "not in the file" comes after the last.
func (s *stated) readRows(cells int) *rows {
	r := &rows{at: make([][]int, cells+1), from: -1, known: make(map[string]*big.Rat)}
	for i, text := range s.Pairs {
		var a, b int
		n, _ := fmt.Sscan(text, &a, &b)
		if n != 2 || min(a, b) < -1 || max(a, b) >= cells || a == b {
			panic(broken(fmt.Sprintf("%q is not a pair of cells", text)))
		}
		a, b = (a+cells+1)%(cells+1), (b+cells+1)%(cells+1) // -1 is the last
		r.pairs = append(r.pairs, [2]int{a, b})
		r.at[a], r.at[b] = append(r.at[a], i), append(r.at[b], i)
	}
	counted := cmp.Or(len(r.pairs), cells)
	r.of = make([][]entry, counted+1)
	for _, group := range s.Rows {
		t := group.Scale + group.SigmaSquared
		if t != "" {
			r.laws = append(r.laws, law{group.noise, exact(t), len(group.Of)})
			must(exact(t).Sign() > 0, "noise of %s is none", t)
			must(group.noise == noise{Scale: group.Scale, SigmaSquared: group.SigmaSquared} || group.Balanced && len(s.Pairs) == 0 && !group.gaussian() && (group.Copies == 0 && group.Opposite == 0 ||
				!group.KeptBack && 1 < group.Copies && 0 <= group.Opposite && group.Opposite < group.Copies && len(group.Of)%group.Copies == 0), "such noise that adds up to zero is not known to this program")
		}
		var balanced [][]int64 // the rows whose noise adds up to zero
		for _, text := range group.Of {
			if t == "" {
				row := make([]int64, cells+1)
				eachCount(text, cells, func(at int, n int64) { row[at] = n })
				r.exact = append(r.exact, row)
				continue
			}
			row := make([]int64, counted+1)
			eachCount(text, counted, func(at int, n int64) { r.of[at], row[at] = append(r.of[at], entry{len(r.lawOf), n}), row[at]+n })
			if r.lawOf = append(r.lawOf, len(r.laws)-1); group.Balanced && !group.KeptBack {
				balanced = append(balanced, row)
			}
		}
		if len(balanced) > 0 {
			r.exact = append(r.exact, group.without(balanced)...)
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
		if err != nil || also != nil || third != nil || from < 0 || from > to || to >= below {
			panic(broken(fmt.Sprintf("%q does not say what a row counts", field)))
		}
		for at := from; at <= to; at++ {
			do(at, n)
		}
	}
}

// loss returns what a change from one cell to another costs. Rows over cells change by the difference of what they
// count. Along pairs it is what a way costs: with noise z along the pairs the counts x, and the counts x' after
// the steps f of a way, are the same when the noise differs by f, and rows B of the noise then differ by B f (Haney,
// Machanavajjhala and Ding 2015). It is nil where no way leads.
func (r *rows) loss(a, b int) *big.Rat {
	s := make(shift)
	if len(r.pairs) == 0 {
		s.add(r.of[a], -1)
		s.add(r.of[b], 1)
		return r.cost(s)
	}
	if r.from != a {
		r.search(a)
	}
	for at := b; at != a; {
		pair := r.via[at]
		if pair < 0 {
			return nil
		}
		other := r.pairs[pair][0] + r.pairs[pair][1] - at
		s.add(r.of[pair], 1-2*int64(slices.Index(r.pairs[pair][:], other))) // backwards where it is the pair's second cell
		at = other
	}
	return r.cost(s)
}

// cost returns what a change of the rows costs: the sum under Laplace noise, and the root of a sum of squares where
// noise is Gaussian, among which a loss L of Laplace noise counts as L². Draws that add up to zero cost what others do: that
// the change adds up to zero, too, is for those to see who look at rows without noise, unless what is kept back makes up for it.
func (r *rows) cost(s shift) *big.Rat {
	moved, sums := make([]int64, len(r.laws)), make([]int64, len(r.laws)) // by law, the sum of changes, or of their squares
	for row, d := range s {
		at := r.lawOf[row]
		sums[at] += d
		d = max(d, -d)
		if r.laws[at].gaussian() {
			must(d < 1<<31, "the rows count too much to be squared here")
			d *= d
		}
		moved[at] += d
		must(moved[at] >= 0, "the changes of the rows are too large to be added up here")
	}
	key := fmt.Sprint(moved, sums)
	if r.known[key] != nil {
		return r.known[key]
	}
	linear, squares := new(big.Rat), new(big.Rat)
	for i, d := range moved {
		if r.laws[i].KeptBack {
			d += max(sums[i], -sums[i])
		}
		if of := quo(whole(d), r.laws[i].t); r.laws[i].gaussian() {
			squares = sum(squares, of)
		} else {
			linear = sum(linear, of)
		}
	}
	if squares.Sign() > 0 {
		linear = root(sum(squares, square(linear)), true)
	}
	r.known[key] = linear
	return linear
}

// search finds cheap ways along pairs from a cell to all others. Any way will do for a proof, so that
// floating point may choose it, by the costs of single steps, or by their squares where noise is Gaussian.
func (r *rows) search(from int) {
	for pair := len(r.steps); pair < len(r.pairs); pair++ {
		step := make(shift)
		step.add(r.of[pair], 1)
		cost, _ := r.cost(step).Float64()
		if slices.ContainsFunc(r.laws, func(l law) bool { return l.gaussian() }) {
			cost *= cost
		}
		if len(step) == 0 {
			cost = math.Inf(1) // no way leads along a pair without noise
		}
		r.steps = append(r.steps, cost)
	}
	r.from, r.via = from, slices.Repeat([]int{-1}, len(r.at))
	length := slices.Repeat([]float64{math.Inf(1)}, len(r.at))
	length[from] = 0
	for todo := []int{from}; len(todo) > 0; todo = todo[1:] {
		for _, pair := range r.at[todo[0]] {
			other := r.pairs[pair][0] + r.pairs[pair][1] - todo[0]
			if d := length[todo[0]] + r.steps[pair]; d < length[other] {
				length[other], r.via[other] = d, pair
				todo = append(todo, other)
			}
		}
	}
}
