//go:build unix

package main

import (
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// crashQuietly sees to it that a crash leaves nothing of the records behind: the system
// writes no core file, and the program's own report names functions and lines of one
// goroutine only. It is done before anything is read; where the system refuses, which it
// does not on Linux and macOS, the program runs on.
func crashQuietly() {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	debug.SetTraceback("single")
	notDumpable()
}
