package registry

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// several is a few questions about the same people, with shares of one budget.
type several struct {
	t         *testing.T
	published *policy.Policy
	parts     []*workload.Workload
	problems  []mechanism.Problem
}

func newSeveral(t *testing.T, published *policy.Policy, questions ...workload.Question) several {
	t.Helper()
	s := several{t: t, published: published}
	shares := make([]*big.Rat, len(questions))
	for i := range shares {
		shares[i] = big.NewRat(1, 1)
	}
	budget, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	budgets, err := budget.Split(shares)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range questions {
		w, err := workload.New(q, published.Domain())
		if err != nil {
			t.Fatal(err)
		}
		s.parts = append(s.parts, w)
		s.problems = append(s.problems, s.problem(w, budgets[i]))
	}
	return s
}

func (s several) problem(w *workload.Workload, budget account.Epsilon) mechanism.Problem {
	p, err := s.published.Project(w.Question().Columns)
	if err != nil {
		s.t.Fatal(err)
	}
	return mechanism.Problem{Workload: w, Policy: p, Budget: budget, Optima: &mechanismtest.Optima}
}

func (s several) joint(questions []int) (mechanism.Problem, error) {
	var parts []*workload.Workload
	var budgets []account.Epsilon
	for _, i := range questions {
		parts, budgets = append(parts, s.parts[i]), append(budgets, s.problems[i].Budget)
	}
	w, err := workload.Join(parts, s.published.Domain())
	if err != nil {
		return mechanism.Problem{}, err
	}
	return s.problem(w, account.Sum(budgets)), nil
}

func (s several) arrange(chosen ...string) []Group {
	s.t.Helper()
	groups, err := Arrange(remembering(s.t), make([][]Candidate, len(s.problems)), s.problems, append(chosen, make([]string, len(s.problems)-len(chosen))...), s.joint)
	if err != nil {
		s.t.Fatal(err)
	}
	return groups
}

// remembering returns a test's context, under which the same search is made once.
func remembering(t testing.TB) context.Context { return optimum.Share(t.Context(), remembered) }

var remembered = new(optimum.Memory)

// sizes returns which questions are answered together.
func together(groups []Group) (out [][]int) {
	for _, g := range groups {
		out = append(out, g.Questions)
	}
	return out
}

func twoColumns(t *testing.T) *domain.Domain { return agesBySex(t, 40) }

