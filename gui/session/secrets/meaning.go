package secrets

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
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
	out := Meaning{Hidden: m.hidden(), Learnt: m.learnt()}
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
}

func (m meaning) column() string { return string(m.attr.Name()) }

// name and label are the column and one of its values, set off.
func (m meaning) name() string       { return words.AsName(m.column()) }
func (m meaning) label(v int) string { return words.AsName(m.attr.Label(v)) }

// whether begins what is said of two values.
func (m meaning) whether(a, b int) words.Phrase {
	return words.Marked(words.T("whether someone’s %s is %s or %s.", m.name(), m.label(a), m.label(b)))
}

// factor ends a sentence about values that nobody can tell apart, given by index: the first from
// each of the others.
func (m meaning) factor(w words.Phrase, first int, others ...int) words.Phrase {
	far := policy.Weight(0)
	for _, v := range others {
		if d, ok := m.s.Distance(m.column(), first, v); ok {
			far = max(far, d)
		}
	}
	return m.shift(w, far)
}

// shift ends a sentence with the factor of odds at a distance.
func (m meaning) shift(w words.Phrase, far policy.Weight) words.Phrase {
	if far == policy.Infinite || far == 0 {
		return w
	}
	return append(w, words.Marked(words.T(" Whatever the odds seemed before, the release shifts them by a factor of at most %s%s.",
		words.AsStrong(Factor(m.promise.Odds(far))), words.Say(m.promise.Except())))...)
}

// hidden says what nobody can tell, and whose being in the file is hidden too.
func (m meaning) hidden() words.Phrase {
	w := m.hiddenAnswers()
	if hidden := m.s.of.Plan().Hidden(); !hidden.IsZero() {
		return w.Say(" " + words.Say(hidden))
	}
	if card := m.s.Card(); m.s.Presence() == PresenceSome || m.s.Presence() == PresenceAll && card != CardPresence && card != CardTakingPart {
		w = w.Say(" " + m.s.PresenceWords())
	}
	return w
}

// hiddenAnswers says which answers nobody can tell apart.
func (m meaning) hiddenAnswers() words.Phrase {
	secret, own := m.s.Secret(m.column())
	one := own && len(secret.Columns) == 1
	switch card := m.s.Card(); {
	case one && secret.Kind == plan.Near:
		return m.hiddenNear()
	case one && (secret.Kind == plan.Groups || secret.Kind == plan.Coarser):
		return m.hiddenGroup()
	case one && secret.Kind == plan.Pairs:
		return m.hiddenPair()
	case one && secret.Kind == plan.Graded:
		return m.hiddenGraded()
	case own && secret.Kind == plan.Public:
		return words.Marked(words.T("nothing about %s: you keep it out of what is secret.", m.name()))
	case own && (secret.Kind != plan.Everything || secret.Weight != ""):
		if wording := m.s.ruleSecret(m.column()); wording != "" {
			return words.Phrase{}.Say(wording + ".")
		}
		return words.Phrase{}.Say(words.T("Nothing about it is secret."))
	case card == CardPresence && m.s.Presence() == PresenceAll:
		far, _ := m.s.Distance(m.column(), m.a, m.b)
		return m.shift(words.Marked(words.T("whether someone is in the file, nor whether their %s is %s or %s.", m.name(), m.label(m.a), m.label(m.b))), max(far, m.out()))
	case card == CardTakingPart:
		far, _ := m.s.Distance(m.column(), m.a, m.b)
		return m.shift(m.shift(words.Marked(words.T("whether someone is in the file.")), m.out()).Say(words.T(" Whether someone’s %s is %s or %s is hidden less well.", m.column(), m.attr.Label(m.a), m.attr.Label(m.b))), far)
	case card == CardAnswers:
		return m.factor(words.Marked(words.T("one answer, when all else about the person is the same: whether someone’s %s is %s or %s.", m.name(), m.label(m.a), m.label(m.b))), m.a, m.b)
	case card == CardAll:
		return m.factor(words.Marked(words.T("whether someone’s %s is %s or %s, nor any of their answers, or all together, from any other.", m.name(), m.label(m.a), m.label(m.b))), m.a, m.b)
	}
	return m.factor(words.Marked(words.T("whether someone’s %s is %s or %s, or any other answer.", m.name(), m.label(m.a), m.label(m.b))), m.a, m.b)
}

