package secrets

import (
	"sort"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

func near() kind {
	return kind{
		Kind: secret.Near, name: words.Key("small differences"), note: words.Key("each hidden from those nearby"),
		card: CardNear, offered: atFirst, several: 1, blanks: true, plain: true,
		unfit:    unordered,
		together: unorderedOrTooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Within = defaultDistance(columns[0])
		},
		line: func(r secret.Secret) string {
			if len(r.Columns) > 1 {
				return words.T("within %s", words.Number(r.Within)) + words.T(" together")
			}
			return words.T("within %s", words.Number(r.Within))
		},
		rail: func(r secret.Secret) string {
			return words.T("%s within %s", r.Columns[0], words.Number(r.Within))
		},
		form: func(at Rule, r secret.Secret) Form {
			label := words.T("Within")
			if len(r.Columns) > 1 {
				label = words.T("Together within")
			}
			return Form{Slider: &Slider{label, Within()}, Norms: len(r.Columns) > 1, Fields: scales(r), Said: at.step.joined(r)}
		},
		hidden: meaning.hiddenNear,
		learnt: meaning.learntNear,
		odds:   oddsOf(meaning.oddsBySteps),
	}
}

// joined says which values are near one another; it is empty for whole numbers, where the distance says it all.
func (s *Step) joined(r secret.Secret) string {
	c, _ := s.onlyColumn(r)
	within := words.Number(r.Within)
	switch {
	case len(r.Columns) > 1:
		return words.T("Two combinations are joined when %s is %s or less.", normWords(r), within)
	case c.Kind == domain.Ordered && r.Within == "1":
		return words.T("Each answer is joined to the next in the list.")
	case c.Kind == domain.Ordered:
		return words.T("Two answers are joined when they are %s steps or less apart in the list.", within)
	case c.Kind == domain.Ranges:
		return words.T("Two ranges are joined when numbers in them can be %s or less apart.", within)
	}
	return ""
}

// hiddenNear names a value and the farthest one that is joined to it.
func (m meaning) hiddenNear() string {
	reach, n := m.s.reach(m.column())
	from := min(m.a, n-1)
	if from < 0 {
		return ""
	}
	to := reach(from)
	if to == from { // the last one, or one that is joined to none above
		to = sort.Search(from, func(v int) bool { return reach(v) >= from })
	}
	if to == from {
		return words.T("nothing about %s: no other answer is that near.", m.label(from))
	}
	return m.factor(m.whether(min(from, to), max(from, to)), from, to)
}

// learntNear says how rough what is learnt is, of nearby places too.
func (m meaning) learntNear(far weighted.Weight) string {
	switch {
	case m.several():
		return words.T("the rough %s. Answers several steps apart are less hidden, step by step:", m.together())
	case far <= weighted.One:
		return m.noMore()
	case far.Steps() <= 2:
		return words.T("a little about someone’s rough %s: answers that are not near each other are two steps apart.", m.name())
	}
	return words.T("someone’s rough %s. The more steps apart two answers are, the less they are hidden:", m.name())
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

// reach returns the function that gives a value's reach, and the number of declared values.
// Rules that go by an order join a value to a run of values around it, so that the end of the
// run is found by halving.
func (s *Step) reach(column string) (reach func(u int) int, n int) {
	c := s.of.Outlook()
	if c == nil {
		return nil, 0
	}
	p, err := c.Policy.Project(named(column))
	if err != nil {
		return nil, 0
	}
	a := p.Domain().Attributes()[0]
	if !a.HasOrder() {
		return nil, 0
	}
	n = a.Regular()
	return func(u int) int {
		return u + sort.Search(n-1-u, func(k int) bool {
			_, joined := p.Weight(policy.Vertex(u), policy.Vertex(u+k+1))
			return !joined
		})
	}, n
}
