// Package constraint holds known facts: what the public already knows for certain about
// the records. A fact can tie people together, so that noise has to grow, and it helps
// answers to agree with what is known. A fact that cannot be bounded is refused, never
// ignored (He et al. 2014 sections 3.2, 4.1 and 8).
//
// A Fact is plain data that a plan can save: the number of people, totals of a table that
// is public, or single counts of anything that value lists, ranges and their unions say.
// New turns a list of them into Facts: it refuses what the declared domain cannot say and
// what contradicts itself, naming the facts, before any data are read. Facts then know
//
//   - what they cost under a policy (Tie, Prices): the budget of a mechanism is divided by
//     the factor, in either reading of neighbours;
//   - which groups of people compose in parallel (Parallel);
//   - whether they are true of the records (Tally), without telling the true numbers.
//
// A fact touches few columns, and so does everything here: columns are projected away,
// values that no fact tells apart are merged, and the product of all columns is never
// listed. Where the work would still be too much, a larger graph is taken in place of the
// policy's, which can only raise the factor, and the answer says that it is a bound.
package constraint
