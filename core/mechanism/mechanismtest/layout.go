package mechanismtest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/seeded"
)

// Measured lays out a prepared mechanism from outside: it states its rows, and releases whose draws are said
// show that these are what it measures, and what it makes of their values.
func Measured(t testing.TB, q mechanism.Prepared) Measurement {
	t.Helper()
	m, ok := layout(t, q)
	if !ok {
		t.Fatalf("%T states no rows: implement rowLister (measured.go); the certificates, the stated errors and the exact audits are checked on them", q)
	}
	return m
}

// layout is measured; it returns false for what states no rows.
func layout(t testing.TB, q mechanism.Prepared) (Measurement, bool) {
	t.Helper()
	lister, ok := q.(mechanism.RowLister)
	if !ok || q.Info().DataDependent {
		return Measurement{}, false
	}
	l := layer{t: t, q: q, p: q.(interface{ Asked() mechanism.Problem }).Asked()}
	return l.lay(lister), true
}

// layer lays out one mechanism.
type layer struct {
	t testing.TB
	q mechanism.Prepared
	p mechanism.Problem
	// Along is set where noise moves people along pairs; the draws then stand for rows of these.
	along []pairDraws
}

// pairDraws says how often each draw counts a person who is moved along a pair.
type pairDraws struct {
	ends  [2]int
	draws []int64
}

func (l layer) lay(lister mechanism.RowLister) Measurement {
	l.t.Helper()
	k := l.p.Workload.Operator().Columns()
	m := Measurement{told: make(map[string][]int64)}
	var stated []Row
	if p, ok := l.q.(interface{ Pairs() [][2]int }); ok {
		for cell := range k {
			of := make([]int64, k)
			of[cell] = 1
			m.Rows = append(m.Rows, Row{Of: of})
		}
		m.Hidden = k
		stated = l.ofPairs(p.Pairs(), lister, k)
	} else {
		stated = listed(k, lister)
	}
	m.Rows = append(m.Rows, stated...)
	m = m.grouped()
	m.base = l.anyCounts()
	rowOf := l.drawn(m)
	m.Answer = func(y []int64) []float64 {
		counts, known := m.told[m.public(y)]
		if !known {
			l.t.Fatalf("%s: values of rows that no counts have", l.q.Info().ID)
		}
		draw := 0
		return l.release(counts, func(value int64, _ noise.Law) int64 {
			i := rowOf[draw]
			draw++
			return value + y[i] - m.Rows[i].value(counts)
		})
	}
	if l.along != nil {
		m.Shift = l.shifts(m)
	}
	return m
}

// listed returns the rows that a prepared mechanism lists, over k cells or pairs.
func listed(k int, q mechanism.RowLister) []Row {
	var out []Row
	q.EachRow(func(runs []mechanism.CountRun, l noise.Law) bool {
		r := Row{Of: make([]int64, k)}
		for _, c := range runs {
			for cell := c.First; cell <= c.Last; cell++ {
				r.Of[cell] = c.Times
			}
		}
		out = append(out, r.with(l))
		return true
	})
	return out
}

// ofPairs lists rows along pairs: those with noise count no cells by themselves.
func (l *layer) ofPairs(pairs [][2]int, lister mechanism.RowLister, k int) []Row {
	rows := listed(max(len(pairs), k), lister)
	for _, ends := range pairs {
		l.along = append(l.along, pairDraws{ends: ends, draws: make([]int64, len(rows))})
	}
	for i, r := range rows {
		if r.Exact() {
			rows[i].Of = r.Of[:k]
			continue
		}
		for pair := range pairs {
			l.along[pair].draws[i] = r.Of[pair]
		}
		rows[i].Of = make([]int64, k)
	}
	return rows
}

// release releases with draws that are said.
func (l layer) release(counts []int64, say func(value int64, of noise.Law) int64) []float64 {
	l.t.Helper()
	a, err := l.q.Release(l.t.Context(), VectorOf(l.t, l.p, counts), said(say))
	if err != nil {
		l.t.Fatalf("%s: %v", l.q.Info().ID, err)
	}
	return a.Unadjusted
}

