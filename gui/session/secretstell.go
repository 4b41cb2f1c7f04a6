package session

import (
	"fmt"
	"math"
	"strings"

	"steward/core/domain"
	"steward/core/policy"
)

// Tell answers "Could someone tell?": how far two values of a column are apart under the
// policy, all else being equal, and by how much the odds between them may shift.
type Tell struct {
	Verdict  string // the bold beginning
	Sentence Words
	Steps    int    // whole steps, begun ones too; 0 when nothing is promised
	Apart    string // the steps in words: "7 steps"
	Level    Level
}

// Level says how reassuring an answer is.
type Level int

// The levels.
const (
	Reassuring Level = iota
	Cautious
	Alarming
)

// Could returns the answer for two values of a column, given by index. It returns false
// while the plan has no policy, and for a value and itself.
func (s *Session) Could(column string, a, b int) (Tell, bool) {
	distance, ok := s.distance(column, a, b)
	if !ok {
		return Tell{}, false
	}
	c := s.outlook()
	attr, _ := c.Domain.Attribute(domain.AttributeName(column))
	x, y := attr.Label(a), attr.Label(b)
	odds := Factor(policy.Odds(c.Budget.Float(), distance))
	switch {
	case distance == policy.Infinite:
		return Tell{"Yes.", Words{}.say("The release may show exactly whether it is ").name(x).say(" or ").name(y).say("."), 0, "", Alarming}, true
	case distance <= policy.One:
		return Tell{"Hardly.", Words{}.say("Whatever the odds between ").name(x).say(" and ").name(y).
			say(" seemed before, the release shifts them by a factor of at most ").strong(odds).say("."), 1, stepsText(distance), Reassuring}, true
	}
	return Tell{"Less well hidden.", Words{}.name(x).say(" and ").name(y).
		say(" are " + stepsText(distance) + " apart; the odds can shift by a factor of up to ").strong(odds).say("."),
		int(math.Ceil(distance.Steps())), stepsText(distance), Cautious}, true
}

// stepsText writes a distance in steps: with two digits after the point where it is no whole
// number, rounded up.
func stepsText(d policy.Weight) string {
	if d == policy.One {
		return "1 step"
	}
	return figure(d) + " steps"
}

// figure writes a distance as a number.
func figure(d policy.Weight) string {
	x := d.Steps()
	if x == math.Trunc(x) {
		return thousands(fmt.Sprintf("%.0f", x))
	}
	return Decimal(math.Ceil(100*x) / 100)
}

// distance returns how far two values of a column are apart, all else being equal.
func (s *Session) distance(column string, a, b int) (policy.Weight, bool) {
	c := s.outlook()
	if c == nil || a == b {
		return 0, false
	}
	pos, ok := c.Domain.Position(domain.AttributeName(column))
	if !ok {
		return 0, false
	}
	if size := c.Domain.Attributes()[pos].Size(); a < 0 || b < 0 || a >= size || b >= size {
		return 0, false
	}
	u, v := make([]int, len(c.Domain.Attributes())), make([]int, len(c.Domain.Attributes()))
	u[pos], v[pos] = a, b
	return c.Policy.Distance(u, v), true
}

// BudgetWords says at which budget the odds are.
func (s *Session) BudgetWords() string {
	if c := s.outlook(); c != nil {
		return "at a budget of " + c.Budget.String()
	}
	return ""
}

// Factor writes a factor of odds with the digits that matter.
func Factor(x float64) string {
	switch {
	case x < 10:
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
	case x < 1e6:
		return thousands(fmt.Sprintf("%.0f", x))
	}
	return "more than a million"
}

// thousands sets commas in a whole number.
func thousands(s string) string {
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
