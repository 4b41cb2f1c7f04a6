package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"steward/core/noise"
	"steward/core/seeded"
	"steward/io/cleantest"
)

// TestMain lets the tests' binary be started as other programs, too: as steward, with the dice of a test, and as
// one that crashes. Both are on the PATH of every test.
func TestMain(m *testing.M) {
	testscript.Main(cleanly{m}, map[string]func(){
		"steward": func() {
			dice := func() noise.Fresh { return seeded.Named("the program in a process of its own") }
			key := settled() // in the settings folder that the script has
			key.Random = drawnKey()
			os.Exit(run(context.Background(), os.Args[1:], machine{os.Stdout, os.Stderr, true, dice, noon, key}))
		},
		"crash": stumbling,
	})
}

// cleanly are tests that leave nothing behind but the key that all of them sign with, which goes with the last.
type cleanly struct{ *testing.M }

// Run runs them in English, whatever this computer speaks.
func (m cleanly) Run() int {
	if err := os.Setenv("LC_ALL", "en_GB.UTF-8"); err != nil {
		panic(err)
	}
	return cleantest.Main(m.M, "steward-keys-*")
}

// TestScripts runs the scripts in testdata/script: what is seen of the program from outside, where it has its own
// process, exit code and settings folder.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CONFIG_HOME", "")
			e.Setenv("AppData", e.WorkDir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "here": here},
	})
}

// exits is a command of scripts: "exits 2 steward --what" wants that exit code of a program.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// here is a command of scripts: "here 2 steward --what" wants that exit code of steward, run without a process of
// its own, of which none is to be seen in what is asked.
func here(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "steward" {
		ts.Fatalf("usage: here CODE steward [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if code := run(context.Background(), args[2:], machine{ts.Stdout(), ts.Stderr(), true, nil, noon, testKey()}); code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}
