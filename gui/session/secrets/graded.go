package secrets

import (
	"slices"
	"sort"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

func graded() kind {
	return kind{
		Kind: secret.Graded, name: words.Key("graded by distance"), note: words.Key("the nearer two answers are, the better they are hidden"),
		card: CardGraded, offered: atFirst, several: 2, blanks: true,
		unfit:    unordered,
		together: unorderedOrTooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Unit = defaultDistance(columns[0])
			if slices.ContainsFunc(columns, func(c plan.Column) bool { return c.Kind == domain.Ranges }) {
				r.AtLeast = r.Unit // ranges that touch have no distance of their own
			}
		},
		line: func(r secret.Secret) string {
			return words.T("graded, one step is %s", words.Number(r.Unit))
		},
		form: func(at Rule, r secret.Secret) Form {
			said := at.step.gradeWords(r, words.T("Answers"), words.Number(r.Unit))
			if len(r.Columns) > 1 {
				said += words.T(" How far apart they are is %s.", normWords(r))
			}
			least := typing(words.T("Nearer ones count as"), words.T("their own distance"), AtLeast())
			return Form{
				Slider: &Slider{words.T("One step is"), Unit()}, Norms: len(r.Columns) > 1,
				Fields: append(scales(r), least, oddsField()), Said: said + leastWords(r),
			}
		},
		hidden: meaning.hiddenGraded,
		learnt: meaning.learntGraded,
		odds:   oddsOf(meaning.oddsByDistance),
	}
}

// hiddenGraded names the farthest value that has the whole budget or more protection.
func (m meaning) hiddenGraded() string {
	from, to := m.within(1)
	if from == to {
		return words.T("the exact %s: the nearer two answers are, the better they are hidden.", m.name())
	}
	return m.factor(m.whether(from, to), from, to) + words.T(" Nearer answers are hidden even better.")
}

// within returns the value that is looked at, or the first, and the farthest one above it
// that is at most some steps away.
func (m meaning) within(steps int) (from, to int) {
	n := m.attr.Regular()
	for _, from = range []int{min(m.a, n-1), 0} {
		to = from + sort.Search(n-1-from, func(k int) bool {
			d, ok := m.s.Distance(m.column(), from, from+k+1)
			return !ok || d > weighted.Weight(steps)*weighted.One
		})
		if to > from && to < n-1 {
			return from, to
		}
	}
	return from, to
}

// learntGraded says how rough what is learnt is, of places too.
func (m meaning) learntGraded(weighted.Weight) string {
	if m.several() {
		return words.T("the rough %s. Twice as far apart, two answers are hidden half as well.", m.together())
	}
	return words.T("someone’s rough %s. Twice as far apart, two answers are hidden half as well:", m.name())
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

// gradeWords says what the budget of a metric is: the odds at the one unit of distance that the
// steward names.
func (s *Step) gradeWords(r secret.Secret, what, unit string) string {
	said, weight := words.T("The budget is for one step. %s that are %s apart are hidden as well as any two under “Everything about a person”", what, unit), "1"
	if r.Weight != "" {
		weight = r.Weight
		said = words.T("%s that are %s apart have %s times the budget", what, unit, words.Number(weight))
	}
	if odds := s.oddsAt(weight); odds != "" {
		said += words.T(": the odds between them shift by at most %s", odds)
	}
	return said + words.T("; twice as far apart, half as well.")
}

// leastWords says what nearer values count as.
func leastWords(r secret.Secret) string {
	switch r.AtLeast {
	case "":
		return ""
	case r.Unit:
		return words.T(" Nearer ones count as one step.")
	}
	return words.T(" Those nearer than %s count as %s apart.", words.Number(r.AtLeast), words.Number(r.AtLeast))
}
