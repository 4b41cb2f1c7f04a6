package promise

import (
	"errors"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// only is a plan of columns alone, everything secret.
func only(columns ...plan.Column) plan.Plan {
	p := towns()
	p.Columns = columns
	p.Questions[0].Columns = []domain.AttributeName{columns[0].Name}
	return p
}

// Facts of several releases tie more people together than those of any one, and stay known when a later plan
// drops them: public totals of two towns, and of two others.
func TestDroppedFactsStayKnown(t *testing.T) {
	fact := func(name domain.AttributeName, labels ...string) constraint.Fact {
		f := constraint.Fact{ID: string(name) + labels[0], Totals: &constraint.Totals{Columns: []domain.AttributeName{name}}}
		for _, l := range labels {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: 3})
		}
		return f
	}
	stating := func(facts ...constraint.Fact) Spent {
		p := only(column("town", "North", "South", "East", "West"), column("age", "young", "old"))
		p.Facts.Stated = facts
		return released(t, p)
	}
	north, east := fact("town", "North", "South"), fact("town", "East", "West")
	one, other, all, none := stating(north), stating(east), stating(north, east), stating()
	if all.Tied <= max(one.Tied, other.Tied) {
		t.Fatalf("facts tie %d and %d people, together %d", one.Tied, other.Tied, all.Tied)
	}
	half := big.NewRat(1, 2)
	for _, of := range [][]Spent{{one, other}, {other, one}, {one, other, none}, {none, one, other, none}} {
		want := new(big.Rat)
		for _, r := range of {
			want.Add(want, new(big.Rat).Mul(half, big.NewRat(int64(all.Tied), int64(r.Tied))))
		}
		if j := joint(t, nil, of...); j.Loss.Cmp(want) != 0 || !j.Same {
			t.Errorf("%d releases come to %s, want %s", len(of), j.Loss.RatString(), want.RatString())
		}
	}
}

// Releases are of the same secret only where every column has the same values, read alike, and the same
// combinations of them are impossible.
func TestWhatIsNotTheSameSecret(t *testing.T) {
	wide := released(t, towns())
	for name, change := range map[string]func(p *plan.Plan){
		"other towns":      func(p *plan.Plan) { p.Columns[0].Values = []string{"North", "South or East"} },
		"towns are public": func(p *plan.Plan) { p.Secrets.Columns = inTown(secret.Secret{Kind: secret.Public}) },
		"heavier":          func(p *plan.Plan) { p.Secrets.Columns = inTown(secret.Secret{Kind: secret.Everything, Weight: "2"}) },
		"one answer alone": func(p *plan.Plan) { p.Secrets.Together = 1 },
		"being in it too":  func(p *plan.Plan) { p.Secrets.Presence = true },
		"something impossible": func(p *plan.Plan) {
			p.Impossible = []domain.Combination{{"town": {"North"}, "age": {"old"}}}
		},
		"less of it, and something impossible": func(p *plan.Plan) {
			*p = only(p.Columns[0])
			p.Secrets.Absences = []secret.Absence{{Weight: "1", Where: domain.Combination{"town": {"North"}}}}
		},
	} {
		p := towns()
		change(&p)
		if j := joint(t, nil, wide, released(t, p)); j.Same || j.Loss.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: %s, said to be the same: %v", name, j.Loss.RatString(), j.Same)
		}
		var unbounded *Unbounded
		if _, err := Together(nil, []Spent{released(t, p), released(t, towns(4, 3, 5))}, nil); !errors.As(err, &unbounded) {
			t.Errorf("%s, with totals of towns known: %v", name, err)
		}
	}
}

func inTown(s secret.Secret) []secret.Secret {
	s.Columns = []domain.AttributeName{"town"}
	return []secret.Secret{s}
}

// Releases of different columns hang together by one that shares some with each, and facts of that one count in
// all of them.
func TestReleasesThatHangTogether(t *testing.T) {
	town, age := towns().Columns[0], towns().Columns[1]
	just, ages := released(t, only(town)), released(t, only(age))
	both := released(t, towns(4, 3, 5))
	for _, of := range [][]Spent{{just, ages, both}, {both, just, ages}, {just, both, ages}} {
		if j := joint(t, nil, of...); j.Loss.Cmp(big.NewRat(7, 2)) != 0 || !j.Same {
			t.Errorf("a loss of %s (%v)", j.Loss.RatString(), j.Same)
		}
	}
	// How many people there are is known of all columns.
	here, there := only(town), only(column("ward", "A", "B"))
	here.Secrets.Presence, there.Secrets.Presence, there.Facts.People = true, true, number(12)
	for only, want := range map[bool]*big.Rat{false: big.NewRat(1, 1), true: big.NewRat(3, 2)} {
		// Where everything is secret somebody comes for another one along one edge, and where nothing but being in the file is, along two.
		here.Secrets.PresenceOnly = only
		if j := joint(t, nil, released(t, here), released(t, there)); j.Loss.Cmp(want) != 0 {
			t.Errorf("the number of people is known from a release of other columns: %s, want %s", j.Loss.RatString(), want.RatString())
		}
	}
}

// A release of an earlier version, whose noise was made for all the people whom facts tie together, counts as what it spent beside
// one whose noise is for the steps between counts; and that one is not taken for one that tells more.
func TestNoiseForPeopleBesideNoiseForSteps(t *testing.T) {
	f := constraint.Fact{ID: "towns", Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}}}
	for _, l := range []string{"North", "South", "East", "West"} {
		f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: 3})
	}
	p := only(column("town", "North", "South", "East", "West"))
	p.Facts.Stated = []constraint.Fact{f}
	now := released(t, p)
	if now.Tied != 1 {
		t.Fatalf("noise is for %d steps", now.Tied)
	}
	was := now
	was.Tied = 4
	if j := joint(t, nil, was, now, was); j.Loss.Cmp(big.NewRat(3, 2)) != 0 || !j.Same {
		t.Errorf("three releases of a half come to %s", j.Loss.RatString())
	}
	// What was made for fewer steps than facts of today leave counts for more.
	q := only(column("town", "North", "South", "East", "West"), column("age", "young", "old"))
	q.Facts.Stated = []constraint.Fact{f}
	if j := joint(t, nil, now, released(t, q)); j.Loss.Cmp(big.NewRat(5, 2)) != 0 {
		t.Errorf("a release of the towns alone and one of both columns come to %s", j.Loss.RatString())
	}
}
