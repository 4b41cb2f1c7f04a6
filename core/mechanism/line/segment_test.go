package line

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/sensitivity"
	"steward/core/strategy"
	"steward/core/workload"
)

func scaleOfRows(t *testing.T, num, den int64) noise.Scale {
	t.Helper()
	s, err := noise.NewScale(big.NewRat(num, den))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The last check before a chain is used adds up every class of edges exactly: a hair above
// the budget is refused.
func TestMustKeep(t *testing.T) {
	s := segment{Groups: []RowGroup{
		{What: message.Verbatim("one"), Rows: 3, Loads: []int{2, 1}, Law: scaleOfRows(t, 4, 1).Law()},
		{What: message.Verbatim("two"), Rows: 3, Loads: []int{0, 1}, Law: scaleOfRows(t, 4, 1).Law()},
	}}
	if err := s.mustKeep(big.NewRat(1, 2)); err != nil {
		t.Errorf("both classes spend exactly the budget: %v", err)
	}
	hair := new(big.Rat).Sub(big.NewRat(1, 2), big.NewRat(1, 1<<60))
	if err := s.mustKeep(hair); err == nil || !strings.Contains(err.Error(), "spend") {
		t.Errorf("a hair more than the budget: %v", err)
	}
	s.Groups[0].Loads = []int{0, 1}
	if err := s.mustKeep(hair); err == nil {
		t.Error("the second class of edges was not looked at")
	}
}

// Scales that spend too much, and rows without noise that edges change, do not become a
// segment, whatever a design proposes.
func TestEquipRefuses(t *testing.T) {
	chain, err := strategy.NewChain(strategy.Spec{Cells: 4, Block: 2, Widths: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	e := equipment{RowBudget: mechanism.RowBudget{Epsilon: big.NewRat(1, 1)}, line: sensitivity.Line{Reach: []int{1, 2, 3, 3}, Solid: true}}
	for name, scales := range map[string][]float64{
		"too large":    {0.5, 0.5},
		"exact":        {math.Inf(1), 0.2},
		"nothing":      {0, 0.2},
		"not a number": {math.NaN(), 0.2},
		"below zero":   {-1, 0.2},
	} {
		s := segment{Lo: 0, hi: 3}
		if err := s.equip(Chained{chain}, scales, e); err == nil {
			t.Errorf("scales that are %s were taken", name)
		}
	}
	s := segment{Lo: 0, hi: 3}
	if err := s.equip(Chained{chain}, []float64{0.5, 0.25}, e); err != nil {
		t.Errorf("scales that spend the budget: %v", err)
	}
}

// Segments are designed once for each shape, and each as if it were alone.
func TestSegmentsOfOneShapeShareTheirDesign(t *testing.T) {
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 27, mechanismtest.NoSpecial))
	var groups []policy.Group
	at := 0
	for i, n := range []int{5, 1, 5, 7, 5, 5} {
		g := policy.Group{Name: fmt.Sprint("g", i)}
		for range n {
			g.Values = append(g.Values, fmt.Sprint(at))
			at++
		}
		groups = append(groups, g)
	}
	of := func(q workload.Question, disclose bool) []*segment {
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup))},
			Question: q, Disclose: disclose, Epsilon: "1"}.Make(t, "groups")
		q2, err := OrderedHierarchical{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		return q2.(*PreparedLine).Segments
	}
	s := of(workload.Question{Kind: workload.Cumulative}, true)
	if len(s) != 6 {
		t.Fatalf("%d segments of 6 groups", len(s))
	}
	if s[0].Strategy != s[2].Strategy || s[0].Strategy != s[5].Strategy || s[0].Strategy == s[3].Strategy || s[1].Strategy != nil {
		t.Error("segments share designs across shapes, or not within one")
	}
	// Only the first and the third group have ranges ending inside, and in other places.
	s = of(workload.Question{Kind: workload.Ranges, Spans: []workload.Span{{From: "1", To: "6"}, {From: "0", To: "9"}}}, true)
	if s[0].Strategy == s[2].Strategy || s[4].Strategy != s[5].Strategy {
		t.Error("segments with other parts of the question share a design, or equal ones do not")
	}
}

// What the tuner leaves next to nothing is raised to noise that can be drawn, and the rest
// gives way: no class of edges spends more than the budget.
func TestFloored(t *testing.T) {
	tuned := &strategy.Tuned{Scales: []float64{1e-15, 0.5, 0.25, math.Inf(1)}, Loads: [][]int{{2, 2, 0, 0}, {1, 0, 4, 0}}}
	got := floored(tuned, 1, 2.0/noise.MaxScale)
	if got[0] < mechanism.LeastShare/2 || !math.IsInf(got[3], 1) {
		t.Errorf("scales %v", got)
	}
	for _, load := range tuned.Loads {
		spent := 0.0
		for g, n := range load {
			if n > 0 {
				spent += float64(n) * got[g]
			}
		}
		if spent > 1+1e-12 {
			t.Errorf("load %v spends %v", load, spent)
		}
	}
	if got[1] < 0.5*(1-1e-5) {
		t.Errorf("the useful group fell from 0.5 to %v", got[1])
	}
}

// The aim of a segment is what of the question ends inside it.
func TestAims(t *testing.T) {
	ranges := func(spans ...workload.Span) workload.Question {
		return workload.Question{Kind: workload.Ranges, Spans: spans}
	}
	list := func(r ...strategy.Range) aim {
		p := parts{list: r, all: len(r)}
		return p.aim(100)
	}
	everyone := workload.Question{Kind: workload.Ranges, Every: true}
	near := func(a *domain.Attribute) policy.Part {
		return mechanismtest.Part(t)(policy.Near(a, mechanismtest.RatOf(2), policy.OwnGroup))
	}
	for _, c := range []struct {
		name     string
		options  domain.Options
		question workload.Question
		known    bool
		want     []aim
	}{
		{"cumulative", mechanismtest.NoSpecial, workload.Question{Kind: workload.Cumulative}, true, []aim{atPrefixes}},
		{"cumulative, blanks by themselves", mechanismtest.BlankCell, workload.Question{Kind: workload.Cumulative}, true, []aim{atPrefixes, atCells}},
		{"table", mechanismtest.BlankCell, workload.Question{Kind: workload.Table}, true, []aim{atCells, atCells}},
		{"every range", mechanismtest.NoSpecial, everyone, true, []aim{atRanges}},
		{"one range", mechanismtest.NoSpecial, ranges(workload.Span{From: "2", To: "5"}), true, []aim{list(strategy.Range{First: 2, Last: 5})}},
		{"the whole, known", mechanismtest.NoSpecial, ranges(workload.Span{From: "0", To: "9"}), true, []aim{atCells}},
		{"the whole, not known", mechanismtest.NoSpecial, ranges(workload.Span{From: "0", To: "9"}), false, []aim{list(strategy.Range{First: 0, Last: 9})}},
	} {
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 9, c.options))
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{near(a)}, Question: c.question, Known: c.known, Disclose: len(c.want) > 1, Epsilon: "1"}.Make(t, c.name)
		q, err := OrderedHierarchical{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		got := q.(*PreparedLine).aims()
		if len(got) != len(c.want) {
			t.Fatalf("%s: %d segments, want %d", c.name, len(got), len(c.want))
		}
		for i := range got {
			if got[i].key != c.want[i].key {
				t.Errorf("%s: segment %d aims at %q, want %q", c.name, i, got[i].key, c.want[i].key)
			}
		}
	}
}
