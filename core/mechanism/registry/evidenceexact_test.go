//go:build evidence

package registry

import (
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/line"
	"steward/core/mechanism/trees"
	"steward/core/tree"
	"steward/core/workload"
)

// Exact errors of 10,000 ranges are those of the closed forms of the papers, and of independent code,
// to four digits; this program's own machinery, set up as published, has them too.
func TestEvidenceOfExact(t *testing.T) {
	folder := sharedData(t)
	sizes := []int{4096, 2048, 1024, 512}
	table := evidence.NewTable("mechanism", "values", "independent code", "closed form", "this program")
	for _, m := range []struct {
		name     string
		want     []float64
		closed   func(k int) evidence.Error
		prepared func(t *testing.T, p mechanism.Problem, k int) float64
		theta    int // 0 stands for presence only at half the budget
	}{
		{"noise on each cell, ε/2", []float64{10859.1, 5443.89, 2749.47, 1395.52},
			func(k int) evidence.Error { return evidence.OnCells(k, false, evidence.Laplace(2)) },
			func(t *testing.T, p mechanism.Problem, _ int) float64 { return expectedOf(t, cells.LaplaceCells{}, p) }, 0},
		{"H2: halves of halves, even budgets, least squares, ε/2", []float64{3113.40, 2452.58, 1907.25, 1445.29},
			func(k int) evidence.Error {
				return evidence.OnLevels(evidence.Levels(k, 2), false, evidence.Laplace(2*(math.Log2(float64(k))+1)))
			},
			func(t *testing.T, p mechanism.Problem, _ int) float64 {
				return prepareEvenly(t, p, 0, 2).ExpectedError().Summary().MeanSquare
			}, 0},
		{"Privelet, ε/2", []float64{2738.15, 2136.98, 1641.06, 1229.61},
			func(k int) evidence.Error {
				return evidence.OnHalves(k, false, evidence.Laplace(2*(math.Log2(float64(k))+1)))
			},
			func(t *testing.T, p mechanism.Problem, _ int) float64 {
				return expectedOf(t, box.Privelet{Published: true}, p)
			}, 0},
		{"Privelet with the noise of Haney et al., twice as much", []float64{10952.6, 8547.94, 6564.25, 4918.43},
			func(k int) evidence.Error {
				return evidence.OnHalves(k, false, evidence.Laplace(4*(math.Log2(float64(k))+1)))
			}, nil, 0},
		{"HB: sixteenths of sixteenths, even budgets, least squares, ε/2", []float64{1565.3},
			func(k int) evidence.Error {
				return evidence.OnLevels(evidence.Levels(k, 16), false, evidence.Laplace(2*4))
			},
			func(t *testing.T, p mechanism.Problem, _ int) float64 {
				return prepareEvenly(t, p, 0, 16).ExpectedError().Summary().MeanSquare
			}, 0},
		{"transformed, Laplace: line policy, ε", []float64{3.998, 3.9966, 3.9922, 3.983},
			func(k int) evidence.Error { return evidence.OnPrefixes(k, evidence.Laplace(1)) },
			func(t *testing.T, p mechanism.Problem, _ int) float64 { return expectedOf(t, line.Ordered{}, p) }, 1},
		{"H⁴, Laplace: within 4, ε/3", []float64{89.559, 89.3052, 89.5446, 89.2332},
			func(k int) evidence.Error { return evidence.OnComb(k, 4, evidence.Laplace(3)) },
			func(t *testing.T, p mechanism.Problem, k int) float64 {
				g, err := trees.NewSpanningForest(p, tree.Combs(make([]int, k), 1, 4), 3)
				if err != nil {
					t.Fatal(err)
				}
				q := on(t, trees.TreeLaplace{}, p, g)
				return q.Linear(q.Noisy.(trees.SubtreeNoise).Scale).Summary().MeanSquare
			}, 4},
	} {
		for i, want := range m.want {
			k := sizes[i]
			spans, runs := listedRuns(t, folder, k)
			closed := evidence.Mean(runs, m.closed(k))
			if math.Abs(closed-want) > 0.6*fourthDigit(want) {
				t.Errorf("%s, %d values: %.6g by the closed form, published %.6g", m.name, k, closed, want)
			}
			ours := "-"
			if m.prepared != nil {
				p := onData{make([]int64, k), m.theta, "0.001", workload.Question{Kind: workload.Ranges, Spans: spans}}.problem(t)
				if m.theta == 0 {
					p = plainAtHalf(p)
				}
				got := m.prepared(t, p, k) * 1e-6
				if math.Abs(got-want) > 0.6*fourthDigit(want) {
					t.Errorf("%s, %d values: %.6g by this program, published %.6g", m.name, k, got, want)
				}
				ours = fmt.Sprintf("%.6g", got)
			}
			table.Add(m.name, k, fmt.Sprintf("%.6g", want), fmt.Sprintf("%.6g", closed), ours)
		}
	}
	writePart(t, "exact", table.String())
}

// fourthDigit is one in the fourth digit of a number.
func fourthDigit(x float64) float64 { return math.Pow(10, math.Floor(math.Log10(x))-3) }

// expectedOf prepares a mechanism and returns its expected error.
func expectedOf(t *testing.T, m mechanism.Mechanism, p mechanism.Problem) float64 {
	t.Helper()
	q, err := m.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return q.ExpectedError().Summary().MeanSquare
}

// plainAtHalf is plain differential privacy for presence or absence of one record at half the budget.
func plainAtHalf(p mechanism.Problem) mechanism.Problem {
	for _, c := range comparisons(p) {
		if c.problem.Policy.Presence() {
			return c.problem
		}
	}
	panic("there is no comparison with presence only")
}

// listedRuns reads the ranges of a number of values.
func listedRuns(t *testing.T, folder string, k int) ([]workload.Span, iter.Seq[evidence.Run]) {
	t.Helper()
	var spans []workload.Span
	rows := rowsIn(t, filepath.Join(folder, fmt.Sprintf("ranges_k%d.csv", k)))
	for _, row := range rows {
		spans = append(spans, span(row[0], row[1]))
	}
	return spans, func(yield func(evidence.Run) bool) {
		for _, row := range rows {
			if !yield(evidence.Run{Lo: int(row[0]), Hi: int(row[1])}) {
				return
			}
		}
	}
}
