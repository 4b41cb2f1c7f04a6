// Package releasetest audits all that lies between a plan with a file and what is published, draw by draw.
//
// A plan is released on a file, and again on one that may not be told from it by the definitions
// (core/plan/plantest). Of every draw the second release is made to show what the first one showed
// (core/noise/noisetest). Then all that the two publish has to be the same: nothing hangs on the file but through
// draws. And the odds that all these draws come out so, by the exact laws that were asked for, may shift by no more than the
// plan promises: with noise by what it has to make good over its scale, whatever was drawn, with choices by the
// worst option, and with trials by what came of them. So no mechanism has to be known, and none is taken at its word; what a release
// states of the rows that it measured is compared with the draws.
//
// Noise that is added to pairs of cells later cannot be seen to show the same. How much it has to make good is taken from what
// the release states; if that were wrong other things would be published.
package releasetest
