package policy

import (
	"fmt"
	"math/big"
	"slices"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// table is the weights of a graph's edges by the definition, 0 for no edge.
type table [][]weighted.Weight

// tableOf tabulates the definition of a graph over n vertices.
func tableOf(n int, weight func(u, v int) weighted.Weight) table {
	m := make(table, n)
	for u := range m {
		m[u] = make([]weighted.Weight, n)
		for v := range m[u] {
			if u != v {
				m[u][v] = weight(u, v)
			}
		}
	}
	return m
}

// joinedAt tabulates a graph whose edges all have one weight.
func joinedAt(n int, w weighted.Weight, joined func(u, v int) bool) table {
	return tableOf(n, func(u, v int) weighted.Weight {
		if joined(u, v) {
			return w
		}
		return 0
	})
}

// secret is a part with its edges as the definition has them.
type secret struct {
	part Part
	edge table
	// exact says that the part's distances are those of its graph, and not upper bounds.
	exact bool
	// rounds says that a metric is in it, whose weights are not rounded as others are; its
	// table is read off the part, and compared with the definition by itself.
	rounds bool
}

// kinds of secrets, by how many columns they are over.
type kind struct {
	name string
	fits func(columns []column) bool
	draw func(t *rapid.T, columns []column) secret
}

func single(columns []column) bool { return len(columns) == 1 }

func inOrder(columns []column) bool {
	return !slices.ContainsFunc(columns, func(c column) bool { return !c.attr.HasOrder() })
}

func oneInOrder(columns []column) bool { return single(columns) && inOrder(columns) }
func anyColumns([]column) bool         { return true }

// kinds lists every kind of part; those at the front are the hardest ones, and so twice.
func kinds(deep int) []kind {
	list := []kind{
		{"near", oneInOrder, drawNear},
		{"within", inOrder, drawWithin},
		{"near", oneInOrder, drawNear},
		{"within", inOrder, drawWithin},
		{"complete", single, drawComplete},
		{"groups", single, drawGroups},
		{"groups of", single, drawGroupsOf},
		{"alone", single, drawAlone},
		{"successive", single, drawSuccessive},
		{"grid", inOrder, drawGrid},
		{"graded", inOrder, drawGraded},
		{"pairs", anyColumns, drawPairs},
		{"matrix", single, drawMatrix},
		{"budgets", single, drawBudgets},
	}
	if deep > 0 {
		list = append(list,
			kind{"union", anyColumns, func(t *rapid.T, c []column) secret { return drawUnion(t, c, deep-1) }},
			kind{"intersection", anyColumns, func(t *rapid.T, c []column) secret { return drawIntersection(t, c, deep-1) }},
			kind{"product", func(c []column) bool { return len(c) > 1 }, func(t *rapid.T, c []column) secret { return drawProduct(t, c, deep-1) }},
		)
	}
	return list
}

// drawSecret draws a part of any kind over the columns, sometimes with other weights.
func drawSecret(t *rapid.T, columns []column, deep int) secret {
	fitting := slices.DeleteFunc(kinds(deep), func(k kind) bool { return !k.fits(columns) })
	k := rapid.SampledFrom(fitting).Draw(t, "secret")
	s := k.draw(t, columns)
	if rapid.IntRange(0, 2).Draw(t, "weigh") == 0 {
		return weighed(t, s)
	}
	return s
}

// drawFactor draws a factor for weights.
func drawFactor(t *rapid.T) *big.Rat {
	return big.NewRat(rapid.Int64Range(1, 12).Draw(t, "weight"), rapid.SampledFrom([]int64{1, 2, 3, 10, 7}).Draw(t, "of"))
}

// floor rounds a multiple of One down, as the definition has it.
func floor(r *big.Rat) weighted.Weight {
	x := new(big.Rat).Mul(r, big.NewRat(1<<20, 1))
	return weighted.Weight(new(big.Int).Div(x.Num(), x.Denom()).Int64())
}

// weighed multiplies the weights of a secret. A metric may refuse what would be too light.
func weighed(t *rapid.T, s secret) secret {
	f := drawFactor(t)
	q, err := s.part.Weigh(f)
	if err != nil && !s.rounds {
		t.Fatal(err)
	}
	if err != nil {
		return s
	}
	out := s
	out.part, out.edge = q, tableOf(len(s.edge), func(u, v int) weighted.Weight {
		if s.edge[u][v] == 0 {
			return 0
		}
		return floor(new(big.Rat).Mul(s.edge[u][v].Rat(), f))
	})
	if s.rounds {
		rough := shortest(out.edge)
		out.edge = readOff(q)
		checkNear(t, q, shortest(out.edge), rough)
	}
	return out
}

// readOff takes a part's word for its weights.
func readOff(p Part) table {
	return tableOf(p.Size(), func(u, v int) weighted.Weight {
		w, joined := p.Weight(u, v)
		if !joined {
			return 0
		}
		return w
	})
}

// drawThreshold draws a threshold, often one that the differences of two values of each
// column come to exactly, or the next one above it: those are the hard ones.
func drawThreshold(t *rapid.T, norm distance.Norm, columns ...Scaled) *big.Rat {
	if rapid.Bool().Draw(t, "exact") {
		sum := new(big.Rat)
		for _, c := range columns {
			value := rapid.IntRange(0, c.Attribute.Regular()-1)
			gap := c.Attribute.Gap(value.Draw(t, "from"), value.Draw(t, "to"))
			gap += rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "more")
			d := new(big.Rat).Mul(c.Scale, big.NewRat(gap, c.Attribute.Units()))
			if norm == distance.LInf && d.Cmp(sum) > 0 {
				sum.Set(d)
			} else if norm != distance.LInf {
				sum.Add(sum, d)
			}
		}
		if sum.Sign() > 0 {
			return sum
		}
	}
	return big.NewRat(rapid.Int64Range(1, 24).Draw(t, "threshold"), rapid.SampledFrom([]int64{1, 2, 4, 5, 100}).Draw(t, "per"))
}

