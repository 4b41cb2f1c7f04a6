package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"steward/core/table"
)

// crashing names, for the test below run once more as a program of its own, how it crashes.
const crashing = "STEWARD_TEST_CRASH"

// secretRow is the number of a row that a function is called with when it crashes. Where Go's
// own report says what with, it stands as 0xe0301.
const secretRow = 918273

//go:noinline
func stumble(row table.Row) {
	if row.Number == secretRow {
		panic(fmt.Sprintf("cannot count %v", row))
	}
}

// crash stumbles over a record in one of the ways that the program can.
func crash(how string) {
	row := table.Row{Number: secretRow, Cells: []table.Cell{{Kind: table.Text, Text: planted[0]}}}
	switch how {
	case "bare":
		stumble(row)
	case "window":
		crashQuietly()
		defer reportCrash(os.Stderr)
		stumble(row)
	case "background":
		crashQuietly()
		inBackground(func() { stumble(row) })
		select {}
	}
}

// TestCrashesNameFunctionsOnly lets the program crash while it holds a record, and looks for
// the record in what it prints.
func TestCrashesNameFunctionsOnly(t *testing.T) {
	if how := os.Getenv(crashing); how != "" {
		crash(how)
		return
	}
	prints := func(how string) (string, int) {
		c := exec.Command(os.Args[0], "-test.run=^TestCrashesNameFunctionsOnly$")
		c.Env = append(os.Environ(), crashing+"="+how, "GOTRACEBACK=")
		out, err := c.CombinedOutput()
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			t.Fatalf("%s: it did not crash: %v\n%s", how, err, out)
		}
		return string(out), exit.ExitCode()
	}
	private := func(out string) []string {
		var found []string
		for _, s := range []string{planted[0], "918273", "0xe0301", "0x", "count {"} {
			if strings.Contains(out, s) {
				found = append(found, s)
			}
		}
		return found
	}
	// Left to itself Go tells all of it: the looking finds what is there.
	if out, _ := prints("bare"); len(private(out)) != 5 {
		t.Errorf("of Go's own report only %q is found:\n%s", private(out), out)
	}
	for _, how := range []string{"window", "background"} {
		out, code := prints(how)
		if found := private(out); len(found) > 0 {
			t.Errorf("%s: the report tells %q:\n%s", how, found, out)
		}
		if code != crashed || !strings.Contains(out, "a fault in the program (string)") || !strings.Contains(out, ".stumble (crash_test.go:") {
			t.Errorf("%s: exit code %d, with a report that does not say where it was:\n%s", how, code, out)
		}
	}
}

// Without a panic nothing is reported and nothing ends.
func TestNoCrash(t *testing.T) {
	var out strings.Builder
	func() { defer reportCrash(&out) }()
	if out.Len() > 0 {
		t.Errorf("reported %q", out.String())
	}
	done := make(chan bool)
	inBackground(func() { close(done) })
	<-done
}
