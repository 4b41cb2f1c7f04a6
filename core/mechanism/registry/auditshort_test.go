//go:build !evidence

package registry

import "steward/core/seeded"

// How much the tests look at in the fast run, and in the audits; with the tag evidence they look at more.
var (
	// farPairs is how many pairs of cells of each policy are looked at under weighted policies.
	farPairs = seeded.Often(20, 60)
	// sampledOn is on how many of the examples errors are sampled that a mechanism applies to, each from
	// sampledRuns releases, and intervalRuns is how many intervals of large budgets are.
	sampledOn    = seeded.Often(1, 3)
	sampledRuns  = 3000
	intervalRuns = seeded.Often(200, 1000)
	// leaksEach is on how many problems it is looked at what each mechanism prepares.
	leaksEach = seeded.Often(2, 6)
	// auditProblemsEach is how many problems each mechanism is audited on, of those it applies to.
	auditProblemsEach = seeded.Often(1, 3)
	// lawsEach is on how many problems the laws of each mechanism are compared with its releases.
	lawsEach = seeded.Often(1, 5)
	// auditRuns is how many releases are drawn on each data set.
	auditRuns = seeded.Often(600, 10_000)
	// sabotageRuns is how many releases a sabotaged copy is to be caught on.
	sabotageRuns = seeded.Often(4000, 30_000)
)

const (
	// weightedStreams is how often so many problems are looked at under weighted policies.
	weightedStreams = 1
	// auditPairs is how many pairs of each problem are looked at, the hardest.
	auditPairs = 1
	// auditAnyPairs is how many are looked at where errors depend on the data.
	auditAnyPairs = 2
	// allSabotage says that every way to break a promise is tried on every mechanism, and
	// not only the first.
	allSabotage = false
	// ownProblems says that every property is checked on random problems of its own, and not on those that are prepared
	// once for all.
	ownProblems = false
)
