package choice

import (
	"context"
	"math"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// onAge is a percentile of a column of so many ages under a threshold, 0 for everything secret.
func onAge(t testing.TB, values, threshold int, q Question, epsilon string, standIn []int64) Problem {
	t.Helper()
	a, err := domain.NewWhole("age", 0, int64(values-1), domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	published := policy.Full(d, false)
	if threshold > 0 {
		near, err := policy.Near(a, big.NewRat(int64(threshold), 1), policy.OwnGroup)
		if err != nil {
			t.Fatal(err)
		}
		if published, err = policy.New(policy.Spec{Domain: d, Parts: []policy.Part{near}}); err != nil {
			t.Fatal(err)
		}
	}
	q.ID, q.Title, q.Column = "q", "q", "age"
	made, err := New(q, d)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: q.Columns()}, d)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := mechanism.NewProblem(w, published, constraint.Facts{}, budget)
	if err != nil {
		t.Fatal(err)
	}
	if standIn != nil {
		if cells.StandIn, err = mechanism.Published(d, standIn, message.Verbatim("last year")); err != nil {
			t.Fatal(err)
		}
	}
	return Problem{made, cells}
}

// bell are made-up ages.
func bell(values, people int) []int64 {
	x, upTo := make([]int64, values), int64(0)
	for v := range x {
		share := (1 + math.Erf((float64(v+1)-float64(values)/3)/(float64(values)/6*math.Sqrt2))) / 2
		if v == values-1 {
			share = 1
		}
		n := int64(math.Round(share * float64(people)))
		x[v], upTo = n-upTo, n
	}
	return x
}

func median() Question { return Question{Kind: Percentile, Percent: big.NewRat(50, 1)} }

// truth returns the percentile of counts.
func truth(q Question, x []int64) int {
	var people, upTo int64
	for _, n := range x {
		people += n
	}
	for v, n := range x {
		upTo += n
		if big.NewRat(100*upTo, 1).Cmp(new(big.Rat).Mul(q.Percent, big.NewRat(people, 1))) >= 0 {
			return v
		}
	}
	return len(x) - 1
}

// TestIntervalsHoldThePercentile draws percentiles by every method and counts how often an interval
// misses: 1 in 20 at most. They are not as wide as everything.
func TestIntervalsHoldThePercentile(t *testing.T) {
	src := seeded.New(4, 5)
	for _, percent := range []int64{10, 50, 90} {
		for _, method := range []Method{Drawn, FromTable} {
			for _, threshold := range []int{0, 1} {
				q := Question{Kind: Percentile, Percent: big.NewRat(percent, 1), Interval: true, Method: method}
				p, err := Prepare(context.Background(), onAge(t, 24, threshold, q, "0.4", nil))
				if err != nil {
					t.Fatal(err)
				}
				x := bell(24, 300)
				counts, err := histogram.FromCounts(p.Choice().Domain(), x)
				if err != nil {
					t.Fatal(err)
				}
				want, misses, wide := truth(q, x), 0, 0.0
				draws := seeded.Often(200, 400)
				for range draws {
					c, err := p.Release(context.Background(), counts, src)
					if err != nil {
						t.Fatal(err)
					}
					if c[0].Low > c[0].Option || c[0].High < c[0].Option {
						t.Fatalf("the interval from %d to %d does not hold %d", c[0].Low, c[0].High, c[0].Option)
					}
					if want < c[0].Low || want > c[0].High {
						misses++
					}
					wide += float64(c[0].High-c[0].Low) / float64(draws)
				}
				if err := seeded.AtMost(misses, draws, 0.05, seeded.Among(12)); err != nil {
					t.Errorf("percentile %d by %q under %d: intervals that miss: %v", percent, method, threshold, err)
				}
				// Widths are 23 at most.
				if wide/23 > 0.8 && seeded.Shares(wide/23, draws, 0.8, seeded.Among(12)) != nil {
					t.Errorf("percentile %d by %q under %d: intervals are %v wide", percent, method, threshold, wide)
				}
			}
		}
	}
}

