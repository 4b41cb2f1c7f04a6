package audit

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Rows is a mechanism laid open: what it measures in whole numbers, the noise on each of
// them, and what it makes of the noisy numbers.
type Rows struct {
	Laws   []Law
	Values func(counts []int64) []int64
	// Output is what is published for noisy values of the rows.
	Output func(y []int64) []float64
	// Balanced has sums of rows, and how often each counts a row, whose noise is drawn on condition that they are zero.
	Balanced []map[int]int64
	// KeptBack is the law of one more draw that is among those of the first sum; nil where there is none.
	KeptBack Law
}

// States returns about how many values of the rows there are to enumerate: a row that makes up for others has none of its own.
func (r Rows) States() float64 {
	states := 1.0
	for i, law := range r.Laws {
		if r.KeptBack != nil || r.ends(i) == nil {
			states *= float64(2*law.Reach(tail) + 1)
		}
	}
	return states
}

// Free returns how many of the rows with noise no others determine.
func (r Rows) Free() int {
	free := 0
	for i, law := range r.Laws {
		if law.Reach(tail) > 0 && (r.KeptBack != nil || r.ends(i) == nil) {
			free++
		}
	}
	return free
}

// ends returns the sums of rows that have a row as the last.
func (r Rows) ends(row int) (groups []int) {
	for i, group := range r.Balanced {
		if slices.Max(slices.Collect(maps.Keys(group))) == row {
			groups = append(groups, i)
		}
	}
	return groups
}

// Laws are the laws of output on the two data sets of a pair. Values of rows so far out that
// on either data set they come with a chance of at most Left are left out.
type Laws struct {
	// Keys are the outputs, as Key writes them; P and Q are their chances.
	Keys []string
	P, Q []float64
	Left float64
}

const (
	// tail is the mass of the noise of one row that an enumeration leaves out.
	tail = 1e-15
	// maxStates bounds the values of rows that are enumerated.
	maxStates = 6_000_000
	// fine is how far apart outputs are told apart: floating point makes equal ones differ
	// by less, and sums of whole numbers over small denominators differ by more.
	fine = 1e-7
)

// Enumerate returns the laws of output of laid open rows on a pair, by adding the chances of
// all values of the rows that lead to an output. It errors when these are more than six
// million: use one or two rows, or noise of smaller scales.
func Enumerate(r Rows, p Pair) (Laws, error) {
	a, b := r.Values(p.A), r.Values(p.B)
	e := enumeration{rows: r, values: make([]int64, len(r.Laws)), at: make(map[string]int)}
	for _, group := range r.Balanced {
		e.sums = append(e.sums, [2]int64{sumOf(a, group), sumOf(b, group)})
	}
	states := 1.0
	for i, law := range r.Laws {
		reach := law.Reach(tail)
		w := window{lo: min(a[i], b[i]) - reach, hi: max(a[i], b[i]) + reach}
		for y := w.lo; y <= w.hi; y++ {
			w.p, w.q = append(w.p, law.Chance(y-a[i])), append(w.q, law.Chance(y-b[i]))
		}
		e.windows, e.ends = append(e.windows, w), append(e.ends, r.ends(i))
		if r.KeptBack == nil && e.ends[i] != nil {
			states *= 2
		} else {
			states *= float64(len(w.p))
		}
		if states > maxStates {
			return Laws{}, fmt.Errorf("%d rows have more than %d noisy values together, too many to enumerate: audit by sampling", len(r.Laws), maxStates)
		}
	}
	e.walk(0, 1, 1)
	e.laws.Left = tail * float64(len(r.Laws))
	if r.Balanced != nil {
		e.laws.condition()
	}
	return e.laws, nil
}

// condition makes chances of those that were kept the chances that they have, given that.
func (l *Laws) condition() {
	p, q := 0.0, 0.0
	for i := range l.P {
		p, q = p+l.P[i], q+l.Q[i]
	}
	for i := range l.P {
		l.P[i], l.Q[i] = l.P[i]/p, l.Q[i]/q
	}
	l.Left /= min(p, q)
}

func sumOf(values []int64, group map[int]int64) (sum int64) {
	for row, times := range group {
		sum += times * values[row]
	}
	return sum
}

// window is the values of a row that are enumerated, with their chances.
type window struct {
	lo, hi int64
	p, q   []float64
}

type enumeration struct {
	rows    Rows
	windows []window
	ends    [][]int // by row, the sums that have it as the last
	values  []int64
	sums    [][2]int64 // of each sum of rows the exact values on both data sets
	at      map[string]int
	key     []byte
	laws    Laws
}