// said is randomness that says what comes of every draw of noise; there are no others.
type said func(value int64, of noise.Law) int64

func (s said) Noisy(value int64, l noise.Law) int64 { return s(value, l) }

func (s said) Uint64() uint64                            { panic("a bit is drawn that is no noise") }
func (s said) Pick(*big.Rat, []int64, []int64, bool) int { panic("an option is drawn") }
func (s said) Coin(float64) bool                         { panic("a coin is drawn") }

// drawn returns the row that each draw of a release is for: the one with its law and, over a few random data
// sets, its values; of those that are alike, in order.
func (l layer) drawn(m Measurement) []int {
	l.t.Helper()
	const sets = 3
	var draws []sign
	want := make(map[sign][]int)
	signs := make([]sign, len(m.Rows))
	src := seeded.New(20260101, 7)
	for set := range sets {
		counts := l.someCounts(src)
		n := 0
		l.release(counts, func(value int64, of noise.Law) int64 {
			if set == 0 {
				draws = append(draws, sign{law: of})
			}
			if n < len(draws) {
				draws[n].values += fmt.Sprint(" ", value)
			}
			n++
			return value
		})
		if n != len(draws) {
			l.t.Fatalf("%s: %d draws, and %d for other data", l.q.Info().ID, len(draws), n)
		}
		for i, r := range m.Rows {
			signs[i].law = r.Law
			signs[i].values += fmt.Sprint(" ", r.value(counts))
		}
	}
	for i, r := range m.Rows {
		if !r.Exact() {
			want[signs[i]] = append(want[signs[i]], i)
		}
	}
	rowOf := make([]int, len(draws))
	for n, sign := range draws {
		list := want[sign]
		if len(list) == 0 {
			l.t.Fatalf("%s, %s: draw %d (%v) is of no row that is stated", l.q.Info().ID, l.p.Workload.Question().Title, n, sign)
		}
		rowOf[n], want[sign] = list[0], list[1:]
	}
	for sign, list := range want {
		if len(list) > 0 {
			l.t.Fatalf("%s: %d stated rows are not drawn: %v", l.q.Info().ID, len(list), sign)
		}
	}
	return rowOf
}

// sign tells a draw, or a row, by its law and its values over a few data sets.
type sign struct {
	law    noise.Law
	values string
}

// someCounts returns counts with what is stated of sets of cells.
func (l layer) someCounts(src *seeded.Source) []int64 {
	return l.counts(func(left int64, last bool) int64 {
		switch n := int64(src.Uint64() % 1e6); {
		case left < 0:
			return n
		case last:
			return left
		default:
			return n % (left/2 + 1)
		}
	})
}

// anyCounts returns what is stated of sets of cells in the last cell of each, and nobody else.
func (l layer) anyCounts() []int64 {
	return l.counts(func(left int64, last bool) int64 {
		if !last {
			return 0
		}
		return max(left, 0)
	})
}

// counts returns counts, each by how many there are left of what is stated of its set of cells, below zero where nothing is.
func (l layer) counts(of func(left int64, last bool) int64) []int64 {
	l.t.Helper()
	c, err := l.p.Components()
	if err != nil {
		l.t.Fatal(err)
	}
	sets := l.p.KnownSets(c)
	people, known := l.p.Facts.Total()
	left, cells := append(slices.Clone(sets.Stated), -1), make([]int, sets.Count+1) // the last is all that nothing is stated of by itself
	setOf := func(cell int) int {
		if sets.Count == 0 || sets.Stated[sets.Set[cell]] < 0 {
			return sets.Count
		}
		return sets.Set[cell]
	}
	for cell, n := range c.Of {
		if n >= 0 {
			cells[setOf(cell)]++
		}
	}
	if known {
		left[sets.Count] = people
		for _, n := range sets.Stated {
			left[sets.Count] -= max(n, 0)
		}
	}
	counts := make([]int64, len(c.Of))
	for cell, n := range c.Of {
		if n < 0 {
			continue
		}
		s := setOf(cell)
		cells[s]--
		if counts[cell] = of(left[s], cells[s] == 0); left[s] >= 0 {
			left[s] -= counts[cell]
		}
	}
	return counts
}

