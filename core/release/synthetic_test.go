package release

import (
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// TestRecordsAreReleasedOnce carries a release with made-up records out by each method, at a budget at
// which their table is as good as that of the data.
func TestRecordsAreReleasedOnce(t *testing.T) {
	for _, method := range []string{"", "graph", "mwem", "small"} {
		for _, delta := range []string{"", "0.000001"} {
			p := smallPlan(4000)
			p.Budget = plan.Budget{Epsilon: "80", Delta: delta}
			p.Questions = p.Questions[:1]
			p.Synthetic = []plan.Synthetic{{ID: "s", Title: "Made up", Columns: []domain.AttributeName{"town"}, Method: method}}
			w := newWitness()
			r, err := runSmall(t, p, people(4000), w)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(w.events, []string{"debit", "noise"}) || !slices.Equal(w.spent[0].Questions, []string{"Ages by town", "Made up"}) {
				t.Errorf("what happened: %q, %q", w.events, w.spent[0].Questions)
			}
			s := r.Synthetic[0]
			if s.Len() != 4000 || s.People != 4000 || !s.Known || len(s.Steps) == 0 || len(s.Says) < 4 || len(s.Digest) != 64 {
				t.Errorf("%q, delta %q: %d records, says %q", method, delta, s.Len(), s.Says)
			}
			if s.Effective != s.Epsilon || !s.Quality.MeasuredOn.IsZero() {
				t.Errorf("%q: effective %s of %s, measured on %q", method, s.Effective, s.Epsilon, s.Quality.MeasuredOn)
			}
			digest := r.Digest
			s.Records[0][0]++
			if again, err := s.ComputeDigest(); err != nil || again == s.Digest {
				t.Errorf("another record has the same digest: %v", err)
			}
			r.Synthetic[0].Digest = strings.Repeat("0", 64)
			if again, err := r.ComputeDigest(); err != nil || again == digest {
				t.Errorf("other records have the same digest: %v", err)
			}
			var form strings.Builder
			if err := r.Canonical(&form); err != nil || !strings.HasPrefix(form.String(), "steward release 4\n") {
				t.Errorf("the form of the digest: %v", err)
			}
		}
	}
}
