package pagetest

import (
	"context"
	"strings"
	"testing"

	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/core/synthetic"
	"steward/reports/model"
)

// HostileMade has groups and made-up records whose titles, columns and values may break a file or a
// page: each nasty text is the title of a table, the name of a column of numbers and one of a list's
// values.
var HostileMade = once(func(t testing.TB) *model.Document {
	t.Helper()
	refuse := plan.Special{Rule: domain.Refuse}
	low, high := int64(0), int64(9)
	p := plan.Plan{Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "4", Limit: "8"}}
	list := plan.Column{Name: "value", Kind: domain.List, Values: nasty, Origin: domain.Confirmed, Blank: refuse, Other: refuse}
	for i, text := range nasty {
		name := domain.AttributeName(text)
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse})
		last := nasty[len(nasty)-1-i]
		if i%2 == 0 {
			columns := []plan.ClusterColumn{{Name: name}}
			if i > 0 {
				columns = append(columns, plan.ClusterColumn{Name: domain.AttributeName(nasty[i-1])})
			}
			p.Clusters = append(p.Clusters, plan.Clustering{ID: "g" + text, Title: last, Columns: columns, Clusters: 2})
		} else {
			p.Synthetic = append(p.Synthetic, plan.Synthetic{ID: "r" + text, Title: last, Columns: cols(name, list.Name)})
		}
	}
	p.Columns = append(p.Columns, list)
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r := &result.Release{
		Plan: p, Created: "2026-03-11T14:09:00Z", Program: "Steward test", Protection: c.Describe(), Epsilon: "4", Multiplier: 1, MultiplierWhy: message.Verbatim("no facts"),
		Ledger: result.LedgerEntry{DataSet: "People", Sequence: 1, SpentBefore: "0", SpentAfter: "4", Limit: "8"},
	}
	for i, problem := range c.Clusters {
		prepared, err := cluster.Prepare(context.Background(), problem)
		if err != nil {
			t.Fatal(err)
		}
		n := len(p.Clusters[i].Columns)
		found := &cluster.Found{Groups: []cluster.Group{
			{Centre: []float64{2.25, 3}[:n], Error: []float64{0.5, 0.5}[:n], Near: []string{nasty[i], nasty[i+1]}[:n], Size: 41.5, Tidied: 42, SizeError: 3},
			{Centre: []float64{6, 7}[:n], Error: []float64{9, 9}[:n], Near: []string{nasty[i+2], nasty[i+3]}[:n], Size: -2, SizeError: 3, Kept: true},
		}}
		for range prepared.Rounds() {
			found.Noise = append(found.Noise, cluster.RoundNoise{Sizes: 2, Sums: 18, SizeScale: "20/3", SumScales: []string{"40", "40"}[:n]})
		}
		r.Clusters = append(r.Clusters, release.Grouped(c, i, prepared, found))
	}
	for i, problem := range c.Synthetic {
		prepared, err := synthetic.Prepare(context.Background(), problem)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{string(p.Synthetic[i].Columns[0]), string(list.Name)}
		quality := synthetic.Quality{MeasuredOn: message.Verbatim(nasty[i]), Runs: 4, Mean: 2, Alone: 3, Tables: []synthetic.TableQuality{
			{Columns: names, Numbers: 120, Mean: 2, People: 8}, {Columns: names[:1], Numbers: 10, Mean: 1, People: 100},
		}}
		made := &synthetic.Made{Records: [][]int32{nil, nil}, People: int64(len(nasty))}
		for k := range nasty {
			made.Records[0] = append(made.Records[0], int32(k%10))
			made.Records[1] = append(made.Records[1], int32(k))
		}
		s, err := release.MadeUp(c, i, prepared, quality, made)
		if err != nil {
			t.Fatal(err)
		}
		r.Synthetic = append(r.Synthetic, s)
	}
	r.Ledger.Hash = strings.Repeat("0a", 32)
	if r.Digest, err = r.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	return Document(t, r)
})
