package preview_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/seeded"
)

// survey is a plan of two columns that asks for a table with percentages of all, cumulative counts and ranges; the number of people is known.
func survey(people int64, change func(p *plan.Plan)) plan.Plan {
	p := plan.Plan{Version: plan.Version, DataSet: "People", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}}, Budget: plan.Budget{Epsilon: "0.5"}}
	low := int64(0)
	for j, high := range []int64{5, 2} {
		p.Columns = append(p.Columns, plan.Column{Name: []domain.AttributeName{"a", "b"}[j], Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed,
			Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}})
	}
	p.Facts.People = &people
	p.Questions = []plan.Question{
		{ID: "t", Title: "Table", Kind: "table", Columns: []domain.AttributeName{"a", "b"}, Totals: true, Percent: []plan.Percent{{}}},
		{ID: "c", Title: "Up to", Kind: "cumulative", Columns: []domain.AttributeName{"a"}},
		{ID: "r", Title: "Ranges", Kind: "ranges", Columns: []domain.AttributeName{"a"}, Ranges: []plan.Span{{From: "1", To: "3"}, {From: "2", To: "5"}}},
	}
	if change != nil {
		change(&p)
	}
	return p
}

// surveys are such plans, by what is secret.
func surveys() map[string]plan.Plan {
	return map[string]plan.Plan{
		"everything":  survey(200, nil),
		"one answer":  survey(200, func(p *plan.Plan) { p.Secrets.Together = 1 }),
		"being there": survey(200, func(p *plan.Plan) { p.Secrets.Presence, p.Facts.People = true, nil }),
		"a chance":    survey(200, func(p *plan.Plan) { p.Budget.Delta = "0.000001" }),
	}
}

