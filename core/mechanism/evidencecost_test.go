//go:build evidence

package mechanism

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"steward/core/internal/evidence"
	"steward/core/workload"
)

// What preparing and releasing cost, for cumulative counts of values within 16 of one another and of values
// that are all secret, the number of people known. Times are those of the machine and are compared
// with nothing.
func TestEvidenceOfCost(t *testing.T) {
	table := evidence.NewTable("mechanism", "secret", "prepare, 4,096 values", "prepare, 1,048,576", "release, 4,096", "release, 1,048,576", "allocated, 1,048,576")
	for _, m := range All() {
		for _, theta := range []int{16, 0} {
			row := []any{m.Info().ID, "within 16"}
			if theta == 0 {
				row[1] = "all"
			}
			var prepared, released, bytes []any
			for _, k := range []int{1 << 12, 1 << 20} {
				p, counts := costly(t, k, theta)
				p.Gaussian = true
				if !m.Check(p).OK() {
					break
				}
				q, took, _ := timed(t, k, func() (Prepared, error) { return m.Prepare(t.Context(), p) })
				x := vectorOf(t, p, counts)
				_, release, allocated := timed(t, k, func() (Answers, error) { return q.Release(t.Context(), x, seeded(1)) })
				prepared, released, bytes = append(prepared, took), append(released, release), append(bytes, allocated)
			}
			for len(prepared) == 1 {
				prepared, released, bytes = append(prepared, "does not apply"), append(released, ""), append(bytes, "")
			}
			if prepared == nil {
				continue
			}
			row = append(row, prepared[0], prepared[1], released[0], released[1], bytes[1])
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "cost", fmt.Sprintf("%s on %d cores, %s/%s.\n\n%s", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, table))
}

// costly makes a question of cumulative counts with a public stand-in.
func costly(t *testing.T, k, theta int) (Problem, []int64) {
	t.Helper()
	counts := make([]int64, k)
	for u := range counts {
		counts[u] = int64(u % 97 * (u / 1000 % 5))
	}
	return onData{counts, theta, "0.1", workload.Question{Kind: workload.Cumulative}}.problem(t), counts
}

// timed runs a thing a few times, once where there are many cells, and returns what it made, the least time it
// took and the bytes that one run allocated.
func timed[T any](t *testing.T, k int, do func() (T, error)) (out T, took, allocated string) {
	t.Helper()
	runs := 5
	if k > 1<<16 {
		runs = 1
	}
	least := time.Hour
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		began := time.Now()
		v, err := do()
		if err != nil {
			t.Fatal(err)
		}
		out, least = v, min(least, time.Since(began))
	}
	runtime.ReadMemStats(&after)
	return out, fmt.Sprintf("%.3g ms", float64(least.Microseconds())/1000), fmt.Sprintf("%d MB", (after.TotalAlloc-before.TotalAlloc)/uint64(runs)>>20)
}
