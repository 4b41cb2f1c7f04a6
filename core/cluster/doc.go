// Package cluster finds groups of similar people: k-means with a promise, by columns of numbers,
// each on a public scale.
//
// There are two ways. In rounds (Blum, Dwork, McSherry and Nissim 2005; He, Machanavajjhala and
// Ding 2014, section 6), people go to the nearest of the centres so far, and the number of people
// and the sum of their values are measured for each, with noise, which gives the next centres. What
// an edge of the policy can change of these is worked out for every round: inside a group no more
// than the difference of two values, across its border as much as both lie from public points of
// reference, which is not what lemma 6.1 of the paper says (docs/mathematics.md, "Groups of similar people"). Or a table of all cells,
// or of blocks of them, is released by the method that is best for it under the policy, and k-means
// works on its numbers, as often as one likes and at no cost.
//
// Planning sees no data: a Problem is prepared to a Prepared, which tells its error and then
// releases once. docs/mathematics.md, "Groups of similar people", has the proofs.
package cluster
