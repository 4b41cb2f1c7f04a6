// Package noise draws exact discrete Laplace noise. It is the only place where randomness
// enters a release.
//
// Noise is whole numbers, drawn with integer arithmetic from uniform random bits: no rounded
// logarithm stands between the bits and the result, so the law of a draw is the stated one to
// the last bit and the attack of Mironov (2012, "On significance of the least significant bits
// for differential privacy", CCS) has nothing to hold on to. The method is algorithm 2 of
// Canonne, Kamath and Steinke (2020, "The discrete Gaussian for differential privacy", NeurIPS);
// MECHANISMS section 4 has the laws.
//
// A [Scale] is the parameter t of the law DLap(t), kept as an exact fraction. A [Source] yields
// uniform bits; the one for releases is [Secure], over the operating system's generator.
// [Laplace] is one draw, [Fill] and [AddLaplace] are many. The error that the noise causes is
// [Scale.Variance] and [Scale.MeanAbs] here; intervals are in package accuracy.
//
// # What timing can reveal
//
// A draw takes a random number of steps, and the number of whole multiples of t in |z| is one of
// the things it depends on. Whoever can time a single draw to tens of nanoseconds learns roughly
// how large that draw was, and so could take part of the noise off the answer. Times never depend
// on the counts. A bulk call gives away no more than its total time, that is a blurred sum of
// |z| over all cells. Nothing in this program reports times of draws; code that answers requests
// of strangers should not use this package as it stands.
//
// It imports the standard library only.
package noise
