package release

import (
	"context"
	"errors"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/plan"
)

// A public file lets the methods be compared whose error depends on the data, and is named where
// they are shown; the file that the plan protects is refused.
func TestLike(t *testing.T) {
	c, err := plan.Compile(smallPlan(200))
	if err != nil {
		t.Fatal(err)
	}
	shown := func(c *plan.Compiled) (n int) {
		t.Helper()
		for _, p := range c.Problems {
			list, err := mechanism.Candidates(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			for _, cand := range list {
				if !cand.Info.DataDependent || cand.Prepared == nil {
					continue
				}
				n++
				if e := cand.Prepared.ExpectedError(); e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn, people(7).Name()) {
					t.Errorf("%s: %s on %q", cand.Info.ID, e.Kind, e.StandIn)
				}
			}
		}
		return n
	}
	if n := shown(c); n != 0 {
		t.Errorf("%d methods are shown without a stand-in", n)
	}
	like, err := Like(context.Background(), c, other{people(70)})
	if err != nil {
		t.Fatal(err)
	}
	if n := shown(like); n < len(c.Problems) {
		t.Errorf("%d methods are shown for %d questions", n, len(c.Problems))
	}
	if n := shown(c); n != 0 {
		t.Error("the plan itself was changed")
	}
	if _, err := Like(context.Background(), c, people(200)); !errors.Is(err, ErrOwnData) {
		t.Errorf("the plan's own file: %v", err)
	}
	if _, err := Like(context.Background(), c, other{people(0)}); err == nil || !strings.Contains(err.Error(), "none of its rows") {
		t.Errorf("an empty file: %v", err)
	}
}

// other is data of another file than the reviewed one.
type other struct{ Data }

func (other) SameAsReviewed(plan.Fingerprint) (bool, error) { return false, nil }
