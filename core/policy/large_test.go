package policy

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// thirty returns a policy over thirty columns of a thousand values each, ten parts of which
// may change together: the first two columns have a common distance within 5, the third a
// distance within 10, and all others are secret entirely.
func thirty(t *testing.T, impossible []domain.Combination, presence bool) *Policy {
	t.Helper()
	var attrs []*domain.Attribute
	for i := range 30 {
		attrs = append(attrs, whole(domain.AttributeName(fmt.Sprint("c", i)), 1000, typed))
	}
	parts := []Part{
		must(Within([]Scaled{{attrs[0], rat("1")}, {attrs[1], rat("2")}}, rat("5"), distance.L1, OwnGroup)),
		must(Near(attrs[2], rat("10"), OwnGroup)),
	}
	for _, a := range attrs[3:] {
		parts = append(parts, Complete(a))
	}
	return must(New(Spec{Domain: must(domain.New(attrs, impossible)), Parts: parts, Together: 10, Presence: presence}))
}

// record returns the values of a record over thirty columns that are all v.
func record(v int) []int { return slices.Repeat([]int{v}, 30) }

func TestThirtyColumns(t *testing.T) {
	p := thirty(t, nil, false)
	if err := p.Edges(func(Edge) bool { return true }); err == nil {
		t.Error("the edges over thirty columns were walked")
	}
	if _, _, err := p.Components(); err == nil {
		t.Error("the cells of thirty columns were numbered")
	}
	if !p.HasValueEdges() {
		t.Error("no edges are seen")
	}
	if got := p.Disclosed(); len(got) > 0 {
		t.Errorf("disclosed: %q", got)
	}
	// 27 answers secret entirely, 3 + 6 = 9 within distances (a step along the common
	// distance covers 5 of 3 + 2·3, so 2 edges; one step of 3 within 10).
	if got, want := p.Distance(record(0), record(3)), 3*weighted.One; got != want {
		t.Errorf("distance %g, want ceil((27 + 2 + 1) / 10) = %g", got.Steps(), want.Steps())
	}
	if got, want := p.Distance(record(0), record(300)), 180*weighted.One; got != want {
		t.Errorf("distance %g, want %g: the common distance alone takes (300 + 600) / 5 steps", got.Steps(), want.Steps())
	}
	q := must(p.Project([]domain.AttributeName{"c2", "c1"}))
	if k, err := q.Domain().Cells(); err != nil || k != 1_000_000 || q.Together() != 2 {
		t.Errorf("two columns have %d cells (%v), %d together", k, err, q.Together())
	}
	if _, joined := q.Weight(Vertex(q.Domain().Index([]int{0, 0})), Vertex(q.Domain().Index([]int{10, 2}))); !joined {
		t.Error("10 and 2·2 are within the thresholds 10 and 5, but not joined")
	}
	if _, joined := q.Weight(Vertex(q.Domain().Index([]int{0, 0})), Vertex(q.Domain().Index([]int{10, 3}))); joined {
		t.Error("2·3 is beyond the threshold 5, but joined")
	}
}

func TestThirtyColumnsWithImpossibleOnes(t *testing.T) {
	// A wall in c2: nobody has 20 to 29 there, so the distance within 10 cannot cross.
	var wall []string
	for v := 20; v < 30; v++ {
		wall = append(wall, fmt.Sprint(v))
	}
	impossible := []domain.Combination{{"c2": wall}, {"c5": {"07"}, "c6": {"8"}}}
	p := thirty(t, impossible, false)
	if got := p.Distance(record(0), record(40)); got != weighted.Infinite {
		t.Errorf("across the wall: distance %g, want none", got.Steps())
	}
	// On one side: 6 edges for the common distance, 24 answers by tens with them, and one edge
	// more at most for c2 and for c5 and c6 each, which have to go around what is impossible.
	if got := p.Distance(record(0), record(10)); got < 6*weighted.One || got > 8*weighted.One {
		t.Errorf("on one side: distance %g, want a bound from 6 to 8", got.Steps())
	}
	// "07" names the value 7, so a record with it is impossible.
	bad := record(0)
	bad[5], bad[6] = 7, 8
	if got := p.Distance(record(0), bad); got != weighted.Infinite {
		t.Errorf("to an impossible record: distance %g, want none", got.Steps())
	}
	q := thirty(t, impossible, true)
	if got := q.DistanceToAbsent(bad); got != weighted.Infinite {
		t.Errorf("an impossible record to not in the file: distance %g, want none", got.Steps())
	}
	if got := q.Distance(record(0), record(40)); got != 2*weighted.One {
		t.Errorf("across the wall by not in the file: distance %g, want 2", got.Steps())
	}
	want := `how many people are in each of the 2 sets of values of "c2" that the combinations declared impossible keep apart (around 0, 30)`
	if got := p.Disclosed(); !slices.Equal(message.English(got), []string{want}) {
		t.Errorf("disclosed: %q, want the two sides of the wall", got)
	}
}