// out returns how far being in the file is from not being in it, at most, for those whose answer
// is one of the two that are looked at.
func (m meaning) out() policy.Weight {
	most := policy.Weight(0)
	pos, ok := m.c.Domain.Position(m.attr.Name())
	if !ok {
		return 0
	}
	for _, v := range []int{m.a, m.b} {
		u := make([]int, len(m.c.Domain.Attributes()))
		u[pos] = v
		if d := m.c.Policy.DistanceToAbsent(u); d < policy.Infinite {
			most = max(most, d)
		}
	}
	return most
}

// hiddenPair names a listed pair, one of the value that is looked at if there is one.
func (m meaning) hiddenPair() words.Phrase {
	pairs, _ := m.s.PairsOf(On(m.column()))
	found := [2]int{-1, -1}
	for _, p := range pairs {
		if u, v := p.U[0], p.V[0]; min(u, v) >= 0 && (found[0] < 0 || u == m.a || v == m.a) {
			found = [2]int{u, v}
		}
	}
	if found[0] < 0 {
		return nil
	}
	return m.factor(words.Marked(words.T("%s from %s: they are a pair of your list.", m.label(found[0]), m.label(found[1]))), found[0], found[1])
}

// hiddenGraded names the farthest value that has the whole budget or more protection.
func (m meaning) hiddenGraded() words.Phrase {
	from, to := m.within(1)
	if from == to {
		return words.Marked(words.T("the exact %s: the nearer two answers are, the better they are hidden.", m.name()))
	}
	return m.factor(m.whether(from, to), from, to).Say(words.T(" Nearer answers are hidden even better."))
}

// within returns the value that is looked at, or the first, and the farthest one above it
// that is at most some steps away.
func (m meaning) within(steps int) (from, to int) {
	n := m.attr.Regular()
	for _, from = range []int{min(m.a, n-1), 0} {
		to = from + sort.Search(n-1-from, func(k int) bool {
			d, ok := m.s.Distance(m.column(), from, from+k+1)
			return !ok || d > policy.Weight(steps)*policy.One
		})
		if to > from && to < n-1 {
			return from, to
		}
	}
	return from, to
}

// hiddenNear names a value and the farthest one that is joined to it.
func (m meaning) hiddenNear() words.Phrase {
	reach, n := m.s.reach(m.column())
	from := min(m.a, n-1)
	if from < 0 {
		return nil
	}
	to := reach(from)
	if to == from { // the last one, or one that is joined to none above
		to = sort.Search(from, func(v int) bool { return reach(v) >= from })
	}
	if to == from {
		return words.Marked(words.T("nothing about %s: no other answer is that near.", m.label(from)))
	}
	return m.factor(m.whether(min(from, to), max(from, to)), from, to)
}

// hiddenGroup names the values of the group that is looked at, or of another that has some.
func (m meaning) hiddenGroup() words.Phrase {
	g, ok := m.s.Grouping(On(m.column()))
	if !ok {
		return nil
	}
	looked := -1
	if m.a < len(g.Of) {
		looked = g.Of[m.a]
	}
	for i := range g.Names {
		if looked < 0 || len(g.Members(looked)) < 2 {
			looked = i
		}
	}
	if looked < 0 || len(g.Members(looked)) < 2 {
		return words.Marked(words.T("nothing about %s: every value is a group of its own.", m.name()))
	}
	list, at := g.Members(looked), []int(nil)
	for v, of := range g.Of {
		if of == looked {
			at = append(at, v)
		}
	}
	return m.factor(words.Marked(words.T("%s from %s: they are in the same group.", words.AsName(list[0]), words.AnyOf(list[1:]))), at[0], at[1:]...)
}

