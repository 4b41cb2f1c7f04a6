// Package partition groups neighbouring entries of a private vector that are nearly equal: the
// first stage of DAWA (Li, Hay, Miklau and Wang 2014), kept private for real.
//
// # What is drawn
//
// The entries z(0) to z(p-1) are cut into dyadic intervals: all entries are one, or the halves
// of a node (its first half being the next smaller power of two) are cut on by themselves. A
// partition 𝓑 is drawn with
//
//	P(𝓑) ∝ Π over I in 𝓑 of (3/10) e^(-ε/2 dev(I)),   dev(I) = Σ over i in I of |z(i) - m|,
//
// m a median of the entries of I: the exponential mechanism (McSherry and Talwar 2007) on the
// partitions. The factor 3/10 for each interval is a prior on their number and depends on no
// data; without it entropy wins and intervals come out thousands too many (docs/mathematics.md, "Mechanisms whose error depends on the data"). It
// was chosen on made-up data. By medians dev is a whole number, and an interval's dev is at most
// the sum of absolute deviations from its mean and at least half of that.
//
// # Guarantee
//
// For vectors that differ by one in one entry the chances of every partition are within e^ε of
// one another. Proof: dev(I) is the least of the sums Σ |z(i) - c| over all c, and each of these
// moves by at most one, so dev(I) moves by at most one where I holds the entry, and not at all
// elsewhere. Exactly one interval of a partition holds it: the numerator changes by a factor of
// at most e^(ε/2), and so does each term of the sum that it is divided by. ∎
//
// The published code for this stage adds noise to the deviations of some intervals only and
// takes the least; on three entries that already loses 1.7 ε, on 64 entries 60 ε (docs/mathematics.md, "Mechanisms whose error depends on the data").
//
// # Exactness
//
// The sum over partitions of a node, W = w + W(first half) W(second half), with w its own weight
// as one interval, is enclosed from below in one pass, and a node stays whole with chance w/W.
// Everything is in whole numbers rounded outwards, in machine words; where the enclosures leave
// a decision open (for about one draw in 2^40) it is taken with more digits until it is decided.
// So the law is the stated one, with no floating point anywhere.
//
// # Cost
//
// O(p log p): some milliseconds for 4,096 entries.
package partition
