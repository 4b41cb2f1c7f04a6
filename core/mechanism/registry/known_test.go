package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/inference"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// dataOf draws counts of a kind.
func dataOf(r *seeded.Source, kind string, cells int) []int64 {
	if kind == "traces" {
		return mechanismtest.Traces(r, cells)
	}
	if kind == "searches" {
		return mechanismtest.Searches(r, cells)
	}
	out := make([]int64, cells)
	for i := range out {
		switch kind {
		case "dense":
			out[i] = 30 + r.Int64N(40)
		case "skewed":
			out[i] = int64(1000 / (1 + float64(i)*r.Float64()))
		case "large":
			out[i] = r.Int64N(2_000_000)
		}
	}
	return out
}

var dataKinds = []string{"dense", "traces", "searches", "skewed", "large", "empty"}

// factsOf states facts of a kind, true of counts over some columns: every margin, every two neighbours, every table over all columns but
// one, or any sets of values.
func factsOf(t *testing.T, r *seeded.Source, kind string, d *domain.Domain, x []int64) constraint.Facts {
	t.Helper()
	attrs := d.Attributes()
	values := make([]int, len(attrs))
	count := func(in func() bool) (n int64) {
		for cell, c := range x {
			if d.Values(values, cell); in() {
				n += c
			}
		}
		return n
	}
	conditions := func(of ...[]int) (constraint.Predicate, func() bool) {
		var b constraint.Box
		for j, list := range of {
			c := constraint.Condition{Column: attrs[j].Name()}
			for _, v := range list {
				c.Values = append(c.Values, attrs[j].Label(v))
			}
			b = append(b, c)
		}
		return constraint.Predicate{b}, func() bool {
			for j, list := range of {
				found := false
				for _, v := range list {
					found = found || v == values[j]
				}
				if !found {
					return false
				}
			}
			return true
		}
	}
	all := func(j int) (out []int) {
		for v := range attrs[j].Size() {
			out = append(out, v)
		}
		return out
	}
	var list []constraint.Fact
	state := func(of ...[]int) {
		p, in := conditions(of...)
		list = append(list, constraint.Fact{ID: fmt.Sprint("f", len(list)), Counts: []constraint.Count{{Of: p, Count: count(in)}}})
	}
	switch kind {
	case "people":
		n := count(func() bool { return true })
		list = []constraint.Fact{{ID: "people", People: &n}}
	case "margins", "tables":
		for j := range attrs {
			var of []int
			for i := range attrs {
				if (i == j) == (kind == "margins") {
					of = append(of, i)
				}
			}
			f := constraint.Fact{ID: fmt.Sprint("t", j), Totals: &constraint.Totals{}}
			sums := make(map[string]int)
			for _, i := range of {
				f.Totals.Columns = append(f.Totals.Columns, attrs[i].Name())
			}
			for cell, c := range x {
				d.Values(values, cell)
				var labels []string
				for _, i := range of {
					labels = append(labels, attrs[i].Label(values[i]))
				}
				key := fmt.Sprint(labels)
				at, ok := sums[key]
				if !ok {
					at = len(f.Totals.Rows)
					sums[key] = at
					f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: labels})
				}
				f.Totals.Rows[at].Count += c
			}
			list = append(list, f)
		}
	case "neighbours":
		for v := range attrs[0].Size() - 1 {
			of := [][]int{{v, v + 1}}
			for j := 1; j < len(attrs); j++ {
				of = append(of, all(j))
			}
			state(of...)
		}
	case "any":
		for range 3 + len(x)/20 {
			var of [][]int
			for j := range attrs {
				var some []int
				for v := range attrs[j].Size() {
					if r.IntN(2) == 0 {
						some = append(some, v)
					}
				}
				if len(some) == 0 {
					some = []int{0}
				}
				of = append(of, some)
			}
			state(of...)
		}
	}
	f, err := constraint.New(d, list)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return f
}

