//go:build evidence

package choice

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/histogram"
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

// adultAges returns the ages of every second person of the UCI Adult data, and of the others.
func adultAges(t *testing.T) (ages, others []int64) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "release", "testdata", "adult.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(rows[0], func(h string) bool { return strings.TrimSpace(h) == "age" })
	ages, others = make([]int64, 100), make([]int64, 100)
	for i, row := range rows[1:] {
		age, err := strconv.Atoi(strings.TrimSpace(row[at]))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			ages[age]++
		} else {
			others[age]++
		}
	}
	return ages, others
}

// TestEvidenceOfMedians publishes percentiles of Adult age under smaller and smaller secrets.
func TestEvidenceOfMedians(t *testing.T) {
	ages, others := adultAges(t)
	src := seeded.New(20261121, 9)
	table := evidence.NewTable("percentile", "budget", "all", "within 10", "within 5", "within 1", "how, within 1")
	const runs = 300
	for _, percent := range []int64{50, 90} {
		for _, epsilon := range []string{"0.0005", "0.001", "0.002", "0.005", "0.01", "0.1"} {
			q := Question{Kind: Percentile, Percent: big.NewRat(percent, 1), AnyWidth: true}
			want := truth(q, ages)
			row := []any{fmt.Sprint(percent), epsilon}
			var off []float64
			how := ""
			for _, threshold := range []int{0, 10, 5, 1} {
				p, err := Prepare(context.Background(), onAge(t, len(ages), threshold, q, epsilon, others))
				if err != nil {
					t.Fatal(err)
				}
				counts, err := histogram.FromCounts(p.Choice().Domain(), slices.Clone(ages))
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for range runs {
					c, err := p.Release(context.Background(), counts, src)
					if err != nil {
						t.Fatal(err)
					}
					sum += math.Abs(float64(c[0].Option - want))
				}
				off = append(off, sum/runs)
				row = append(row, sum/runs)
				how = fmt.Sprintf("%s, width %d", p.Info().ID, p.Choice().Question().Width)
			}
			table.Add(append(row, how)...)
			if off[0] > 1 && (off[2] > 0.8*off[0] || off[3] > 0.5*off[0]) {
				t.Errorf("percentile %d at %s: off by %v with everything secret, and %v within 5, %v within 1", percent, epsilon, off[0], off[2], off[3])
			}
		}
	}
	writePart(t, "medians", table.String())
}

// TestEvidenceOfPricing publishes the best of a list of prices for made-up bids, and works out
// exactly how often its revenue is within the stated bound of the best.
func TestEvidenceOfPricing(t *testing.T) {
	table := evidence.NewTable("people", "budget", "stated bound, of the best revenue", "chance to keep it, least", "mean revenue, of the best")
	for _, people := range []int{100, 1000, 10_000, 100_000} {
		for _, epsilon := range []string{"0.1", "1"} {
			r := seeded.New(31, uint64(people))
			q := Question{Kind: Best, Test: AtLeast}
			for price := int64(1); price <= 100; price++ {
				q.Options = append(q.Options, Option{Label: fmt.Sprint(price), At: fmt.Sprint(price), Times: big.NewRat(price, 1)})
			}
			p, err := Prepare(context.Background(), onAge(t, 101, 0, q, epsilon, nil))
			if err != nil {
				t.Fatal(err)
			}
			bound, least, revenue, part := p.Quality().Fall, 1.0, 0.0, 0.0
			const instances = 40
			for range instances {
				x := make([]int64, 101)
				middle, spread := r.Float64()*100, 1+r.ExpFloat64()*25
				for range people {
					x[min(max(int(middle+r.NormFloat64()*spread), 0), 100)]++
				}
				scores := make([]int64, len(q.Options))
				p.Choice().score.scores(scores, x)
				best := float64(slices.Max(scores))
				kept, mean := 0.0, 0.0
				for o, chance := range p.law(scores) {
					if best-float64(scores[o]) <= bound {
						kept += chance
					}
					mean += chance * float64(scores[o]) / best
				}
				least, revenue, part = min(least, kept), revenue+mean/instances, part+bound/best/instances
			}
			if least < 0.95 {
				t.Errorf("%d people at %s: within the bound with a chance of %v only", people, epsilon, least)
			}
			table.Add(fmt.Sprint(people), epsilon, part, fmt.Sprintf("%.4f", least), fmt.Sprintf("%.4f", revenue))
		}
	}
	writePart(t, "pricing", table.String())
}

// TestEvidenceOfChoiceCost measures the time of choices at growing numbers of values and options.
func TestEvidenceOfChoiceCost(t *testing.T) {
	table := evidence.NewTable("what", "values", "options", "secret", "prepare, ms", "draw, ms")
	src := seeded.New(1, 2)
	measure := func(what string, values, options, threshold int, q Question) {
		problem := onAge(t, values, threshold, q, "0.5", nil)
		start := time.Now()
		p, err := prepare(context.Background(), problem)
		if err != nil {
			t.Fatal(err)
		}
		prepared := time.Since(start)
		counts, err := histogram.FromCounts(p.Choice().Domain(), bell(values, 100_000))
		if err != nil {
			t.Fatal(err)
		}
		start = time.Now()
		const draws = 5
		for range draws {
			if _, err := p.Release(context.Background(), counts, src); err != nil {
				t.Fatal(err)
			}
		}
		secret := "all"
		if threshold > 0 {
			secret = fmt.Sprintf("within %d", threshold)
		}
		table.Add(what, fmt.Sprint(values), fmt.Sprint(options), secret, float64(prepared)/1e6, float64(time.Since(start))/1e6/draws)
	}
	for _, values := range []int{100, 1000, 10_000, 100_000, 1_000_000} {
		for _, threshold := range []int{0, 16} {
			measure("median", values, values, threshold, median())
		}
		measure("most common", values, values, 0, Question{Kind: MostCommon})
	}
	for _, options := range []int{10, 100, 800} {
		q := Question{Kind: Best, Test: AtLeast}
		for o := range options {
			price := int64(1 + o*1000/options)
			q.Options = append(q.Options, Option{Label: fmt.Sprint(o), At: fmt.Sprint(price), Times: big.NewRat(price, 1)})
		}
		measure("best price", 1001, options, 0, q)
		measure("best price", 1001, options, 16, q)
	}
	writePart(t, "choices", table.String())
}
