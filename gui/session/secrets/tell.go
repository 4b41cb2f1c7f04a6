package secrets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/promise"
	"steward/gui/words"
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
			labels = append(labels, attr.Label(values[i]))
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
	case distance == policy.Infinite:
		t.Foot = ""
		t.Sentence = words.Marked(words.T("The release may show exactly whether it is %s or %s.", words.AsName(x), words.AsName(y)))
		return t, true
	case distance <= policy.One:
		t.Steps = 1
		t.Sentence = words.Marked(words.T("Whatever the odds between %s and %s seemed before, the release shifts them %s%s.",
			words.AsName(x), words.AsName(y), AtMost(odds, words.AsStrong), words.Say(c.Promise.Except())))
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
func stepsText(d policy.Weight) string {
	if d == policy.One {
		return words.T("1 step")
	}
	return words.T("%s steps", Figure(d))
}

// Figure writes a distance as a number.
func Figure(d policy.Weight) string {
	x := d.Steps()
	if x == math.Trunc(x) {
		return words.Number(account.Commas(fmt.Sprintf("%.0f", x)))
	}
	return words.Number(plan.DecimalOf(math.Ceil(100*x) / 100))
}

// Distance returns how far two values of a column are apart, all else being equal.
func (s *Step) Distance(column string, a, b int) (policy.Weight, bool) {
	return s.apart([]string{column}, []int{a}, []int{b})
}

// apart returns how far two combinations of the values of some columns are apart for people who
// have the same other answers, whatever these are: the farthest of those that are looked at. It
// is false while the plan has no policy, and for a combination and itself.
func (s *Step) apart(columns []string, a, b []int) (policy.Weight, bool) {
	p := s.askable(columns)
	if p == nil || slices.Equal(a, b) {
		return 0, false
	}
	attrs := p.Domain().Attributes()
	u, v := make([]int, len(attrs)), make([]int, len(attrs))
	asked := make([]bool, len(attrs))
	for i, column := range columns {
		pos, ok := p.Domain().Position(domain.AttributeName(column))
		if !ok || min(a[i], b[i]) < 0 || max(a[i], b[i]) >= attrs[pos].Size() {
			return 0, false
		}
		u[pos], v[pos], asked[pos] = a[i], b[i], true
	}
	people := others{policy: p, u: u, v: v, impossible: impossibleOf(p.Domain())}
	for pos, attr := range attrs {
		switch {
		case asked[pos]:
		case p == s.of.Outlook().Policy && s.goesBy(attr.Name()):
			people.every = append(people.every, pos)
		case slices.ContainsFunc(people.impossible, func(r map[int][]bool) bool { return r[pos] != nil }):
			people.some = append(people.some, pos)
		}
	}
	return people.farthest()
}

// goesBy reports whether a secret about being in the file is for people with some answers in a
// column.
func (s *Step) goesBy(column domain.AttributeName) bool {
	return slices.ContainsFunc(s.of.Plan().Secrets.Absences, func(a plan.Absence) bool { return len(a.Where[column]) > 0 })
}

// mostEvery is the most other answers that are all asked about, where being in the file is secret
// for people with some of them.
const mostEvery = 256

// askable returns the policy; where secrets about being in the file go by other columns than some
// and these have too many answers to ask about them all, it is without these secrets: they hold
// for some people only, and what is said has to hold for everybody.
func (s *Step) askable(columns []string) *policy.Policy {
	c := s.of.Outlook()
	if c == nil {
		return nil
	}
	other := func(a plan.Absence) bool {
		for n := range a.Where {
			if !slices.Contains(columns, string(n)) {
				return true
			}
		}
		return false
	}
	answers := 1
	for _, attr := range c.Domain.Attributes() {
		if s.goesBy(attr.Name()) && !slices.Contains(columns, string(attr.Name())) {
			answers = min(answers*attr.Size(), mostEvery+1)
		}
	}
	if answers <= mostEvery {
		return c.Policy
	}
	key := strings.Join(columns, "\n")
	if p, known := s.askables[key]; known {
		return p
	}
	q := plan.Plan{Version: plan.Version, Columns: s.of.Plan().Columns, Impossible: s.of.Plan().Impossible, Secrets: s.of.Plan().Secrets, Rows: s.of.Plan().Rows, Weight: s.of.Plan().Weight}
	q.Secrets.Absences = slices.DeleteFunc(slices.Clone(q.Secrets.Absences), other)
	p, err := plan.Policy(q)
	if err != nil {
		p = nil // which cannot be: it is less than what was compiled
	}
	if s.askables == nil {
		s.askables = make(map[string]*policy.Policy)
	}
	s.askables[key] = p
	return p
}

// others are people who differ in the answers asked about, and may have any others.
type others struct {
	policy     *policy.Policy
	u, v       []int
	impossible []map[int][]bool
	// every are the columns whose answers are all asked about, some those of which enough are
	// that both can occur.
	every, some []int
}

// mostOthers is the most other answers that are asked about where some combinations are impossible.
const mostOthers = 24

// farthest returns the largest distance over other answers with which both can occur; false when
// there are none.
func (o others) farthest() (policy.Weight, bool) {
	most, found := policy.Weight(0), false
	for {
		seen := 0
		for tried := 0; tried < 1<<14 && seen < mostOthers; tried++ {
			if o.possible(o.u) && o.possible(o.v) {
				most, found, seen = max(most, o.policy.Distance(o.u, o.v)), true, seen+1
			}
			if !o.next(o.some) {
				break
			}
		}
		for _, pos := range o.some {
			o.u[pos], o.v[pos] = 0, 0
		}
		if !o.next(o.every) {
			return most, found
		}
	}
}

// next goes on to the next answers in some columns; false after the last.
func (o others) next(columns []int) bool {
	for _, pos := range columns {
		o.u[pos] = (o.u[pos] + 1) % o.policy.Domain().Attributes()[pos].Size()
		if o.v[pos] = o.u[pos]; o.u[pos] > 0 {
			return true
		}
	}
	return false
}

// possible reports whether no impossible combination holds the answers.
func (o others) possible(values []int) bool {
	for _, r := range o.impossible {
		inside := true
		for pos, in := range r {
			inside = inside && in[values[pos]]
		}
		if inside {
			return false
		}
	}
	return true
}

// impossibleOf returns the impossible combinations by position: the values that are in them.
func impossibleOf(d *domain.Domain) []map[int][]bool {
	var out []map[int][]bool
	for _, c := range d.Impossible() {
		rule := make(map[int][]bool)
		for n, labels := range c {
			pos, ok := d.Position(n)
			if !ok {
				continue
			}
			rule[pos] = make([]bool, d.Attributes()[pos].Size())
			for _, l := range labels {
				if v, ok := d.Attributes()[pos].Find(l); ok {
					rule[pos][v] = true
				}
			}
		}
		out = append(out, rule)
	}
	return out
}

// BudgetWords says at which budget the odds are.
func (s *Step) BudgetWords() string {
	if c := s.of.Outlook(); c != nil {
		return words.T("at a budget of %s", words.Number(c.Budget.String()))
	}
	return ""
}

// AtMost says by which factor odds shift at most, the figure stressed: "by a factor of at most 1.65". Beyond a million no figure is said.
func AtMost(odds float64, stress func(string) string) string {
	if odds > 1e6 {
		return words.T("by a factor of more than a million, which protects nothing")
	}
	return words.T("by a factor of at most %s", stress(Factor(odds)))
}

// reaching is AtMost of odds that grow with the distance of two answers.
func reaching(odds float64) string {
	if odds > 1e6 {
		return AtMost(odds, words.AsStrong)
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
