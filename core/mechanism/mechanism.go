package mechanism

import (
	"context"
	"math/big"
	"slices"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
	"steward/core/noise"
)

// Info describes a mechanism.
type Info struct {
	ID     string       // stable, in plan files
	Name   message.Text // on screens
	Source message.Text // author, year, section
	// DataDependent says that the error depends on the data, so that it can only be shown
	// for a stand-in.
	DataDependent bool
	// Gaussian says that the noise is, so that a chance of failure has to be accepted.
	Gaussian bool
	// Consistent says that a tree is answered by possible counts.
	Consistent bool
	// Laborious says that preparing takes long enough to wait for what the others can do.
	Laborious bool
	// Closed says that its noise follows from the question in closed form: nothing is designed, so that a first look begins with it.
	Closed bool
}

// Reason says why a mechanism does not apply, and which step would change that.
type Reason struct {
	Text message.Text
	Step guide.Step
}

// Fit is a mechanism's verdict on a problem: it applies when there are no reasons.
type Fit struct{ Reasons []Reason }

// OK reports whether the mechanism applies.
func (f Fit) OK() bool { return len(f.Reasons) == 0 }

// Unfit returns the verdict that a mechanism does not apply, for one reason, whose remedy is in a step.
func Unfit(step guide.Step, format string, args ...any) Fit {
	return Fit{[]Reason{{message.Sprintf(format, args...), step}}}
}

// Mechanism answers questions with noise that keeps a policy.
type Mechanism interface {
	Info() Info
	// Check says whether the mechanism applies, or the reasons why not.
	Check(p Problem) Fit
	// Prepare chooses strategy and scales. It sees no data. It errors when Check would
	// not pass, and with ctx's error when cancelled.
	Prepare(ctx context.Context, p Problem) (Prepared, error)
}

// Prepared is a mechanism made ready for one problem.
type Prepared interface {
	Info() Info
	// Loss is the part of the problem's budget that a release spends, known facts
	// included; at most the budget, exactly, and the zero Epsilon where the problem is exact.
	Loss() account.Epsilon
	// Noise lists the groups of measured rows with their sensitivity and scale.
	Noise() []Noise
	// ExpectedError returns the expected error of the unadjusted answers; for mechanisms whose
	// error depends on the data the one on the problem's stand-in.
	ExpectedError() accuracy.Estimate
	// Release answers the questions on counts over the problem's domain. Each call draws
	// fresh noise from src and spends Loss again: only core/release calls it on true
	// counts, once, after the ledger was debited.
	Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error)
}

// Task is what was prepared: a problem and by which mechanism. Prepared mechanisms that spend all of
// the problem's budget embed one.
type Task struct {
	By      Info
	Problem Problem
	given   *conditioning // nil where its estimates meet all that is known
}

// Info returns that of the mechanism.
func (t Task) Info() Info { return t.By }

// Loss is all that the problem takes of the budget.
func (t Task) Loss() account.Epsilon { return t.Problem.Spends() }

// Conditioned reports whether its estimates are made to meet more than they do by themselves.
func (t Task) Conditioned() bool { return t.given != nil }

// Asked returns the problem.
func (t Task) Asked() Problem { return t.Problem }

// Noise describes the noise on one group of measured rows.
type Noise struct {
	What message.Text // which rows
	Rows int
	// Sensitivity is the largest L1 change of the group's rows along an edge, per unit
	// of the edge's weight; 0 when no edge changes them.
	Sensitivity *big.Rat
	// Law is that of the noise. Where it is Gaussian the Sensitivity is the square of the largest L2 change.
	noise.Law
}

// Noisy reports whether the group carries noise.
func (n Noise) Noisy() bool { return !n.IsZero() }

// Spent returns the part of the budget that the group spends, exactly: the sensitivity over the
// scale, or, as its square, over sigma². It is 0 for a group without noise.
func (n Noise) Spent() *big.Rat {
	if n.IsZero() {
		return new(big.Rat)
	}
	return new(big.Rat).Quo(n.Sensitivity, n.Rat())
}

// Answers are the answers to a problem's questions, in the order of the workload.
type Answers struct {
	// Unadjusted are unbiased, unless the mechanism's error depends on the data; they may be
	// fractional or negative.
	Unadjusted []float64
	// Tidied are whole and never below zero, and agree with one another where the mechanism estimates cells, but for what they
	// gave up. They are of units, whatever the problem's Unit, and multiples of one over Parts, which is one where it is 0.
	Tidied []int64
	Parts  int64
	Gave   Gave
	// Estimates are what the answers were made from, where it is known.
	Estimates []Estimate
}

// Estimate is what is released and known of the cells that answers were made from.
type Estimate struct {
	Domain *domain.Domain
	// Cells are the estimated cells, whose sums the unadjusted answers are; nil where answers were measured by themselves.
	Cells []float64
	// Public is all that is known of sums of the cells.
	Public []inference.Sum
}

// TidiedAt returns the tidied answer i, in units.
func (a Answers) TidiedAt(i int) float64 { return float64(a.Tidied[i]) / float64(max(a.Parts, 1)) }

// Clone returns a copy of which the tidied answers can be replaced.
func (a Answers) Clone() Answers {
	a.Tidied = slices.Clone(a.Tidied)
	return a
}

// Replace puts tidied answers, in so many parts of one, in the place of those from first on.
func (a *Answers) Replace(first int, tidied []int64, parts int64) {
	all := max(a.Parts, parts, 1)
	a.inParts(all)
	for i, n := range tidied {
		a.Tidied[first+i] = n * (all / parts)
	}
}

// Append adds the answers to further questions.
func (a *Answers) Append(more Answers) {
	parts := max(a.Parts, more.Parts, 1)
	a.inParts(parts)
	a.Unadjusted = append(a.Unadjusted, more.Unadjusted...)
	more.Tidied = slices.Clone(more.Tidied)
	more.inParts(parts)
	a.Tidied, a.Gave = append(a.Tidied, more.Tidied...), max(a.Gave, more.Gave)
	a.Estimates = append(a.Estimates, more.Estimates...)
}

// inParts gives tidied answers in other parts, a multiple of theirs.
func (a *Answers) inParts(parts int64) {
	if times := parts / max(a.Parts, 1); times > 1 {
		for i := range a.Tidied {
			a.Tidied[i] *= times
		}
	}
	a.Parts = parts
}

// MustFit errors with the reasons when a mechanism does not apply.
func MustFit(m Mechanism, p Problem) error {
	f := m.Check(p)
	if f.OK() {
		return nil
	}
	return message.Errorf("%s does not apply: %s", m.Info().Name, f.Reasons[0].Text)
}

// Steward is the source of what is not from a paper: docs/mathematics.md, which the program prints.
const Steward = "Steward 2026, proofs, section "
