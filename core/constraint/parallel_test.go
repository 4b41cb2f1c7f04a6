package constraint_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// losses returns the largest loss of any neighbouring pair of files of n people, when the
// release about group g loses lose[g] for each end of a move in it.
func (w world) losses(n int, group []int, lose []int) int {
	worst, code := 0, w.codes()
	files(w.k, n, func(from []int) {
		w.others(from, code, func(to []int) {
			moved, loss := 0, 0
			for i, u := range from {
				v := to[i]
				if u == v {
					continue
				}
				if w.weight[u][v] == 0 {
					return
				}
				moved |= 1 << i
				for _, g := range touched(group, u, v) {
					loss += lose[g]
				}
			}
			if loss > worst && subsets(moved, func(sub int) bool { return w.change(code, from, to, sub) != 0 }) {
				worst = loss
			}
		})
	})
	return worst
}

// touched returns the groups that a move between two vertices is seen in.
func touched(group []int, u, v int) []int {
	var out []int
	for _, g := range []int{group[u], group[v]} {
		if g >= 0 && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// No neighbouring pair of files costs more than the dearest set of groups does.
func TestParallelAgainstAllPairsOfFiles(t *testing.T) {
	apart, tied, crossed := 0, 0, 0
	for seed := range uint64(scenes) {
		m := newMaker(t, 300_000+seed)
		s := m.scene(5)
		d := s.policy.Domain()
		a := d.Attributes()[m.Pick(0, len(d.Attributes())-1)]
		if a.Size() < 2 {
			continue
		}
		var groups []constraint.Group
		of := map[int]int{}
		for v := range a.Size() {
			if m.Chance(5) {
				continue // in no group
			}
			if g := len(groups); g > 0 && m.Chance(3) {
				c := &groups[g-1].Who[0][0]
				c.Values, of[v] = append(c.Values, a.Label(v)), g-1
				continue
			}
			of[v] = len(groups)
			groups = append(groups, constraint.Group{Name: a.Label(v), Who: constraint.Predicate{{{Column: a.Name(), Values: []string{a.Label(v)}}}}})
		}
		if len(groups) < 2 {
			continue
		}
		sets, err := s.facts.Parallel(s.policy, constraint.EdgeMinimal, groups)
		if err != nil {
			var refused *constraint.Refusal
			if !errors.As(err, &refused) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			continue
		}
		w := written(t, s)
		if w.codes() == nil {
			continue
		}
		vertices := groupOf(d, a, of, w.k)
		lose := make([]int, len(groups))
		for i := range lose {
			lose[i] = m.Pick(1, 9)
		}
		bound := 0
		for _, set := range sets {
			sum, most := 0, 0
			for i, g := range groups {
				if slices.Contains(set.Groups, g.Name) {
					sum, most = sum+lose[i], max(most, lose[i])
				}
			}
			if set.Crossed {
				most = sum
				crossed++
			} else if len(set.Groups) > 1 {
				tied++
			}
			bound = max(bound, set.Factor*most)
		}
		if len(sets) > 1 {
			apart++
		}
		if worst := w.losses(4, vertices, lose); worst > bound {
			t.Fatalf("seed %d: a pair costs %d, but the sets %+v with losses %v only %d; facts %v", seed, worst, sets, lose, bound, statements(s.facts))
		}
	}
	if apart < 30 || tied < 10 || crossed < 30 {
		t.Errorf("%d apart, %d tied by facts, %d crossed", apart, tied, crossed)
	}
}

// groupOf returns the group of each vertex of a world, -1 for none.
func groupOf(d *domain.Domain, a *domain.Attribute, of map[int]int, k int) []int {
	var out []int
	cells, _ := d.Cells()
	pos, _ := d.Position(a.Name())
	for cell := range cells {
		if d.Possible(cell) {
			g, in := of[d.Value(cell, pos)]
			if !in {
				g = -1
			}
			out = append(out, g)
		}
	}
	for len(out) < k {
		out = append(out, -1)
	}
	return out
}

// byDistrict makes a policy over districts, in which answers in x are secret and districts
// are or are not.
func byDistrict(t testing.TB, secret bool) *policy.Policy {
	t.Helper()
	district, err := domain.NewList("district", []string{"North", "South"}, typed)
	must(t, err)
	x := whole(t, "x", 4)
	part := policy.Complete(district)
	if !secret {
		part, err = policy.Groups(district, []policy.Group{{Name: "N", Values: []string{"North"}}, {Name: "S", Values: []string{"South"}}}, policy.OwnGroup)
		must(t, err)
	}
	p, err := policy.New(policy.Spec{Domain: over(t, district, x), Parts: []policy.Part{part, policy.Complete(x)}})
	must(t, err)
	return p
}

func inDistrict(name string) constraint.Predicate {
	return constraint.Predicate{{{Column: "district", Values: []string{name}}}}
}

func TestParallelSets(t *testing.T) {
	open, closed := byDistrict(t, false), byDistrict(t, true)
	groups := []constraint.Group{{"north", inDistrict("North")}, {"south", inDistrict("South")}}
	low := func(district string) constraint.Fact {
		return constraint.Fact{ID: district, Counts: []constraint.Count{{Of: constraint.Predicate{{
			{Column: "district", Values: []string{district}}, {Column: "x", Values: []string{"0", "1"}},
		}}, Count: 1}}}
	}
	for _, c := range []struct {
		name   string
		policy *policy.Policy
		facts  []constraint.Fact
		want   []constraint.GroupSet
		says   []string
	}{
		// Theorem 4.3's example: what no edge changes is critical nowhere.
		{"districts not secret", open, nil, []constraint.GroupSet{{Groups: []string{"north"}, Factor: 1}, {Groups: []string{"south"}, Factor: 1}}, []string{"no known fact is critical"}},
		{"totals by district", open, []constraint.Fact{totals(open.Domain().Attributes()[0], 2)}, []constraint.GroupSet{{Groups: []string{"north"}, Factor: 1}, {Groups: []string{"south"}, Factor: 1}}, nil},
		{"a fact of one", open, []constraint.Fact{low("North")}, []constraint.GroupSet{{Groups: []string{"north"}, Factor: 2}, {Groups: []string{"south"}, Factor: 1}}, []string{"concerns no other"}},
		{"a fact of each", open, []constraint.Fact{low("North"), low("South")}, []constraint.GroupSet{{Groups: []string{"north"}, Factor: 2}, {Groups: []string{"south"}, Factor: 2}}, nil},
		{"a fact of both", open, []constraint.Fact{points("low", 2, "0", "1")}, []constraint.GroupSet{{Groups: []string{"north", "south"}, Factor: 2}}, []string{"ties people of these groups together"}},
		{"districts secret", closed, nil, []constraint.GroupSet{{Groups: []string{"north", "south"}, Factor: 1, Crossed: true}}, []string{"adds up"}},
		{"districts secret, totals", closed, []constraint.Fact{totals(closed.Domain().Attributes()[0], 2)}, []constraint.GroupSet{{Groups: []string{"north", "south"}, Factor: 2, Crossed: true}}, []string{"adds up", "ties their people"}},
	} {
		f := facts(t, c.policy.Domain(), c.facts...)
		got, err := f.Parallel(c.policy, constraint.EdgeMinimal, groups)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		why := ""
		for i := range got {
			why += got[i].Why.String() + "; "
			got[i].Why = message.Text{}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		for _, s := range c.says {
			if !strings.Contains(why, s) {
				t.Errorf("%s: %q does not say %q", c.name, why, s)
			}
		}
	}
	strict, err := facts(t, closed.Domain(), points("low", 2, "0", "1")).Parallel(closed, constraint.Strict, groups)
	if err != nil || len(strict) != 1 || !strings.Contains(strict[0].Why.String(), "any group") || strict[0].Factor != 2 {
		t.Errorf("strict: %+v, %v", strict, err)
	}
}

func TestParallelErrors(t *testing.T) {
	p := byDistrict(t, false)
	north, south := constraint.Group{"north", inDistrict("North")}, constraint.Group{"south", inDistrict("South")}
	for _, c := range []struct {
		name   string
		groups []constraint.Group
		facts  constraint.Facts
		says   []string
	}{
		{"one group", []constraint.Group{north}, constraint.Facts{}, []string{"1 groups", "two or more"}},
		{"unknown value", []constraint.Group{north, {"west", inDistrict("West")}}, constraint.Facts{}, []string{`"west"`, `"West"`, "is not a value"}},
		{"shared people", []constraint.Group{north, {"all", constraint.Predicate{{{Column: "district", Values: []string{"North", "South"}}}}}}, constraint.Facts{}, []string{`"north"`, `"all"`, "share people"}},
		{"everybody twice", []constraint.Group{{"a", constraint.Everyone()}, {"b", constraint.Everyone()}}, constraint.Facts{}, []string{`"a"`, `"b"`, "share people"}},
		{"facts over another domain", []constraint.Group{north, south}, facts(t, over(t, whole(t, "x", 4)), points("a", 1, "1")), []string{"other columns"}},
	} {
		_, err := c.facts.Parallel(p, constraint.EdgeMinimal, c.groups)
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", c.name, err, s)
			}
		}
	}
}
