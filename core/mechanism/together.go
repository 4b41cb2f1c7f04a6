package mechanism

import (
	"context"
	"errors"
	"slices"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/noise"
)

// Group is one or several questions with the mechanism that answers them. Questions of one
// group are answered from the same noisy counts, with the budgets of all of them, so that
// their answers agree with one another.
type Group struct {
	// Questions are their numbers, rising.
	Questions []int
	// Problem is the question's own, or that of all of them over all their columns.
	Problem  Problem
	Prepared Prepared
	Why      string
	first    []int // answer with which each question begins, and the number of answers
	shares   []account.Epsilon
}

// NewGroup prepares the problem of some questions, which bring their shares of the budget, with
// the mechanism of the given id; empty means the best.
func NewGroup(ctx context.Context, questions []int, shares []account.Epsilon, p Problem, id string) (Group, error) {
	prepared, why, err := Choose(ctx, p, id)
	if err != nil {
		return Group{}, err
	}
	g := Group{Questions: questions, Problem: p, Prepared: prepared, Why: why, first: []int{0}, shares: shares}
	if parts := p.Workload.Parts(); parts != nil {
		for n, w := range parts {
			g.first = append(g.first, g.first[n]+w.Len())
		}
	} else {
		g.first = append(g.first, p.Workload.Len())
	}
	return g, nil
}

// Joint makes the problem of several questions together; it errors where there is none.
type Joint func(questions []int) (Problem, error)

// maxTogether is the most cells over which questions are tried together, and
// maxTries the most groups that are.
const (
	maxTogether = 1 << 16
	maxTries    = 200
)

// Arrange prepares the questions: each with the mechanism chosen for it, and those for which
// none was chosen with the best one, together with others where that makes some answers
// better and no question worse. It compares expected errors, which are public numbers, so
// that it costs no privacy. Only questions that share all the columns of one of them are
// tried together.
func Arrange(ctx context.Context, problems []Problem, chosen []string, joint Joint) ([]Group, error) {
	a := arranging{ctx: ctx, problems: problems, joint: joint}
	for i, p := range problems {
		g, err := NewGroup(ctx, []int{i}, []account.Epsilon{p.Budget}, p, chosen[i])
		if err != nil {
			return nil, err
		}
		a.groups = append(a.groups, g)
		a.free = append(a.free, chosen[i] == "")
	}
	if err := a.merge(); err != nil {
		return nil, err
	}
	return a.groups, nil
}

// arranging is the work of Arrange.
type arranging struct {
	ctx      context.Context
	problems []Problem
	joint    Joint
	groups   []Group
	free     []bool // by group, whether its mechanism may be changed
	tries    int
}

// merge joins two groups after another as long as that helps.
func (a *arranging) merge() error {
	for i := 0; i < len(a.groups); i++ {
		for j := i + 1; j < len(a.groups); j++ {
			if !a.free[i] || !a.free[j] || !nested(a.groups[i].Problem, a.groups[j].Problem) || a.tries == maxTries {
				continue
			}
			a.tries++
			merged, better, err := a.try(a.groups[i], a.groups[j])
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

// nested reports whether one problem's columns are among the other's.
func nested(p, q Problem) bool {
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

// try prepares two groups as one, and says whether that leaves no question worse and makes
// one better by a hundredth at least.
func (a *arranging) try(g, h Group) (Group, bool, error) {
	questions := append(slices.Clone(g.Questions), h.Questions...)
	slices.Sort(questions)
	p, err := a.joint(questions)
	if err != nil {
		return Group{}, false, nil // too many cells together, say
	}
	if k, err := p.Workload.Domain().Cells(); err != nil || k > maxTogether {
		return Group{}, false, nil
	}
	candidates, err := Candidates(a.ctx, p)
	if err != nil {
		return Group{}, false, err
	}
	now := make(map[int]float64)
	for _, old := range []Group{g, h} {
		for n, i := range old.Questions {
			now[i] = old.Error(n).Summary().MeanSquare
		}
	}
	best, gain := Group{}, 1.0
	for _, c := range candidates {
		if c.Prepared == nil || c.Info.DataDependent {
			continue
		}
		m := Group{Questions: questions, Problem: p, Prepared: c.Prepared, first: a.firsts(questions), shares: a.shares(questions)}
		if left := m.left(now); left < gain*(1-1e-4) {
			best, gain = m, left
		}
	}
	best.Why = "one set of noisy counts with the budgets of all these questions leaves every one of them with less error than its own share, and their answers agree"
	return best, gain < 0.99, nil
}

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
		mean := g.Error(n).Summary().MeanSquare
		switch {
		case mean > now[i]*(1+1e-9):
			return 1
		case now[i] == 0:
			sum++
		default:
			sum += mean / now[i]
		}
	}
	return sum / float64(len(g.Questions))
}

// Together reports whether several questions are answered together.
func (g Group) Together() bool { return len(g.Questions) > 1 }

// Error returns the expected error of the unadjusted answers of the group's question n.
func (g Group) Error(n int) accuracy.Estimate { return g.Within(n, g.Prepared.ExpectedError()) }

// Within returns the part of an estimate of all answers that is about the group's question n.
func (g Group) Within(n int, e accuracy.Estimate) accuracy.Estimate {
	if e.Answers != nil {
		e.Answers = e.Answers[g.first[n]:g.first[n+1]]
	}
	return e
}

// Of returns the answers of the group's question n among those of a release.
func (g Group) Of(n int, a Answers) Answers {
	return Answers{a.Unadjusted[g.first[n]:g.first[n+1]], a.Tidied[g.first[n]:g.first[n+1]]}
}

// TogetherID is the id under which answering questions together stands beside mechanisms. No
// plan names it: it is what Arrange does where nothing is chosen.
const TogetherID = "together"

// Part returns the group's question n as if a mechanism answered it: with its own share as
// loss, the noise of all of them, and its own errors. It releases nothing by itself.
func (g Group) Part(n int) Prepared { return share{g, n} }

type share struct {
	group Group
	n     int
}

func (p share) Info() Info {
	return Info{ID: TogetherID, Name: "Together with other questions", Source: p.group.Prepared.Info().Source}
}

func (p share) Loss() account.Epsilon            { return p.group.shares[p.n] }
func (p share) Noise() []Noise                   { return p.group.Prepared.Noise() }
func (p share) ExpectedError() accuracy.Estimate { return p.group.Error(p.n) }

func (p share) Release(context.Context, *histogram.Vector, noise.Source) (Answers, error) {
	return Answers{}, errors.New("a question that is answered together with others is not released by itself")
}

// Position returns which of the group's questions has a number.
func (g Group) Position(question int) (int, bool) {
	n := slices.Index(g.Questions, question)
	return n, n >= 0
}
