package line

import (
	"context"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// GaussianHierarchical measures counts of nested groups of values with Gaussian noise and
// reconciles them by least squares (docs/mathematics.md, "Cells, levels and cumulative counts"), with widths
// and budgets per level chosen for the question.
//
// # Guarantee
//
// Along an edge a level changes in two counts by one or, where the policy keeps groups apart, in
// none; the changed counts over their levels' sigma² add up to at most r².
//
// # Expected error
//
// Exact (docs/mathematics.md, "4. Chains").
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type GaussianHierarchical struct{}

func (GaussianHierarchical) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-hierarchical", Name: message.Sprintf("Nested groups, Gaussian noise"), Source: message.Sprintf("Hay, Rastogi, Miklau and Suciu 2010; Canonne, Kamath and Steinke 2020"), Gaussian: true}
}

func (GaussianHierarchical) Check(p mechanism.Problem) mechanism.Fit { return checkGaussianLine(p) }

func (m GaussianHierarchical) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Gaussian, p, tuned(p.Optima, true))
}

// GaussianOrdered measures cumulative counts at the ends of blocks, which may be single values,
// and nested groups of values inside them, all with Gaussian noise and reconciled by least squares
// (docs/mathematics.md, "Cells, levels and cumulative counts"), with blocks, levels and budgets chosen
// for the question.
//
// # Guarantee
//
// An edge changes at most κ cumulative counts by one and every level in at most two counts; κ over
// the former's sigma² plus the levels' changes over theirs is at most r².
//
// # Expected error
//
// Exact (docs/mathematics.md, "4. Chains").
//
// # Cost
//
// Linear in cells and answers; choosing takes some hundreds of closed forms.
type GaussianOrdered struct{}

func (GaussianOrdered) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-ordered", Name: message.Sprintf("Cumulative counts of groups, Gaussian noise"), Source: message.Sprintf("He, Machanavajjhala and Ding 2014, section 7; Canonne, Kamath and Steinke 2020"), Gaussian: true}
}

func (GaussianOrdered) Check(p mechanism.Problem) mechanism.Fit { return checkGaussianLine(p) }

func (m GaussianOrdered) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return PrepareLine(ctx, m.Info(), noise.Gaussian, p, tuned(p.Optima, false))
}

// checkGaussianLine says whether a question can be answered along one ordered column with
// Gaussian noise.
func checkGaussianLine(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	return CheckLine(p)
}

// withoutPresence is unfit where it is secret who is in the file.
func withoutPresence(p mechanism.Problem) mechanism.Fit {
	if p.Policy.Presence() {
		return mechanism.Unfit(guide.Secrets, "when it is secret who is in the file, one person changes every cumulative count: keep the number of people public, or use another method")
	}
	return mechanism.Fit{}
}
