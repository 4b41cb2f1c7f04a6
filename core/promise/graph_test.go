package promise

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// drawn is a random plan, and its graph by the definitions with the distances in it.
type drawn struct {
	*plantest.Drawn
	edge, distance [][]float64 // +Inf where there is none
	// answers says whether any two answers are joined.
	answers bool
}

// draw makes a plan that knows of how many people there are at most.
func draw(r *seeded.Source) drawn {
	d := drawn{Drawn: plantest.Draw(r)}
	d.Plan.Facts.Stated, d.Plan.Facts.Reading = nil, ""
	d.Plan.Budget.Epsilon = []string{"0.01", "0.25", "0.5", "1", "2", "5"}[r.IntN(6)]
	if d.Plan.Budget.Delta != "" {
		d.Plan.Budget.Delta = []string{"0.000001", "0.001", "0.0099"}[r.IntN(3)]
	}
	d.Plan.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table", Columns: []domain.AttributeName{d.Plan.Columns[0].Name}}}
	for u, edges := range d.Graph.Edge {
		d.edge = append(d.edge, make([]float64, len(edges)))
		for v, w := range edges {
			switch {
			case u == v:
			case w == nil:
				d.edge[u][v] = math.Inf(1)
			default:
				d.edge[u][v], _ = w.Float64()
				d.answers = d.answers || max(u, v) < d.Graph.Absent()
			}
		}
		d.distance = append(d.distance, slices.Clone(d.edge[u]))
	}
	for k := range d.distance {
		for u := range d.distance {
			for v := range d.distance {
				d.distance[u][v] = min(d.distance[u][v], d.distance[u][k]+d.distance[k][v])
			}
		}
	}
	return d
}

func number64(s string) float64 { x, _ := strconv.ParseFloat(s, 64); return x }

// worst returns the largest distance of two joined vertices, and the largest of two answers that the way out of
// the file connects; sure says that the first is as long as the heaviest edge.
func (d drawn) worst() (joined, answers float64, sure bool) {
	heaviest := 0.0
	last := len(d.edge) - 1
	for u := range d.edge {
		for v := range u {
			if w := d.edge[u][v]; !math.IsInf(w, 1) {
				joined, heaviest = max(joined, d.distance[u][v]), max(heaviest, w)
			}
			if far := d.distance[u][v]; u < last && !math.IsInf(far, 1) {
				answers = max(answers, far)
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
// that of the worst pure mechanism, randomised response, and with a chance of failure that of one Gaussian that
// has the promised loss. What is said is never less, and what is said of a pure release is no more than the rounding
// above it where the worst pair is known.
func TestSentencesAgainstGraph(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	r := seeded.New(22, 3)
	seen := make(map[string]int)
	kinds := []string{"nothing", "presence only", "a chance of failure", "rows", "facts that tie", "heavy edges", "light edges", "one answer by itself"}
	rare := func(kind string) bool { return seen[kind] < 4 }
	for n := 0; n < seeded.Often(400, 6000) || n < 4000 && slices.ContainsFunc(kinds, rare); n++ {
		d := draw(r)
		c, err := plan.Compile(d.Plan)
		if err != nil {
			t.Fatalf("%+v: %v", d.Plan, err)
		}
		p := Of(c)
		joined, answers, sure := d.worst()
		guessing, shifting := p.Guessing(nil).String(), p.Shifting().String()
		about := fmt.Sprintf("%+v %+v\n%s\n%s", d.Plan.Secrets, d.Plan.Budget, guessing, shifting)
		if joined == 0 {
			if guessing != nothing.String() || shifting != nothing.String() || p.Band().String() != "very weak: do not use this for anything that could hurt someone" {
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
			// Weights are kept rounded down: what is promised, and said, is a hair more than by the definition.
			kept := far - lost
			least, shifted := 100/(1+math.Exp(-epsilon*kept)), math.Exp(epsilon*kept)
			if !pure {
				least, shifted = 100*phi(radius*kept/2), 1
			}
			if guesses[i] < least*(1-1e-12) || factors[i] < shifted*(1-1e-12) {
				t.Fatalf("at %v someone guesses right %v times, and odds shift by %v: %s", far, guess, odds, about)
			}
			if pure && sure && !bounded(d.Plan) && (guesses[i] > guess+1 || factors[i] < 1e6 && factors[i] > max(odds*1.11, odds+1)) {
				t.Fatalf("at %v someone guesses right %v times only, and odds shift by %v: %s", far, guess, odds, about)
			}
		}
		if pure != !strings.Contains(shifting, "except in a case") && !strings.Contains(shifting, "more than a million") {
			t.Fatalf("what is left out: %s", about)
		}
		for name, is := range map[string]bool{
			"a chance of failure": !pure, "rows": d.Plan.Rows != nil, "facts that tie": c.FactsTie(), "heavy edges": joined > 1, "light edges": joined < 1, "one answer by itself": d.Plan.Secrets.Together == 1,
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
	for _, kind := range kinds {
		if rare(kind) {
			t.Errorf("%d plans with %s were drawn", seen[kind], kind)
		}
	}
}

// lost is what rounding weights down takes off a distance, at most.
const lost = 1e-5

// bounded says that the worst pair of a plan is not known exactly: of secrets that are put together, and of weights that
// impossible combinations could leave out.
func bounded(p plan.Plan) bool {
	return len(p.Impossible) > 0 || slices.ContainsFunc(p.Secrets.Columns, func(s secret.Secret) bool { return s.Kind == secret.Any || s.Kind == secret.All })
}

// checkBetween compares what is said of any two answers with their distance in the test's graph.
func checkBetween(t *testing.T, d drawn, c *plan.Compiled, p Promise) {
	t.Helper()
	record := d.Graph.Values
	for u := range d.Graph.Absent() {
		for v := range u {
			if !d.Graph.Possible(u) || !d.Graph.Possible(v) {
				continue
			}
			far := c.Policy.Distance(record(u), record(v))
			truth := d.distance[u][v]
			if far < weighted.Infinite && far.Steps() < truth-lost {
				t.Fatalf("%v and %v are %v apart, said to be %v: %+v", record(u), record(v), truth, far.Steps(), d.Plan.Secrets)
			}
			loss := max(truth-lost, 0) * c.Budget.Float()
			verdict := p.Verdict(far)
			if reassured := verdict == Hardly; reassured && (loss > 1+1e-9 && c.Promise.Pure() || math.IsInf(truth, 1) || c.Promise.Delta().Float() > 1e-4) {
				t.Fatalf("%q at a loss of %v: %+v", verdict, loss, d.Plan)
			}
			if (verdict == Yes) != (far == weighted.Infinite) {
				t.Fatalf("%q at a distance of %v", verdict, far)
			}
			if far < weighted.Infinite && c.Promise.Pure() {
				if by := p.By(far).String(); !strings.Contains(by, "more than a million") {
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
			p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Everything, Weight: c.weight}}
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		loss, _ := new(big.Rat).SetString(c.loss)
		delta, _ := new(big.Rat).SetString(c.delta)
		says := Of(compiled).GuessingAfterAll(loss, nil, delta, c.same, nil)
		if !strings.Contains(says.String(), "at most "+c.times+" times") || strings.Contains(says.String(), "where earlier") == c.same {
			t.Errorf("weight %q, loss %s: %s", c.weight, c.loss, says)
		}
	}
}
