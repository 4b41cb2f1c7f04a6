// Package noise draws the exact noise and makes the exact random choices of releases. It is the
// only place where randomness enters one.
//
// # Laws
//
// A [Scale] is the parameter t of the discrete Laplace law, a [SigmaSquared] that of the discrete
// Gaussian; both are exact fractions, rounded up only, towards more noise. A [Law] is either of
// them, several Laplace draws that add up to zero ([Balanced]), or no noise, and a [Family] is a law without its parameter: how large its noise is, how wide intervals around sums of
// it, what hiding a change spends (squares of changes, or the changes), and how records and summaries tell it. For plain
// sums of Laplace draws of one scale intervals are those of the exact law. A new law implements
// distribution and family in a file of its own and is listed in families.
//
// [Choose] is the exponential mechanism and [PermuteAndFlip] the mechanism of that name: one of
// many options by its score. [Below] draws a uniform number.
//
// A [Source] yields uniform bits. A release takes a [Fresh] one, which is [Secure], over the operating
// system's generator, and is handed it by whoever composes the program; trial releases on public
// numbers take a [Trial], which anyone can repeat; tests bring the seeded one of package noisetest.
//
// # Why no floating point
//
// A rounded logarithm or exponential between the bits and the result leaves gaps and steps in the
// law, different ones around different true answers, and a single published number can then name
// the answer (Mironov 2012, "On significance of the least significant bits for differential
// privacy", CCS; Ilvento 2020, "Implementing the exponential mechanism with base-2 differential
// privacy", CCS, for choices). Here everything between the bits and the result is whole numbers. A
// trial of probability e^-x, or a place among cumulated weights, is compared digit by digit with
// enclosures rounded outwards, and with more digits where they leave it open, so that the law is
// the stated one; what is cut has a total probability below 2^-1470, and says so. The methods are
// those of Canonne, Kamath and Steinke (2020, "The discrete Gaussian for differential privacy",
// NeurIPS). Float64 appears in moments, tails and half-widths
// only, which are functions of the public parameters.
//
// # What timing can reveal
//
// A draw takes a random number of steps, and its size is one of the things that number depends
// on: how many whole multiples of t, or of about sigma, are in |z|. Whoever can time a single draw
// to tens of nanoseconds learns roughly how large it was, and so could take part of the noise off
// the answer. The time of a draw never depends on the counts. A bulk call gives away no more than
// its total time, that is a blurred sum of |z| over all cells.
//
// Choose goes through all options once in a time that depends on their number and on the rate
// alone, and a second time up to the option it returns. In the rare case that the first attempt
// leaves the choice open it takes many times as long; how rare that is depends a little on the
// scores. PermuteAndFlip stops at the option it returns, after a random number of others
// that is larger when many scores are far below the best: its time depends on the scores, and so
// on the data. The same is true of the coins of [PermuteAndFlip], whose exponents are made of counts.
//
// Nothing in this program reports times of draws; code that answers requests of strangers should
// not use this package as it stands.
//
// # What is wiped, and when
//
// Secure wipes each word of its block as it hands it out, and the rest when it is closed; so a
// later look at memory does not find the bits that a release was made of. PermuteAndFlip wipes the
// order it went in. The up to two words that a call has not used up, the digits of a choice that
// needed refining, and stacks in general are not wiped: Go gives no hold on them. Draws, scores
// and counts belong to the caller, who clears them when they are no longer needed.
//
// # When randomness fails
//
// There is one way: the program ends or the call panics, and nothing is drawn or chosen. A failing
// operating system generator ends the program, as crypto/rand documents; a closed Secure panics;
// Choose panics for bits that only a broken source can yield. No function returns an error for the
// sake of randomness, so none can be ignored.
package noise
