package budget

import (
	"context"
	"math"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/preview"
	"steward/gui/session/pictures"
	"steward/gui/words"
	"steward/reports/chart"
)

// Curve is the expected error of one question against the budget.
type Curve struct {
	Points []preview.Point // in the order of rising budgets
	// Present is the budget that the window shows: the plan's, or one that is tried.
	Present float64
}

// curveKey says what a curve is of. Which mechanism is best hardly depends on the budget, so
// a curve is worked out by those that are best at the present one.
type curveKey struct {
	shape    string
	question int
	method   string
}

// curveState is the points of one curve, by their budgets as decimals.
type curveState struct {
	key    curveKey
	points map[string]preview.Point
	failed bool
	busy   bool
	cancel context.CancelFunc
}

// Curve returns the error of a question against the budget, or nil while it is being worked
// out; it starts working it out when needed. It returns nil for good while the plan has
// issues. Points are remembered, so that another budget needs few new ones.
func (s *Step) Curve(question int) *Curve {
	p, _ := s.Look()
	if p == nil || question >= len(p.Questions) {
		return nil
	}
	c, q := &s.preview.curve, p.Questions[question]
	key := curveKey{s.shapeOf(), question, q.Of().Info.ID}
	if c.key != key {
		if c.cancel != nil {
			c.cancel()
		}
		*c = curveState{key: key, points: make(map[string]preview.Point), busy: c.busy}
	}
	at, err := account.ParseEpsilon(s.wanted().epsilon)
	if err != nil || c.failed || len(q.Plains) == 0 {
		return nil
	}
	out := &Curve{Present: at.Float()}
	var missing []string
	for _, e := range curveBudgets(at.Float()) {
		if pt, ok := c.points[e]; ok {
			out.Points = append(out.Points, pt)
		} else {
			missing = append(missing, e)
		}
	}
	if len(missing) == 0 {
		return out
	}
	s.drawOut(preview.CurveWork{Plan: s.of.Compiled(), Preview: q, Question: question, Epsilons: missing})
	if now := &s.preview.curve; now.key == key && !now.busy && !now.failed {
		return s.Curve(question) // it was worked out at once
	}
	return nil
}

// drawOut works points of the present curve out in the background.
func (s *Step) drawOut(w preview.CurveWork) {
	c := &s.preview.curve
	if c.busy {
		return
	}
	ctx, cancel := context.WithCancel(s.of.Context())
	c.busy, c.cancel = true, cancel
	key, planner := c.key, s.of.Planner()
	s.of.Go(func() {
		points, err := planner.Points(ctx, w)
		s.of.Dispatch(func() {
			cancel()
			c := &s.preview.curve
			c.busy = false
			if c.key == key {
				c.failed = err != nil
				for i := range points {
					c.points[w.Epsilons[i]] = points[i]
				}
			}
			s.of.Changed()
		})
	})
}

// curveBudgets returns the budgets of a curve around the present one: from a fortieth of
// where it ends, in steps that are few enough to be quick and close enough for a curve, all
// of them round, so that curves around other budgets share them.
func curveBudgets(present float64) []string {
	end := 0.0
	power := math.Pow(10, math.Floor(math.Log10(present)))
	for _, m := range []float64{1, 1.5, 2, 3, 5, 10, 15, 20, 30} {
		if end = m * power; end >= 2.5*present*(1-1e-9) {
			break
		}
	}
	var out []string
	for p := power / 100; p <= power*10; p *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if e := m * p; e > end/40 && e < end*(1-1e-9) {
				out = append(out, roundBudget(e))
			}
		}
	}
	return slices.Compact(append(out, roundBudget(end)))
}

// roundBudget writes a round budget as a decimal, within what a budget may be.
func roundBudget(e float64) string {
	return strconv.FormatFloat(math.Round(min(max(e, 1e-6), 100)*1e6)/1e6, 'f', -1, 64)
}

// Drawing returns the curve to be drawn: the typical errors, in people, against the budget for the whole release, with a
// mark at the present one.
func (c *Curve) Drawing() *chart.Curve {
	k := &chart.Curve{
		Series:  []chart.Series{{Name: words.T("your choice")}, {Name: words.T("plain, change of one record")}, {Name: words.T("plain, presence or absence")}},
		Present: c.Present, XName: words.T("budget for the whole release"),
	}
	for _, pt := range c.Points {
		for i, y := range []float64{pt.Own.Typical, pt.Changed.Typical, pt.Present.Typical} {
			k.Series[i].Points = append(k.Series[i].Points, chart.XY{Budget: pt.Epsilon, Error: y})
		}
	}
	return k
}

// lowest is how tall the curve is at least, in pixels of the window.
const lowest = 100

// File returns the curve for a file.
func (c *Curve) File() pictures.Chart {
	return pictures.Chart{Name: words.T("Error against budget"), Drawing: c.Drawing()}
}

// Tall returns how tall the curve is at a width where text is so much larger than usual.
func (c *Curve) Tall(width, text float32) float32 {
	return float32(c.Drawing().Height(chart.Pixels(int(width)), chart.Pixels(lowest), pictures.Spec{Text: text}.Theme()) / chart.Pixels(1))
}

// Summary says in words what the curve shows at the present budget.
func (c *Curve) Summary() string {
	return words.T("Error against budget") + ": " + c.Drawing().Legend(pictures.Spec{}.Theme())
}
