package line

import (
	"math"
	"testing"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// What is said of very many errors without keeping them is what they add up to one by one, and strategies know their mean square.
func TestErrorsThatAreNotKeptAreSummedUpAlike(t *testing.T) {
	const values = 1450 // whose ranges are a few more than a sheet has rows
	for i, m := range []mechanism.Mechanism{Hierarchical{}, Ordered{}, Ramps{}, SoftBlocks{}} {
		if i > 0 && !seeded.Audit {
			continue
		}
		for _, within := range []int{40} {
			p := mechanismtest.EveryRange(t, values, within, "1").Scene.Problem
			p.Workload = p.Workload.Planned()
			q, err := m.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			l := q.(*PreparedLine)
			if mechanism.Brief(q).Answers != nil {
				t.Fatalf("%s keeps its errors", m.Info().ID)
			}
			all := l.OfRuns(linop.Every(values, values), true)
			if got, want := mechanism.SummaryOf(q), q.ExpectedError().Summary(); got != want {
				t.Errorf("%s within %d is summed up as %+v, its errors as %+v", m.Info().ID, within, got, want)
			}
			if got, ok := l.MeanError(); !ok || math.Abs(got-all.MeanSquare()) > 1e-9*got || got != mechanism.MeanSquare(q) {
				t.Errorf("%s within %d: a mean square of %g (%v), the errors have %g", m.Info().ID, within, got, ok, all.MeanSquare())
			}
		}
	}
}
