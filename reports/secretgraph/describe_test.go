package secretgraph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/core/seeded"
	"steward/reports/secretgraph"
)

// outside is how a reading calls what values are joined to besides one another.
const outside = "out"

// joins reads off a picture of one column which values it joins, by their labels, as somebody who looks at it does and reads what
// is said under it.
func joins(p secretgraph.Picture) map[[2]string]bool {
	out := make(map[[2]string]bool)
	join := func(a, b string) { out[[2]string{a, b}], out[[2]string{b, a}] = true, true }
	all := func(list []string) {
		for i, a := range list {
			for _, b := range list[:i] {
				join(a, b)
			}
		}
	}
	switch p.Kind {
	case secretgraph.OnLine:
		for _, e := range p.Edges {
			join(p.Nodes[e[0]], p.Nodes[e[1]])
		}
		for u, far := range p.Reach {
			for v := u + 1; v <= far; v++ {
				join(p.Nodes[u], p.Nodes[v])
			}
		}
	case secretgraph.InGroups:
		for _, g := range p.Groups {
			all(g.Nodes)
		}
	case secretgraph.Web:
		for _, e := range p.Joined {
			join(p.Nodes[e.A], p.Nodes[e.B])
		}
	case secretgraph.InCells:
		for r, a := range p.Cells.Rows {
			for k, b := range p.Cells.Columns {
				if p.Cells.Joined[r][k] {
					join(a, b)
				}
			}
		}
	default:
		if !p.Alone {
			all(p.Nodes)
		}
	}
	values := slices.Concat(p.All(), p.Cells.Rows)
	for i, b := range p.Besides {
		for _, v := range values {
			if b.Joined {
				join(b.Label, v)
			}
		}
		for _, c := range p.Besides[:i] {
			if b.Joined || c.Joined {
				join(b.Label, c.Label)
			}
		}
		values = append(values, b.Label)
	}
	for i, v := range values {
		if p.JoinedOutside(i) {
			join(v, outside)
		}
	}
	return out
}

// TestPicturesJoinWhatThePolicyJoins compares, for secrets of every kind in plans at random, what a picture of a column joins
// with the edges of the compiled policy on that column, pair by pair.
func TestPicturesJoinWhatThePolicyJoins(t *testing.T) {
	r := seeded.Named("secretgraph")
	kinds, drawn := make(map[secret.Kind]int), make(map[secretgraph.Kind]int)
	byOthers := 0 // values that are joined to the outside for some people only
	for range seeded.Often(1500, 12000) {
		d := plantest.Draw(r)
		d.Plan.Facts = plan.Facts{} // which change no secret
		d.Plan.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: []domain.AttributeName{d.Plan.Columns[0].Name}}}
		c, err := plan.Compile(d.Plan)
		if err != nil {
			continue
		}
		q := promise.Ask(c)
		for _, a := range c.Domain.Attributes() {
			looked := map[domain.AttributeName][2]int{a.Name(): {r.IntN(a.Size()), r.IntN(a.Size())}}
			p, ok := secretgraph.Of(q, a.Name(), looked)
			if !ok {
				if a.Size() > 1 {
					t.Fatalf("%s is not drawn", a.Name())
				}
				continue
			}
			rule, own := c.Plan.Secrets.Of(a.Name())
			if drawn[p.Kind]++; own {
				kinds[rule.Kind]++
			}
			if p.Kind == secretgraph.InCells && p.Cells.RowsOf != p.Cells.ColumnsOf {
				cellsAreDistances(t, q, rule.Columns, p.Cells)
				continue
			}
			projected, err := c.Policy.Project([]domain.AttributeName{a.Name()})
			if err != nil {
				t.Fatal(err)
			}
			got := joins(p)
			for u := range a.Size() {
				for v := range a.Size() {
					_, want := projected.Weight(policy.Vertex(u), policy.Vertex(v))
					if pair := [2]string{a.Label(u), a.Label(v)}; got[pair] != want {
						t.Fatalf("%v of %s: %v are drawn joined: %v, want %v\n%+v", rule.Kind, a.Name(), pair, got[pair], want, p)
					}
				}
				_, some := projected.AbsentWeight(policy.Vertex(u))
				all := some && leavesWhateverElse(t, c, a.Name(), u)
				if some != all {
					byOthers++
				}
				others := slices.ContainsFunc(c.Plan.Secrets.Absences, func(s secret.Absence) bool { return len(s.Where) > 1 || len(s.Where) == 1 && s.Where[a.Name()] == nil })
				if pair := [2]string{a.Label(u), outside}; got[pair] && !all || all && !others && !got[pair] {
					t.Fatalf("%v of %s: %q is drawn joined to the outside: %v, want %v\n%+v", rule.Kind, a.Name(), a.Label(u), got[pair], all, p)
				}
			}
			keptRight(t, q, a, projected, p)
			looksRight(t, q, a, looked[a.Name()], p)
		}
	}
	if byOthers < 5 {
		t.Errorf("%d values are joined to the outside by other columns", byOthers)
	}
	for _, k := range secret.Kinds() {
		if kinds[k] < 5 {
			t.Errorf("secrets of the kind %q are drawn %d times", k, kinds[k])
		}
	}
	for k := secretgraph.OnLine; k <= secretgraph.InCells; k++ {
		if drawn[k] < 5 {
			t.Errorf("pictures of kind %d are drawn %d times", k, drawn[k])
		}
	}
}

