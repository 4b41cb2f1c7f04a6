package gui

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain gives the tests a temporary folder of their own, where samples are opened, and removes it. Garbage
// is collected as usual whatever GOGC says, as Fyne holds on to every window of the tests: memory that is touched for
// the first time costs more than collecting.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(cleanly(m))
}

func cleanly(m *testing.M) int {
	dir, err := os.MkdirTemp("", "steward-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // as systems call it
		if err := os.Setenv(name, dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}
