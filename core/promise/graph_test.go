package promise

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/seeded"
)

// graph is the secrets of a plan by their definitions: weights of edges between the values of its columns, put
// together cell by cell, with one more vertex for "not in the file". It shares nothing with the policy that plans
// compile to.
type graph struct {
	edge     [][]float64 // +Inf where there is none
	distance [][]float64
}

// column is a column of whole numbers from 0, and the weights of the edges between them.
type values [][]float64

func noEdges(n int) values {
	v := make(values, n)
	for i := range v {
		v[i] = make([]float64, n)
		for j := range v[i] {
			v[i][j] = math.Inf(1)
		}
	}
	return v
}

func (v values) join(weight func(i, j int) (float64, bool)) values {
	for i := range v {
		for j := range v {
			if w, ok := weight(i, j); ok && i != j {
				v[i][j] = w
			}
		}
	}
	return v
}

// drawn is a random plan and its graph.
type drawn struct {
	plan  plan.Plan
	graph graph
	// answers says whether any two answers are joined.
	answers bool
}

func draw(r *seeded.Source) drawn {
	budgets := []string{"0.01", "0.25", "0.5", "1", "2", "5"}
	p := plan.Plan{Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: budgets[r.IntN(len(budgets))]}}
	if r.IntN(3) == 0 {
		p.Budget.Delta = []string{"0.000001", "0.001", "0.0099"}[r.IntN(3)]
	}
	var columns []values
	for c := range 1 + r.IntN(2) {
		n := 3 + r.IntN(2) // so that no rule leaves a column without edges but that which says so
		name := domain.AttributeName(string(rune('a' + c)))
		low, high := int64(0), int64(n-1)
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed,
			Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}})
		secret, v := drawSecret(r, n)
		if secret.Kind != "" {
			secret.Columns = []domain.AttributeName{name}
			if w := []string{"", "", "2", "0.5", "6"}[r.IntN(5)]; w != "" && secret.Kind != plan.Public {
				secret.Weight = w
				times := number64(w)
				v.join(func(i, j int) (float64, bool) { return v[i][j] * times, true })
			}
			p.Secrets.Columns = append(p.Secrets.Columns, secret)
		}
		columns = append(columns, v)
	}
	p.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: []domain.AttributeName{"a"}}}
	together := len(columns)
	if len(columns) > 1 && r.IntN(3) == 0 {
		together, p.Secrets.Together = 1, 1
	}
	absent := math.Inf(1)
	switch r.IntN(5) {
	case 0:
		absent, p.Secrets.Presence = 1, true
	case 1:
		w := []string{"0.5", "1", "3"}[r.IntN(3)]
		absent, p.Secrets.Absences = number64(w), []plan.Absence{{Weight: w}}
	}
	if r.IntN(5) == 0 {
		p.Rows = &plan.Rows{Person: "who", AtMost: 1 + r.IntN(3)}
		absent = min(absent, 1)
	}
	if r.IntN(3) == 0 {
		n := int64(20)
		p.Facts.People = &n
	}
	d := drawn{plan: p, graph: put(columns, together, absent)}
	for u := range d.graph.edge[1:] {
		for v := range u {
			d.answers = d.answers || !math.IsInf(d.graph.edge[u][v], 1)
		}
	}
	return d
}

func number64(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }

func drawSecret(r *seeded.Source, n int) (plan.Secret, values) {
	v := noEdges(n)
	switch r.IntN(7) {
	case 0: // nothing is said of it
		return plan.Secret{}, v.join(func(i, j int) (float64, bool) { return 1, true })
	case 1:
		return plan.Secret{Kind: plan.Public}, v
	case 2:
		within := 1 + r.IntN(2)
		return plan.Secret{Kind: plan.Near, Within: fmt.Sprint(within)}, v.join(func(i, j int) (float64, bool) { return 1, max(i-j, j-i) <= within })
	case 3:
		g := []plan.Group{{Name: "low", Values: []string{"0"}}, {Name: "high"}}
		for i := 1; i < n; i++ {
			g[1].Values = append(g[1].Values, fmt.Sprint(i))
		}
		return plan.Secret{Kind: plan.Groups, Groups: g}, v.join(func(i, j int) (float64, bool) { return 1, i > 0 && j > 0 })
	case 4:
		w := []string{"", "0.25", "6"}[r.IntN(3)]
		weight := 1.0
		if w != "" {
			weight = number64(w)
		}
		return plan.Secret{Kind: plan.Pairs, Pairs: []plan.Pair{{U: []string{"0"}, V: []string{"1"}, Weight: w}}},
			v.join(func(i, j int) (float64, bool) { return weight, i+j == 1 })
	case 5:
		return plan.Secret{Kind: plan.Graded, Unit: "2"}, v.join(func(i, j int) (float64, bool) { return math.Abs(float64(i-j)) / 2, true })
	}
	return plan.Secret{Kind: plan.Everything}, v.join(func(i, j int) (float64, bool) { return 1, true })
}