// leavesWhateverElse reports whether all who can have a value are joined to "not in the file".
func leavesWhateverElse(t *testing.T, c *plan.Compiled, name domain.AttributeName, v int) bool {
	t.Helper()
	pos, _ := c.Domain.Position(name)
	cells, err := c.Domain.Cells()
	if err != nil {
		t.Fatal(err)
	}
	for u := range cells {
		if _, joined := c.Policy.AbsentWeight(policy.Vertex(u)); !joined && c.Domain.Possible(u) && c.Domain.Value(u, pos) == v {
			return false
		}
	}
	return true
}

// looksRight checks what a picture says of the two values that are looked at.
func looksRight(t *testing.T, q *promise.Asked, a *domain.Attribute, looked [2]int, p secretgraph.Picture) {
	t.Helper()
	if !p.Two() {
		return
	}
	all := p.All()
	if all[p.From] != a.Label(looked[0]) || all[p.To] != a.Label(looked[1]) {
		t.Fatalf("looked at are %q and %q, want %v of %v", all[p.From], all[p.To], looked, a.Labels())
	}
	far, ok := q.Apart([]domain.AttributeName{a.Name()}, looked[:1], looked[1:])
	if said := secretgraph.Steps(far).String(); !ok || !strings.HasPrefix(p.Note.String(), said) {
		t.Fatalf("%v are said to be %q apart, want %q", looked, p.Note, said)
	}
}

// cellsAreDistances compares a picture of two columns with the distances that the policy keeps.
func cellsAreDistances(t *testing.T, q *promise.Asked, columns []domain.AttributeName, c secretgraph.Cells) {
	t.Helper()
	var attrs []*domain.Attribute
	for _, n := range columns {
		a, _ := q.Compiled().Domain.Attribute(n)
		attrs = append(attrs, a)
	}
	value := func(i int, label string) int { v, _ := attrs[i].Find(label); return v }
	from := []int{value(0, c.Rows[c.FromRow]), value(1, c.Columns[c.FromColumn])}
	for r, row := range c.Rows {
		for k, column := range c.Columns {
			far, ok := q.Apart(columns, from, []int{value(0, row), value(1, column)})
			switch got := c.Far[r][k]; {
			case r == c.FromRow && k == c.FromColumn:
			case !ok || far == weighted.Infinite:
				if got != -1 || c.Joined[r][k] {
					t.Fatalf("%s × %s are drawn %v apart, and nothing joins them", row, column, got)
				}
			case got != far.Steps() || !c.Joined[r][k]:
				t.Fatalf("%s × %s are drawn %v apart (%v), want %v", row, column, got, c.Joined[r][k], far.Steps())
			}
		}
	}
}

// column is a column of values to be drawn.
func column(n int, kind domain.Kind) plan.Column {
	c := plan.Column{Name: "c", Kind: kind, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
	for i := range n {
		c.Values = append(c.Values, fmt.Sprint("v", i))
	}
	return c
}

// described is the picture of a secret of a column.
func described(t *testing.T, c plan.Column, s secret.Secret, looked ...int) secretgraph.Picture {
	t.Helper()
	s.Columns = []domain.AttributeName{c.Name}
	p := plan.Plan{Version: plan.Version, DataSet: "x", Columns: []plan.Column{c}, Secrets: secret.Secrets{Columns: []secret.Secret{s}}}
	p.Budget.Epsilon = "1"
	p.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: s.Columns}}
	compiled, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	two := map[domain.AttributeName][2]int{}
	if len(looked) == 2 {
		two[c.Name] = [2]int{looked[0], looked[1]}
	}
	out, ok := secretgraph.Of(promise.Ask(compiled), c.Name, two)
	if !ok {
		t.Fatalf("%+v is not drawn", s)
	}
	return out
}

