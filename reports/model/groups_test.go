package model

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
)

// grouped is a release of groups by so many columns, as if they had been found.
func grouped(t *testing.T, columns int, way, delta string) *result.Release {
	t.Helper()
	low, high := int64(0), int64(7-columns)
	refuse := plan.Special{Rule: domain.Refuse}
	p := plan.Plan{Version: plan.Version, DataSet: "Shop", Budget: plan.Budget{Epsilon: "1", Delta: delta}}
	q := plan.Clustering{ID: "g", Title: "Customers alike", Clusters: 2, Way: way, Rounds: 2, Start: "chosen"}
	for _, name := range []domain.AttributeName{"bid", "age", "visits", "years"}[:columns] {
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse})
		q.Columns = append(q.Columns, plan.ClusterColumn{Name: name})
	}
	p.Clusters = []plan.Clustering{q}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r := &result.Release{Plan: p, Created: "2026-03-11T14:09:00Z", Program: "Steward test", Protection: c.Describe(), Epsilon: "1", Multiplier: 1, MultiplierWhy: message.Verbatim("no facts"),
		Ledger: result.LedgerEntry{DataSet: "Shop", Sequence: 1, SpentBefore: "0", SpentAfter: "1"}}
	if delta != "" {
		r.Delta, r.Rho, r.R = c.Promise.Delta().String(), c.Promise.Rho().String(), c.Promise.Budget().String()
		r.Ledger.DeltaBefore, r.Ledger.DeltaAfter = "0", r.Delta
	}
	prepared, err := cluster.Prepare(context.Background(), c.Clusters[0])
	if err != nil {
		t.Fatal(err)
	}
	found := &cluster.Found{Groups: []cluster.Group{
		{Centre: []float64{2.25, 3, 1, 1}[:columns], Error: []float64{0.5, 0.5, 0.5, 0.5}[:columns], Size: 41.5, Tidied: 42, SizeError: 3},
		{Centre: []float64{3, 3, 3, 3}[:columns], Error: []float64{9, 9, 9, 9}[:columns], Size: -2, Tidied: 0, SizeError: 3, Kept: true},
	}}
	for range prepared.Rounds() {
		found.Noise = append(found.Noise, cluster.RoundNoise{Sizes: 2, Sums: 18, SizeScale: "20/3", SumScales: []string{"40", "40", "40", "40"}[:columns]})
	}
	r.Clusters = append(r.Clusters, release.Grouped(c, 0, prepared, found))
	return r
}

// The summary has a picture and a table of groups, says how they were found, and accounts for their
// budget.
func TestGroupsInTheSummary(t *testing.T) {
	for _, way := range []string{"rounds", "summary"} {
		for _, delta := range []string{"", "0.000001"} {
			d, err := New(grouped(t, 2, way, delta))
			if err != nil {
				t.Fatal(err)
			}
			q := d.Questions[0]
			if q.Number != 1 || !strings.Contains(q.Asked, "2 groups of people who are alike in") || len(q.Rules) < 2 {
				t.Errorf("the section is %+v", q)
			}
			if rows := q.Derived[0].Rows; len(rows) != 2 || rows[0][1] != "2.25" || rows[0][5] != "42" || !strings.Contains(rows[1][5], "too small") {
				t.Errorf("the table is %q", rows)
			}
			if dots := q.Scatter.Panels[0].Dots; len(q.Scatter.Panels) != 1 || len(dots) != 2 || dots[0].X != 2.25 || dots[0].Y != 3 || !dots[1].Faint {
				t.Errorf("the picture is %+v", q.Scatter)
			}
			if l := d.Cover.Published[0]; l.Numbers != "6" || l.Spent == "nothing" || l.Spent == "" {
				t.Errorf("the cover has %+v", l)
			}
			text := ""
			for _, s := range d.Appendix {
				if strings.Contains(s.Title, "Customers alike") {
					for _, n := range s.Notes {
						text += n
					}
					for _, f := range s.Facts {
						text += f.Name + f.Value
					}
					if len(s.Tables) != 1 || len(s.Tables[0].Rows) == 0 {
						t.Errorf("%s: the appendix has no table of noise", way)
					}
				}
			}
			for _, want := range map[string][]string{"rounds": {"lemma 6.1", "record has the centres", "drawn from public lists"}, "summary": {"post-processing", "k-means++"}}[way] {
				if !strings.Contains(text, want) {
					t.Errorf("%s: the appendix does not say %q: %s", way, want, text)
				}
			}
		}
	}
}

// Groups by one column have their sizes upwards, those by four columns three panels.
func TestPicturesOfGroups(t *testing.T) {
	for columns, want := range map[int]int{1: 1, 2: 1, 3: 3, 4: 3} {
		r := grouped(t, columns, "rounds", "")
		s := ScatterOf(&r.Clusters[0], message.Sprintf("people"))
		if len(s.Panels) != want {
			t.Errorf("%d columns have %d panels, want %d", columns, len(s.Panels), want)
		}
		if p := s.Panels[0]; columns == 1 && (p.Y.Name.String() != "people" || p.Y.High < 42 || p.Dots[0].Y != 42) {
			t.Errorf("one column: %+v", p)
		}
	}
	r := grouped(t, 2, "rounds", "")
	r.Clusters = nil
	if _, err := New(r); err == nil || !strings.Contains(err.Error(), "questions, but its plan asks") {
		t.Errorf("a release without its groups: %v", err)
	}
}
