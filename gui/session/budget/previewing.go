package budget

import (
	"context"
	"encoding/json"
	"slices"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
)

// previewState is what is known of the errors under the present plan and under budgets that
// are only tried. One preview is worked out at a time, in the background; when it is done
// and something else is wanted by then, that comes next. So the window follows a slider as
// fast as errors can be worked out, and never falls behind.
type previewState struct {
	shape   string // of the present plan, "" until it is asked for
	trial   string // the budget that is tried, "" for that of the plan
	running *previewWork
	kept    []keptPreview // the newest last
	curve   curveState
	wish    wishState
}

// previewKey says what a preview is of: the plan without its budget, and a budget.
type previewKey struct{ shape, epsilon string }

type previewWork struct {
	key    previewKey
	cancel context.CancelFunc
}

type keptPreview struct {
	key     previewKey
	preview *preview.Preview
	err     error
	tried   bool // at a budget that no plan had so far
	rough   bool // a first look, which a better one follows
}

// mostKept is how many previews are remembered, so that undoing shows the errors at once.
const mostKept = 4

// stale is called when the plan has changed.
func (p *previewState) stale() { p.shape, p.trial = "", "" }

// shapeOf returns what the errors under a plan depend on, apart from the budget.
func (s *Step) shapeOf() string {
	if s.preview.shape == "" {
		p := preview.Bare(s.of.Plan())
		p.Budget.Epsilon = ""
		questions := make([]plan.Question, len(p.Questions))
		for i, q := range p.Questions {
			q.ID, q.Title = "", ""
			if q.Mechanism != "" { // which one changes no error, but it is not answered with others
				q.Mechanism = "chosen"
			}
			if !sharesColumns(p.Questions, i) {
				q.Mechanism = ""
			}
			questions[i] = q
		}
		p.Questions = questions
		if c := s.of.Compiled(); c != nil {
			p.StandIn = shapeOfStandIn(c)
		}
		data, err := json.Marshal(p)
		if err != nil {
			panic("session: a plan that cannot be written: " + err.Error())
		}
		s.preview.shape = string(data)
	}
	return s.preview.shape
}

// shapeOfStandIn returns what errors depend on of what a plan is compared on: which numbers there
// are, by what identifies them.
func shapeOfStandIn(c *plan.Compiled) *plan.StandIn {
	if c.Plan.StandIn == nil {
		return nil
	}
	out := plan.StandIn{Kind: c.Plan.StandIn.Kind, Name: c.Plan.StandIn.Name, File: c.Plan.StandIn.File}
	for i, p := range c.Problems {
		if slices.Contains(c.Lacking, i) {
			continue
		}
		t := plan.StandInTable{Columns: p.Workload.Question().Columns}
		for _, of := range c.Plan.StandIn.Tables {
			if of.Paid != nil && slices.Equal(of.Columns, t.Columns) {
				t.Of, t.Paid = of.Of, of.Paid
			}
		}
		out.Tables = append(out.Tables, t)
	}
	return &out
}

// sharesColumns reports whether question i could be answered together with another: the
// columns of one are among those of the other.
func sharesColumns(questions []plan.Question, i int) bool {
	among := func(a, b []domain.AttributeName) bool {
		return !slices.ContainsFunc(a, func(c domain.AttributeName) bool { return !slices.Contains(b, c) })
	}
	for j, q := range questions {
		if j != i && (among(q.Columns, questions[i].Columns) || among(questions[i].Columns, q.Columns)) {
			return true
		}
	}
	return false
}

// wanted returns what the window wants to show.
func (s *Step) wanted() previewKey {
	k := previewKey{s.shapeOf(), s.of.Plan().Budget.Epsilon}
	if s.preview.trial != "" {
		k.epsilon = s.preview.trial
	}
	return k
}

func (p *previewState) find(k previewKey) *keptPreview {
	for i := range p.kept {
		if p.kept[i].key == k && !p.kept[i].rough {
			return &p.kept[i]
		}
	}
	return nil
}

// Preview returns the expected errors under the present plan, or nil while they are being
// worked out; it starts working them out when needed. It returns nil for good while the
// plan has issues.
func (s *Step) Preview() *preview.Preview {
	if s.of.Compiled() == nil {
		return nil
	}
	s.workOut()
	if k := s.preview.find(previewKey{s.shapeOf(), s.of.Plan().Budget.Epsilon}); k != nil {
		k.tried = false
	}
	return s.Foreseen()
}

// Foreseen is Preview that starts no work: nil too while nothing asked for the errors.
func (s *Step) Foreseen() *preview.Preview {
	if s.of.Compiled() == nil {
		return nil
	}
	if k := s.preview.find(previewKey{s.shapeOf(), s.of.Plan().Budget.Epsilon}); k != nil && k.err == nil {
		return k.preview.For(s.of.Plan().Questions)
	}
	return nil
}

// Try has the errors worked out that the plan would have with another budget for the whole
// release, without changing the plan. The next edit ends it, and so does trying the plan's
// own budget.
func (s *Step) Try(epsilon string) {
	if s.preview.trial = epsilon; epsilon == s.of.Plan().Budget.Epsilon {
		s.preview.trial = ""
	}
	if s.of.Compiled() != nil {
		s.workOut()
	}
}

// Tried returns the budget whose errors are shown: the one that is tried, or the plan's.
func (s *Step) Tried() string { return s.wanted().epsilon }

// Look returns the errors to show: those at the budget that is tried, or under the plan. While
// they are being worked out it returns the latest that there are of the same questions,
// and that they are not current; or nil.
func (s *Step) Look() (p *preview.Preview, current bool) {
	if s.of.Compiled() == nil {
		return nil, false
	}
	s.workOut()
	want := s.wanted()
	if k := s.preview.find(want); k != nil && k.err == nil {
		return k.preview.For(s.of.Plan().Questions), true
	}
	for i := len(s.preview.kept) - 1; i >= 0; i-- {
		if k := s.preview.kept[i]; k.key.shape == want.shape && k.err == nil {
			return k.preview.For(s.of.Plan().Questions), false
		}
	}
	return nil, false
}

