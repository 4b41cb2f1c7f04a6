package plan

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan/secret"
)

func number(n int64) *int64 { return &n }

// good is a complete plan that uses every kind of column, secret and question.
func good() Plan {
	return Plan{
		Version: Version, DataSet: "People", Title: "People of the town",
		Columns: []Column{
			{Name: "age", Kind: domain.Whole, Lowest: number(0), Highest: number(99), Origin: domain.Typed, Other: Special{Rule: domain.Nearest}},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Codebook},
			{Name: "health", Kind: domain.Ordered, Values: []string{"bad", "fair", "good"}, Origin: domain.Confirmed},
			{Name: "wage", Kind: domain.Ranges, Ranges: []Range{{To: "1000"}, {From: "1000", To: "2000"}, {From: "2000"}}, Origin: domain.Typed, Readings: map[string]string{"n/a": domain.BlankLabel}},
		},
		Secrets: secret.Secrets{Columns: []secret.Secret{
			{Columns: []domain.AttributeName{"age"}, Kind: secret.Near, Within: "5"},
			{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "Up", Values: []string{"North"}}, {Name: "Down", Values: []string{"South", "East"}}}},
		}},
		Facts: Facts{People: number(1000)},
		Questions: []Question{
			{ID: "a", Title: "Ages", Kind: "cumulative", Columns: []domain.AttributeName{"age"}, Share: "60"},
			{ID: "b", Title: "Towns by health", Kind: "table", Columns: []domain.AttributeName{"town", "health"}, Share: "40"},
			{ID: "c", Title: "Wages", Kind: "ranges", Columns: []domain.AttributeName{"wage"}, Every: true, Share: "20", Mechanism: "laplace"},
		},
		Budget: Budget{Epsilon: "0.6", Limit: "2"},
	}
}

func TestCompile(t *testing.T) {
	c, err := Compile(good())
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Problems) != 3 || c.Budget.String() != "0.6" || c.Limit.String() != "2" || c.Agreed {
		t.Errorf("compiled %+v", c)
	}
	for i, want := range []string{"0.3", "0.2", "0.1"} {
		if got := c.Problems[i].Budget.String(); got != want {
			t.Errorf("question %d has budget %s, want %s", i, got, want)
		}
	}
	if len(c.Disclosed) == 0 || !strings.Contains(strings.Join(message.English(c.Disclosed), " "), "Up, Down") {
		t.Errorf("disclosed %q does not name the groups", c.Disclosed)
	}
	p := good()
	p.Agreed = c.Agree()
	if c, err = Compile(p); err != nil || !c.Agreed || !c.Problems[1].Disclose {
		t.Errorf("after agreeing: %v", err)
	}
}

func TestPlanRoundTrip(t *testing.T) {
	data, err := json.Marshal(good())
	if err != nil {
		t.Fatal(err)
	}
	var back Plan
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, good()) {
		t.Errorf("a plan changed on its way through JSON:\n%s", data)
	}
}

