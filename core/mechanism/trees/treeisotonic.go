package trees

import (
	"context"

	"steward/core/mechanism"
	"steward/core/message"
)

// TreeIsotonic adds noise as TreeLaplace does and answers by the closest subtree counts of data
// that is nowhere below zero (Hay, Rastogi, Miklau and Suciu 2010, on the transformed vector of
// Haney, Machanavajjhala and Ding 2015, section 6: "consistent estimate"). On a line that is
// isotonic regression of the cumulative counts. Where the policy's graph is no forest it works on
// one of small stretch.
//
// # Guarantee
//
// An edge changes at most as many coordinates as the forest's stretch l, by one each; scale l/ε.
// All else is made of the noisy numbers.
//
// # Expected error
//
// It depends on the data: much less than the noise alone where many cells are empty. Over all
// coordinates together it is never more, whatever the data, but for single answers that is no
// bound, so the error is measured on a public stand-in.
//
// # Cost
//
// Linear where trees are paths, otherwise it grows with their depth.
type TreeIsotonic struct{}

func (TreeIsotonic) Info() mechanism.Info {
	return mechanism.Info{ID: "tree-isotonic", Name: message.Sprintf("Noise on cumulative counts, made consistent"), DataDependent: true, Consistent: true,
		Source: message.Sprintf("Hay, Rastogi, Miklau and Suciu 2010; Haney, Machanavajjhala and Ding 2015, section 6")}
}

func (TreeIsotonic) Check(p mechanism.Problem) mechanism.Fit { return checkForest(p) }

func (m TreeIsotonic) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	return prepareForest(ctx, m, p, func(g *SpanningForest) ([]treeNoise, error) {
		n, err := NewSubtreeNoise(g, p)
		return []treeNoise{n}, err
	})
}