// TestTypicalErrorOfTables compares the expected distance on a stand-in with that of many releases on
// the same numbers. A fifth of it is for what the normal law leaves out.
func TestTypicalErrorOfTables(t *testing.T) {
	src := seeded.New(6, 7)
	x := bell(24, 200)
	q := median()
	q.Method = FromTable
	p, err := Prepare(context.Background(), onAge(t, 24, 1, q, "0.1", x))
	if err != nil {
		t.Fatal(err)
	}
	counts, err := histogram.FromCounts(p.Choice().Domain(), x)
	if err != nil {
		t.Fatal(err)
	}
	want, mean := truth(q, x), 0.0
	draws := seeded.Often(2500, 40_000)
	for range draws {
		c, err := p.Release(context.Background(), counts, src)
		if err != nil {
			t.Fatal(err)
		}
		mean += math.Abs(float64(c[0].Option-want)) / float64(draws)
	}
	const most = 23 // the largest distance
	got := p.Quality().Typical
	if err := seeded.Shares(mean/most, draws, min(max(mean, 0.8*got), 1.2*got)/most, seeded.FalseAlarm); err != nil {
		t.Errorf("expected %v off, and found %v: %v", got, mean, err)
	}
	if seeded.Shares(mean/most, draws, 2*got/most, seeded.FalseAlarm) == nil {
		t.Errorf("twice as much as the %v that were expected would pass, where %v were found", got, mean)
	}
}

// TestAutomaticTakesTheBetter compares the bounds under full secrecy and under small differences, and
// the widths on a stand-in.
func TestAutomaticTakesTheBetter(t *testing.T) {
	seeded.ForAudits(t)
	ctx := optimum.Share(context.Background(), new(optimum.Memory)) // some are prepared again
	for threshold, want := range map[int]bool{0: false, 1: true} {
		p, err := Prepare(ctx, onAge(t, 60, threshold, median(), "0.5", nil))
		if err != nil {
			t.Fatal(err)
		}
		if (p.table != nil) != want {
			t.Errorf("under a threshold of %d: %s", threshold, p.Info().Name)
		}
		others, err := Alternatives(ctx, onAge(t, 60, threshold, median(), "0.5", nil))
		if err != nil || len(others) != 2 {
			t.Fatal(len(others), err)
		}
		for _, o := range others {
			if o.Quality().Fall < p.Quality().Fall {
				t.Errorf("under a threshold of %d %s is better than %s", threshold, o.Info().Name, p.Info().Name)
			}
		}
	}
	// Ranks averaged over neighbours are worth their bias where noise is large, and only under small
	// differences.
	wide, err := prepareDraw(ctx, onAge(t, 60, 1, withAnyWidth(median()), "0.002", bell(60, 20_000)))
	if err != nil {
		t.Fatal(err)
	}
	sharp, err := prepare(ctx, onAge(t, 60, 1, median(), "0.002", bell(60, 20_000)))
	if err != nil {
		t.Fatal(err)
	}
	full, err := prepareDraw(ctx, onAge(t, 60, 0, withAnyWidth(median()), "0.002", bell(60, 20_000)))
	if err != nil {
		t.Fatal(err)
	}
	if w := wide.Choice().Question().Width; w < 2 || wide.Quality().Typical > sharp.Quality().Typical/2 {
		t.Errorf("a width of %d is off by %v, and 0 by %v", w, wide.Quality().Typical, sharp.Quality().Typical)
	}
	if full.Quality().Typical < 1.2*sharp.Quality().Typical {
		t.Errorf("with everything secret it is off by %v, under small differences by %v", full.Quality().Typical, sharp.Quality().Typical)
	}
}

func withAnyWidth(q Question) Question {
	q.AnyWidth = true
	return q
}

// TestRowsAndUnitsAreHiddenTogether looks at the rate where a person has several rows.
func TestRowsAndUnitsAreHiddenTogether(t *testing.T) {
	p := onAge(t, 10, 1, median(), "0.5", nil)
	once, err := prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	p.Cells.Rows, p.Cells.Unit = 3, mechanism.Unit{People: 10, Parts: 1}
	thrice, err := prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if new(big.Rat).Mul(thrice.Rate(), big.NewRat(3, 1)).Cmp(once.Rate()) != 0 {
		t.Errorf("the rate is %s with three rows, and %s with one", thrice.Rate(), once.Rate())
	}
	if got, want := thrice.Quality().Fall, 30*once.Quality().Fall; math.Abs(got-want) > 1e-9*want {
		t.Errorf("the bound is %v, and should be %v", got, want)
	}
	p = onAge(t, 10, 1, median(), "0.5", nil)
	p.Cells.Gaussian = true
	chance, err := prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if new(big.Rat).Quo(chance.Rate(), once.Rate()).Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("the rate is %s with a chance of failure, and %s without", chance.Rate(), once.Rate())
	}
}
