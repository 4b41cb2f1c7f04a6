package policy

import (
	"math/big"
	"slices"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/weighted"
)

// drawGrid cuts columns into pieces. Where it is refused, the definition has to say that a
// range lies in two.
func drawGrid(t *rapid.T, columns []column) secret {
	special := drawSpecial(t)
	var cuts []Cut
	piece := make([][]int64, len(columns))
	torn := false
	for i, c := range columns {
		cut := Cut{Attribute: c.attr, Width: big.NewRat(rapid.Int64Range(1, 6).Draw(t, "width"), rapid.SampledFrom([]int64{1, 1, 2}).Draw(t, "per"))}
		lo, hi := c.attr.Ends(0)
		from := lo
		if from == nil {
			from = hi
		}
		if from == nil {
			from = new(big.Rat)
		}
		if rapid.Bool().Draw(t, "from") {
			cut.From = big.NewRat(rapid.Int64Range(-9, 9).Draw(t, "beginning"), 2)
			from = cut.From
		}
		cuts = append(cuts, cut)
		for v := range c.attr.Regular() {
			at := func(x *big.Rat) int64 {
				q := new(big.Rat).Sub(x, from)
				q.Quo(q, cut.Width)
				return new(big.Int).Div(q.Num(), q.Denom()).Int64()
			}
			lo, hi := c.attr.Ends(v)
			first, last := at(c.numbers[v][0]), at(c.numbers[v][len(c.numbers[v])-1])
			switch {
			case lo == nil && hi == nil:
				first, last = 0, 0
			case lo == nil:
				first = last
			case hi == nil:
				last = first
			}
			torn = torn || first != last
			piece[i] = append(piece[i], first)
		}
	}
	p, err := Grid(cuts, special)
	if (err != nil) != torn {
		t.Fatalf("a grid with a range in two pieces: %v, but %v", torn, err)
	}
	if err != nil {
		return drawWithin(t, columns)
	}
	return secret{part: p, edge: joinedAt(p.Size(), weighted.One, func(u, v int) bool {
		a, b := digits(columns, u), digits(columns, v)
		for i, c := range columns {
			r := c.attr.Regular()
			switch {
			case a[i] == b[i]:
			case a[i] >= r || b[i] >= r:
				if special != JoinAll {
					return false
				}
			case piece[i][a[i]] != piece[i][b[i]]:
				return false
			}
		}
		return true
	}), exact: true}
}

// drawWeights draws a symmetric table with about a third of the entries empty, of weights
// as a person might enter them; nil for none.
func drawWeights(t *rapid.T, n int) [][]*big.Rat {
	rows := make([][]*big.Rat, n)
	for i := range rows {
		rows[i] = make([]*big.Rat, n)
		for j := range i {
			if rapid.IntRange(0, 2).Draw(t, "joined") > 0 {
				w := drawFactor(t)
				rows[i][j], rows[j][i] = w, w
			}
		}
	}
	return rows
}

func drawPairs(t *rapid.T, columns []column) secret {
	n := sizeOf(columns)
	rows := drawWeights(t, n)
	var attrs []*domain.Attribute
	for _, c := range columns {
		attrs = append(attrs, c.attr)
	}
	labels := func(u int) (out []string) {
		for i, v := range digits(columns, u) {
			out = append(out, attrs[i].Label(v))
		}
		return out
	}
	var pairs []Pair
	for u := range n {
		for v := range u {
			if w := rows[u][v]; w != nil && w.Cmp(big.NewRat(1, 1)) == 0 && len(pairs)%2 == 0 {
				pairs = append(pairs, Pair{A: labels(u), B: labels(v)})
			} else if w != nil {
				pairs = append(pairs, Pair{A: labels(v), B: labels(u), Weight: w})
			}
		}
	}
	if len(pairs) == 0 {
		if _, err := Pairs(attrs, nil); err == nil {
			t.Fatal("no pairs are taken for a secret")
		}
		return allApart(columns)
	}
	return secret{part: must(Pairs(attrs, pairs)), edge: weightsTable(rows), exact: true}
}

// allApart is a part without edges over any columns.
func allApart(columns []column) secret {
	var parts []Part
	for _, c := range columns {
		parts = append(parts, Alone(c.attr))
	}
	p := parts[0]
	if len(parts) > 1 {
		p = must(Product(parts, 0))
	}
	return secret{part: p, edge: tableOf(p.Size(), func(u, v int) weighted.Weight { return 0 }), exact: true}
}

func weightsTable(rows [][]*big.Rat) table {
	return tableOf(len(rows), func(u, v int) weighted.Weight {
		if rows[u][v] == nil {
			return 0
		}
		return floor(rows[u][v])
	})
}

