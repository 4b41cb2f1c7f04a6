package promise

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// farthestOf is the largest distance of two people with some answers in the columns at some places and the same elsewhere, by a
// distance of records; false where no two can have them.
func farthestOf(sizes, at, a, b []int, possible func(record []int) bool, distance func(u, v []int) float64) (far float64, found bool) {
	u := make([]int, len(sizes))
	for more := true; more; {
		v := slices.Clone(u)
		for i, pos := range at {
			u[pos], v[pos] = a[i], b[i]
		}
		if possible(u) && possible(v) {
			far, found = max(far, distance(u, v)), true
		}
		more = false
		for pos := 0; pos < len(u) && !more; pos++ {
			if slices.Contains(at, pos) {
				continue
			}
			u[pos] = (u[pos] + 1) % sizes[pos]
			more = u[pos] > 0
		}
	}
	return far, found
}

// What is said of two answers holds for everybody who may have them, whatever else they answered: on random plans with their graphs by
// definition, of a plan and of a release of it.
func TestAskedOfWhoeverMayHaveThem(t *testing.T) {
	r := seeded.Named(t.Name())
	met := make(map[string]int)
	for range seeded.Often(700, 8000) {
		d := draw(r)
		some := len(d.Plan.Secrets.Absences) > 0 // whose being in the file is secret, by the first column
		if !some && r.IntN(10) > 0 {
			continue
		}
		c, err := plan.Compile(d.Plan)
		if err != nil {
			t.Fatalf("%+v: %v", d.Plan, err)
		}
		attrs := c.Domain.Attributes()
		index := make(map[string]int)
		for u := range d.Graph.Absent() {
			index[fmt.Sprint(d.Graph.Values(u))] = u
		}
		var columns []domain.AttributeName
		var sizes, at, a, b []int
		x, y := make(Answers), make(Answers)
		for pos, attr := range attrs {
			if sizes = append(sizes, attr.Size()); r.IntN(2) == 0 || some && pos == 0 && r.IntN(2) == 0 {
				continue
			}
			columns, at, a, b = append(columns, attr.Name()), append(at, pos), append(a, r.IntN(attr.Size())), append(b, r.IntN(attr.Size()))
			x[attr.Name()], y[attr.Name()] = attr.Label(a[len(a)-1]), attr.Label(b[len(b)-1])
		}
		if slices.Equal(a, b) {
			continue
		}
		truth, found := farthestOf(sizes, at, a, b, func(record []int) bool { return d.Graph.Possible(index[fmt.Sprint(record)]) },
			func(u, v []int) float64 { return d.distance[index[fmt.Sprint(u)]][index[fmt.Sprint(v)]] })
		about := fmt.Sprintf("%v: %v and %v are up to %v apart in %+v", columns, a, b, truth, d.Plan)
		of := released(t, d.Plan)
		release, _ := of.everybody()
		far, possible := release.Apart(columns, a, b)
		if shares(c, columns) {
			met["shared"]++
		}
		if same, also := Ask(c).Apart(columns, a, b); same != far || also != possible {
			t.Fatalf("of the plan it is said %v (%v), of a release of it %v (%v): %s", same, also, far, possible, about)
		}
		if possible != found || found && far < weighted.Infinite && far.Steps() < truth-lost {
			t.Fatalf("said to be %v apart (%v): %s", far.Steps(), possible, about)
		}
		if !found {
			continue
		}
		p, err := Between(nil, []Spent{of}, nil, x, y)
		switch {
		case err != nil && len(d.Plan.Impossible) > 0:
			met["impossible"]++
		case err != nil:
			t.Fatalf("%v: %s", err, about)
		case p.Loss == nil:
			met["open"]++
		default:
			loss, _ := p.Loss.Float64()
			if some && at[0] > 0 {
				met["being in the file, of some"]++
			}
			if c.Promise.Pure() && loss < (truth-lost)*c.Budget.Float() || !c.Promise.Pure() && truth > 0 && loss <= 0 {
				t.Fatalf("a loss of %v: %s", loss, about)
			}
		}
	}
	for _, kind := range []string{"open", "impossible", "shared", "being in the file, of some"} {
		if met[kind] == 0 {
			t.Errorf("none is %s: %v", kind, met)
		}
	}
}

// shares reports whether some columns share a secret with one that is not among them.
func shares(c *plan.Compiled, columns []domain.AttributeName) bool {
	for pos := range near(c.Policy, columns) {
		if !slices.Contains(columns, c.Domain.Attributes()[pos].Name()) {
			return true
		}
	}
	return false
}

