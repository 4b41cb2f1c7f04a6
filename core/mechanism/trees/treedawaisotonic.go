package trees

import (
	"context"

	"steward/core/mechanism"
	"steward/core/message"
)

// TreeDawaIsotonic measures as TreeDawa does and answers by the closest subtree counts of data
// that is nowhere below zero, as TreeIsotonic does (Haney, Machanavajjhala and Ding 2015, section
// 6: "Transformed + DAWA + consistency").
//
// # Guarantee
//
// That of TreeDawa: all else is made of its noisy numbers.
//
// # Expected error
//
// It depends on the data and is measured on a public stand-in.
//
// # Cost
//
// That of both.
type TreeDawaIsotonic struct{}

func (TreeDawaIsotonic) Info() mechanism.Info {
	return mechanism.Info{ID: "tree-dawa-isotonic", Name: message.Sprintf("Groups found in the data, made consistent"), DataDependent: true, Consistent: true,
		Source: message.Sprintf("Li, Hay, Miklau and Wang 2014; Haney, Machanavajjhala and Ding 2015, section 6")}
}

func (TreeDawaIsotonic) Check(p mechanism.Problem) mechanism.Fit { return checkForest(p) }

func (m TreeDawaIsotonic) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareForest(ctx, m, p, groupNoises(p))
}