// put puts columns together: between one and so many of them change along an edge, each along an edge of its own,
// and the edge weighs as much as the heaviest of these.
func put(columns []values, together int, absent float64) graph {
	cells := 1
	for _, c := range columns {
		cells *= len(c)
	}
	var g graph
	for range cells + 1 {
		g.edge, g.distance = append(g.edge, make([]float64, cells+1)), append(g.distance, make([]float64, cells+1))
	}
	for u := range cells + 1 {
		for v := range cells + 1 {
			w := math.Inf(1)
			switch {
			case u == v:
				w = 0
			case max(u, v) == cells:
				w = absent
			default:
				changed, heaviest, x, y := 0, 0.0, u, v
				for _, c := range columns {
					if i, j := x%len(c), y%len(c); i != j {
						changed, heaviest = changed+1, max(heaviest, c[i][j])
					}
					x, y = x/len(c), y/len(c)
				}
				if changed <= together {
					w = heaviest
				}
			}
			g.edge[u][v], g.distance[u][v] = w, w
		}
	}
	for k := range g.distance {
		for u := range g.distance {
			for v := range g.distance {
				g.distance[u][v] = min(g.distance[u][v], g.distance[u][k]+g.distance[k][v])
			}
		}
	}
	return g
}

// worst returns the largest distance of two joined vertices, and the largest of two answers that the way out of
// the file connects; sure says that the first is as long as the heaviest edge.
func (g graph) worst() (joined, answers float64, sure bool) {
	heaviest := 0.0
	last := len(g.edge) - 1
	for u := range g.edge {
		for v := range u {
			if w := g.edge[u][v]; !math.IsInf(w, 1) {
				joined, heaviest = max(joined, g.distance[u][v]), max(heaviest, w)
			}
			if d := g.distance[u][v]; u < last && !math.IsInf(d, 1) {
				answers = max(answers, d)
			}
		}
	}
	return joined, answers, joined == heaviest
}

var figure = regexp.MustCompile(`at most ([0-9.,]+)(?: times|[.;,]? |\.$|$)`)

// said returns the figures that a sentence calls "at most".
func said(t *testing.T, sentence string) []float64 {
	t.Helper()
	var out []float64
	for _, m := range figure.FindAllStringSubmatch(sentence, -1) {
		x, err := strconv.ParseFloat(strings.TrimRight(strings.ReplaceAll(m[1], ",", ""), "."), 64)
		if err != nil {
			t.Fatalf("%q: %v", sentence, err)
		}
		out = append(out, x)
	}
	return out
}

// Every figure that is said of random plans is worked out again from a graph of the test's own, with exact laws:
// that of the worst pure mechanism, randomised response, and with a chance of a failure that of one Gaussian that
// has the promised loss. What is said is never less, and what is said of a pure release is no more than the rounding
// above it where the worst pair is known.
func TestSentencesAgainstGraph(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	r := seeded.New(22, 3)
	seen := make(map[string]int)
	for range seeded.Often(400, 6000) {
		d := draw(r)
		c, err := plan.Compile(d.plan)
		if err != nil {
			t.Fatalf("%+v: %v", d.plan, err)
		}
		p := Of(c)
		joined, answers, sure := d.graph.worst()
		guessing, shifting := p.Guessing(nil), p.Shifting()
		about := fmt.Sprintf("%+v %+v\n%s\n%s", d.plan.Secrets, d.plan.Budget, guessing, shifting)
		if joined == 0 {
			if guessing != nothing || shifting != nothing || p.Band() != "very weak: do not use this for anything that could hurt someone" {
				t.Fatalf("nothing is joined: %s", about)
			}
			seen["nothing"]++
			continue
		}
		at := []float64{joined}
		if !d.answers && c.Policy.PresenceOfAll() && !c.FactsTie() {
			at = append(at, answers)
			seen["presence only"]++
		}
		guesses, factors := said(t, guessing), said(t, shifting)
		if strings.Contains(shifting, "more than a million") {
			factors = []float64{math.Inf(1), math.Inf(1)}
		}
		if len(guesses) != len(at) || len(factors) < len(at) {
			t.Fatalf("%d guesses and %d factors for %v: %s", len(guesses), len(factors), at, about)
		}
		epsilon, pure := c.Budget.Float(), c.Promise.Pure()
		radius := c.Promise.Budget().Float()
		for i, far := range at {
			guess, odds := 100/(1+math.Exp(-epsilon*far)), math.Exp(epsilon*far)
			if !pure {
				guess = 100 * phi(radius*far/2)
				if left := phi((radius*radius*far*far/2-math.Log(factors[i]))/(radius*far)) + phi((-math.Log(factors[i])-radius*radius*far*far/2)/(radius*far)); left > c.Promise.Delta().Float() {
					t.Fatalf("at %v the odds leave their factor with a chance of %v: %s", far, left, about)
				}
				odds = 1
			}
			if guesses[i] < guess*(1-1e-12) || factors[i] < odds*(1-1e-12) {
				t.Fatalf("at %v somebody guesses right %v times, and odds shift by %v: %s", far, guess, odds, about)
			}
			if pure && sure && (guesses[i] > guess+1 || factors[i] < 1e6 && factors[i] > max(odds*1.11, odds+1)) {
				t.Fatalf("at %v somebody guesses right %v times only, and odds shift by %v: %s", far, guess, odds, about)
			}
		}
		if pure != !strings.Contains(shifting, "except in a case") && !strings.Contains(shifting, "more than a million") {
			t.Fatalf("what is left out: %s", about)
		}
		for name, is := range map[string]bool{
			"a chance of a failure": !pure, "rows": d.plan.Rows != nil, "facts that tie": c.FactsTie(), "heavy edges": joined > 1, "light edges": joined < 1, "one answer by itself": d.plan.Secrets.Together == 1,
		} {
			if is {
				seen[name]++
			}
		}
		if want := "two files"; strings.Contains(guessing, want) != c.FactsTie() || strings.Contains(shifting, "two such files") != (c.FactsTie() && !strings.Contains(shifting, "being in the file")) {
			t.Fatalf("facts tie people: %v: %s", c.FactsTie(), about)
		}
		checkBetween(t, d, c, p)
	}
	for _, name := range []string{"nothing", "presence only", "a chance of a failure", "rows", "facts that tie", "heavy edges", "light edges", "one answer by itself"} {
		if seen[name] < 4 {
			t.Errorf("%d plans with %s were drawn", seen[name], name)
		}
	}
}

