package policy

import (
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// TestPictureShowsTheGraph compares a picture with the edges between the cells it draws, and
// what is kept of them with the shortest ways.
func TestPictureShowsTheGraph(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		attrs := s.policy.Domain().Attributes()
		if len(attrs) > 2 {
			if _, err := s.policy.Picture(View{}); err == nil {
				t.Fatal("three columns were drawn")
			}
			return
		}
		var v View
		if rapid.Bool().Draw(t, "window") {
			for _, a := range attrs {
				v.First = append(v.First, rapid.IntRange(0, a.Regular()-1).Draw(t, "first"))
			}
			v.Nodes, v.Links = rapid.IntRange(1, 30).Draw(t, "nodes"), rapid.IntRange(1, 9).Draw(t, "links")
		}
		p, err := s.policy.Picture(v)
		if err != nil {
			t.Fatal(err)
		}
		cell := make(map[string]int)
		for u := range s.k {
			cell[s.policy.cellLabel(u)] = u
		}
		of := make([]int, len(p.Nodes))
		seen := make(map[int]bool)
		for i, n := range p.Nodes {
			u, ok := cell[n.Label]
			if !ok || seen[u] || !s.policy.Domain().Possible(u) || n.Absent != s.absent[u] {
				t.Fatalf("node %+v is no possible cell, is drawn twice, or leaves at another weight", n)
			}
			of[i], seen[u] = u, true
		}
		if len(v.First) == 0 && p.More != 0 || p.More != s.policy.Domain().PossibleCells()-len(p.Nodes) {
			t.Fatalf("%d cells are drawn and %d more", len(p.Nodes), p.More)
		}
		kept := shortest(s.withAbsent())
		drawn := make(map[[2]int]bool)
		among := tableOf(len(p.Nodes), func(i, j int) Weight { return s.edge[of[i]][of[j]] })
		for _, l := range p.Links {
			if among[l.From][l.To] != l.Weight || l.Weight == 0 || drawn[[2]int{l.From, l.To}] {
				t.Fatalf("link %+v is no edge, comes twice, or weighs %d", l, among[l.From][l.To])
			}
			if l.Kept != kept[of[l.From]][of[l.To]] {
				t.Fatalf("link %+v is kept at %d", l, kept[of[l.From]][of[l.To]])
			}
			drawn[[2]int{l.From, l.To}], drawn[[2]int{l.To, l.From}] = true, true
		}
		for i, row := range among {
			for j, w := range row {
				if w > 0 && !drawn[[2]int{i, j}] && !p.MoreLinks {
					t.Fatalf("the edge of nodes %d and %d is not drawn", i, j)
				}
			}
		}
		want, _ := sets(among, func(int) bool { return true })
		for i, n := range p.Nodes {
			if n.Group != want[i] {
				t.Fatalf("node %d is in group %d, want %d", i, n.Group, want[i])
			}
		}
	})
}

// TestShapes spells out how each kind of secret is drawn.
func TestShapes(t *testing.T) {
	a, b := whole("a", 6, typed), whole("b", 3, typed)
	named := must(domain.NewList("c", []string{"x", "y", "z", "w"}, typed))
	halves := must(Groups(named, []Group{{"1", []string{"x", "y"}}, {"2", []string{"z", "w"}}}, ""))
	for name, c := range map[string]struct {
		policy *Policy
		want   Shape
	}{
		"line":     {must(New(Spec{Domain: over(a), Parts: []Part{must(Near(a, rat("2"), ""))}})), ShapeLine},
		"groups":   {must(New(Spec{Domain: over(named), Parts: []Part{halves}})), ShapeGroups},
		"complete": {Full(over(named), false), ShapeRing},
		"two":      {Full(over(a, b), false), ShapeGrid},
		"weights":  {must(New(Spec{Domain: over(named), Parts: []Part{must(Budgets(named, []Budget{{"x", rat("1/2")}}, rat("1")))}})), ShapeMatrix},
	} {
		if p, err := c.policy.Picture(View{}); err != nil || p.Shape != c.want {
			t.Errorf("%s is drawn as %q (%v), want %q", name, p.Shape, err, c.want)
		}
	}
	p := Full(over(a, b), false)
	for _, first := range [][]int{{1}, {6, 0}, {0, -1}} {
		if _, err := p.Picture(View{First: first}); err == nil {
			t.Errorf("drawn from %v", first)
		}
	}
}
