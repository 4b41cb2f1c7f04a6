//go:build evidence

package registry

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism/line"
	"steward/core/seeded"
	"steward/core/workload"
)

// Ranges of the capital losses of the Adult data, 4,357 values, by the ordered hierarchical mechanism as
// He, Machanavajjhala and Ding 2014 publish it (section 7.2, figure 2b) and by ours, for secrets
// within theta of one another.
func TestEvidenceOfOrderedHierarchical(t *testing.T) {
	const k = 4357
	counts := capitalLosses(t, k)
	r := seeded.New(2014, 7)
	var spans []workload.Span
	var runs []evidence.Run
	for range 10_000 {
		a, b := r.IntN(k), r.IntN(k)
		runs = append(runs, evidence.Run{Lo: min(a, b), Hi: max(a, b)})
		spans = append(spans, span(int64(min(a, b)), int64(max(a, b))))
	}
	asked := workload.Question{Kind: workload.Ranges, Spans: spans}
	measured := map[int]float64{k: 5100, 1000: 2877, 500: 3205, 100: 1071, 50: 935, 10: 186, 1: 4.018}
	distances := []int{1, 10, 50, 100, 500, 1000, k}
	budgets := []string{"0.01", "0.1", "0.5", "1"}
	table := evidence.NewTable("within", "levels", "budget of cumulative counts", "independent code", "as published", "tuned, least squares", "Automatic", "by", "lower by", "on the data at 0.1, released")
	figures := []evidence.Figure{
		{Title: "Error of a range, budget 0.1", XLabel: "values within this distance are secret", YLabel: "mean squared error", Joined: true,
			Series: []evidence.Series{{Name: "ordered hierarchical, as published"}, {Name: "ordered hierarchical, tuned, least squares", Ours: true}, {Name: "Automatic", Ours: true}}},
		{Title: "By budget and distance", XLabel: "budget", YLabel: "mean squared error", Joined: true},
	}
	for _, e := range budgets {
		figures[1].X = append(figures[1].X, ratioOf(e))
	}
	for _, theta := range distances {
		g := evidence.Greedy{Cells: k, Theta: theta, Fan: 16}
		published := evidence.Mean(slices.Values(runs), g.Error(1))
		share, _ := g.Shares()
		colour := 1 + len(figures[1].Series)/2
		lines := []evidence.Series{{Name: "published, " + within(theta, k), Colour: colour}, {Name: "Automatic, " + within(theta, k), Colour: colour, Ours: true}}
		for _, epsilon := range budgets {
			p := onData{counts, theta % k, epsilon, asked}.problem(t)
			e := p.Budget.Float()
			name, least := leastOf(t, p)
			lines[0].Y, lines[1].Y = append(lines[0].Y, published/(e*e)), append(lines[1].Y, least)
			if least > published/(e*e) {
				t.Errorf("within %d at %s: %.4g by %s, as published %.4g", theta, epsilon, least, name, published/(e*e))
			}
			if epsilon != "0.1" {
				continue
			}
			chain := expectedOf(t, line.OrderedHierarchical{}, p)
			q, _, err := Choose(t.Context(), p, name)
			if err != nil {
				t.Fatal(err)
			}
			released, _ := meanSquare(t, q, p, counts, 20)
			table.Add(within(theta, k), g.Height(), fmt.Sprintf("%.3f", share), orNone(measured[theta]), orNone(published), orNone(chain*e*e), orNone(least*e*e), name, fmt.Sprintf("%.2f×", published/(least*e*e)), orNone(released*e*e))
			figures[0].X = append(figures[0].X, float64(theta))
			for i, y := range []float64{published / (e * e), chain, least} {
				figures[0].Series[i].Y = append(figures[0].Series[i].Y, y)
			}
			if m := measured[theta]; !near(published, m, 0.25) {
				t.Errorf("within %d: the formula has %.4g, independent code measured %.4g", theta, published, m)
			}
		}
		if slices.Contains([]int{1, 10, 100, k}, theta) {
			figures[1].Series = append(figures[1].Series, lines...)
		}
	}
	t.Logf("\n%s", table)
	writePart(t, "greedy", table.String()+"\n![Error of a range of capital losses against the distance within which values are secret, and against the budget](figures/capital-loss.png)\n")
	writeFigure(t, "capital-loss.png", figures...)
}

func within(theta, k int) string {
	if theta >= k {
		return "all"
	}
	return fmt.Sprint(theta)
}

func ratioOf(s string) float64 {
	var x float64
	if _, err := fmt.Sscan(s, &x); err != nil {
		return math.NaN()
	}
	return x
}

// capitalLosses reads the losses from the folder of the histograms where they are, or else the Adult data
// of this module.
func capitalLosses(t *testing.T, k int) []int64 {
	t.Helper()
	folder := os.Getenv("STEWARD_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	file := filepath.Join(folder, "hist1d", "uci_adult_capital_loss_4357.csv")
	if _, err := os.Stat(file); err != nil {
		return adultLosses(t, k)
	}
	var counts []int64
	for _, row := range rowsIn(t, file) {
		counts = append(counts, row[len(row)-1])
	}
	if len(counts) != k {
		t.Fatalf("%s has %d counts, not %d", file, len(counts), k)
	}
	return counts
}
