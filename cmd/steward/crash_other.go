//go:build !unix

package main

import "runtime/debug"

// crashQuietly keeps a crash's report to functions and lines of one goroutine. Windows
// writes dumps of a program's memory only where somebody has asked for them.
func crashQuietly() { debug.SetTraceback("single") }
