//go:build unix

package sheet

import (
	"syscall"
	"time"
)

// worked returns the processor time of this process so far, on all cores: it says what reading
// takes also where other programs keep the machine busy.
func worked() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
