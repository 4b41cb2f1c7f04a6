package mechanismtest

import (
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/workload"
)

// AuditProblems are problems of so few cells that what comes out of a release can be counted.
// A mechanism is audited on all of them that it applies to, and there has to be one: a
// mechanism for another kind of column, secret or question brings its own.
func AuditProblems(t testing.TB) []Example {
	t.Helper()
	two := Column(t)(domain.NewOrdered("x", []string{"a", "b"}, NoSpecial))
	three := Column(t)(domain.NewWhole("x", 0, 2, NoSpecial))
	four := Column(t)(domain.NewList("x", []string{"a", "b", "c", "d"}, NoSpecial))
	up, one := Column(t)(domain.NewWhole("y", 0, 1, NoSpecial)), Column(t)(domain.NewWhole("y", 0, 0, NoSpecial))
	grid := func(columns ...*domain.Attribute) (out []policy.Scaled) {
		for _, a := range columns {
			out = append(out, policy.Scaled{Attribute: a, Scale: RatOf(1)})
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
	near := Part(t)(policy.Near(three, RatOf(1), policy.OwnGroup))
	groups := Part(t)(policy.Groups(three, pair, policy.OwnGroup))
	pairs := func(p ...string) policy.Part {
		var list []policy.Pair
		for _, ends := range p {
			list = append(list, policy.Pair{A: []string{ends[:1]}, B: []string{ends[1:]}})
		}
		return Part(t)(policy.Pairs([]*domain.Attribute{four}, list))
	}
	var out []Example
	for _, s := range []struct {
		name string
		Setup
	}{
		{"two values", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Question: table}},
		{"two values, presence only", Setup{Columns: just(two), Question: table}},
		{"two values, cumulative", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Question: cumulative}},
		{"two values, people known", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Question: table, Known: true}},
		{"two values, presence", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Presence: true, Question: cumulative}},
		{"two values, presence, a table", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Presence: true, Question: table}},
		{"three values, presence, a table", Setup{Columns: just(three), Parts: parts(policy.Complete(three)), Presence: true, Question: table}},
		{"two values, presence, people known", Setup{Columns: just(two), Question: cumulative, Known: true}},
		{"three values within 1", Setup{Columns: just(three), Parts: parts(near), Question: cumulative, Known: true}},
		{"three values", Setup{Columns: just(three), Parts: parts(policy.Complete(three)), Question: cumulative, Known: true}},
		{"three values, every range", Setup{Columns: just(three), Parts: parts(policy.Complete(three)), Question: every, Known: true}},
		{"two groups, agreed", Setup{Columns: just(three), Parts: parts(groups), Question: every, Disclose: true}},
		{"three values, one impossible", Setup{Columns: just(three), Zeros: []domain.Combination{{"x": {"1"}}}, Parts: parts(policy.Complete(three)), Question: every, Known: true}},
		{"four values in a tree", Setup{Columns: just(four), Parts: parts(pairs("ab", "bc", "bd")), Question: table, Known: true}},
		{"four values in two trees", Setup{Columns: just(four), Parts: parts(pairs("ac", "bd")), Question: table, Disclose: true}},
		{"four values in a ring", Setup{Columns: just(four), Parts: parts(pairs("ab", "bc", "cd", "da")), Question: table, Known: true}},
		{"two by one, every box", Setup{Columns: []*domain.Attribute{two, one}, Parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, Question: every, Known: true}},
		{"two by one, next to one another", Setup{Columns: []*domain.Attribute{two, one}, Parts: parts(Part(t)(policy.Within(grid(two, one), RatOf(1), distance.L1, policy.OwnGroup))), Question: every, Known: true}},
		{"two by one, presence only", Setup{Columns: []*domain.Attribute{two, one}, Question: every}},
		{"two values, a delta", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Question: table, Gaussian: true}},
		{"two values, people known, a delta", Setup{Columns: just(two), Parts: parts(policy.Complete(two)), Question: cumulative, Known: true, Gaussian: true}},
		{"two values, presence, a delta", Setup{Columns: just(two), Question: table, Gaussian: true}},
		{"three values within 1, a delta", Setup{Columns: just(three), Parts: parts(near), Question: cumulative, Known: true, Gaussian: true}},
		{"two by one, every box, a delta", Setup{Columns: []*domain.Attribute{two, one}, Parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, Question: every, Known: true, Gaussian: true}},
		{"three values, a delta", Setup{Columns: just(three), Parts: parts(policy.Complete(three)), Question: cumulative, Known: true, Gaussian: true}},
		{"two by one, next to one another, a delta", Setup{Columns: []*domain.Attribute{two, one}, Parts: parts(Part(t)(policy.Within(grid(two, one), RatOf(1), distance.L1, policy.OwnGroup))), Question: every, Known: true, Gaussian: true}},
		{"three by one, a delta", Setup{Columns: []*domain.Attribute{three, one}, Parts: parts(Part(t)(policy.Within(grid(three, one), RatOf(2), distance.L1, policy.OwnGroup))), Question: every, Known: true, Gaussian: true}},
		{"two by two, next to one another, a delta", Setup{Columns: []*domain.Attribute{two, up}, Parts: parts(Part(t)(policy.Within(grid(two, up), RatOf(1), distance.L1, policy.OwnGroup))), Question: every, Known: true, Gaussian: true}},
		{"two by two, next to one another", Setup{Columns: []*domain.Attribute{two, up}, Parts: parts(Part(t)(policy.Within(grid(two, up), RatOf(1), distance.L1, policy.OwnGroup))), Question: every, Known: true}},
		{"two by one, a table", Setup{Columns: []*domain.Attribute{two, one}, Parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, Question: table, Known: true}},
		{"two by one, next to one another, a table", Setup{Columns: []*domain.Attribute{two, one}, Parts: parts(Part(t)(policy.Within(grid(two, one), RatOf(1), distance.L1, policy.OwnGroup))), Question: table, Known: true}},
		{"two by one, next to one another, a table, a delta", Setup{Columns: []*domain.Attribute{two, one}, Parts: parts(Part(t)(policy.Within(grid(two, one), RatOf(1), distance.L1, policy.OwnGroup))), Question: table, Known: true, Gaussian: true}},
		{"two by one, a table, presence only", Setup{Columns: []*domain.Attribute{two, one}, Question: table}},
		{"two by two, a table and its sums", Setup{Columns: []*domain.Attribute{two, up}, Parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, Together: 1, Question: withTotals}},
		{"two by one, a table, a delta", Setup{Columns: []*domain.Attribute{two, one}, Parts: []policy.Part{policy.Complete(two), policy.Complete(one)}, Question: table, Known: true, Gaussian: true}},
		{"two by one, a table, presence only, a delta", Setup{Columns: []*domain.Attribute{two, one}, Question: table, Gaussian: true}},
		{"two by two, a table and its sums, a delta", Setup{Columns: []*domain.Attribute{two, up}, Parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, Together: 1, Question: withTotals, Gaussian: true}},
		{"two by two, totals", Setup{Columns: []*domain.Attribute{two, up}, Parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, Question: add, Known: true}},
		{"four values in two trees, totals", Setup{Columns: just(four), Parts: parts(pairs("ac", "bd")), Question: uneven}},
		{"four values in two trees, totals, a delta", Setup{Columns: just(four), Parts: parts(pairs("ac", "bd")), Question: uneven, Gaussian: true}},
		{"two by two, totals within 1", Setup{Columns: []*domain.Attribute{two, up}, Parts: []policy.Part{policy.Complete(two), Part(t)(policy.Near(up, RatOf(1), policy.OwnGroup))}, Together: 1, Question: add}},
		{"three values, their total", Setup{Columns: just(three), Parts: parts(near), Question: total}},
		{"three values, their total, people known", Setup{Columns: just(three), Parts: parts(near), Question: total, Known: true}},
		{"four values in a ring, their total, people known", Setup{Columns: just(four), Parts: parts(pairs("ab", "bc", "cd", "da")), Question: uneven, Known: true}},
		{"three values, average, presence", Setup{Columns: just(three), Question: average}},
		{"three values, their total, a delta", Setup{Columns: just(three), Parts: parts(near), Question: total, Gaussian: true}},
		{"two by two, totals, a delta", Setup{Columns: []*domain.Attribute{two, up}, Parts: []policy.Part{policy.Complete(two), policy.Complete(up)}, Question: add, Known: true, Gaussian: true}},
	} {
		s.Epsilon = "2"
		e := s.Make(t, s.name)
		e.Scene.StandIn = Like(t, e.Scene)
		out = append(out, e)
	}
	return out
}
