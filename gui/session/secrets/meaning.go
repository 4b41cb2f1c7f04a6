package secrets

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Meaning says what the chosen secrets mean, on the values of one column.
type Meaning struct {
	// Hidden goes on after "Nobody can tell", Learnt after "A reader may learn".
	Hidden, Learnt words.Phrase
	// Apart heads the first column of Odds: what is counted.
	Apart string
	Odds  []OddsRow
	// Nothing says that nothing is shown exactly, and why; it is empty when something is.
	Nothing string
}

// OddsRow is by how much the odds between two values may shift.
type OddsRow struct {
	Apart   string // how far apart they are, or in how many answers
	Example string
	Odds    string
}

// Meaning says what the secrets mean for a column, on two of its values given by index. It
// is false while the plan has no policy.
func (s *Step) Meaning(column string, a, b int) (Meaning, bool) {
	c := s.of.Outlook()
	if c == nil {
		return Meaning{}, false
	}
	attr, ok := c.Domain.Attribute(domain.AttributeName(column))
	if !ok || attr.Size() < 2 {
		return Meaning{}, false
	}
	if a < 0 || b < 0 || a == b || a >= attr.Size() || b >= attr.Size() {
		a, b = 0, 1
	}
	m := meaning{s: s, c: c, attr: attr, a: a, b: b, promise: c.Promise}
	m.rule, m.own = s.Secret(column)
	m.kind = ruleKind(m.rule)
	out := Meaning{Hidden: words.Marked(m.hidden()), Learnt: words.Marked(m.learnt())}
	out.Apart, out.Odds = m.odds()
	if len(c.Disclosed) == 0 {
		out.Nothing = m.nothing()
	}
	return out, true
}

// meaning is what the sentences are made from.
type meaning struct {
	s       *Step
	c       *plan.Compiled
	attr    *domain.Attribute
	a, b    int
	promise account.Promise
	rule    secret.Secret // of the column, if it has its own
	own     bool
	kind    kind
}

func (m meaning) column() string { return string(m.attr.Name()) }

// name and label are the column and one of its values, set off.
func (m meaning) name() string       { return words.AsName(m.column()) }
func (m meaning) label(v int) string { return words.AsName(amounts.Value(m.attr.Label(v))) }

// several tells whether the rule is of more columns.
func (m meaning) several() bool { return len(m.rule.Columns) > 1 }

// together lists the columns of the rule.
func (m meaning) together() string { return words.AllOf(domain.Texts(m.rule.Columns)) }

// whether begins what is said of two values.
func (m meaning) whether(a, b int) string {
	return words.T("whether someone’s %s is %s or %s.", m.name(), m.label(a), m.label(b))
}

// factor ends a sentence about values that nobody can tell apart, given by index: the first from
// each of the others.
func (m meaning) factor(text string, first int, others ...int) string {
	far := weighted.Weight(0)
	for _, v := range others {
		if d, ok := m.s.Distance(m.column(), first, v); ok {
			far = max(far, d)
		}
	}
	return m.shift(text, far)
}

// shift ends a sentence with the factor of odds at a distance.
func (m meaning) shift(text string, far weighted.Weight) string {
	if far == weighted.Infinite || far == 0 {
		return text
	}
	return text + words.T(" Whatever the odds seemed before, the release shifts them %s%s.",
		AtMost(m.promise.Odds(far)), words.Say(m.promise.Except()))
}

// hidden says what nobody can tell, and whose being in the file is hidden too.
func (m meaning) hidden() string {
	text := m.hiddenAnswers()
	if hidden := m.s.of.Plan().Hidden(); !hidden.IsZero() {
		return text + " " + words.Say(hidden)
	}
	if card := m.s.Card(); m.s.InFile().Secret() == PresenceSome || m.s.InFile().Secret() == PresenceAll && card != CardPresence && card != CardTakingPart {
		text += " " + m.s.InFile().Words()
	}
	return text
}

