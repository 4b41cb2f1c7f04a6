package promise

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// years is a plan about ages from 0 to 7 in single years or in ranges of a width, at an epsilon.
func years(width int, epsilon string, s secret.Secret) plan.Plan {
	c := column("age")
	c.Kind, c.Lowest, c.Highest = domain.Whole, number(0), number(7)
	if width > 1 {
		c.Kind, c.Lowest, c.Highest, c.WholeNumbers = domain.Ranges, nil, nil, true
		for from := 0; from < 8; from += width {
			c.Ranges = append(c.Ranges, plan.Range{From: fmt.Sprint(from), To: fmt.Sprint(from + width - 1)})
		}
	}
	s.Columns = []domain.AttributeName{"age"}
	return plan.Plan{
		Version: plan.Version, DataSet: "People", Columns: []plan.Column{c}, Secrets: secret.Secrets{Columns: []secret.Secret{s}},
		Questions: []plan.Question{{ID: "q", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}}},
		Budget:    plan.Budget{Epsilon: epsilon},
	}
}

func within(steps string) secret.Secret { return secret.Secret{Kind: secret.Near, Within: steps} }

func between(t *testing.T, u, v string, releases ...Spent) Pair {
	t.Helper()
	p, err := Between(nil, releases, nil, Answers{"age": u}, Answers{"age": v})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An edge of one graph that is no edge of the other costs its distance there, and what one leaves open stays open.
func TestReleasesAddDistances(t *testing.T) {
	halves := secret.Secret{Kind: secret.Groups, Groups: []secret.Group{{Name: "young", Values: []string{"0–1", "2–3"}}, {Name: "old", Values: []string{"4–5", "6–7"}}}}
	grouped := released(t, years(2, "0.1", halves))
	grouped.Title = "in halves"
	all := []Spent{released(t, years(1, "0.5", within("3"))), released(t, years(1, "0.2", within("1"))), grouped}
	for _, c := range []struct {
		u, v, loss, open string
	}{
		{"0", "1", "0.7", ""},       // 0.5 + 0.2; both in one range of the third: nothing
		{"0", "3", "1.2", ""},       // 0.5 + 3 * 0.2 + 0.1
		{"4", "7", "1.2", ""},       // the same at the other end
		{"3", "4", "", "in halves"}, // the third release leaves it open
		{"2", "2", "0", ""},
	} {
		p := between(t, c.u, c.v, all...)
		want, _ := new(big.Rat).SetString(c.loss)
		switch {
		case c.open != "":
			if p.Loss != nil || len(p.Open) != 1 || p.Open[0] != c.open {
				t.Errorf("%s and %s: %v, want it open", c.u, c.v, p)
			}
		case p.Loss == nil || p.Loss.Cmp(want) != 0:
			t.Errorf("%s and %s: loss %v, want %s", c.u, c.v, p.Loss, c.loss)
		}
	}
}

// Two exact mechanisms run, one for each of two domains, and the worst logarithm of the ratio of their joint laws is compared with the
// loss: the cumulative counts of one record with discrete Laplace noise reach it on a line.
func TestReleasesLossIsReached(t *testing.T) {
	all := []Spent{released(t, years(1, "0.5", within("1"))), released(t, years(2, "0.25", secret.Secret{Kind: secret.Near, Within: "2"}))}
	for u := range 8 {
		for v := range 8 {
			p := between(t, fmt.Sprint(u), fmt.Sprint(v), all...)
			// The worst output lies beyond every cumulative count: each count that differs
			// adds its epsilon, in both releases.
			worst := 0.5*math.Abs(float64(u-v)) + 0.25*math.Abs(float64(u/2-v/2))
			if got, _ := p.Loss.Float64(); math.Abs(got-worst) > 1e-12 {
				t.Errorf("%d and %d: loss %g, the mechanisms reach %g", u, v, got, worst)
			}
		}
	}
}

// A release with a delta loses what its rho implies at the distance, and deltas add up.
func TestReleasesWithDelta(t *testing.T) {
	chancy := years(1, "0.5", within("1"))
	chancy.Budget.Delta = "0.000001"
	noisy := released(t, chancy)
	law, err := account.NewPromise(noisy.Epsilon, noisy.Delta)
	if err != nil {
		t.Fatal(err)
	}
	pure := released(t, years(1, "0.25", within("1")))
	for _, c := range []struct {
		u, v  string
		far   int64
		delta string
	}{{"3", "3", 0, "0"}, {"3", "4", 1, "0.000002"}, {"1", "5", 4, "0.000002"}} {
		p := between(t, c.u, c.v, pure, noisy, noisy)
		want := 0.25*float64(c.far) + 2*law.At(big.NewRat(c.far, 1))
		delta, _ := new(big.Rat).SetString(c.delta)
		if got, _ := p.Loss.Float64(); math.Abs(got-want) > 1e-5*want+1e-12 || p.Delta.Cmp(delta) != 0 {
			t.Errorf("%s and %s: %v with delta %v, want %v with %s", c.u, c.v, got, p.Delta, want, c.delta)
		}
	}
}

func TestBetweenRefuses(t *testing.T) {
	r := []Spent{released(t, years(1, "0.5", within("1")))}
	if _, err := Between(nil, r, nil, Answers{"age": "1"}, Answers{}); err == nil {
		t.Error("an answer for one of the two was accepted")
	}
	if _, err := Between(nil, r, nil, Answers{"age": "1"}, Answers{"age": "many"}); err == nil || !strings.Contains(err.Error(), r[0].Title) {
		t.Errorf("an answer that cannot be read: %v", err)
	}
	unknown := r[0]
	unknown.Declared = nil
	if p, err := Between(nil, []Spent{unknown}, nil, Answers{"age": "1"}, Answers{"age": "2"}); err != nil || len(p.Unknown) != 1 {
		t.Errorf("a release of which nothing is known: %v, %v", p, err)
	}
}

// A question is answered only where each column of it and each answer is one that some release has; of others it is said that none does.
func TestBetweenOfWhatNoReleaseHas(t *testing.T) {
	r := seeded.Named(t.Name())
	met := make(map[string]int)
	for range seeded.Often(300, 3000) {
		var releases []Spent
		has := make(map[domain.AttributeName]map[string]bool) // what releases list
		other := make(map[domain.AttributeName]bool)          // whether all of them read any answer
		unknown := false
		for range r.IntN(4) {
			p := plan.Plan{Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "0.5"}}
			for _, name := range []domain.AttributeName{"a", "b", "c"}[r.IntN(2) : 2+r.IntN(2)] {
				c := column(string(name), []string{"u", "v", "w", "x"}[r.IntN(2):3+r.IntN(2)]...)
				if c.Other.Rule = domain.Refuse; r.IntN(4) > 0 {
					c.Other.Rule = domain.OwnCell
				}
				p.Columns = append(p.Columns, c)
			}
			p.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: []domain.AttributeName{p.Columns[0].Name}}}
			spent := released(t, p)
			if r.IntN(10) == 0 {
				spent.Declared, unknown = nil, true
			}
			releases = append(releases, spent)
			for _, c := range p.Columns {
				if has[c.Name] == nil {
					has[c.Name], other[c.Name] = make(map[string]bool), true
				}
				other[c.Name] = other[c.Name] && c.Other.Rule != domain.Refuse
				for _, label := range c.Values {
					has[c.Name][label] = true
				}
			}
		}
		name := []domain.AttributeName{"a", "b", "c", "d"}[r.IntN(4)]
		answer := func() string { return []string{"u", "v", "w", "x", "y", domain.OtherLabel}[r.IntN(6)] }
		u, v := answer(), answer()
		pair, err := Between(nil, releases, nil, Answers{name: u}, Answers{name: v})
		listed := func(of string) bool { return has[name][of] || of == domain.OtherLabel }
		unreleased, unlisted := (*Unreleased)(nil), (*Unlisted)(nil)
		about := fmt.Sprintf("%s of %q and %q in %v: %+v, %v", name, u, v, has, pair, err)
		switch {
		case unknown:
			if met["unknown"]++; errors.As(err, &unreleased) || errors.As(err, &unlisted) {
				t.Fatal(about)
			}
		case has[name] == nil:
			if met["unreleased"]++; !errors.As(err, &unreleased) || unreleased.Column != name || len(unreleased.Columns) != len(has) {
				t.Fatal(about)
			}
		case !other[name]:
			if met["refused"]++; err == nil && (!listed(u) || !listed(v)) {
				t.Fatal(about)
			}
		case !listed(u) || !listed(v):
			if met["unlisted"]++; !errors.As(err, &unlisted) || listed(unlisted.Answer) || len(unlisted.Listed) != len(has[name]) {
				t.Fatal(about)
			}
		default:
			if met["told"]++; err != nil || pair.Loss.Sign() < 0 || (pair.Loss.Sign() == 0) != (u == v) {
				t.Fatal(about)
			}
		}
	}
	for _, kind := range []string{"unknown", "unreleased", "refused", "unlisted", "told"} {
		if met[kind] < 5 {
			t.Errorf("%s was met %d times", kind, met[kind])
		}
	}
}

