package mechanism

import (
	"math"
	"testing"

	"steward/core/constraint"
	"steward/core/seeded"
	"steward/core/workload"
)

// What groups alone add to the error is the mean over drawn groups, of single cells and of cumulative
// counts; for a spike among empty cells nearly all of it comes from draws that are rare. The
// bound is six standard errors of the draws' mean (false alarm about 1e-8 each).
func TestGroupsAreExpectedToErr(t *testing.T) {
	for _, c := range []struct {
		kind   workload.Kind
		theta  int
		shared bool // errors of the entries of a group add up
	}{{workload.Table, 0, false}, {workload.Cumulative, 0, true}, {workload.Cumulative, 1, false}} {
		kind := c.kind
		e := everyRange(t, 64, c.theta, "0.05")
		p := e.scene.Problem
		numbers := make([]int64, 64)
		numbers[20], numbers[40] = 900, 30
		var err error
		asked := workload.Question{ID: "q", Title: "cells", Kind: kind, Columns: p.Workload.Question().Columns}
		if p.Workload, err = workload.New(asked, p.Workload.Domain()); err != nil {
			t.Fatal(err)
		}
		if p.Facts, err = constraint.Known(sumOf(numbers)); err != nil {
			t.Fatal(err)
		}
		if p.StandIn, err = Published(p.Workload.Domain(), numbers, "last year's table"); err != nil {
			t.Fatal(err)
		}
		g, err := p.bestGrove()
		if err != nil {
			t.Fatal(err)
		}
		n, err := newGroupNoise(g, p)
		if err != nil {
			t.Fatal(err)
		}
		q := &preparedTree{info: treeDawa{}.Info(), problem: p, grove: g, noisy: n}
		z := g.sums(numbers)
		got, err := q.grouped(z)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.runs) != 1 {
			t.Fatalf("%d runs", len(g.runs))
		}
		var whole []int64
		var entries []float64
		for _, u := range g.runs[0] {
			whole, entries = append(whole, z[u]), append(entries, float64(z[u]))
		}
		const draws = 20_000
		src, sum, squares := seeded.New(20260101, 5), 0.0, 0.0
		for range draws {
			ends, err := n.law.Draw(src, whole)
			if err != nil {
				t.Fatal(err)
			}
			from, off := 0, 0.0
			for _, to := range ends {
				off += sharedOut(entries[from:to], c.shared) / float64(len(entries))
				from = to
			}
			sum += off / draws
			squares += off * off / draws
		}
		if within := 6 * math.Sqrt((squares-sum*sum)/draws); math.Abs(got-sum) > within {
			t.Errorf("%s: groups are expected to add %.4g, draws show %.4g ± %.2g", kind, got, sum, within)
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
