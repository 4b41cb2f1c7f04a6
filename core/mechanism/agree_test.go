package mechanism

import (
	"math"
	"slices"
	"testing"

	"steward/core/inference"
)

// byCells measures distances of cells by themselves.
func byCells(n int) inference.Metric {
	return inference.Metric{Apply: func(dst, d []float64) { copy(dst, d) }, Largest: 1, Slack: 0.25 * float64(n)}
}

// Where no whole numbers meet all sums, decimals do; where these are not proved to be near enough, so much of the way is gone as is,
// whatever signs that gives; and what is not met is said.
func TestGivingUp(t *testing.T) {
	odd := []inference.Sum{{Cells: []int32{0, 1}, Total: 1}, {Cells: []int32{1, 2}, Total: 1}, {Cells: []int32{0, 2}, Total: 1}}
	for _, c := range []struct {
		name  string
		sums  []inference.Sum
		x     []float64
		share float64
		cells []int64
		parts int64
		gave  Gave
	}{
		{"all", odd[:1], []float64{2, -1, 7}, 1, []int64{1, 0, 7}, 1, GaveNothing},
		{"wholeness", odd, []float64{4, 5, -6}, 1, []int64{500, 500, 500}, partsOfOne, GaveWholeness},
		{"signs", odd[:1], []float64{3, -2, 7}, 0.5, []int64{2000, -1000, 7000}, partsOfOne, GaveSigns},
		{"facts", odd[:1], []float64{3, -1, 7}, 0, []int64{3000, -1000, 7000}, partsOfOne, GaveFacts},
	} {
		n := inference.NewCounts(3, nil, c.sums)
		region := crossingCounts{n, c.sums}
		near := slices.Clone(c.x)
		if err := region.Project(near); err != nil {
			t.Fatal(err)
		}
		got, err := tidying{byCells(3), region, c.sums, c.x, nil}.made(inference.Nearer{Vector: near, Share: c.share}, nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !slices.Equal(got.Cells, c.cells) || got.Parts != c.parts || got.Gave != c.gave {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// Answers in different parts stay what they are beside one another.
func TestAppendedAnswers(t *testing.T) {
	a := Answers{Unadjusted: []float64{1}, Tidied: []int64{1}}
	a.Append(Answers{Unadjusted: []float64{2}, Tidied: []int64{2500}, Parts: 1000, Gave: GaveWholeness})
	a.Append(Answers{Unadjusted: []float64{3}, Tidied: []int64{3}, Parts: 1})
	for i, want := range []float64{1, 2.5, 3} {
		if got := a.TidiedAt(i); math.Abs(got-want) > 1e-12 {
			t.Errorf("answer %d is %v, want %v", i, got, want)
		}
	}
	if len(a.Unadjusted) != 3 || a.Gave != GaveWholeness {
		t.Errorf("%+v", a)
	}
}
