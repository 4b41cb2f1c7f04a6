package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"testing"
)

// row is one measured row: how often it counts each cell, and its noise, Laplace or Gaussian;
// neither for a row that is published exactly.
type row struct {
	what string
	of   []int64
	law
}

// exact says whether the row is published without noise.
func (r row) exact() bool { return r.IsZero() }

// with returns the row with a law of noise.
func (r row) with(l law) row {
	r.law = l
	return r
}

// measurement is what a prepared mechanism measures, laid out from the meaning of its parts,
// and what it makes of the rows' values.
type measurement struct {
	rows   []row
	answer func(y []int64) []float64
	// hidden is how many rows, the first, are used beneath noise only: their values are not released.
	hidden int
	// shift returns, where rows are hidden, by how much the draws of the noisy rows have to differ
	// for the same release when a person goes from one cell to another (-1 is "not in the file").
	shift func(u, v int) []int64
	// laws are the different laws of the rows, lawOf says by row which is its own, -1 for none. moves is
	// room for the changes along an edge, added up by law, and spent what such changes cost.
	laws  []law
	lawOf []int
	moves []tally
	spent map[string]spending
}

// measured lays out a prepared mechanism.
func measured(t testing.TB, q Prepared) measurement {
	t.Helper()
	m, ok := layout(q)
	if !ok {
		t.Fatalf("%T has no layout: add a case to layout (measured_test.go) that lists the rows it measures with their scales and what it makes of them; "+
			"the certificates, the stated errors and the exact audits are checked on it", q)
	}
	return m.grouped()
}

// layout returns a prepared mechanism's rows, from the meaning of its parts. A new kind of
// Prepared has its case here.
func layout(q Prepared) (measurement, bool) {
	switch q := q.(type) {
	case *preparedCells:
		return q.measured(), true
	case *preparedAnswers:
		return q.measured(), true
	case *preparedSums:
		return q.measured(), true
	case *preparedLine:
		return q.measured(), true
	case *preparedEdges:
		return q.measured(), true
	case *preparedCombinations:
		return q.measured(), true
	case *preparedHaar:
		return q.measured(), true
	case *preparedNested:
		return q.measured(), true
	case *preparedProduct:
		return q.measured(), true
	case *preparedMarginals:
		return q.measured(), true
	case *preparedWaves:
		return q.measured(), true
	case *preparedGrid:
		return q.measured(), true
	case *preparedTree:
		return q.laidOut()
	}
	return measurement{}, false
}

// listed returns the rows that a prepared mechanism lists, over k cells.
func listed(k int, q rowLister) []row {
	var out []row
	q.eachRow(func(what string, runs []countRun, l law) bool {
		r := row{what: what, of: make([]int64, k)}
		for _, c := range runs {
			for cell := c.first; cell <= c.last; cell++ {
				r.of[cell] = c.times
			}
		}
		out = append(out, r.with(l))
		return true
	})
	return out
}

// rows returns the known sums as exact rows.
func (k knownSums) rows() []row { return listed(len(k.set), k) }

// run returns a row over cells lo..hi of k.
func run(k, lo, hi int) []int64 {
	of := make([]int64, k)
	for u := lo; u <= hi; u++ {
		of[u] = 1
	}
	return of
}

func (q *preparedCells) measured() measurement {
	m := measurement{rows: listed(len(q.cells.of), q)}
	k := len(q.cells.of)
	var cells []int
	for cell, n := range q.cells.of {
		if n >= 0 {
			cells = append(cells, cell)
		}
	}
	m.answer = func(y []int64) []float64 {
		x := make([]float64, k)
		for i, cell := range cells {
			x[cell] = float64(y[i])
		}
		q.impose(x, y[len(cells):])
		out := make([]float64, q.problem.Workload.Len())
		q.problem.Workload.Operator().ApplyFloat(out, x)
		return out
	}
	return m
}

func (q *preparedCombinations) measured() measurement {
	m := measurement{rows: listed(len(q.components.of), q)}
	n := q.rows
	m.answer = func(y []int64) []float64 {
		x := q.cellsFrom(y[:n], y[n:n+len(q.totals)], y[n+len(q.totals):])
		out := make([]float64, q.problem.Workload.Len())
		q.problem.Workload.Operator().ApplyFloat(out, x)
		return out
	}
	return m
}

func (q *preparedAnswers) measured() measurement {
	m := measurement{rows: listed(q.op.Columns(), q)}
	m.answer = func(y []int64) []float64 {
		out := make([]float64, len(y))
		for i, v := range y {
			out[i] = float64(v)
		}
		return out
	}
	return m
}

func (q *preparedSums) measured() measurement {
	m := measurement{rows: listed(len(q.sums.Group), q)}
	groups := q.sums.Groups
	var first [sumKinds]int
	next := 0
	for i, kind := range q.kinds {
		first[i] = next
		switch {
		case !kind.measured:
		case i == groupTotals || i == groupPeople:
			next += groups
		default:
			next++
		}
	}
	m.answer = func(y []int64) []float64 {
		var rows [sumKinds][]int64
		for i, kind := range q.kinds {
			n := 1
			if i == groupTotals || i == groupPeople {
				n = groups
			}
			if rows[i] = make([]int64, n); kind.measured {
				copy(rows[i], y[first[i]:first[i]+n])
			}
		}
		return q.answersFrom(rows)
	}
	return m
}

