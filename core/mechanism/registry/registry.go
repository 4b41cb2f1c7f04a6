package registry

import (
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/line"
	"steward/core/mechanism/matrix"
	"steward/core/mechanism/sums"
	"steward/core/mechanism/trees"
	"steward/core/noise"
)

// All returns the mechanisms in the order in which they are shown, simplest first; among
// equally good ones the chooser takes the first.
func All() []mechanism.Mechanism {
	return []mechanism.Mechanism{
		cells.LaplaceCells{},
		cells.BalancedCells{},
		cells.LaplaceAnswers{},
		sums.NoisySums{},
		sums.SmoothedTotal{},
		edges.EdgeLaplace{},
		line.Ordered{},
		line.Hierarchical{},
		line.OrderedHierarchical{},
		box.Privelet{},
		box.NestedBoxes{},
		box.Marginals{},
		edges.GridLines{},
		line.Ramps{},
		line.SoftBlocks{},
		matrix.MatrixSearch{},
		matrix.Products{},
		trees.TreeLaplace{},
		trees.TreeIsotonic{},
		trees.TreeDawa{},
		trees.TreeDawaIsotonic{},
		trees.DyadicMean{},
		trees.AdaptiveGrid{},
		cells.GaussianCells{},
		sums.NoisySums{Family: noise.Gaussian},
		edges.GaussianEdges{},
		line.GaussianHierarchical{},
		line.GaussianOrdered{},
		box.GaussianNested{},
		box.GaussianMarginals{},
		line.GaussianStationary{},
		box.GaussianWaves{},
		matrix.GaussianOptimal{},
	}
}

// ByID returns the mechanism with the given id, also one that answers several questions side by side.
func ByID(id string) (mechanism.Mechanism, bool) {
	if m, ok := parseAlongside(id); ok {
		return m, true
	}
	return byID(id)
}

func byID(id string) (mechanism.Mechanism, bool) {
	for _, m := range All() {
		if m.Info().ID == id {
			return m, true
		}
	}
	return nil, false
}

// DataDependent reports whether the error of the mechanism with the given id depends on the data.
func DataDependent(id string) bool {
	m, ok := ByID(id)
	return ok && m.Info().DataDependent
}
