package registry

import (
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Cumulative counts, and ranges, are answered with tables of their column where that leaves less on the mean over all questions: none is worse than with its own
// share, all agree, and on the mean there is no more than without that.
func TestCumulativeCountsJoinTables(t *testing.T) {
	var columns []*domain.Attribute
	for j, n := range []int{6, 4, 3} {
		columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), mechanismtest.NoSpecial)))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := []workload.Question{ask("ab", workload.Table, "a", "b"), ask("up to a", workload.Cumulative, "a"), ask("ac", workload.Table, "a", "c"),
		{Title: "ranges of a", Kind: workload.Ranges, Columns: []domain.AttributeName{"a"}, Spans: []workload.Span{{From: "1", To: "3"}, {From: "0", To: "5"}}}, ask("bc", workload.Table, "b", "c"), ask("up to b", workload.Cumulative, "b")}
	for name, published := range map[string]func() (*policy.Policy, error){
		"presence":   func() (*policy.Policy, error) { return policy.PresenceOnly(d), nil },
		"any change": func() (*policy.Policy, error) { return policy.Full(d, false), nil },
		"one column": func() (*policy.Policy, error) {
			return policy.New(policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns), Together: 1})
		},
	} {
		p, err := published()
		if err != nil {
			t.Fatal(err)
		}
		s := newSeveral(t, p, asked...)
		groups := s.arrange()
		own := make(map[int]float64)
		var first []Group
		free := make([]bool, len(asked))
		for i, problem := range s.problems {
			alone, why, err := Choose(remembering(t), problem, "")
			if err != nil {
				t.Fatal(err)
			}
			first = append(first, newGroup([]int{i}, []account.Epsilon{problem.Budget}, problem, alone, why))
			own[i], free[i] = first[i].Aim(0), true
		}
		joined := false
		for _, g := range groups {
			joined = joined || slices.Contains(g.Questions, 0) && slices.Contains(g.Questions, 1)
			for n, i := range g.Questions {
				if g.Aim(n) > own[i]*(1+1e-9) {
					t.Errorf("%s: question %d has an error of %v, with its own share of %v", name, i, g.Aim(n), own[i])
				}
			}
		}
		if !joined {
			t.Errorf("%s: answered together: %v", name, together(groups))
		}
		without := arranging{ctx: remembering(t), problems: s.problems, joint: s.joint, groups: slices.Clone(first), free: free}
		if err := without.mergeTables(); err != nil {
			t.Fatal(err)
		}
		if err := without.settle(first); err != nil {
			t.Fatal(err)
		}
		with := arranging{groups: groups}
		left := with.left(own)
		t.Logf("%s: %.3f of %d are left, %.3f without", name, left, len(asked), without.left(own))
		if left > without.left(own)*(1+1e-9) {
			t.Errorf("%s: %v is left, and %v with tables alone", name, left, without.left(own))
		}
		for _, g := range groups {
			agreeOnRuns(t, s, g)
		}
	}
}

// agreeOnRuns compares the published cumulative counts of a group with those that its tables tell.
func agreeOnRuns(t *testing.T, s several, g Group) {
	t.Helper()
	if !slices.Contains(g.Questions, 0) || !slices.Contains(g.Questions, 1) || g.Prepared.Info().ID != "marginals" {
		return
	}
	k, err := g.Problem.Workload.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	x, r := make([]int64, k), seeded.New(20261128, 64)
	for cell := range x {
		x[cell] = r.Int64N(50)
	}
	a := mechanismtest.MustRelease(t, mechanismtest.Scene{Problem: g.Problem, Name: "tables"}, g.Prepared, x, 5)
	table, upTo := g.Of(0, a), g.Of(1, a)
	sum := int64(0)
	for v := range 6 {
		for b := range 4 {
			sum += table.Tidied[s.parts[0].Domain().Index([]int{v, b})]
		}
		if upTo.Tidied[v] != sum {
			t.Errorf("up to %d there are %d, and the table says %d", v, upTo.Tidied[v], sum)
		}
	}
}
