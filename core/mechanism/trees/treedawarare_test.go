package trees

import (
	"math"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/workload"
)

// groupings calls do for every way to cut entries into groups, with its weight by the definition of the law: a node
// stays whole with a weight of 0.3 exp(-epsilon/2 deviation), or is cut in two that go on alike.
func groupings(entries []float64, epsilon float64, do func(groups [][]float64, weight float64)) {
	deviation := math.Inf(1)
	for _, c := range entries {
		sum := 0.0
		for _, v := range entries {
			sum += math.Abs(v - c)
		}
		deviation = min(deviation, sum)
	}
	do([][]float64{entries}, 0.3*math.Exp(-epsilon/2*deviation))
	half := 0 // one, two, four and so on, the most that leave some
	for next := 1; next < len(entries); next *= 2 {
		half = next
	}
	if half > 0 {
		groupings(entries[:half], epsilon, func(a [][]float64, wa float64) {
			groupings(entries[half:], epsilon, func(b [][]float64, wb float64) { do(slices.Concat(a, b), wa*wb) })
		})
	}
}

// What groups alone add to the error is the mean over all groups that may be drawn, of single cells and of
// cumulative counts; for a spike among empty cells nearly all of it comes from draws that are rare.
func TestGroupsAreExpectedToErr(t *testing.T) {
	for _, c := range []struct {
		kind   workload.Kind
		theta  int
		shared bool // errors of the entries of a group add up
	}{{workload.Table, 0, false}, {workload.Cumulative, 0, true}, {workload.Cumulative, 1, false}} {
		kind := c.kind
		e := mechanismtest.EveryRange(t, 16, c.theta, "0.05")
		p := e.Scene.Problem
		numbers := make([]int64, 16)
		numbers[5], numbers[10] = 900, 30
		var err error
		asked := workload.Question{ID: "q", Title: "cells", Kind: kind, Columns: p.Workload.Question().Columns}
		if p.Workload, err = workload.New(asked, p.Workload.Domain()); err != nil {
			t.Fatal(err)
		}
		if p.Facts, err = constraint.Known(mechanismtest.SumOf(numbers)); err != nil {
			t.Fatal(err)
		}
		if p.StandIn, err = mechanism.Published(p.Workload.Domain(), numbers, message.Verbatim("last year's table")); err != nil {
			t.Fatal(err)
		}
		g, err := BestForest(p)
		if err != nil {
			t.Fatal(err)
		}
		n, err := NewGroupNoise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		q := &PreparedTree{Task: mechanism.Task{By: TreeDawa{}.Info(), Problem: p}, SpanningForest: g, Noisy: n}
		z := g.sums(numbers)
		got, err := q.grouped(z)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.runs) != 1 {
			t.Fatalf("%d runs", len(g.runs))
		}
		var entries []float64
		for _, u := range g.runs[0] {
			entries = append(entries, float64(z[u]))
		}
		epsilon, _ := n.finding.Float64()
		sum, weights, all := 0.0, 0.0, 0
		groupings(entries, epsilon, func(groups [][]float64, weight float64) {
			for _, group := range groups {
				sum += weight * sharedOut(group, c.shared) / float64(len(entries))
			}
			weights, all = weights+weight, all+1
		})
		if want := sum / weights; all < 400 || math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s within %d: groups are expected to add %.6g, all %d of them show %.6g", kind, c.theta, got, all, want)
		}
		rare, err := q.unseen(z, got/10)
		if err != nil || math.Abs(rare-0.9*got) > 1e-9*got {
			t.Errorf("%s: %v is added to a tenth of %v, %v", kind, rare, got, err)
		}
	}
}

// A group shares its sum out evenly.
func TestSharedOut(t *testing.T) {
	if got := sharedOut([]float64{5, 1, 0}, false); got != 9+1+4 {
		t.Errorf("cells: %v", got)
	}
	if got := sharedOut([]float64{5, 1, 0}, true); got != 9+4 {
		t.Errorf("cumulative counts: %v", got)
	}
}