// learnt says what a reader may learn.
func (m meaning) learnt() words.Phrase {
	secret, own := m.s.Secret(m.column())
	if own && secret.Kind == plan.Everything {
		own = secret.Weight != ""
	}
	if own {
		return m.learntOfRule(secret)
	}
	switch m.s.Card() {
	case CardPresence:
		if m.s.Presence() == PresenceSome {
			return words.Phrase{}.Say(words.T("tables about everyone together, and of people whose being in the file you do not hide, that they are in it."))
		}
		return words.Phrase{}.Say(words.T("tables about everyone together."))
	case CardTakingPart:
		return words.Phrase{}.Say(words.T("tables about everyone together, and about an answer of someone’s twice as much as about their being in the file: to change it is to leave and to come again."))
	case CardAnswers:
		return words.Phrase{}.Say(words.T("more about several answers together. To tell two people apart in several answers is hindered less, answer by answer:"))
	case CardAll:
		return words.Phrase{}.Say(words.T("who is in the file, and how many people."))
	}
	return words.Marked(words.T("nothing more of %s: each answer is joined to every other.", m.name()))
}

// learntOfRule says what a reader may learn in spite of a rule.
func (m meaning) learntOfRule(secret plan.Secret) words.Phrase {
	far := m.farthest()
	exactly := far == policy.Infinite
	switch secret.Kind {
	case plan.Near, plan.Place:
		if len(secret.Columns) > 1 {
			return words.Marked(words.T("the rough %s. Answers several steps apart are less hidden, step by step:", words.AllOf(domain.Texts(secret.Columns))))
		}
		switch {
		case far <= policy.One:
			return words.Marked(words.T("nothing more of %s: each answer is joined to every other.", m.name()))
		case far.Steps() <= 2:
			return words.Marked(words.T("a little of someone’s rough %s: answers that are not near each other are two steps apart.", m.name()))
		}
		return words.Marked(words.T("someone’s rough %s. Answers several steps apart are less hidden, step by step:", m.name()))
	case plan.Groups, plan.Coarser, plan.Grid:
		switch {
		case exactly:
			return words.Phrase{}.Say(words.T("how many people are in each group and, for someone who knows more, who."))
		case far > policy.One:
			return words.Phrase{}.Say(words.T("a little of the group that someone is in: answers of different groups are %s apart.", stepsText(far)))
		}
		return words.Marked(words.T("nothing more of %s: all answers are in one group.", m.name()))
	case plan.Pairs:
		if !exactly {
			return words.Phrase{}.Say(words.T("more about answers that only a chain of pairs connects: up to %s apart.", stepsText(far)))
		}
		return words.Phrase{}.Say(words.T("exactly how many people are in each set of answers that no chain of pairs connects."))
	case plan.Graded, plan.Places:
		if len(secret.Columns) > 1 {
			return words.Marked(words.T("the rough %s. Twice as far apart, two answers are hidden half as well.", words.AllOf(domain.Texts(secret.Columns))))
		}
		return words.Marked(words.T("someone’s rough %s. Twice as far apart, two answers are hidden half as well:", m.name()))
	case plan.Public:
		if !exactly {
			return words.Marked(words.T("a little of %s: nothing joins its answers but “%s”, over which they are %s apart.", m.name(), m.s.NotInFile(), stepsText(far)))
		}
		return words.Marked(words.T("exactly how many people have each %s and, for someone who knows more, who.", m.name()))
	case plan.PerValue:
		return words.Phrase{}.Say(words.T("more about the answers with the larger weights than about the others:"))
	case plan.Matrix:
		return words.Phrase{}.Say(words.T("more about answers that the table puts far apart:"))
	case plan.Everything:
		if far > policy.One {
			return words.Marked(words.T("more about %s than about other columns: its answers are %s apart.", m.name(), stepsText(far)))
		}
		return words.Marked(words.T("less about %s than about other columns: its answers are only %s apart.", m.name(), stepsText(far)))
	}
	if exactly {
		return words.Phrase{}.Say(words.T("exactly how many people are in each set of answers that the rules leave apart."))
	}
	return words.Phrase{}.Say(words.T("more about answers that only a chain of others connects: up to %s apart.", stepsText(far)))
}

