//go:build evidence

package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
)

// Every box of several columns of which one changes along a secret pair: products of searched columns
// beside the best of all other mechanisms, and what Automatic takes.
func TestEvidenceOfProducts(t *testing.T) {
	table := evidence.NewTable("columns", "cells", "noise on cells", "nested boxes", "best without products", "by", "**products**", "of the best without", "Automatic")
	for _, c := range []struct{ sizes, theta []int }{
		{[]int{16, 16}, []int{15, 15}}, {[]int{16, 16}, []int{15, 4}}, {[]int{16, 16}, []int{4, 4}},
		{[]int{32, 32}, []int{31, 31}}, {[]int{32, 32}, []int{31, 4}}, {[]int{32, 32}, []int{4, 4}},
		{[]int{64, 64}, []int{63, 63}}, {[]int{64, 64}, []int{63, 4}}, {[]int{64, 64}, []int{4, 4}}, {[]int{64, 64}, []int{1, 1}},
		{[]int{8, 64}, []int{-1, 63}}, {[]int{8, 64}, []int{-1, 4}},
		{[]int{4, 128}, []int{-1, 127}}, {[]int{4, 128}, []int{-1, 4}},
		{[]int{8, 2, 100}, []int{-1, -1, 99}}, {[]int{8, 2, 100}, []int{-1, -1, 5}},
	} {
		e := mechanismtest.BoxesOver(t, c.sizes, c.theta, "0.01")
		p := e.Scene.Problem
		candidates, err := Candidates(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		per := mechanism.Square(p.Budget.Float())
		cells, nested, other, ours, by := math.NaN(), math.NaN(), math.Inf(1), math.NaN(), ""
		for _, a := range candidates {
			if a.Prepared == nil || a.Info.DataDependent {
				continue
			}
			got := a.Summary.MeanSquare * per
			switch a.Info.ID {
			case "products":
				ours = got
				continue
			case "laplace":
				cells = got
			case "nested-boxes":
				nested = got
			}
			if got < other*(1-1e-4) {
				other, by = got, a.Info.ID
			}
		}
		chosen := candidates[Best(candidates)]
		if got := chosen.Summary.MeanSquare * per; got > min(ours, other)*(1+1e-3) {
			t.Errorf("%s: %s is chosen, with %v; there is one of %v", e.Name, chosen.Info.ID, got, min(ours, other))
		}
		k, err := p.Workload.Domain().Cells()
		if err != nil {
			t.Fatal(err)
		}
		row := []any{e.Name, k, orNone(cells), orNone(nested), orNone(other), by, fmt.Sprintf("**%s**", orNone(ours)), fmt.Sprintf("%.2f", ours/other), chosen.Info.ID}
		table.Add(row...)
		t.Log(row...)
	}
	writePart(t, "products", table.String())
}