func compile(t *testing.T, p plan.Plan) *plan.Compiled {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The budget that is solved for is enough, and one a twentieth lower is not.
func TestSolve(t *testing.T) {
	ctx := t.Context()
	for name, p := range surveys() {
		c := compile(t, p)
		shown, err := preview.New(ctx, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for question := range c.Problems {
			within := func(epsilon string) float64 {
				at, err := preview.Planning{}.Points(ctx, preview.CurveWork{Plan: c, Preview: shown.Questions[question], Question: question, Epsilons: []string{epsilon}})
				if err != nil {
					t.Fatal(err)
				}
				return at[0].Own.WorstHalfWidth
			}
			want := within("0.5") / 2
			found, err := preview.Solve(ctx, c, question, want)
			if err != nil {
				t.Fatal(err)
			}
			var budget float64
			if _, err := fmt.Sscan(found, &budget); err != nil {
				t.Fatal(err)
			}
			if less := fmt.Sprintf("%.4f", budget*0.95); within(found) > want || within(less) <= want {
				t.Errorf("%s, question %d: for %g there are %g at %s, and %g at %s", name, question, want, within(found), found, within(less), less)
			}
		}
		if _, err := preview.Solve(ctx, c, 0, -1); err == nil {
			t.Errorf("%s: a negative error was solved for", name)
		}
	}
}

// A curve passes through what the preview says at the plan's own budget, falls with it, and is the same however the points are asked for.
func TestPoints(t *testing.T) {
	ctx := t.Context()
	budgets := []string{"0.05", "0.5", "5"}
	for name, p := range surveys() {
		c := compile(t, p)
		shown, err := preview.New(ctx, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range shown.Questions {
			w := preview.CurveWork{Plan: c, Preview: q, Question: i, Epsilons: budgets}
			points, err := preview.Planning{}.Points(ctx, w)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := points[1].Own.MeanSquare, q.Group.Error(q.Place).Summary().MeanSquare; math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s, question %d: a mean square of %g on the curve, and %g in the preview", name, i, got, want)
			}
			for n := 1; n < len(points); n++ {
				if !(points[n].Own.MeanSquare < points[n-1].Own.MeanSquare) {
					t.Errorf("%s, question %d: at %s there is no less error than at %s", name, i, budgets[n], budgets[n-1])
				}
				w.Epsilons = budgets[n : n+1]
				if alone, err := (preview.Planning{}).Points(ctx, w); err != nil || alone[0] != points[n] {
					t.Errorf("%s, question %d: by itself the point at %s is another: %v, %v", name, i, budgets[n], alone, err)
				}
			}
		}
	}
}

// drawn is people by their answers.
type drawn [][]int

func (drawn) Name() message.Text { return message.Verbatim("drawn") }

func (d drawn) Read(_ context.Context, _ *plan.Compiled, v release.Visit) (release.Totals, error) {
	for _, values := range d {
		if err := v.Cell(values, 1); err != nil {
			return release.Totals{}, err
		}
	}
	return release.Totals{Records: int64(len(d)), People: int64(len(d))}, nil
}

// Each percentage of all, those of totals among them, is within the largest number that is said of them 19 times in 20, unadjusted, and for some it
// takes that much; it fails by chance less than once in a billion.
func TestDerivedErrorIsKept(t *testing.T) {
	const people = 200
	r := seeded.New(23, 8)
	for _, name := range []string{"everything", "one answer"} {
		p := surveys()[name]
		c := compile(t, p)
		shown, err := preview.New(t.Context(), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		said := preview.DerivedError(p, p.Questions[0], &shown.Questions[0]).String()
		var least, most float64
		if _, err := fmt.Sscanf(said[strings.Index(said, "within"):], "within %g to %g percentage", &least, &most); err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		var file drawn
		truth := make([]float64, 7*4) // the last of each row and column is a total
		for range people {
			a, b := r.IntN(6), r.IntN(3)
			file = append(file, []int{a, b})
			for _, i := range []int{a, 6} {
				truth[4*i+b]++
				truth[4*i+3]++
			}
		}
		tries, kept := seeded.Often(60, 400), make([]int, len(truth))
		for try := range tries {
			out, err := releasetest.Release(c, file, noisetest.NewScript(fmt.Sprint(name, try)), releasetest.NoLedger())
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range truth {
				if math.Abs(out.Questions[0].Unadjusted[i]-v)/people*100 <= most {
					kept[i]++
				}
			}
		}
		by := 6.5 * math.Sqrt(0.95*0.05*float64(tries)) // 28 numbers, of which the last is exact
		tight := 0
		for i, n := range kept {
			if float64(n) < 0.95*float64(tries)-by {
				t.Errorf("%s: number %d is within %g points %d times in %d (%q)", name, i, most, n, tries, said)
			}
			if float64(n) < 0.98*float64(tries) {
				tight++
			}
		}
		if tight == 0 || least > most/1.2 {
			t.Errorf("%s: from %g to %g points is more than any percentage is off", name, least, most)
		}
	}
}

// What is told of percentages depends on whether the people are public, and of questions without any nothing is told.
func TestDerivedErrorIsSaidWhereItIsKnown(t *testing.T) {
	unknown := survey(200, func(p *plan.Plan) { p.Facts.People = nil })
	if got := preview.DerivedError(unknown, unknown.Questions[0], nil).String(); !strings.Contains(got, "which only the release shows") {
		t.Errorf("with an unknown number of people: %q", got)
	}
	if got := preview.DerivedError(unknown, unknown.Questions[1], nil); !got.IsZero() {
		t.Errorf("of a question without percentages: %q", got)
	}
}

// Nothing that Bare takes off a plan changes an error.
func TestBare(t *testing.T) {
	for name, p := range surveys() {
		whole, err := preview.Planning{}.Errors(t.Context(), compile(t, p))
		if err != nil {
			t.Fatal(err)
		}
		bare := preview.Bare(p)
		bare.DataSet, bare.Title, bare.Data = "Others", "Of others", plan.Data{Reviewed: &plan.Fingerprint{Digest: "y"}}
		again, err := preview.Planning{}.Errors(t.Context(), compile(t, bare))
		if err != nil {
			t.Fatal(err)
		}
		for i := range whole {
			if whole[i].Summary() != again[i].Summary() {
				t.Errorf("%s, question %d: %+v, and bare %+v", name, i, whole[i].Summary(), again[i].Summary())
			}
		}
	}
}
