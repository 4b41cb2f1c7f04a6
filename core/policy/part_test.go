package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawAnyPart draws a part of any kind over one or more columns.
func drawAnyPart(t *rapid.T) ([]column, secret) {
	if rapid.Bool().Draw(t, "one column") {
		c := drawColumn(t, "a", 6)
		return []column{c}, drawSecret(t, c)
	}
	var columns []column
	for _, name := range []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "columns")] {
		c := drawColumn(t, name, 4)
		for !c.attr.HasOrder() {
			c = drawColumn(t, name, 4)
		}
		columns = append(columns, c)
	}
	return columns, drawTogether(t, columns)
}

// TestPartsAgreeWithTheirEdges compares everything that a part answers with the definition
// of its edges.
func TestPartsAgreeWithTheirEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		if got, want := s.part.Size(), len(s.joined); got != want {
			t.Fatalf("size %d, want %d", got, want)
		}
		attrs := s.part.Attributes()
		for i, c := range columns {
			if attrs[i] != c.attr || len(attrs) != len(columns) {
				t.Fatalf("the part is over %d columns, want %d", len(attrs), len(columns))
			}
		}
		checkEdges(t, s)
		checkDistances(t, s)
		want, count := sets(s.joined, func(int) bool { return true })
		if got, n := s.part.Components(); n != count || !slices.Equal(got, want) {
			t.Fatalf("%s has %d components %v, want %d %v", s.part.Expert(), n, got, count, want)
		}
		if r, ok := s.part.(Reacher); ok {
			checkReach(t, r, s)
		} else if len(columns) == 1 && len(s.part.Project([]int{0}).Attributes()) != 1 {
			t.Fatal("a part over one column has more")
		}
	})
}

func checkEdges(t *rapid.T, s secret) {
	n := len(s.joined)
	for u := range n {
		seen := make([]int, n)
		s.part.Neighbours(u, func(v int) bool { seen[v]++; return true })
		degree := 0
		for v := range n {
			want := s.joined[u][v]
			if got := s.part.Joined(u, v); got != want {
				t.Fatalf("%s: %d and %d joined: %v, want %v", s.part.Expert(), u, v, got, want)
			}
			if (seen[v] == 1) != want || seen[v] > 1 {
				t.Fatalf("%s: %d is %d times a neighbour of %d, joined %v", s.part.Expert(), v, seen[v], u, want)
			}
			degree += seen[v]
		}
		for stop := 1; stop <= degree; stop++ {
			calls := 0
			s.part.Neighbours(u, func(int) bool { calls++; return calls < stop })
			if calls != stop {
				t.Fatalf("%s: told to stop after %d neighbours of %d, it yields %d", s.part.Expert(), stop, u, calls)
			}
		}
	}
}

func checkDistances(t *rapid.T, s secret) {
	for u := range s.joined {
		for v, want := range steps(s.joined, u) {
			if got, ok := s.part.Distance(u, v); ok != (want >= 0) || (ok && got != want) {
				t.Fatalf("%s: %d and %d are %d (%v) steps apart, want %d", s.part.Expert(), u, v, got, ok, want)
			}
		}
	}
}

func checkReach(t *rapid.T, r Reacher, s secret) {
	for u, got := range r.Reach() {
		want := u
		for v, edge := range s.joined[u] {
			if edge {
				want = max(want, v)
			}
		}
		if got != want {
			t.Fatalf("%s: %d reaches %d, want %d", s.part.Expert(), u, got, want)
		}
		for v := u + 1; v < got && r.Solid(); v++ {
			if !s.joined[u][v] {
				t.Fatalf("%s is solid, but %d reaches %d and is not joined to %d", s.part.Expert(), u, got, v)
			}
		}
	}
}

// TestPartsProjectTheirEdges compares the edges of a projected part with the image of the
// part's edges: one edge too few would leave a secret unprotected in some question.
func TestPartsProjectTheirEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, s := drawAnyPart(t)
		for subset := 1; subset < 1<<len(columns); subset++ {
			var keep []int
			for i := range columns {
				if subset>>i&1 == 1 {
					keep = append(keep, i)
				}
			}
			checkProjection(t, s, keep)
		}
	})
}

func checkProjection(t *rapid.T, s secret, keep []int) {
	attrs := s.part.Attributes()
	image := func(u int) int {
		values := make([]int, len(attrs))
		for i := len(attrs) - 1; i >= 0; i-- {
			values[i] = u % attrs[i].Size()
			u /= attrs[i].Size()
		}
		v := 0
		for _, i := range keep {
			v = v*attrs[i].Size() + values[i]
		}
		return v
	}
	q := s.part.Project(keep)
	want := edgesOf(q.Size(), func(int, int) bool { return false })
	for u := range s.joined {
		for v, edge := range s.joined[u] {
			if a, b := image(u), image(v); edge && a != b {
				want[a][b] = true
			}
		}
	}
	for j, i := range keep {
		if len(q.Attributes()) != len(keep) || q.Attributes()[j] != attrs[i] {
			t.Fatalf("the projection to %v is over other columns", keep)
		}
	}
	checkEdges(t, secret{q, want})
	if r, ok := q.(Reacher); ok {
		checkReach(t, r, secret{q, want})
	} else if len(keep) == 1 && len(attrs) > 1 {
		t.Fatalf("the projection of %s to one column does not tell its reach", s.part.Expert())
	}
}
