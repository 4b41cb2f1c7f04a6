//go:build !unix

package main

import "runtime/debug"

// crashQuietly keeps Go's own report of a crash to one goroutine. Windows
// writes dumps of a program's memory only where somebody has asked for them.
func crashQuietly() { debug.SetTraceback("single") }
