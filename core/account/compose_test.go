package account

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
)

// ages returns a domain over ages 0 to 7: single years, or ranges of a width.
func ages(t *testing.T, width int) *domain.Domain {
	t.Helper()
	opts := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	var a *domain.Attribute
	var err error
	if width == 1 {
		a, err = domain.NewWhole("age", 0, 7, opts)
	} else {
		var ranges []domain.Range
		for from := 0; from < 8; from += width {
			ranges = append(ranges, domain.Range{From: fmt.Sprint(from), To: fmt.Sprint(from + width - 1)})
		}
		a, err = domain.NewRanges("age", ranges, true, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func near(t *testing.T, d *domain.Domain, within int64) *policy.Policy {
	t.Helper()
	part, err := policy.Near(d.Attributes()[0], big.NewRat(within, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func epsilon(t *testing.T, s string) Epsilon {
	t.Helper()
	e, err := ParseEpsilon(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestReleasesAddDistances is MECHANISMS 11.1: an edge of one graph that is no edge of the
// other costs its distance there, and what one leaves open stays open.
func TestReleasesAddDistances(t *testing.T) {
	years, pairs := ages(t, 1), ages(t, 2)
	three := near(t, years, 3)
	one := near(t, years, 1)
	halves, err := policy.Groups(pairs.Attributes()[0], []policy.Group{
		{Name: "young", Values: pairs.Attributes()[0].Labels()[:2]}, {Name: "old", Values: pairs.Attributes()[0].Labels()[2:]},
	}, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	grouped, err := policy.New(policy.Spec{Domain: pairs, Parts: []policy.Part{halves}})
	if err != nil {
		t.Fatal(err)
	}
	r := Releases{
		{Title: "ages within 3", Policy: three, Epsilon: epsilon(t, "0.5")},
		{Title: "ages within 1", Policy: one, Epsilon: epsilon(t, "0.2")},
		{Title: "pairs of ages, in halves", Policy: grouped, Epsilon: epsilon(t, "0.1")},
	}
	for _, c := range []struct {
		u, v, loss, open string
	}{
		{"0", "1", "0.7", ""},       // 0.5 + 0.2; both in one range of the third: nothing
		{"0", "3", "1.2", ""},       // 0.5 + 3 * 0.2 + 0.1
		{"4", "7", "1.2", ""},       // the same at the other end
		{"3", "4", "", "in halves"}, // the third release leaves it open
		{"2", "2", "0", ""},
	} {
		p, err := r.Between(Answers{"age": c.u}, Answers{"age": c.v})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.open != "":
			if p.Loss != nil || len(p.Open) != 1 || !strings.Contains(p.Open[0], c.open) {
				t.Errorf("%s and %s: %v, want it open", c.u, c.v, p)
			}
		case p.Loss == nil || p.Loss.Cmp(rat(c.loss)) != 0:
			t.Errorf("%s and %s: loss %v, want %s", c.u, c.v, p.Loss, c.loss)
		}
	}
}

func rat(s string) *big.Rat {
	r, _ := new(big.Rat).SetString(s)
	return r
}

// TestReleasesLossIsReached runs two exact mechanisms, one for each of two domains, and
// compares the worst logarithm of the ratio of their joint laws with the loss: the cumulative
// counts of one record with discrete Laplace noise reach it on a line.
func TestReleasesLossIsReached(t *testing.T) {
	r := Releases{
		{Title: "years", Policy: near(t, ages(t, 1), 1), Epsilon: epsilon(t, "0.5")},
		{Title: "ranges", Policy: near(t, ages(t, 2), 1), Epsilon: epsilon(t, "0.25")},
	}
	for u := range 8 {
		for v := range 8 {
			p, err := r.Between(Answers{"age": fmt.Sprint(u)}, Answers{"age": fmt.Sprint(v)})
			if err != nil {
				t.Fatal(err)
			}
			// The worst output lies beyond every cumulative count: each count that differs
			// adds its epsilon, in both releases.
			worst := 0.5*math.Abs(float64(u-v)) + 0.25*math.Abs(float64(u/2-v/2))
			if got, _ := p.Loss.Float64(); math.Abs(got-worst) > 1e-12 {
				t.Errorf("%d and %d: loss %g, the mechanisms reach %g", u, v, got, worst)
			}
		}
	}
}

func TestReleasesRefuse(t *testing.T) {
	r := Releases{{Title: "years", Policy: near(t, ages(t, 1), 1), Epsilon: epsilon(t, "0.5")}}
	if _, err := r.Between(Answers{"age": "1"}, Answers{}); err == nil {
		t.Error("an answer for one of the two was accepted")
	}
	if _, err := r.Between(Answers{"age": "1"}, Answers{"age": "many"}); err == nil || !strings.Contains(err.Error(), "years") {
		t.Errorf("an answer that cannot be read: %v", err)
	}
	if p, err := r.Between(Answers{"shoe": "40"}, Answers{"shoe": "44"}); err != nil || p.Loss.Sign() != 0 {
		t.Errorf("a column that is not published: %v, %v", p, err)
	}
}
