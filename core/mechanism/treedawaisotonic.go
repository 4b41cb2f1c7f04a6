package mechanism

import "context"

// treeDawaIsotonic measures as treeDawa does and answers by the closest subtree counts of data
// that is nowhere below zero, as treeIsotonic does (Haney, Machanavajjhala and Ding 2015, section
// 6: "Transformed + DAWA + consistency").
//
// # Guarantee
//
// That of treeDawa: all else is made of its noisy numbers.
//
// # Expected error
//
// It depends on the data and is measured on a public stand-in.
//
// # Cost
//
// That of both.
type treeDawaIsotonic struct{}

func (treeDawaIsotonic) Info() Info {
	return Info{ID: "tree-dawa-isotonic", Name: "Groups found in the data, made possible", DataDependent: true,
		Source: "Li, Hay, Miklau and Wang 2014; Haney, Machanavajjhala and Ding 2015, section 6"}
}

func (treeDawaIsotonic) Check(p Problem) Fit { return checkGrove(p) }

func (m treeDawaIsotonic) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	return prepareGrove(ctx, m, p, groupNoises(p))
}
