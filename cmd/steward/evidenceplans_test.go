//go:build evidence && unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/preview"
	"steward/io/project"
	"steward/io/signature"
)

// What tells the test that it is a process of its own for one plan: the plan's file, and what is done with it.
const (
	planMeasured = "STEWARD_PLAN_MEASURED"
	workMeasured = "STEWARD_PLAN_WORK"
)

// mostSeconds is how much processor time a plan may take before it is given up.
const mostSeconds = 240

// measured is a plan whose preview is timed.
type measured struct {
	name string
	plan plan.Plan
	// whole takes the job of the built-in sample instead, from reading to releasing.
	whole bool
}

// What the errors of a plan cost: processor time and memory of `steward preview`, each in a process of its own, and the processor
// time to the first number, which the window shows while the rest is worked out. PLANS=part of a name takes those alone.
func TestEvidenceOfPlans(t *testing.T) {
	if file := os.Getenv(planMeasured); file != "" {
		workOn(t, file, os.Getenv(workMeasured))
		return
	}
	var table strings.Builder
	table.WriteString("| plan | processor seconds | peak memory, MB | seconds to the first number |\n|---|---|---|---|\n")
	dir := t.TempDir()
	for i, m := range measuredPlans() {
		if only := os.Getenv("PLANS"); only != "" && !strings.Contains(m.name, only) {
			continue
		}
		file := filepath.Join(dir, strconv.Itoa(i)+".steward")
		if m.plan.Columns != nil {
			if err := project.Save(file, m.plan); err != nil {
				t.Fatal(err)
			}
		}
		row := []string{m.name}
		if m.whole {
			row = append(append(row, used(t, file, "demo")...), "")
		} else {
			row = append(append(row, used(t, file, "preview")...), used(t, file, "first")[0])
		}
		t.Log(row)
		fmt.Fprintf(&table, "| %s |\n", strings.Join(row, " | "))
	}
	t.Logf("for docs/evidence.md:\n\n%s", table.String())
}

// used returns the processor seconds and the megabytes of memory that a process of its own takes for a plan.
func used(t *testing.T, file, work string) []string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Minute)
	defer stop()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestEvidenceOfPlans$", "-test.timeout", "20m")
	child.Env = append(os.Environ(), planMeasured+"="+file, workMeasured+"="+work)
	said, err := child.CombinedOutput()
	of, ok := child.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("this system does not say what a process used")
	}
	seconds, memory := float64(of.Utime.Nano()+of.Stime.Nano())/1e9, float64(of.Maxrss)/1024
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return []string{fmt.Sprintf("more than %.0f", seconds), fmt.Sprintf("%.0f", memory)}
		}
		return []string{"refused: " + whyRefused(string(said)), ""}
	}
	if err != nil {
		t.Fatal(err)
	}
	return []string{fmt.Sprintf("%.2f", seconds), fmt.Sprintf("%.0f", memory)}
}

// whyRefused returns the line that says why a process failed.
func whyRefused(said string) string {
	for _, line := range strings.Split(said, "\n") {
		if _, why, ok := strings.Cut(line, "steward: "); ok {
			return why
		}
	}
	return strings.TrimSpace(said)
}

