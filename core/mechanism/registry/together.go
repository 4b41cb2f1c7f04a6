package registry

import (
	"context"
	"slices"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/workload"
)

// Group is one or several questions with the mechanism that answers them. Questions of one
// group are answered from the same noisy counts, with the budgets of all of them, so that
// their answers agree with one another.
type Group struct {
	// Questions are their numbers, rising.
	Questions []int
	// Problem is the question's own, or that of all of them over all their columns.
	Problem  mechanism.Problem
	Prepared mechanism.Prepared
	Why      message.Text
	first    []int // answer with which each question begins, and the number of answers
	shares   []account.Epsilon
}

// NewGroup prepares the problem of some questions, which bring their shares of the budget, with
// the mechanism of the given id; empty means the best.
func NewGroup(ctx context.Context, questions []int, shares []account.Epsilon, p mechanism.Problem, id string) (Group, error) {
	prepared, why, err := Choose(ctx, p, id)
	if err != nil {
		return Group{}, err
	}
	return newGroup(questions, shares, p, prepared, why), nil
}

func newGroup(questions []int, shares []account.Epsilon, p mechanism.Problem, prepared mechanism.Prepared, why message.Text) Group {
	g := Group{Questions: questions, Problem: mechanism.Counted(prepared, p), Prepared: prepared, Why: why, first: []int{0}, shares: shares}
	if parts := p.Workload.Parts(); parts != nil {
		for n, w := range parts {
			g.first = append(g.first, g.first[n]+w.Len())
		}
	} else {
		g.first = append(g.first, p.Workload.Len())
	}
	return g
}

// Joint makes the problem of several questions together; it errors where there is none.
type Joint func(questions []int) (mechanism.Problem, error)

// maxTogether is the most cells over which questions are tried together, and maxTries the most groups that are tried. Tables are tried
// whatever their columns: their mechanism needs no cells, or those of each table alone.
const (
	maxTogether = 1 << 16
	maxTries    = 200
)

// Arrange prepares the questions: each with the mechanism chosen for it, and those for which
// none was chosen with the best one, together with others where that makes some answers
// better and no question worse. It compares expected errors, which are public numbers, so
// that it costs no privacy. Questions that share all the columns of one of them are tried together,
// and tables whatever their columns: where secrets change few columns at once each changes few of
// the tables. What is left by itself then is answered side by side where that helps, each by its own mechanism with more of the budget.
// All of that is done with cumulative counts, and other counts of runs, among the tables from the beginning, and without them, and what leaves less is taken.
//
// Candidates are those of each problem, nil where they are not known: what was prepared is not prepared again.
func Arrange(ctx context.Context, candidates [][]Candidate, problems []mechanism.Problem, chosen []string, joint Joint) ([]Group, error) {
	a := arranging{ctx: ctx, problems: problems, joint: joint}
	for i, p := range problems {
		prepared, why, err := chooseFrom(ctx, candidates[i], p, chosen[i])
		if err != nil {
			return nil, err
		}
		a.groups = append(a.groups, newGroup([]int{i}, []account.Epsilon{p.Budget}, p, prepared, why))
		a.free = append(a.free, chosen[i] == "" && !p.Exact)
	}
	first := slices.Clone(a.groups)
	b := a
	b.groups, b.free = slices.Clone(a.groups), slices.Clone(a.free)
	if err := a.mergeTables(); err != nil {
		return nil, err
	}
	if err := a.settle(first); err != nil {
		return nil, err
	}
	if joined, err := b.mergeRuns(); !joined {
		return a.groups, err
	}
	if err := b.settle(first); err != nil {
		return nil, err
	}
	if now := aims(first); b.left(now) < a.left(now)*(1-1e-4) {
		return b.groups, nil
	}
	return a.groups, nil
}

// settle joins two groups after another as long as that helps, and answers what is left side by side where that does.
func (a *arranging) settle(first []Group) error {
	if err := a.merge(); err != nil {
		return err
	}
	if err := a.refine(); err != nil {
		return err
	}
	return a.alongside(first)
}

// left returns how much of the errors of all questions is left, in parts of what they were.
func (a *arranging) left(now map[int]float64) (sum float64) {
	for _, g := range a.groups {
		for n, i := range g.Questions {
			if aim := g.Aim(n); now[i] > 0 && aim >= 0 {
				sum += aim / now[i]
			}
		}
	}
	return sum
}

// refine tries the mechanisms that take long on what is answered together in the end; on every try it
// would take too long.
func (a *arranging) refine() error {
	if len(a.problems) > 0 && a.problems[0].Quick {
		return nil
	}
	for i, g := range a.groups {
		if !g.Together() || !a.free[i] {
			continue
		}
		now := make(map[int]float64)
		for n, question := range g.Questions {
			now[question] = g.Aim(n)
		}
		for _, m := range All() {
			var c Candidate
			if !m.Info().Laborious {
				continue
			}
			if err := c.try(a.ctx, m, waysOf(g.Problem)); err != nil {
				return err
			}
			better := g
			if better.Prepared = c.Prepared; c.Prepared != nil && better.left(now) < 0.99 {
				a.groups[i] = better
			}
		}
	}
	return nil
}