var specials = []Special{OwnGroup, JoinAll}

func drawSpecial(t *rapid.T) Special { return rapid.SampledFrom(specials).Draw(t, "special") }

func drawComplete(_ *rapid.T, c []column) secret {
	return secret{part: Complete(c[0].attr), edge: joinedAt(c[0].attr.Size(), weighted.One, func(u, v int) bool { return true }), exact: true}
}

func drawAlone(_ *rapid.T, c []column) secret {
	return secret{part: Alone(c[0].attr), edge: joinedAt(c[0].attr.Size(), weighted.One, func(u, v int) bool { return false }), exact: true}
}

func drawSuccessive(t *rapid.T, columns []column) secret {
	a, special := columns[0].attr, rapid.Bool().Draw(t, "special")
	return secret{part: Successive(a, special), edge: joinedAt(a.Size(), weighted.One, func(u, v int) bool {
		return (u-v == 1 || v-u == 1) && (special || max(u, v) < a.Regular())
	}), exact: true}
}

func drawNear(t *rapid.T, columns []column) secret {
	c := columns[0]
	threshold, special := drawThreshold(t, distance.L1, Scaled{c.attr, big.NewRat(1, 1)}), drawSpecial(t)
	p := must(Near(c.attr, threshold, special))
	return secret{part: p, edge: joinedAt(p.Size(), weighted.One, func(u, v int) bool {
		if r := c.attr.Regular(); u >= r || v >= r {
			return special == JoinAll
		}
		return c.apart(u, v).Cmp(threshold) <= 0
	}), exact: true}
}

// drawnGroups puts every declared value into one of up to three groups, and special cells
// into one or none (-1).
func drawnGroups(t *rapid.T, a *domain.Attribute) []int {
	n := rapid.IntRange(1, 3).Draw(t, "groups")
	of := make([]int, a.Size())
	for v := range of {
		of[v] = rapid.IntRange(0, n-1).Draw(t, "group")
		if v >= a.Regular() && rapid.Bool().Draw(t, "in no group") {
			of[v] = -1
		}
	}
	return of
}

func groupsTable(of []int, special Special) table {
	return joinedAt(len(of), weighted.One, func(u, v int) bool {
		if of[u] < 0 || of[v] < 0 {
			return special == JoinAll
		}
		return of[u] == of[v]
	})
}

