// Package publishtest holds small releases for tests: of a town with one question, and of everything that can
// be published.
package publishtest

import (
	"context"
	"fmt"
	"os"
	"testing"

	"steward/core/optimum"
)

// optima are searched for once by all tests of a package.
var optima optimum.Memory

// Remembering is a context in which each question is searched for once.
var Remembering = optimum.Share(context.Background(), &optima)

// Main runs tests with a temporary folder of their own, which it removes, and returns what to exit with.
func Main(m *testing.M) int {
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
