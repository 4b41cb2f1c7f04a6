package plan

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan/secret"
)

// rectangles is a plan over a square of a million cells, near values secret, of which the
// public knows how many people are in sixteen rectangles.
func rectangles(side int) Plan {
	p := survey()
	p.Columns = nil
	for _, name := range []domain.AttributeName{"x", "y"} {
		p.Columns = append(p.Columns, Column{Name: name, Kind: domain.Whole, Lowest: number(0), Highest: number(int64(side - 1)), Origin: domain.Typed, Other: Special{Rule: domain.Nearest}, Blank: Special{Rule: domain.Refuse}})
	}
	p.Secrets.Columns = []secret.Secret{{Columns: by("x", "y"), Kind: secret.Near, Within: "4"}}
	p.Questions[0].Columns = by("x")
	for i := range 4 {
		for j := range 4 {
			x, y := side/4*i, side/4*j
			f := counted(fmt.Sprint(i, j), 1, constraint.Box{
				{Column: "x", Spans: []constraint.Span{{From: fmt.Sprint(x), To: fmt.Sprint(x + side/4 - 3)}}},
				{Column: "y", Spans: []constraint.Span{{From: fmt.Sprint(y), To: fmt.Sprint(y + side/4 - 3)}}},
			})
			p.Facts.Stated = append(p.Facts.Stated, f)
		}
	}
	return p
}

// A plan that differs in something else is compiled on the same facts, and one that differs in
// what the facts rest on is worked out anew, both as without a memory.
func TestMemoryIsOfTheFactsAlone(t *testing.T) {
	base := rectangles(40)
	var m Memory
	if m.Ready(base) {
		t.Error("facts are known before they were worked out")
	}
	first, err := m.Compile(base)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func(p *Plan)
		same   bool
	}{
		{"title", func(p *Plan) { p.Title = "Another" }, true},
		{"budget", func(p *Plan) { p.Budget.Epsilon = "0.7" }, true},
		{"question", func(p *Plan) { p.Questions[0].Columns = by("y") }, true},
		{"reading", func(p *Plan) { p.Facts.Reading = constraint.Strict }, false},
		{"secret", func(p *Plan) { p.Secrets.Columns[0].Within = "1" }, false},
		{"a number of a fact", func(p *Plan) { p.Facts.Stated[0].Counts[0].Count = 3 }, false},
		{"a fact", func(p *Plan) { p.Facts.Stated = p.Facts.Stated[1:] }, false},
		{"a column", func(p *Plan) { p.Columns[0].Highest = number(41) }, false},
		{"impossible", func(p *Plan) { p.Impossible = []domain.Combination{{"x": {"39"}, "y": {"39"}}} }, false},
	} {
		p := rectangles(40)
		c.change(&p)
		if got := m.Ready(p); got != c.same {
			t.Errorf("%s: ready is %v", c.name, got)
		}
		got, err := m.Compile(p)
		want, wantErr := Compile(p)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: %v, want %v", c.name, err, wantErr)
		}
		if err != nil || wantErr != nil {
			continue
		}
		if !reflect.DeepEqual(got.tied, want.tied) || !reflect.DeepEqual(got.Facts.Stated(), want.Facts.Stated()) || !reflect.DeepEqual(got.Problems[0].Tied, want.Problems[0].Tied) {
			t.Errorf("%s: remembered %+v, worked out %+v", c.name, got.tied, want.tied)
		}
		if (got.Policy == first.Policy) != c.same {
			t.Errorf("%s: the policy is the same: %v", c.name, !c.same)
		}
		again, err := first.Again(p)
		if err != nil || !reflect.DeepEqual(again.tied, want.tied) {
			t.Errorf("%s: again %v", c.name, err)
		}
	}
}

// What is refused is refused again, and an empty plan is no trouble.
func TestMemoryOfRefusals(t *testing.T) {
	var m Memory
	p := survey(totalled("districts", by("district"), everyRow(5, "North", "South", "East", "West")...), totalled("ages", by("age"), everyAge(1)...))
	_, first := m.Compile(p)
	p.Title = "Another"
	if _, again := m.Compile(p); first == nil || fmt.Sprint(first) != fmt.Sprint(again) {
		t.Errorf("first %v, then %v", first, again)
	}
	if _, err := m.Compile(Plan{}); err == nil || !m.Ready(Plan{}) {
		t.Error("nothing was compiled")
	}
}

func TestMemoryForgets(t *testing.T) {
	var m Memory
	p := rectangles(20)
	for n := range int64(mostRemembered + 2) {
		p.Facts.Stated = append([]constraint.Fact(nil), p.Facts.Stated...)
		p.Facts.Stated[0].Counts = []constraint.Count{{Of: p.Facts.Stated[0].Counts[0].Of, Count: n}}
		if _, err := m.Compile(p); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.kept) != mostRemembered || !m.Ready(p) {
		t.Errorf("%d are remembered", len(m.kept))
	}
}

func TestMemoryAtOnce(t *testing.T) {
	var m Memory
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			p := rectangles(20)
			p.Facts.Stated = p.Facts.Stated[i%2:]
			if _, err := m.Compile(p); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// BenchmarkCompileBesideRectangles compares compiling a plan whose facts take long with compiling
// it again with another title.
func BenchmarkCompileBesideRectangles(b *testing.B) {
	p := rectangles(1000)
	b.Run("anew", func(b *testing.B) {
		for b.Loop() {
			if _, err := Compile(p); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("another title", func(b *testing.B) {
		var m Memory
		if _, err := m.Compile(p); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			p.Title += "."
			if _, err := m.Compile(p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
