package main

import (
	"os"
	"runtime/debug"
)

// mostMemory is about how much memory is in use before what is no longer needed is cleared away sooner than it would be.
const mostMemory = 880 << 20

// sparing keeps memory near what is needed from mostMemory on, instead of letting it grow to twice that, unless whoever runs the program
// says otherwise.
func sparing() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(mostMemory)
	}
}
