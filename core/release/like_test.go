package release

import (
	"context"
	"errors"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism/registry"
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
			list, err := registry.Candidates(remembering, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, cand := range list {
				if !cand.Info.DataDependent || cand.Prepared == nil {
					continue
				}
				n++
				if e := cand.Prepared.ExpectedError(); e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn.String(), people(7).Name().String()) {
					t.Errorf("%s: %s on %q", cand.Info.ID, e.Kind, e.StandIn)
				}
			}
		}
		return n
	}
	if n := shown(c); n != 0 {
		t.Errorf("%d methods are shown without a stand-in", n)
	}
	like := comparedOn(t, c)
	if n := shown(like); n < len(c.Problems) {
		t.Errorf("%d methods are shown for %d questions", n, len(c.Problems))
	}
	if n := shown(c); n != 0 {
		t.Error("the plan itself was changed")
	}
	if _, err := Like(context.Background(), c, people(200), nil); !errors.Is(err, ErrOwnData) {
		t.Errorf("the plan's own file: %v", err)
	}
	if _, err := Like(context.Background(), c, other{people(0)}, nil); !errors.Is(err, ErrNothingPublic) {
		t.Errorf("an empty file: %v", err)
	}
}

// other is data of another file than the reviewed one.
type other struct{ Data }

func (other) SameAsReviewed(plan.Fingerprint) (bool, error) { return false, nil }

// comparedOn returns a plan compared on a public file of seventy people.
func comparedOn(t *testing.T, c *plan.Compiled) *plan.Compiled {
	t.Helper()
	tables, err := Like(context.Background(), c, other{people(70)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	like, err := c.CompareOn(plan.NewFileStandIn(people(7).Name().String(), plan.Fingerprint{Salt: "00", Digest: "public"}, tables), tables)
	if err != nil {
		t.Fatal(err)
	}
	return like
}

// A method whose error depends on the data is released where it was chosen, or where it is the best
// on the public file; its errors say what they were measured on. Everything else is as before.
func TestReleaseComparedOnAFile(t *testing.T) {
	p := smallPlan(200)
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	p.StandIn = comparedOn(t, c).Plan.StandIn
	p.Questions[1].Mechanism = "tree-isotonic"
	if c, err = plan.Compile(p); err != nil {
		t.Fatal(err)
	}
	w := newWitness()
	r, err := Run(remembering, Job{Plan: c, Data: only{people(200), "x"}, Ledger: w, Time: "2026-01-02T03:04:05Z", Noise: w.open})
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range r.Questions {
		m, _ := registry.ByID(q.Mechanism.ID)
		if !(q.MeasuredOn.IsZero()) != m.Info().DataDependent || !q.MeasuredOn.IsZero() && q.MeasuredOn.String() != people(7).Name().String() {
			t.Errorf("question %d by %s is measured on %q", i, q.Mechanism.ID, q.MeasuredOn)
		}
	}
	if q := r.Questions[1]; q.Mechanism.ID != "tree-isotonic" || q.Unadjusted[0] == 0 && q.Unadjusted[1] == 0 {
		t.Errorf("the chosen method was not used: %+v", q)
	}
	if r.Plan.StandIn == nil || len(r.Plan.StandIn.Tables) == 0 {
		t.Error("the release does not carry the public numbers")
	}
	if got := r.Questions[1].Noise; len(got) == 0 || got[0].Spent == "" {
		t.Errorf("noise %+v", got)
	}
}

// The file that the plan protects is refused as public data when it is reviewed and at the release,
// too, with nothing spent.
func TestReleaseRefusesItsOwnDataAsPublic(t *testing.T) {
	c, err := plan.Compile(smallPlan(200))
	if err != nil {
		t.Fatal(err)
	}
	like := comparedOn(t, c)
	w := newWitness()
	j := Job{Plan: like, Data: people(200), Ledger: w, Noise: w.open} // a file that is whatever it is asked to be
	if _, err := Run(remembering, j); !errors.Is(err, ErrOwnData) || len(w.events) > 0 {
		t.Errorf("a release: %v, events %v", err, w.events)
	}
	if _, _, err := Pilot(remembering, j, 0, c.Budget); !errors.Is(err, ErrOwnData) || len(w.events) > 0 {
		t.Errorf("a pilot: %v, events %v", err, w.events)
	}
}

// only is data whose fingerprints are those of one digest.
type only struct {
	Data
	digest string
}

func (o only) SameAsReviewed(f plan.Fingerprint) (bool, error) { return f.Digest == o.digest, nil }
