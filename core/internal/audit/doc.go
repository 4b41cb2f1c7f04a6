// Package audit tests what mechanisms promise: that their output on two neighbouring data
// sets cannot be told apart by more than they claim.
//
// A [Claim] is epsilon ([Pure]), epsilon and delta ([Approximate]) or rho of zero-concentrated
// differential privacy ([Concentrated]). A [Neighbourhood] lists the pairs of data sets that
// a policy joins: along every edge, with everybody else at either end, spread out, or absent,
// with the number of people known or not, and with one row or several for a person. Two kinds of
// audit compare the outputs on a pair:
//
//   - [Enumerate] needs a mechanism laid open in [Rows] and adds up the chances of all
//     values of one or two noisy rows. The laws it returns are exact but for mass that is
//     accounted for, so a loss above the claim is a proof and a loss at the claim shows that
//     there is no noise to spare.
//   - [Sampled] needs the real release and nothing else. It chooses events on some releases
//     and counts them in others: single numbers beyond a threshold, all numbers that differ
//     beyond their middle at once, sums of log likelihood ratios (after Ding, Wang, Wang,
//     Zhang and Kifer 2018, and Bichsel, Steffen, Bogunovic and Vechev 2021, who choose
//     events by search and by a classifier), and single outputs. Exact bounds on the two
//     chances of an event (Clopper and Pearson 1934), corrected for the number of all events that
//     are counted (Bonferroni), give a bound below the claim's parameter. It is wrong for
//     any of the pairs with a chance of at most FalseAlarm, that of core/seeded unless set.
//
// An audit by sampling that finds nothing is no proof: it sees a breach when some event that
// comes often enough in Runs releases shows it. How large a breach is seen is known from sabotaged
// copies only; each package that uses the kit has to show some.
//
// # What runs for a mechanism
//
// core/mechanism audits everything in its registry, without a list of its own; its package
// comment says what a new mechanism has to bring. By default that takes seconds; with the
// build tag evidence there are more releases, all pairs, and random policies from
// core/internal/randompolicy.
//
// # To add a claim or a law
//
// A kind of claim is a type with the methods of Claim, in claim.go: the least parameter that
// two chances allow, and that two laws allow. A law of noise on whole numbers implements
// [Law], in law.go, from its definition and not from the sampler.
//
// It does not know mechanisms, so that their own tests can use it.
package audit
