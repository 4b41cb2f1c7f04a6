//go:build evidence

package registry

import (
	"slices"
	"testing"

	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

const (
	weightedStreams   = 3
	farPairs          = 1 << 30
	sampledOn         = 1 << 30
	sampledRuns       = 8000
	intervalRuns      = 3000
	auditProblemsEach = 1 << 30
	lawsEach          = 1 << 30
	leaksEach         = 1 << 30

	// As much as shows every sabotage (sabotageRuns) and a third more, on every pair of neighbours.
	auditRuns     = 40_000
	auditPairs    = 100
	auditAnyPairs = 1000
	sabotageRuns  = 30_000
	allSabotage   = true
	ownProblems   = true
)

// Mechanisms keep their promise on random problems too: any secrets, any question, any number
// of people; each mechanism on so many, the first that it applies to.
func TestAuditOfRandomProblems(t *testing.T) {
	const scenes, most, each = 1500, 6, 10
	sampled := audit.Sampled{Runs: 30_000, FalseAlarm: seeded.Among(each * len(All()))}
	used := make(map[string]int)
	mechanismtest.EachScene(t, 60, scenes, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		if wider(s, t, most) || deserted(s) {
			return
		}
		pairs := audit.Hardest(audit.Distinct(pairsOf(t, neighbourhood(s))), 2, change(s))
		if len(pairs) == 0 {
			return
		}
		s.StandIn = mechanismtest.Like(t, s)
		for _, m := range All() {
			if used[m.Info().ID] == each || !m.Check(s.Problem).OK() {
				continue
			}
			used[m.Info().ID]++
			q, err := m.Prepare(t.Context(), s.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", m.Info().ID, s.Name, err)
			}
			if found := findings(t, sampled, s, q, pairs); found[0].Broken() {
				t.Errorf("%s, %s: %s", m.Info().ID, s.Name, found[0])
			}
		}
	})
	for _, m := range All() {
		if used[m.Info().ID] < each {
			t.Errorf("%s was audited on %d random problems of %d", m.Info().ID, used[m.Info().ID], each)
		}
	}
}

// wider reports whether a problem has more cells than so many.
func wider(s mechanismtest.Scene, t *testing.T, most int) bool {
	t.Helper()
	k, err := s.Policy.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	return k > most
}

// deserted reports whether all combinations of values of the published columns are impossible: nobody
// can be in the file then, and facts about people there tie nobody to anybody.
func deserted(s mechanismtest.Scene) bool { return s.Published.Domain().PossibleCells() == 0 }

// The laws of the answers to random problems with up to three noisy rows are enumerated, so many of
// each mechanism, and none breaks its claim.
func TestAuditOfRandomProblemsExactly(t *testing.T) {
	const scenes, most, each = 40_000, 6, 20
	enumerated := make(map[string]int)
	mechanismtest.EachScene(t, 61, scenes, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		if wider(s, t, most) || deserted(s) {
			return
		}
		s.Budget = s.Budget.Plus(s.Budget)
		s.Budget = s.Budget.Plus(s.Budget)
		left := slices.DeleteFunc(independent(), func(m mechanism.Mechanism) bool { return enumerated[m.Info().ID] == each })
		for _, q := range coarsely((mechanismtest.Example{Name: s.Name, Scene: s}), t, left) {
			r, few := rowsOf(t, q, 3)
			if !few || r.States() > 1e6 {
				continue
			}
			enumerated[q.Info().ID]++
			if multiple, at := worst(t, s, r, pairsOf(t, neighbourhood(s))); multiple > 1+1e-9 {
				t.Errorf("%s, %s: %.9f of the budget is spent between %s", q.Info().ID, s.Name, multiple, at)
			}
		}
	})
	for _, m := range independent() {
		if enumerated[m.Info().ID] < each {
			t.Errorf("%d laws of %s were enumerated", enumerated[m.Info().ID], m.Info().ID)
		}
	}
}
