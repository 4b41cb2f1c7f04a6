package gui

import (
	"os"
	"runtime/debug"
	"testing"

	"steward/io/cleantest"
)

// TestMain gives the tests a temporary folder of their own, where samples are opened and stay. Fyne holds on to every
// window of the tests, so garbage is collected less often: looking through all of them took a quarter of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(cleantest.Main(m, "steward-sample-*"))
}