func (q *preparedLine) measured() measurement {
	k := len(q.of)
	m := measurement{rows: listed(k, q)}
	m.answer = func(y []int64) []float64 {
		x := make([]float64, k)
		for _, s := range q.segments {
			y = s.fromRows(x[s.lo:s.hi+1], y)
		}
		out := make([]float64, q.op.Rows())
		q.op.ApplyFloat(out, x)
		return out
	}
	return m
}

// fromRows writes the estimate of a segment's cells from the values of its rows, and
// returns the values of the rows that follow.
func (s *segment) fromRows(dst []float64, y []int64) []int64 {
	if s.strategy == nil {
		dst[0] = float64(y[0])
		return y[1:]
	}
	rows, rest, total := y[:s.strategy.Rows()], y[s.strategy.Rows():], int64(0)
	if s.sets != nil {
		total, rest = rest[0], rest[1:]
	}
	if err := s.weighted.Estimate(dst, rows, total); err != nil {
		panic(err)
	}
	return rest
}

// values returns the exact values of the rows for some counts.
func (m measurement) values(counts []int64) []int64 {
	y := make([]int64, len(m.rows))
	for i, r := range m.rows {
		for u, c := range counts {
			y[i] += r.of[u] * c
		}
	}
	return y
}

// at returns by how much a person in cell u counts in a row; -1 is "not in the file".
func (r row) at(u int) int64 {
	if u < 0 {
		return 0
	}
	return r.of[u]
}

// cost returns the loss of an edge: the changes of the noisy rows over their scales, added
// up exactly (MECHANISMS 5.1), the squares of those with Gaussian noise over their sigma², and
// the exact rows that change. Changes are added up by the law of their noise first; what was spent
// for the same sums before is known.
func (m measurement) cost(u, v int) (c spending, told []row) {
	clear(m.moves)
	var moved []int64
	if m.shift != nil {
		moved = m.shift(u, v)
	}
	for i, at := range m.lawOf {
		d := m.rows[i].at(u) - m.rows[i].at(v)
		if moved != nil && at >= 0 {
			d = moved[i]
		}
		switch {
		case d == 0 || i < m.hidden:
		case at < 0:
			told = append(told, m.rows[i])
		default:
			m.moves[at].add(uint64(max(d, -d)), m.laws[at].Gaussian())
		}
	}
	key := fmt.Sprint(m.moves)
	c, known := m.spent[key]
	if !known {
		c = m.spend()
		m.spent[key] = c
	}
	return c, told
}

// spend returns the loss of what was moved.
func (m measurement) spend() spending {
	c := spending{new(big.Rat), new(big.Rat)}
	for at, l := range m.laws {
		switch move := new(big.Rat).SetInt(m.moves[at].int()); {
		case l.Gaussian():
			c.squares.Add(c.squares, move.Quo(move, l.SigmaSquared.Rat()))
		default:
			c.linear.Add(c.linear, move.Quo(move, l.Scale.Rat()))
		}
	}
	return c
}

// tally adds up whole numbers of any size.
type tally struct{ high, low uint64 }

// add adds a number or its square.
func (n *tally) add(d uint64, squared bool) {
	high, low := uint64(0), d
	if squared {
		high, low = bits.Mul64(d, d)
	}
	var carry uint64
	n.low, carry = bits.Add64(n.low, low, 0)
	if n.high, carry = bits.Add64(n.high, high, carry); carry != 0 {
		panic("the changes of the rows are beyond all bounds")
	}
}

func (n tally) int() *big.Int {
	out := new(big.Int).SetUint64(n.high)
	return out.Add(out.Lsh(out, 64), new(big.Int).SetUint64(n.low))
}

// grouped returns the measurement with its rows grouped by the law of their noise.
func (m measurement) grouped() measurement {
	at := make(map[law]int)
	m.laws, m.lawOf, m.spent = nil, make([]int, len(m.rows)), make(map[string]spending)
	for i, r := range m.rows {
		if r.exact() {
			m.lawOf[i] = -1
			continue
		}
		l := r.law
		if _, known := at[l]; !known {
			at[l] = len(m.laws)
			m.laws = append(m.laws, l)
		}
		m.lawOf[i] = at[l]
	}
	m.moves = make([]tally, len(m.laws))
	return m
}

// spending is the loss of an edge: of rows with Laplace noise, and, as a square, of those with
// Gaussian noise. A pure loss is one of r too, and the squares add up (account.Promise).
type spending struct{ linear, squares *big.Rat }

// within says whether the loss is at most a limit, exactly.
func (c spending) within(limit *big.Rat) bool {
	all := new(big.Rat).Mul(c.linear, c.linear)
	return all.Add(all, c.squares).Cmp(new(big.Rat).Mul(limit, limit)) <= 0
}

// near returns the loss, exactly where there is no Gaussian noise.
func (c spending) near() *big.Rat {
	if c.squares.Sign() == 0 {
		return new(big.Rat).Set(c.linear)
	}
	all := new(big.Rat).Mul(c.linear, c.linear)
	f, _ := all.Add(all, c.squares).Float64()
	return new(big.Rat).SetFloat64(math.Sqrt(f))
}
