package plan

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/repair"
	"steward/core/sensitivity"
)

// splitPlan publishes three options of one answer, and another answer beside them.
func splitPlan(secrets secret.Secrets) Plan {
	s := repair.Split{Column: "transport", Between: ";", Options: []string{"bus", "car", "bike"}}
	p := Plan{Version: Version, DataSet: "people", Title: "people", Data: Data{Splits: []repair.Split{s}}, Secrets: secrets, Budget: Budget{Epsilon: "1"}}
	p.Columns = []Column{{Name: "town", Kind: domain.List, Values: []string{"A", "B"}, Origin: domain.Typed, Blank: Special{Rule: domain.Refuse}, Other: Special{Rule: domain.Refuse}}}
	for _, name := range append(s.Names(), "town") {
		if name != "town" {
			c := OptionColumn(name, s.Column)
			c.Origin, c.Blank = domain.Typed, Special{Rule: domain.Refuse}
			p.Columns = append(p.Columns, c)
		}
		p.Questions = append(p.Questions, Question{ID: name, Title: name, Kind: "table", Columns: []domain.AttributeName{domain.AttributeName(name)}})
	}
	return p
}

// chooser is somebody: the town, and whether each option was chosen.
type chooser [4]int

// TestOptionsAreOneAnswer compares the sensitivity of the counts of all options together with the most that a change of one
// person's whole answer makes of them: the definition, over every two people that a secret does not tell apart. Under each answer
// by itself that is all options at once, and not one of them.
func TestOptionsAreOneAnswer(t *testing.T) {
	var all []chooser
	for i := range 16 {
		all = append(all, chooser{i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3 & 1})
	}
	town := []domain.AttributeName{"town"}
	options := []domain.AttributeName{"transport: bus", "transport: car", "transport: bike"}
	for _, c := range []struct {
		secret  string
		secrets secret.Secrets
		hidden  func(a, b chooser) bool
		want    int64
	}{
		{"everything", secret.Secrets{}, func(a, b chooser) bool { return a != b }, 8},
		{"each answer by itself", secret.Secrets{Together: 1}, func(a, b chooser) bool { return a[0] == b[0] || [3]int(a[1:]) == [3]int(b[1:]) }, 6},
		{"only the options", secret.Secrets{Columns: []secret.Secret{{Columns: town, Kind: secret.Public}}}, func(a, b chooser) bool { return a[0] == b[0] }, 6},
		{"one option is public", secret.Secrets{Together: 1, Columns: []secret.Secret{{Columns: options[:1], Kind: secret.Public}}}, func(a, b chooser) bool {
			return a[1] == b[1] && (a[0] == b[0] || [3]int(a[1:]) == [3]int(b[1:]))
		}, 4},
	} {
		compiled, err := Compile(splitPlan(c.secrets))
		if err != nil {
			t.Fatalf("%s: %v", c.secret, err)
		}
		problem, err := compiled.Joint([]int{0, 1, 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		most := int64(0)
		for _, a := range all {
			for _, b := range all {
				change := int64(0) // a table of yes and no changes by two where the answer does
				for i := range a {
					if a[i] != b[i] {
						change += 2
					}
				}
				if c.hidden(a, b) {
					most = max(most, change)
				}
			}
		}
		v, err := sensitivity.Of(t.Context(), problem.Workload.Operator(), problem.Policy, sensitivity.L1)
		if err != nil || most != c.want || v.Size.Cmp(big.NewRat(most, 1)) != 0 {
			t.Errorf("%s: the sensitivity is %s (%v), and by the definition %d", c.secret, fmt.Sprint(v.Size), err, most)
		}
	}
}

// TestOptionsStayTogether is what is made of a plan that says less than that its columns are options of one answer.
func TestOptionsStayTogether(t *testing.T) {
	p := splitPlan(secret.Secrets{Together: 1})
	for i := range p.Columns {
		p.Columns[i].PartOf = ""
	}
	compiled, err := Compile(p)
	if err != nil || len(compiled.Policy.Parts()) != 2 || compiled.Plan.Columns[1].PartOf != "transport" {
		t.Fatalf("%d answers (%v)", len(compiled.Policy.Parts()), err)
	}
	of, err := Policy(Plan{Columns: compiled.Plan.Columns, Secrets: p.Secrets}) // as a ledger keeps it
	if err != nil || len(of.Parts()) != 2 {
		t.Errorf("kept are %d answers (%v)", len(of.Parts()), err)
	}
	for _, c := range []struct {
		change func(*Plan)
		want   string
	}{
		{func(p *Plan) { p.Columns[0].Name = "transport" }, "take it out"},
		{func(p *Plan) { p.Columns[1].PartOf = "travel" }, "partOf"},
		{func(p *Plan) { p.Secrets.Together = 3 }, "there are only 2"},
		{func(p *Plan) { p.Data.Splits[0].Between = "" }, "one to three characters"},
		{func(p *Plan) { p.Data.Splits[0].Options = []string{"bus"} }, "2 to 24"},
		{func(p *Plan) { p.Data.Splits[0].Options = []string{"bus", "Bus", "car", "bike"} }, "twice"},
		{func(p *Plan) { p.Data.Splits[0].Options[0] = "bus; car" }, "separates answers"},
		{func(p *Plan) {
			p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town", "transport: bus"}, Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"A", "yes"}, V: []string{"B", "no"}}}}}
		}, "same answer"},
	} {
		p := splitPlan(secret.Secrets{})
		if c.change(&p); p.Columns[0].Name == "transport" {
			p.Questions = p.Questions[:3]
		}
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	p = splitPlan(secret.Secrets{})
	p.RenameColumn("transport", "travel")
	if p.Columns[1].Name != "travel: bus" || p.Columns[1].PartOf != "travel" || p.Questions[0].Columns[0] != "travel: bus" || p.Data.Splits[0].Column != "travel" {
		t.Errorf("renamed: %+v", p)
	}
	if _, err := Compile(p); err != nil {
		t.Error(err)
	}
}
