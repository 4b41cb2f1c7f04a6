package gui

import (
	"os"
	"testing"

	"steward/io/cleantest"
)

// TestMain gives the tests a temporary folder of their own, where samples are opened and stay.
func TestMain(m *testing.M) {
	os.Exit(cleantest.Main(m, "steward-sample-*"))
}
