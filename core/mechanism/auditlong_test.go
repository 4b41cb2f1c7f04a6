//go:build evidence

package mechanism

import (
	"testing"

	"steward/core/internal/audit"
)

const (
	problems          = 400
	sharing           = false
	weightedStreams   = 3
	farPairs          = 1 << 30
	sampledRuns       = 8000
	intervalRuns      = 3000
	powerExamples     = 1 << 30
	auditProblemsEach = 1 << 30

	// As much as shows every sabotage (sabotageRuns) and a third more, on every pair of neighbours.
	auditRuns     = 40_000
	auditPairs    = 100
	auditAnyPairs = 1000
	allSabotage   = true
)

// Mechanisms keep their promise on random problems too: any secrets, any question, any number
// of people. False alarm: 1e-6 in all.
func TestAuditOfRandomProblems(t *testing.T) {
	const scenes, most = 100, 6
	sampled := audit.Sampled{Runs: 30_000, FalseAlarm: falseAlarm / float64(scenes*len(All()))}
	used := make(map[string]int)
	left := scenes
	for stream := uint64(60); left > 0; stream++ {
		eachScene(t, stream, 100, func(_ maker, s scene) {
			k, err := s.Policy.Domain().Cells()
			if err != nil {
				t.Fatal(err)
			}
			if k > most || left == 0 || s.deserted() {
				return
			}
			pairs := audit.Hardest(audit.Distinct(pairsOf(t, s.neighbourhood())), 2, s.change)
			if len(pairs) == 0 {
				return
			}
			left--
			s.StandIn = like(t, s)
			for _, m := range All() {
				if !m.Check(s.Problem).OK() {
					continue
				}
				used[m.Info().ID]++
				q, err := m.Prepare(t.Context(), s.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Info().ID, s.name, err)
				}
				if found := findings(t, sampled, s, q, pairs); found[0].Broken() {
					t.Errorf("%s, %s: %s", m.Info().ID, s.name, found[0])
				}
			}
		})
	}
	for _, m := range All() {
		if used[m.Info().ID] < scenes/10 {
			t.Errorf("%s was audited on %d of %d random problems", m.Info().ID, used[m.Info().ID], scenes)
		}
	}
}

// deserted reports whether all combinations of values of the published columns are impossible: nobody
// can be in the file then, and facts about people there tie nobody to anybody.
func (s scene) deserted() bool { return s.published.Domain().PossibleCells() == 0 }

// The laws of the answers to random problems with up to three noisy rows are enumerated, and
// none breaks its claim.
func TestAuditOfRandomProblemsExactly(t *testing.T) {
	enumerated := make(map[string]int)
	eachScene(t, 61, 1000, func(_ maker, s scene) {
		if s.deserted() {
			return
		}
		s.Budget = s.Budget.Plus(s.Budget)
		s.Budget = s.Budget.Plus(s.Budget)
		for _, q := range (example{name: s.name, scene: s}).coarsely(t, independent()) {
			r, few := rowsOf(t, q, 3)
			if !few || r.States() > 1e6 {
				continue
			}
			enumerated[q.Info().ID]++
			if multiple, at := worst(t, s, r, pairsOf(t, s.neighbourhood())); multiple > 1+1e-9 {
				t.Errorf("%s, %s: %.9f of the budget is spent between %s", q.Info().ID, s.name, multiple, at)
			}
		}
	})
	t.Log(enumerated)
	for _, m := range independent() {
		if enumerated[m.Info().ID] < 20 {
			t.Errorf("%d laws of %s were enumerated", enumerated[m.Info().ID], m.Info().ID)
		}
	}
}
