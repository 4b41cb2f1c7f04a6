package policy

import "steward/core/policy/weighted"

// Reacher is a Part over one column whose values stand in a line and which can say at once
// how far its edges reach, whatever they weigh. Policy.Line offers it for policies whose
// edges all weigh One.
type Reacher interface {
	// Reach returns for each value the highest value joined to it, or the value itself
	// when none above is. Sensitivities of nested and of disjoint runs need no more.
	Reach() []int
	// Solid reports whether every value between a value and its reach is joined to it, so
	// that the reach describes the whole graph.
	Solid() bool
}

// Displacer is a Part in which it depends on the differences of the values' numbers alone
// which combinations are joined, and how heavily: lines, grids and metrics over evenly
// spaced values. Sensitivities on such a box are maxima over displacements instead of
// edges, and need no walk over a million cells.
type Displacer interface {
	// Displacements calls yield for every vector of differences, one per column, along
	// which combinations are joined, and for one of each vector and its opposite (the one
	// whose first difference other than zero is above zero), until yield returns false.
	// The vector is reused between calls.
	//
	// Exactly those combinations are joined that differ by a listed vector or its opposite
	// and have declared values wherever they differ: a blank or other answer stays as it
	// is along an edge. It returns false, and yields nothing, when the part is of another
	// kind: values unevenly spaced, or special cells joined to all.
	Displacements(yield func(by []int, w weighted.Weight) bool) bool
}

// Partition is a Part that joins exactly the combinations inside the same block to one
// another, at the same weight: sensitivities are then taken block by block.
type Partition interface {
	// Blocks returns the block of each combination, numbered from 0 in order of first
	// appearance, and how many there are. It returns false when the part joins more than
	// that, as where special cells are joined to all.
	Blocks() (block []int, count int, ok bool)
}

// Sole returns the only part of a policy without impossible combinations in which the cells
// have the numbers of the part's combinations, so that what the part knows of its graph (as
// a Reacher, Displacer or Partition) holds for the policy's edges between cells. Edges to
// "not in the file" come on top of them.
func (p *Policy) Sole() (Part, bool) {
	if len(p.parts) != 1 || p.together == 0 || !p.domain.AllPossible() {
		return nil, false
	}
	for i, pos := range p.at[0] {
		if i != pos {
			return nil, false
		}
	}
	return p.parts[0], true
}

// Line returns the part of a policy over a single column whose cells are all possible, if
// that part can tell its reach and all of its edges weigh One.
func (p *Policy) Line() (Reacher, bool) {
	if len(p.parts) != 1 || len(p.at[0]) != 1 || !p.domain.AllPossible() {
		return nil, false
	}
	if p.together == 0 {
		return noEdges{p.parts[0].Size()}, true
	}
	if !allOne(p.parts[0]) {
		return nil, false
	}
	r, ok := p.parts[0].(Reacher)
	return r, ok
}

// allOne reports whether all edges of a part surely weigh One.
func allOne(p Part) bool {
	lightest, heaviest := p.Weights()
	return heaviest == 0 || lightest == weighted.One && heaviest == weighted.One
}

// noEdges is the reach of a line on which no two values are joined.
type noEdges struct{ size int }

func (n noEdges) Reach() []int {
	reach := make([]int, n.size)
	for i := range reach {
		reach[i] = i
	}
	return reach
}

func (n noEdges) Solid() bool { return true }

// EdgesAtLeast returns how many edges between cells the policy has at least, without walking over any: those that change one part
// all of whose values are joined. It is 0 where combinations are impossible.
func (p *Policy) EdgesAtLeast() float64 {
	cells, err := p.domain.Cells()
	if err != nil || p.together == 0 || !p.domain.AllPossible() {
		return 0
	}
	edges := 0.0
	for _, part := range p.parts {
		if AllJoined(part) {
			edges += float64(cells) * float64(part.Size()-1) / 2
		}
	}
	return edges
}
