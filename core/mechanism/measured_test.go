package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"steward/core/noise"
)

// row is one measured row: how often it counts each cell, and its noise, Laplace or Gaussian;
// neither for a row that is published exactly.
type row struct {
	of []int64
	noise.Law
}

// exact says whether the row is published without noise.
func (r row) exact() bool { return r.IsZero() }

// with returns the row with a law of noise.
func (r row) with(l noise.Law) row {
	r.Law = l
	return r
}

// measurement is what a prepared mechanism measures, by what it states of its rows and by what its
// releases draw, and what they make of the rows' values.
type measurement struct {
	rows   []row
	answer func(y []int64) []float64
	// hidden is how many rows, the first, are used beneath noise only: their values are not released.
	hidden int
	// shift returns, where rows are hidden, by how much the draws of the noisy rows have to differ
	// for the same release when a person goes from one cell to another (-1 is "not in the file").
	shift func(u, v int) []int64
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
	at := make(map[noise.Law]int)
	m.laws, m.lawOf, m.spent = nil, make([]int, len(m.rows)), make(map[string]spending)
	for i, r := range m.rows {
		if r.exact() {
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
