package plan

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/sensitivity"
)

// onlyPlan asks for towns of smokers, and of those whose answer is one of two.
func onlyPlan(secrets secret.Secrets, values ...string) Plan {
	return Plan{
		Version: Version, DataSet: "people", Title: "people",
		Columns: []Column{
			{Name: "town", Kind: domain.List, Values: []string{"A", "B", "C"}, Origin: domain.Typed, Blank: Special{Rule: domain.Refuse}, Other: Special{Rule: domain.Refuse}},
			{Name: "smoker", Kind: domain.Ordered, Values: []string{"never", "once", "daily"}, Origin: domain.Typed, Blank: Special{Rule: domain.Refuse}, Other: Special{Rule: domain.Refuse}},
			{Name: "sex", Kind: domain.List, Values: []string{"f", "m"}, Origin: domain.Typed, Blank: Special{Rule: domain.Refuse}, Other: Special{Rule: domain.Refuse}},
		},
		Secrets:   secrets,
		Questions: []Question{{ID: "q", Title: "q", Kind: "table", Columns: []domain.AttributeName{"town", "smoker"}, Only: []Answers{{Column: "smoker", Values: values}}}},
		Budget:    Budget{Epsilon: "1"},
	}
}

// person is the town, smoking and sex of somebody.
type person [3]string

func everyPerson() (out []person) {
	for _, town := range []string{"A", "B", "C"} {
		for _, smoker := range []string{"never", "once", "daily"} {
			for _, sex := range []string{"f", "m"} {
				out = append(out, person{town, smoker, sex})
			}
		}
	}
	return out
}

// TestOnlyForSomePeople counts small files by hand, and compares the sensitivity of a table that is only for some people with the
// most that any change that a secret hides makes of these counts: the definition, over every two files that it tells apart.
func TestOnlyForSomePeople(t *testing.T) {
	differ := func(a, b person) (n int) {
		for j := range a {
			if a[j] != b[j] {
				n++
			}
		}
		return n
	}
	level := map[string]int{"never": 0, "once": 1, "daily": 2}
	for _, c := range []struct {
		secret  string
		secrets secret.Secrets
		absent  bool // whether leaving the file is hidden
		hidden  func(a, b person) bool
	}{
		{"everything", secret.Secrets{}, false, func(a, b person) bool { return a != b }},
		{"everything and who is there", secret.Secrets{Presence: true}, true, func(a, b person) bool { return a != b }},
		{"each answer by itself", secret.Secrets{Together: 1}, false, func(a, b person) bool { return differ(a, b) == 1 }},
		{"only whether somebody smokes", secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Public}, {Columns: []domain.AttributeName{"sex"}, Kind: secret.Public}}}, false,
			func(a, b person) bool { return a[0] == b[0] && a[2] == b[2] && a != b }},
		{"small differences of smoking", secret.Secrets{Together: 1, Columns: []secret.Secret{{Columns: []domain.AttributeName{"smoker"}, Kind: secret.Near, Within: "1"}}}, false,
			func(a, b person) bool {
				return differ(a, b) == 1 && max(level[a[1]]-level[b[1]], level[b[1]]-level[a[1]]) <= 1
			}},
	} {
		for _, values := range [][]string{{"daily"}, {"never"}, {"once", "daily"}, {"never", "once", "daily"}} {
			compiled, err := Compile(onlyPlan(c.secrets, values...))
			if err != nil {
				t.Fatalf("%s: %v", c.secret, err)
			}
			w := compiled.Problems[0].Workload
			count := func(people ...person) (out []int64) {
				for i := range w.Len() {
					n := int64(0)
					for _, p := range people {
						if key := w.Key(i); key[0] == p[0] && key[1] == p[1] && slices.Contains(values, p[1]) {
							n++
						}
					}
					out = append(out, n)
				}
				return out
			}
			if w.Len() != 3*len(values) {
				t.Fatalf("%s, %v: %d answers", c.secret, values, w.Len())
			}
			most := int64(0)
			distance := func(a, b []int64) {
				d := int64(0)
				for i := range a {
					d += max(a[i]-b[i], b[i]-a[i])
				}
				most = max(most, d)
			}
			stays := person{"B", "daily", "f"}
			for _, a := range everyPerson() {
				// The answers are those counted by hand, for a file of two.
				x := make([]int64, w.Operator().Columns())
				for _, p := range []person{stays, a} {
					at := slices.Index([]string{"A", "B", "C"}, p[0])*3 + level[p[1]]
					x[at]++
				}
				got := make([]int64, w.Len())
				w.Operator().Apply(got, x)
				if want := count(stays, a); !slices.Equal(got, want) {
					t.Fatalf("%s, %v: %v and %v are counted as %v, want %v", c.secret, values, stays, a, got, want)
				}
				if c.absent {
					distance(count(stays, a), count(stays))
				}
				for _, b := range everyPerson() {
					if c.hidden(a, b) {
						distance(count(stays, a), count(stays, b))
					}
				}
			}
			v, err := sensitivity.Of(t.Context(), w.Operator(), compiled.Problems[0].Policy, sensitivity.L1)
			if err != nil || v.Size.Cmp(big.NewRat(most, 1)) != 0 {
				t.Errorf("%s, %v: the sensitivity is %s (%v), and by the definition %d", c.secret, values, fmt.Sprint(v.Size), err, most)
			}
		}
	}
}

// TestOnlyIsRefused are tables for some people that cannot be meant.
func TestOnlyIsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Question)
		want   string
	}{
		{func(q *Question) { q.Only[0].Values = []string{"weekly"} }, `"weekly"`},
		{func(q *Question) { q.Only[0].Values = nil }, "lists none"},
		{func(q *Question) { q.Only[0].Column = "sex" }, `"sex", which is not among its columns`},
		{func(q *Question) { q.Only = append(q.Only, q.Only[0]) }, "twice"},
		{func(q *Question) { q.Totals = true }, "without totals"},
		{func(q *Question) { q.Kind, q.Columns = "cumulative", q.Columns[1:] }, "without totals"},
	} {
		p := onlyPlan(secret.Secrets{}, "daily")
		c.change(&p.Questions[0])
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", p.Questions[0], err, c.want)
		}
	}
	p := onlyPlan(secret.Secrets{}, "daily")
	p.Impossible = []domain.Combination{{"smoker": []string{"daily"}, "town": []string{"A", "B", "C"}}}
	if _, err := Compile(p); err == nil {
		t.Error("a table of people who cannot be there was taken")
	}
}
