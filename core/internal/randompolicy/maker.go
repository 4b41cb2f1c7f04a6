package randompolicy

import "steward/core/domain"

// Source makes choices: IntN returns a number from 0 to n-1. The sources of
// core/seeded do.
type Source interface{ IntN(n int) int }

// TB is the part of testing.TB that a Maker needs; rapid's T has it too.
type TB interface {
	Helper()
	Fatal(args ...any)
}

// Maker makes random small things. Two makers with the same choices make the same ones.
type Maker struct {
	t TB
	r Source
	// Secrets, Policies and Questions are the kinds that are made: all there are, unless a
	// test sets others.
	Secrets   []Kind
	Policies  []PolicyKind
	Questions []QuestionKind
}

// New returns a Maker of every kind there is. What cannot be made fails the test.
func New(t TB, r Source) Maker {
	return Maker{t: t, r: r, Secrets: SecretKinds(), Policies: PolicyKinds(), Questions: QuestionKinds()}
}

// must fails the test on an error. Makers make valid things only, so an error is a fault
// of a maker or of what it tests.
func (m Maker) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

// Chance is true once in n times.
func (m Maker) Chance(n int) bool { return m.r.IntN(n) == 0 }

// Pick returns a number from lo to hi, both included.
func (m Maker) Pick(lo, hi int) int { return lo + m.r.IntN(hi-lo+1) }

// choose returns one of the kinds, each as often as it says against the others; where none
// is ever to come it fails the test with what was looked for.
func choose[K any](m Maker, what string, kinds []K, often func(K) int) K {
	m.t.Helper()
	sum := 0
	for _, k := range kinds {
		sum += often(k)
	}
	if sum == 0 {
		m.t.Fatal("no kind of " + what + " fits: let the Maker have one that does")
	}
	at := m.r.IntN(sum)
	i := 0
	for at -= often(kinds[i]); at >= 0; at -= often(kinds[i]) {
		i++
	}
	return kinds[i]
}

// shuffle puts columns in any order.
func (m Maker) shuffle(columns []*domain.Attribute) {
	for i := len(columns) - 1; i > 0; i-- {
		j := m.r.IntN(i + 1)
		columns[i], columns[j] = columns[j], columns[i]
	}
}