// TestManyImpossibleCombinations declares impossible combinations over columns whose cells
// are too many to search together, or even by themselves. Full secrecy needs no search; for
// others nothing is promised, and the list of what is disclosed says so.
func TestManyImpossibleCombinations(t *testing.T) {
	var attrs []*domain.Attribute
	for i := range 8 {
		attrs = append(attrs, whole(domain.AttributeName(fmt.Sprint("c", i)), 1<<14, typed))
	}
	impossible := []domain.Combination{
		{"c0": {"0"}, "c1": {"1"}}, {"c1": {"2"}, "c2": {"0"}}, {"c4": {"7"}, "c5": {"8"}}, {"c5": {"9"}, "c4": {"0"}},
	}
	d := must(domain.New(attrs, impossible))
	full := Full(d, false)
	if got := full.Disclosed(); len(got) > 0 {
		t.Errorf("full secrecy discloses %q", got)
	}
	u, v := make([]int, 8), slices.Repeat([]int{5}, 8)
	if got := full.Distance(u, v); got != weighted.One {
		t.Errorf("under full secrecy the distance is %g, want 1", got.Steps())
	}
	attribute := must(New(Spec{Domain: d, Parts: full.Parts(), Together: 1}))
	if got := attribute.Distance(u, v); got != weighted.Infinite {
		t.Errorf("each answer by itself: distance %g, want no bound where there are too many cells to search", got.Steps())
	}
	want := []string{
		`how many people are in each of the sets of values of "c0" and "c1" and "c2" that the combinations declared impossible may keep apart`,
		`how many people are in each of the sets of values of "c4" and "c5" that the combinations declared impossible may keep apart`,
		"how many people are in each combination of these",
	}
	if got := attribute.Disclosed(); !slices.Equal(message.English(got), want) {
		t.Errorf("disclosed: %q, want %q", got, want)
	}
}

// TestDenseWithImpossibleCells finds components, distances and disclosures among a million
// cells of which each is joined to almost every other. Walking over all of the edges would
// take hours.
func TestDenseWithImpossibleCells(t *testing.T) {
	k := seeded.Often(300, 1000)
	a, b := whole("a", int64(k), typed), whole("b", int64(k), typed)
	d := must(domain.New([]*domain.Attribute{a, b}, []domain.Combination{{"a": {"1"}, "b": {"2"}}}))
	var low, high []string
	for v := range k {
		if v < k/2 {
			low = append(low, fmt.Sprint(v))
		} else {
			high = append(high, fmt.Sprint(v))
		}
	}
	halves := must(Groups(a, []Group{{"low", low}, {"high", high}}, OwnGroup))
	for _, c := range []struct {
		name     string
		part     Part
		together int
		count    int
		distance weighted.Weight // between the first cell and the last
	}{
		{"all together", Complete(a), 2, 1, weighted.One},
		{"one at a time", Complete(a), 1, 1, 2 * weighted.One},
		{"groups", halves, 2, 2, weighted.Infinite},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := must(New(Spec{Domain: d, Parts: []Part{c.part, Complete(b)}, Together: c.together}))
			component, n, err := p.Components()
			if err != nil || n != c.count || component[d.Index([]int{1, 2})] != -1 || component[d.Index([]int{k - 1, k - 1})] != c.count-1 {
				t.Errorf("%d components (%v), want %d", n, err, c.count)
			}
			if got := p.Distance([]int{0, 0}, []int{k - 1, k - 1}); got != c.distance {
				t.Errorf("distance %g, want %g", got.Steps(), c.distance.Steps())
			}
			if got := len(p.Disclosed()); got != c.count-1 {
				t.Errorf("disclosed: %q", p.Disclosed())
			}
		})
	}
}

// TestLargeCommonDistance asks a policy of a common distance over a million million
// combinations what it discloses; only its columns are looked at one by one.
func TestLargeCommonDistance(t *testing.T) {
	n := seeded.Often(100_000, 1_000_000)
	a, b := whole("a", int64(n), typed), whole("b", int64(n), typed)
	for _, c := range []struct {
		scale string
		want  int
		edges bool
	}{{"1", 0, true}, {"3", 1, true}} {
		part := must(Within([]Scaled{{a, rat("1")}, {b, rat(c.scale)}}, rat("2"), distance.L1, OwnGroup))
		p := must(New(Spec{Domain: over(a, b), Parts: []Part{part}}))
		if got := p.Disclosed(); len(got) != c.want || p.HasValueEdges() != c.edges {
			t.Errorf("scale %s: disclosed %q, edges %v", c.scale, got, p.HasValueEdges())
		}
		if got, want := p.Distance([]int{0, 0}, []int{n - 1, 0}), weighted.Weight(n/2)*weighted.One; got != want {
			t.Errorf("scale %s: distance %g, want %g: 2 at a time in one column", c.scale, got.Steps(), want.Steps())
		}
		if got := p.Distance([]int{5, 5}, []int{7, 5}); got != weighted.One {
			t.Errorf("scale %s: distance %g of two joined combinations, want 1", c.scale, got.Steps())
		}
	}
	alone := must(Within([]Scaled{{a, rat("3")}, {b, rat("4")}}, rat("2"), distance.L1, OwnGroup))
	if p := must(New(Spec{Domain: over(a, b), Parts: []Part{alone}})); p.HasValueEdges() {
		t.Error("edges are seen where every step is beyond the threshold")
	}
}
