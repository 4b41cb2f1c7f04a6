package mechanism

// All returns the mechanisms in the order in which they are shown, simplest first; among
// equally good ones the chooser takes the first.
func All() []Mechanism {
	return []Mechanism{
		laplaceCells{},
		laplaceAnswers{},
		noisySums{},
		smoothedTotal{},
		edgeLaplace{},
		ordered{},
		hierarchical{},
		orderedHierarchical{},
		privelet{},
		nestedBoxes{},
		marginals{},
		gridLines{},
		ramps{},
		softBlocks{},
		matrixSearch{},
		products{},
		treeLaplace{},
		treeIsotonic{},
		treeDawa{},
		treeDawaIsotonic{},
		evened{},
		gaussianCells{},
		noisySums{gauss: true},
		gaussianEdges{},
		gaussianHierarchical{},
		gaussianOrdered{},
		gaussianNested{},
		gaussianMarginals{},
		gaussianStationary{},
		gaussianWaves{},
		gaussianOptimal{},
	}
}

// ByID returns the mechanism with the given id.
func ByID(id string) (Mechanism, bool) {
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