// workOn is the process of one plan.
func workOn(t *testing.T, file, work string) {
	most := syscall.Rlimit{Cur: mostSeconds, Max: mostSeconds + 1}
	if err := syscall.Setrlimit(syscall.RLIMIT_CPU, &most); err != nil {
		t.Fatal(err)
	}
	debug.SetGCPercent(100) // as in the program, where tests have more
	sparing()
	if work == "first" {
		p, err := project.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatal("steward: ", err)
		}
		if _, err := preview.New(t.Context(), compiled.FirstLook(), nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	args := []string{"preview", file}
	if work == "demo" {
		args = []string{"demo", "--out", t.TempDir() + "/demo"}
	}
	if code := run(t.Context(), args, machine{io.Discard, os.Stderr, false, noisetest.Fresh(t, "plans"), time.Now, signature.Keep{Dir: t.TempDir(), Random: drawnKey()}}); code != 0 {
		t.Fatal("exit code ", code)
	}
}

// wholes is a column of so many whole numbers, categories one of so many values.
func wholes(name string, count int) plan.Column {
	low, high := int64(0), int64(count-1)
	refuse := plan.Special{Rule: domain.Refuse}
	return plan.Column{Name: domain.AttributeName(name), Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse}
}

func categories(name string, count int) plan.Column {
	c := plan.Column{Name: domain.AttributeName(name), Kind: domain.List, Origin: domain.Typed, Other: plan.Special{Rule: domain.Refuse}}
	for i := range count {
		c.Values = append(c.Values, fmt.Sprintf("%s %d", name, i))
	}
	return c
}

// planOf is a plan about 100,000 people over columns of which those within a distance of each other are secret, all where that is 0.
func planOf(within string, columns []plan.Column, questions ...plan.Question) plan.Plan {
	n := int64(100_000)
	p := plan.Plan{Version: plan.Version, DataSet: "People", Columns: columns, Facts: plan.Facts{People: &n}, Budget: plan.Budget{Epsilon: "1", Limit: "1"}}
	var names []domain.AttributeName
	for _, c := range columns {
		names = append(names, c.Name)
	}
	if within != "" {
		p.Secrets.Columns = []secret.Secret{{Columns: names, Kind: secret.Near, Within: within}}
	}
	for i, q := range questions {
		q.ID, q.Title = fmt.Sprintf("q%d", i), fmt.Sprintf("Question %d", i)
		if q.Columns == nil {
			q.Columns = names
		}
		p.Questions = append(p.Questions, q)
	}
	return p
}

// accepting accepts a chance of failure.
func accepting(p plan.Plan) plan.Plan {
	p.Budget.Delta, p.Budget.DeltaLimit = "0.000001", "0.000001"
	return p
}

// spans asks for so many ranges of numbers below a count, spread by a fixed rule.
func spans(count, below int) plan.Question {
	q := plan.Question{Kind: "ranges"}
	for i := range count {
		a, b := (i*7919+13)%below, (i*104729+i*i*31+5)%below
		if a > b {
			a, b = b, a
		}
		q.Ranges = append(q.Ranges, plan.Span{From: strconv.Itoa(a), To: strconv.Itoa(b)})
	}
	slices.SortFunc(q.Ranges, func(a, b plan.Span) int { return strings.Compare(a.From+" "+a.To, b.From+" "+b.To) })
	q.Ranges = slices.Compact(q.Ranges)
	return q
}

// rectangles asks for so many boxes on a square of that side.
func rectangles(count, side int) plan.Question {
	q := plan.Question{Kind: "ranges"}
	x, y := spans(count, side-1).Ranges, spans(count+7, side-2).Ranges
	for i := range min(count, len(x)) {
		q.Boxes = append(q.Boxes, []plan.Span{x[i], y[(i*17)%len(y)]})
	}
	return q
}

// pairsOf asks for the table of every two columns.
func pairsOf(columns []plan.Column) []plan.Question {
	var out []plan.Question
	for i := range columns {
		for j := range i {
			out = append(out, plan.Question{Kind: "table", Columns: []domain.AttributeName{columns[j].Name, columns[i].Name}})
		}
	}
	return out
}

func measuredPlans() []measured {
	every, cumulative, table := plan.Question{Kind: "ranges", Every: true}, plan.Question{Kind: "cumulative"}, plan.Question{Kind: "table"}
	line := func(k int) []plan.Column { return []plan.Column{wholes("value", k)} }
	square := func(k int) []plan.Column { return []plan.Column{wholes("east", k), wholes("north", k)} }
	var adult, many []plan.Column
	for i, k := range []int{9, 16, 7, 15, 6, 5, 2, 2} {
		adult = append(adult, categories(fmt.Sprintf("column%d", i), k))
	}
	for i := range 15 {
		many = append(many, categories(fmt.Sprintf("column%d", i), 2+i%5))
	}
	out := []measured{
		{"every range of 4,096 values, within 16", planOf("16", line(1<<12), every), false},
		{"the same with a chance of failure", accepting(planOf("16", line(1<<12), every)), false},
		{"every range of 8,192 values, within 16", planOf("16", line(1<<13), every), false},
		{"every range of 4,194,304 values, within 16", planOf("16", line(1<<22), every), false},
	}
	for _, n := range []int{30, 300, 2000} {
		out = append(out, measured{fmt.Sprintf("%d ranges of 4,096 values, within 16", n), planOf("16", line(1<<12), spans(n, 1<<12)), false})
	}
	out = append(out,
		measured{"10,000 ranges of 4,357 values, within 16", planOf("16", line(4357), spans(10_000, 4357)), false})
	for _, n := range []int{14, 16, 18} {
		out = append(out, measured{fmt.Sprintf("cumulative counts of 2^%d values, within 16", n), planOf("16", line(1<<n), cumulative), false})
	}
	return append(out,
		measured{"a table of 1,024 by 1,024 cells, all secret", planOf("", square(1<<10), table), false},
		measured{"300 boxes on 256 by 256 cells, neighbours secret", planOf("1", square(1<<8), rectangles(300, 1<<8)), false},
		measured{"a table of 128 by 128 by 128 cells, all secret", planOf("", append(square(1<<7), wholes("height", 1<<7)), table), false},
		measured{"28 tables of every two of 8 columns (Adult's), all secret", planOf("", adult, pairsOf(adult)...), false},
		measured{"the same 28 with a chance of failure", accepting(planOf("", adult, pairsOf(adult)...)), false},
		measured{"100 tables of two columns of 2 to 6 values, all secret", planOf("", many, pairsOf(many)[:100]...), false},
		measured{"the built-in sample, its whole job", plan.Plan{}, true})
}
