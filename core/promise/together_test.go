package promise

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

func column(name string, values ...string) plan.Column {
	return plan.Column{Name: domain.AttributeName(name), Kind: domain.List, Values: values, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
}

// towns is a plan about towns and ages, everything secret, with public totals of some towns if any.
func towns(counts ...int64) plan.Plan {
	p := plan.Plan{
		Version: plan.Version, DataSet: "People",
		Columns:   []plan.Column{column("town", "North", "South", "East"), column("age", "young", "old")},
		Questions: []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
		Budget:    plan.Budget{Epsilon: "0.5"},
	}
	if len(counts) > 0 {
		f := constraint.Fact{ID: "towns", Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}}}
		for i, n := range counts {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{p.Columns[0].Values[i]}, Count: n})
		}
		p.Facts.Stated = []constraint.Fact{f}
	}
	return p
}

// released is a release of a plan as a ledger of this version keeps it.
func released(t *testing.T, p plan.Plan) Spent {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	p = c.Plan
	return Spent{Title: p.DataSet + " " + p.Budget.Epsilon, Epsilon: c.Budget, Delta: c.Promise.Delta(), Rho: c.Promise.Rho(), Tied: c.Tied().Factor, Declared: &p, FactsKept: p.Facts.Any()}
}

func joint(t *testing.T, today *plan.Plan, releases ...Spent) Joint {
	t.Helper()
	j, err := Together(nil, releases, today)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// A release without facts and one with public totals that tie three people: what the first tells about the three
// counts too, though nobody knew of the totals then (docs/mathematics.md, "Facts and several releases").
func TestFactsAreCarriedAcrossReleases(t *testing.T) {
	before, after := released(t, towns()), released(t, towns(4, 3, 5))
	if before.Tied != 1 || after.Tied != 3 {
		t.Fatalf("the facts tie %d and %d people", before.Tied, after.Tied)
	}
	dropped := released(t, towns())          // a later plan drops the fact
	corrected := released(t, towns(5, 3, 4)) // and another one corrects it
	today := towns(4, 3, 5)
	for _, c := range []struct {
		name  string
		of    []Spent
		today *plan.Plan
		loss  string
	}{
		{"nothing", nil, nil, "0"},
		{"one", []Spent{before}, nil, "0.5"},
		{"one with facts", []Spent{after}, nil, "0.5"},
		{"twice without facts", []Spent{before, before}, nil, "1"},
		{"facts are stated later", []Spent{before, after}, nil, "2"},
		{"in the other order", []Spent{after, before}, nil, "2"},
		{"facts are about to be stated", []Spent{before}, &today, "1.5"},
		{"facts are dropped", []Spent{after, dropped}, nil, "2"},
		{"facts are corrected", []Spent{after, corrected}, nil, "1"},
		{"all", []Spent{before, after, dropped, corrected}, nil, "4"},
	} {
		j := joint(t, c.today, c.of...)
		want, _ := new(big.Rat).SetString(c.loss)
		if j.Loss.Cmp(want) != 0 || len(c.of) > 0 && !j.Same {
			t.Errorf("%s: a loss of %s (%v), want %s", c.name, j.Loss.RatString(), j.Same, c.loss)
		}
	}
}

// The loss that is stated is at least that of the worst neighbours, found by going through all small files that
// agree with all facts: between two of them that differ as little as facts allow, every release loses, for each
// person that moved, what its noise was scaled to.
func TestJointLossCoversNeighbours(t *testing.T) {
	for _, facts := range [][]int64{nil, {2}, {2, 1}, {2, 1, 1}} {
		for _, other := range [][]int64{nil, {2}, {2, 1, 1}} {
			a, b := released(t, towns(facts...)), released(t, towns(other...))
			stated := max(len(facts), len(other))
			worst := worstMoves(3, 4, stated)
			truth := new(big.Rat)
			for _, r := range []Spent{a, b} {
				truth.Add(truth, new(big.Rat).Mul(r.Epsilon.Rat(), big.NewRat(int64(worst), int64(r.Tied))))
			}
			if j := joint(t, nil, a, b); j.Loss.Cmp(truth) < 0 {
				t.Errorf("totals of %d and of %d towns: a loss of %s, but %d people move in neighbouring files, which is %s", len(facts), len(other), j.Loss.RatString(), worst, truth.RatString())
			}
		}
	}
}

// worstMoves returns how many of n people move at most between files over k towns in which the counts of the first
// few are fixed, where no smaller part of the moves leads from one such file to another.
func worstMoves(k, n, fixed int) int {
	worst := 0
	files := 1
	for range n {
		files *= k
	}
	at := func(file, person int) int {
		for range person {
			file /= k
		}
		return file % k
	}
	keeps := func(from, to, moved int) bool { // of those that moved, some do
		change := make([]int, k)
		for p := range n {
			if moved>>p&1 == 1 {
				change[at(from, p)]--
				change[at(to, p)]++
			}
		}
		return !slices.ContainsFunc(change[:fixed], func(c int) bool { return c != 0 })
	}
	for from := range files {
		for to := range files {
			differ := 0
			for p := range n {
				if at(from, p) != at(to, p) {
					differ |= 1 << p
				}
			}
			if differ == 0 || !keeps(from, to, differ) {
				continue
			}
			least := true
			for part := (differ - 1) & differ; part > 0 && least; part = (part - 1) & differ {
				least = !keeps(from, to, part)
			}
			if least {
				count := 0
				for p := range n {
					count += differ >> p & 1
				}
				worst = max(worst, count)
			}
		}
	}
	return worst
}

// A release with a chance of failure loses the square of m in rho.
func TestFactsAndAChanceOfAFailure(t *testing.T) {
	p := towns()
	p.Budget.Delta = "0.000001"
	noisy := released(t, p)
	today := towns(4, 3, 5)
	j := joint(t, &today, noisy)
	want, err := noisy.Rho.Along(big.NewRat(3, 1)).Within(noisy.Delta)
	if err != nil || j.Loss.Cmp(want) != 0 || j.Delta.Cmp(noisy.Delta.Rat()) != 0 {
		t.Errorf("a loss of %s with %s, want %v: %v", j.Loss.RatString(), j.Delta.RatString(), want, err)
	}
	if got, _ := j.Loss.Float64(); got <= 1.5 {
		t.Errorf("a loss of %v is no more than three times 0.5", got)
	}
}

// Where the policies differ, a sum is of the pairs that all of them join, and facts that tie people are in the way.
func TestReleasesUnderDifferentSecrets(t *testing.T) {
	wide := released(t, towns())
	narrow := towns()
	narrow.Columns = narrow.Columns[1:]
	narrow.Questions[0].Columns = []domain.AttributeName{"age"}
	ages := released(t, narrow)
	if j := joint(t, nil, ages, wide); !j.Same || j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("a column less: %s, %v", j.Loss.RatString(), j.Same)
	}
	if j := joint(t, nil, ages, released(t, towns(4, 3, 5))); j.Loss.Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("a column less than one with facts: %s", j.Loss.RatString())
	}
	public := towns()
	public.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Public}}
	open := released(t, public)
	if j := joint(t, nil, open, wide); j.Same || j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("towns were public: %s, %v", j.Loss.RatString(), j.Same)
	}
	var unbounded *Unbounded
	if _, err := Together(nil, []Spent{open, released(t, towns(4, 3, 5))}, nil); !errors.As(err, &unbounded) || !strings.Contains(err.Error(), "tie people") {
		t.Errorf("towns were public, then their totals: %v", err)
	}
	// How many people there are is a fact under all of them.
	counted := public
	counted.Secrets.Presence, counted.Facts.People = true, number(12)
	hidden := towns()
	hidden.Secrets.Presence = true
	for only, want := range map[bool]*big.Rat{false: big.NewRat(1, 1), true: big.NewRat(3, 2)} {
		hidden.Secrets.PresenceOnly = only
		if j := joint(t, nil, released(t, hidden), released(t, counted)); j.Loss.Cmp(want) != 0 || j.Same {
			t.Errorf("with the number of people known later: %s, want %s", j.Loss.RatString(), want.RatString())
		}
	}
	// A fact may tie people together although it takes no more noise; other secrets may make it cost something.
	free := released(t, towns())
	free.Declared.Facts.Stated = []constraint.Fact{{ID: "north", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"North"}}, {Column: "age", Values: []string{"old"}}}}, Count: 3}}}}
	free.FactsKept = true
	if m, err := new(plan.Memory).Tied(*free.Declared); err != nil || m.Factor != 1 || !m.Ties || !free.MoreThanSpent() {
		t.Errorf("a fact of one cell: %+v, %v", m, err)
	}
	if _, err := Together(nil, []Spent{open, free}, nil); !errors.As(err, &unbounded) || !strings.Contains(err.Error(), "tie people") {
		t.Errorf("towns were public, then a number of one cell: %v", err)
	}
	long := free
	long.Declared, long.FactsKept, long.Tied = nil, false, 2
	if _, err := Together(nil, []Spent{long}, nil); !errors.As(err, &unbounded) || !long.MoreThanSpent() {
		t.Errorf("facts that are too long to keep: %v", err)
	}
	// What shares no column is no part of it.
	visits := towns(4, 3, 5)
	visits.Columns = []plan.Column{column("ward", "A", "B")}
	visits.Facts.Stated, visits.Questions[0].Columns = nil, []domain.AttributeName{"ward"}
	if j := joint(t, nil, released(t, visits), released(t, towns(4, 3, 5))); j.Loss.Cmp(big.NewRat(1, 1)) != 0 || j.Same {
		t.Errorf("of other columns: %s, %v", j.Loss.RatString(), j.Same)
	}
}

