package export

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/cluster"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/internal/disk"
)

// withGroups is the small release with groups found in rounds, and others in a table.
func withGroups(t testing.TB) *result.Release {
	t.Helper()
	r := releaseOf(t, smallPlan())
	r.Plan.Clusters = []plan.Clustering{
		{ID: "g", Title: "=Alike", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 2, Way: "rounds"},
		{ID: "G", Title: "=Alike", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 2, Way: "summary"},
	}
	groups := []cluster.Group{{Centre: []float64{-0.5123456}, Error: []float64{0.25}, Size: 12.54321, SizeError: 3, Tidied: 13}, {Centre: []float64{1.5}, Error: []float64{0.5}, Size: -1, SizeError: 3, Kept: true}}
	axes := []result.Axis{{Name: "age", Low: -1, High: 2, Scale: 1.0 / 3}}
	r.Clusters = []result.Clustering{
		{Asked: r.Plan.Clusters[0], Made: result.Made{Mechanism: result.Mechanism{ID: cluster.RoundsID, Name: message.Verbatim("in rounds"), Source: message.Verbatim("someone")}, Epsilon: "1/4", Effective: "1/4", Says: message.Names([]string{"It was found."})}, Rounds: 1, Axes: axes, Groups: groups,
			RoundNoise: []cluster.RoundNoise{{Sizes: 2, Sums: 3, Exact: true, SizeScale: "20/3", SumScales: []string{"12"}, From: [][]float64{{0.1}, {2.25}}, About: [][]int64{{0}, {2}}}}},
		{Asked: r.Plan.Clusters[1], Made: result.Made{Mechanism: result.Mechanism{ID: "k-means:laplace", Name: message.Verbatim("from a table"), Source: message.Verbatim("someone")}, Epsilon: "1/4", Effective: "1/4",
			Noise: []result.Noise{{What: message.Verbatim("cells"), Rows: 4, Sensitivity: "2", Stated: noise.Stated{Scale: "8"}, Spent: "1/4"}}}, Table: "cells", Axes: axes, Groups: groups},
	}
	return r
}

// Groups stand in the workbook, in tables of their own and in the record, which reads back as it was.
func TestGroupsInEveryFile(t *testing.T) {
	r := withGroups(t)
	dir := t.TempDir()
	paths := all(t, dir, "small", r)
	if again := Free(disk.OS, dir, "small", r.Plan); again == nil {
		t.Error("the files may be written a second time")
	}
	tables := 0
	for _, p := range paths {
		if strings.Contains(filepath.Base(p), "-g.csv") || strings.HasSuffix(p, "-5.csv") || strings.HasSuffix(p, "-G.csv") {
			tables++
			if text := string(contentOf(t, p)); !strings.Contains(text, "Mean of age,Typical error of age,Published size") || !strings.Contains(text, "1,-0.51,0.17,13,12.5,2,") || !strings.Contains(text, ",yes\r\n") {
				t.Errorf("%s says %q", p, text)
			}
		}
	}
	if tables != 2 {
		t.Errorf("%d tables of groups among %q", tables, paths)
	}
	_, f := workbook(t, r)
	sheets := 0
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) > 0 && len(rows[0]) > 1 && rows[0][1] == "Mean of age" {
			sheets++
			if len(rows) != 3 || rows[1][1] != "-0.51" {
				t.Errorf("sheet %q has %q", name, rows)
			}
		}
		if formula, _ := f.GetCellFormula(name, "A1"); formula != "" {
			t.Errorf("sheet %q has a formula", name)
		}
	}
	if sheets != 2 {
		t.Errorf("%d sheets of groups", sheets)
	}
	var all strings.Builder
	for _, name := range []string{readMeSheet, accountingSheet} {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			all.WriteString(strings.Join(row, "\t") + "\n")
		}
	}
	for _, want := range []string{"Group 1: 13 people (± 2.1), with the mean age -0.51 ± 0.17", "too small for its noise", "round 1 of 1: sizes", "round 1 of 1: sums, in steps"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("the workbook does not say %q", want)
		}
	}
	rec, err := ReadRecord(filepath.Join(dir, "small.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Clusters) != 2 || !reflect.DeepEqual(rec.Clusters[0].Results(), r.Clusters[0].Groups) || !reflect.DeepEqual(rec.Clusters[0].RoundNoise, r.Clusters[0].RoundNoise) {
		text, _ := json.Marshal(rec.Clusters)
		t.Errorf("the record reads back as %s", text)
	}
	if err := (grouped{Clustering: &r.Clusters[0]}).writeCSV(canceled(), &strings.Builder{}); err == nil {
		t.Error("a table was written after it was cancelled")
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