// farthest returns the largest distance that is found from the first, the last and the value
// that is looked at, to a hundred others at most.
func (m meaning) farthest() policy.Weight {
	n, most := m.attr.Regular(), policy.Weight(0)
	step := max(1, n/100)
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
	secret, own := m.s.Secret(m.column())
	if own {
		switch {
		case secret.Kind == plan.Near && len(secret.Columns) == 1:
			return words.T("Steps apart"), m.oddsBySteps()
		case secret.Kind == plan.Graded && len(secret.Columns) == 1:
			return words.T("Steps apart"), m.oddsByDistance()
		case secret.Kind != plan.Groups && secret.Kind != plan.Coarser && secret.Kind != plan.Public &&
			(secret.Kind != plan.Pairs || weighted(secret)) && (secret.Kind != plan.Grid || len(secret.Columns) > 1) && secret.Kind != plan.Everything:
			return words.T("Steps apart"), m.oddsAround()
		}
	}
	if m.s.Card() == CardAnswers {
		return words.T("Answers apart"), m.oddsByAnswers()
	}
	return "", nil
}

// weighted reports whether pairs have weights of their own.
func weighted(r plan.Secret) bool {
	return slices.ContainsFunc(r.Pairs, func(p plan.Pair) bool { return p.Weight != "" })
}

