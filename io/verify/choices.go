package verify

import (
	"context"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/core/table"
	"steward/io/export"
	"steward/io/sheet"
)

// chosen is a choice, by a record.
type chosen struct{ export.Choice }

func (r chosen) title() string { return r.Title }

func (r chosen) budget(c *plan.Compiled, i int) account.Epsilon {
	return c.Choices[i].Cells.Spends()
}

func (r chosen) lost(workbook string, why any) message.Text {
	return message.Sprintf("%s was saved again, and does not contain the values of “%s”: %s", workbook, r.Title, why)
}

func (r chosen) publish(v *verifier, i int) {
	v.again.Choices = append(v.again.Choices, result.Choice{Asked: v.plan.Plan.Choices[i], Made: madeBy(r.Mechanism), Width: r.Width, Values: r.Results()})
}

func (r chosen) check(ctx context.Context, v *verifier, i int) {
	fresh, err := v.choiceAgain(ctx, i, r.Choice)
	if err != nil {
		v.bad(message.Sprintf("%s: %v", r.Title, err))
		return
	}
	if v.plan.Choices[i].Cells.StandIn.IsZero() && r.MeasuredOn != "" {
		v.unknown(message.Sprintf("%s: how good it is could not be computed again: it was measured on public data that are missing", r.Title))
	}
	err = sameChoice(fresh, r.Choice, 0)
	v.worked(figures{same: err == nil, near: sameChoice(fresh, r.Choice, nearNoise) == nil, sound: spendsAsItSays(r.Noise)},
		message.Sprintf("%s: sensitivity, rate, noise and errors are those of the plan", r.Title), message.Sprintf("%s: %v", r.Title, err))
}

// choiceAgain makes ready what the record says that choice i was made by.
func (v *verifier) choiceAgain(ctx context.Context, i int, r export.Choice) (result.Choice, error) {
	c := v.plan
	of, tabled := strings.CutPrefix(r.Mechanism, choice.TablePrefix)
	if at := c.TableOf(i); at >= 0 {
		g, n, ok := registry.GroupOf(v.groups, at)
		if !ok || at >= len(v.again.Questions) {
			return result.Choice{}, message.Errorf("the table it was taken from could not be made again")
		}
		fresh, err := release.ReadOff(c, i, g, n, &v.again.Questions[at])
		if err == nil && !slices.EqualFunc(fresh.Values, r.Results(), sameValue) {
			err = message.Errorf("it does not follow from the released numbers")
		}
		return fresh, err
	}
	asked := c.Plan.Choices[i]
	if asked.Method == string(choice.Drawn) && tabled || asked.Method == string(choice.FromTable) && !tabled || asked.Width != nil && !tabled && *asked.Width != r.Width && !c.Choices[i].Cells.Exact {
		return result.Choice{}, message.Errorf("it was not made by the method that the plan names")
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
		return message.Errorf("its method or its options are not those of the plan")
	case fresh.Epsilon != r.Epsilon || fresh.Effective != r.Effective:
		return message.Errorf("its budget is not that of the plan")
	case fresh.Sensitivity != r.Sensitivity || fresh.Rate != r.Rate:
		return message.Errorf("its sensitivity or its rate is not that of the plan")
	case !agreeOnNoise(r.Noise, export.NoiseOf(nil, fresh.Noise), upTo):
		return message.Errorf("its noise is not that of the plan")
	case !near(r.Fall, fresh.Quality.Fall):
		return message.Errorf("its error is not that of the plan")
	case !fresh.Quality.MeasuredOn.IsZero() && (fresh.Quality.MeasuredOn.String() != r.MeasuredOn || !near(r.Right, fresh.Quality.Right) || !near(r.Typical, fresh.Quality.Typical)):
		return message.Errorf("its error on %s is not the one that is stated", fresh.Quality.MeasuredOn)
	}
	return nil
}

// possible errors where the record publishes an option that the list does not have, or a group that there
// is not.
func (r chosen) possible(c *plan.Compiled, i int) error {
	groups, options := c.Choices[i].Choice.Groups(), c.Choices[i].Choice.Options()
	if len(r.Values) != len(groups) {
		return message.Errorf("%d values, but the plan asks for %d", len(r.Values), len(groups))
	}
	for k, value := range r.Values {
		if !slices.Equal(value.Key, groups[k]) {
			return message.Errorf("value %d is for %q, but should be for %q", k+1, value.Key, groups[k])
		}
		at := slices.Index(options, value.Value)
		low, high := at, at
		if value.From != "" {
			low, high = slices.Index(options, value.From), slices.Index(options, value.To)
		}
		if at < 0 || low < 0 || low > at || high < at {
			return message.Errorf("value %d, %q from %q to %q, is not one of its options", k+1, value.Value, value.From, value.To)
		}
	}
	return nil
}

func (r chosen) compare(ctx context.Context, s *sheet.Sheet, name string) (wrong message.Text, err error) {
	next := 0
	wrong, err = compareRows(ctx, s, name, &next, len(r.Values), message.Sprintf("sheet “%s” has more rows than there are values", name), func(k int, row table.Row) bool {
		want := r.Values[k]
		return beginsWith(row, append(slices.Clone(want.Key), want.Value, want.From, want.To))
	})
	if missing := len(r.Values) - next; missing > 0 && wrong.IsZero() && err == nil {
		wrong = message.Sprintf("%d of %d values are missing", missing, len(r.Values))
	}
	return wrong, err
}