// Every fault of a plan is reported in the step where it is mended, with what was found and
// what to do.
func TestCompileFaults(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(*Plan)
		step guide.Step
		says []string
	}{
		{"newer version", func(p *Plan) { p.Version = Version + 1 }, guide.Data, []string{"newer version", "update"}},
		{"no version", func(p *Plan) { p.Version = 0 }, guide.Data, []string{"no version"}},
		{"no name", func(p *Plan) { p.DataSet = " " }, guide.Data, []string{"no name", "account"}},
		{"blank after the name", func(p *Plan) { p.DataSet = "People " }, guide.Data, []string{`"People "`, `write "People"`}},
		{"no columns", func(p *Plan) { p.Columns = nil }, guide.Columns, []string{"no columns", "choose"}},
		{"column twice", func(p *Plan) { p.Columns = append(p.Columns, p.Columns[0]) }, guide.Columns, []string{`"age"`, "twice"}},
		{"unknown kind", func(p *Plan) { p.Columns[0].Kind = "date" }, guide.Columns, []string{`"age"`, `"date"`, `"whole"`}},
		{"no bounds", func(p *Plan) { p.Columns[0].Lowest = nil }, guide.Columns, []string{`"age"`, "lowest"}},
		{"swapped bounds", func(p *Plan) { p.Columns[0].Highest = number(-1) }, guide.Columns, []string{`"age"`, "swap"}},
		{"the origin of its values is missing", func(p *Plan) { p.Columns[1].Origin = "" }, guide.Columns, []string{`"town"`, "origin", "confirmed"}},
		{"value twice", func(p *Plan) { p.Columns[1].Values[2] = "North" }, guide.Columns, []string{`"town"`, `"North"`, "twice"}},
		{"overlap", func(p *Plan) { p.Columns[3].Ranges[1].From = "900" }, guide.Columns, []string{`"wage"`, "overlap", "1000"}},
		{"gap", func(p *Plan) { p.Columns[3].Ranges[1].From = "1100" }, guide.Columns, []string{`"wage"`, "gap", "1000"}},
		{"text in a range", func(p *Plan) { p.Columns[3].Ranges[0].To = "lots" }, guide.Columns, []string{`"wage"`, `"lots"`, "12.5"}},
		{"reading to nowhere", func(p *Plan) { p.Columns[3].Readings["x"] = "y" }, guide.Columns, []string{`"wage"`, `"x"`, `"y"`}},
		{"impossible unknown", func(p *Plan) { p.Impossible = []domain.Combination{{"age": {"200"}}} }, guide.Columns, []string{"impossible combination 1", `"200"`}},
		{"secret of no column", func(p *Plan) { p.Secrets.Columns[0].Columns[0] = "shoe" }, guide.Secrets, []string{`"shoe"`, "not published"}},
		{"unknown secret", func(p *Plan) { p.Secrets.Columns[0].Kind = "vague" }, guide.Secrets, []string{`"vague"`, `"near"`}},
		{"no distance", func(p *Plan) { p.Secrets.Columns[0].Within = "" }, guide.Secrets, []string{"distance", "above zero"}},
		{"negative distance", func(p *Plan) { p.Secrets.Columns[0].Within = "-5" }, guide.Secrets, []string{`"-5"`, "above zero"}},
		{"distance without order", func(p *Plan) {
			p.Secrets.Columns[1] = secret.Secret{Columns: []domain.AttributeName{"town"}, Kind: secret.Near, Within: "1"}
		}, guide.Secrets, []string{`"town"`, "no order"}},
		{"value in no group", func(p *Plan) { p.Secrets.Columns[1].Groups[1].Values = []string{"South"} }, guide.Secrets, []string{`"East"`, "no group"}},
		{"two secrets", func(p *Plan) { p.Secrets.Columns = append(p.Secrets.Columns, p.Secrets.Columns[0]) }, guide.Secrets, []string{`"age"`, "two secrets"}},
		{"too many together", func(p *Plan) { p.Secrets.Together = 9 }, guide.Secrets, []string{"9", "4"}},
		{"agreed to something else", func(p *Plan) { p.Agreed = &Agreement{List: []string{"everything"}} }, guide.Secrets, []string{"changed since you agreed", "Agree again"}},
		{"negative people", func(p *Plan) { p.Facts.People = number(-1) }, guide.Facts, []string{"-1", "below zero"}},
		{"zero budget", func(p *Plan) { p.Budget.Epsilon = "0" }, guide.Budget, []string{"zero", "0.5"}},
		{"negative budget", func(p *Plan) { p.Budget.Epsilon = "-1" }, guide.Budget, []string{`"-1"`, "above zero"}},
		{"budget in words", func(p *Plan) { p.Budget.Epsilon = "some" }, guide.Budget, []string{`"some"`, "plain number"}},
		{"no number", func(p *Plan) { p.Budget.Epsilon = "NaN" }, guide.Budget, []string{`"NaN"`, "plain number"}},
		{"bad limit", func(p *Plan) { p.Budget.Limit = "0" }, guide.Budget, []string{"zero"}},
		{"no questions", func(p *Plan) { p.Questions = nil }, guide.Questions, []string{"add a question"}},
		{"no id", func(p *Plan) { p.Questions[0].ID = "" }, guide.Questions, []string{"no id"}},
		{"same id", func(p *Plan) { p.Questions[1].ID = "a" }, guide.Questions, []string{`"a"`, "change one"}},
		{"no title", func(p *Plan) { p.Questions[0].Title = "" }, guide.Questions, []string{"no title"}},
		{"zero share", func(p *Plan) { p.Questions[0].Share = "0" }, guide.Questions, []string{`"0"`, "above zero"}},
		{"unknown question", func(p *Plan) { p.Questions[0].Kind = "poem" }, guide.Questions, []string{`"poem"`, `"table"`}},
		{"cumulative without order", func(p *Plan) { p.Questions[0].Columns[0] = "town" }, guide.Questions, []string{`"town"`, "no order"}},
		{"column not published", func(p *Plan) { p.Questions[0].Columns[0] = "shoe" }, guide.Questions, []string{`"shoe"`, "not published"}},
		{"no ranges", func(p *Plan) { p.Questions[2].Every = false }, guide.Questions, []string{"lists no ranges"}},
		{"range backwards", func(p *Plan) {
			p.Questions[0].Kind, p.Questions[0].Ranges = "ranges", []Span{{"50", "20"}}
		}, guide.Questions, []string{"swap"}},
		{"unknown mechanism", func(p *Plan) { p.Questions[0].Mechanism = "magic" }, guide.Questions, []string{`"magic"`, "leave it empty"}},
		{"mechanism that does not apply", func(p *Plan) { p.Questions[1].Mechanism = "ordered" }, guide.Questions, []string{"does not apply", "one column"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := good()
			c.edit(&p)
			_, err := Compile(p)
			var incomplete *Incomplete
			if !errors.As(err, &incomplete) {
				t.Fatalf("error %v, want *Incomplete", err)
			}
			found := false
			for _, issue := range incomplete.Issues {
				if issue.Step != c.step {
					continue
				}
				all := true
				for _, s := range c.says {
					all = all && strings.Contains(issue.Message.String(), s)
				}
				found = found || all
			}
			if !found {
				t.Errorf("no issue in step %q says %q:\n%v", c.step, c.says, err)
			}
		})
	}
}

