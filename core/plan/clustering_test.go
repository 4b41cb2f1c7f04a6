package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/domain"
)

func clusterPlan() Plan {
	p := choicePlan()
	p.Choices = nil
	p.Clusters = []Clustering{{ID: "g", Title: "Groups", Columns: []ClusterColumn{{Name: "bid", Scale: "0.5"}}, Clusters: 3, Share: "2"}}
	return p
}

func TestClusteringsShareTheBudget(t *testing.T) {
	p := clusterPlan()
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Clusters[0].Cells.Budget.String(); got != "0.4" || len(c.Cells()) != 3 {
		t.Errorf("budget %s, %d problems to count", got, len(c.Cells()))
	}
	if titles := p.Titles(); titles[len(titles)-1] != "Groups" {
		t.Errorf("titles %q", titles)
	}
	p.RenameColumn("bid", "offer")
	if _, err := Compile(p); err != nil || p.Clusters[0].Columns[0].Name != "offer" {
		t.Errorf("renamed: %v", err)
	}
	data, err := json.Marshal(p)
	var again Plan
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || len(again.Clusters) != 1 || again.Clusters[0].Columns[0].Scale != "0.5" {
		t.Errorf("saved and read: %+v, %v", again.Clusters, err)
	}
}

// TestClusteringsThatCannotBe asks for what there is not, and reads what to do.
func TestClusteringsThatCannotBe(t *testing.T) {
	few := int64(2)
	for want, change := range map[string]func(*Plan){
		"the public knows of only 2 people: ask for fewer groups": func(p *Plan) { p.Facts.People = &few },
		"there are only 10 combinations of values":                func(p *Plan) { p.Clusters[0].Clusters = 11 },
		"use a number from 2 to 100":                              func(p *Plan) { p.Clusters[0].Clusters = 1 },
		"are not numbers and have no order":                       func(p *Plan) { p.Clusters[0].Columns[0].Name = "town" },
		"names no column":                                         func(p *Plan) { p.Clusters[0].Columns = nil },
		"it names the column \"bid\" twice":                       func(p *Plan) { p.Clusters[0].Columns = append(p.Clusters[0].Columns, p.Clusters[0].Columns[0]) },
		"give a number above zero, how much one of its units":     func(p *Plan) { p.Clusters[0].Columns[0].Scale = "0" },
		"found \"much\" where a number":                           func(p *Plan) { p.Clusters[0].Columns[0].Scale = "much" },
		"found \"1e999\" where a number":                          func(p *Plan) { p.Clusters[0].Columns[0].Scale = "1e999" },
		"is not published":                                        func(p *Plan) { p.Clusters[0].Columns[0].Name = "age" },
		"unknown way":                                             func(p *Plan) { p.Clusters[0].Way = "magic" },
		"unknown start":                                           func(p *Plan) { p.Clusters[0].Start = "magic" },
		"1 centres are given for 3 groups":                        func(p *Plan) { p.Clusters[0].Start, p.Clusters[0].Centres = "given", [][]string{{"1"}} },
		"outside its bounds":                                      func(p *Plan) { p.Clusters[0].Start, p.Clusters[0].Centres = "given", [][]string{{"1"}, {"2"}, {"10"}} },
		"is given twice":                                          func(p *Plan) { p.Clusters[0].Start, p.Clusters[0].Centres = "given", [][]string{{"1"}, {"2"}, {"1.0"}} },
		"has 2 numbers for 1 columns": func(p *Plan) {
			p.Clusters[0].Start, p.Clusters[0].Centres = "given", [][]string{{"1"}, {"2", "3"}, {"4"}}
		},
		"leave them out, or begin with them":             func(p *Plan) { p.Clusters[0].Centres = [][]string{{"1"}, {"2"}, {"4"}} },
		"use a number from 1 to 20, or 0":                func(p *Plan) { p.Clusters[0].Rounds = 21 },
		"two questions have the id \"c\"":                func(p *Plan) { p.Clusters[0].ID = "c" },
		"has no bound, so it has no middle: give it one": func(p *Plan) { p.Columns[0] = openRange() },
		"some of its columns have a scale and some have none": func(p *Plan) {
			p.Columns = append(p.Columns, other())
			p.Clusters[0].Columns = append(p.Clusters[0].Columns, ClusterColumn{Name: "bids"})
		},
		"has only one value, so everybody is alike":      func(p *Plan) { p.Columns[0].Lowest = p.Columns[0].Highest },
		"find them in rounds, or declare coarser ranges": func(p *Plan) { p.Clusters[0].Way = "summary"; most := int64(1_999_999); p.Columns[0].Highest = &most },
		"use fewer columns or coarser values":            func(p *Plan) { wide(p) },
	} {
		p := clusterPlan()
		p.Questions = p.Questions[1:]
		change(&p)
		if strings.Contains(want, "id") && !strings.Contains(want, "middle") {
			p.Questions[0].ID = "c"
		}
		_, err := Compile(p)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func openRange() Column {
	return Column{Name: "bid", Kind: domain.Ranges, Ranges: []Range{{From: "0", To: "4"}, {From: "5", To: "9"}, {From: "10", To: "14"}, {From: "15"}}, WholeNumbers: true, Origin: domain.Typed}
}

func other() Column {
	low, high := int64(0), int64(3)
	return Column{Name: "bids", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}
}

// wide adds columns whose combinations are too many to be counted.
func wide(p *Plan) {
	most := int64(9_999)
	p.Columns[0].Highest = &most
	c := p.Columns[0]
	c.Name = "bids"
	p.Columns = append(p.Columns, c)
	p.Clusters[0].Columns = []ClusterColumn{{Name: "bid"}, {Name: "bids"}}
}