// What is published agrees with everything that is known and with itself, in whole numbers wherever these are found, and is in total no
// farther from the truth than the unadjusted answers, but for rounding: for every method, whatever the data and the facts.
func TestPublishedAnswersAreTrueToFacts(t *testing.T) {
	column := func(name domain.AttributeName, n int) *domain.Attribute {
		return mechanismtest.Column(t)(domain.NewWhole(name, 0, int64(n-1), mechanismtest.NoSpecial))
	}
	span := func(r *seeded.Source, n int) workload.Span {
		a, b := r.IntN(n), r.IntN(n)
		return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
	}
	gave := map[string]map[mechanism.Gave]int{}
	round := 0
	for _, sizes := range [][]int{{40}, {9, 7}, {5, 4, 3}} {
		var columns []*domain.Attribute
		for j, n := range sizes {
			columns = append(columns, column(domain.AttributeName(rune('a'+j)), n))
		}
		for _, facts := range []string{"people", "margins", "neighbours", "tables", "any"} {
			if len(sizes) == 1 && (facts == "margins" || facts == "tables") {
				continue // all counts would be known
			}
			for _, asked := range []string{"table", "ranges", "cumulative", "totals"} {
				if asked == "cumulative" && len(sizes) > 1 || asked == "totals" && len(sizes) == 1 {
					continue
				}
				for _, kind := range dataKinds {
					if round++; round%seeded.Often(23, 3) > 0 {
						continue
					}
					r := seeded.New(uint64(round), 41)
					var question workload.Question
					switch asked {
					case "table", "totals":
						question = workload.Question{Kind: workload.Table, Totals: asked == "totals"}
					case "cumulative":
						question = workload.Question{Kind: workload.Cumulative}
					default:
						question = workload.Question{Kind: workload.Ranges}
						for range 15 {
							var box []workload.Span
							for _, n := range sizes {
								box = append(box, span(r, n))
							}
							if len(sizes) == 1 {
								question.Spans = append(question.Spans, box[0])
							} else {
								question.Boxes = append(question.Boxes, box)
							}
						}
					}
					var parts []policy.Part
					for _, c := range columns {
						if r.IntN(2) == 0 {
							parts = append(parts, mechanismtest.Part(t)(policy.Near(c, mechanismtest.RatOf(2), policy.OwnGroup)))
						} else {
							parts = append(parts, policy.Complete(c))
						}
					}
					name := fmt.Sprintf("%s of %v with %s known, %s", asked, sizes, facts, kind)
					e := mechanismtest.Setup{Columns: columns, Parts: parts, Question: question, Epsilon: []string{"0.02", "0.2", "2"}[r.IntN(3)], Gaussian: r.IntN(3) == 0}.Make(t, name)
					s := e.Scene
					x := dataOf(r, kind, len(e.Counts))
					s.Facts = factsOf(t, r, facts, s.Workload.Domain(), x)
					s.Tied = constraint.Multiplier{Factor: 2} // what facts tie together is not the matter here
					s.Quick = true
					if gave[facts] == nil {
						gave[facts] = map[mechanism.Gave]int{}
					}
					for _, g := range publishedTrueToFacts(t, s, x) {
						gave[facts][g]++
					}
				}
			}
		}
	}
	for facts, of := range gave {
		all := of[mechanism.GaveNothing] + of[mechanism.GaveWholeness] + of[mechanism.GaveSigns] + of[mechanism.GaveFacts]
		t.Logf("%s known: of %d releases %d gave up wholeness, %d signs, %d facts", facts, all, of[mechanism.GaveWholeness], of[mechanism.GaveSigns], of[mechanism.GaveFacts])
		if given := of[mechanism.GaveSigns] + of[mechanism.GaveFacts]; given > 1+all/100 {
			t.Errorf("%s known: signs or facts were given up %d times", facts, given)
		}
		// Of three columns, every table over two of them may leave no whole counts near enough to be found.
		if given := of[mechanism.GaveWholeness]; facts != "tables" && given > 0 || given > all/10 {
			t.Errorf("%s known: wholeness was given up %d times", facts, given)
		}
	}
}

func sumsOf(s mechanismtest.Scene) (out []inference.Sum) {
	for _, u := range s.Facts.Sums(s.Workload.Domain()) {
		out = append(out, inference.Sum(u))
	}
	return out
}

// apart lists the cells of answers as if no two were neighbours.
type apart struct{ linop.Operator }

func (a apart) Row(i int, do func(cell int, n int64)) {
	a.Operator.Row(i, func(cell int, n int64) { do(2*cell, n) })
}

// publishedTrueToFacts releases by every method and checks what is published. It returns what each gave up.
func publishedTrueToFacts(t *testing.T, s mechanismtest.Scene, x []int64) (gave []mechanism.Gave) {
	t.Helper()
	list, err := Candidates(t.Context(), s.Problem)
	if err != nil {
		t.Fatal(err)
	}
	truth := make([]int64, s.Workload.Len())
	op := s.Workload.Operator()
	op.Apply(truth, x)
	slack := rounded(op)
	if _, alone := inference.Parts(op.Columns(), sumsOf(s)); !alone {
		slack = rounded(apart{op}) // where sums cross, cells are not rounded along an order
	}
	for _, c := range list {
		if c.Prepared == nil {
			continue
		}
		a, err := c.Prepared.Release(t.Context(), mechanismtest.VectorOf(t, s.Problem, x), seeded.New(20260102, 1))
		if err != nil {
			t.Fatalf("%s, %s: %v", s.Name, c.Info.ID, err)
		}
		gave = append(gave, a.Gave)
		for _, u := range s.Facts.Sums(s.Workload.Domain()) {
			if _, wrong := disagrees(s, c.Prepared, a, u); wrong != "" && a.Gave != mechanism.GaveFacts {
				t.Errorf("%s, %s: %s", s.Name, c.Info.ID, wrong)
				break
			}
		}
		raw, tidied := 0.0, 0.0
		for i, n := range truth {
			raw += mechanism.Square(a.Unadjusted[i] - float64(n))
			tidied += mechanism.Square(a.TidiedAt(i) - float64(n))
		}
		if math.Sqrt(tidied) > math.Sqrt(1.001*raw+0.25*float64(len(truth)))+slack {
			t.Errorf("%s, %s: off by %.1f in all unadjusted and %.1f published", s.Name, c.Info.ID, math.Sqrt(raw), math.Sqrt(tidied))
		}
	}
	return gave
}