// A ledger of an earlier version says how many people the facts tied, but not which facts they were.
func TestFactsThatWereNotNoted(t *testing.T) {
	old := func(p plan.Plan) Spent {
		r := released(t, p)
		bare := base(p)
		r.Declared, r.FactsKept = &bare, false
		return r
	}
	known := old(towns())
	tied := old(towns(4, 3, 5))
	if j := joint(t, nil, known, tied); j.Loss.Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("they are all the facts that there are: %s", j.Loss.RatString())
	}
	for name, of := range map[string][]Spent{
		"another one knew facts too":  {tied, old(towns(4, 3, 5))},
		"and so does a later release": {tied, released(t, towns(4))},
	} {
		var unbounded *Unbounded
		if _, err := Together(nil, of, nil); !errors.As(err, &unbounded) || !strings.Contains(err.Error(), "does not say which facts") {
			t.Errorf("%s: %v", name, err)
		}
	}
	lost := tied
	lost.Declared = nil
	if _, err := Together(nil, []Spent{lost}, nil); err == nil {
		t.Error("a release of which nothing is known has a bound")
	}
	lost.Tied = 1
	if j := joint(t, nil, lost, known); j.Same || j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("without facts: %s", j.Loss.RatString())
	}
	// Rows are hidden together, whatever is known.
	rows := towns()
	rows.Rows = &plan.Rows{Person: "person", AtMost: 4}
	if j := joint(t, nil, old(rows), old(rows)); j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("of several rows: %s", j.Loss.RatString())
	}
}