// hiddenAnswers says which answers nobody can tell apart: as the column's rule does, and otherwise as the card.
func (m meaning) hiddenAnswers() string {
	if m.own && m.kind.hidden != nil && (m.kind.each || !m.several()) {
		if text := m.kind.hidden(m); text != "" {
			return text
		}
	}
	if m.own && (m.rule.Kind != secret.Everything || m.rule.Weight != "") {
		if wording := m.s.ruleSecret(m.column()); wording != "" {
			return wording + "."
		}
		return words.T("Nothing about it is secret.")
	}
	far, _ := m.s.Distance(m.column(), m.a, m.b)
	_, out := m.c.Policy.AbsentWeights() // at most, whoever it is
	text := words.T("whether someone’s %s is %s or %s, or any other answer.", m.name(), m.label(m.a), m.label(m.b))
	switch card := m.s.Card(); {
	case card == CardPresence && m.s.InFile().Secret() == PresenceAll:
		far = max(far, out)
		text = words.T("whether someone is in the file, or whether their %s is %s or %s.", m.name(), m.label(m.a), m.label(m.b))
	case card == CardTakingPart:
		text = m.shift(words.T("whether someone is in the file."), out) + words.T(" Whether someone’s %s is %s or %s is hidden less well.", m.column(), amounts.Value(m.attr.Label(m.a)), amounts.Value(m.attr.Label(m.b)))
	case card == CardAnswers:
		text = words.T("one answer, if everything else about the person is the same: whether someone’s %s is %s or %s.", m.name(), m.label(m.a), m.label(m.b))
	case card == CardAll:
		text = words.T("whether someone’s %s is %s or %s, or tell any of their answers, or all of them together, from any other.", m.name(), m.label(m.a), m.label(m.b))
	}
	return m.shift(text, far)
}

// learnt says what a reader may learn.
func (m meaning) learnt() string {
	if name, many := m.s.asking().TooManyShare(named(m.column())); many {
		return words.T("more about %s than is worked out here: %s shares its secret and has too many answers to try them all.", m.name(), words.AsName(string(name)))
	}
	if m.own && (m.rule.Kind != secret.Everything || m.rule.Weight != "") {
		far := m.farthest()
		switch {
		case m.kind.learnt != nil:
			return m.kind.learnt(m, far)
		case far == weighted.Infinite:
			return words.T("exactly how many people are in each set of answers that the rules do not connect.")
		}
		return words.T("more about answers that are connected only by a chain of others: up to %s apart.", stepsText(far))
	}
	switch m.s.Card() {
	case CardPresence:
		if m.s.InFile().Secret() == PresenceSome {
			return words.T("tables about everyone together and, where you do not hide it, who is in the file.")
		}
		return words.T("tables about everyone together.")
	case CardTakingPart:
		return words.T("tables about everyone together; and twice as much about anyone’s answer as about whether they are in the file, since changing an answer amounts to leaving and coming back.")
	case CardAnswers:
		return words.T("more about several answers together. The more answers two people differ in, the easier they are to tell apart:")
	case CardAll:
		return words.T("who is in the file, and how many people.")
	}
	return m.noMore()
}

// noMore says that every answer is joined to every other.
func (m meaning) noMore() string {
	return words.T("nothing more about %s: each answer is joined to every other.", m.name())
}

// farthest returns the largest distance that is found from the first, the last and the value
// that is looked at, to a hundred others at most, and to a dozen where there are so many values that each takes long.
func (m meaning) farthest() weighted.Weight {
	n, most := m.attr.Regular(), weighted.Weight(0)
	step := max(1, n/100)
	if n > mostAtOnce {
		step = n / 12
	}
	for _, from := range []int{0, n - 1, min(m.a, n-1)} {
		for to := 0; to < n; to += step {
			if d, ok := m.s.Distance(m.column(), from, to); ok {
				most = max(most, d)
			}
		}
	}
	return most
}

// odds lists the odds by what is counted.
func (m meaning) odds() (apart string, rows []OddsRow) {
	if m.own {
		odds := m.kind.odds
		if odds == nil {
			odds = meaning.oddsAround
		}
		if rows = odds(m); rows != nil {
			return words.T("Steps apart"), rows
		}
	}
	if m.s.Card() == CardAnswers {
		return words.T("Answers apart"), m.oddsByAnswers()
	}
	return "", nil
}

// noOdds is for rules under which there is nothing between hidden and not.
func noOdds(meaning) []OddsRow { return nil }

// oddsOf returns examples for rules of one column, of which those of several have others.
func oddsOf(one func(meaning) []OddsRow) func(meaning) []OddsRow {
	return func(m meaning) []OddsRow {
		if m.several() {
			return m.oddsAround()
		}
		return one(m)
	}
}