func drawGroups(t *rapid.T, columns []column) secret {
	a := columns[0].attr
	special, of := drawSpecial(t), drawnGroups(t, a)
	values := make(map[int][]string)
	for v, g := range of {
		if g >= 0 {
			values[g] = append(values[g], a.Label(v))
		}
	}
	var list []Group
	for g := range 3 {
		if len(values[g]) > 0 {
			list = append(list, Group{fmt.Sprintf("group %d", g), values[g]})
		}
	}
	return secret{part: must(Groups(a, list, special)), edge: groupsTable(of, special), exact: true}
}

func drawGroupsOf(t *rapid.T, columns []column) secret {
	a := columns[0].attr
	special, of := drawSpecial(t), drawnGroups(t, a)
	coarser := make(map[string]string)
	for v, g := range of {
		if g >= 0 {
			coarser[a.Label(v)] = fmt.Sprintf("group %d", g)
		}
	}
	return secret{part: must(GroupsOf(a, coarser, special)), edge: groupsTable(of, special), exact: true}
}

// digits are the values of a combination, the last column changing fastest.
func digits(columns []column, u int) []int {
	values := make([]int, len(columns))
	for i := len(columns) - 1; i >= 0; i-- {
		values[i] = u % columns[i].attr.Size()
		u /= columns[i].attr.Size()
	}
	return values
}

func sizeOf(columns []column) int {
	size := 1
	for _, c := range columns {
		size *= c.attr.Size()
	}
	return size
}

func drawScaled(t *rapid.T, columns []column) []Scaled {
	var scaled []Scaled
	for _, c := range columns {
		scale := big.NewRat(rapid.Int64Range(1, 9).Draw(t, "scale"), rapid.SampledFrom([]int64{1, 1, 4, 10}).Draw(t, "per"))
		scaled = append(scaled, Scaled{c.attr, scale})
	}
	return scaled
}

// spread is the distance of two combinations by the definition, as an exact square for L2;
// special cells that change count as given, or make it nil.
func spread(columns []column, scaled []Scaled, norm distance.Norm, u, v int, special *big.Rat) *big.Rat {
	sum := new(big.Rat)
	a, b := digits(columns, u), digits(columns, v)
	for i, c := range columns {
		if a[i] == b[i] {
			continue
		}
		d := special
		if r := c.attr.Regular(); a[i] < r && b[i] < r {
			d = new(big.Rat).Mul(scaled[i].Scale, c.apart(a[i], b[i]))
		}
		switch {
		case d == nil:
			return nil
		case norm == distance.L1:
			sum.Add(sum, d)
		case norm == distance.L2:
			sum.Add(sum, new(big.Rat).Mul(d, d))
		case d.Cmp(sum) > 0:
			sum.Set(d)
		}
	}
	return sum
}

func drawNorm(t *rapid.T) distance.Norm {
	return rapid.SampledFrom(distance.Norms()).Draw(t, "norm")
}

func drawWithin(t *rapid.T, columns []column) secret {
	norm, special, scaled := drawNorm(t), drawSpecial(t), drawScaled(t, columns)
	threshold := drawThreshold(t, norm, scaled...)
	var p Part
	if norm == distance.L1 {
		p = must(Within(scaled, threshold, distance.L1, special))
	} else {
		p = must(Within(scaled, threshold, norm, special))
	}
	limit, free := threshold, new(big.Rat)
	if norm == distance.L2 {
		limit = new(big.Rat).Mul(threshold, threshold)
	}
	if special == OwnGroup {
		free = nil
	}
	return secret{part: p, edge: joinedAt(p.Size(), weighted.One, func(u, v int) bool {
		d := spread(columns, scaled, norm, u, v, free)
		return d != nil && d.Cmp(limit) <= 0
	}), exact: true}
}

// checkNear compares the shortest ways of a metric with those of the definition, which
// rounds less: a hundredth apart at most.
func checkNear(t *rapid.T, p Part, got, want [][]weighted.Weight) {
	for u := range got {
		for v, w := range want[u] {
			if g := got[u][v]; (w == weighted.Infinite) != (g == weighted.Infinite) || w < weighted.Infinite && (g > w+w/100+64 || g < w-w/100-64) {
				t.Fatalf("%s: %d and %d are %d apart, want about %d", p.Expert(), u, v, g, w)
			}
		}
	}
}

