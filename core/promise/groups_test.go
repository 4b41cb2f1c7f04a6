package promise

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// wards is a plan in which nobody changes between wards, perhaps about those in some of them alone.
func wards(values ...string) plan.Plan {
	p := plan.Plan{
		Version: plan.Version, DataSet: "People",
		Columns:   []plan.Column{column("ward", "A", "B", "C"), column("sex", "f", "m"), column("ill", "no", "yes")},
		Questions: []plan.Question{{ID: "q", Title: "Ill", Kind: "table", Columns: []domain.AttributeName{"ill"}}},
		Budget:    plan.Budget{Epsilon: "0.5"},
	}
	for _, name := range []domain.AttributeName{"ward", "sex"} {
		p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{name}, Kind: secret.Public})
	}
	if len(values) > 0 {
		p.Group = &plan.Answers{Column: "ward", Values: values}
	}
	return p
}

// from is a release made from a file.
func from(t *testing.T, file, epsilon string, p plan.Plan) Spent {
	t.Helper()
	p.Budget.Epsilon = epsilon
	r := released(t, p)
	r.Membership = file
	return r
}

func sexes(values ...string) plan.Plan {
	p := wards()
	p.Group = &plan.Answers{Column: "sex", Values: values}
	return p
}

// Releases about groups that are apart cost the most expensive of them, and all others their sum.
func TestGroupsThatAreApart(t *testing.T) {
	a, b := from(t, "one", "0.5", wards("A")), from(t, "one", "0.75", wards("B"))
	both, whole := from(t, "one", "0.25", wards("A", "B")), from(t, "one", "1", wards())
	other, unknown := from(t, "two", "0.5", wards("C")), from(t, "", "0.5", wards("C"))
	f := from(t, "one", "0.125", sexes("f"))
	longer := wards("A")
	longer.Columns = slices.Clone(longer.Columns)
	longer.Columns[0] = column("ward", "A", "B", "C", "D")
	more := from(t, "one", "0.5", longer)
	for _, c := range []struct {
		name string
		of   []Spent
		loss string
		why  Adding
	}{
		{"one", []Spent{a}, "0.5", ""},
		{"two that are apart", []Spent{a, b}, "0.75", ""},
		{"in the other order", []Spent{b, a}, "0.75", ""},
		{"the same group twice", []Spent{a, a, b}, "1", SomeInBoth},
		{"one in both", []Spent{a, b, both}, "1", ""},
		{"with one about everybody", []Spent{a, whole, b}, "1.75", ""},
		{"from another file", []Spent{a, other}, "1", OtherFile},
		{"from no known file", []Spent{unknown, a}, "1", OtherFile},
		{"from no known file, both", []Spent{unknown, unknown}, "1", OtherFile},
		{"by different columns", []Spent{a, b, f}, "0.875", ""},
		{"by different columns, alone", []Spent{a, f}, "0.625", OtherColumn},
		{"other values", []Spent{b, more}, "1.25", OtherValues},
	} {
		want, _ := new(big.Rat).SetString(c.loss)
		if j := joint(t, nil, c.of...); j.Loss.Cmp(want) != 0 {
			t.Errorf("%s: a loss of %s, want %s", c.name, j.Loss.RatString(), c.loss)
		}
		if len(c.of) < 2 {
			continue
		}
		if why, adds := Why(c.of[0], c.of[1]); c.why != "" && (why != c.why || !adds || why.Said().String() == "") {
			t.Errorf("%s: they add up for %q (%v), want %q", c.name, why, adds, c.why)
		}
	}
	// Facts that are learnt later tie people of two groups together.
	today := wards()
	today.Facts.Stated = []constraint.Fact{{ID: "ill", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ill", Values: []string{"yes"}}}}, Count: 3}}}}
	if j := joint(t, &today, a, b); j.Loss.Cmp(big.NewRat(3, 2)) != 0 {
		t.Errorf("a fact ties people of the groups together: a loss of %s, want twice 0.75", j.Loss.RatString())
	}
}

// Of a release about a group the secrets may lead nobody out of it, and facts may be about nobody else.
func TestGroupsThatAreRefused(t *testing.T) {
	n := int64(12)
	counts := func(of constraint.Box) []constraint.Fact {
		return []constraint.Fact{{ID: "f", Counts: []constraint.Count{{Of: constraint.Predicate{of}, Count: 2}}}}
	}
	for says, change := range map[string]func(p *plan.Plan){
		"secrets join those of this group to others": func(p *plan.Plan) { p.Secrets.Columns = p.Secrets.Columns[1:] },
		"not a column of the plan":                   func(p *plan.Plan) { p.Group.Column = "town" },
		"not a value of that column":                 func(p *plan.Plan) { p.Group.Values = []string{"D"} },
		"named twice":                                func(p *plan.Plan) { p.Group.Values = []string{"A", "A"} },
		"but not all of them":                        func(p *plan.Plan) { p.Group.Values = []string{"A", "B", "C"} },
		"one or more values":                         func(p *plan.Plan) { p.Group.Values = nil },
		"number of all people":                       func(p *plan.Plan) { p.Facts.People = &n },
		"not about the people of the group alone":    func(p *plan.Plan) { p.Facts.Stated = counts(constraint.Box{{Column: "ill", Values: []string{"yes"}}}) },
		"it ties them to others": func(p *plan.Plan) {
			p.Facts.Stated = counts(constraint.Box{{Column: "ward", Values: []string{"A", "B"}}})
		},
	} {
		p := wards("A")
		change(&p)
		if _, err := plan.Compile(p); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("want a refusal that says %q, got %v", says, err)
		}
	}
	p := wards("A")
	p.Facts.Stated = counts(constraint.Box{{Column: "ward", Values: []string{"A"}}, {Column: "ill", Values: []string{"yes"}}})
	if _, err := plan.Compile(p); err != nil {
		t.Errorf("a fact about the group: %v", err)
	}
}

// TestGroupsCoverNeighbours compares what releases about everybody and about groups are said to tell together with the worst pair of files
// that are neighbours under all facts, found by going through all of them: each release loses, for each person that moves and that it
// counts, what its noise was scaled to.
func TestGroupsCoverNeighbours(t *testing.T) {
	r := seeded.New(20261127, 1)
	values := []string{"A", "B", "C"}
	reached, tied := 0, 0
	for range seeded.Often(60, 600) {
		box := func(k int) constraint.Box {
			return constraint.Box{{Column: "ward", Values: []string{values[k]}}, {Column: "ill", Values: []string{"yes"}}}
		}
		// Facts: how many are ill in one ward each, or in several together.
		var facts []constraint.Fact
		for i := range r.IntN(3) {
			var of constraint.Predicate
			for k := range values {
				if r.IntN(2) == 0 {
					of = append(of, box(k))
				}
			}
			if len(of) > 0 {
				facts = append(facts, constraint.Fact{ID: fmt.Sprint("f", i), Counts: []constraint.Count{{Of: of, Count: 1}}})
			}
		}
		presence := r.IntN(2) == 0
		var releases []Spent
		for range 1 + r.IntN(4) {
			p := wards()
			if r.IntN(3) > 0 {
				var in []string
				for _, v := range values {
					if r.IntN(2) == 0 {
						in = append(in, v)
					}
				}
				if len(in) > 0 && len(in) < len(values) {
					p.Group = &plan.Answers{Column: "ward", Values: in}
				}
			}
			p.Secrets.Presence = presence
			for _, f := range facts {
				if r.IntN(2) == 0 {
					p.Facts.Stated = append(p.Facts.Stated, f)
				}
			}
			p.Budget.Epsilon = []string{"0.25", "0.5", "1"}[r.IntN(3)]
			c, err := plan.Compile(p)
			if err != nil {
				p.Facts.Stated = nil // the facts are not about its people
				if c, err = plan.Compile(p); err != nil {
					t.Fatal(err)
				}
			}
			p = c.Plan
			releases = append(releases, Spent{Title: "r", Epsilon: c.Budget, Tied: c.Tied().Factor, Declared: &p, FactsKept: p.Facts.Any(), Membership: []string{"one", "one", "two"}[r.IntN(3)]})
		}
		today := wards()
		today.Secrets.Presence, today.Facts.Stated = presence, facts
		j, err := Together(nil, releases, &today)
		if err != nil {
			t.Fatal(err)
		}
		truth := worstOfGroups(facts, presence, releases, values, "")
		if j.Loss.Cmp(truth) < 0 {
			t.Fatalf("a loss of %s is stated, and neighbours lose %s\nfacts %+v, presence %v\n%s", j.Loss.RatString(), truth.RatString(), facts, presence, told(releases))
		}
		if j.Loss.Cmp(truth) == 0 {
			reached++
		}
		for _, ward := range values {
			pair, err := Between(nil, releases, &today, Answers{"ward": ward, "ill": "yes"}, Answers{"ward": ward, "ill": "no"})
			if err != nil {
				t.Fatal(err)
			}
			truth := worstOfGroups(facts, presence, releases, values, ward)
			if pair.Loss.Cmp(truth) < 0 || pair.Loss.Cmp(j.Loss) > 0 {
				t.Fatalf("of someone in ward %s a loss of %s is stated, of %s in all, and neighbours lose %s\nfacts %+v, presence %v\n%s", ward, pair.Loss.RatString(), j.Loss.RatString(), truth.RatString(), facts, presence, told(releases))
			}
		}
		if len(facts) > 0 {
			tied++
		}
	}
	if reached == 0 || tied == 0 {
		t.Errorf("the bound is reached %d times, and %d times there are facts", reached, tied)
	}
	t.Logf("reached %d times", reached)
}

func told(releases []Spent) string {
	var b strings.Builder
	for _, r := range releases {
		fmt.Fprintf(&b, "%s over %d, about %+v, from %s\n", r.Epsilon, r.Tied, r.Declared.Group, r.Membership)
	}
	return b.String()
}

// worstOfGroups is the most that is lost between neighbours; where a ward is named, between those in which somebody there falls ill or
// gets well. A person is at one of the wards, ill or not, or not in the file; whom a release
// counts hangs on the file that it was made from: where files differ somebody may be in another ward in each.
func worstOfGroups(facts []constraint.Fact, presence bool, releases []Spent, values []string, ward string) *big.Rat {
	files := []string{"one", "two"}
	type move struct {
		at     [2]int // the ward in each of the files
		stays  bool
		change []int // of each fact, by the first file
	}
	var moves []move
	for one := range values {
		for two := range values {
			for _, step := range []struct{ leaves, ill int }{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}} {
				if step.leaves != 0 && !presence {
					continue
				}
				m := move{at: [2]int{one, two}, stays: step.leaves == 0}
				for _, f := range facts {
					d := 0
					for _, b := range f.Counts[0].Of {
						if b[0].Values[0] == values[one] {
							d = step.ill
						}
					}
					m.change = append(m.change, d)
				}
				moves = append(moves, m)
			}
		}
	}
	loss := func(m move) *big.Rat {
		sum := new(big.Rat)
		for _, r := range releases {
			at := m.at[max(slices.Index(files, r.Membership), 0)]
			if g := r.Declared.Group; g == nil || slices.Contains(g.Values, values[at]) {
				sum.Add(sum, new(big.Rat).Quo(r.Epsilon.Rat(), big.NewRat(int64(max(r.Tied, 1)), 1)))
			}
		}
		return sum
	}
	// Irreducible sets of at most four moves.
	worst := new(big.Rat)
	zero := func(of []move) bool {
		for f := range facts {
			sum := 0
			for _, m := range of {
				sum += m.change[f]
			}
			if sum != 0 {
				return false
			}
		}
		return true
	}
	best := make(map[string]move) // of moves that change facts alike, the dearest
	for _, m := range moves {
		k := fmt.Sprint(m.change)
		if b, ok := best[k]; !ok || loss(m).Cmp(loss(b)) > 0 {
			best[k] = m
		}
	}
	var list []move
	for _, m := range best {
		list = append(list, m)
	}
	var try func(of []move, first int)
	try = func(of []move, first int) {
		if len(of) > 0 {
			if zero(of) {
				least := true
				for part := 1; part < 1<<len(of)-1 && least; part++ {
					var some []move
					for i, m := range of {
						if part>>i&1 == 1 {
							some = append(some, m)
						}
					}
					least = !zero(some)
				}
				if least {
					sum := new(big.Rat)
					for _, m := range of {
						sum.Add(sum, loss(m))
					}
					if sum.Cmp(worst) > 0 {
						worst = sum
					}
				}
				return
			}
			if len(of) == 4 {
				return
			}
		}
		for i := first; i < len(list); i++ {
			try(append(slices.Clone(of), list[i]), i)
		}
	}
	if ward == "" {
		try(nil, 0)
		return worst
	}
	at := slices.Index(values, ward)
	for _, m := range moves {
		if m.stays && m.at == [2]int{at, at} {
			try([]move{m}, 0)
		}
	}
	return worst
}
