//go:build evidence && linux

package registry

import (
	"fmt"
	"math"
	"runtime"
	"syscall"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// What preparing and releasing cost, for cumulative counts of values within 16 of one another and of values
// that are all secret, the number of people known. Times are processor time of the machine, the
// least of some runs, and are compared with nothing. Growth is how many times as long 16 times as many
// values take.
func TestEvidenceOfCost(t *testing.T) {
	table := evidence.NewTable("mechanism", "secret", "prepare, 4,096 values", "65,536", "growth", "1,048,576", "growth", "release, 4,096", "1,048,576", "allocated by it")
	for _, m := range All() {
		for _, theta := range []int{16, 0} {
			row := []any{m.Info().ID, "within 16"}
			if theta == 0 {
				row[1] = "all"
			}
			var released []any
			var allocated any = ""
			before := 0.0
			for _, k := range []int{1 << 12, 1 << 16, 1 << 20} {
				p, counts := costly(t, k, theta)
				p.Gaussian = true
				if !m.Check(p).OK() {
					break
				}
				q, took, _ := timed(t, k, func() (mechanism.Prepared, error) { return m.Prepare(t.Context(), p) })
				row = append(row, milliseconds(took))
				if before > 0 {
					row = append(row, fmt.Sprintf("%.1f×", took/before))
				}
				if before = took; k == 1<<16 {
					continue
				}
				x := mechanismtest.VectorOf(t, p, counts)
				_, release, bytes := timed(t, k, func() (mechanism.Answers, error) { return q.Release(t.Context(), x, seeded.New(20260101, 1)) })
				released, allocated = append(released, milliseconds(release)), fmt.Sprintf("%d MB", bytes>>20)
			}
			switch len(released) {
			case 0:
				continue
			case 1: // no more than some cells
				allocated = ""
				released = append(released, "")
			}
			for len(row) < 7 {
				row = append(row, "")
			}
			table.Add(append(append(row, released...), allocated)...)
			t.Log(append(row, released...)...)
		}
	}
	writePart(t, "cost", fmt.Sprintf("%s on %d cores, %s/%s.\n\n%s", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, table))
}

// What a preview of a question over 4,096 values costs: every mechanism prepared for it, and again
// under each kind of plain differential privacy for comparison.
func TestEvidenceOfPreviews(t *testing.T) {
	table := evidence.NewTable("question", "answers", "secret", "every mechanism", "and plain differential privacy")
	for _, question := range []workload.Question{{Kind: workload.Table}, {Kind: workload.Cumulative}, {Kind: workload.Ranges, Every: true}} {
		for _, theta := range []int{0, 1, 16} {
			const k = 1 << 12
			counts := make([]int64, k)
			for u := range counts {
				counts[u] = int64(u % 97 * (u / 1000 % 5))
			}
			p := onData{counts, theta, "0.1", question}.problem(t)
			p.Gaussian = true
			_, candidates, _ := timed(t, once, func() ([]Candidate, error) { return Candidates(t.Context(), p) })
			_, plains, _ := timed(t, once, func() ([]Plain, error) { return Plains(t.Context(), p, nil) })
			secret := fmt.Sprintf("within %d", theta)
			if theta == 0 {
				secret = "all"
			}
			name := string(question.Kind)
			if question.Every {
				name = "every range"
			}
			row := []any{name, p.Workload.Len(), secret, milliseconds(candidates), milliseconds(plains)}
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "previews", table.String())
}

// costly makes a question of cumulative counts with a public stand-in.
func costly(t *testing.T, k, theta int) (mechanism.Problem, []int64) {
	t.Helper()
	counts := make([]int64, k)
	for u := range counts {
		counts[u] = int64(u % 97 * (u / 1000 % 5))
	}
	return onData{counts, theta, "0.1", workload.Question{Kind: workload.Cumulative}}.problem(t), counts
}

// once is of what size things are timed once.
const once = 1 << 20

// timed runs a thing a few times, once where there is much of it, and returns what it made, the least
// processor time in milliseconds that it took and the bytes that one run allocated.
func timed[T any](t *testing.T, size int, do func() (T, error)) (out T, took float64, allocated uint64) {
	t.Helper()
	runs := 5
	if size >= once {
		runs = 1
	}
	took = math.Inf(1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		runtime.GC()
		began := processorTime(t)
		v, err := do()
		if err != nil {
			t.Fatal(err)
		}
		out, took = v, min(took, processorTime(t)-began)
	}
	runtime.ReadMemStats(&after)
	return out, took, (after.TotalAlloc - before.TotalAlloc) / uint64(runs)
}

// processorTime returns the milliseconds of processor time that this process has used: other programs on the same
// cores do not count in it.
func processorTime(t *testing.T) float64 {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
}

func milliseconds(v float64) string { return fmt.Sprintf("%.3g ms", v) }
