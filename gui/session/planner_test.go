package session

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/seeded"
	"steward/gui/words"
)

// noting is a Planner that says what it is asked for.
type noting struct {
	preview.Planner
	asked []string
	fails error
}

func (n *noting) Preview(ctx context.Context, c *plan.Compiled, first *preview.Preview) (preview.Preview, error) {
	n.asked = append(n.asked, "preview")
	if n.fails != nil {
		return preview.Preview{}, n.fails
	}
	return n.Planner.Preview(ctx, c, first)
}

func (n *noting) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error) {
	n.asked = append(n.asked, "errors")
	return n.Planner.Errors(ctx, c)
}

func (n *noting) Points(ctx context.Context, w preview.CurveWork) ([]preview.Point, error) {
	n.asked = append(n.asked, "points")
	return n.Planner.Points(ctx, w)
}

func (n *noting) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	n.asked = append(n.asked, "alone")
	return n.Planner.Alone(ctx, c, question)
}

// smallPlans are plans of two small questions, which share a budget each.
func smallPlans(t *testing.T, budgets ...string) []*plan.Compiled {
	t.Helper()
	var out []*plan.Compiled
	for _, epsilon := range budgets {
		s := newSample(t)
		s.Edit(func(p *plan.Plan) {
			p.Questions = slices.Clone(p.Questions[1:2])
			p.Budget.Epsilon = epsilon
		})
		if s.Compiled() == nil {
			t.Fatal(s.issues)
		}
		out = append(out, s.Compiled())
	}
	return out
}

// Whatever is asked again of the same plan is there, compiled anew or not; another plan and a first look are
// something else, another language is not, and the oldest answer goes first.
func TestRememberedAsksOnce(t *testing.T) {
	ctx := context.Background()
	of := &noting{Planner: planner}
	r := preview.NewRemembered(of, 4)
	plans := smallPlans(t, "0.5", "0.5", "0.6")
	asks := func(what string, c *plan.Compiled, want ...string) {
		t.Helper()
		of.asked = nil
		var err error
		switch what {
		case "preview":
			var p preview.Preview
			if p, err = r.Preview(ctx, c, nil); err == nil && p.Epsilon != c.Plan.Budget.Epsilon {
				t.Errorf("a preview at %s for %s", p.Epsilon, c.Plan.Budget.Epsilon)
			}
		case "errors":
			_, err = r.Errors(ctx, c)
		case "alone":
			_, err = r.Alone(ctx, c, 0)
		}
		if err != nil || !slices.Equal(of.asked, want) {
			t.Errorf("%s at %s asked for %v, want %v: %v", what, c.Plan.Budget.Epsilon, of.asked, want, err)
		}
	}
	asks("alone", plans[0], "alone")
	asks("alone", plans[1])
	asks("alone", plans[2], "alone")
	asks("preview", plans[0].FirstLook(), "preview")
	asks("preview", plans[0], "preview")
	asks("preview", plans[1])
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	asks("preview", plans[0]) // names are said in it where they are shown
	if err := words.Use(words.English); err != nil {
		t.Fatal(err)
	}
	asks("errors", plans[2], "errors")
	asks("alone", plans[0], "alone") // its answer was the oldest
	asks("errors", plans[2])
}

// Points of a curve are worked out once for the same question, budgets and methods.
func TestPointsAreRemembered(t *testing.T) {
	ctx := context.Background()
	of := &noting{Planner: thorough}
	r := preview.NewRemembered(of, 5)
	c := smallPlans(t, "0.5")[0]
	p, err := thorough.Preview(ctx, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	other := p.Questions[0]
	other.Chosen = slices.IndexFunc(other.Candidates, func(c registry.Candidate) bool { return c.Prepared != nil && c.Info.ID != other.Of().Info.ID })
	for _, w := range []struct {
		preview.CurveWork
		asks bool
	}{
		{preview.CurveWork{Plan: c, Preview: p.Questions[0], Epsilons: []string{"0.2", "0.4"}}, true},
		{preview.CurveWork{Plan: c, Preview: p.Questions[0], Epsilons: []string{"0.2", "0.4"}}, false},
		{preview.CurveWork{Plan: c, Preview: p.Questions[0], Epsilons: []string{"0.2"}}, true},
		{preview.CurveWork{Plan: c, Preview: other, Epsilons: []string{"0.2"}}, true},
	} {
		of.asked = nil
		got, err := r.Points(ctx, w.CurveWork)
		if err != nil || len(of.asked) > 0 != w.asks {
			t.Fatalf("points at %v by %s: %v, asked %v", w.Epsilons, w.Preview.Of().Info.ID, err, of.asked)
		}
		want, err := preview.Planning{}.Points(ctx, w.CurveWork)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("points at %v by %s: %v, want %v: %v", w.Epsilons, w.Preview.Of().Info.ID, got, want, err)
		}
	}
}

// What could not be worked out is tried again.
func TestFailuresAreNotRemembered(t *testing.T) {
	of := &noting{Planner: planner, fails: errors.New("no")}
	r := preview.NewRemembered(of, 5)
	c := smallPlans(t, "0.5")[0]
	for range 2 {
		if _, err := r.Preview(context.Background(), c, nil); err != of.fails {
			t.Fatalf("failed with %v", err)
		}
	}
	of.fails = nil
	if _, err := r.Preview(context.Background(), c, nil); err != nil || len(of.asked) != 3 {
		t.Errorf("asked %v: %v", of.asked, err)
	}
}

// Errors that are read off a preview are those that would be worked out, of questions that are answered
// together too.
func TestErrorsOfAPreview(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	s.memory.Optima = new(optimum.Memory) // without the searches of other tests, which may have begun elsewhere
	s.Edit(func(p *plan.Plan) { p.Questions = p.Questions[1:] })
	ctx := context.Background()
	of := &noting{Planner: preview.Planning{}}
	r := preview.NewRemembered(of, 5)
	if _, err := r.Preview(ctx, s.Compiled(), nil); err != nil {
		t.Fatal(err)
	}
	got, err := r.Errors(ctx, s.Compiled())
	if err != nil || !slices.Equal(of.asked, []string{"preview"}) {
		t.Fatalf("asked %v: %v", of.asked, err)
	}
	want, err := preview.Planning{}.Errors(ctx, s.Compiled())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the preview says %+v, want %+v: %v", got, want, err)
	}
}