// drawGraded draws a metric. That its edges have the weights of the definition, but for the
// rounding it states, and that none that matters is left out, is checked here.
func drawGraded(t *rapid.T, columns []column) secret {
	scaled := drawScaled(t, columns)
	g := Grade{Norm: drawNorm(t), Special: drawSpecial(t), Unit: big.NewRat(rapid.Int64Range(1, 30).Draw(t, "unit"), rapid.SampledFrom([]int64{1, 4, 10}).Draw(t, "per"))}
	touch := slices.ContainsFunc(columns, func(c column) bool { return !c.attr.Attained() })
	if touch || rapid.Bool().Draw(t, "at least") {
		g.AtLeast = new(big.Rat).Mul(g.Unit, rapid.SampledFrom([]*big.Rat{big.NewRat(1, 1), big.NewRat(1, 3), big.NewRat(2, 1)}).Draw(t, "least"))
	}
	p, err := Graded(scaled, g)
	if err != nil { // neighbouring values would weigh too little
		g.AtLeast = g.Unit
		p = must(Graded(scaled, g))
	}
	jump := g.Unit
	if g.Special == OwnGroup {
		jump = nil
	}
	whole := tableOf(p.Size(), func(u, v int) weighted.Weight {
		d := spread(columns, scaled, g.Norm, u, v, jump)
		if d == nil {
			return 0
		}
		return graded(g, d)
	})
	want := shortest(whole)
	for _, q := range []Part{p, abridge(p, false)} {
		edge := readOff(q)
		for u := range edge {
			for v, w := range edge[u] {
				if w > 0 {
					checkGrade(t, g, spread(columns, scaled, g.Norm, u, v, jump), w)
				}
				if _, all := abridge(p, false).Weight(u, v); u != v && all != (whole[u][v] > 0) {
					t.Fatalf("%s: %d and %d joined: %v", p.Expert(), u, v, all)
				}
			}
		}
		for u, row := range shortest(edge) {
			for v, got := range row {
				if w := want[u][v]; got > w || (got == weighted.Infinite) != (w == weighted.Infinite) || w < weighted.Infinite && got < w-w/500-32 {
					t.Fatalf("%s: %d and %d are kept at %d, want %d", q.Expert(), u, v, got, w)
				}
			}
		}
	}
	return secret{part: p, edge: readOff(p), exact: true, rounds: true}
}

// graded is the weight of a distance (its square for L2) by the definition.
func graded(g Grade, d *big.Rat) weighted.Weight {
	steps := new(big.Rat).Quo(d, g.Unit)
	var w weighted.Weight
	if g.Norm == distance.L2 {
		steps.Quo(steps, g.Unit)
		steps.Mul(steps, new(big.Rat).SetInt64(1<<40))
		w = weighted.Weight(new(big.Int).Sqrt(new(big.Int).Quo(steps.Num(), steps.Denom())).Int64())
	} else {
		w = floor(steps)
	}
	if g.AtLeast != nil {
		w = max(w, floor(new(big.Rat).Quo(g.AtLeast, g.Unit)))
	}
	return w
}

// checkGrade checks a weight against a distance (its square for L2): never above, and less
// than a thousandth and a step below.
func checkGrade(t *rapid.T, g Grade, d *big.Rat, w weighted.Weight) {
	got := w.Rat()
	low := new(big.Rat).Add(got, big.NewRat(1, 1<<20))
	low.Mul(low, big.NewRat(1024, 1023))
	want := new(big.Rat).Quo(d, g.Unit)
	if g.Norm == distance.L2 {
		want.Quo(want, g.Unit)
		got.Mul(got, got)
		low.Mul(low, low)
	}
	if g.AtLeast != nil {
		least := new(big.Rat).Quo(g.AtLeast, g.Unit)
		if g.Norm == distance.L2 {
			least.Mul(least, least)
		}
		if want.Cmp(least) < 0 {
			want = least
		}
	}
	if got.Cmp(want) > 0 || low.Cmp(want) < 0 {
		t.Fatalf("%v: the distance %s has the weight %v", g, d.FloatString(6), w.Steps())
	}
}