// keptRight compares how far a picture says values are apart with what holds for everybody, whatever else they answered.
func keptRight(t *testing.T, q *promise.Asked, a *domain.Attribute, projected *policy.Policy, p secretgraph.Picture) {
	t.Helper()
	apart := func(x, y string) (weighted.Weight, int, int) {
		u, _ := a.Find(x)
		v, _ := a.Find(y)
		far, ok := q.Apart([]domain.AttributeName{a.Name()}, []int{u}, []int{v})
		if !ok {
			far = weighted.Infinite
		}
		return far, u, v
	}
	for r, x := range p.Cells.Rows {
		for k, y := range p.Cells.Columns {
			if x == y {
				continue
			}
			far, _, _ := apart(x, y)
			want := -1.0
			if far < weighted.Infinite {
				want = far.Steps()
			}
			if p.Cells.Far[r][k] != want {
				t.Fatalf("%s: %q and %q are drawn %v apart, want %v", a.Name(), x, y, p.Cells.Far[r][k], want)
			}
		}
	}
	for _, e := range p.Joined {
		far, u, v := apart(p.Nodes[e.A], p.Nodes[e.B])
		w, _ := projected.Weight(policy.Vertex(u), policy.Vertex(v))
		if want := far+weighted.Weight(a.Size()) < w; strings.Contains(e.Text.String(), "not") != want {
			t.Fatalf("%s: of %q and %q, which are %v apart by an edge of %v, it is said %q", a.Name(), p.Nodes[e.A], p.Nodes[e.B], far, w, e.Text)
		}
	}
}

// TestSummaries says pictures in words.
func TestSummaries(t *testing.T) {
	list, ordered := column(4, domain.List), column(20, domain.Ordered)
	blank := ordered
	blank.Blank = plan.Special{Rule: domain.OwnCell}
	groups := []secret.Group{{Name: "North", Values: []string{"v0", "v2"}}, {Name: "South", Values: []string{"v1"}}, {Name: "East", Values: []string{"v3"}}}
	for _, c := range []struct {
		picture secretgraph.Picture
		want    string
	}{
		{described(t, list, secret.Secret{Kind: secret.Everything}, 0, 2), "4 values, each joined to every other; v0 and v2: 1 step"},
		{described(t, list, secret.Secret{Kind: secret.Everything, Weight: "2"}), "4 values, each joined to every other; values that are joined are 2 steps apart"},
		{described(t, ordered, secret.Secret{Kind: secret.Near, Within: "1"}, 3, 8), "20 values on a line; v3 and v8: 5 steps"},
		{described(t, ordered, secret.Secret{Kind: secret.Near, Within: "3"}, 8, 3), "20 values on a line; v8 and v3: 2 steps; each value is joined to the next 3"},
		{described(t, blank, secret.Secret{Kind: secret.Near, Within: "1"}), "20 values on a line; “(blank)” is joined to none of them"},
		{described(t, blank, secret.Secret{Kind: secret.Near, Within: "1", BlanksJoined: true}, 3, 8), "20 values on a line; v3 and v8: 2 steps, through (blank); “(blank)” is joined to each of them"},
		{described(t, blank, secret.Secret{Kind: secret.Public}), "21 values on a line; no two values are joined: which of them someone has is not protected"},
		{described(t, list, secret.Secret{Kind: secret.Groups, Groups: groups}, 0, 2), "4 values in 3 groups, joined inside each group; v0 and v2: 1 step"},
		{described(t, list, secret.Secret{Kind: secret.Groups, Groups: groups}, 0, 1), "4 values in 3 groups, joined inside each group; v0 and v1: not connected"},
		{described(t, list, secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"v0"}, V: []string{"v1"}, Weight: "3"}, {U: []string{"v1"}, V: []string{"v2"}}}}, 0, 2), "4 values, 2 pairs of them joined; v0 and v2: 4 steps"},
		{described(t, list, secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"v0"}, V: []string{"v1"}}, {U: []string{"v0"}, V: []string{"v3"}}}}, 1, 3), "4 values on a line; v1 and v3: 2 steps"},
		{described(t, list, secret.Secret{Kind: secret.PerValue, Weights: map[string]string{"v0": "0.5"}, Otherwise: "2"}, 1, 2), "4 values of c by 4 of c; v2 and v1: 1 step"},
	} {
		if got := c.picture.Summary().String(); got != c.want {
			t.Errorf("summary %q, want %q", got, c.want)
		}
	}
}