// workOut starts working out what is wanted, unless it is there or under way.
func (s *Step) workOut() {
	want := s.wanted()
	if now := s.preview.running; now != nil {
		if now.key.shape != want.shape {
			now.cancel()
		}
		return
	}
	if s.of.Compiled() == nil || s.preview.find(want) != nil {
		return
	}
	ctx, cancel := context.WithCancel(s.of.Context())
	work := &previewWork{want, cancel}
	s.preview.running = work
	planner, compiled, own := s.of.Planner(), s.of.Compiled(), want.epsilon == s.of.Plan().Budget.Epsilon
	// What was searched for at one budget is remembered at others, so that only the first errors
	// of a plan are worth a first look.
	first := own && !slices.ContainsFunc(s.preview.kept, func(k keptPreview) bool { return k.key.shape == want.shape })
	s.of.Go(func() {
		var look *preview.Preview
		if first {
			if p, err := planner.Preview(ctx, compiled.FirstLook(), nil); err == nil {
				look = &p
				s.of.Dispatch(func() {
					if ctx.Err() == nil && s.preview.find(want) == nil {
						s.keep(keptPreview{key: want, preview: &p, rough: true})
						s.of.Changed()
					}
				})
			}
		}
		p, err := previewAt(ctx, planner, compiled, want.epsilon, look)
		s.of.Dispatch(func() {
			cancelled := ctx.Err() != nil
			cancel()
			s.preview.running = nil
			if !cancelled {
				s.keep(keptPreview{key: want, preview: &p, err: err, tried: !own})
			}
			if s.of.Compiled() != nil {
				s.workOut()
			}
			s.of.Changed()
		})
	})
}

// previewAt works out the errors at a budget, the plan's own or another, after a first look at the
// former if there was one.
func previewAt(ctx context.Context, planner preview.Planner, c *plan.Compiled, epsilon string, first *preview.Preview) (preview.Preview, error) {
	if epsilon != c.Plan.Budget.Epsilon {
		var err error
		if c, err = preview.WithBudget(c, epsilon); err != nil {
			return preview.Preview{}, err
		}
	}
	return planner.Preview(ctx, c, first)
}

// keep remembers a preview, in the place of a first look, and shows its error if it is of the present plan. Of the budgets
// that were only tried it remembers the latest.
func (s *Step) keep(k keptPreview) {
	s.preview.kept = slices.DeleteFunc(s.preview.kept, func(other keptPreview) bool {
		return other.rough || k.tried && other.tried && other.key.epsilon != s.of.Plan().Budget.Epsilon
	})
	if n := len(s.preview.kept); n >= mostKept {
		s.preview.kept = slices.Clone(s.preview.kept[n-mostKept+1:])
	}
	s.preview.kept = append(s.preview.kept, k)
	if k.err != nil && s.of.Compiled() != nil && k.key == s.wanted() {
		s.of.Fail(guide.Budget, k.err)
	}
}

// smallerBeside says after another sentence why the best method is so although another has smaller figures beside it: what is compared is the
// error over all numbers. It is empty where none has.
func smallerBeside(q preview.Question) string {
	best := q.Of().Summary
	for _, i := range q.Ranked() {
		c := q.Candidates[i]
		if i != q.Chosen && c.Prepared != nil && c.Summary.RMSE >= best.RMSE && (c.Summary.WorstHalfWidth < 0.99*best.WorstHalfWidth || c.Summary.MostTypical < 0.99*best.MostTypical) {
			own, other := accuracy.People(best.RMSE), accuracy.People(c.Summary.RMSE)
			if own == other {
				return " " + words.T("Some figures of “%s” are smaller, but over all numbers its root mean square error is not.", words.Say(c.Info.Name))
			}
			return " " + words.T("Some figures of “%s” are smaller, but over all numbers its root mean square error is %s instead of %s.", words.Say(c.Info.Name), words.Number(other), words.Number(own))
		}
	}
	return ""
}

// WhyMethod says why the chosen mechanism was chosen.
func (s *Step) WhyMethod(q preview.Question) string {
	chosen := q.Of()
	if q.Chosen != q.Best {
		return words.T("You chose this method. %s would be more accurate.", words.Say(q.Candidates[q.Best].Info.Name))
	}
	switch {
	case q.Problem.Exact && !q.Problem.Disclose:
		return words.T("All its numbers follow from what the public already knows. It costs nothing, and the whole budget is left to what needs noise.")
	case q.Problem.Exact:
		return words.T("All its numbers are published exactly, as you agreed to. It costs nothing, and the whole budget is left to what needs noise.")
	}
	text := words.T("It has the least expected error of all that apply.")
	if on, ok := q.StandIns[q.Chosen]; ok {
		text = words.T("It has the least expected error of all that apply, measured on %s; with your data another may be better.", words.Say(on))
	}
	text += smallerBeside(q)
	switch {
	case chosen.Info.ID == registry.TogetherID && registry.SideBySide(q.Group.Prepared.Info().ID):
		text = words.T("A secret pair that changes what one of these questions is about leaves others as they are. So they do not have to share the budget, and each of them has less error than by itself.")
	case chosen.Info.ID == registry.TogetherID:
		text = words.T("One set of noisy counts with the budgets of these questions leaves each of them with less error than its own share would, and their answers agree.")
	}
	if factor := q.WithinFactor(); !factor.IsZero() {
		text += " " + words.Say(factor)
	}
	return text
}
