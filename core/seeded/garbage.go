package seeded

import "runtime/debug"

// usually is how far a heap grows before garbage is collected, in per cent, unless GOGC says otherwise.
const usually = 100

// Tests hold little and throw much away: they spend a quarter less where garbage is collected less often, as
// long as what is held together stays below a gigabyte.
func init() {
	if set := debug.SetGCPercent(4 * usually); set != usually {
		debug.SetGCPercent(set)
		return
	}
	debug.SetMemoryLimit(1 << 30)
}
