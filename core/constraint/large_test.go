package constraint_test

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// The closed forms at sizes that no walk over edges reaches.
func TestFactorsOfLargeDomains(t *testing.T) {
	k, side := seeded.Often(50_000, 1_000_000), seeded.Often(100, 1000)
	x := whole(t, "x", k)
	near := func(theta int64, special policy.Special, presence bool) *policy.Policy {
		part, err := policy.Near(x, big.NewRat(theta, 1), special)
		must(t, err)
		p, err := policy.New(policy.Spec{Domain: over(t, x), Parts: []policy.Part{part}, Presence: presence})
		must(t, err)
		return p
	}
	thirds := []constraint.Fact{span("a", 0, k/3-1, 1), span("b", k/3, 2*(k/3)-1, 1), span("c", 2*(k/3), k-1, 1)}
	var far []constraint.Fact // fifty ranges with gaps as long as they are
	for i := range 50 {
		far = append(far, span(fmt.Sprint(i), k/50*i, k/50*i+k/100-1, 1))
	}
	a, b := whole(t, "a", side), whole(t, "b", side)
	table := func(names ...domain.AttributeName) constraint.Fact {
		f := constraint.Fact{ID: fmt.Sprint(names), Totals: &constraint.Totals{Columns: names, NobodyElse: true}}
		row := constraint.Row{Count: 7}
		for range names {
			row.Labels = append(row.Labels, "0")
		}
		f.Totals.Rows = []constraint.Row{row}
		return f
	}
	some := func(rows int) constraint.Fact { // of the values of the line
		f := constraint.Fact{ID: "some", Totals: &constraint.Totals{Columns: []domain.AttributeName{"x"}}}
		for v := range rows {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{fmt.Sprint(2 * v)}, Count: 1})
		}
		return f
	}
	searched := seeded.Often(400, 4000) // their graph has as many edges as pairs of them
	thirty := policy.Spec{Together: 1}
	var columns []*domain.Attribute
	for i := range 30 {
		columns = append(columns, whole(t, fmt.Sprint("c", i), 20+i))
		thirty.Parts = append(thirty.Parts, policy.Complete(columns[i]))
	}
	thirty.Domain = over(t, columns...)
	wide, err := policy.New(thirty)
	must(t, err)
	five, hundred, all, grid := near(5, policy.OwnGroup, false), near(100, policy.OwnGroup, false), policy.Full(over(t, x), false), attributes(t, 1, a, b)
	for _, c := range []struct {
		name   string
		policy *policy.Policy
		facts  []constraint.Fact
		moves  int
		exact  bool
		steps  int // between the counts, or 0 for as many as moves
	}{
		{"every value of a line, theta 5", five, []constraint.Fact{table("x")}, k, true, 0},
		{"every value of a line, theta 1", near(1, policy.OwnGroup, false), []constraint.Fact{table("x")}, 2, true, 0},
		{"every value of a line and presence", near(1, policy.OwnGroup, true), []constraint.Fact{table("x")}, k + 1, true, 0},
		{"every value, everything secret", all, []constraint.Fact{table("x")}, k, true, 0},
		{"thirds of a line, theta 100", hundred, thirds, 2, true, 0},
		{"thirds of a line, theta two fifths of it", near(int64(2*k/5), policy.OwnGroup, false), thirds, 3, true, 0},
		{"fifty ranges, theta 100", hundred, far, 2, true, 0},
		{"fifty ranges, theta one and a half of their gaps", near(int64(3*k/200), policy.OwnGroup, false), far, 51, true, 0},
		{"a thousand values, everything secret", all, []constraint.Fact{some(1000)}, 1001, true, 1},
		{"as many values as are searched exactly, everything secret", all, []constraint.Fact{some(searched)}, searched + 1, true, 1},
		{"as many values near one another", five, []constraint.Fact{some(searched)}, searched + 1, true, 0},
		{"4,200 values, everything secret", all, []constraint.Fact{some(4200)}, 4201, false, 0},
		{"many values, everything secret", all, []constraint.Fact{some(k / 10)}, k/10 + 1, false, 0},
		{"a thousand nested counts", all, nested(1000), 1001, true, 1000},
		{"a grid", grid, []constraint.Fact{table("a", "b")}, side * side, true, 0},
		{"both margins of a grid", grid, []constraint.Fact{table("a"), table("b")}, side, true, 0},
		{"thirty columns", wide, []constraint.Fact{table("c3"), table("c29"), table("c10", "c11"), people(7)}, 30 * 31, true, 0},
	} {
		m, err := facts(t, c.policy.Domain(), c.facts...).Tie(c.policy, constraint.EdgeMinimal)
		want := c.steps
		if want == 0 {
			want = c.moves
		}
		if err != nil || m.Moves != c.moves || m.Factor != want || m.Exact != c.exact {
			t.Errorf("%s: %+v, %v; want %d moves, factor %d, exact %v", c.name, m, err, c.moves, want, c.exact)
		}
	}
	m, err := facts(t, wide.Domain(), table("c3"), table("c29")).Tie(wide, constraint.Strict)
	if err == nil {
		t.Errorf("two tables in the strict reading: %+v", m)
	}
	m, err = facts(t, wide.Domain(), table("c3")).Tie(wide, constraint.Strict)
	if err != nil || m.Moves != 23 || m.Factor != 1+22*30 { // thirty answers apart, one at a time
		t.Errorf("a table of thirty columns, strict: %+v, %v", m, err)
	}
	m, err = facts(t, x0(x), table("x")).Tie(hundred, constraint.Strict)
	if err != nil || m.Factor != 1+(k-1)*(k/100) { // steps of a hundred from one end to the other
		t.Errorf("a line, strict: %+v, %v", m, err)
	}
}

