//go:build evidence

package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/line"
	"steward/core/mechanism/mechanismtest"
)

// knownFamilies are the least errors of the families of strategies (edge noise, ramps and leaves, soft
// blocks) that a search by matrices found for all ranges of so many values within theta of one
// another, times the square of the budget; theta one less than the values stands for every value
// secret.
var knownFamilies = map[[2]int]float64{
	{64, 1}: 3.88, {64, 2}: 11.39, {64, 4}: 35.09, {64, 8}: 52.84, {64, 16}: 76.75, {64, 32}: 86.62, {64, 63}: 86.62,
	{128, 1}: 3.94, {128, 2}: 11.69, {128, 4}: 36.38, {128, 8}: 56.15, {128, 16}: 87.10, {128, 32}: 131.24, {128, 127}: 137.57,
	{256, 1}: 3.97, {256, 2}: 11.84, {256, 4}: 37.01, {256, 8}: 57.65, {256, 16}: 91.08, {256, 32}: 141.99, {256, 64}: 197.4, {256, 255}: 197.43,
	{1024, 2}: 11.96, {1024, 3}: 23.89, {1024, 4}: 37.48, {1024, 8}: 58.72, {1024, 16}: 93.75, {1024, 32}: 148.89, {1024, 64}: 231.74, {1024, 128}: 311.4, {1024, 256}: 390.8, {1024, 1023}: 398.3,
	{4096, 2}: 11.99, {4096, 3}: 23.97, {4096, 4}: 37.59, {4096, 8}: 58.98, {4096, 16}: 94.37, {4096, 32}: 150.43, {4096, 64}: 236.06, {4096, 128}: 375.58, {4096, 4095}: 818.5,
}

// compared are the distances of the table, by the number of values.
var compared = []struct {
	cells     int
	distances []int
}{
	{64, []int{1, 2, 4, 8, 16, 32, 63}},
	{128, []int{1, 2, 4, 8, 16, 32, 127}},
	{256, []int{1, 2, 4, 8, 16, 32, 64, 255}},
	{1024, []int{2, 3, 4, 8, 16, 32, 64, 128, 256, 1023}},
	{4096, []int{2, 3, 4, 8, 16, 32, 64, 128, 4095}},
}

// All ranges of values within a distance of one another are secret: the mechanisms of this program
// beside the published ones, with the lower bound. Ours are within 2 per cent of the best families
// known, and nowhere above a published mechanism.
func TestEvidenceOfStrategies(t *testing.T) {
	const budget = "0.01"
	head := []string{"values", "within", "cells", "cumulative counts", "H^θ", "Privelet", "groups, even", "OHM, least squares", "**Automatic**", "by", "families known", "at a budget of 1", "within a factor of"}
	table := evidence.NewTable(head...)
	for _, c := range compared {
		for _, theta := range c.distances {
			published := publishedAverages(c.cells, theta)
			at := func(epsilon string) (string, float64, mechanism.Problem) {
				p := mechanismtest.EveryRange(t, c.cells, theta%(c.cells-1), epsilon).Scene.Problem
				name, least := leastOf(t, p)
				return name, least * mechanism.Square(p.Budget.Float()), p
			}
			name, ours, p := at(budget)
			atOne := math.NaN()
			if c.cells <= 256 {
				_, atOne, _ = at("1")
			}
			bound, ok, err := LowerBound(t.Context(), p)
			if err != nil || !ok {
				t.Fatalf("%d values within %d: no bound: %v", c.cells, theta, err)
			}
			if theta > 1 && theta < c.cells-1 {
				published[5] = prepareEvenly(t, p, theta, theta).ExpectedError().Summary().MeanSquare * mechanism.Square(p.Budget.Float())
			}
			known := knownFamilies[[2]int{c.cells, theta}]
			if ours > 1.02*known {
				t.Errorf("%d values within %d: %.4g by %s, the families known have %.4g", c.cells, theta, ours, name, known)
			}
			row := []any{c.cells, theta}
			if theta == c.cells-1 {
				row[1] = "all"
			}
			for _, v := range published {
				if ours > v*(1+1e-4) {
					t.Errorf("%d values within %d: %.4g by %s, a published mechanism has %.4g", c.cells, theta, ours, name, v)
				}
				row = append(row, orNone(v))
			}
			row = append(row, fmt.Sprintf("**%s**", orNone(ours)), name, orNone(known), orNone(atOne), fmt.Sprintf("%.2f", bound.Factor(ours/mechanism.Square(p.Budget.Float()))))
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "strategies", table.String())
}

// orNone is a number with four digits.
func orNone(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.4g", x)
}

// publishedAverages are the errors of published mechanisms for all ranges at a budget of one, the number of
// people known: noise on cells, cumulative counts, H^theta, halves and their differences,
// the best of groups of 2, 4, 8, … with even budgets, and cumulative counts at every theta values
// with the values between.
func publishedAverages(k, theta int) []float64 {
	all := func(e evidence.Error) float64 { return evidence.Mean(evidence.AllRuns(k), e) }
	height := math.Round(math.Log2(float64(k)))
	out := []float64{
		all(evidence.OnCells(k, true, evidence.Laplace(2))),
		all(evidence.OnPrefixes(k, evidence.Laplace(float64(theta)))),
		math.NaN(), all(evidence.OnHalves(k, true, evidence.Laplace(2*height))), math.Inf(1), math.NaN(),
	}
	if theta > 1 && theta < k-1 {
		out[2] = all(evidence.OnComb(k, theta, evidence.Laplace(3)))
	}
	for fan := 2; fan < k; fan *= 2 {
		levels := evidence.Levels(k, fan)
		out[4] = min(out[4], all(evidence.OnLevels(levels, true, evidence.Laplace(2*float64(len(levels)-1)))))
	}
	return out
}

// leastOf returns the least expected error of the mechanisms that apply, prepared one after another,
// and whose it is. It is what Automatic takes: Best of all of them at once holds the errors of
// millions of answers for each. For so many, those that are for several columns, and never the
// best along one, are left out.
func leastOf(t *testing.T, p mechanism.Problem) (name string, least float64) {
	t.Helper()
	tried := All()
	if p.Workload.Len() > 1<<20 {
		tried = []mechanism.Mechanism{cells.LaplaceCells{}, edges.EdgeLaplace{}, line.Ordered{}, line.Hierarchical{}, line.OrderedHierarchical{}, line.Ramps{}, line.SoftBlocks{}}
	}
	least = math.Inf(1)
	for _, m := range tried {
		if m.Info().DataDependent || !m.Check(p).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), p)
		if err != nil && m.Info().Laborious {
			continue // it finds out on the way that the search would take too long, as for Automatic
		}
		if err != nil {
			t.Fatal(err)
		}
		if e := q.ExpectedError().Summary().MeanSquare; e < least*(1-1e-4) {
			name, least = m.Info().ID, e
		}
	}
	return name, least
}
