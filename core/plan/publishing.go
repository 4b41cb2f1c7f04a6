package plan

import (
	"math"
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// Publishing says how the published numbers of a question are tidied beyond being whole and never
// below zero. The unadjusted numbers with their errors and intervals are published as they are.
type Publishing struct {
	// RoundTo is the base that published numbers are rounded to; 0 leaves them as they are, and so
	// does 1 unless rows have weights in steps that are not whole.
	RoundTo int64 `json:"roundTo,omitempty"`
	// HideTimes hides a number whose interval, from end to end, is wider than so many times the
	// number; HideWidth one whose interval is wider than that. Both are decimals, empty for no rule.
	HideTimes string `json:"hideTimes,omitempty"`
	HideWidth string `json:"hideWidth,omitempty"`
	// LeaveOut leaves the whole table out where more than LeaveOutShare per cent of its numbers (half of them, if that is
	// empty) have an interval half of which is wider than LeaveOut per cent of their size; empty for no rule. LeaveOutSize is
	// that size: a public number, or "answers" for each noisy number itself, which biases what stays. Empty, it is the known
	// number of people over the cells of the table. All are decimals.
	LeaveOut      string `json:"leaveOut,omitempty"`
	LeaveOutShare string `json:"leaveOutShare,omitempty"`
	LeaveOutSize  string `json:"leaveOutSize,omitempty"`
}

// Rule is Publishing ready to be applied; the zero Rule changes nothing.
type Rule struct {
	RoundTo      int64
	Times, Width float64 // 0 for no such rule
	Leaving      Leaving
}

// Rule reads the rules. It errors when one is not a number in its range.
func (p *Publishing) Rule() (Rule, error) {
	if p == nil {
		return Rule{}, nil
	}
	r := Rule{RoundTo: p.RoundTo}
	if r.RoundTo < 0 || r.RoundTo > limits.MaxRoundTo {
		return Rule{}, message.Errorf("published numbers are to be rounded to multiples of %d: use a number from 1 to %d", p.RoundTo, limits.MaxRoundTo)
	}
	for _, x := range []struct {
		text string
		to   *float64
	}{{p.HideTimes, &r.Times}, {p.HideWidth, &r.Width}} {
		if x.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(x.text, 64)
		if err != nil || strings.ContainsAny(x.text, "eExXpP_") || math.IsNaN(v) || !(v > 0 && v <= 1e9) {
			return Rule{}, message.Errorf("numbers whose interval is wider than %q are to be hidden: write a number above 0, such as 1 or 0.5", x.text)
		}
		*x.to = v
	}
	var err error
	r.Leaving, err = p.leaving()
	return r, err
}

// IsZero reports whether the rule changes nothing.
func (r Rule) IsZero() bool { return r == Rule{} }

// Rounded returns a tidied number as it is published.
func (r Rule) Rounded(tidied float64) float64 {
	if base := float64(r.RoundTo); base > 0 {
		return math.Floor((tidied+base/2)/base) * base
	}
	return tidied
}

// Hides reports whether a tidied number is left out whose interval, from end to end, is so wide. An exact
// one never is.
func (r Rule) Hides(tidied, width float64) bool {
	return r.Times > 0 && width > r.Times*math.Abs(tidied) || r.Width > 0 && width > r.Width
}

// Sentences say what the rule does, and where that moves numbers away from the truth.
func (r Rule) Sentences() []message.Text {
	var out []message.Text
	if r.RoundTo == 1 {
		out = append(out, message.Sprintf("Published numbers are rounded to whole ones: where weights lead to fractions, their totals need not add up."))
	}
	if r.RoundTo > 1 {
		out = append(out, message.Sprintf("Published numbers are rounded to multiples of %d: totals of them need not add up, and counts below %d come out as 0 or %d, too low or too high.", r.RoundTo, r.RoundTo, r.RoundTo))
	}
	var wider []message.Text
	if r.Times > 0 {
		wider = append(wider, message.Sprintf("%s times the number", strconv.FormatFloat(r.Times, 'f', -1, 64)))
	}
	if r.Width > 0 {
		wider = append(wider, message.Sprintf("%s", strconv.FormatFloat(r.Width, 'f', -1, 64)))
	}
	if len(wider) > 0 {
		out = append(out, message.Sprintf("Published numbers whose interval is wider than %s are left out as unreliable: these are mostly small, so those that remain are too high on average.", message.List(wider, "%s or than %s", "%s or than %s")))
	}
	return append(out, r.Leaving.sentences()...)
}
