// Package matrix holds the mechanisms that search for the combinations of cells to measure: over all cells, with Laplace
// or Gaussian noise, and over products of columns, where all cells together are too many.
//
// The search is core/optimum's; what the families line and box would measure is among the strategies that it starts from.
package matrix
