//go:build !unix

package main

import "runtime/debug"

// crashQuietly keeps what functions were called with out of a crash's report. Windows
// writes dumps of a program's memory only where somebody has asked for them.
func crashQuietly() { debug.SetTraceback("none") }
