package randompolicy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

func makerOf(t TB, seed uint64) Maker { return New(t, seeded.New(20261107, seed)) }

// counted makes every kind count how often it is made.
func counted(m Maker) (Maker, map[string]int) {
	seen := make(map[string]int)
	for i, k := range m.Secrets {
		name, made := "secret "+k.Name, k.Make
		seen[name] = 0
		m.Secrets[i].Make = func(m Maker, columns []*domain.Attribute) (policy.Part, error) {
			seen[name]++
			return made(m, columns)
		}
	}
	for i, k := range m.Policies {
		name, made := "policy "+k.Name, k.Make
		seen[name] = 0
		m.Policies[i].Make = func(m Maker, d *domain.Domain) (*policy.Policy, error) {
			seen[name]++
			return made(m, d)
		}
	}
	for i, k := range m.Questions {
		name, ask := "question "+k.Name, k.Ask
		seen[name] = 0
		m.Questions[i].Ask = func(m Maker, columns []*domain.Attribute, q *workload.Question) {
			seen[name]++
			ask(m, columns, q)
		}
	}
	return m, seen
}

// Every kind is made often enough for a property that is checked on some hundreds of
// problems to be checked on it, and whatever fits can be made.
func TestEveryKindIsMade(t *testing.T) {
	const problems = 2000
	m, seen := counted(makerOf(t, 1))
	made, known, zeros, disclosed := 0, 0, 0, 0
	for range problems {
		p, ok := m.Problem()
		if !ok {
			continue
		}
		made++
		if p.Known {
			known++
		}
		if !p.Published.Domain().AllPossible() {
			zeros++
		}
		if p.Disclose && len(p.Published.Disclosed()) > 0 {
			disclosed++
		}
	}
	for name, n := range seen {
		if n < problems/100 {
			t.Errorf("%s was made %d times in %d problems", name, n, problems)
		}
	}
	for name, n := range map[string]int{"the number of people known": known, "impossible combinations": zeros, "something disclosed": disclosed} {
		if n < problems/10 {
			t.Errorf("%s in %d of %d problems", name, n, problems)
		}
	}
	if made < problems/2 {
		t.Errorf("%d of %d questions fitted", made, problems)
	}
}

// A kind added to a maker is made; a kind that the maker does not have is not.
func TestKindsCanBeChosen(t *testing.T) {
	m := makerOf(t, 2)
	own := 0
	m.Policies = m.Policies[:1]
	m.Secrets = []Kind{{"my own", 1, 1, always, func(m Maker, columns []*domain.Attribute) (policy.Part, error) {
		own++
		return policy.Complete(columns[0]), nil
	}}}
	columns := 0
	for range 50 {
		p := m.Policy(m.Domain(m.Columns(5), false))
		columns += len(p.Parts())
	}
	if own != columns || own < 50 {
		t.Errorf("%d secrets of my own over %d columns", own, columns)
	}
}

// failure is a test that notes how it failed.
type failure struct{ said string }

func (f *failure) Helper() {}
func (f *failure) Fatal(args ...any) {
	f.said = fmt.Sprint(args...)
	panic(f)
}

// says returns what a test that does something says when it fails.
func says(do func(t TB)) (said string) {
	f := new(failure)
	defer func() {
		if recover() == f {
			said = f.said
		}
	}()
	do(f)
	return ""
}

func TestNothingFits(t *testing.T) {
	for name, do := range map[string]func(m Maker){
		"secret":   func(m Maker) { m.Secrets, m.Policies = nil, m.Policies[:1]; m.Policy(m.Domain(m.Columns(3), false)) },
		"policy":   func(m Maker) { m.Policies = nil; m.Policy(m.Domain(m.Columns(3), false)) },
		"question": func(m Maker) { m.Questions = nil; m.Problem() },
		"broken": func(m Maker) {
			m.Policies = m.Policies[:1]
			m.Secrets = []Kind{{"broken", 1, 1, always, func(Maker, []*domain.Attribute) (policy.Part, error) {
				return nil, fmt.Errorf("it cannot be made")
			}}}
			m.Policy(m.Domain(m.Columns(3), false))
		},
	} {
		if said := says(func(t TB) { do(makerOf(t, 3)) }); !strings.Contains(said, name) {
			t.Errorf("%s: the test says %q", name, said)
		}
	}
}

// The same choices make the same things, and other choices others.
func TestSameChoicesSameProblem(t *testing.T) {
	write := func(seed uint64) string {
		m := makerOf(t, seed)
		var out []string
		for range 20 {
			p, ok := m.Problem()
			out = append(out, fmt.Sprint(ok))
			if ok {
				k := p.Workload.Domain()
				x := m.Counts(k, 12)
				q, err := p.Published.Project(p.Workload.Question().Columns)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, p.String(), fmt.Sprint(x, m.Move(q, x)))
			}
		}
		return strings.Join(out, "\n")
	}
	first, again, other := write(4), write(4), write(5)
	if first != again {
		t.Error("the same seed made other problems")
	}
	if first == other {
		t.Error("another seed made the same problems")
	}
}

// Counts lie in possible cells and are as many as asked for; people who move stay within
// the edges and are as many as before.
func TestCountsAndMoves(t *testing.T) {
	moved := 0
	for seed := range uint64(300) {
		m := makerOf(t, 100+seed)
		p := m.Policy(m.Domain(m.Columns(5), true))
		if p.Domain().PossibleCells() == 0 {
			continue
		}
		x := m.Counts(p.Domain(), 7)
		y := m.Move(p, x)
		of, _, err := p.Components()
		if err != nil {
			t.Fatal(err)
		}
		balance := make(map[int]int64)
		var sum int64
		for cell, n := range x {
			if (n != 0 || y[cell] != 0) && !p.Domain().Possible(cell) {
				t.Fatalf("seed %d: people in the impossible cell %d", seed, cell)
			}
			sum += n
			if !p.Presence() {
				balance[of[cell]] += y[cell] - n
			}
		}
		if sum != 7 {
			t.Fatalf("seed %d: %d people of 7", seed, sum)
		}
		for c, d := range balance {
			if d != 0 {
				t.Fatalf("seed %d: component %d gained %d people", seed, c, d)
			}
		}
		if !slices.Equal(x, y) {
			moved++
		}
	}
	if moved < 50 {
		t.Errorf("people moved %d times only", moved)
	}
}

// drawn is a source for rapid.
type drawn struct{ t *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

// A Maker works in a rapid test: the projection to one column has that column only.
func TestInRapid(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		p := New(t, drawn{t}).OnOneColumn(5, true)
		if n := len(p.Domain().Attributes()); n != 1 {
			t.Fatalf("%d columns: %s", n, Describe(p))
		}
	})
}