func (e *enumeration) walk(row int, p, q float64) {
	if p == 0 && q == 0 {
		return
	}
	if row == len(e.windows) {
		e.add(e.rows.Output(e.values), p, q)
		return
	}
	w := e.windows[row]
	for i := range w.p {
		e.values[row] = w.lo + int64(i)
		p, q := p*w.p[i], q*w.q[i]
		for _, group := range e.ends[row] {
			kept := Exact()
			if e.rows.KeptBack != nil && group == 0 {
				kept = e.rows.KeptBack
			}
			sum := sumOf(e.values, e.rows.Balanced[group])
			p, q = p*kept.Chance(sum-e.sums[group][0]), q*kept.Chance(sum-e.sums[group][1])
		}
		e.walk(row+1, p, q)
	}
}

func (e *enumeration) add(output []float64, p, q float64) {
	e.key = appendKey(e.key[:0], output)
	i, seen := e.at[string(e.key)]
	if !seen {
		i = len(e.laws.P)
		key := string(e.key)
		e.at[key], e.laws.Keys = i, append(e.laws.Keys, key)
		e.laws.P, e.laws.Q = append(e.laws.P, 0), append(e.laws.Q, 0)
	}
	e.laws.P[i] += p
	e.laws.Q[i] += q
}

// Key writes what equal outputs have in common, apart from rounding in floating point.
func Key(output []float64) string { return string(appendKey(nil, output)) }

func appendKey(key []byte, output []float64) []byte {
	for _, v := range output {
		key = binary.LittleEndian.AppendUint64(key, uint64(int64(math.Round(v/fine))))
	}
	return key
}

// MaxLoss returns the largest ln(P/Q) of an output, all mass that is left out being counted
// to Q: the laws have at least this loss.
func (l Laws) MaxLoss() float64 {
	worst := 0.0
	for i, p := range l.P {
		worst = max(worst, math.Log(p/(l.Q[i]+l.Left)))
	}
	return worst
}

// HockeyStick returns the largest P(S) - e^epsilon Q(S) over sets of outputs S, less what
// the mass left out could take away.
func (l Laws) HockeyStick(epsilon float64) float64 {
	sum := -math.Exp(epsilon) * l.Left
	for i, p := range l.P {
		sum += max(0, p-math.Exp(epsilon)*l.Q[i])
	}
	return max(0, sum)
}

// Renyi returns the Rényi divergence of P from Q of an order above 1, all mass left out
// being counted to Q.
func (l Laws) Renyi(order float64) float64 { return l.logs().renyi(order) }

// logLaws are the logarithms of the chances of outputs that P can have.
type logLaws struct{ p, q []float64 }

// logs takes the logarithms, all mass left out being counted to Q.
func (l Laws) logs() logLaws {
	out := logLaws{make([]float64, 0, len(l.P)), make([]float64, 0, len(l.P))}
	for i, p := range l.P {
		if p > 0 {
			out.p, out.q = append(out.p, math.Log(p)), append(out.q, math.Log(l.Q[i]+l.Left))
		}
	}
	return out
}

// farBelow is how far below the largest a logarithm is of what adds nothing to a sum: all outputs
// together less than its rounding.
const farBelow = 60

// renyi returns the divergence of an order above 1.
func (l logLaws) renyi(order float64) float64 {
	most := math.Inf(-1)
	for i, p := range l.p {
		most = max(most, order*p+(1-order)*l.q[i])
	}
	if math.IsInf(most, 1) {
		return most
	}
	sum := 0.0
	for i, p := range l.p {
		if v := order*p + (1-order)*l.q[i] - most; v > -farBelow {
			sum += math.Exp(v)
		}
	}
	return max(0, (most+math.Log(sum))/(order-1))
}

// Turned returns the laws with the data sets exchanged.
func (l Laws) Turned() Laws { return Laws{l.Keys, l.Q, l.P, l.Left} }

// Worst returns the least parameter of a claim that the output of laid open rows allows on
// any of the pairs, as a multiple of what is claimed for it: above 1 the claim is broken,
// and no luck is involved.
func (r Rows) Worst(c Claim, pairs []Pair) (multiple float64, at Pair, err error) {
	for _, p := range pairs {
		laws, err := Enumerate(r, p)
		if err != nil {
			return 0, Pair{}, err
		}
		claim := c.Weighed(p.Weight)
		if m := max(claim.Exactly(laws), claim.Exactly(laws.Turned())) / claim.Limit(); m > multiple {
			multiple, at = m, p
		}
	}
	return multiple, at, nil
}
