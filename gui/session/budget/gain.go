package budget

import (
	"context"
	"slices"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/preview"
	"steward/gui/words"
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

// Gain returns the comparison; while it is worked out in the background it is not Ready. It
// is false while nothing is asked or the plan has issues.
func (s *Step) Gain() (Gain, bool) {
	g, c := &s.gain, s.of.Compiled()
	if g.Of != c {
		g.End()
	}
	if c == nil || len(c.Problems) == 0 {
		return Gain{}, false
	}
	if g.Of != c {
		planner, first := s.of.Planner(), Gain{Question: c.Plan.Questions[0].Title, Beside: beside(c.Plan)}
		g.Begin(s.of.Background, c, first, func(ctx context.Context) Gain {
			out := first
			now, everything, err := compareWithEverything(ctx, planner, c)
			if err != nil {
				out.Problem = words.SentenceOf(err)
				return out
			}
			out.Now, out.Everything, out.Ready = now.Typical, everything.Typical, true
			return out
		})
	}
	return g.Found, true
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

// underEverything returns a copy of the plan with everything about a person secret.
func underEverything(p plan.Plan) plan.Plan {
	p = p.Clone()
	p.Secrets, p.Agreed = secret.Secrets{}, nil
	for i := range p.Questions {
		p.Questions[i].Mechanism = "" // the one chosen for another policy need not apply
	}
	return p
}

// compareWithEverything returns the error of the first question under a compiled plan and
// under the plan with everything secret.
func compareWithEverything(ctx context.Context, planner preview.Planner, c *plan.Compiled) (now, everything accuracy.Summary, err error) {
	if now, err = planner.Alone(ctx, c, 0); err != nil {
		return now, everything, err
	}
	other, err := c.Again(underEverything(c.Plan))
	if err != nil {
		return now, everything, err
	}
	everything, err = planner.Alone(ctx, other, 0)
	return now, everything, err
}
