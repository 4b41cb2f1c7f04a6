package plan

import (
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/workload"
)

// rents is a plan with a column of clipped numbers and a list with stated numbers.
func rents() Plan {
	low, high := int64(100), int64(900)
	return Plan{
		Version: Version, DataSet: "Homes", Budget: Budget{Epsilon: "1"},
		Columns: []Column{
			{Name: "rent", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: Special{Rule: domain.Nearest}},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed},
		},
		Questions: []Question{{ID: "r", Title: "Rents", Kind: "totals", Columns: []domain.AttributeName{"town", "rent"}, Totals: true,
			Sum: &Sum{Of: []domain.AttributeName{"rent"}, Averages: true, Unit: "EUR"}}},
	}
}

// What is added up is said, with where numbers are clipped and what counts as none, and averages follow
// from totals and people between the least and the greatest number.
func TestSum(t *testing.T) {
	c, err := Compile(rents())
	if err != nil {
		t.Fatal(err)
	}
	q, w := c.Plan.Questions[0], c.Problems[0].Workload
	said := strings.Join(message.English(c.Plan.SumSentences(0, w)), " ")
	for _, want := range []string{"from 100 to 900 EUR: the number in rent", "below 100 or above 900 are clipped", "(blank) does not count"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	if c.Plan.InWords(q).String() != "EUR" || c.Plan.InWords(Question{}).String() != "people" || len(q.GroupedBy()) != 1 {
		t.Errorf("in %q by %v", c.Plan.InWords(q), q.GroupedBy())
	}
	tables, err := q.Derived(w)
	if err != nil || len(tables) != 1 || tables[0].Unit != InAverages || tables[0].Low != 100 || tables[0].High != 900 {
		t.Fatalf("%+v, %v", tables, err)
	}
	// 300 people with 150,000 together: the average is 100 + 800·(150000 − 30000)/(800·300).
	v, n := tables[0].Values[0], 300.0
	answers := make(map[int]float64)
	answers[v.Sum[0].Answer], answers[v.Whole[0].Answer] = 150_000, n
	sum := 0.0
	for _, x := range v.Sum {
		sum += x.Weight * answers[x.Answer]
	}
	if got := 100 + 800*sum/(v.Whole[0].Weight*n); got != 500 {
		t.Errorf("the average is %v", got)
	}
	p := c.Plan
	p.RenameColumn("rent", "Miete")
	if got := p.Questions[0]; got.Sum.Of[0] != "Miete" || got.Columns[1] != "Miete" || c.Plan.Questions[0].Sum.Of[0] != "rent" {
		t.Errorf("renamed %+v", got.Sum)
	}
}

// What does not make sense is refused in words.
func TestSumIsRefused(t *testing.T) {
	for says, change := range map[string]func(*Plan){
		"counts people": func(p *Plan) { p.Questions[0].Kind = "table" },
		"characters":    func(p *Plan) { p.Questions[0].Sum.Unit = strings.Repeat("x", 21) },
		"what to add up": func(p *Plan) {
			p.Questions[0].Sum = nil
		},
		"not among its columns":  func(p *Plan) { p.Questions[0].Sum.Of = []domain.AttributeName{"height"} },
		"has no number":          func(p *Plan) { p.Questions[0].Sum.Of = []domain.AttributeName{"town"} },
		"where a number such as": func(p *Plan) { p.Questions[0].Sum.Numbers = []Number{{Values: []string{"100"}, Number: "many"}} },
		"highest":                func(p *Plan) { p.Columns[0].Lowest, p.Columns[0].Highest = p.Columns[0].Highest, p.Columns[0].Lowest },
		"made from a table":      func(p *Plan) { p.Questions[0].Percent = []Percent{{}} },
		"adds up numbers":        func(p *Plan) { p.Questions[0].Mechanism = "laplace-answers" },
		"this question counts peo": func(p *Plan) {
			p.Questions[0].Kind, p.Questions[0].Sum, p.Questions[0].Mechanism = string(workload.Table), nil, "totals"
		},
	} {
		p := rents()
		sum := *p.Questions[0].Sum
		p.Questions[0].Sum = &sum
		change(&p)
		_, err := Compile(p)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want a sentence with %q", err, says)
		}
	}
}

