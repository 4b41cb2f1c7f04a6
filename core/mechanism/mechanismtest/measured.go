package mechanismtest

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"steward/core/noise"
)

// Row is one measured row: how often it counts each cell, and its noise, Laplace or Gaussian;
// neither for a row that is published exactly.
type Row struct {
	Of []int64
	noise.Law
}

// Exact says whether the row is published without noise.
func (r Row) Exact() bool { return r.IsZero() }

// with returns the row with a law of noise.
func (r Row) with(l noise.Law) Row {
	r.Law = l
	return r
}

// Measurement is what a prepared mechanism measures, by what it states of its rows and by what its
// releases draw, and what they make of the rows' values.
type Measurement struct {
	Rows   []Row
	Answer func(y []int64) []float64
	// Hidden is how many rows, the first, are used beneath noise only: their values are not released.
	Hidden int
	// Shift returns, where rows are hidden, by how much the draws of the noisy rows have to differ
	// for the same release when a person goes from one cell to another (-1 is "not in the file").
	Shift func(u, v int) []int64
	base  []int64 // counts that may be
	// told are the counts that values were asked for, by the values of hidden and exact rows.
	told map[string][]int64
	// laws are the different laws of the rows, lawOf says by row which is its own, -1 for none. moves is
	// room for the changes along an edge, added up by law, and spent what such changes cost.
	laws  []noise.Law
	lawOf []int
	moves []tally
	spent map[string]spending
}

// At returns by how much a person in cell u counts in a row; -1 is "not in the file".
func (r Row) At(u int) int64 {
	if u < 0 {
		return 0
	}
	return r.Of[u]
}

// together returns how many draws add up to zero, one of which may be kept back.
func (m Measurement) together() (draws int, kept bool) {
	for _, r := range m.Rows {
		if n, one := r.Balanced(); n > 0 {
			return n, one
		}
	}
	return 0, false
}

// balanced returns the sums of rows whose noise is zero: they are as good as published without any noise.
func (m Measurement) balanced() (sums []Row) {
	rows := make(map[noise.Law][]Row)
	var laws []noise.Law
	for _, r := range m.Rows {
		if r.Without() == nil {
			continue
		}
		if rows[r.Law] == nil {
			laws = append(laws, r.Law)
		}
		rows[r.Law] = append(rows[r.Law], r)
	}
	for _, l := range laws {
		for _, without := range l.Without() {
			sum := Row{Of: make([]int64, len(rows[l][0].Of))}
			for i, times := range without {
				for u, n := range rows[l][i].Of {
					sum.Of[u] += times * n
				}
			}
			sums = append(sums, sum)
		}
	}
	return sums
}

// Exact returns the rows that are published without noise, by themselves or as a sum of which the noise is zero.
func (m Measurement) Exact() (out []Row) {
	for _, r := range m.Rows[m.Hidden:] {
		if r.Exact() {
			out = append(out, r)
		}
	}
	return append(out, m.balanced()...)
}

// Cost returns the loss of an edge: the changes of the noisy rows over their scales, added
// up exactly (docs/mathematics.md, "2. The shift lemma"), the squares of those with Gaussian noise over their sigma², and
// the exact rows that change. Changes are added up by the law of their noise first; what was spent
// for the same sums before is known.
func (m Measurement) Cost(u, v int) (c spending, told []Row) {
	clear(m.moves)
	kept := make([]int64, len(m.laws))
	var moved []int64
	if m.Shift != nil {
		moved = m.Shift(u, v)
	}
	for i, at := range m.lawOf {
		d := m.Rows[i].At(u) - m.Rows[i].At(v)
		if moved != nil && at >= 0 {
			d = moved[i]
		}
		switch {
		case d == 0 || i < m.Hidden:
		case at < 0:
			told = append(told, m.Rows[i])
		default:
			m.moves[at].add(uint64(max(d, -d)), m.laws[at].Family().Squares())
			kept[at] += d
		}
	}
	for at, l := range m.laws {
		if _, one := l.Balanced(); one { // the draw that is kept back makes up for the others
			m.moves[at].add(uint64(max(kept[at], -kept[at])), false)
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
func (m Measurement) spend() spending {
	c := spending{new(big.Rat), new(big.Rat)}
	for at, l := range m.laws {
		switch move := new(big.Rat).SetInt(m.moves[at].int()); {
		case l.Family().Squares():
			c.Squares.Add(c.Squares, move.Quo(move, l.Rat()))
		default:
			c.Linear.Add(c.Linear, move.Quo(move, l.Rat()))
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
func (m Measurement) grouped() Measurement {
	at := make(map[noise.Law]int)
	m.laws, m.lawOf, m.spent = nil, make([]int, len(m.Rows)), make(map[string]spending)
	for i, r := range m.Rows {
		if r.Exact() {
			m.lawOf[i] = -1
			continue
		}
		l := r.Law
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
type spending struct{ Linear, Squares *big.Rat }

// Within says whether the loss is at most a limit, exactly.
func (c spending) Within(limit *big.Rat) bool {
	all := new(big.Rat).Mul(c.Linear, c.Linear)
	return all.Add(all, c.Squares).Cmp(new(big.Rat).Mul(limit, limit)) <= 0
}

// Near returns the loss, exactly where there is no Gaussian noise.
func (c spending) Near() *big.Rat {
	if c.Squares.Sign() == 0 {
		return new(big.Rat).Set(c.Linear)
	}
	all := new(big.Rat).Mul(c.Linear, c.Linear)
	f, _ := all.Add(all, c.Squares).Float64()
	return new(big.Rat).SetFloat64(math.Sqrt(f))
}