// TestCellsInWords says pictures of cells and webs in words.
func TestCellsInWords(t *testing.T) {
	cells := secretgraph.Cells{
		RowsOf: "lat", ColumnsOf: "lon", Rows: []string{"52 to 53", "53 to 54"}, Columns: []string{"4 to 5", "5 to 6", "6 to 7"},
		Far: [][]float64{{0, 1, 2.5}, {1, 2, -1}}, Joined: [][]bool{{false, true, true}, {true, true, false}},
		FromRow: 0, FromColumn: 0, ToRow: 0, ToColumn: 2, Map: true,
	}
	plain := cells
	plain.Map, plain.ToRow, plain.ToColumn = false, 1, 2
	for _, c := range []struct {
		cells secretgraph.Cells
		want  string
	}{
		{cells, "map: 2 values of lat by 3 of lon; from 52 to 53 × 4 to 5 to 52 to 53 × 6 to 7: 2.5 steps"},
		{plain, "2 values of lat by 3 of lon; from 52 to 53 × 4 to 5 to 53 to 54 × 6 to 7: not connected"},
	} {
		if got := (secretgraph.Picture{Kind: secretgraph.InCells, Cells: c.cells}).Summary().String(); got != c.want {
			t.Errorf("summary %q, want %q", got, c.want)
		}
	}
}

// TestGroupsHaveTheirNames checks the titles of boxes: the steward's, or the values that are in them.
func TestGroupsHaveTheirNames(t *testing.T) {
	titles := func(p secretgraph.Picture) string {
		var out []string
		for _, g := range p.Groups {
			out = append(out, g.Title.String()+": "+strings.Join(g.Nodes, " "))
		}
		return strings.Join(out, "; ")
	}
	groups := []secret.Group{{Name: "Even", Values: []string{"v0", "v2"}}, {Name: "Odd", Values: []string{"v1", "v3"}}}
	p := described(t, column(4, domain.List), secret.Secret{Kind: secret.Groups, Groups: groups}, 3, 0)
	if got := titles(p); got != "Even: v0 v2; Odd: v1 v3" || p.All()[p.From] != "v3" || p.All()[p.To] != "v0" {
		t.Errorf("groups %q, looked at %d and %d", got, p.From, p.To)
	}
	grid := secret.Secret{Kind: secret.Grid, Scales: map[domain.AttributeName]string{"c": "2"}}
	if got := titles(described(t, column(5, domain.Ordered), grid)); got != "v0 to v1: v0 v1; v2 to v3: v2 v3; v4: v4" {
		t.Errorf("squares %q", got)
	}
}

// TestManyValuesAreDescribed holds the time and the size of a description of long lists.
func TestManyValuesAreDescribed(t *testing.T) {
	low, high := int64(0), int64(4899)
	c := plan.Column{Name: "c", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: plan.Special{Rule: domain.OwnCell}, Other: plan.Special{Rule: domain.Refuse}}
	p := described(t, c, secret.Secret{Kind: secret.Near, Within: "1000", BlanksJoined: true}, 3, 4000)
	if p.Kind != secretgraph.OnLine || len(p.Reach) != 4900 || p.Reach[5] != 1005 || len(p.Besides) != 1 || !p.Around {
		t.Errorf("drawn as %d, reaching %v…, beside %v", p.Kind, p.Reach[:6], p.Besides)
	}
}

// TestShorterWaysAreTold draws weighted pairs with what is kept of them.
func TestShorterWaysAreTold(t *testing.T) {
	pair := func(u, v, weight string) secret.Pair {
		return secret.Pair{U: []string{u}, V: []string{v}, Weight: weight}
	}
	p := described(t, column(4, domain.List), secret.Secret{Kind: secret.Pairs, Pairs: []secret.Pair{pair("v0", "v1", ""), pair("v1", "v2", ""), pair("v0", "v2", "5")}})
	if p.Kind != secretgraph.Web || len(p.Joined) != 3 || p.Joined[1].Text.String() != "2, not 5" || !p.Joined[1].Heavy || p.Joined[0].Heavy {
		t.Errorf("drawn as %d: %+v", p.Kind, p.Joined)
	}
}
