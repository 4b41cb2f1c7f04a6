package mechanism

import (
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// example is a problem of the kind that stewards have, with made-up counts.
type example struct {
	name   string
	scene  scene
	counts []int64
}

func column(t testing.TB) func(*domain.Attribute, error) *domain.Attribute {
	return func(a *domain.Attribute, err error) *domain.Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func part(t testing.TB) func(policy.Part, error) policy.Part {
	return func(p policy.Part, err error) policy.Part {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

var (
	blankCell = domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}}
	noSpecial = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
)

// setup is what an example is made of.
type setup struct {
	columns  []*domain.Attribute
	zeros    []domain.Combination
	parts    []policy.Part // nil for presence only
	together int
	presence bool
	question workload.Question // its columns are those of the example when it names none
	known    bool              // the number of people
	disclose bool
	gaussian bool // a delta is accepted
	epsilon  string
}

// optima is shared by all problems, so that each is searched for once.
var optima optimum.Memory

// make makes the example; counts are drawn for it, with a few large and many small ones.
func (s setup) make(t testing.TB, name string) example {
	t.Helper()
	d, err := domain.New(s.columns, s.zeros)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	check(err)
	published := policy.PresenceOnly(d)
	if s.parts != nil {
		published, err = policy.New(policy.Spec{Domain: d, Parts: s.parts, Together: s.together, Presence: s.presence})
		check(err)
	}
	q := s.question
	q.ID, q.Title = "q", name
	for _, a := range s.columns {
		if len(s.question.Columns) == 0 {
			q.Columns = append(q.Columns, a.Name())
		}
	}
	w, err := workload.New(q, d)
	check(err)
	budget, err := account.ParseEpsilon(s.epsilon)
	check(err)
	counts, people := drawCounts(w.Domain())
	var facts constraint.Facts
	if s.known {
		facts, err = constraint.Known(people)
		check(err)
	}
	p, err := NewProblem(w, published, facts, budget)
	check(err)
	p.Disclose, p.Gaussian = s.disclose, s.gaussian
	if !s.gaussian { // with a memory the best combinations would give a bound, which takes long
		p.Optima = &optima
	}
	return example{name, scene{p, published, name}, counts}
}

// drawCounts makes up counts over the possible cells.
func drawCounts(d *domain.Domain) (counts []int64, people int64) {
	r := seeded.New(1, 2)
	k, _ := d.Cells()
	counts = make([]int64, k)
	for cell := range counts {
		if !d.Possible(cell) {
			continue
		}
		counts[cell] = 1 + r.Int64N(3)
		if r.IntN(3) == 0 {
			counts[cell] = r.Int64N(200)
		}
		people += counts[cell]
	}
	return counts, people
}

// made are the examples, which are the same for all tests.
var made []example

// examples are the problems on which errors are sampled.
func examples(t testing.TB) []example {
	t.Helper()
	if made == nil {
		made = makeExamples(t)
	}
	return made
}

func makeExamples(t testing.TB) []example {
	t.Helper()
	age := column(t)(domain.NewWhole("age", 0, 20, blankCell))
	few := column(t)(domain.NewWhole("few", 0, 4, noSpecial))
	size := column(t)(domain.NewOrdered("size", []string{"none", "small", "medium", "large", "huge"}, noSpecial))
	region := column(t)(domain.NewList("region", []string{"N", "S", "E", "W"}, noSpecial))
	income := column(t)(domain.NewRanges("income", []domain.Range{{To: "100"}, {From: "100", To: "250"}, {From: "250", To: "300"}, {From: "300"}}, false, blankCell))
	just := func(a ...*domain.Attribute) []*domain.Attribute { return a }
	near := func(a *domain.Attribute, theta int64, s policy.Special) policy.Part {
		return part(t)(policy.Near(a, big.NewRat(theta, 2), s))
	}
	compass := []policy.Group{{Name: "cold", Values: []string{"N"}}, {Name: "rest", Values: []string{"S", "E", "W"}}}
	bands := []policy.Group{{Name: "less", Values: []string{"none", "small"}}, {Name: "more", Values: []string{"medium", "large", "huge"}}}
	tree := part(t)(policy.Pairs(just(region), []policy.Pair{{A: []string{"N"}, B: []string{"S"}}, {A: []string{"S"}, B: []string{"E"}}, {A: []string{"S"}, B: []string{"W"}}}))
	row, along := column(t)(domain.NewWhole("row", 0, 1, noSpecial)), column(t)(domain.NewWhole("along", 0, 95, noSpecial))
	neighbours := part(t)(policy.NearTogether([]policy.Scaled{{Attribute: row, Scale: ratOf(1)}, {Attribute: along, Scale: ratOf(1)}}, ratOf(1), policy.OwnGroup))
	top := workload.Span{From: "0", To: "0"}
	long := workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{top, {From: "4", To: "90"}}, {top, {From: "10", To: "70"}}, {top, {From: "0", To: "50"}}}}
	some := workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{{From: "0", To: "2"}, {From: "none", To: "medium"}}, {{From: "1", To: "4"}, {From: "small", To: "huge"}}, {top, {From: "large", To: "large"}}}}
	cumulative := workload.Question{Kind: workload.Cumulative}
	table := workload.Question{Kind: workload.Table}
	ranges := workload.Question{Kind: workload.Ranges, Spans: []workload.Span{{From: "0", To: "4"}, {From: "5", To: "17"}, {From: "2", To: "20"}}}
	parts := func(p ...policy.Part) []policy.Part { return p }
	var out []example
	for _, s := range []struct {
		name string
		setup
	}{
		{"age within 3, blank by itself", setup{columns: just(age), parts: parts(near(age, 6, policy.OwnGroup)), question: cumulative, known: true, epsilon: "0.5"}},
		{"age within 3, blank disclosed", setup{columns: just(age), parts: parts(near(age, 6, policy.OwnGroup)), question: cumulative, known: true, disclose: true, epsilon: "0.5"}},
		{"age within 1, blank joined, ranges", setup{columns: just(age), parts: parts(near(age, 2, policy.JoinAll)), question: ranges, known: true, epsilon: "1"}},
		{"sizes within 1", setup{columns: just(size), parts: parts(near(size, 2, policy.OwnGroup)), question: table, known: true, epsilon: "1"}},
		{"sizes in groups", setup{columns: just(size), parts: parts(part(t)(policy.Groups(size, bands, policy.OwnGroup))), question: cumulative, known: true, disclose: true, epsilon: "0.4"}},
		{"everything about age", setup{columns: just(age), parts: parts(policy.Complete(age)), question: workload.Question{Kind: workload.Ranges, Every: true}, known: true, epsilon: "1"}},
		{"presence, people known", setup{columns: just(size), parts: parts(policy.Complete(size)), presence: true, question: cumulative, known: true, epsilon: "1"}},
		{"presence, people unknown", setup{columns: just(income), parts: parts(near(income, 60, policy.OwnGroup)), presence: true, question: cumulative, epsilon: "1"}},
		{"presence only", setup{columns: just(size), question: table, epsilon: "0.7"}},
		{"a table of two columns", setup{columns: just(region, size), parts: parts(policy.Complete(region), near(size, 2, policy.OwnGroup)), together: 1, question: table, known: true, epsilon: "1"}},
		{"two columns with impossible cells", setup{columns: just(region, size), zeros: []domain.Combination{{"region": {"N"}, "size": {"huge", "large"}}}, parts: parts(policy.Complete(region), policy.Complete(size)), question: table, epsilon: "1"}},
		{"regions, some disclosed", setup{columns: just(region), parts: parts(part(t)(policy.Groups(region, compass, policy.OwnGroup))), question: table, disclose: true, epsilon: "0.8"}},
		{"one of two columns", setup{columns: just(region, age), parts: parts(policy.Complete(region), near(age, 4, policy.OwnGroup)), question: workload.Question{Kind: workload.Cumulative, Columns: []domain.AttributeName{"age"}}, epsilon: "1"}},
		{"a grid of two long rows", setup{columns: just(row, along), parts: parts(neighbours), question: long, known: true, epsilon: "1"}},
		{"a few boxes", setup{columns: just(few, size), parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), together: 1, question: some, known: true, epsilon: "1"}},
		{"a few boxes, a delta", setup{columns: just(few, size), parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), together: 1, question: some, gaussian: true, epsilon: "0.5"}},
		{"regions in a tree of pairs", setup{columns: just(region), parts: parts(tree), question: table, known: true, epsilon: "0.6"}},
		{"totals by region", setup{columns: just(region, few), parts: parts(policy.Complete(region), near(few, 4, policy.OwnGroup)), together: 1, question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"few"}, Averages: true, Totals: true}, epsilon: "0.7"}},
		{"totals by region, a delta", setup{columns: just(region, few), parts: parts(policy.Complete(region), near(few, 4, policy.OwnGroup)), together: 2, question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"few"}, Totals: true}, known: true, gaussian: true, epsilon: "0.5"}},
		{"age within 3, a delta", setup{columns: just(age), parts: parts(near(age, 6, policy.OwnGroup)), question: cumulative, known: true, gaussian: true, epsilon: "0.5"}},
		{"sizes, people unknown, a delta", setup{columns: just(size), parts: parts(near(size, 2, policy.OwnGroup)), question: workload.Question{Kind: workload.Ranges, Every: true}, gaussian: true, epsilon: "0.3"}},
		{"presence, a delta", setup{columns: just(income), parts: parts(near(income, 60, policy.OwnGroup)), presence: true, question: cumulative, gaussian: true, epsilon: "1"}},
		{"a table of two columns, a delta", setup{columns: just(region, size), parts: parts(policy.Complete(region), near(size, 2, policy.OwnGroup)), together: 1, question: table, known: true, gaussian: true, epsilon: "0.6"}},
		{"ages by sizes, a delta", setup{columns: just(few, size), parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), together: 1, question: workload.Question{Kind: workload.Ranges, Every: true}, gaussian: true, epsilon: "0.5"}},
	} {
		out = append(out, s.make(t, s.name))
	}
	return out
}

// applying prepares every mechanism that applies to an example and whose error does not depend
// on the data.
func (e example) applying(t testing.TB) []Prepared {
	t.Helper()
	var out []Prepared
	for _, m := range independent() {
		if !m.Check(e.scene.Problem).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), e.scene.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", m.Info().ID, e.name, err)
		}
		out = append(out, q)
	}
	return out
}
