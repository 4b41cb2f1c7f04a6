package mechanism

import (
	"steward/core/account"
	"steward/core/constraint"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/workload"
)

// Problem is what a mechanism is prepared for: a question with the policy over its own
// columns, the known facts and the question's budget. It holds no data.
type Problem struct {
	// Workload is the question; its domain is the policy's.
	Workload *workload.Workload
	// Policy is the published policy projected to the question's columns.
	Policy *policy.Policy
	Facts  constraint.Facts
	// Tied is how many people's answers the facts tie together under the published policy, and how far apart that leaves counts, of
	// which Policy is a projection; the zero value means as the facts say for Policy, in the
	// edge-minimal reading, which may be more.
	Tied constraint.Multiplier
	// Budget is the question's share: the epsilon of pure mechanisms. Gaussian says that it is
	// also the r of Gaussian ones, which keep rho = r²/2 (account.Promise); without it they do
	// not apply.
	Budget   account.Epsilon
	Gaussian bool
	// Shares are those of the budget that each of several questions brings which are answered together, nil where they are equal.
	Shares []account.Epsilon
	// Optima, unless it is nil, remembers the best strategies of the same questions at other
	// budgets, and what was searched for.
	Optima *optimum.Memory
	// Rows is how many rows each person may have, or how many units their row's weight, all of
	// which are hidden together; 0 and 1 both mean one.
	Rows int
	// Unit is how many people a counted unit stands for. Everything that comes of a problem by
	// Candidates or Choose is in people: unadjusted answers and their errors are Unit times those
	// of the counts. Noise and sensitivities are of units, and so are tidied answers (Answers).
	Unit Unit
	// Disclose says that the steward agreed to publish without noise what the policy
	// discloses exactly: the totals of its connected components.
	Disclose bool
	// Exact says that every answer follows from what is public (NeedsNoNoise) and takes nothing of the budget of a release: only
	// methods that add no noise apply, and they see nothing but known sums and facts (Seen). Budget is then the share that it would
	// have, at which plain differential privacy is compared with it.
	Exact bool
	// StandIn is public data of the same kind, given with the problem: mechanisms whose error
	// depends on the data apply only where it is there, and are compared on it.
	StandIn StandIn
	// Rival is the least mean squared error, of units, of the other mechanisms that apply, where it is known.
	Rival float64
	// Before is what the same mechanism prepared for fewer secrets than these, from which a search may go on; nil where there is nothing.
	Before Prepared
	// Quick leaves out the mechanisms that take long to prepare, for a first look. What is found
	// without them keeps the same promise, and may have more error.
	Quick bool
	// PeopleOnly says that estimates meet the number of people and no more of what facts tell, as they did in releases of record
	// versions 1 and 2, which are verified so.
	PeopleOnly bool
	// Raw says that nobody reads tidied answers. They are made possible cell by cell then, in no time, and
	// not as near as can be to the unadjusted ones, which stay as they are.
	Raw bool
}

// NewProblem projects a policy to the columns of a question. It errors when the question's
// columns are not those of the policy, and with *constraint.Refusal when the effect of the
// facts is not bounded.
func NewProblem(w *workload.Workload, published *policy.Policy, facts constraint.Facts, budget account.Epsilon) (Problem, error) {
	p, err := published.Project(w.Question().Columns)
	if err != nil {
		return Problem{}, message.Errorf("question %q: %w", w.Question().Title, err)
	}
	if budget.IsZero() {
		return Problem{}, message.Errorf("question %q has no budget", w.Question().Title)
	}
	m, err := facts.Tie(published, constraint.EdgeMinimal)
	if err != nil {
		return Problem{}, message.Errorf("question %q: %w", w.Question().Title, err)
	}
	return Problem{Workload: w, Policy: p, Facts: facts, Tied: m, Budget: budget}, nil
}

// Multiplier returns how many rows' answers have to be hidden together: those that the facts
// tie together, and all of a person's (a change of a person is one of each of their slots, so
// that the loss adds up over the slots). Its Factor is 0 where facts are refused.
func (p Problem) Multiplier() constraint.Multiplier {
	m := p.TiedPeople()
	if p.Rows > 1 {
		why := message.Sprintf("each person can have up to %d rows, and all of them are hidden together", p.Rows)
		if m.Ties {
			why = message.Sprintf("%s; %s", why, m.Why)
		}
		m.Factor, m.Why = m.Factor*p.Rows, why
	}
	return m
}

// Family is that of noise which is drawn in steps under the problem's promise, whose losses then add up as its own do.
func (p Problem) Family() noise.Family {
	if p.Gaussian {
		return noise.Gaussian
	}
	return noise.Laplace
}

// Effective returns the budget for noise: the question's budget times the least weight of the
// policy's edges, divided by the multiplier (docs/mathematics.md, "Public facts"). A mechanism that hides every edge
// alike by it hides each by its own weight at least, so sensitivities need not know weights.
// Every mechanism takes the multiplier and the weights through this one door.
func (p Problem) Effective() account.Epsilon { return p.budgetFor(p.Policy.LeastWeight()) }

// EffectiveAt returns the budget for noise that hides the edges of one weight alone: what Effective
// is for the least weight. Where facts tie people together it is Effective for every weight, since
// what has to move along with a light edge may be heavy ones.
func (p Problem) EffectiveAt(w weighted.Weight) account.Epsilon {
	if p.TiedPeople().Factor > 1 {
		return p.Effective()
	}
	return p.budgetFor(w)
}

// TiedPeople returns how many people's answers the facts tie together.
func (p Problem) TiedPeople() constraint.Multiplier {
	if p.Tied.Factor == 0 {
		return p.Facts.Multiplier(p.Policy)
	}
	return p.Tied
}

func (p Problem) budgetFor(w weighted.Weight) account.Epsilon {
	e := p.Budget.Over(p.Multiplier().Factor)
	if w != weighted.One {
		var err error
		if e, err = e.Times(w.Rat()); err != nil {
			panic("mechanism: weights are above zero: " + err.Error())
		}
	}
	return e
}

// CountsOnly is unfit for questions that add up numbers.
func CountsOnly(p Problem) Fit {
	if p.Workload.Weighs() {
		return Unfit(guide.Questions, "it counts people, and this question adds up numbers: use noise on each total")
	}
	return Fit{}
}

// MaxVarianceWork bounds the cells visited when errors of ranges are added up cell by cell.
const MaxVarianceWork = 500_000_000