// arranging is the work of Arrange.
type arranging struct {
	ctx      context.Context
	problems []mechanism.Problem
	joint    Joint
	groups   []Group
	free     []bool // by group, whether its mechanism may be changed
	tries    int
}

// merge joins two groups after another as long as that helps.
func (a *arranging) merge() error {
	for i := 0; i < len(a.groups); i++ {
		for j := i + 1; j < len(a.groups); j++ {
			if !a.free[i] || !a.free[j] || !mayJoin(a.groups[i].Problem, a.groups[j].Problem) || a.tries == maxTries {
				continue
			}
			merged, better, err := a.try([]Group{a.groups[i], a.groups[j]})
			if err != nil {
				return err
			}
			if better {
				a.groups[i] = merged
				a.groups, a.free = slices.Delete(a.groups, j, j+1), slices.Delete(a.free, j, j+1)
				j = i // what did not fit before may fit the larger group
			}
		}
	}
	return nil
}

// mayJoin reports whether two problems are tried together.
func mayJoin(p, q mechanism.Problem) bool {
	return nested(p, q) || box.IsTable(p.Workload) && box.IsTable(q.Workload)
}

// nested reports whether one problem's columns are among the other's.
func nested(p, q mechanism.Problem) bool {
	a, b := p.Workload.Question().Columns, q.Workload.Question().Columns
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, c := range a {
		if !slices.Contains(b, c) {
			return false
		}
	}
	return true
}

// try prepares groups as one, and says whether that leaves no question worse and makes
// one better by a hundredth at least.
func (a *arranging) try(groups []Group) (Group, bool, error) {
	prepared, err := a.prepare(groups, a.candidates)
	if err != nil {
		return Group{}, false, err
	}
	best, left := bestOf(prepared, aims(groups))
	return best, left < 0.99, nil
}

// prepare returns groups as one, by each of the candidates for that.
func (a *arranging) prepare(groups []Group, candidates func(p mechanism.Problem) ([]Candidate, error)) (out []Group, err error) {
	a.tries++
	var questions []int
	for _, g := range groups {
		questions = append(questions, g.Questions...)
	}
	slices.Sort(questions)
	p, err := a.joint(questions)
	if err != nil {
		return nil, nil // too many cells together, say
	}
	list, err := candidates(p)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if c.Prepared != nil && !c.Info.DataDependent {
			out = append(out, Group{Questions: questions, Problem: mechanism.Counted(c.Prepared, p), Prepared: c.Prepared, Why: alike(), first: a.firsts(questions), shares: a.shares(questions)})
		}
	}
	return out, nil
}

// aims returns what each question of some groups is compared by.
func aims(groups []Group) map[int]float64 {
	out := make(map[int]float64)
	for _, g := range groups {
		for n, i := range g.Questions {
			out[i] = g.Aim(n)
		}
	}
	return out
}

// bestOf returns the one of several that leaves the least, and that; 1 where none leaves less than there is.
func bestOf(prepared []Group, now map[int]float64) (best Group, least float64) {
	least = 1
	for _, g := range prepared {
		if left := g.left(now); left < least*(1-1e-4) {
			best, least = g, left
		}
	}
	return best, least
}

// alike is why questions are answered from one set of counts.
func alike() message.Text {
	return message.Sprintf("one set of noisy counts with the budgets of all these questions leaves every one of them with less error than its own share, and their answers agree")
}

// candidates returns the mechanisms for questions together; for tables over several columns, or of very
// many cells, only the one for them, which is for tables alone: what else is told by tables joins all of them at once (mergeRuns).
func (a *arranging) candidates(p mechanism.Problem) ([]Candidate, error) {
	k, err := p.Workload.Domain().Cells()
	tables, many := box.IsTable(p.Workload), p.Workload.Tables() != nil
	switch {
	case (err != nil || k > maxTogether) && !tables:
		return nil, nil
	case tables && (many || k > maxTogether || len(p.Workload.Domain().Attributes()) > fewColumns):
		return a.by(p, box.Marginals{}, box.GaussianMarginals{})
	case tables:
		return quickCandidates(a.ctx, p)
	}
	return a.by(p, slices.DeleteFunc(All(), func(m mechanism.Mechanism) bool {
		return m.Info().Laborious || m == mechanism.Mechanism(box.Marginals{}) || m == mechanism.Mechanism(box.GaussianMarginals{})
	})...)
}

