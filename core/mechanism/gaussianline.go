package mechanism

import (
	"context"
	"steward/core/guide"
)

// gaussianHierarchical measures counts of nested groups of values with Gaussian noise and
// reconciles them by least squares (M5 of MECHANISMS in the Gaussian version of 6.1), with widths
// and budgets per level chosen for the question.
//
// # Guarantee
//
// Along an edge a level changes in two counts by one or, where the policy keeps groups apart, in
// none; the changed counts over their levels' sigma² add up to at most r².
//
// # Expected error
//
// Exact (8.1 of MECHANISMS).
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type gaussianHierarchical struct{}

func (gaussianHierarchical) Info() Info {
	return Info{ID: "gaussian-hierarchical", Name: "Nested groups, Gaussian noise", Source: "Hay, Rastogi, Miklau and Suciu 2010; Canonne, Kamath and Steinke 2020", Gaussian: true}
}

func (gaussianHierarchical) Check(p Problem) Fit { return checkGaussianLine(p) }

func (m gaussianHierarchical) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareGaussianLine(ctx, m.Info(), p, tuned(p.Optima, true))
}

// gaussianOrdered measures cumulative counts at the ends of blocks, which may be single values,
// and nested groups of values inside them, all with Gaussian noise and reconciled by least squares
// (M3 and M4 of MECHANISMS in the Gaussian version of 6.1), with blocks, levels and budgets chosen
// for the question.
//
// # Guarantee
//
// An edge changes at most κ cumulative counts by one and every level in at most two counts; κ over
// the former's sigma² plus the levels' changes over theirs is at most r².
//
// # Expected error
//
// Exact (8.1 of MECHANISMS).
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type gaussianOrdered struct{}

func (gaussianOrdered) Info() Info {
	return Info{ID: "gaussian-ordered", Name: "Counting up by groups, Gaussian noise", Source: "He, Machanavajjhala and Ding 2014, section 7; Canonne, Kamath and Steinke 2020", Gaussian: true}
}

func (gaussianOrdered) Check(p Problem) Fit { return checkGaussianLine(p) }

func (m gaussianOrdered) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareGaussianLine(ctx, m.Info(), p, tuned(p.Optima, false))
}

// checkGaussianLine says whether a question can be answered along one ordered column with
// Gaussian noise.
func checkGaussianLine(p Problem) Fit {
	if f := needsDelta(p); !f.OK() {
		return f
	}
	return checkLine(p)
}

// withoutPresence is unfit where it is secret who is in the file.
func withoutPresence(p Problem) Fit {
	if p.Policy.Presence() {
		return unfit(guide.Secrets, "when it is secret who is in the file, one person changes every cumulative count: keep the number of people public, or use another method")
	}
	return Fit{}
}