// A release whose rows were chosen by their answers counts with what it really promises: any change of a person's
// rows could exchange those that counted for others, over two edges (docs/security.md).
func TestRowsThatAnswersChose(t *testing.T) {
	p := towns()
	p.Rows = &plan.Rows{Person: "person", AtMost: 2}
	p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "all", Values: []string{"North", "South"}}, {Name: "other", Values: []string{"East"}}}}}
	mended := released(t, p)
	flawed := mended
	old := *mended.Declared
	old.Version = 1
	flawed.Declared = &old
	if j := joint(t, nil, mended, mended); j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("as it is now: %s", j.Loss.RatString())
	}
	if j := joint(t, nil, flawed, mended); j.Loss.Cmp(big.NewRat(3, 2)) != 0 {
		t.Errorf("as it was: %s", j.Loss.RatString())
	}
}

// A release that read neighbours strictly is not read otherwise because a later plan is.
func TestTheStrictReadingStays(t *testing.T) {
	p := towns(4, 3, 5)
	p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"North"}, V: []string{"South"}}, {U: []string{"South"}, V: []string{"East"}}}}}
	strict := p
	strict.Facts.Stated = p.Facts.Stated[:1:1]
	strict.Facts.Reading = constraint.Strict
	loose := p
	loose.Facts = plan.Facts{}
	a, b := released(t, strict), released(t, loose)
	edge := released(t, p)
	if a.Tied <= edge.Tied {
		t.Fatalf("read strictly the facts tie %d people, and %d otherwise", a.Tied, edge.Tied)
	}
	want := new(big.Rat).Add(a.Epsilon.Rat(), new(big.Rat).Mul(b.Epsilon.Rat(), big.NewRat(int64(a.Tied), int64(b.Tied))))
	for _, of := range [][]Spent{{a, b}, {b, a}} {
		if j := joint(t, nil, of...); j.Loss.Cmp(want) != 0 {
			t.Errorf("a loss of %s, want %s", j.Loss.RatString(), want.RatString())
		}
	}
	// What the facts of both tie together, of which the strict release knew a part only.
	part := strict
	part.Facts.Stated = towns(4).Facts.Stated
	known := released(t, part)
	want.Mul(known.Epsilon.Rat(), big.NewRat(int64(a.Tied), int64(known.Tied)))
	want.Add(want, new(big.Rat).Mul(edge.Epsilon.Rat(), big.NewRat(int64(a.Tied), int64(edge.Tied))))
	if j := joint(t, nil, known, edge); j.Loss.Cmp(want) < 0 {
		t.Errorf("a loss of %s, want at least %s: %d people, %d known, %d otherwise", j.Loss.RatString(), want.RatString(), a.Tied, known.Tied, edge.Tied)
	}
}

func number(n int64) *int64 { return &n }

// What releases tell together is what each of them is counted with, one by one.
func TestEachPartOfWhatReleasesTell(t *testing.T) {
	for _, today := range []*plan.Plan{nil, new(towns(4, 3, 5))} {
		list := []Spent{released(t, towns()), released(t, towns(4, 3, 5)), released(t, towns(4))}
		j, sum := joint(t, today, list...), new(big.Rat)
		for _, part := range j.Each {
			sum.Add(sum, part)
		}
		if len(j.Each) != len(list) || sum.Cmp(j.Loss) != 0 {
			t.Errorf("%v add up to %v, and all tell %v", j.Each, sum, j.Loss)
		}
	}
}
