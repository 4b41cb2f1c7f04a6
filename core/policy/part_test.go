package policy

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// drawAnyPart draws a part of any kind over one or more columns.
func drawAnyPart(t *rapid.T) ([]column, secret) {
	columns := drawColumns(t)
	return columns, drawSecret(t, columns, 2)
}

// drawColumns draws one or more columns.
func drawColumns(t *rapid.T) []column {
	most := []int{6, 4, 2}
	var columns []column
	for i := range rapid.SampledFrom([]int{1, 1, 2, 2, 3}).Draw(t, "columns") {
		columns = append(columns, drawColumn(t, string(rune('a'+i)), 6))
	}
	for i := range columns {
		for columns[i].attr.Regular() > most[len(columns)-1] {
			columns[i] = drawColumn(t, string(rune('a'+i)), most[len(columns)-1])
		}
	}
	if rapid.Bool().Draw(t, "in order") {
		for i := range columns {
			for !columns[i].attr.HasOrder() {
				columns[i] = drawColumn(t, string(rune('a'+i)), most[len(columns)-1])
			}
		}
	}
	return columns
}

// TestPartsAgreeWithTheirEdges compares everything that a part answers with the definition
// of its edges.
func TestPartsAgreeWithTheirEdges(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		if got, want := s.part.Size(), len(s.edge); got != want {
			t.Fatalf("size %d, want %d", got, want)
		}
		attrs := s.part.Attributes()
		for i, c := range columns {
			if attrs[i] != c.attr || len(attrs) != len(columns) {
				t.Fatalf("the part is over %d columns, want %d", len(attrs), len(columns))
			}
		}
		checkPart(t, s)
	})
}

func checkPart(t *rapid.T, s secret) {
	checkEdges(t, s)
	checkWeights(t, s)
	checkDistances(t, s)
	want, count := sets(s.edge, func(int) bool { return true })
	if got, n := s.part.Components(); n != count || !slices.Equal(got, want) {
		t.Fatalf("%s has %d components %v, want %d %v", s.part.Expert(), n, got, count, want)
	}
	if r, ok := s.part.(Reacher); ok && len(s.part.Attributes()) == 1 {
		checkReach(t, r, s)
	}
	if d, ok := s.part.(Displacer); ok {
		checkDisplacements(t, d, s)
	}
	if b, ok := s.part.(Partition); ok {
		checkBlocks(t, b, s)
	}
}

func checkEdges(t *rapid.T, s secret) {
	n := len(s.edge)
	for u := range n {
		seen := make([]int, n)
		s.part.Neighbours(u, func(v int, w weighted.Weight) bool {
			if w != s.edge[u][v] {
				t.Fatalf("%s: the edge of %d and %d weighs %d, want %d", s.part.Expert(), u, v, w, s.edge[u][v])
			}
			seen[v]++
			return true
		})
		degree := 0
		for v := range n {
			want := s.edge[u][v]
			if got, joined := s.part.Weight(u, v); joined != (want > 0) || joined && got != want {
				t.Fatalf("%s: %d and %d joined: %v at %d, want %d", s.part.Expert(), u, v, joined, got, want)
			}
			if (seen[v] == 1) != (want > 0) || seen[v] > 1 {
				t.Fatalf("%s: %d is %d times a neighbour of %d, weight %d", s.part.Expert(), v, seen[v], u, want)
			}
			degree += seen[v]
		}
		for stop := 1; stop <= degree; stop++ {
			calls := 0
			s.part.Neighbours(u, func(int, weighted.Weight) bool { calls++; return calls < stop })
			if calls != stop {
				t.Fatalf("%s: told to stop after %d neighbours of %d, it yields %d", s.part.Expert(), stop, u, calls)
			}
		}
	}
}