// checkBetween compares what is said of any two answers with their distance in the test's graph.
func checkBetween(t *testing.T, d drawn, c *plan.Compiled, p Promise) {
	t.Helper()
	attrs := c.Domain.Attributes()
	record := func(cell int) []int {
		out := make([]int, len(attrs))
		for i, a := range attrs {
			out[i], cell = cell%a.Size(), cell/a.Size()
		}
		return out
	}
	cells := len(d.graph.edge) - 1
	for u := range cells {
		for v := range u {
			far := c.Policy.Distance(record(u), record(v))
			truth := d.graph.distance[u][v]
			if far < policy.Infinite && far.Steps() < truth-1e-5 {
				t.Fatalf("%v and %v are %v apart, said to be %v: %+v", record(u), record(v), truth, far.Steps(), d.plan.Secrets)
			}
			loss := truth * c.Budget.Float()
			verdict := p.Verdict(far)
			if reassured := verdict == Hardly; reassured && (loss > 1+1e-9 && c.Promise.Pure() || math.IsInf(truth, 1) || c.Promise.Delta().Float() > 1e-4) {
				t.Fatalf("%q at a loss of %v: %+v", verdict, loss, d.plan)
			}
			if (verdict == Yes) != (far == policy.Infinite) {
				t.Fatalf("%q at a distance of %v", verdict, far)
			}
			if far < policy.Infinite && c.Promise.Pure() {
				if by := p.By(far); !strings.Contains(by, "more than a million") {
					x := number64(strings.ReplaceAll(by[strings.LastIndexByte(by, ' ')+1:], ",", ""))
					if x < math.Exp(loss)*(1-1e-12) {
						t.Fatalf("%q at a loss of %v", by, loss)
					}
				}
			}
		}
	}
}

// What all releases tell is said of the worst pair too, and rounded up.
func TestGuessingAfterAll(t *testing.T) {
	for _, c := range []struct {
		weight, loss, delta string
		same                bool
		times               string
	}{
		{"", "1/2", "0", true, "63"}, {"", "3", "0", false, "96"}, {"6", "1/2", "0", true, "96"}, {"0.5", "2", "0", true, "89"}, {"", "1/2", "1/100", true, "63"}, {"2", "1/2", "1/100", true, "89"},
	} {
		p := towns()
		if c.weight != "" {
			p.Secrets.Columns = []plan.Secret{{Columns: []domain.AttributeName{"town"}, Kind: plan.Everything, Weight: c.weight}}
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		loss, _ := new(big.Rat).SetString(c.loss)
		delta, _ := new(big.Rat).SetString(c.delta)
		says := Of(compiled).GuessingAfterAll(loss, delta, c.same, nil)
		if !strings.Contains(says, "at most "+c.times+" times") || strings.Contains(says, "where earlier") == c.same {
			t.Errorf("weight %q, loss %s: %s", c.weight, c.loss, says)
		}
	}
}