// value returns the exact value of a row.
func (r Row) value(counts []int64) (n int64) {
	for u, c := range counts {
		n += r.Of[u] * c
	}
	return n
}

// Values returns the exact values of the rows for some counts.
func (m Measurement) Values(counts []int64) []int64 {
	y := make([]int64, len(m.Rows))
	for i, r := range m.Rows {
		y[i] = r.value(counts)
	}
	m.told[m.public(y)] = slices.Clone(counts)
	return y
}

// public names the values of the hidden and the exact rows.
func (m Measurement) public(y []int64) string {
	var out []byte
	for i, n := range y {
		if i < m.Hidden || m.Rows[i].Exact() {
			out = binary.AppendVarint(out, n)
		}
	}
	return string(out)
}

// shifts returns by how much the draws along pairs have to differ when a person goes from one cell to another.
func (l layer) shifts(m Measurement) func(u, v int) []int64 {
	w := &ways{cells: m.Hidden, via: make(map[int][]step)}
	for _, p := range l.along {
		price := 0.0
		for i, n := range p.draws {
			if r := m.Rows[m.Hidden+i]; n != 0 && r.Family().Squares() { // what lies on a way adds up in squares
				price += float64(n*n) / parameterOf(r.Law)
			} else if n != 0 {
				price += float64(max(n, -n)) / parameterOf(r.Law)
			}
		}
		w.ends, w.price = append(w.ends, p.ends), append(w.price, price)
	}
	return func(u, v int) []int64 {
		out := make([]int64, len(m.Rows))
		for _, step := range w.between(u, v) {
			for i, n := range l.along[step.edge].draws {
				out[m.Hidden+i] += n * step.by
			}
		}
		return out
	}
}

// step is an edge of a way, taken up or down.
type step struct {
	edge int
	by   int64
}

// ways are the cheapest ways from one end to all others, found once.
type ways struct {
	ends  [][2]int
	price []float64
	cells int
	via   map[int][]step // by where they begin, the last step of the way to each end
}

// at numbers the ends; "not in the file" comes after the cells.
func (w *ways) at(end int) int {
	if end < 0 {
		return w.cells
	}
	return end
}

// between returns the way along which the draws cost least.
func (w *ways) between(u, v int) []step {
	from := w.at(u)
	if w.via[from] == nil {
		w.via[from] = w.search(from)
	}
	var out []step
	for to := w.at(v); to != from; {
		s := w.via[from][to]
		out = append(out, s)
		back := w.ends[s.edge][0]
		if s.by < 0 {
			back = w.ends[s.edge][1]
		}
		to = w.at(back)
	}
	return out
}

// search is Bellman and Ford's: round after round until no way gets cheaper.
func (w *ways) search(from int) []step {
	cost, via := make([]float64, w.cells+1), make([]step, w.cells+1)
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[from] = 0
	for changed := true; changed; {
		changed = false
		for i, e := range w.ends {
			a, b := w.at(e[0]), w.at(e[1])
			if c := cost[a] + w.price[i]; c < cost[b]*(1-1e-12) {
				cost[b], via[b], changed = c, step{i, 1}, true
			}
			if c := cost[b] + w.price[i]; c < cost[a]*(1-1e-12) {
				cost[a], via[a], changed = c, step{i, -1}, true
			}
		}
	}
	return via
}

// parameterOf returns the parameter of a law.
func parameterOf(l noise.Law) float64 {
	v, _ := l.Rat().Float64()
	return v
}