// checkWeights checks the bounds on the weights, which are tight where all edges weigh the
// same.
func checkWeights(t *rapid.T, s secret) {
	least, most := weighted.Infinite, weighted.Weight(0)
	for _, row := range s.edge {
		for _, w := range row {
			if w > 0 {
				least, most = min(least, w), max(most, w)
			}
		}
	}
	if lightest, heaviest := s.part.Weights(); lightest > least || heaviest < most {
		t.Fatalf("%s: weights from %d to %d, the bounds are %d and %d", s.part.Expert(), least, most, lightest, heaviest)
	}
}

// checkDistances compares distances with the closure of the edges. A distance that is too
// short would promise more than is kept.
func checkDistances(t *rapid.T, s secret) {
	want := shortest(s.edge)
	for u := range want {
		for v := range want {
			if got := s.part.Distance(u, v); got < want[u][v] || s.exact && got != want[u][v] || (got == weighted.Infinite) != (want[u][v] == weighted.Infinite) {
				t.Fatalf("%s: %d and %d are %d apart, want %d (exact: %v)", s.part.Expert(), u, v, got, want[u][v], s.exact)
			}
			if g, ok := s.part.(weighted.Guided); ok && want[u][v] > 0 && want[u][v] < weighted.Infinite {
				if direct, joined := s.part.Weight(u, v); !joined || direct > want[u][v] {
					checkGuide(t, g, want[u][v], u, v)
				}
			}
		}
	}
}

// checkGuide checks that the edges on the way make up its length.
func checkGuide(t *rapid.T, g weighted.Guided, want weighted.Weight, u, v int) {
	var got weighted.Weight
	way := g.Guide(u, v)
	for _, e := range way {
		got += e.Weight * weighted.Weight(e.Edges)
	}
	if way != nil && got != want {
		t.Fatalf("the edges from %d to %d add up to %d, want %d", u, v, got, want)
	}
}

func checkReach(t *rapid.T, r Reacher, s secret) {
	for u, got := range r.Reach() {
		want := u
		for v, w := range s.edge[u] {
			if w > 0 {
				want = max(want, v)
			}
		}
		if got != want {
			t.Fatalf("%s: %d reaches %d, want %d", s.part.Expert(), u, got, want)
		}
		for v := u + 1; v < got && r.Solid(); v++ {
			if s.edge[u][v] == 0 {
				t.Fatalf("%s is solid, but %d reaches %d and is not joined to %d", s.part.Expert(), u, got, v)
			}
		}
	}
}

// checkDisplacements compares a part's displacements with its edges.
func checkDisplacements(t *rapid.T, d Displacer, s secret) {
	attrs := s.part.Attributes()
	l, _ := newLayout(attrs, len(s.edge))
	weight := make(map[[3]int]weighted.Weight)
	key := func(by []int) (k [3]int) { copy(k[:], by); return k }
	ok := d.Displacements(func(by []int, w weighted.Weight) bool {
		first := slices.IndexFunc(by, func(n int) bool { return n != 0 })
		if _, twice := weight[key(by)]; twice || first < 0 || by[first] < 0 {
			t.Fatalf("%s: displacement %v is none, or comes twice", s.part.Expert(), by)
		}
		weight[key(by)] = w
		return true
	})
	if !ok {
		if len(weight) > 0 {
			t.Fatalf("%s yields displacements that do not hold", s.part.Expert())
		}
		return
	}
	for u := range s.edge {
		for v := range s.edge {
			by, opposite := make([]int, len(attrs)), make([]int, len(attrs))
			stays := true
			for i, a := range attrs {
				from, to := l.value(i, u), l.value(i, v)
				by[i], opposite[i] = to-from, from-to
				stays = stays && (from == to || max(from, to) < a.Regular())
			}
			want := max(weight[key(by)], weight[key(opposite)])
			if !stays {
				want = 0
			}
			if s.edge[u][v] != want {
				t.Fatalf("%s: %d and %d differ by %v, which weighs %d; their edge weighs %d", s.part.Expert(), u, v, by, want, s.edge[u][v])
			}
		}
	}
	calls := 0
	d.Displacements(func([]int, weighted.Weight) bool { calls++; return false })
	if calls > 1 {
		t.Fatalf("%s: told to stop, it yields %d displacements", s.part.Expert(), calls)
	}
}

