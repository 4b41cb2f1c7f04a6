// Package cleantest runs the tests of a package in a temporary folder of their own and fails when they leave something
// in it.
package cleantest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Main runs tests, a *testing.M, with a temporary folder of their own, and returns what to exit with: it fails when anything is
// left there but what has a name of the patterns in shared, which tests share until the last of them ends. The folder is removed
// either way.
func Main(tests interface{ Run() int }, shared ...string) int {
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
	if code := tests.Run(); code != 0 {
		return code
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := 0
	for _, entry := range left {
		if slices.ContainsFunc(shared, func(pattern string) bool {
			is, err := filepath.Match(pattern, entry.Name())
			return is && err == nil
		}) {
			continue
		}
		fmt.Fprintf(os.Stderr, "the tests left %s in the temporary folder\n", entry.Name())
		code = 1
	}
	return code
}
