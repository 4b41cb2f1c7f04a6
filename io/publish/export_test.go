package publish

// Releases on other disks than the system's.
var (
	ReleaseOn     = releaseOn
	InterruptedOn = interruptedOn
)