// nested is the counts of ever more values, as one fact.
func nested(n int) []constraint.Fact {
	f := constraint.Fact{ID: "nested"}
	for i := range n {
		f.Counts = append(f.Counts, constraint.Count{Count: int64(i), Of: constraint.Predicate{{{Column: "x", Spans: []constraint.Span{{From: "0", To: fmt.Sprint(10 * i)}}}}}})
	}
	return []constraint.Fact{f}
}

func x0(a *domain.Attribute) *domain.Domain {
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		panic(err)
	}
	return d
}

// Where edges are too many to walk over, more are taken than there are: the factor is a
// bound, and says so.
func TestFactorWithoutWalkingOverEdges(t *testing.T) {
	a, err := domain.NewWhole("x", 0, int64(seeded.Often(500_000, 1_000_000)-1), domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}})
	must(t, err)
	part, err := policy.Near(a, big.NewRat(1000, 1), policy.JoinAll) // blanks are joined to all
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, a), Parts: []policy.Part{part}})
	must(t, err)
	m, err := facts(t, p.Domain(), span("a", 0, 9, 1), span("b", 250_000, 250_009, 1)).Tie(p, constraint.EdgeMinimal)
	if err != nil || m.Factor != 3 || m.Exact {
		t.Errorf("%+v, %v", m, err)
	}
	says(t, "why", fmt.Errorf("%s", m.Why), "less may be enough, but that is not proved")
}

func sizes() []int { return []int{1_000, 10_000, 100_000, 1_000_000} }

// benchmarkTie asks for two policies in turn, since facts remember the last answer.
func benchmarkTie(b *testing.B, f constraint.Facts, p *policy.Policy) {
	again, err := p.Project(columnNames(p.Domain()))
	must(b, err)
	turn := []*policy.Policy{p, again}
	for b.Loop() {
		_, err := f.Tie(turn[0], constraint.EdgeMinimal)
		must(b, err)
		turn[0], turn[1] = turn[1], turn[0]
	}
}

func BenchmarkTieRanges(b *testing.B) {
	for _, k := range sizes() {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			p := line(b, k, int64(k/50), false)
			var list []constraint.Fact
			for i := range 40 {
				list = append(list, span(fmt.Sprint(i), k/40*i, k/40*i+k/80, 1))
			}
			f := facts(b, p.Domain(), list...)
			benchmarkTie(b, f, p)
		})
	}
}

