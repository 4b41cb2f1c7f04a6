package main

import (
	"runtime/debug"
	"testing"
)

// The program keeps its memory near what it needs, unless whoever runs it says otherwise.
func TestSparing(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	t.Setenv("GOMEMLIMIT", "5GiB")
	debug.SetMemoryLimit(5 << 30)
	if sparing(); debug.SetMemoryLimit(-1) != 5<<30 {
		t.Error("what whoever runs the program says of memory is not kept")
	}
	t.Setenv("GOMEMLIMIT", "")
	if sparing(); debug.SetMemoryLimit(-1) != mostMemory {
		t.Error("nothing keeps memory near what is needed")
	}
}
