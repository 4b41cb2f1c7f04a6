package preview

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/plan"
)

// Planner works out, from a plan alone, what errors its numbers will have. That can take seconds, so
// sessions have it done in the background.
type Planner interface {
	// Preview returns the errors of every method for everything that a plan asks. first, unless it is
	// nil, is a first look at the same plan, which need not be worked out again.
	Preview(ctx context.Context, c *plan.Compiled, first *Preview) (Preview, error)
	// Errors returns the error of every question by what a release would use.
	Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error)
	// Alone returns the error of a question that is answered by itself.
	Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error)
	// Points returns points of a curve.
	Points(ctx context.Context, w CurveWork) ([]Point, error)
}

// Planning is the Planner that works everything out.
type Planning struct{}

// Preview is for Planner.
func (Planning) Preview(ctx context.Context, c *plan.Compiled, first *Preview) (Preview, error) {
	return refined(ctx, c, first, nil)
}

// Errors is for Planner.
func (Planning) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error) {
	groups, err := c.Arrange(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]accuracy.Estimate, len(c.Problems))
	for i := range out {
		g, n, _ := registry.GroupOf(groups, i)
		out[i] = g.Error(n)
	}
	return out, nil
}

// Alone is for Planner.
func (Planning) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	prepared, _, err := registry.Choose(ctx, c.Problems[question], c.Plan.Questions[question].Mechanism)
	if err != nil {
		return accuracy.Summary{}, err
	}
	return mechanism.SummaryOf(prepared), nil
}

// Remembered is a Planner that remembers what another one said of the latest plans, so that going to
// and fro between plans takes no time, and what several steps ask is worked out once. Sessions may share
// one.
type Remembered struct {
	of   Planner
	most int

	mutex sync.Mutex
	said  map[asked]any // what the methods of Planner returned
	order []asked       // of what is said, the latest at the end
}

// asked says what a planner was asked: the method, and what its answer depends on.
type asked struct {
	what string
	key  [sha256.Size]byte
}

// NewRemembered returns a Planner that remembers so many answers of another one at most.
func NewRemembered(of Planner, most int) *Remembered {
	return &Remembered{of: of, most: most, said: make(map[asked]any)}
}

// Preview is for Planner.
func (r *Remembered) Preview(ctx context.Context, c *plan.Compiled, first *Preview) (Preview, error) {
	return remembered(r, askedOf("preview", c, 0), func() (Preview, error) { return r.of.Preview(ctx, c, first) })
}

// Errors is for Planner.
func (r *Remembered) Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error) {
	return remembered(r, askedOf("errors", c, 0), func() ([]accuracy.Estimate, error) {
		if known, ok := r.recall(askedOf("preview", c, 0)); ok {
			p := known.(Preview)
			out := make([]accuracy.Estimate, len(p.Questions))
			for i, q := range p.Questions {
				out[i] = q.Group.Error(q.Place)
			}
			return out, nil
		}
		return r.of.Errors(ctx, c)
	})
}

// Alone is for Planner.
func (r *Remembered) Alone(ctx context.Context, c *plan.Compiled, question int) (accuracy.Summary, error) {
	return remembered(r, askedOf("alone", c, question), func() (accuracy.Summary, error) { return r.of.Alone(ctx, c, question) })
}

// Points is for Planner.
func (r *Remembered) Points(ctx context.Context, w CurveWork) ([]Point, error) {
	return remembered(r, askedOf("points "+w.by(), w.Plan, w.Question), func() ([]Point, error) { return r.of.Points(ctx, w) })
}

// askedOf says that something was asked of a compiled plan.
func askedOf(what string, c *plan.Compiled, question int) asked {
	data, err := json.Marshal([]any{Bare(c.Plan), c.Lacking, c.Quick, question})
	if err != nil {
		panic("preview: a plan that cannot be written: " + err.Error())
	}
	return asked{what, sha256.Sum256(data)}
}

// remembered returns what is remembered, or works it out and remembers it.
func remembered[T any](r *Remembered, a asked, work func() (T, error)) (T, error) {
	if known, ok := r.recall(a); ok {
		return known.(T), nil
	}
	out, err := work()
	if err == nil {
		r.keep(a, out)
	}
	return out, err
}

func (r *Remembered) recall(a asked) (any, bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known, ok := r.said[a]
	return known, ok
}

// keep remembers an answer, and forgets the oldest for it.
func (r *Remembered) keep(a asked, answer any) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if _, ok := r.said[a]; !ok {
		r.order = append(r.order, a)
	}
	r.said[a] = answer
	for len(r.order) > r.most {
		delete(r.said, r.order[0])
		r.order = r.order[1:]
	}
}

// Bare returns a plan without what no error depends on.
func Bare(p plan.Plan) plan.Plan {
	p.DataSet, p.Title, p.Data, p.Paper = "", "", plan.Data{}, ""
	p.Budget = plan.Budget{Epsilon: p.Budget.Epsilon, Delta: p.Budget.Delta}
	return p
}
