// Package inference tidies released numbers: it makes them monotone, non-negative, whole,
// or agree with a public total. Every function takes numbers that have already been
// released and facts that are already public, and nothing else, so none of them costs any
// budget (post-processing). None of them may ever be given a true count.
//
// The projections onto convex sets that contain the truth (isotonic, simplex, non-negative,
// known total) never increase the total squared error of the vector, and Nearest that of sums of
// it; but those that are not
// linear bias small cells upwards: the unadjusted numbers are published beside the tidied
// ones, and sums are formed from the unadjusted ones. The order is: linear facts first, then
// isotonic or simplex, then whole numbers.
//
// All vectors are in records per cell (or records up to a cell), all functions refuse NaN and
// infinite values and empty vectors with an error, and on an error leave their input as it was.
package inference