// The same where others may have one of many answers, in a few of which impossible combinations are in the way.
func TestAskedOfManyOthers(t *testing.T) {
	r := seeded.Named(t.Name())
	infinite := 0
	for range seeded.Often(15, 400) {
		schools := 30 + r.IntN(40)
		p := plan.Plan{Version: plan.Version, DataSet: "Schools", Columns: []plan.Column{column("grade"), column("school")}, Budget: plan.Budget{Epsilon: "1"}}
		p.Columns[0].Kind = domain.Ordered
		for i := range 6 {
			p.Columns[0].Values = append(p.Columns[0].Values, fmt.Sprint("g", i))
		}
		for i := range schools {
			p.Columns[1].Values = append(p.Columns[1].Values, fmt.Sprint("s", i))
		}
		p.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: []domain.AttributeName{"grade"}}}
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"grade"}, Kind: secret.Near, Within: []string{"1", "1", "1", "2"}[r.IntN(4)]}}
		if r.IntN(4) > 0 {
			p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{"school"}, Kind: secret.Public})
		}
		for range 1 + r.IntN(2) {
			from := r.IntN(schools)
			p.Impossible = append(p.Impossible, domain.Combination{"grade": {fmt.Sprint("g", 1+r.IntN(4))}, "school": p.Columns[1].Values[from : from+1+r.IntN(min(3, schools-from))]})
		}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		a, b := []int{0}, []int{5}
		if r.IntN(4) == 0 {
			a, b = []int{r.IntN(6)}, []int{r.IntN(6)}
		}
		rules := impossibleOf(c.Domain)
		truth, found := farthestOf([]int{6, schools}, []int{0}, a, b, func(record []int) bool { return others{impossible: rules}.possible(record) }, func(u, v []int) float64 {
			if d := c.Policy.Distance(u, v); d < weighted.Infinite {
				return d.Steps()
			}
			infinite++
			return math.Inf(1)
		})
		far, said := Ask(c).Apart([]domain.AttributeName{"grade"}, a, b)
		got := far.Steps()
		if far == weighted.Infinite {
			got = math.Inf(1)
		}
		if want := found && a[0] != b[0]; said != want || want && got != truth {
			t.Fatalf("grades %v and %v are said to be %v apart (%v), want %v (%v): %+v", a, b, got, said, truth, want, p.Impossible)
		}
	}
	if infinite == 0 {
		t.Error("nobody's grades are apart for good")
	}
}

// Whoever puts releases together learns no more of any two answers that each of them joins than is said, whatever weights each gives
// them, and where being in the file is all that one keeps secret.
func TestWorstOfSeveralReleases(t *testing.T) {
	r := seeded.Named(t.Name())
	for range seeded.Often(40, 400) {
		var all []Spent
		pairs := make(map[string]float64) // what is lost of two people who differ in these columns
		for range 1 + r.IntN(3) {
			p, weights := towns(), map[string]float64{"town": 1, "age": 1}
			p.Budget.Epsilon = []string{"0.25", "0.5", "1"}[r.IntN(3)]
			switch r.IntN(3) {
			case 0:
				p.Secrets = secret.Secrets{Presence: true, PresenceOnly: true}
				weights = map[string]float64{"town": 2, "age": 2}
			default:
				for name := range weights {
					w := []string{"0.5", "1", "6"}[r.IntN(3)]
					p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{domain.AttributeName(name)}, Kind: secret.Everything, Weight: w})
					weights[name] = number64(w)
				}
				p.Secrets.Presence = r.IntN(2) == 0
			}
			of := released(t, p)
			all = append(all, of)
			for name, w := range weights {
				pairs[name] += w * of.Epsilon.Float()
			}
			pairs["both"] += max(weights["town"], weights["age"]) * of.Epsilon.Float()
		}
		j := joint(t, nil, all...)
		worst, err := j.Worst(all)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := worst.Float64()
		for name, loss := range pairs {
			if got < loss*(1-1e-5) {
				t.Errorf("%s: a loss of %v, said to be at most %v: %s", name, loss, got, told(all))
			}
		}
		if len(all) == 1 && got > max(pairs["both"], 1)*(1+1e-5) {
			t.Errorf("a loss of %v, at most %v", got, pairs["both"])
		}
	}
}

// Where columns that share a secret have too many answers to try them all, no bound is said of one of them.
func TestAskedOfTooManyThatShare(t *testing.T) {
	for n, bounded := range map[int]bool{mostInTheWay: true, mostInTheWay + 1: false} {
		ages, pairs := make([]string, n), make([]secret.Pair, n)
		for i := range ages {
			ages[i] = fmt.Sprint("age ", i)
			pairs[i] = secret.Pair{U: []string{"North", ages[i]}, V: []string{"South", ages[i]}}
		}
		p := towns()
		p.Columns[1] = column("age", ages...)
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town", "age"}, Kind: secret.Pairs, Pairs: pairs}}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		if far, ok := Ask(c).Apart([]domain.AttributeName{"town"}, []int{0}, []int{1}); !ok || far < weighted.Infinite != bounded {
			t.Errorf("with %d other answers, two towns are %v apart (%v)", n, far, ok)
		}
	}
}

// Of one of two columns that share a secret it is told what holds whatever the answer in the other is.
func TestBetweenOfColumnsThatShareASecret(t *testing.T) {
	p := towns()
	p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town", "age"}, Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"North", "young"}, V: []string{"South", "young"}}}}}
	of := []Spent{released(t, p)}
	for _, c := range []struct {
		age  string
		open bool
	}{{"", true}, {"young", false}, {"old", true}} {
		u, v := Answers{"town": "North"}, Answers{"town": "South"}
		if c.age != "" {
			u["age"], v["age"] = c.age, c.age
		}
		if told, err := Between(nil, of, nil, u, v); err != nil || (told.Loss == nil) != c.open {
			t.Errorf("of people who are %q: %+v, %v", c.age, told, err)
		}
	}
}