func agesBySex(t *testing.T, ages int64) *domain.Domain {
	t.Helper()
	own := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	age, err := domain.NewWhole("age", 0, ages-1, own)
	if err != nil {
		t.Fatal(err)
	}
	sex, err := domain.NewList("sex", []string{"f", "m"}, own)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{age, sex}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ask(title string, kind workload.Kind, columns ...domain.AttributeName) workload.Question {
	return workload.Question{ID: title, Title: title, Kind: kind, Columns: columns}
}

// Questions about the same cells are answered from one measurement, those about others by
// themselves; a mechanism that was chosen stays.
func TestArrange(t *testing.T) {
	ages := seeded.Often(16, 40)
	s := newSeveral(t, policy.Full(agesBySex(t, int64(ages)), false),
		ask("ages", workload.Table, "age"),
		ask("up to an age", workload.Cumulative, "age"),
		ask("sexes", workload.Table, "sex"))
	groups := s.arrange()
	if got := together(groups); len(got) != 2 || !slices.Equal(got[0], []int{0, 1}) || !slices.Equal(got[1], []int{2}) {
		t.Fatalf("answered together: %v", got)
	}
	if got := together(s.arrange("laplace")); len(got) != 3 {
		t.Errorf("with a mechanism chosen, answered together: %v", got)
	}
	// The joint release splits into the answers of each question.
	g := groups[0]
	x := make([]int64, ages)
	for u := range x {
		x[u] = int64(u)
	}
	a := mechanismtest.MustRelease(t, mechanismtest.Scene{Problem: g.Problem, Name: "ages"}, g.Prepared, x, 1)
	each, upTo := g.Of(0, a), g.Of(1, a)
	if len(each.Tidied) != ages || len(upTo.Tidied) != ages {
		t.Fatalf("%d and %d answers", len(each.Tidied), len(upTo.Tidied))
	}
	var sum int64
	for u := range each.Tidied {
		sum += each.Tidied[u]
		if sum != upTo.Tidied[u] {
			t.Fatalf("up to age %d: %d, and the ages add up to %d", u, upTo.Tidied[u], sum)
		}
	}
}

// No question has more error together than with its own share, and all of the budget is
// spent once.
func TestArrangeLeavesNobodyWorse(t *testing.T) {
	d := agesBySex(t, int64(seeded.Often(16, 40)))
	joined := 0
	for name, p := range map[string]*policy.Policy{"everything": policy.Full(d, false), "presence": policy.PresenceOnly(d)} {
		s := newSeveral(t, p,
			ask("both", workload.Table, "age", "sex"),
			ask("ages", workload.Table, "age"),
			ask("sexes", workload.Table, "sex"),
			ask("up to an age", workload.Cumulative, "age"))
		var losses []account.Epsilon
		seen := make(map[int]bool)
		for _, g := range s.arrange() {
			losses = append(losses, g.Prepared.Loss())
			for n, i := range g.Questions {
				alone, _, err := Choose(remembering(t), s.problems[i], "")
				if err != nil {
					t.Fatal(err)
				}
				now, before := g.Error(n).Summary(), alone.ExpectedError().Summary()
				if now.MeanSquare > before.MeanSquare*(1+1e-6) || now.Answers != before.Answers {
					t.Errorf("%s: question %d has an error of %g in %d answers, alone of %g in %d", name, i, now.MeanSquare, now.Answers, before.MeanSquare, before.Answers)
				}
				if at, ok := g.Position(i); !ok || at != n || seen[i] {
					t.Errorf("%s: question %d is not where it should be", name, i)
				}
				seen[i] = true
			}
			if g.Together() {
				joined++
			}
		}
		if total := account.Sum(losses); total.Rat().Cmp(big.NewRat(1, 1)) > 0 || len(seen) != 4 {
			t.Errorf("%s: %d questions spend %s", name, len(seen), total)
		}
	}
	if joined == 0 {
		t.Error("nothing was answered together")
	}
}

func wideColumn(t *testing.T, k int64) *domain.Domain {
	t.Helper()
	own := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	v, err := domain.NewWhole("v", 0, k-1, own)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{v}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Tables that have too many columns for cells over all of them are counted one by one, and some in larger tables that no question asks for: the group says in
// which, and answers without noise would be the truth.
func TestTablesAreCountedInLargerOnes(t *testing.T) {
	var columns []*domain.Attribute
	for j := range 26 {
		columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, 1, mechanismtest.NoSpecial)))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	published, err := policy.New(policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns), Together: len(columns)})
	if err != nil {
		t.Fatal(err)
	}
	var questions []workload.Question
	for j := range columns {
		for i := range j {
			if j < 6 || i == j-1 && j%2 == 1 {
				questions = append(questions, workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}})
			}
		}
	}
	s := newSeveral(t, published, questions...)
	groups := s.arrange()
	if len(groups) != 1 {
		t.Fatalf("%d groups", len(groups))
	}
	g := groups[0]
	tables := g.Problem.Workload.Tables()
	if len(tables) <= len(questions) {
		t.Fatalf("people are counted in %d tables for %d questions", len(tables), len(questions))
	}
	counts, err := g.Problem.NoCounts()
	if err != nil {
		t.Fatal(err)
	}
	r := seeded.New(20261128, 90)
	truth := make([][4]int64, len(questions))
	const people = 1_000_000_000
	for range 20 {
		values := make([]int, len(columns))
		for j := range values {
			values[j] = r.IntN(2)
		}
		for n, table := range counts.Each() {
			var of []int
			for _, a := range tables[n].Attributes() {
				j, _ := d.Position(a.Name())
				of = append(of, values[j])
			}
			cell := tables[n].Index(of)
			if table.AddMany(cell, people); n < len(questions) {
				truth[n][cell] += people
			}
		}
	}
	a, err := g.Prepared.Release(t.Context(), counts, r)
	if err != nil {
		t.Fatal(err)
	}
	for n := range questions {
		for i, v := range g.Of(n, a).Unadjusted {
			if off := v - float64(truth[n][i]); off > people/1000 || off < -people/1000 {
				t.Errorf("question %d: answer %d is %v, the truth is %d", n, i, v, truth[n][i])
			}
		}
	}
}
