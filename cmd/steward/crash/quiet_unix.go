//go:build unix

package crash

import (
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// Quietly sees to it that a crash leaves nothing of the records behind: the system
// writes no core file, and Go's own report, where Report does not stand, is kept to one
// goroutine. It is done before anything is read; where the system refuses, which it does not
// on Linux and macOS, the program runs on.
func Quietly() {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	debug.SetTraceback("single")
	notDumpable()
}
