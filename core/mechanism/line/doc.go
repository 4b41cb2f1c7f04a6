// Package line holds the mechanisms that measure along the order of one column: cumulative counts, nested and
// overlapping groups of values, and averages of cumulative counts, each with Laplace or Gaussian noise.
//
// A line is cut into segments that no edge leaves. A [Design] chooses the [Strategy] of a segment, its rows and their
// budgets; equipping the segment turns these into noise and checks, in exact arithmetic, that no edge spends more than
// the budget. To add a mechanism, write a Design.
package line