// oddsAround takes up to four values that are farther and farther from the one that is looked
// at.
func (m meaning) oddsAround() []OddsRow {
	n := m.attr.Regular()
	from := min(m.a, n-1)
	near := make(map[weighted.Weight]int)
	for to := 0; to < n; to += max(1, n/100) {
		if d, ok := m.s.Distance(m.column(), from, to); ok && d < weighted.Infinite {
			if _, seen := near[d]; !seen {
				near[d] = to
			}
		}
	}
	all := slices.Sorted(maps.Keys(near))
	var pairs [][2]int
	for k := range min(4, len(all)) {
		pairs = append(pairs, [2]int{from, near[all[k*(len(all)-1)/max(min(4, len(all))-1, 1)]]})
	}
	return m.rows(pairs)
}

// rows asks the policy how far pairs of values are apart and lists those that are farther and
// farther.
func (m meaning) rows(pairs [][2]int) (rows []OddsRow) {
	last := weighted.Weight(0)
	for _, p := range pairs {
		d, ok := m.s.Distance(m.column(), p[0], p[1])
		if !ok || d == weighted.Infinite || d <= last {
			continue
		}
		last = d
		rows = append(rows, OddsRow{Figure(d), amounts.Value(m.attr.Label(p[0])) + ", " + amounts.Value(m.attr.Label(p[1])), Factor(m.promise.Odds(d))})
	}
	return rows
}

// oddsByAnswers counts the answers in which two people differ.
func (m meaning) oddsByAnswers() []OddsRow {
	attrs := m.c.Domain.Attributes()
	var rows []OddsRow
	last := 0
	for _, k := range []int{1, 2, 3, len(attrs)} {
		if k > len(attrs) || k <= last {
			continue
		}
		last = k
		u, v := make([]int, k), make([]int, k)
		var names []string
		for i := range k {
			if attrs[i].Size() > 1 {
				v[i] = 1
			}
			names = append(names, string(attrs[i].Name()))
		}
		d, ok := m.s.apart(names, u, v)
		if !ok || d == weighted.Infinite {
			continue
		}
		example := strings.Join(names, ", ")
		switch {
		case k == len(attrs) && k > 2:
			example = words.T("all of them")
		case k > 2:
			example = words.T("any %d", k)
		}
		rows = append(rows, OddsRow{strconv.Itoa(k), example, Factor(m.promise.Odds(d))})
	}
	return rows
}

// nothing says why nothing is shown exactly.
func (m meaning) nothing() string {
	if m.c.Policy.Presence() {
		return words.T("No count is disclosed without noise, not even how many people are in the file.")
	}
	if slices.ContainsFunc(m.s.of.Plan().Secrets.Columns, func(c secret.Secret) bool { return c.Kind != secret.Everything }) {
		return words.T("Every answer is joined to every other through some steps, so no count is disclosed without noise, except how many people are in the file.")
	}
	return words.T("Every answer is joined to every other, so no count is disclosed without noise, except how many people are in the file.")
}

// RuleInWords says what a column's rule keeps secret, as the policy itself does: for rules
// that the page has no form for.
func (s *Step) RuleInWords(column string) string {
	if s.of.Outlook() == nil {
		return ""
	}
	if wording := s.ruleSecret(column); wording != "" {
		return words.T("Nobody can tell %s.", wording)
	}
	return words.T("Nothing about it is secret.")
}

// ruleSecret is what nobody can tell under a column's rule, empty where that is nothing.
func (s *Step) ruleSecret(column string) string {
	c := s.of.Outlook()
	if c == nil {
		return ""
	}
	for _, part := range c.Policy.Parts() {
		for _, a := range part.Attributes() {
			if string(a.Name()) == column {
				return shortened(words.Say(part.Secret()), mostSaid)
			}
		}
	}
	return ""
}

// mostSaid is the most characters that are said of a rule; a list of pairs can be longer.
const mostSaid = 420

// shortened leaves out the end of a list that is too long, saying so.
func shortened(wording string, most int) string {
	r := []rune(wording)
	if len(r) <= most {
		return wording
	}
	kept := string(r[:most])
	if cut := strings.LastIndexAny(kept, ",;"); cut > most/2 {
		kept = kept[:cut]
	}
	return words.T("%s, and more", kept)
}