func BenchmarkTieRectangles(b *testing.B) {
	for _, side := range []int{32, 100, 316, 1000} {
		b.Run(fmt.Sprint(side*side), func(b *testing.B) {
			p := grid(b, side, 4)
			var list []constraint.Fact
			for i := range 4 {
				for j := range 4 {
					x, y := side/4*i, side/4*j
					list = append(list, constraint.Fact{ID: fmt.Sprint(i, j), Counts: []constraint.Count{{Count: 1, Of: constraint.Predicate{{
						{Column: "x", Spans: []constraint.Span{{From: fmt.Sprint(x), To: fmt.Sprint(x + side/4 - 3)}}},
						{Column: "y", Spans: []constraint.Span{{From: fmt.Sprint(y), To: fmt.Sprint(y + side/4 - 3)}}},
					}}}}})
				}
			}
			f := facts(b, p.Domain(), list...)
			benchmarkTie(b, f, p)
		})
	}
}

func BenchmarkTieTotals(b *testing.B) {
	for _, k := range sizes() {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			p := line(b, k, 10, false)
			f := facts(b, p.Domain(), totals(p.Domain().Attributes()[0], 1))
			benchmarkTie(b, f, p)
		})
	}
}

func BenchmarkNewWithTotals(b *testing.B) {
	for _, k := range sizes() {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			x := whole(b, "x", k)
			d := over(b, x)
			list := []constraint.Fact{totals(x, 1), people(int64(k)), span("a", 0, k/2-1, int64(k/2))}
			for b.Loop() {
				_, err := constraint.New(d, list)
				must(b, err)
			}
		})
	}
}

func BenchmarkContradictionOfRanges(b *testing.B) {
	for _, n := range []int{10, 50, 190} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := over(b, whole(b, "x", 1_000_000))
			list := []constraint.Fact{people(1_000_000)}
			for i := range n {
				lo, hi := 1000*i, 1000*i+250_000
				list = append(list, span(fmt.Sprint(i), lo, hi, int64(hi-lo+1)))
			}
			for b.Loop() {
				_, err := constraint.New(d, list)
				must(b, err)
			}
		})
	}
}

func BenchmarkTally(b *testing.B) {
	for _, k := range sizes() {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			x, y := whole(b, "x", k), whole(b, "y", 10)
			f := facts(b, over(b, x, y), totals(y, int64(k/10)), span("a", 0, k/2-1, int64(k/2)), span("b", k/4, k-1, int64(k-k/4)))
			d := over(b, x, y)
			for b.Loop() {
				tally, err := f.Tally(d)
				must(b, err)
				values := make([]int, 2)
				for v := range k {
					values[0], values[1] = v, v%10
					tally.Add(values)
				}
				must(b, tally.Check())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k), "ns/record")
		})
	}
}

func BenchmarkContradictionOfRows(b *testing.B) {
	for _, n := range []int{100, 400, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := whole(b, "x", n+1)
			some := totals(x, 1)
			some.Totals.Rows = some.Totals.Rows[1:]
			list := []constraint.Fact{people(int64(n + 1)), some, span("a", 0, n/2, int64(n/2+1))}
			for b.Loop() {
				_, err := constraint.New(over(b, x), list)
				must(b, err)
			}
		})
	}
}

// Who is in the file alone changes the number of people, so only the weights of being in it
// matter, however far apart the answers of a graded column are.
func TestKnownNumberBesideGradedColumn(t *testing.T) {
	x := whole(t, "x", 1000)
	graded, err := policy.Graded([]policy.Scaled{{Attribute: x, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: distance.L1, Unit: big.NewRat(1, 1), Special: policy.OwnGroup})
	must(t, err)
	for _, c := range []struct {
		name    string
		absent  []policy.Absence
		want    int
		reading constraint.Reading
	}{
		{"alike for all", []policy.Absence{{}}, 2, constraint.EdgeMinimal},
		{"three times lighter for some", []policy.Absence{{Weight: big.NewRat(3, 1)}, {Where: domain.Combination{"x": {"0"}}, Weight: big.NewRat(1, 1)}}, 4, constraint.EdgeMinimal},
	} {
		p, err := policy.New(policy.Spec{Domain: over(t, x), Parts: []policy.Part{graded}, Absences: c.absent})
		must(t, err)
		known, err := constraint.Known(100)
		must(t, err)
		m, err := known.Tie(p, c.reading)
		if err != nil || m.Factor != c.want || m.Moves != 2 {
			t.Errorf("%s: %+v, %v; want %d", c.name, m, err, c.want)
		}
	}
}