// Of releases about groups that are apart the most expensive counts between two answers, and of somebody whose group is named those about
// it. Where a fact ties people in different groups together, the answers of one change with those of others.
func TestBetweenPeopleInGroups(t *testing.T) {
	a, b := from(t, "one", "0.5", wards("A")), from(t, "one", "0.75", wards("B"))
	whole := from(t, "one", "1", wards())
	tying := wards()
	tying.Facts.Stated = []constraint.Fact{{ID: "f", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ill", Values: []string{"yes"}}}}, Count: 1}}}}
	known := from(t, "one", "1", tying)
	for _, c := range []struct {
		of         []Spent
		ward, loss string
	}{
		{[]Spent{a, b}, "", "0.75"},
		{[]Spent{a, b}, "A", "0.5"},
		{[]Spent{a, b}, "C", "0"},
		{[]Spent{a, whole, b}, "", "1.75"},
		{[]Spent{a, whole, b}, "B", "1.75"},
		{[]Spent{a, from(t, "two", "0.75", wards("B"))}, "", "1.25"},
		{[]Spent{a, b, known}, "", "2.5"},  // two people move in each
		{[]Spent{a, b, known}, "A", "2.5"}, // the other one may be in ward B
	} {
		u, v := Answers{"ill": "yes"}, Answers{"ill": "no"}
		if c.ward != "" {
			u["ward"], v["ward"] = c.ward, c.ward
		}
		p, err := Between(nil, c.of, nil, u, v)
		if want, _ := new(big.Rat).SetString(c.loss); err != nil || p.Loss == nil || p.Loss.Cmp(want) != 0 {
			t.Errorf("in ward %q of %s a loss of %v, want %s (%v)", c.ward, told(c.of), p.Loss, c.loss, err)
		}
	}
}

// Beyond a million no figure is said of odds, and no bound either.
func TestOddsBeyondAMillion(t *testing.T) {
	for odds, want := range map[float64]string{1.6487: "by a factor of at most 1.65", 1e6: "by a factor of at most 1,000,000", 1e7: "by a factor of more than a million, which protects nothing", math.Inf(1): "by a factor of more than a million, which protects nothing"} {
		if got := AtMost(odds, nil).String(); got != want {
			t.Errorf("odds of %v shift %q, want %q", odds, got, want)
		}
	}
}
