package secrets

import (
	"math"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/decimal"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// defaultDistance proposes how far apart answers may be and still be hidden: 5 numbers, one
// step of an ordered list, the width of the narrowest range.
func defaultDistance(c plan.Column) string {
	d, ok := distances(c)
	switch {
	case !ok:
		return "1"
	case c.Kind == domain.Whole:
		return decimal.Of(min(5, d.Max))
	case c.Kind == domain.Ranges && d.Narrow > 0:
		return decimal.Of(d.Narrow)
	}
	return decimal.Of(d.Min)
}

// Distances are how far apart the answers of a column can be said to be hidden.
type Distances struct {
	Min, Max, Step float64
	Unit           string  // "steps" for an ordered list, nothing for numbers
	Narrow         float64 // of ranges, the width of the narrowest
}

// Distances returns the distances that make sense for a secret of kind Near or Graded: up to the
// largest difference that two answers can have. It is false when a column has no order.
func (s *Step) Distances(secret secret.Secret) (Distances, bool) {
	var sum Distances
	for i, n := range secret.Columns {
		c, ok := s.of.Published(string(n))
		if !ok {
			return Distances{}, false
		}
		d, ok := distances(c)
		if !ok {
			return Distances{}, false
		}
		scale, err := strconv.ParseFloat(secret.Scales[n], 64)
		if err != nil {
			scale = 1
		}
		d.Min, d.Max, d.Step = d.Min*scale, d.Max*scale, d.Step*scale
		if i == 0 {
			sum = d
			continue
		}
		sum.Max += d.Max
		sum.Min, sum.Step, sum.Unit = min(sum.Min, d.Min), min(sum.Step, d.Step), ""
	}
	return sum, len(secret.Columns) > 0
}

func distances(c plan.Column) (Distances, bool) {
	if !c.HasOrder() {
		return Distances{}, false
	}
	n := float64(c.Regular())
	switch c.Kind {
	case domain.Whole:
		return Distances{Min: 1, Max: n - 1, Step: max(1, roundStep((n-1)/100))}, true
	case domain.Ordered:
		return Distances{Min: 1, Max: n - 1, Step: 1, Unit: words.T("steps")}, true
	case domain.Periods:
		return Distances{Min: 1, Max: n - 1, Step: max(1, roundStep((n-1)/100)), Unit: words.Say(c.Calendar().Steps())}, true
	}
	lo, hi, narrow := math.Inf(1), math.Inf(-1), math.Inf(1)
	for _, r := range c.Ranges {
		from, errFrom := strconv.ParseFloat(r.From, 64)
		to, errTo := strconv.ParseFloat(r.To, 64)
		if errFrom == nil {
			lo, hi = min(lo, from), max(hi, from)
		}
		if errTo == nil {
			lo, hi = min(lo, to), max(hi, to)
		}
		if errFrom == nil && errTo == nil && to > from {
			narrow = min(narrow, to-from)
		}
	}
	if !(hi > lo) {
		return Distances{Min: 1, Max: 1, Step: 1}, true
	}
	step := roundStep((hi - lo) / 100)
	if c.WholeNumbers {
		step = max(step, 1)
	}
	d := Distances{Min: step, Max: hi - lo, Step: step}
	if !math.IsInf(narrow, 1) {
		d.Narrow, d.Min = narrow, min(step, narrow)
	}
	return d, true
}

// roundStep returns the largest of 1, 2 and 5 times a power of ten that is no larger than x.
func roundStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{5, 2} {
		if x >= f*ten {
			return f * ten
		}
	}
	return ten
}
