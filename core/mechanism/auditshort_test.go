//go:build !evidence

package mechanism

// How much the audits by sampling look at by default; with the tag evidence they look at more.
const (
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