// oddsAround takes up to four values that are farther and farther from the one that is looked
// at.
func (m meaning) oddsAround() []OddsRow {
	n := m.attr.Regular()
	from := min(m.a, n-1)
	near := make(map[policy.Weight]int)
	for to := 0; to < n; to += max(1, n/100) {
		if d, ok := m.s.Distance(m.column(), from, to); ok && d < policy.Infinite {
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

// oddsBySteps takes the values that are one, two and five whole steps from the one that is
// looked at, and the two ends. What they are apart is asked of the policy.
func (m meaning) oddsBySteps() []OddsRow {
	reach, n := m.s.reach(m.column())
	if n < 2 {
		return nil
	}
	far := func(from, steps int) (int, bool) {
		at := from
		for range steps {
			next := reach(at)
			if next == at {
				return 0, false
			}
			at = next
		}
		return at, true
	}
	var pairs [][2]int
	for _, steps := range []int{1, 2, 5} {
		for _, from := range []int{min(m.a, n-1), 0} {
			if to, ok := far(from, steps); ok {
				pairs = append(pairs, [2]int{from, to})
				break
			}
		}
	}
	return m.rows(append(pairs, [2]int{0, n - 1}))
}

// oddsByDistance takes the farthest values that are one, two and five steps away, and the two
// ends.
func (m meaning) oddsByDistance() []OddsRow {
	var pairs [][2]int
	for _, steps := range []int{1, 2, 5} {
		if from, to := m.within(steps); to > from {
			pairs = append(pairs, [2]int{from, to})
		}
	}
	return m.rows(append(pairs, [2]int{0, m.attr.Regular() - 1}))
}

// rows asks the policy how far pairs of values are apart and lists those that are farther and
// farther.
func (m meaning) rows(pairs [][2]int) []OddsRow {
	var rows []OddsRow
	last := policy.Weight(0)
	for _, p := range pairs {
		d, ok := m.s.Distance(m.column(), p[0], p[1])
		if !ok || d == policy.Infinite || d <= last {
			continue
		}
		last = d
		rows = append(rows, OddsRow{Figure(d), m.attr.Label(p[0]) + ", " + m.attr.Label(p[1]), Factor(m.promise.Odds(d))})
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
		u, v := make([]int, len(attrs)), make([]int, len(attrs))
		var names []string
		for i := range k {
			if attrs[i].Size() > 1 {
				v[i] = 1
			}
			names = append(names, string(attrs[i].Name()))
		}
		d := m.c.Policy.Distance(u, v)
		if d == policy.Infinite {
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
		return words.T("No count is given away without noise, not even how many people are in the file.")
	}
	if slices.ContainsFunc(m.s.of.Plan().Secrets.Columns, func(c plan.Secret) bool { return c.Kind != plan.Everything }) {
		return words.T("Every answer is joined to every other through some steps, so no count is given away without noise, except how many people are in the file.")
	}
	return words.T("Every answer is joined to every other, so no count is given away without noise, except how many people are in the file.")
}

// Shown lists in short what the secrets let anyone learn exactly. cut says that the list was
// too long to be shown whole; Disclosed has it.
func (s *Step) Shown() (short []string, cut bool) {
	for _, full := range s.Disclosed() {
		text, of := full, ""
		if i := strings.LastIndex(full, ` "`); i >= 0 && strings.HasSuffix(full, `"`) {
			if i = strings.LastIndex(full[:i], " "); i >= 0 { // with the word before the column
				text, of = full[:i], full[i:]
			}
		}
		if r := []rune(text); len(r) > mostShown {
			end := strings.LastIndex(string(r[:mostShown]), ", ")
			if end < 0 {
				end = len(string(r[:mostShown]))
			}
			text, cut = text[:end]+", …", true
		}
		short = append(short, strings.ReplaceAll(text+of, `"`, ""))
	}
	return short, cut
}

const mostShown = 110 // characters of each thing that is shown exactly

// Disclosed lists in full what the secrets let anyone learn exactly.
func (s *Step) Disclosed() []string {
	if c := s.of.Outlook(); c != nil {
		return words.SayAll(c.Disclosed)
	}
	return nil
}

// Joining says which values are joined under a rule of kind Near, Place, Graded or Places; it is
// empty for whole numbers, where the distance says it all.
func (s *Step) Joining(rule plan.Secret) string {
	if len(rule.Columns) == 0 {
		return ""
	}
	c, _ := s.of.Published(string(rule.Columns[0]))
	switch several := len(rule.Columns) > 1; {
	case rule.Kind == plan.Graded || rule.Kind == plan.Places:
		return s.gradeWords(rule)
	case rule.Kind == plan.Place:
		return words.T("Two places are joined when they can be %s kilometres or less apart, along the surface of the Earth.", words.Number(rule.Within))
	case several:
		return words.T("Two combinations are joined when %s is %s or less.", normWords(rule.Norm), words.Number(rule.Within))
	case c.Kind == domain.Ordered && rule.Within == "1":
		return words.T("Each answer is joined to the next in the list.")
	case c.Kind == domain.Ordered:
		return words.T("Two answers are joined when they are %s steps or less apart in the list.", words.Number(rule.Within))
	case c.Kind == domain.Ranges:
		return words.T("Two ranges are joined when numbers in them can be %s or less apart.", words.Number(rule.Within))
	}
	return ""
}

// gradeWords says what the budget of a metric is: the odds at the one unit of distance that the
// steward names.
func (s *Step) gradeWords(rule plan.Secret) string {
	unit, what := words.Number(rule.Unit), words.T("Answers")
	if rule.Kind == plan.Places {
		unit, what = words.T("%s kilometres", unit), words.T("Places")
	}
	said := words.T("The budget is for one step. %s %s apart are hidden as well as any two under “Everything about a person”", what, unit)
	weight := "1"
	if rule.Weight != "" {
		weight = rule.Weight
		said = words.T("%s %s apart have %s times the budget", what, unit, words.Number(weight))
	}
	if odds := s.oddsAt(weight); odds != "" {
		said += words.T(": the odds between them shift by at most %s", odds)
	}
	said += words.T("; twice as far apart, half as well.")
	if len(rule.Columns) > 1 && rule.Kind == plan.Graded {
		said += words.T(" How far apart they are is %s.", normWords(rule.Norm))
	}
	switch {
	case rule.AtLeast == "":
	case rule.AtLeast == rule.Unit:
		said += words.T(" Nearer ones count as one step.")
	default:
		said += words.T(" Those nearer than %s count as %s apart.", words.Number(rule.AtLeast), words.Number(rule.AtLeast))
	}
	return said
}

// Norm is a way in which the differences of several columns make one distance, as it is offered.
type Norm struct {
	Norm       policy.Norm
	Text, Note string
	distance   string // in a sentence
}

// Norms returns the ways in which differences make one distance, the default first.
func Norms() []Norm {
	return []Norm{
		{policy.L1, words.T("the sum of the differences"), words.T("added up, each in its unit"), words.T("the sum of the differences")},
		{policy.L2, words.T("the straight line"), words.T("as on a map: of 3 and 4 it is 5"), words.T("the distance in a straight line")},
		{policy.LInf, words.T("the largest difference"), words.T("each may differ by so much at once"), words.T("the largest of the differences")},
	}
}

// normWords says how the differences of several columns make one distance.
func normWords(norm policy.Norm) string {
	of := Norms()
	return of[max(slices.IndexFunc(of, func(n Norm) bool { return n.Norm == norm }), 0)].distance
}
