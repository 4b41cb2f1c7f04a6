package secrets

import (
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/reports/secretgraph"
)

// Tell answers "Could someone tell?": how far two answers are apart under the policy, all else
// being equal, and by how much the odds between them may shift.
type Tell struct {
	Verdict  string // the bold beginning
	Sentence words.Phrase
	Steps    int    // whole steps, begun ones too; 0 when nothing is promised
	Apart    string // the steps in words: "7 steps"
	Level    Level
	// Foot says between which situations the odds are, where people can have several rows or
	// known facts tie people together.
	Foot string
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
func (s *Step) Could(column string, a, b int) (Tell, bool) {
	return s.CouldTogether([]string{column}, []int{a}, []int{b})
}

// CouldTogether returns the answer for two combinations of the values of several columns, given
// by index. It returns false while the plan has no policy, and for a combination and itself.
func (s *Step) CouldTogether(columns []string, a, b []int) (Tell, bool) {
	distance, ok := s.apart(columns, a, b)
	if !ok {
		return Tell{}, false
	}
	c := s.of.Outlook()
	name := func(values []int) string {
		var labels []string
		for i, column := range columns {
			attr, _ := c.Domain.Attribute(domain.AttributeName(column))
			labels = append(labels, amounts.Value(attr.Label(values[i])))
		}
		return strings.Join(labels, " × ")
	}
	x, y := name(a), name(b)
	odds, verdict := c.Promise.Odds(distance), promise.Of(c).Verdict(distance)
	t := Tell{Foot: s.between(), Verdict: words.Say(verdict.Said())}
	switch verdict {
	case promise.Partly:
		t.Level = Cautious
	case promise.Probably, promise.Yes:
		t.Level = Alarming
	}
	switch {
	case distance == weighted.Infinite:
		t.Foot = ""
		t.Sentence = words.Marked(words.T("The release may show exactly whether it is %s or %s.", words.AsName(x), words.AsName(y)))
		return t, true
	case distance <= weighted.One:
		t.Steps = 1
		t.Sentence = words.Marked(words.T("Whatever the odds between %s and %s seemed before, the release shifts them %s%s.",
			words.AsName(x), words.AsName(y), AtMost(odds), words.Say(c.Promise.Except())))
	default:
		t.Steps = wholeSteps(distance)
		t.Sentence = words.Marked(words.T("%s and %s are %s apart; the odds can shift %s%s.",
			words.AsName(x), words.AsName(y), stepsText(distance), reaching(odds), words.Say(c.Promise.Except())))
	}
	t.Apart = stepsText(distance)
	return t, true
}

// between says between which situations the odds are, where it is not just two answers of one
// row.
func (s *Step) between() string {
	c := s.of.Outlook()
	if c == nil {
		return ""
	}
	var said []string
	if rows := s.of.Plan().Rows; rows != nil {
		if rows.AtMost > 1 {
			said = append(said, words.T("This applies to %s of a person together, and to how many there are.", allRows(rows.AtMost)))
		} else {
			said = append(said, words.T("It applies to whether there is such a row, too."))
		}
	}
	switch {
	case s.of.Plan().Weight != nil && s.of.Plan().Rows != nil:
		said = append(said, words.T("It applies to their weights, too."))
	case s.of.Plan().Weight != nil:
		said = append(said, words.T("This also holds for a row with its weight, and for whether there is such a row."))
	}
	if !s.of.Plan().Slotted() && c.FactsTie() {
		said = append(said, words.T("Known facts tie people’s answers together: the odds are between the file as it is and the file in which all these people had the other answers."))
	}
	return strings.Join(said, " ")
}

// allRows writes "both rows", "all three rows" or "all 20 rows".
func allRows(n int) string {
	wording := [...]string{2: words.T("both rows"), words.T("all three rows"), words.T("all four rows"), words.T("all five rows"), words.T("all six rows"), words.T("all seven rows"), words.T("all eight rows"), words.T("all nine rows")}
	if n >= 2 && n < len(wording) {
		return wording[n]
	}
	return words.T("all %d rows", n)
}

// stepsText writes a distance in steps: with two digits after the point where it is no whole
// number, rounded up.
func stepsText(d weighted.Weight) string {
	return words.Say(secretgraph.Steps(d))
}

// Figure writes a distance as a number.
func Figure(d weighted.Weight) string { return words.Number(secretgraph.Figure(d)) }

// Distance returns how far two values of a column are apart, all else being equal.
func (s *Step) Distance(column string, a, b int) (weighted.Weight, bool) {
	return s.apart([]string{column}, []int{a}, []int{b})
}

// apart is how far two combinations of the values of some columns are apart, as promise.Asked answers it. It is false while the
// plan has no policy.
func (s *Step) apart(columns []string, a, b []int) (weighted.Weight, bool) {
	q := s.asking()
	if q == nil {
		return 0, false
	}
	return q.Apart(named(columns...), a, b)
}

// asking answers how far answers are apart under the plan as it stands; nil while it has no policy.
func (s *Step) asking() *promise.Asked {
	if c := s.of.Outlook(); s.asked == nil && c != nil {
		s.asked = promise.Ask(c)
	}
	return s.asked
}

// BudgetWords says at which budget the odds are.
func (s *Step) BudgetWords() string {
	if c := s.of.Outlook(); c != nil {
		return words.T("at a budget of %s", words.Number(c.Budget.String()))
	}
	return ""
}

// AtMost says by which factor odds shift at most, the figure stressed.
func AtMost(odds float64) string {
	return words.Say(promise.AtMost(odds, func(figure string) string { return words.AsStrong(words.Number(figure)) }))
}

// reaching is AtMost of odds that grow with the distance of two answers.
func reaching(odds float64) string {
	if odds > 1e6 {
		return AtMost(odds)
	}
	return words.T("by a factor of up to %s", words.AsStrong(Factor(odds)))
}

// Factor writes a factor of odds with the digits that matter, never smaller than it is
// (account.FactorText).
func Factor(x float64) string {
	switch text := strings.ReplaceAll(account.FactorText(x), ",", ""); {
	case x > 1e6:
		return words.T("more than a million")
	case x >= 100:
		return words.Number(account.Commas(text))
	default:
		return words.Number(text)
	}
}