// How far the number that stands for a range can be from those in it is said, and where there is no bound.
func TestSumOfRangesSaysHowFarMiddlesAre(t *testing.T) {
	for want, ranges := range map[string][]Range{
		"stands for a range of rent is off by up to 250 for": {{From: "0", To: "100"}, {From: "100", To: "600"}},
		"A range of rent is open-ended":                      {{From: "0", To: "100"}, {From: "100"}},
	} {
		p := rents()
		p.Columns[0].Kind, p.Columns[0].Lowest, p.Columns[0].Highest, p.Columns[0].Ranges = domain.Ranges, nil, nil, ranges
		p.Columns[0].Other = Special{Rule: domain.Refuse}
		sum := *p.Questions[0].Sum
		p.Questions[0].Sum = &sum
		if ranges[1].To == "" {
			p.Questions[0].Sum.Numbers = []Number{{Values: []string{"100 or more"}, Number: "150"}}
		}
		c, err := Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(message.English(c.Plan.SumSentences(0, c.Problems[0].Workload)), " ")
		if !strings.Contains(said, want) || !strings.Contains(said, "Intervals do not include this error") {
			t.Errorf("%q does not say %q", said, want)
		}
	}
}

// Totals do not agree with other questions that tell the same numbers: these are named, and no others.
func TestWhatTellsTheSameNumbersIsNamed(t *testing.T) {
	p := rents()
	for _, q := range []Question{
		{ID: "t", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}},
		{ID: "b", Title: "Both", Kind: "table", Columns: []domain.AttributeName{"town", "rent"}},
		{ID: "u", Title: "Up", Kind: "cumulative", Columns: []domain.AttributeName{"rent"}},
	} {
		p.Questions = append(p.Questions, q)
		c, err := Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(message.English(c.Plan.SumSentences(0, c.Problems[0].Workload)), " ")
		for _, other := range c.Plan.Questions[1:] {
			if named := strings.Contains(said, "“"+other.Title+"”"); named != (other.ID != "t") {
				t.Errorf("%s: named %v in %q", other.ID, named, said)
			}
		}
	}
}

// A question of totals begins with numbers for values that are none themselves, and with a title that says what is added up.
func TestNewSum(t *testing.T) {
	columns := append(rents().Columns, Column{Name: "rooms", Kind: domain.Ranges, Origin: domain.Typed, WholeNumbers: true, Ranges: []Range{{From: "1", To: "2"}, {From: "3"}}})
	for _, c := range []struct {
		of       domain.AttributeName
		by       []domain.AttributeName
		averages bool
		title    string
		numbers  int
	}{
		{"rent", nil, false, "Total rent", 0},
		{"rent", []domain.AttributeName{"town", "rooms"}, false, "Total rent by town and rooms", 0},
		{"rent", []domain.AttributeName{"town"}, true, "Average rent by town", 0},
		{"town", nil, true, "Average town", 2},
		{"rooms", nil, false, "Total rooms", 1},
	} {
		q, err := NewSum(columns, []domain.AttributeName{c.of}, c.by, c.averages, nil)
		if err != nil || q.TitleOfSum().String() != c.title || q.Totals != (len(c.by) > 0) || len(q.Sum.Numbers) != c.numbers {
			t.Errorf("%s: %q with the numbers %v: %v", c.title, q.TitleOfSum(), q.Sum.Numbers, err)
		}
	}
	if _, err := NewSum(columns, []domain.AttributeName{"rent"}, []domain.AttributeName{"rent"}, false, nil); err == nil || !strings.Contains(err.Error(), "cannot make the groups as well") {
		t.Errorf("rent by rent: %v", err)
	}
	if _, err := NewSum(columns, []domain.AttributeName{"other"}, nil, false, nil); err == nil || !strings.Contains(err.Error(), "publish it first") {
		t.Errorf("of a column that is not published: %v", err)
	}
}