// by returns what some mechanisms make of a problem.
func (a *arranging) by(p mechanism.Problem, list ...mechanism.Mechanism) ([]Candidate, error) {
	out, of := make([]Candidate, len(list)), waysOf(p)
	for i, m := range list {
		if err := out[i].try(a.ctx, m, of); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fewColumns is how many columns there are at most where every mechanism is tried on tables together.
const fewColumns = 3

// firsts returns the answers with which questions begin among those of all of them.
func (a *arranging) firsts(questions []int) []int {
	out := []int{0}
	for n, i := range questions {
		out = append(out, out[n]+a.problems[i].Workload.Len())
	}
	return out
}

func (a *arranging) shares(questions []int) (out []account.Epsilon) {
	for _, i := range questions {
		out = append(out, a.problems[i].Budget)
	}
	return out
}

// left returns which part of the expected squared error is left, on average over the
// questions, or 1 when one of them is worse off.
func (g Group) left(now map[int]float64) float64 {
	sum := 0.0
	for n, i := range g.Questions {
		mean := g.Aim(n)
		switch {
		case mean < 0 || mean > now[i]*(1+1e-9):
			return 1
		case now[i] == 0:
			sum++
		default:
			sum += mean / now[i]
		}
	}
	return sum / float64(len(g.Questions))
}

// Aim returns what question n of the group is compared by (see Candidate).
func (g Group) Aim(n int) float64 {
	w := g.Problem.Workload
	parts := w.Parts()
	if parts == nil && len(g.Questions) == 1 {
		return mechanism.Aimed(w, g.Prepared) // which need not list all errors
	}
	if parts != nil {
		w = parts[n]
	}
	return mechanism.Aimed(w, g.Part(n))
}

// Together reports whether several questions are answered together.
func (g Group) Together() bool { return len(g.Questions) > 1 }

// Error returns the expected error of the unadjusted answers of the group's question n.
func (g Group) Error(n int) accuracy.Estimate { return g.Within(n, g.Prepared.ExpectedError()) }

// Within returns the part of an estimate of all answers that is about the group's question n.
func (g Group) Within(n int, e accuracy.Estimate) accuracy.Estimate {
	if e.Answers != nil {
		e.Answers = e.Answers[g.first[n]:g.first[n+1]]
		if parts := g.Problem.Workload.Parts(); parts != nil {
			e.Leading = mechanism.Leading(parts[n])
		}
	}
	return e
}

// Workload returns the group's question n.
func (g Group) Workload(n int) *workload.Workload {
	if parts := g.Problem.Workload.Parts(); parts != nil {
		return parts[n]
	}
	return g.Problem.Workload
}

// Noise returns the noise that the answers to the group's question n are made of: that of all of them, but for tables each of
// which is made of some of it.
func (g Group) Noise(n int) []mechanism.Noise {
	if p, ok := mechanism.Within(g.Prepared).(interface {
		NoiseIn(question int) []mechanism.Noise
	}); ok {
		return p.NoiseIn(n)
	}
	return g.Prepared.Noise()
}

// First returns which of the group's answers is the first one to its question n.
func (g Group) First(n int) int { return g.first[n] }

// Of returns the answers of the group's question n among those of a release.
func (g Group) Of(n int, a mechanism.Answers) mechanism.Answers {
	a.Unadjusted, a.Tidied = a.Unadjusted[g.first[n]:g.first[n+1]], a.Tidied[g.first[n]:g.first[n+1]]
	return a
}

// TogetherID is the id under which answering questions together stands beside mechanisms. No
// plan names it: it is what Arrange does where nothing is chosen.
const TogetherID = "together"

// Part returns the group's question n as if a mechanism answered it: with its own share as
// loss, the noise of all of them, and its own errors. It releases nothing by itself.
func (g Group) Part(n int) mechanism.Prepared { return share{g, n} }

type share struct {
	group Group
	n     int
}

func (p share) Info() mechanism.Info {
	return mechanism.Info{ID: TogetherID, Name: message.Sprintf("Together with other questions"), Source: p.group.Prepared.Info().Source}
}

// Whole returns what answers all of the group's questions.
func (p share) Whole() mechanism.Prepared { return p.group.Prepared }

func (p share) Loss() account.Epsilon            { return p.group.shares[p.n] }
func (p share) Noise() []mechanism.Noise         { return p.group.Noise(p.n) }
func (p share) ExpectedError() accuracy.Estimate { return p.group.Error(p.n) }

func (p share) Release(context.Context, *histogram.Vector, noise.Source) (mechanism.Answers, error) {
	return mechanism.Answers{}, message.New("a question that is answered together with others is not released by itself")
}

// Position returns which of the group's questions has a number.
func (g Group) Position(question int) (int, bool) {
	n := slices.Index(g.Questions, question)
	return n, n >= 0
}

// Combine returns the error of a weighted sum of answers of the group's question n, numbered from
// 0 among those of the question; see [Combine].
func (g Group) Combine(n int, terms []mechanism.Term) (mechanism.Combined, error) {
	return mechanism.Combine(g.Part(n), terms)
}

// Combined shifts the answers of one question to where they stand among those of all.
func (p share) Combined(terms []mechanism.Term) mechanism.Combined {
	own := slices.Clone(terms)
	for i := range own {
		own[i].Answer += p.group.first[p.n]
	}
	return p.group.Prepared.(mechanism.Combiner).Combined(own)
}

// GroupOf returns the group that answers a question, if one does, and the question's place there.
func GroupOf(groups []Group, question int) (g Group, place int, ok bool) {
	for _, g := range groups {
		if n, ok := g.Position(question); ok {
			return g, n, true
		}
	}
	return Group{}, 0, false
}
