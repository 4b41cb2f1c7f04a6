package registry

import (
	"context"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/workload"
)

// ways are the problems whose answers answer one.
type ways struct {
	own      []mechanism.Problem // itself first, then with secrets that keep its cells together
	stronger []mechanism.Problem // with more secrets, for what may be better for them
}

func waysOf(p mechanism.Problem) ways {
	p.Workload = p.Workload.Planned()
	return ways{append([]mechanism.Problem{p}, p.Joined()...), p.Stronger()}
}

// of returns those that a mechanism is prepared for. Along one column designs are worked out for the changes that there are, and no better
// for more of them, but for those that depend on the data.
func (w ways) of(m mechanism.Mechanism) []mechanism.Problem {
	if len(w.own[0].Policy.Domain().Attributes()) < 2 && !m.Info().DataDependent {
		return w.own
	}
	return slices.Concat(w.own, w.stronger)
}

// Check says whether a mechanism applies to a problem, or the reasons why not.
func Check(m mechanism.Mechanism, p mechanism.Problem) mechanism.Fit { return check(m, waysOf(p)) }

// check is Check given the ways of a problem.
func check(m mechanism.Mechanism, w ways) mechanism.Fit {
	of := w.of(m)
	fit := m.Check(of[0])
	for _, p := range of[1:] {
		if !fit.OK() && m.Check(p).OK() {
			return mechanism.Fit{}
		}
	}
	return fit
}

// prepare prepares a mechanism for the one of the ways of a problem on which it errs least, the first unless another is better by
// more than a hundredth of a per cent. All of them hide what the problem has to hide, and public numbers decide.
func prepare(ctx context.Context, m mechanism.Mechanism, w ways) (mechanism.Prepared, error) {
	of := w.of(m)
	best, err := prepareOne(ctx, m, of[0])
	for _, p := range of[1:] {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !m.Check(p).OK() {
			continue
		}
		if err == nil {
			p.Before = mechanism.Within(best)
		}
		other, failed := prepareOne(ctx, m, p)
		if failed == nil && (err != nil || better(p.Workload, other, best)) {
			best, err = other, nil
		}
	}
	return best, err
}

// better reports whether a prepared mechanism errs less than another on the same question, by more than a hundredth of a per cent.
func better(w *workload.Workload, a, b mechanism.Prepared) bool {
	other := mechanism.Aimed(w, a)
	return other >= 0 && other < mechanism.Aimed(w, b)*(1-1e-4)
}

// prepareOne prepares a mechanism, with answers and errors in the problem's unit. It errors where the problem takes nothing of
// the budget and the mechanism would add noise.
func prepareOne(ctx context.Context, m mechanism.Mechanism, p mechanism.Problem) (mechanism.Prepared, error) {
	var prepared mechanism.Prepared
	var err error
	if p.Exact && !m.Info().DataDependent {
		prepared, err = p.Told(m.Info())
	}
	if prepared == nil && err == nil {
		prepared, err = m.Prepare(ctx, p)
	}
	switch {
	case err != nil:
		return nil, err
	case p.Exact && !mechanism.Exactly(prepared):
		return nil, message.Errorf("all its answers are published exactly, and this method would add noise")
	}
	if runs, ok := p.Workload.Operator().(linop.Intervals); ok {
		if _, _, stand := runs.StandsForEvery(); stand {
			prepared = mechanism.Following(prepared, p)
		}
	}
	if p.Unit.IsOne() && !p.Workload.Weighs() {
		return prepared, nil
	}
	return mechanism.NewInUnits(prepared, p), nil
}
