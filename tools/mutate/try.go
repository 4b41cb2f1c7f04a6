package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// outcome is what became of a fault.
type outcome struct {
	fault
	caught bool
	by     string // the test that failed
	late   bool   // it was none of those tried first
	why    string // for one that was not caught: what is wrong
	took   time.Duration
}

// bench is where faults are tried.
type bench struct {
	goCommand string
	root      string        // the folder of the module whose packages they change
	limit     time.Duration // for the tests of one package
}

// try applies a fault and runs the tests that must catch it. No file of the module is written: the
// go command is told of other contents (-overlay), so that its cache serves what the fault does not
// touch.
func (b bench) try(ctx context.Context, f fault) outcome {
	start := time.Now()
	o := outcome{fault: f}
	err := b.catch(ctx, &o)
	if err != nil {
		o.caught, o.why = false, err.Error()
	}
	o.took = time.Since(start)
	return o
}

func (b bench) catch(ctx context.Context, o *outcome) error {
	work, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	changed, err := o.applied(b.root)
	if err != nil {
		return fmt.Errorf("does not apply: %w", err)
	}
	overlay, err := writeOverlay(work, changed)
	if err != nil {
		return err
	}
	program := filepath.Join(work, "tests")
	if out, err := b.build(ctx, overlay, program, o.tests); err != nil {
		return fmt.Errorf("does not compile: %w\n%s", err, out)
	}
	if _, err := os.Stat(program); err != nil {
		return fmt.Errorf("%s has no tests", o.tests)
	}
	if o.first != "" {
		if o.caught, o.by, err = b.run(ctx, program, o.tests, o.first); o.caught || err != nil {
			return err
		}
	}
	o.late = o.first != ""
	if o.caught, o.by, err = b.run(ctx, program, o.tests, ""); err == nil && !o.caught {
		err = errors.New("survived: every test passed")
	}
	return err
}

// writeOverlay writes the changed files into a folder, and what tells the go command of them.
func writeOverlay(folder string, changed map[string]string) (string, error) {
	var overlay struct{ Replace map[string]string }
	overlay.Replace = make(map[string]string)
	for name, text := range changed {
		other := filepath.Join(folder, fmt.Sprintf("%d.go", len(overlay.Replace)))
		if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
			return "", err
		}
		overlay.Replace[name] = other
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	name := filepath.Join(folder, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}

// build builds the tests of a package, so that what does not compile is told from what is caught.
func (b bench) build(ctx context.Context, overlay, program, folder string) ([]byte, error) {
	c := exec.CommandContext(ctx, b.goCommand, "test", "-c", "-vet=off", "-p", "1", "-overlay", overlay, "-o", program, "./"+folder)
	c.Dir = b.root
	return c.CombinedOutput()
}

// aPanic is what caught a fault where the output does not tell in which test it was.
const aPanic = "a panic"

// failed finds the name of a test that failed, outermost first.
var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// run runs tests of a package up to the first failure. What ends them in another way than by a
// failing test or a panic, as taking too long, is an error: a slow machine must not catch faults.
func (b bench) run(ctx context.Context, program, folder, pattern string) (caught bool, by string, err error) {
	c := exec.CommandContext(ctx, program, "-test.paniconexit0", "-test.failfast",
		"-test.timeout", b.limit.String(), "-test.run", pattern)
	c.Dir = filepath.Join(b.root, filepath.FromSlash(folder))
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		return false, "", ctx.Err()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return false, "", nil
	case !errors.As(err, &exit):
		return false, "", err
	case bytes.Contains(out, []byte("panic: test timed out")):
		return false, "", fmt.Errorf("no test failed within %s", b.limit)
	}
	if found := failed.FindSubmatch(out); found != nil {
		return true, string(found[1]), nil
	}
	if bytes.Contains(out, []byte("panic: ")) {
		return true, aPanic, nil
	}
	return false, "", fmt.Errorf("the tests ended without a failing test: %w\n%s", err, tail(string(out)))
}

// tail returns the last lines of an output.
func tail(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// passes runs tests of a package as it is; all of them where it is not known which one ended in a panic.
func (b bench) passes(ctx context.Context, folder string, tests []string) error {
	pattern := "^(" + strings.Join(tests, "|") + ")$"
	if slices.Contains(tests, aPanic) {
		pattern = ""
	}
	c := exec.CommandContext(ctx, b.goCommand, "test", "-vet=off", "-timeout", b.limit.String(), "-run", pattern, "./"+folder)
	c.Dir = b.root
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("without a fault the tests of %s must pass: %w\n%s", folder, err, out)
	}
	return nil
}
