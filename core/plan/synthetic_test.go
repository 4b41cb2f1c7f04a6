package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/domain"
)

// recordsPlan asks for made-up records beside a question.
func recordsPlan() Plan {
	p := choicePlan()
	p.Choices = nil
	p.Synthetic = []Synthetic{{ID: "s", Title: "Records", Columns: []domain.AttributeName{"bid", "town"}, Share: "2"}}
	return p
}

func TestSyntheticTablesShareTheBudget(t *testing.T) {
	p := recordsPlan()
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Synthetic[0].Budget().String(); got != "0.4" || len(c.Cells()) != len(p.Questions)+1 {
		t.Errorf("budget %s, %d problems to count", got, len(c.Cells()))
	}
	if titles := p.Titles(); titles[len(titles)-1] != "Records" {
		t.Errorf("titles %q", titles)
	}
	p.Synthetic[0].Tables = [][]domain.AttributeName{{"bid"}, {"town"}}
	p.RenameColumn("bid", "offer")
	if _, err := Compile(p); err != nil || p.Synthetic[0].Columns[0] != "offer" || p.Synthetic[0].Tables[0][0] != "offer" {
		t.Errorf("renamed: %+v, %v", p.Synthetic[0], err)
	}
	data, err := json.Marshal(p)
	var again Plan
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || len(again.Synthetic) != 1 || len(again.Synthetic[0].Tables) != 2 {
		t.Errorf("saved and read: %+v, %v", again.Synthetic, err)
	}
}

// TestSyntheticTablesThatCannotBe asks for what there is not, and reads what to do.
func TestSyntheticTablesThatCannotBe(t *testing.T) {
	for says, change := range map[string]func(*Plan){
		"names no column":              func(p *Plan) { p.Synthetic[0].Columns = nil },
		"is not published":             func(p *Plan) { p.Synthetic[0].Columns = append(p.Synthetic[0].Columns, "age") },
		"unknown method":               func(p *Plan) { p.Synthetic[0].Method = "magic" },
		"two questions have the id":    func(p *Plan) { p.Synthetic[0].ID = p.Questions[0].ID },
		"has no title":                 func(p *Plan) { p.Synthetic[0].Title = " " },
		"too many to choose from":      func(p *Plan) { p.Synthetic[0].Method, p.Synthetic[0].Size = "small", 4000 },
		"size is for the method":       func(p *Plan) { p.Synthetic[0].Size = 4 },
		"not one of its columns":       func(p *Plan) { p.Synthetic[0].Tables = [][]domain.AttributeName{{"age"}} },
		"records are asked for: use 1": func(p *Plan) { p.Synthetic[0].Records = -1 },
	} {
		p := recordsPlan()
		change(&p)
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error %v does not say %q", err, says)
		}
	}
}
