//go:build !unix

package crash

import "runtime/debug"

// Quietly keeps Go's own report of a crash to one goroutine. Windows
// writes dumps of a program's memory only where somebody has asked for them.
func Quietly() { debug.SetTraceback("single") }
