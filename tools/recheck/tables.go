package main

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// table is rows with one law of noise, or none: how many people have each combination of the values of some columns, or
// (Contrasts) along each column the number of its values times that, less the sum over them.
type table struct {
	noise
	Columns   []string
	Contrasts bool
	of        []*column
	price     *big.Int // what a change by one costs, squared where noise is Gaussian, in parts of 2^200, rounded up
}

// parts200 returns x in parts of 2^200, rounded up.
func parts200(x *big.Rat) *big.Int {
	n := new(big.Int).Lsh(x.Num(), 200)
	return n.Add(n.Div(n, x.Denom()), big.NewInt(1))
}

// moved returns by how much the table changes, in all or, where it is of contrasts, squared, when somebody leaves, or some columns change.
// What one person is of contrasts has along a column of n values the squared length n(n-1), and with that of another value the product -n.
func (t table) moved(changed map[*column]bool, leaves bool) *big.Int {
	length, product := big.NewInt(1), big.NewInt(1)
	for _, c := range t.of {
		own, other := int64(1), int64(0)
		if n := int64(len(c.values)); t.Contrasts {
			own, other = n*(n-1), -n
		}
		if !changed[c] {
			other = own
		}
		length, product = length.Mul(length, big.NewInt(own)), product.Mul(product, big.NewInt(other))
	}
	if leaves {
		return length
	}
	return length.Lsh(length.Sub(length, product), 1)
}

// parts are by part of a policy the sets of columns that its edges change.
type parts [][][]*column

// parts returns those of some columns, and whether anybody can leave.
func (c *checker) parts(own []*column) (out parts, leaves bool) {
	seen := make(map[*column]bool)
	for _, of := range own {
		if seen[of] {
			continue
		}
		v, sets := c.record.view([]*column{of}), [][]*column(nil)
		for a := range v.cells {
			for b := a + 1; b <= len(v.cells); b++ {
				w, set := v.joined(a, b), []*column(nil)
				for i, of := range v.columns {
					if seen[of] = true; b < len(v.cells) && v.cells[a][i] != v.cells[b][i] && slices.Contains(own, of) {
						set = append(set, of)
					}
				}
				if w == nil || b < len(v.cells) && set == nil {
					continue
				}
				c.hidden, c.least, leaves = c.hidden+1, lesser(c.least, w), leaves || set == nil
				if set != nil && !slices.ContainsFunc(sets, func(s []*column) bool { return slices.Equal(s, set) }) {
					sets = append(sets, set)
				}
			}
		}
		if sets != nil {
			out = append(out, sets)
		}
	}
	return out, leaves
}

// tables are those with noise, and where there is a proof what it states: t, and d of each column.
type tables struct {
	of []table
	t  float64
	d  map[*column]float64
}

// dearest returns the most that they cost together, whichever columns so many parts change at once, or when somebody leaves.
func (n tables) dearest(p parts, together int, leaves bool) *big.Rat {
	changed, most, work := make(map[*column]bool), new(big.Int), 0
	see := func(leaves bool) {
		all := new(big.Int)
		for _, t := range n.of {
			moved := t.moved(changed, leaves)
			all.Add(all, moved.Mul(moved, t.price))
		}
		if work += len(n.of); all.Cmp(most) > 0 {
			most = all
		}
		must(work <= 1<<23, "the sets of columns that may change are too many to go through")
	}
	if leaves {
		see(true)
	}
	var from func(p parts, left int)
	from = func(p parts, left int) {
		if len(p) == 0 || left == 0 {
			see(false)
			return
		}
		if n.of[0].Contrasts || left < len(p) { // without either all that changes costs the most
			from(p[1:], left)
		}
		for _, set := range p[0] {
			for _, c := range set {
				changed[c] = true
			}
			from(p[1:], left-1)
			for _, c := range set {
				delete(changed, c)
			}
		}
	}
	cost := func() *big.Rat { return new(big.Rat).SetFrac(most, new(big.Int).Lsh(big.NewInt(1), 200)) }
	if len(n.d) == 0 {
		from(p, together)
	} else if bound := new(big.Rat).SetFloat64(n.proved(p)); more(bound, cost()) {
		return bound
	}
	return cost()
}

