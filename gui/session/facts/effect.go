package facts

import (
	"context"
	"strings"

	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
)

// Effect is what a fact changes: for every question the half-width of its intervals that
// hold 19 times in 20, in people, with the fact and without it.
type Effect struct {
	Rows    []EffectRow
	Ready   bool
	Problem string
}

// EffectRow is the effect on one question.
type EffectRow struct {
	Question      string
	With, Without float64
}

// toggled is a fact of a plan that is stated or not.
type toggled struct {
	plan *plan.Compiled
	fact ID
}

// Effect returns what a fact changes; while it is worked out in the background it is not
// Ready. It is false while nothing is asked or the plan has issues, and for facts that change
// the tables themselves.
func (s *Step) Effect(id ID) (Effect, bool) {
	e, of := &s.effect, toggled{s.of.Compiled(), id}
	if e.Of != of {
		e.End()
	}
	if of.plan == nil || id != People && !strings.HasPrefix(string(id), statedPrefix) {
		return Effect{}, false
	}
	if e.Of != of {
		planner, rows := s.of.Planner(), int64(0)
		if f := s.of.File(); f != nil && f.Found != nil {
			rows = int64(f.Found.Rows)
		}
		aside, _ := s.totalsOrCounts(id)
		e.Begin(s.of.Background, of, Effect{}, func(ctx context.Context) Effect {
			found, err := effectOf(ctx, planner, of.plan, id, aside, rows)
			if err != nil {
				return Effect{Problem: words.SentenceOf(err)}
			}
			return Effect{Rows: found, Ready: true}
		})
	}
	return e.Found, true
}

// effectOf compares a plan with the same plan without a fact that it states, or with one that is
// set aside, or with the number of people, for which any will do that agrees with the other
// facts: no error depends on which number it is.
func effectOf(ctx context.Context, planner preview.Planner, c *plan.Compiled, id ID, aside constraint.Fact, rows int64) ([]EffectRow, error) {
	next := c.Plan.Clone()
	stated := c.Plan.Facts.People != nil
	if id != People {
		stated = len(without(next, id).Facts.Stated) < len(next.Facts.Stated)
	}
	switch {
	case stated:
		next = without(next, id)
	case id != People:
		put(&next, aside)
	default:
		if n, known := c.Facts.Total(); known {
			rows = n
		}
		next.Facts.People = &rows
	}
	other, err := c.Again(next)
	if issues := plan.IssuesIn(err); len(issues) > 0 {
		return nil, message.Errorf("%s", issues[0].Message)
	}
	if err != nil {
		return nil, err
	}
	own, err := planner.Errors(ctx, c)
	if err != nil {
		return nil, err
	}
	changed, err := planner.Errors(ctx, other)
	if err != nil {
		return nil, err
	}
	out := make([]EffectRow, len(own))
	for i := range own {
		with, without := changed[i].Summary().HalfWidth, own[i].Summary().HalfWidth
		if stated {
			with, without = without, with
		}
		out[i] = EffectRow{c.Plan.Questions[i].Title, with, without}
	}
	return out, nil
}