// checkBlocks compares a part's blocks with its edges.
func checkBlocks(t *rapid.T, b Partition, s secret) {
	block, count, ok := b.Blocks()
	if !ok {
		return
	}
	number := make(weighted.Numbering)
	var weight weighted.Weight
	for u := range s.edge {
		if number.Of(block[u]) != block[u] {
			t.Fatalf("%s: blocks %v are not in order of first appearance", s.part.Expert(), block)
		}
		for v, w := range s.edge[u] {
			if (w > 0) != (u != v && block[u] == block[v]) {
				t.Fatalf("%s: %d and %d are in blocks %d and %d, weight %d", s.part.Expert(), u, v, block[u], block[v], w)
			}
			if w > 0 && weight > 0 && w != weight {
				t.Fatalf("%s: edges in blocks weigh %d and %d", s.part.Expert(), w, weight)
			}
			weight = max(weight, w)
		}
	}
	if len(number) != count {
		t.Fatalf("%s: %d blocks, want %d", s.part.Expert(), count, len(number))
	}
}

// TestPartsProjectTheirEdges compares the edges of a projected part with the image of the
// part's edges: one edge too few, or one too heavy, would leave a secret less protected in
// some question.
func TestPartsProjectTheirEdges(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		for subset := 1; subset < 1<<len(columns); subset++ {
			var keep []int
			for i := range columns {
				if subset>>i&1 == 1 {
					keep = append(keep, i)
				}
			}
			checkProjection(t, s, keep)
		}
	})
}

func checkProjection(t *rapid.T, s secret, keep []int) {
	attrs := s.part.Attributes()
	whole, _ := newLayout(attrs, len(s.edge))
	q := s.part.Project(keep)
	if len(q.Attributes()) != len(keep) {
		t.Fatalf("the projection to %v is over %d columns", keep, len(q.Attributes()))
	}
	for j, i := range keep {
		if q.Attributes()[j] != attrs[i] {
			t.Fatalf("the projection to %v is over other columns", keep)
		}
	}
	image := func(u int) int {
		v := 0
		for _, i := range keep {
			v = v*attrs[i].Size() + whole.value(i, u)
		}
		return v
	}
	want := tableOf(q.Size(), func(u, v int) weighted.Weight { return 0 })
	for u := range s.edge {
		for v, w := range s.edge[u] {
			if a, b := image(u), image(v); w > 0 && a != b && (want[a][b] == 0 || w < want[a][b]) {
				want[a][b] = w
			}
		}
	}
	if s.rounds { // redundant edges may be left out, and weights be rounded again
		got := secret{part: q, edge: readOff(q)}
		checkPart(t, got)
		kept, asked := shortest(got.edge), shortest(want)
		checkNear(t, q, kept, asked)
		for u := range kept {
			for v := range kept {
				if kept[u][v] > asked[u][v] {
					t.Fatalf("the projection %s keeps %d and %d at %d, not %d", q.Expert(), u, v, kept[u][v], asked[u][v])
				}
			}
		}
		return
	}
	checkPart(t, secret{part: q, edge: want})
}

// TestUnweightedParts drops the weights and nothing else.
func TestUnweightedParts(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		_, s := drawAnyPart(t)
		flat := s
		flat.part, flat.exact = unweighted(s.part), false
		flat.edge = tableOf(len(s.edge), func(u, v int) weighted.Weight { return min(s.edge[u][v], 1) * weighted.One })
		checkPart(t, flat)
		if !allOne(flat.part) {
			t.Fatalf("%s has weights", flat.part.Expert())
		}
		if twice := must(flat.part.Weigh(big.NewRat(2, 1))); twice.Size() > 1 {
			if _, heaviest := twice.Weights(); heaviest > 0 && heaviest != 2*weighted.One {
				t.Fatalf("twice One is %d", heaviest)
			}
		}
	})
}