// proved returns what contrasts cost at most, whichever columns change, by what is stated. With z = 1 where a column of n values stays and -q,
// q = 1/(n-1), where it changes, a table of the squared length s costs 2s(1 - Πz). Since (z-1)(z+q) = 0, ΣsΠz ≥ -t - Σdq over tables of one or two
// such columns, where the matrix Z below is positive definite. Others cost 2s(1+q) at most, as all do. A factorisation by Cholesky that ends in
// floating point proves the matrix but for a part in 10^11 of its trace (Rump 2006).
func (n tables) proved(p parts) float64 {
	var columns []*column
	z, most, trace, any := [][]float64{{n.t}}, 2*n.t, n.t, 0.0
	turn := func(c *column) float64 { return 1 / float64(len(c.values)-1) }
	for _, set := range slices.Concat(p...) {
		for _, c := range set {
			if !slices.Contains(columns, c) {
				columns, z = append(columns, c), append(z, make([]float64, len(n.d)+1))
				d, row := n.d[c], z[len(columns)]
				row[0], row[len(columns)] = -(1-turn(c))*d/2, d
				most, trace = most+2*d*turn(c), trace+d
			}
		}
	}
	for _, t := range n.of {
		var at []int
		q := 0.0
		for i, c := range columns {
			if slices.Contains(t.of, c) {
				at, q = append(at, i+1), max(q, turn(c))
			}
		}
		s, _ := new(big.Float).SetInt(new(big.Int).Mul(t.moved(nil, true), t.price)).Float64()
		s *= 0x1p-200
		if len(at) > 0 {
			any += 2 * s * (1 + q)
		}
		switch len(at) {
		case 0:
		case 1:
			z[at[0]][0], most = z[at[0]][0]+s/2, most+2*s
		case 2:
			z[at[1]][at[0]], most = z[at[1]][at[0]]+s/2, most+2*s
		default:
			most += 2 * s * (1 + q)
		}
	}
	for i := range z {
		z[i][i] -= 1e-11 * trace
		for j := range i + 1 {
			for k := range j {
				z[i][j] -= z[i][k] * z[j][k]
			}
			if i > j {
				z[i][j] /= z[j][j]
			} else if z[i][i] = math.Sqrt(z[i][i]); !(z[i][i] > 0) {
				return any * (1 + 1e-10)
			}
		}
	}
	return most * (1 + 1e-10)
}

// tables checks that the noise on tables hides what is secret in some columns: all that neighbours change, of whom each costs no more than the dearest.
// Where the number of people is all that is known, and one comes for each who leaves, they are no more than a change of any columns, either.
func (c *checker) tables(s *stated, own []*column) {
	n := tables{d: make(map[*column]float64)}
	p, leaves := c.parts(own)
	known, gaussian := c.public(), s.Tables[0].gaussian()
	people := slices.ContainsFunc(known, func(of public) bool { return of.none && of.boxes == nil })
	for _, t := range s.Tables {
		t.of = c.named(t.Columns)
		if t.Scale+t.SigmaSquared == "" {
			if len(t.of) > 0 || !people && (leaves || c.plan.Agreed == nil) {
				c.out.failed("%s: a number without noise tells what is not public, by %q", c.title, t.Columns)
			}
			continue
		}
		x := exact(t.Scale + t.SigmaSquared)
		must(x.Sign() > 0 && !t.Balanced && t.Contrasts == s.Tables[0].Contrasts && t.gaussian() == gaussian && (gaussian || !t.Contrasts), "such noise on tables is not known to this program")
		t.price = parts200(quo(one, x))
		l := law{noise: t.noise, rows: 1}
		for _, of := range t.of {
			l.rows *= len(of.values)
		}
		n.of, c.rows.laws = append(n.of, t), append(c.rows.laws, l)
	}
	if c.least == nil || len(n.of) == 0 {
		return
	}
	power := func(x *big.Rat) *big.Rat {
		if gaussian {
			return square(x)
		}
		return x
	}
	var all parts
	for i, of := range own {
		if all = append(all, [][]*column{{of}}); len(s.Proof) == len(own)+1 {
			n.t, n.d[of] = s.Proof[0], s.Proof[i+1]
		}
	}
	only := people && leaves && len(known) == 1
	must(c.tied > 0 && (only || c.tied <= c.Multiplier), "it is not known how many answers the facts tie together")
	promised, lost := power(mul(c.promised, c.least)), mul(n.dearest(p, cmp.Or(c.plan.Secrets.Together, len(p)), leaves), power(whole(c.tied)))
	if only && more(lost, promised) {
		lost = lesser(lost, n.dearest(all, len(all), false))
	}
	if more(lost, promised) {
		c.out.failed("%s: the noise on tables does not hide all changes of their columns: they cost %s where %s is promised", c.title, lost.FloatString(9), promised.FloatString(9))
	}
}
