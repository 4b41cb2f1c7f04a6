// Mutate breaks what keeps people's answers private, one fault at a time, and wants a fast test
// to fail each time. A fault that no test catches is a test that is missing.
//
//	mutate                        try all faults
//	mutate -fault debit           those whose names match a pattern
//	mutate -package core/release  those in a package, or caught by its tests
//	mutate -check                 see whether all of them still apply, and run nothing
//
// The faults stand in faults, a file for each area, as whole lines to replace and the package they
// are in; CONTRIBUTING.md tells how one is written. A fault fails the run if what it replaces
// is not found exactly once, if what it puts there does not compile, or if every test passes.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"
)

// atOnce is how many faults are tried at a time.
const atOnce = 2

func main() {
	root := flag.String("root", "..", "the folder of the module whose packages are broken")
	faults := flag.String("faults", "mutate/faults", "the folder of the faults")
	name := flag.String("fault", "", "try the faults whose names match this pattern")
	folder := flag.String("package", "", "try the faults that are in the package of this folder, or caught by its tests")
	check := flag.Bool("check", false, "only see whether the faults apply")
	limit := flag.Duration("timeout", 10*time.Minute, "how long the tests of one package may take")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, *faults, *name, *folder, *check, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, root, folder, name, pkg string, check bool, limit time.Duration) error {
	all, err := readFaults(folder)
	if err != nil {
		return err
	}
	wanted, err := regexp.Compile(name)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(f fault) bool { return !wanted.MatchString(f.name) || pkg != "" && !f.of(pkg) })
	if len(all) == 0 {
		return errors.New("no such fault")
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if err := apply(all, root); err != nil || check {
		return err
	}
	b := bench{goCommand: cmp.Or(os.Getenv("GO"), "go"), root: root, limit: limit}
	start := time.Now()
	by, missed := report(b.tryAll(ctx, all), start)
	// A test that fails without a fault too catches nothing.
	for folder, tests := range by {
		if err := b.passes(ctx, folder, tests); err != nil {
			return err
		}
	}
	fmt.Printf("without a fault the tests that caught one pass (%s in all)\n", time.Since(start).Round(time.Second))
	if missed > 0 {
		return fmt.Errorf("%d faults were not caught", missed)
	}
	return nil
}

// apply sees whether all faults apply.
func apply(all []fault, root string) error {
	var errs []error
	for _, f := range all {
		if _, err := f.applied(root); err != nil {
			errs = append(errs, fmt.Errorf("%s: fault %s does not apply: %w", f.where, f.name, err))
		}
	}
	return errors.Join(errs...)
}

// tryAll tries all faults, some at once, and hands on what became of each when it is known.
func (b bench) tryAll(ctx context.Context, all []fault) <-chan outcome {
	next, out := make(chan fault), make(chan outcome)
	var workers sync.WaitGroup
	for range atOnce {
		workers.Go(func() {
			for f := range next {
				out <- b.try(ctx, f)
			}
		})
	}
	go func() {
		for _, f := range all {
			next <- f
		}
		close(next)
		workers.Wait()
		close(out)
	}()
	return out
}

// report prints a table of what became of faults. It returns the tests that caught some, by the folders of
// their packages, and how many faults were not caught.
func report(outcomes <-chan outcome, start time.Time) (caughtBy map[string][]string, notCaught int) {
	const row = "%-42s %-18s %6s  %s\n"
	fmt.Printf(row, "fault", "tests of", "s", "caught by")
	tried := 0
	var missed []outcome
	caughtBy = make(map[string][]string)
	for o := range outcomes {
		tried++
		by := o.by
		switch {
		case !o.caught:
			by, missed = "NOT CAUGHT", append(missed, o)
		case o.late:
			by += " (not tried first)"
		}
		if o.caught {
			caughtBy[o.tests] = append(caughtBy[o.tests], o.by)
		}
		fmt.Printf(row, o.name, o.tests, fmt.Sprintf("%.1f", o.took.Seconds()), by)
	}
	for _, o := range missed {
		fmt.Printf("\n%s: fault %s, in %s\n%s\n%s\n", o.where, o.name, o.in, o.breaks, o.why)
	}
	fmt.Printf("\n%d faults tried in %s: %d caught, %d not\n", tried, time.Since(start).Round(time.Second), tried-len(missed), len(missed))
	return caughtBy, len(missed)
}
