//go:build evidence

package optimum

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"steward/core/internal/evidence"
	"steward/core/seeded"
)

// writePart puts what a run measured into its part of docs/evidence.md.
func writePart(t *testing.T, part, text string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "evidence.md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := evidence.Replace(string(old), part, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeFigure(t *testing.T, name string, figures ...evidence.Figure) {
	t.Helper()
	var out bytes.Buffer
	if err := evidence.WritePNG(&out, figures...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("..", "..", "docs", "figures", name), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// place is a point of a plane.
type place struct{ x, y float64 }

func euclid(places []place) func(u, v int) float64 {
	return func(u, v int) float64 { return math.Hypot(places[u].x-places[v].x, places[u].y-places[v].y) }
}

// cities returns the longitudes and latitudes of the US cities with more than 50,000 inhabitants
// (plotly/datasets, us-cities-top-1k, MIT licence).
func cities(t *testing.T) []place {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "cities.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[place]bool)
	var out []place
	for _, row := range rows[1:] {
		var p place
		if p.y, err = strconv.ParseFloat(row[2], 64); err != nil {
			t.Fatal(err)
		}
		if p.x, err = strconv.ParseFloat(row[3], 64); err != nil {
			t.Fatal(err)
		}
		if !seen[p] { // two places at no distance could not be told apart at all
			seen[p], out = true, append(out, p)
		}
	}
	return out
}

// scattered returns so many different points of a square of whole numbers.
func scattered(r *seeded.Source, k, side int) []place {
	seen := make(map[place]bool)
	var out []place
	for len(out) < k {
		if p := (place{float64(r.IntN(side)), float64(r.IntN(side))}); !seen[p] {
			seen[p], out = true, append(out, p)
		}
	}
	return out
}

// uniform draws a query with weights between 0 and 1, binaryWeights one with weights 0 and 1.
func uniform(r *seeded.Source, k int) []float64 {
	out := make([]float64, k)
	for u := range out {
		out[u] = r.Float64()
	}
	return out
}

func binaryWeights(r *seeded.Source, k int) []float64 {
	out := make([]float64, k)
	for u := range out {
		out[u] = float64(r.IntN(2))
	}
	return out
}

// nearest is the least distance of two cells: the budget of plain differential privacy that keeps a
// metric too.
func nearest(k int, distance func(u, v int) float64) float64 {
	least := math.Inf(1)
	for u := range k {
		for v := range u {
			least = min(least, distance(u, v))
		}
	}
	return least
}

// improvement is by how much plain differential privacy needs more noise for a query than the metric.
func improvement(q []float64, distance func(u, v int) float64, least float64) float64 {
	low, high := q[0], q[0]
	for _, a := range q {
		low, high = min(low, a), max(high, a)
	}
	return (high - low) / least / Weighed{q, distance}.Scale()
}

// queries is several linear queries under a metric.
type queries struct {
	of    [][]float64
	loads [][]float64 // per pair, the difference of every query over the distance
}

func newQueries(of [][]float64, k int, distance func(u, v int) float64) queries {
	q := queries{of: of}
	for u := range k {
		for v := range u {
			d, row := distance(u, v), make([]float64, len(of))
			for i, a := range of {
				row[i] = math.Abs(a[u]-a[v]) / d
			}
			q.loads = append(q.loads, row)
		}
	}
	return q
}

// worst returns the largest load of scales s.
func (q queries) worst(s []float64) (most float64) {
	for _, l := range q.loads {
		sum := 0.0
		for i, n := range l {
			sum += n * s[i]
		}
		most = max(most, sum)
	}
	return most
}

// fitted divides scales by their largest load.
func (q queries) fitted(s []float64) []float64 {
	most, out := q.worst(s), make([]float64, len(s))
	for i := range s {
		out[i] = s[i] / most
	}
	return out
}

// equally is strategy 1 of Kamalaruban et al.: every query has the same part of the budget.
func (q queries) equally() []float64 {
	out := make([]float64, len(q.of))
	for i := range out {
		most := 0.0
		for _, l := range q.loads {
			most = max(most, l[i])
		}
		out[i] = 1 / most / float64(len(q.of))
	}
	return out
}

// alike is strategy 2: every query has the same noise.
func (q queries) alike() []float64 {
	out := make([]float64, len(q.of))
	for i := range out {
		out[i] = 1
	}
	return q.fitted(out)
}

// shared is strategy 3, algorithm 3 as far as the text says: each pair's budget is distributed in
// proportion to what the queries would need of it by themselves, the scales follow, and what is left of
// every pair's budget is distributed again.
func (q queries) shared() []float64 {
	n := len(q.of)
	out, left := make([]float64, n), make([]float64, len(q.loads))
	for e := range left {
		left[e] = 1
	}
	for range 100 {
		own := make([]float64, n) // the scale of each query that takes all that is left
		for i := range own {
			own[i] = math.Inf(1)
			for e, l := range q.loads {
				if l[i] > 0 {
					own[i] = min(own[i], left[e]/l[i])
				}
			}
		}
		gained, gain := 0.0, make([]float64, n)
		for i := range gain {
			gain[i] = math.Inf(1)
		}
		for e, l := range q.loads {
			need := 0.0
			for i, a := range l {
				need += a * own[i]
			}
			for i, a := range l {
				switch {
				case a > 0 && need > 0:
					gain[i] = min(gain[i], left[e]*own[i]/need)
				case a > 0:
					gain[i] = 0 // nothing is left
				}
			}
		}
		for i := range out {
			out[i] += gain[i]
			gained = max(gained, gain[i]/out[i])
		}
		for e, l := range q.loads {
			for i, a := range l {
				left[e] -= a * gain[i]
			}
			left[e] = max(left[e], 0)
		}
		if gained < 1e-6 {
			break
		}
	}
	return q.fitted(out)
}

// error is the squared error of scales, 2/s² for every query.
func squared(s []float64) (sum float64) {
	for _, x := range s {
		sum += 2 / (x * x)
	}
	return sum
}

// best returns the certified scales.
func (q queries) best() Scaling {
	costs := make([]float64, len(q.of))
	for i := range costs {
		costs[i] = 2
	}
	return Scale(WithLaplace, costs, q.loads, 1e-6, 20000)
}

// histogramOf counts numbers in even bins from a number on; a bin is named by its lower end.
func histogramOf(x []float64, from, width float64, bins int) (at, share []float64) {
	at, share = make([]float64, bins), make([]float64, bins)
	for i := range at {
		at[i] = math.Round((from+float64(i)*width)*1000) / 1000
	}
	for _, v := range x {
		share[max(min(int((v-from)/width), bins-1), 0)] += 100 / float64(len(x))
	}
	for i := range share {
		if share[i] == 0 {
			share[i] = math.NaN()
		}
	}
	return at, share
}

func meanOf(x []float64) (sum float64) {
	for _, v := range x {
		sum += v / float64(len(x))
	}
	return sum
}

// TestEvidenceOfGradedQueries repeats the single queries of Kamalaruban et al., figures 2(b) and 3(b):
// random queries over scattered points and over the cities, and smooth queries over the cities.
func TestEvidenceOfGradedQueries(t *testing.T) {
	r := seeded.New(2020, 741)
	table := evidence.NewTable("cells", "queries", "mean improvement", "least", "largest")
	var figures []evidence.Figure
	for _, c := range []struct {
		name   string
		places []place
		runs   int
	}{{"100 points of a square", scattered(r, 100, 100), 1000}, {fmt.Sprintf("%d US cities", len(cities(t))), cities(t), 300}} {
		distance := euclid(c.places)
		least := nearest(len(c.places), distance)
		var factors []float64
		for range c.runs {
			factors = append(factors, improvement(uniform(r, len(c.places)), distance, least))
		}
		mean := meanOf(factors)
		low, high := factors[0], factors[0]
		for _, f := range factors {
			low, high = min(low, f), max(high, f)
		}
		table.Add(c.name, fmt.Sprintf("%d, weights between 0 and 1", c.runs), mean, low, high)
		if mean < 2 {
			t.Errorf("%s: random queries improve by %.3g on average, at least 2 is published", c.name, mean)
		}
		at, share := histogramOf(factors, 1, 0.5, 12)
		figures = append(figures, evidence.Figure{Title: "Random queries, " + c.name, XLabel: "improvement", YLabel: "per cent of queries", X: at, Joined: true,
			Series: []evidence.Series{{Name: "metric against plain", Y: share, Ours: true}}})
		if len(c.places) == 100 {
			continue
		}
		for _, smooth := range []struct {
			name string
			of   func(p place) float64
		}{
			{"latitude", func(p place) float64 { return p.y }},
			{"distance from Kansas City", func(p place) float64 { return math.Hypot(p.x+94.58, p.y-39.1) }},
			{"a bell over the Rocky Mountains", func(p place) float64 { return math.Exp(-math.Pow((p.x+107)/6, 2)) }},
		} {
			q := make([]float64, len(c.places))
			for u, p := range c.places {
				q[u] = smooth.of(p)
			}
			f := improvement(q, distance, least)
			table.Add(c.name, smooth.name, f, f, f)
			if f < 5*mean {
				t.Errorf("%s improves by %.3g, random queries by %.3g", smooth.name, f, mean)
			}
		}
	}
	writePart(t, "graded queries", table.String())
	writeFigure(t, "graded-single.png", figures...)
}

// TestEvidenceOfSeveralGradedQueries repeats figures 2(c) and 2(d), with the best scales beside the three
// strategies, and compares squared errors on every instance drawn.
func TestEvidenceOfSeveralGradedQueries(t *testing.T) {
	r := seeded.New(2020, 42)
	places := scattered(r, 60, 100)
	distance := euclid(places)
	least := nearest(len(places), distance)
	table := evidence.NewTable("weights", "queries", "strategy 1", "strategy 2", "strategy 3", "best", "strategy 3 above the best, mean", "most", "largest gap of the proof")
	var figures []evidence.Figure
	for _, kind := range []struct {
		name string
		draw func(r *seeded.Source, k int) []float64
	}{{"between 0 and 1", uniform}, {"0 or 1", binaryWeights}} {
		f := evidence.Figure{Title: "Several queries, weights " + kind.name, XLabel: "queries", YLabel: "improvement", Joined: true,
			Series: []evidence.Series{{Name: "best", Ours: true}, {Name: "strategy 1"}, {Name: "strategy 2"}, {Name: "strategy 3"}}}
		for _, n := range []int{1, 2, 3, 5, 8, 12, 20} {
			const instances = 12
			var factor [4]float64
			above, most, gap := 0.0, 0.0, 0.0
			for range instances {
				of := make([][]float64, n)
				for i := range of {
					of[i] = kind.draw(r, len(places))
				}
				q := newQueries(of, len(places), distance)
				best := q.best()
				own := [4][]float64{best.Scales, q.equally(), q.alike(), q.shared()}
				// Plain: the same noise on every query, for the largest change at the least budget.
				plain := 0.0
				for u := range places {
					for v := range u {
						sum := 0.0
						for _, a := range of {
							sum += math.Abs(a[u] - a[v])
						}
						plain = max(plain, sum/least)
					}
				}
				for k, s := range own {
					log := 0.0
					for _, x := range s {
						log += math.Log(plain * x)
					}
					factor[k] += math.Exp(log/float64(n)) / instances
				}
				for k, s := range own[1:] {
					if q.worst(s) > 1+1e-9 {
						t.Errorf("strategy %d spends %v of the budget", k+1, q.worst(s))
					}
				}
				ratio := squared(own[3]) / best.Error
				above, most, gap = above+(ratio-1)/instances, max(most, ratio-1), max(gap, gapOf(best))
				if ratio < 1-2e-6 || squared(own[3]) < best.Bound*(1-1e-12) {
					t.Errorf("%d queries: strategy 3 has %v of the best error", n, ratio)
				}
			}
			if gap > 1e-4 {
				t.Errorf("%d queries: a gap of %v", n, gap)
			}
			table.Add(kind.name, fmt.Sprint(n), factor[1], factor[2], factor[3], factor[0], fmt.Sprintf("%.1f %%", 100*above), fmt.Sprintf("%.1f %%", 100*most), fmt.Sprintf("%.2g", gap))
			f.X = append(f.X, float64(n))
			for k := range factor {
				f.Series[k].Y = append(f.Series[k].Y, factor[k])
			}
		}
		figures = append(figures, f)
	}
	writePart(t, "several graded queries", table.String())
	writeFigure(t, "graded-several.png", figures...)
}

// TestEvidenceOfGradedThresholds repeats figures 4 and 5: pairs up to a distance alike, and budgets that
// rise with the distance beyond it.
func TestEvidenceOfGradedThresholds(t *testing.T) {
	r := seeded.New(2020, 4)
	places := scattered(r, 100, 100)
	apart := euclid(places)
	table := evidence.NewTable("threshold", "error, pairs within it", "error, rising beyond it", "improvement, pairs within it", "improvement, rising beyond it")
	thresholds := []float64{2, 3, 5, 10, 20, 50, 141}
	f := evidence.Figure{Title: "Random queries", XLabel: "threshold", YLabel: "root mean square error at budget 1", X: thresholds, Joined: true,
		Series: []evidence.Series{{Name: "pairs within it", Ours: true}, {Name: "rising beyond it", Ours: true}}}
	var spread []evidence.Figure
	for _, threshold := range thresholds {
		within := func(u, v int) float64 {
			if apart(u, v) <= threshold {
				return 1
			}
			return math.Inf(1)
		}
		rising := func(u, v int) float64 { return max(1, apart(u, v)/threshold) }
		var scales, factors [2][]float64
		for range 300 {
			q := uniform(r, len(places))
			for k, d := range []func(u, v int) float64{within, rising} {
				w := Weighed{q, d}
				scales[k] = append(scales[k], math.Sqrt2*w.Scale())
				factors[k] = append(factors[k], improvement(q, d, 1))
			}
		}
		table.Add(fmt.Sprint(threshold), meanOf(scales[0]), meanOf(scales[1]), meanOf(factors[0]), meanOf(factors[1]))
		for k := range scales {
			f.Series[k].Y = append(f.Series[k].Y, meanOf(scales[k]))
			if n := len(f.Series[k].Y); n > 1 && f.Series[k].Y[n-1] < f.Series[k].Y[n-2]*(1-0.02) {
				t.Errorf("the error falls from threshold %v on", threshold)
			}
		}
		if meanOf(scales[0]) > meanOf(scales[1])*(1+1e-9) {
			t.Errorf("threshold %v: pairs within it need more noise than with others beside them", threshold)
		}
		if threshold == 3 || threshold == 5 {
			at, a := histogramOf(factors[0], 1, 0.25, 12)
			_, b := histogramOf(factors[1], 1, 0.25, 12)
			spread = append(spread, evidence.Figure{Title: fmt.Sprintf("Threshold %v", threshold), XLabel: "improvement", YLabel: "per cent of queries", X: at, Joined: true,
				Series: []evidence.Series{{Name: "pairs within it", Y: a, Ours: true}, {Name: "rising beyond it", Y: b, Ours: true}}})
		}
	}
	writePart(t, "graded thresholds", table.String())
	writeFigure(t, "graded-thresholds.png", append([]evidence.Figure{f}, spread...)...)
}

// TestEvidenceOfSmoothing shows the trade of bias for noise where the number of people is public, and what
// preparing costs for growing numbers of cells and queries.
func TestEvidenceOfSmoothing(t *testing.T) {
	r := seeded.New(2020, 14)
	places := scattered(r, 100, 100)
	w := Weighed{uniform(r, len(places)), euclid(places)}
	table := evidence.NewTable("people", "scale of the noise", "off by at most", "bound on the root mean square error", "without bias")
	plain := math.Sqrt2 * w.Scale()
	for _, n := range []float64{0, 0.1, 0.3, 1, 3, 10, 100} {
		s := w.Smooth(n)
		table.Add(fmt.Sprint(n), s.Scale, s.Off, math.Sqrt(s.MeanSquare), plain)
		if math.Sqrt(s.MeanSquare) > plain*(1+1e-9) {
			t.Errorf("%v people: smoothing makes it worse", n)
		}
	}
	writePart(t, "smoothing", table.String())
	cost := evidence.NewTable("cells", "queries", "pairs", "seconds to certify within 0.0001 %", "rounds")
	for _, k := range []int{50, 100, 200, 400} {
		for _, n := range []int{2, 8} {
			places := scattered(r, k, 200)
			of := make([][]float64, n)
			for i := range of {
				of[i] = uniform(r, k)
			}
			began := time.Now()
			q := newQueries(of, k, euclid(places))
			s := q.best()
			cost.Add(fmt.Sprint(k), fmt.Sprint(n), fmt.Sprint(len(q.loads)), time.Since(began).Seconds(), fmt.Sprint(s.Rounds))
		}
	}
	writePart(t, "cost of graded queries", cost.String())
}
