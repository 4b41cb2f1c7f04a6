// Package choice publishes one option of a public list instead of counts: a percentile, the most
// common value, or the option with the best score, such as the price with the highest revenue.
//
// Every option has a score that is made of the counts; the option is drawn by permute-and-flip
// (McKenna and Sheldon 2020), or by the exponential mechanism (McSherry and Talwar 2007) where the
// release accepts a chance of failure. Both draw exactly (core/noise), by a rate that is the
// budget over the range sensitivity of the score under the policy (docs/mathematics.md, "Choices"): the largest
// difference, over the policy's edges and per unit of their weights, between the change of one
// option's score and that of another's.
//
// Planning sees no data: a Problem is prepared to a Prepared, which tells its error and then draws
// once. docs/mathematics.md, "Choices", has the proofs.
//
// # To add a kind of score
//
// Write a scorer in a file of its own, give it a Kind, a case in New, and a case in the tests that
// compare it with brute force over all data sets.
package choice
