// Package weighted has what secrets are stated in: graphs whose edges weigh something, the length of the
// shortest ways along them, and what becomes of several graphs that are put together. It knows
// of no columns and no values: those are package policy's.
//
// Searches end after a bounded amount of work, with an upper bound of a distance.
package weighted

// A Graph is weighted. Its vertices are numbered from 0, and it does not change once made.
type Graph interface {
	// Weight returns the weight of the edge between two vertices, and false when they
	// are not joined. No vertex is joined to itself.
	Weight(u, v int) (Weight, bool)
	// Neighbours calls yield for each vertex joined to u, each once, until yield
	// returns false.
	Neighbours(u int, yield func(v int, w Weight) bool)
	// Weights returns bounds that no edge is lighter or heavier than; Infinite and 0 when
	// there surely is no edge.
	Weights() (lightest, heaviest Weight)
	// Distance returns the length of a shortest chain of edges between u and v, Infinite
	// when there is none. Where a graph says so it is an upper bound for very many vertices:
	// then less is promised than is kept.
	Distance(u, v int) Weight
	// Components returns for each vertex the number of its connected component,
	// numbered from 0 in order of first appearance, and how many there are.
	Components() (component []int, count int)
}
