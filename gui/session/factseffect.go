package session

import (
	"context"
	"errors"
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

// effectStudy is the effect of one fact on one plan.
type effectStudy struct {
	of     *plan.Compiled
	fact   FactID
	effect Effect
	cancel context.CancelFunc
}

// Effect returns what a fact changes; while it is worked out in the background it is not
// Ready. It is false while nothing is asked or the plan has issues, and for facts that change
// the tables themselves.
func (s *Session) Effect(id FactID) (Effect, bool) {
	e := &s.studies.effect
	if (e.of != s.compiled || e.fact != id) && e.cancel != nil {
		e.cancel()
		e.cancel = nil
	}
	if s.compiled == nil || id != FactPeople && !strings.HasPrefix(string(id), statedPrefix) {
		return Effect{}, false
	}
	if e.of == s.compiled && e.fact == id {
		return e.effect, true
	}
	planner, c, rows := s.around.Planner, s.compiled, int64(0)
	if file := s.File(); file != nil && file.Found != nil {
		rows = int64(file.Found.Rows)
	}
	aside, _ := s.totalsOrCounts(id)
	ctx, cancel := context.WithCancel(s.background())
	*e = effectStudy{of: c, fact: id, cancel: cancel}
	s.around.Go(func() {
		found, err := effectOf(ctx, planner, c, id, aside, rows)
		s.around.Dispatch(func() {
			if ctx.Err() != nil {
				return
			}
			cancel()
			e.cancel = nil
			if e.effect = (Effect{Rows: found, Ready: err == nil}); err != nil {
				e.effect.Problem = words.SentenceOf(err)
			}
			s.changed()
		})
	})
	return e.effect, true
}

// effectOf compares a plan with the same plan without a fact that it states, or with one that is
// set aside, or with the number of people, for which any will do that agrees with the other
// facts: no error depends on which number it is.
func effectOf(ctx context.Context, planner preview.Planner, c *plan.Compiled, id FactID, aside constraint.Fact, rows int64) ([]EffectRow, error) {
	toggled := c.Plan.Clone()
	stated := c.Plan.Facts.People != nil
	if id != FactPeople {
		stated = len(without(toggled, id).Facts.Stated) < len(toggled.Facts.Stated)
	}
	switch {
	case stated:
		toggled = without(toggled, id)
	case id != FactPeople:
		put(&toggled, aside)
	default:
		if n, known := c.Facts.Total(); known {
			rows = n
		}
		toggled.Facts.People = &rows
	}
	other, err := c.Again(toggled)
	if incomplete := (*plan.Incomplete)(nil); errors.As(err, &incomplete) {
		return nil, message.Errorf("%s", incomplete.Issues[0].Message)
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
		with, without := changed[i].HalfWidth, own[i].HalfWidth
		if stated {
			with, without = without, with
		}
		out[i] = EffectRow{c.Plan.Questions[i].Title, with, without}
	}
	return out, nil
}
