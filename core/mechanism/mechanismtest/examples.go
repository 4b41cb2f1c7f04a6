package mechanismtest

import (
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
	"steward/core/workload"
)

// Example is a problem of the kind that stewards have, with made-up counts.
type Example struct {
	Name   string
	Scene  Scene
	Counts []int64
}

func Column(t testing.TB) func(*domain.Attribute, error) *domain.Attribute {
	return func(a *domain.Attribute, err error) *domain.Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func Part(t testing.TB) func(policy.Part, error) policy.Part {
	return func(p policy.Part, err error) policy.Part {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

var (
	BlankCell = domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}}
	NoSpecial = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
)

// Setup is what an example is made of.
type Setup struct {
	Columns  []*domain.Attribute
	Zeros    []domain.Combination
	Parts    []policy.Part // nil for presence only
	Together int
	Presence bool
	Question workload.Question // its columns are those of the example when it names none
	Known    bool              // the number of people
	Disclose bool
	Gaussian bool // a delta is accepted
	Epsilon  string
}

// Optima is shared by all problems, so that each is searched for once.
var Optima optimum.Memory

// Make makes the example; counts are drawn for it, with a few large and many small ones.
func (s Setup) Make(t testing.TB, name string) Example {
	t.Helper()
	d, err := domain.New(s.Columns, s.Zeros)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	check(err)
	published := policy.PresenceOnly(d)
	if s.Parts != nil {
		published, err = policy.New(policy.Spec{Domain: d, Parts: s.Parts, Together: s.Together, Presence: s.Presence})
		check(err)
	}
	q := s.Question
	q.ID, q.Title = "q", name
	for _, a := range s.Columns {
		if len(s.Question.Columns) == 0 {
			q.Columns = append(q.Columns, a.Name())
		}
	}
	w, err := workload.New(q, d)
	check(err)
	budget, err := account.ParseEpsilon(s.Epsilon)
	check(err)
	counts, people := drawCounts(w.Domain())
	var facts constraint.Facts
	if s.Known {
		facts, err = constraint.Known(people)
		check(err)
	}
	p, err := mechanism.NewProblem(w, published, facts, budget)
	check(err)
	p.Disclose, p.Gaussian = s.Disclose, s.Gaussian
	if !s.Gaussian { // with a memory the best combinations would give a bound, which takes long
		p.Optima = &Optima
	}
	return Example{name, Scene{p, published, name}, counts}
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
var made []Example

// Examples are the problems on which errors are sampled.
func Examples(t testing.TB) []Example {
	t.Helper()
	if made == nil {
		made = makeExamples(t)
	}
	return made
}

func makeExamples(t testing.TB) []Example {
	t.Helper()
	age := Column(t)(domain.NewWhole("age", 0, 20, BlankCell))
	few := Column(t)(domain.NewWhole("few", 0, 4, NoSpecial))
	size := Column(t)(domain.NewOrdered("size", []string{"none", "small", "medium", "large", "huge"}, NoSpecial))
	region := Column(t)(domain.NewList("region", []string{"N", "S", "E", "W"}, NoSpecial))
	income := Column(t)(domain.NewRanges("income", []domain.Range{{To: "100"}, {From: "100", To: "250"}, {From: "250", To: "300"}, {From: "300"}}, false, BlankCell))
	just := func(a ...*domain.Attribute) []*domain.Attribute { return a }
	near := func(a *domain.Attribute, theta int64, s policy.Special) policy.Part {
		return Part(t)(policy.Near(a, big.NewRat(theta, 2), s))
	}
	compass := []policy.Group{{Name: "cold", Values: []string{"N"}}, {Name: "rest", Values: []string{"S", "E", "W"}}}
	bands := []policy.Group{{Name: "less", Values: []string{"none", "small"}}, {Name: "more", Values: []string{"medium", "large", "huge"}}}
	tree := Part(t)(policy.Pairs(just(region), []policy.Pair{{A: []string{"N"}, B: []string{"S"}}, {A: []string{"S"}, B: []string{"E"}}, {A: []string{"S"}, B: []string{"W"}}}))
	row, along := Column(t)(domain.NewWhole("row", 0, 1, NoSpecial)), Column(t)(domain.NewWhole("along", 0, 95, NoSpecial))
	neighbours := Part(t)(policy.Within([]policy.Scaled{{Attribute: row, Scale: RatOf(1)}, {Attribute: along, Scale: RatOf(1)}}, RatOf(1), distance.L1, policy.OwnGroup))
	top := workload.Span{From: "0", To: "0"}
	long := workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{top, {From: "4", To: "90"}}, {top, {From: "10", To: "70"}}, {top, {From: "0", To: "50"}}}}
	some := workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{{From: "0", To: "2"}, {From: "none", To: "medium"}}, {{From: "1", To: "4"}, {From: "small", To: "huge"}}, {top, {From: "large", To: "large"}}}}
	cumulative := workload.Question{Kind: workload.Cumulative}
	table := workload.Question{Kind: workload.Table}
	ranges := workload.Question{Kind: workload.Ranges, Spans: []workload.Span{{From: "0", To: "4"}, {From: "5", To: "17"}, {From: "2", To: "20"}}}
	parts := func(p ...policy.Part) []policy.Part { return p }
	var out []Example
	for _, s := range []struct {
		name string
		Setup
	}{
		{"age within 3, blank by itself", Setup{Columns: just(age), Parts: parts(near(age, 6, policy.OwnGroup)), Question: cumulative, Known: true, Epsilon: "0.5"}},
		{"age within 3, blank disclosed", Setup{Columns: just(age), Parts: parts(near(age, 6, policy.OwnGroup)), Question: cumulative, Known: true, Disclose: true, Epsilon: "0.5"}},
		{"age within 1, blank joined, ranges", Setup{Columns: just(age), Parts: parts(near(age, 2, policy.JoinAll)), Question: ranges, Known: true, Epsilon: "1"}},
		{"sizes within 1", Setup{Columns: just(size), Parts: parts(near(size, 2, policy.OwnGroup)), Question: table, Known: true, Epsilon: "1"}},
		{"sizes in groups", Setup{Columns: just(size), Parts: parts(Part(t)(policy.Groups(size, bands, policy.OwnGroup))), Question: cumulative, Known: true, Disclose: true, Epsilon: "0.4"}},
		{"everything about age", Setup{Columns: just(age), Parts: parts(policy.Complete(age)), Question: workload.Question{Kind: workload.Ranges, Every: true}, Known: true, Epsilon: "1"}},
		{"presence, people known", Setup{Columns: just(size), Parts: parts(policy.Complete(size)), Presence: true, Question: cumulative, Known: true, Epsilon: "1"}},
		{"presence, people unknown", Setup{Columns: just(income), Parts: parts(near(income, 60, policy.OwnGroup)), Presence: true, Question: cumulative, Epsilon: "1"}},
		{"presence only", Setup{Columns: just(size), Question: table, Epsilon: "0.7"}},
		{"a table of two columns", Setup{Columns: just(region, size), Parts: parts(policy.Complete(region), near(size, 2, policy.OwnGroup)), Together: 1, Question: table, Known: true, Epsilon: "1"}},
		{"two columns with impossible cells", Setup{Columns: just(region, size), Zeros: []domain.Combination{{"region": {"N"}, "size": {"huge", "large"}}}, Parts: parts(policy.Complete(region), policy.Complete(size)), Question: table, Epsilon: "1"}},
		{"regions, some disclosed", Setup{Columns: just(region), Parts: parts(Part(t)(policy.Groups(region, compass, policy.OwnGroup))), Question: table, Disclose: true, Epsilon: "0.8"}},
		{"one of two columns", Setup{Columns: just(region, age), Parts: parts(policy.Complete(region), near(age, 4, policy.OwnGroup)), Question: workload.Question{Kind: workload.Cumulative, Columns: []domain.AttributeName{"age"}}, Epsilon: "1"}},
		{"a grid of two long rows", Setup{Columns: just(row, along), Parts: parts(neighbours), Question: long, Known: true, Epsilon: "1"}},
		{"a few boxes", Setup{Columns: just(few, size), Parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), Together: 1, Question: some, Known: true, Epsilon: "1"}},
		{"a few boxes, a delta", Setup{Columns: just(few, size), Parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), Together: 1, Question: some, Gaussian: true, Epsilon: "0.5"}},
		{"regions in a tree of pairs", Setup{Columns: just(region), Parts: parts(tree), Question: table, Known: true, Epsilon: "0.6"}},
		{"totals by region", Setup{Columns: just(region, few), Parts: parts(policy.Complete(region), near(few, 4, policy.OwnGroup)), Together: 1, Question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"few"}, Averages: true, Totals: true}, Epsilon: "0.7"}},
		{"totals by region, a delta", Setup{Columns: just(region, few), Parts: parts(policy.Complete(region), near(few, 4, policy.OwnGroup)), Together: 2, Question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"few"}, Totals: true}, Known: true, Gaussian: true, Epsilon: "0.5"}},
		{"age within 3, a delta", Setup{Columns: just(age), Parts: parts(near(age, 6, policy.OwnGroup)), Question: cumulative, Known: true, Gaussian: true, Epsilon: "0.5"}},
		{"sizes, people unknown, a delta", Setup{Columns: just(size), Parts: parts(near(size, 2, policy.OwnGroup)), Question: workload.Question{Kind: workload.Ranges, Every: true}, Gaussian: true, Epsilon: "0.3"}},
		{"presence, a delta", Setup{Columns: just(income), Parts: parts(near(income, 60, policy.OwnGroup)), Presence: true, Question: cumulative, Gaussian: true, Epsilon: "1"}},
		{"a table of two columns, a delta", Setup{Columns: just(region, size), Parts: parts(policy.Complete(region), near(size, 2, policy.OwnGroup)), Together: 1, Question: table, Known: true, Gaussian: true, Epsilon: "0.6"}},
		{"ages by sizes, a delta", Setup{Columns: just(few, size), Parts: parts(near(few, 4, policy.OwnGroup), near(size, 2, policy.OwnGroup)), Together: 1, Question: workload.Question{Kind: workload.Ranges, Every: true}, Gaussian: true, Epsilon: "0.5"}},
	} {
		out = append(out, s.Make(t, s.name))
	}
	return out
}
