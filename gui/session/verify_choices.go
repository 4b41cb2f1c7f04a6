package session

import (
	"context"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/mechanism"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/export"
)

// choices works out again how the plan's choices were made, and adds them to the release that the
// digest is of. It returns what they spend.
func (v *verifier) choices(ctx context.Context, c *plan.Compiled, groups []mechanism.Group, again *result.Release) ([]account.Epsilon, error) {
	v.part = PartRecord
	if len(v.record.Choices) != len(c.Choices) {
		v.note(false, "", words.T("The record has %d choices, but its plan asks for %d", len(v.record.Choices), len(c.Choices)))
		return nil, nil
	}
	var losses []account.Epsilon
	for i, r := range v.record.Choices {
		if !c.Choices[i].Cells.Budget.IsZero() {
			losses = append(losses, c.Choices[i].Cells.Budget)
		}
		v.part = PartFigures
		fresh, err := v.choiceAgain(ctx, c, i, groups, again)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && c.Choices[i].Cells.StandIn.IsZero() && r.MeasuredOn != "" {
			v.unknown(words.T("%s: how good it is could not be worked out again: it was measured on public data that are not there", r.Title))
		}
		if err == nil {
			err = sameChoice(fresh, r, 0)
			v.worked(figures{same: err == nil, near: sameChoice(fresh, r, nearNoise) == nil, sound: spendsAsItSays(r.Noise)}, words.T("%s: sensitivity, rate, noise and errors are those of the plan", r.Title), words.T("%s: %v", r.Title, err))
		} else {
			v.note(false, "", words.T("%s: %v", r.Title, err))
		}
		v.part = PartRecord
		if err := possibleValues(c.Choices[i].Choice, r); err != nil {
			v.note(false, "", words.T("%s: %v", r.Title, err))
		}
		again.Choices = append(again.Choices, result.Choice{Asked: c.Plan.Choices[i], Mechanism: result.Mechanism{ID: r.Mechanism}, Width: r.Width, Values: r.Results()})
	}
	return losses, nil
}

// choiceAgain makes ready what the record says that choice i was made by.
func (v *verifier) choiceAgain(ctx context.Context, c *plan.Compiled, i int, groups []mechanism.Group, again *result.Release) (result.Choice, error) {
	r := v.record.Choices[i]
	of, tabled := strings.CutPrefix(r.Mechanism, choice.TablePrefix)
	if at := c.TableOf(i); at >= 0 {
		g, n, ok := mechanism.Group{}, 0, false
		for _, group := range groups {
			if k, in := group.Position(at); in {
				g, n, ok = group, k, true
			}
		}
		if !ok || at >= len(again.Questions) {
			return result.Choice{}, words.Errorf("the table that it was read off could not be made again")
		}
		fresh, err := release.ReadOff(c, i, g, n, &again.Questions[at])
		if err == nil && !slices.EqualFunc(fresh.Values, r.Results(), sameValue) {
			err = words.Errorf("it does not follow from the released numbers")
		}
		return fresh, err
	}
	asked := c.Plan.Choices[i]
	if asked.Method == string(choice.Drawn) && tabled || asked.Method == string(choice.FromTable) && !tabled || asked.Width != nil && !tabled && *asked.Width != r.Width {
		return result.Choice{}, words.Errorf("it was not made by the method that the plan names")
	}
	prepare := func() (*choice.Prepared, error) { return choice.Drawing(ctx, c.Choices[i], r.Width) }
	if tabled {
		prepare = func() (*choice.Prepared, error) { return choice.Reading(ctx, c.Choices[i], of) }
	}
	p, err := prepare()
	if err != nil {
		return result.Choice{}, err
	}
	return release.Announced(c, i, p), nil
}

func sameValue(a, b result.Chosen) bool {
	return slices.Equal(a.Key, b.Key) && a.Option == b.Option && a.Low == b.Low && a.High == b.High
}

// sameChoice compares what the record says of a choice with what its plan gives, its noise up to a part of it.
func sameChoice(fresh result.Choice, r export.Choice, upTo float64) error {
	errors := 1e-6
	if upTo > 0 {
		errors = nearErrors
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= errors*math.Max(1, math.Abs(b)) }
	switch {
	case fresh.Mechanism.ID != r.Mechanism || fresh.Options != r.Options:
		return words.Errorf("its method or its options are not those of the plan")
	case fresh.Epsilon != r.Epsilon || fresh.Effective != r.Effective:
		return words.Errorf("its budget is not that of the plan")
	case fresh.Sensitivity != r.Sensitivity || fresh.Rate != r.Rate:
		return words.Errorf("its sensitivity or its rate is not that of the plan")
	case !agreeOnNoise(r.Noise, stated(fresh.Noise), upTo):
		return words.Errorf("its noise is not that of the plan")
	case !near(r.Fall, fresh.Quality.Fall):
		return words.Errorf("its error is not that of the plan")
	case fresh.Quality.MeasuredOn != "" && (fresh.Quality.MeasuredOn != r.MeasuredOn || !near(r.Right, fresh.Quality.Right) || !near(r.Typical, fresh.Quality.Typical)):
		return words.Errorf("its error on %s is not the one that is stated", words.Said(fresh.Quality.MeasuredOn))
	}
	return nil
}

// stated returns noise as a record states it, without its words.
func stated(noise []result.Noise) []export.NoiseOfRows {
	var out []export.NoiseOfRows
	for _, n := range noise {
		out = append(out, export.NoiseOfRows{Rows: n.Rows, Sensitivity: n.Sensitivity, Scale: n.Scale, SigmaSquared: n.SigmaSquared, Spent: n.Spent})
	}
	return out
}

// possibleValues errors where the record publishes an option that the list does not have, or a group
// that there is not.
func possibleValues(c *choice.Choice, r export.Choice) error {
	groups, options := c.Groups(), c.Options()
	if len(r.Values) != len(groups) {
		return words.Errorf("%d values, but the plan asks for %d", len(r.Values), len(groups))
	}
	for k, value := range r.Values {
		if !slices.Equal(value.Key, groups[k]) {
			return words.Errorf("value %d is for %q, but should be for %q", k+1, value.Key, groups[k])
		}
		at := slices.Index(options, value.Value)
		low, high := at, at
		if value.From != "" {
			low, high = slices.Index(options, value.From), slices.Index(options, value.To)
		}
		if at < 0 || low < 0 || low > at || high < at {
			return words.Errorf("value %d, %q from %q to %q, is not one of its options", k+1, value.Value, value.From, value.To)
		}
	}
	return nil
}
