package policy

import (
	"fmt"
	"math/big"
	"slices"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// column is a random attribute with the numbers that count as each of its declared values,
// from which the tests tell what is within a threshold without asking the attribute.
type column struct {
	attr    *domain.Attribute
	numbers [][]*big.Rat
}

// hair is how far below its upper end the last number of a range of real numbers is taken:
// thresholds and scaled ends are multiples of 1/200, so nothing finer matters.
var hair = big.NewRat(1, 1_000_000)

// drawColumn draws a column of any kind with up to most declared values and any of the
// two special cells.
func drawColumn(t *rapid.T, name string, most int) column {
	rules := []domain.Rule{domain.OwnCell, domain.Refuse}
	opts := domain.Options{
		Origin: domain.Typed,
		Blank:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "blank")},
		Other:  domain.Special{Rule: rapid.SampledFrom(rules).Draw(t, "other")},
	}
	n := rapid.IntRange(1, most).Draw(t, "values")
	var c column
	var err error
	var values []string
	for i := range n {
		values = append(values, fmt.Sprintf("%s%d", name, i))
		c.numbers = append(c.numbers, []*big.Rat{big.NewRat(int64(i), 1)})
	}
	id := domain.AttributeName(name)
	switch rapid.SampledFrom([]domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges}).Draw(t, "kind") {
	case domain.List:
		c.attr, err = domain.NewList(id, values, opts)
	case domain.Ordered:
		c.attr, err = domain.NewOrdered(id, values, opts)
	case domain.Whole:
		lo := rapid.Int64Range(-9, 9).Draw(t, "lowest")
		c.attr, err = domain.NewWhole(id, lo, lo+int64(n)-1, opts)
	case domain.Ranges:
		var ranges []domain.Range
		whole := rapid.Bool().Draw(t, "whole numbers")
		ranges, c.numbers = drawRanges(t, n, whole)
		c.attr, err = domain.NewRanges(id, ranges, whole, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// drawRanges draws n ranges of widths from 1 to 4 units, which are whole numbers, or, for
// real numbers, also halves or tenths.
func drawRanges(t *rapid.T, n int, whole bool) (ranges []domain.Range, numbers [][]*big.Rat) {
	per := rapid.SampledFrom([]int64{1, 2, 10}).Draw(t, "per unit")
	if whole {
		per = 1
	}
	at := rapid.Int64Range(-9, 9).Draw(t, "first end")
	for i := range n {
		width := rapid.Int64Range(1, 4).Draw(t, "width")
		lo, hi := big.NewRat(at, per), big.NewRat(at+width, per)
		at += width
		last := new(big.Rat).Sub(hi, hair)
		if whole {
			last = hi.Sub(hi, big.NewRat(1, 1))
		}
		r := domain.Range{From: lo.FloatString(2), To: hi.FloatString(2)}
		if i == 0 && rapid.Bool().Draw(t, "open below") {
			r.From = ""
		}
		if i == n-1 && rapid.Bool().Draw(t, "open above") {
			r.To = ""
		}
		// The two outermost numbers are the nearest to other ranges; an open end only adds
		// numbers farther away.
		ranges, numbers = append(ranges, r), append(numbers, []*big.Rat{lo, last})
	}
	return ranges, numbers
}

// apart returns the least difference of a number of value i and one of value j.
func (c column) apart(i, j int) *big.Rat {
	least := big.NewRat(1<<40, 1)
	for _, x := range c.numbers[i] {
		for _, y := range c.numbers[j] {
			d := new(big.Rat).Sub(x, y)
			if d.Abs(d).Cmp(least) < 0 {
				least = d
			}
		}
	}
	if i == j {
		return new(big.Rat)
	}
	return least
}

// secret is a part with its edges as the definition has them.
type secret struct {
	part   Part
	joined [][]bool
}

// edgesOf tabulates the definition of a part's edges over n vertices.
func edgesOf(n int, joined func(u, v int) bool) [][]bool {
	m := make([][]bool, n)
	for u := range m {
		m[u] = make([]bool, n)
		for v := range m[u] {
			m[u][v] = u != v && joined(u, v)
		}
	}
	return m
}

// drawThreshold draws a threshold, often one that the differences of two values of each
// column add up to exactly, or the next one above it: those are the hard ones.
func drawThreshold(t *rapid.T, columns ...Scaled) *big.Rat {
	if rapid.Bool().Draw(t, "exact") {
		sum := new(big.Rat)
		for _, c := range columns {
			value := rapid.IntRange(0, c.Attribute.Regular()-1)
			gap := c.Attribute.Gap(value.Draw(t, "from"), value.Draw(t, "to"))
			gap += rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "more")
			sum.Add(sum, new(big.Rat).Mul(c.Scale, big.NewRat(gap, c.Attribute.Units())))
		}
		if sum.Sign() > 0 {
			return sum
		}
	}
	return big.NewRat(rapid.Int64Range(1, 24).Draw(t, "threshold"), rapid.SampledFrom([]int64{1, 2, 4, 5, 100}).Draw(t, "per"))
}

var specials = []Special{OwnGroup, JoinAll}

// drawSecret draws a part over one column.
func drawSecret(t *rapid.T, c column) secret {
	kinds := []string{"complete", "groups"}
	if c.attr.HasOrder() {
		kinds = append(kinds, "near", "near") // the hardest, so twice as often
	}
	switch rapid.SampledFrom(kinds).Draw(t, "secret") {
	case "groups":
		return drawGroups(t, c.attr)
	case "near":
		return drawNear(t, c)
	}
	return secret{Complete(c.attr), edgesOf(c.attr.Size(), func(u, v int) bool { return true })}
}

func drawNear(t *rapid.T, c column) secret {
	threshold := drawThreshold(t, Scaled{c.attr, big.NewRat(1, 1)})
	special := rapid.SampledFrom(specials).Draw(t, "special")
	p, err := Near(c.attr, threshold, special)
	if err != nil {
		t.Fatal(err)
	}
	r := c.attr.Regular()
	return secret{p, edgesOf(p.Size(), func(u, v int) bool {
		if u >= r || v >= r {
			return special == JoinAll
		}
		return c.apart(u, v).Cmp(threshold) <= 0
	})}
}

// drawGroups puts every declared value into one of up to three groups, and special cells
// into one or none.
func drawGroups(t *rapid.T, a *domain.Attribute) secret {
	special := rapid.SampledFrom(specials).Draw(t, "special")
	n := rapid.IntRange(1, 3).Draw(t, "groups")
	of := make([]int, a.Size()) // -1 for none
	values := make([][]string, n)
	for v := range of {
		of[v] = rapid.IntRange(0, n-1).Draw(t, "group")
		if v >= a.Regular() && rapid.Bool().Draw(t, "in no group") {
			of[v] = -1
			continue
		}
		values[of[v]] = append(values[of[v]], a.Label(v))
	}
	var list []Group
	for g, labels := range values {
		if len(labels) > 0 {
			list = append(list, Group{fmt.Sprintf("group %d", g), labels})
		}
	}
	p, err := Groups(a, list, special)
	if err != nil {
		t.Fatal(err)
	}
	return secret{p, edgesOf(a.Size(), func(u, v int) bool {
		if of[u] < 0 || of[v] < 0 {
			return special == JoinAll
		}
		return of[u] == of[v]
	})}
}

// drawTogether draws a common distance over several columns, all of which have an order.
func drawTogether(t *rapid.T, columns []column) secret {
	var scaled []Scaled
	size := 1
	for _, c := range columns {
		scale := big.NewRat(rapid.Int64Range(1, 9).Draw(t, "scale"), rapid.SampledFrom([]int64{1, 1, 4, 10}).Draw(t, "per"))
		scaled = append(scaled, Scaled{c.attr, scale})
		size *= c.attr.Size()
	}
	threshold, special := drawThreshold(t, scaled...), rapid.SampledFrom(specials).Draw(t, "special")
	p, err := NearTogether(scaled, threshold, special)
	if err != nil {
		t.Fatal(err)
	}
	return secret{p, edgesOf(size, func(u, v int) bool {
		sum := new(big.Rat)
		for i := len(columns) - 1; i >= 0; i-- {
			c := columns[i]
			a, b := u%c.attr.Size(), v%c.attr.Size()
			u, v = u/c.attr.Size(), v/c.attr.Size()
			switch r := c.attr.Regular(); {
			case a == b:
			case a >= r || b >= r:
				if special != JoinAll {
					return false
				}
			default:
				sum.Add(sum, new(big.Rat).Mul(scaled[i].Scale, c.apart(a, b)))
			}
		}
		return sum.Cmp(threshold) <= 0
	})}
}

// scene is a random policy with the definition of its edges.
type scene struct {
	policy   *Policy
	secrets  []secret
	together int // 0 for presence only
	k        int
	joined   [][]bool // over cells
}

// drawScene draws a policy over one to three small columns; with zeros set it has
// impossible combinations.
func drawScene(t *rapid.T, zeros bool) scene {
	var columns []column
	for i := range rapid.IntRange(1, 3).Draw(t, "columns") {
		columns = append(columns, drawColumn(t, string(rune('a'+i)), 3))
	}
	d := drawDomain(t, columns, zeros)
	s := scene{secrets: drawSecrets(t, columns)}
	if rapid.IntRange(0, 9).Draw(t, "presence only") == 0 {
		s.policy, s.secrets = PresenceOnly(d), nil
	} else {
		spec := Spec{Domain: d, Presence: rapid.IntRange(0, 3).Draw(t, "presence") == 0}
		for _, x := range s.secrets {
			spec.Parts = append(spec.Parts, x.part)
		}
		spec.Together = rapid.IntRange(0, len(spec.Parts)).Draw(t, "together")
		if s.together = spec.Together; s.together == 0 {
			s.together = len(spec.Parts)
		}
		var err error
		if s.policy, err = New(spec); err != nil {
			t.Fatal(err)
		}
	}
	s.k, _ = d.Cells()
	s.joined = edgesOf(s.k, s.defined)
	return s
}

func drawDomain(t *rapid.T, columns []column, zeros bool) *domain.Domain {
	var attrs []*domain.Attribute
	for _, c := range rapid.Permutation(columns).Draw(t, "order") {
		attrs = append(attrs, c.attr)
	}
	var impossible []domain.Combination
	for zeros && len(impossible) < 2 {
		c := make(domain.Combination)
		for _, a := range attrs {
			if rapid.Bool().Draw(t, "named") {
				c[a.Name()] = rapid.SliceOfNDistinct(rapid.SampledFrom(a.Labels()), 1, max(1, a.Size()-1), rapid.ID).Draw(t, "labels")
			}
		}
		if len(c) > 0 {
			impossible = append(impossible, c)
		}
		zeros = rapid.Bool().Draw(t, "another")
	}
	d, err := domain.New(attrs, impossible)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// drawSecrets covers the columns with parts, sometimes two columns with one.
func drawSecrets(t *rapid.T, columns []column) []secret {
	var out []secret
	if len(columns) > 1 && columns[0].attr.HasOrder() && columns[1].attr.HasOrder() && rapid.Bool().Draw(t, "tied") {
		pair := []column{columns[0], columns[1]}
		if rapid.Bool().Draw(t, "turned") {
			slices.Reverse(pair)
		}
		out, columns = append(out, drawTogether(t, pair)), columns[2:]
	}
	for _, c := range columns {
		out = append(out, drawSecret(t, c))
	}
	return out
}

// defined says by the definition whether two cells are joined.
func (s scene) defined(u, v int) bool {
	d := s.policy.Domain()
	if !d.Possible(u) || !d.Possible(v) {
		return false
	}
	changed := 0
	for _, x := range s.secrets {
		a, b := 0, 0
		for _, attr := range x.part.Attributes() {
			at, _ := d.Position(attr.Name())
			a, b = a*attr.Size()+d.Value(u, at), b*attr.Size()+d.Value(v, at)
		}
		if a != b {
			changed++
			if !x.joined[a][b] {
				return false
			}
		}
	}
	return 1 <= changed && changed <= s.together
}

// steps returns the number of edges from s to every vertex of a graph, -1 for no way.
func steps(joined [][]bool, s int) []int {
	d := make([]int, len(joined))
	for i := range d {
		d[i] = -1
	}
	d[s] = 0
	for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
		for v, edge := range joined[queue[0]] {
			if edge && d[v] < 0 {
				d[v] = d[queue[0]] + 1
				queue = append(queue, v)
			}
		}
	}
	return d
}

// sets returns the connected components of the wanted vertices, numbered in order of first
// appearance, -1 for the others.
func sets(joined [][]bool, wanted func(v int) bool) (set []int, count int) {
	set = make([]int, len(joined))
	for i := range set {
		set[i] = -1
	}
	for s := range joined {
		if set[s] >= 0 || !wanted(s) {
			continue
		}
		for v, d := range steps(joined, s) {
			if d >= 0 {
				set[v] = count
			}
		}
		count++
	}
	return set, count
}
