// Package trees holds the mechanisms that release sums over the subtrees of a spanning forest of the policy's graph,
// and what finds groups of cells in noisy ones of these: their errors depend on the data.
//
// The forests are core/tree's, and what draws the groups is core/partition's.
package trees