// All faults that can be found are found at once.
func TestCompileReportsTogether(t *testing.T) {
	p := good()
	p.DataSet, p.Budget.Epsilon, p.Secrets.Columns[0].Within = "", "none", ""
	_, err := Compile(p)
	var incomplete *Incomplete
	if !errors.As(err, &incomplete) || len(incomplete.Issues) < 3 {
		t.Errorf("error %v, want at least three issues", err)
	}
}

// What a policy discloses is published without noise only where somebody said yes to it.
func TestNothingIsPublishedExactlyUnasked(t *testing.T) {
	for _, agreed := range []bool{false, true} {
		p := good()
		p.Agreed = nil
		c, err := Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Disclosed) == 0 {
			t.Fatal("the plan discloses nothing")
		}
		if agreed {
			p.Agreed = c.Agree()
			if c, err = Compile(p); err != nil {
				t.Fatal(err)
			}
		}
		for i, problem := range c.Problems {
			if problem.Disclose != agreed || c.Agreed != agreed {
				t.Errorf("agreed: %v; question %d publishes exactly: %v", agreed, i, problem.Disclose)
			}
		}
	}
}

// Moving a value to another group changes what is disclosed, though not the sentence.
func TestAgreementIsToTheVeryGroups(t *testing.T) {
	c, err := Compile(good())
	if err != nil {
		t.Fatal(err)
	}
	p := good()
	p.Agreed = c.Agree()
	groups := p.Secrets.Columns[1].Groups
	groups[0].Values, groups[1].Values = []string{"North", "South"}, []string{"East"}
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "changed since you agreed") {
		t.Errorf("error %v after a value moved to another group", err)
	}
}

// A plan over thirty columns, of which no product is ever made, with a question over two.
func TestThirtyColumns(t *testing.T) {
	p := Plan{Version: Version, DataSet: "Wide", Budget: Budget{Epsilon: "1"}}
	for i := range 30 {
		name := domain.AttributeName("c" + string(rune('A'+i)))
		p.Columns = append(p.Columns, Column{Name: name, Kind: domain.Whole, Lowest: number(0), Highest: number(99), Origin: domain.Typed})
	}
	p.Questions = []Question{{ID: "q", Title: "Two of thirty", Kind: "table", Columns: []domain.AttributeName{"cD", "cZ"}}}
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if n := c.Problems[0].Workload.Len(); n != 102*102 {
		t.Errorf("%d answers, want %d", n, 102*102)
	}
	u, v := make([]int, 30), make([]int, 30)
	v[3], v[7] = 50, 9
	if d := c.Policy.Distance(u, v); d.Steps() != 1 {
		t.Errorf("distance %v, want 1: all answers are hidden together", d.Steps())
	}
}
