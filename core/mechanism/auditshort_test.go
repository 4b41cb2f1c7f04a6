//go:build !evidence

package mechanism

// How much the tests look at by default; with the tag evidence they look at more.
const (
	// problems is how many random problems the properties are checked on, and sharing says that
	// they are the same ones for all properties, prepared once.
	problems = 240
	sharing  = true
	// weightedStreams is how often so many are looked at under weighted policies, and farPairs how
	// many pairs of cells of each policy are.
	weightedStreams = 1
	farPairs        = 60
	// sampledRuns is how many releases errors are sampled on, intervalRuns how many intervals of
	// large budgets, and powerExamples on how many examples each mechanism with wrong noise is to
	// be told from the right one.
	sampledRuns   = 4000
	intervalRuns  = 1200
	powerExamples = 3
	// auditProblemsEach is how many problems each mechanism is audited on, of those it applies to.
	auditProblemsEach = 3
	// auditRuns is how many releases are drawn on each data set.
	auditRuns = 10_000
	// auditPairs is how many pairs of each problem are looked at, the hardest.
	auditPairs = 1
	// auditAnyPairs is how many are looked at where errors depend on the data.
	auditAnyPairs = 2
	// allSabotage says that every way to break a promise is tried on every mechanism, and
	// not only the first.
	allSabotage = false
)
