package policy

import (
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// TestNothingIsLostByLeavingOut takes every edge of a policy with all of its redundant ones,
// sees it through some of the columns, and asks that the edges of the projection join its
// ends by a chain no longer than it weighs: a mechanism that hides the edges of the
// projection then hides what was entered (docs/mathematics.md, "Policies").
func TestNothingIsLostByLeavingOut(t *testing.T) {
	both(t, func(t *rapid.T, s scene) {
		d := s.policy.Domain()
		if s.together == 0 {
			return
		}
		whole := make([]secret, len(s.secrets))
		for i, x := range s.secrets {
			p := abridge(x.part, false)
			whole[i] = secret{part: p, edge: readOff(p)}
		}
		entered := scene{policy: s.policy, secrets: whole, together: s.together, k: s.k}
		edge := tableOf(s.k, entered.defined)
		var names []domain.AttributeName
		for _, a := range rapid.Permutation(d.Attributes()).Draw(t, "columns")[:rapid.IntRange(1, len(d.Attributes())).Draw(t, "kept")] {
			names = append(names, a.Name())
		}
		q := must(s.policy.Project(names))
		if rapid.Bool().Draw(t, "twice") {
			q = must(q.Project(names))
		}
		kq, _ := q.Domain().Cells()
		seen := make(table, kq+1)
		for i := range seen {
			seen[i] = make([]weighted.Weight, kq+1)
		}
		if err := q.Edges(func(e Edge) bool {
			u, v := int(e.U), int(e.V)
			if e.V == Absent {
				v = kq
			}
			seen[u][v], seen[v][u] = e.Weight, e.Weight
			return true
		}); err != nil {
			t.Fatal(err)
		}
		kept := shortest(seen)
		image, values := make([]int, s.k), make([]int, len(names))
		for u := range image {
			for i, n := range names {
				at, _ := d.Position(n)
				values[i] = d.Value(u, at)
			}
			image[u] = q.Domain().Index(values)
		}
		for u := range edge {
			for v, w := range edge[u] {
				if w > 0 && image[u] != image[v] && kept[image[u]][image[v]] > w {
					t.Fatalf("%s\nonto %v: the edge of %d and %d weighs %v, and is kept at %v", s.policy.Describe().Expert, names, u, v, w.Steps(), kept[image[u]][image[v]].Steps())
				}
			}
			if w := s.absent[u]; w > 0 && kept[image[u]][kq] > w {
				t.Fatalf("%s\nonto %v: %d leaves at %v, and is kept at %v", s.policy.Describe().Expert, names, u, w.Steps(), kept[image[u]][kq].Steps())
			}
		}
	})
}

// TestLinesAreLeft leaves of the ten pairs of a metric over five values the four that
// matter, and all of them where an impossible value or another column is in the way.
func TestLinesAreLeft(t *testing.T) {
	a, b := whole("a", 5, typed), whole("b", 2, typed)
	metric := must(Graded([]Scaled{{a, rat("1")}}, Grade{Norm: distance.L1, Unit: rat("2")}))
	gap := must(domain.New([]*domain.Attribute{a}, []domain.Combination{{"a": {"2"}}}))
	for name, c := range map[string]struct {
		policy *Policy
		names  []domain.AttributeName
		want   int
	}{
		"as made":       {must(New(Spec{Domain: over(a), Parts: []Part{metric}})), nil, 10},
		"one column":    {must(New(Spec{Domain: over(a), Parts: []Part{metric}})), []domain.AttributeName{"a"}, 4},
		"of two":        {must(New(Spec{Domain: over(a, b), Parts: []Part{metric, Complete(b)}})), []domain.AttributeName{"a"}, 4},
		"each of two":   {must(New(Spec{Domain: over(a, b), Parts: []Part{metric, Complete(b)}, Together: 1})), []domain.AttributeName{"a", "b"}, 4*2 + 5},
		"both together": {must(New(Spec{Domain: over(a, b), Parts: []Part{metric, Complete(b)}})), []domain.AttributeName{"a", "b"}, 10*4 + 5},
		"a gap":         {must(New(Spec{Domain: gap, Parts: []Part{metric}})), []domain.AttributeName{"a"}, 6},
	} {
		p, edges := c.policy, 0
		if c.names != nil {
			p = must(p.Project(c.names))
		}
		if err := p.Edges(func(Edge) bool { edges++; return true }); err != nil || edges != c.want {
			t.Errorf("%s: %d edges (%v), want %d", name, edges, err, c.want)
		}
	}
}
