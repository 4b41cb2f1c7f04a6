package mechanism

import (
	"testing"

	"steward/core/domain"
	"steward/core/internal/audit"
	"steward/core/policy"
	"steward/core/workload"
)

// auditProblems are problems of so few cells that what comes out of a release can be counted.
// A mechanism is audited on all of them that it applies to, and there has to be one: a
// mechanism for another kind of column, secret or question brings its own.
func auditProblems(t testing.TB) []example {
	t.Helper()
	two := column(t)(domain.NewOrdered("x", []string{"a", "b"}, noSpecial))
	three := column(t)(domain.NewWhole("x", 0, 2, noSpecial))
	four := column(t)(domain.NewList("x", []string{"a", "b", "c", "d"}, noSpecial))
	up, one := column(t)(domain.NewWhole("y", 0, 1, noSpecial)), column(t)(domain.NewWhole("y", 0, 0, noSpecial))
	grid := func(columns ...*domain.Attribute) (out []policy.Scaled) {
		for _, a := range columns {
			out = append(out, policy.Scaled{Attribute: a, Scale: ratOf(1)})
		}
		return out
	}
	pair := []policy.Group{{Name: "low", Values: []string{"0", "1"}}, {Name: "high", Values: []string{"2"}}}
	cumulative := workload.Question{Kind: workload.Cumulative}
	table := workload.Question{Kind: workload.Table}
	every := workload.Question{Kind: workload.Ranges, Every: true}
	total := workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}}
	uneven := workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}, Numbers: []workload.Number{
		{Values: []string{"a"}, Number: "0"}, {Values: []string{"b"}, Number: "1"}, {Values: []string{"c"}, Number: "1"}, {Values: []string{"d"}, Number: "4"}}}
	average := workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}, Averages: true}
	add := workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"y"}, Averages: true, Totals: true}
	withTotals := workload.Question{Kind: workload.Table, Totals: true}
	just := func(a *domain.Attribute) []*domain.Attribute { return []*domain.Attribute{a} }
	parts := func(p policy.Part) []policy.Part { return []policy.Part{p} }
	near := part(t)(policy.Near(three, ratOf(1), policy.OwnGroup))
	groups := part(t)(policy.Groups(three, pair, policy.OwnGroup))
	pairs := func(p ...string) policy.Part {
		var list []policy.Pair
		for _, ends := range p {
			list = append(list, policy.Pair{A: []string{ends[:1]}, B: []string{ends[1:]}})
		}
		return part(t)(policy.Pairs([]*domain.Attribute{four}, list))
	}
	var out []example
	for _, s := range []struct {
		name string
		setup
	}{
		{"two values", setup{columns: just(two), parts: parts(policy.Complete(two)), question: table}},
		{"two values, cumulative", setup{columns: just(two), parts: parts(policy.Complete(two)), question: cumulative}},
		{"two values, people known", setup{columns: just(two), parts: parts(policy.Complete(two)), question: table, known: true}},
		{"two values, presence", setup{columns: just(two), parts: parts(policy.Complete(two)), presence: true, question: cumulative}},
		{"two values, presence only", setup{columns: just(two), question: table}},
		{"two values, presence, people known", setup{columns: just(two), question: cumulative, known: true}},
		{"three values within 1", setup{columns: just(three), parts: parts(near), question: cumulative, known: true}},
		{"three values", setup{columns: just(three), parts: parts(policy.Complete(three)), question: cumulative, known: true}},
		{"three values, every range", setup{columns: just(three), parts: parts(policy.Complete(three)), question: every, known: true}},
		{"two groups, agreed", setup{columns: just(three), parts: parts(groups), question: every, disclose: true}},
		{"three values, one impossible", setup{columns: just(three), zeros: []domain.Combination{{"x": {"1"}}}, parts: parts(policy.Complete(three)), question: every, known: true}},
		{"four values in a tree", setup{columns: just(four), parts: parts(pairs("ab", "bc", "bd")), question: table, known: true}},
		{"four values in two trees", setup{columns: just(four), parts: parts(pairs("ac", "bd")), question: table, disclose: true}},
		{"four values in a ring", setup{columns: just(four), parts: parts(pairs("ab", "bc", "cd", "da")), question: table, known: true}},
		{"two by one, every box", setup{columns: []*domain.Attribute{two, one}, parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, question: every, known: true}},
		{"two by one, next to one another", setup{columns: []*domain.Attribute{two, one}, parts: parts(part(t)(policy.NearTogether(grid(two, one), ratOf(1), policy.OwnGroup))), question: every, known: true}},
		{"two by one, presence only", setup{columns: []*domain.Attribute{two, one}, question: every}},
		{"two values, a delta", setup{columns: just(two), parts: parts(policy.Complete(two)), question: table, gaussian: true}},
		{"two values, people known, a delta", setup{columns: just(two), parts: parts(policy.Complete(two)), question: cumulative, known: true, gaussian: true}},
		{"two values, presence, a delta", setup{columns: just(two), question: table, gaussian: true}},
		{"three values within 1, a delta", setup{columns: just(three), parts: parts(near), question: cumulative, known: true, gaussian: true}},
		{"two by one, every box, a delta", setup{columns: []*domain.Attribute{two, one}, parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, question: every, known: true, gaussian: true}},
		{"three values, a delta", setup{columns: just(three), parts: parts(policy.Complete(three)), question: cumulative, known: true, gaussian: true}},
		{"two by one, next to one another, a delta", setup{columns: []*domain.Attribute{two, one}, parts: parts(part(t)(policy.NearTogether(grid(two, one), ratOf(1), policy.OwnGroup))), question: every, known: true, gaussian: true}},
		{"three by one, a delta", setup{columns: []*domain.Attribute{three, one}, parts: parts(part(t)(policy.NearTogether(grid(three, one), ratOf(2), policy.OwnGroup))), question: every, known: true, gaussian: true}},
		{"two by two, next to one another, a delta", setup{columns: []*domain.Attribute{two, up}, parts: parts(part(t)(policy.NearTogether(grid(two, up), ratOf(1), policy.OwnGroup))), question: every, known: true, gaussian: true}},
		{"two by two, next to one another", setup{columns: []*domain.Attribute{two, up}, parts: parts(part(t)(policy.NearTogether(grid(two, up), ratOf(1), policy.OwnGroup))), question: every, known: true}},
		{"two by one, a table", setup{columns: []*domain.Attribute{two, one}, parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, question: table, known: true}},
		{"two by one, next to one another, a table", setup{columns: []*domain.Attribute{two, one}, parts: parts(part(t)(policy.NearTogether(grid(two, one), ratOf(1), policy.OwnGroup))), question: table, known: true}},
		{"two by one, next to one another, a table, a delta", setup{columns: []*domain.Attribute{two, one}, parts: parts(part(t)(policy.NearTogether(grid(two, one), ratOf(1), policy.OwnGroup))), question: table, known: true, gaussian: true}},
		{"two by one, a table, presence only", setup{columns: []*domain.Attribute{two, one}, question: table}},
		{"two by two, a table and its sums", setup{columns: []*domain.Attribute{two, up}, parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, together: 1, question: withTotals}},
		{"two by one, a table, a delta", setup{columns: []*domain.Attribute{two, one}, parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, question: table, known: true, gaussian: true}},
		{"two by one, a table, presence only, a delta", setup{columns: []*domain.Attribute{two, one}, question: table, gaussian: true}},
		{"two by two, a table and its sums, a delta", setup{columns: []*domain.Attribute{two, up}, parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, together: 1, question: withTotals, gaussian: true}},
		{"two by two, totals", setup{columns: []*domain.Attribute{two, up}, parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, question: add, known: true}},
		{"four values in two trees, totals", setup{columns: just(four), parts: parts(pairs("ac", "bd")), question: uneven}},
		{"four values in two trees, totals, a delta", setup{columns: just(four), parts: parts(pairs("ac", "bd")), question: uneven, gaussian: true}},
		{"two by two, totals within 1", setup{columns: []*domain.Attribute{two, up}, parts: []policy.Part{policy.Complete(two), part(t)(policy.Near(up, ratOf(1), policy.OwnGroup))}, together: 1, question: add}},
		{"three values, their total", setup{columns: just(three), parts: parts(near), question: total}},
		{"three values, their total, people known", setup{columns: just(three), parts: parts(near), question: total, known: true}},
		{"four values in a ring, their total, people known", setup{columns: just(four), parts: parts(pairs("ab", "bc", "cd", "da")), question: uneven, known: true}},
		{"three values, average, presence", setup{columns: just(three), question: average}},
		{"three values, their total, a delta", setup{columns: just(three), parts: parts(near), question: total, gaussian: true}},
		{"two by two, totals, a delta", setup{columns: []*domain.Attribute{two, up}, parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, question: add, known: true, gaussian: true}},
	} {
		s.epsilon = "2"
		e := s.make(t, s.name)
		e.scene.StandIn = like(t, e.scene)
		out = append(out, e)
	}
	return out
}

// neighbourhood says which data sets a problem's releases must not tell apart.
func (s scene) neighbourhood() audit.Neighbourhood {
	people, known := s.Facts.Total()
	return audit.Neighbourhood{Policy: s.Policy, Known: known, People: people}
}

// pairsOf returns pairs of neighbours.
func pairsOf(t testing.TB, n audit.Neighbourhood) []audit.Pair {
	t.Helper()
	pairs, err := n.Pairs()
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// change is by how much the true answers of a pair differ, per unit of its weight: for noise
// of the same size on every answer, how hard the pair is to keep.
func (s scene) change(p audit.Pair) float64 {
	op := s.Workload.Operator()
	a, b := make([]int64, op.Rows()), make([]int64, op.Rows())
	op.Apply(a, p.A)
	op.Apply(b, p.B)
	sum := 0.0
	for i := range a {
		sum += float64(max(a[i]-b[i], b[i]-a[i]))
	}
	w, _ := p.Weight.Float64()
	return sum / w
}
