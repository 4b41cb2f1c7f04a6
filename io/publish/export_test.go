package publish

// Releases on other disks than the system's.
var (
	ReleaseOn     = releaseOn
	InterruptedOn = interruptedOn
)

// RoomFor is roomFor.
var RoomFor = roomFor
