package release

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// chosenPlan asks for options of lists beside tables.
func chosenPlan(epsilon string) plan.Plan {
	p := smallPlan(4000)
	p.Budget = plan.Budget{Epsilon: epsilon}
	p.Choices = []plan.Choice{
		{ID: "m", Title: "Median age", Kind: "percentile", Column: "age", Share: "2"},
		{ID: "b", Title: "Age by town", Kind: "percentile", Column: "age", By: []domain.AttributeName{"town"}, Percentile: "75", Interval: true},
		{ID: "r", Title: "Read off", Kind: "percentile", Column: "age", Percentile: "75", Table: "c"},
		{ID: "k", Title: "Most common town", Kind: "most common", Column: "town"},
		{ID: "p", Title: "Best price", Kind: "best", Column: "age", Test: "at least", Options: []plan.Option{
			{Label: "21", At: "21", Times: "21"}, {Label: "24", At: "24", Times: "24"}, {Label: "29", At: "29", Times: "29"}}},
	}
	return p
}

// TestChoicesAreReleasedOnce carries a release with choices out at a budget at which all of them are
// as good as certain.
func TestChoicesAreReleasedOnce(t *testing.T) {
	for _, delta := range []string{"", "0.000001"} {
		p := chosenPlan("60")
		p.Budget.Delta = delta
		w := newWitness()
		r, err := runSmall(t, p, people(4000), w)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(w.events, []string{"debit", "noise"}) {
			t.Errorf("what happened: %q", w.events)
		}
		if want := []string{"Ages by town", "Up to each age", "Median age", "Age by town", "Read off", "Most common town", "Best price"}; !slices.Equal(w.spent[0].Questions, want) {
			t.Errorf("the ledger is told of %q", w.spent[0].Questions)
		}
		if len(r.Choices) != len(p.Choices) || len(r.Questions) != 2 {
			t.Fatalf("%d choices and %d questions", len(r.Choices), len(r.Questions))
		}
		// Ages are 20 to 29, 400 each; North has the even ones. Nobody's town is blank.
		for i, want := range [][]string{{"24 25"}, {"26", "27"}, {"27"}, nil, {"21"}} {
			c := r.Choices[i]
			for k, v := range c.Values {
				if k < len(want) && !strings.Contains(want[k], v.Option) {
					t.Errorf("%s: %q", c.Asked.Title, c.Say(v))
				}
				if c.Asked.Interval && (v.Low > v.Option || v.High < v.Option || v.Low == "") {
					t.Errorf("%s: %q", c.Asked.Title, c.Say(v))
				}
			}
			if len(c.Says) == 0 {
				t.Errorf("%s says nothing of its error", c.Asked.Title)
			}
		}
		if free := r.Choices[2]; free.Epsilon != "0" || free.Values[0].Low == "" || !strings.HasPrefix(free.Mechanism.ID, "table:") {
			t.Errorf("read off: %+v", free)
		}
		digest := r.Digest
		r.Choices[0].Values[0].Option += "0"
		if again, err := r.ComputeDigest(); err != nil || again == digest {
			t.Errorf("another value has the same digest: %v", err)
		}
	}
}

// TestPercentileReadOffATable compares what is read with the released answers.
func TestPercentileReadOffATable(t *testing.T) {
	p := chosenPlan("1")
	p.Questions, p.Choices = p.Questions[1:], p.Choices[2:3]
	r, err := runSmall(t, p, people(4000), newWitness())
	if err != nil {
		t.Fatal(err)
	}
	q, v := r.Questions[0], r.Choices[0].Values[0]
	at := slices.IndexFunc(q.Tidied, func(n float64) bool { return n >= 0.75*q.Tidied[9] })
	if v.Option != strconv.Itoa(20+at) {
		t.Errorf("%q, but the tidied counts are %v", v.Option, q.Tidied)
	}
	if r.Choices[0].Epsilon != "0" || q.Epsilon != "1" {
		t.Errorf("the table spends %s and the percentile %s", q.Epsilon, r.Choices[0].Epsilon)
	}
}

// TestColumnsOfChoicesAreNeeded looks at what has to be read of every record.
func TestColumnsOfChoicesAreNeeded(t *testing.T) {
	p := chosenPlan("1")
	p.Questions, p.Choices = nil, p.Choices[1:2]
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := Needed(c); !slices.Equal(got, []domain.AttributeName{"age", "town"}) {
		t.Errorf("needed: %q", got)
	}
	r, err := runSmall(t, p, people(4000), newWitness())
	if err != nil || len(r.Choices) != 1 || len(r.Questions) != 0 {
		t.Errorf("a release of choices alone: %v", err)
	}
}
