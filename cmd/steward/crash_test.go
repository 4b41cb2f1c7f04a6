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

// secretCount is a count that a function is called with when it crashes; in Go's own report
// it stands as 0xf1206.
const secretCount = 987654

//go:noinline
func stumble(row table.Row, count int) int {
	if count == secretCount {
		panic(fmt.Sprintf("row %v is counted %d times", row, count))
	}
	return count
}

// crash stumbles over a record in one of the ways that the program can.
func crash(how string) {
	row := table.Row{Number: 7, Cells: []table.Cell{{Kind: table.Text, Text: planted[0]}}}
	switch how {
	case "bare":
		stumble(row, secretCount)
	case "window":
		crashQuietly()
		defer reportCrash(os.Stderr)
		stumble(row, secretCount)
	case "background":
		crashQuietly()
		inBackground(func() { stumble(row, secretCount) })
		select {}
	case "library": // a goroutine that is not the program's own
		crashQuietly()
		go func() { panic(strings.Repeat("a fault ", stumbleOver(row, secretCount))) }()
		select {}
	}
}

// stumbleOver fails with an error that quotes nothing, deeper down.
//
//go:noinline
func stumbleOver(row table.Row, count int) int {
	if len(row.Cells) < count {
		panic("a fault of somebody else's")
	}
	return 1
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
		for _, s := range []string{planted[0], "987654", "f1206", "0x", "row {7"} {
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
	out, _ := prints("library")
	if found := private(out); len(found) > 0 || !strings.Contains(out, "a fault of somebody else's") {
		t.Errorf("on another goroutine the report tells %q:\n%s", found, out)
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
