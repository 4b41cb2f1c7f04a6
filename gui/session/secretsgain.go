package session

import (
	"context"
	"encoding/json"
	"slices"

	"steward/core/accuracy"
	"steward/core/plan"
)

// Gain compares the typical error of the first question under the chosen secrets with what it
// would be under everything about a person, in people.
type Gain struct {
	Question        string
	Now, Everything float64
	// Beside says that the question is about no column with a rule of its own, so that a rule
	// cannot change its error.
	Beside  bool
	Ready   bool   // whether it is worked out
	Problem string // why it cannot be
}

// gainStudy is the comparison for one plan. What it is compared with depends on everything
// but the secrets and is kept while only they change.
type gainStudy struct {
	of     *plan.Compiled
	gain   Gain
	cancel context.CancelFunc

	key        string
	everything *accuracy.Summary
}

// Gain returns the comparison; while it is worked out in the background it is not Ready. It
// is false while nothing is asked or the plan has issues.
func (s *Session) Gain() (Gain, bool) {
	g := &s.studies.gain
	if g.of != s.compiled && g.cancel != nil {
		g.cancel()
		g.cancel = nil
	}
	if s.compiled == nil || len(s.compiled.Problems) == 0 {
		return Gain{}, false
	}
	if g.of == s.compiled {
		return g.gain, true
	}
	c := s.compiled
	ctx, cancel := context.WithCancel(context.Background())
	g.of, g.cancel, g.gain = c, cancel, Gain{Question: c.Plan.Questions[0].Title, Beside: beside(c.Plan)}
	plainly, key := underEverything(c.Plan)
	if key != g.key {
		g.key, g.everything = key, nil
	}
	known := g.everything
	s.around.Go(func() {
		now, everything, err := compareWithEverything(ctx, c, plainly, known)
		s.around.Dispatch(func() {
			if g.of != c || ctx.Err() != nil {
				return
			}
			cancel()
			g.cancel = nil
			if err != nil {
				g.gain.Problem = SentenceOf(err)
			} else {
				g.gain.Now, g.gain.Everything, g.gain.Ready = now.Typical, everything.Typical, true
				g.everything = &everything
			}
			s.changed()
		})
	})
	return g.gain, true
}

// beside reports whether the first question is about no column with a rule of its own, where
// there are such rules.
func beside(p plan.Plan) bool {
	for _, secret := range p.Secrets.Columns {
		for _, n := range secret.Columns {
			if slices.Contains(p.Questions[0].Columns, n) {
				return false
			}
		}
	}
	return len(p.Secrets.Columns) > 0
}

// underEverything returns a copy of the plan with everything about a person secret, and what
// its errors depend on.
func underEverything(p plan.Plan) (plan.Plan, string) {
	p = clone(p)
	p.Secrets, p.Agreed, p.Title, p.Data = plan.Secrets{}, nil, "", plan.Data{}
	for i := range p.Questions {
		p.Questions[i].Mechanism = "" // the one chosen for another policy need not apply
	}
	key, err := json.Marshal(p)
	if err != nil {
		panic("session: a plan that cannot be written: " + err.Error())
	}
	return p, string(key)
}

// compareWithEverything returns the error of the first question under a compiled plan and
// under the plan with everything secret, the latter as known, if it is.
func compareWithEverything(ctx context.Context, c *plan.Compiled, plainly plan.Plan, known *accuracy.Summary) (now, everything accuracy.Summary, err error) {
	if now, err = summary(ctx, c.Problems[0], c.Plan.Questions[0].Mechanism); err != nil {
		return now, everything, err
	}
	if known != nil {
		return now, *known, nil
	}
	other, err := c.Again(plainly)
	if err != nil {
		return now, everything, err
	}
	everything, err = summary(ctx, other.Problems[0], "")
	return now, everything, err
}