func drawMatrix(t *rapid.T, columns []column) secret {
	a, special := columns[0].attr, drawSpecial(t)
	n := a.Regular()
	if rapid.Bool().Draw(t, "with special cells") {
		n = a.Size()
	}
	rows := drawWeights(t, n)
	order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
		for v := range n {
			if !yield(v) {
				return
			}
		}
	})).Draw(t, "headings")
	labels, turned := make([]string, n), make([][]*big.Rat, n)
	for i, u := range order {
		labels[i] = a.Label(u)
		for _, v := range order {
			turned[i] = append(turned[i], rows[u][v])
		}
	}
	small := weightsTable(rows)
	return secret{part: must(Matrix(a, labels, turned, special)), edge: tableOf(a.Size(), func(u, v int) weighted.Weight {
		switch {
		case u < n && v < n:
			return small[u][v]
		case special == JoinAll:
			return weighted.One
		}
		return 0
	}), exact: true}
}

func drawBudgets(t *rapid.T, columns []column) secret {
	a := columns[0].attr
	var rest *big.Rat
	if rapid.Bool().Draw(t, "budget for the others") {
		rest = drawFactor(t)
	}
	of := make([]weighted.Weight, a.Size())
	var list []Budget
	for v := range of {
		if of[v] = weighted.Infinite; rest != nil {
			of[v] = floor(rest)
		}
		if rapid.Bool().Draw(t, "own budget") || v == 0 {
			w := drawFactor(t)
			list = append(list, Budget{a.Label(v), w})
			of[v] = floor(w)
		}
	}
	return secret{part: must(Budgets(a, list, rest)), edge: tableOf(len(of), func(u, v int) weighted.Weight {
		if w := min(of[u], of[v]); w < weighted.Infinite {
			return w
		}
		return 0
	}), exact: true}
}

func drawUnion(t *rapid.T, columns []column, deep int) secret {
	a, b := drawSecret(t, columns, deep), drawSecret(t, columns, deep)
	return secret{part: must(Union(a.part, b.part)), edge: tableOf(len(a.edge), func(u, v int) weighted.Weight {
		x, y := a.edge[u][v], b.edge[u][v]
		if x == 0 || y == 0 {
			return max(x, y)
		}
		return min(x, y)
	}), exact: true, rounds: a.rounds || b.rounds}
}

func drawIntersection(t *rapid.T, columns []column, deep int) secret {
	a, b := drawSecret(t, columns, deep).whole(), drawSecret(t, columns, deep).whole()
	return secret{part: must(Intersection(a.part, b.part)), edge: tableOf(len(a.edge), func(u, v int) weighted.Weight {
		return min(a.edge[u][v], b.edge[u][v])
	}), exact: true, rounds: a.rounds || b.rounds}
}

func drawProduct(t *rapid.T, columns []column, deep int) secret {
	var parts []Part
	var secrets []secret
	for _, c := range columns {
		s := drawSecret(t, []column{c}, deep)
		secrets, parts = append(secrets, s), append(parts, s.part)
	}
	together := rapid.IntRange(0, len(parts)).Draw(t, "together")
	p := must(Product(parts, together))
	if together == 0 {
		together = len(parts)
	}
	for i := range secrets {
		if together > 1 {
			secrets[i] = secrets[i].whole()
		}
	}
	return secret{part: p, edge: tableOf(p.Size(), func(u, v int) weighted.Weight {
		return jointly(secrets, together, digits(columns, u), digits(columns, v))
	}), exact: sharesExactly(secrets, together), rounds: slices.ContainsFunc(secrets, func(s secret) bool { return s.rounds })}
}

// whole is the secret with redundant edges.
func (s secret) whole() secret {
	if s.rounds {
		s.part = abridge(s.part, false)
		s.edge = readOff(s.part)
	}
	return s
}

// jointly is the weight of an edge along which up to together of some parts change.
func jointly(secrets []secret, together int, from, to []int) weighted.Weight {
	changed, heaviest := 0, weighted.Weight(0)
	for i, s := range secrets {
		if from[i] == to[i] {
			continue
		}
		w := s.edge[from[i]][to[i]]
		if changed++; w == 0 || changed > together {
			return 0
		}
		heaviest = max(heaviest, w)
	}
	return heaviest
}

// sharesExactly says where distances over several parts are documented to be exact: one at
// a time, and edges that all weigh the same, as far as the parts know that they do.
func sharesExactly(secrets []secret, together int) bool {
	var weight weighted.Weight
	same := true
	for _, s := range secrets {
		if !s.exact {
			return false
		}
		if lightest, heaviest := s.part.Weights(); heaviest > 0 {
			same = same && lightest == heaviest && (weight == 0 || weight == lightest)
			weight = lightest
		}
	}
	return together == 1 || same || len(secrets) == 1
}
