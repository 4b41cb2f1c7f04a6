package plan

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"steward/core/domain"
)

func choicePlan() Plan {
	low, high := int64(0), int64(9)
	return Plan{
		Version: Version, DataSet: "Shop",
		Columns: []Column{
			{Name: "bid", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed},
		},
		Questions: []Question{{ID: "c", Title: "Bids", Kind: "cumulative", Columns: []domain.AttributeName{"bid"}}, {ID: "t", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}, Share: "2"}},
		Choices:   []Choice{{ID: "m", Title: "Median", Kind: "percentile", Column: "bid"}, {ID: "p", Title: "Price", Kind: "best", Column: "bid", By: []domain.AttributeName{"town"}, Test: "at least", Options: []Option{{Label: "5", At: "5", Times: "5"}, {Label: "7", At: "7", Times: "7"}}}},
		Budget:    Budget{Epsilon: "1"},
	}
}

func TestChoicesShareTheBudget(t *testing.T) {
	p := choicePlan()
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Choices[0].Cells.Budget.String() + " " + c.Choices[1].Cells.Budget.String() + " " + c.Problems[1].Budget.String(); got != "0.2 0.2 0.4" {
		t.Errorf("budgets %s", got)
	}
	p.Choices[0].Table = "c"
	if c, err = Compile(p); err != nil {
		t.Fatal(err)
	}
	if !c.Choices[0].Cells.Budget.IsZero() || c.Choices[1].Cells.Budget.String() != "0.25" || c.TableOf(0) != 0 || c.TableOf(1) != -1 {
		t.Errorf("a percentile that is read off a table has a budget, or others do not share it: %s", c.Choices[1].Cells.Budget)
	}
	if n := len(c.Cells()); n != 3 {
		t.Errorf("%d problems to count", n)
	}
	p.RenameColumn("bid", "offer")
	if _, err := Compile(p); err != nil || p.Choices[0].Column != "offer" {
		t.Errorf("renamed: %v", err)
	}
	p.RenameColumn("town", "place")
	if _, err := Compile(p); err != nil || p.Choices[1].By[0] != "place" {
		t.Errorf("renamed: %v", err)
	}
	data, err := json.Marshal(p)
	var again Plan
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || len(again.Choices) != 2 || again.Choices[1].Options[1].Times != "7" {
		t.Errorf("saved and read: %+v, %v", again.Choices, err)
	}
}

func TestChoicesAreRefusedWithWords(t *testing.T) {
	for words, change := range map[string]func(c []Choice){
		"column \"height\" is not published": func(c []Choice) { c[0].Column = "height" },
		"the percentile: found \"most\"":     func(c []Choice) { c[0].Percentile = "most" },
		"above 0 and below 100":              func(c []Choice) { c[0].Percentile = "120" },
		"list of options is empty":           func(c []Choice) { c[1].Options = nil },
		"each person counts: found \"much\"": func(c []Choice) { c[1].Options[1].Times = "much" },
		"the weight of \"3\": found \"x\"":   func(c []Choice) { c[1].Test, c[1].Options[0].Weights = "weights", map[string]string{"3": "x"} },
		"two questions have the id \"t\"":    func(c []Choice) { c[1].ID = "t" },
		"has no title":                       func(c []Choice) { c[1].Title = " " },
		"the share is \"lots\"":              func(c []Choice) { c[0].Share = "lots" },
		"which the plan does not ask":        func(c []Choice) { c[0].Table = "x" },
		"does not count people up to":        func(c []Choice) { c[0].Table = "t" },
		"only percentiles can be taken from": func(c []Choice) { c[1].Table = "c" },
		"of each group cannot be taken":      func(c []Choice) { c[0].Table, c[0].By = "c", []domain.AttributeName{"town"} },
	} {
		p := choicePlan()
		change(p.Choices)
		_, err := Compile(p)
		incomplete := (*Incomplete)(nil)
		if !errors.As(err, &incomplete) || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// What a person's rows, their units and known facts tie together is hidden together in a choice too.
func TestChoicesHideWhatIsTied(t *testing.T) {
	p := choicePlan()
	p.Rows = &Rows{Person: "who", AtMost: 3}
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Choices[0].Cells.Effective().String(); got != "1/15" {
		t.Errorf("with three rows each %s of 0.2 is left for the draw", got)
	}
	p = choicePlan()
	p.Weight = &Weight{Column: "weight", Step: "2", Cap: "10"}
	if c, err = Compile(p); err != nil {
		t.Fatal(err)
	}
	if got := c.Choices[0].Cells.Effective().String(); got != "0.04" {
		t.Errorf("with five units each %s of 0.2 is left for the draw", got)
	}
	n := int64(100)
	p = choicePlan()
	p.Secrets.Presence, p.Facts.People = true, &n
	if c, err = Compile(p); err != nil {
		t.Fatal(err)
	}
	if got, want := c.Choices[0].Cells.Multiplier().Factor, c.Tied().Factor; got != want {
		t.Errorf("%d people are hidden together in a choice, and %d in a table", got, want)
	}
}

// Prices are options that count themselves; what is none above zero is refused.
func TestPriceOptions(t *testing.T) {
	if p, err := PriceOptions([]string{"5", "", " 7.5"}); err != nil || len(p) != 2 || p[1].Label+p[1].At+p[1].Times != "7.57.57.5" {
		t.Errorf("%+v, %v", p, err)
	}
	for list, want := range map[string]string{"5,10,x": `found "x" where a number`, "5,0": "the price 0 is not above zero", " ,": "the list of prices is empty"} {
		if p, err := PriceOptions(strings.Split(list, ",")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", list, p, err, want)
		}
	}
}
