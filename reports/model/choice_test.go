package model

import (
	"context"
	"strings"
	"testing"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
)

// chosen is a release of choices alone, as if they had been drawn.
func chosen(t *testing.T, delta string) *result.Release {
	t.Helper()
	low, high := int64(0), int64(9)
	refuse := plan.Special{Rule: domain.Refuse}
	p := plan.Plan{
		Version: plan.Version, DataSet: "Shop",
		Columns: []plan.Column{
			{Name: "bid", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Blank: refuse, Other: refuse},
		},
		Choices: []plan.Choice{
			{ID: "m", Title: "Bids by town", Kind: "percentile", Column: "bid", By: []domain.AttributeName{"town"}, Percentile: "90", Interval: true},
			{ID: "p", Title: "Price", Kind: "best", Column: "bid", Test: "at least", Options: []plan.Option{{Label: "5", At: "5", Times: "5"}, {Label: "7", At: "7", Times: "7"}}},
		},
		Budget: plan.Budget{Epsilon: "1", Delta: delta},
	}
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
	for i, values := range [][]choice.Chosen{
		{{Key: []string{"North"}, Option: 4, Low: 3, High: 6}, {Key: []string{"South"}, Option: 5, Low: 5, High: 5}},
		{{Option: 1, Low: -1, High: -1}},
	} {
		prepared, err := choice.Prepare(context.Background(), c.Choices[i])
		if err != nil {
			t.Fatal(err)
		}
		r.Choices = append(r.Choices, release.Chosen(c, i, prepared, values))
	}
	return r
}

// The summary says chosen values in words, never calls them exact, and accounts for their budgets.
func TestChoicesInTheSummary(t *testing.T) {
	for _, delta := range []string{"", "0.000001"} {
		d, err := New(chosen(t, delta))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(d.Questions); n != 2 {
			t.Fatalf("%d sections", n)
		}
		if q := d.Questions[1]; q.Errors != "Price: 7." || len(q.Rules) != 1 || !strings.Contains(q.Asked, "Which of 2 options") {
			t.Errorf("the price: %+v", q)
		}
		table := d.Questions[0].Derived[0]
		if got := strings.Join(table.Rows[0], "|") + "|" + strings.Join(table.Rows[1], "|"); got != "North|4|3 to 6|South|5|5 to 5" {
			t.Errorf("the values are %s", got)
		}
		if len(d.Cover.Published) != 2 || d.Cover.Together.Numbers != "3" {
			t.Errorf("the cover lists %+v", d.Cover.Published)
		}
		for _, l := range d.Cover.Published {
			if l.Within == "" || l.Typically == "" { // which would be printed as exact
				t.Errorf("the cover calls %q exact", l.Question)
			}
		}
		appendix := ""
		for _, s := range d.Appendix {
			for _, f := range s.Facts {
				appendix += f.Name + " " + f.Value + "\n"
			}
			appendix += strings.Join(s.Notes, "\n")
		}
		law := "Permute-and-flip: in a random order"
		if delta != "" {
			law = "Cesar and Rogers 2021"
		}
		for _, want := range []string{"Range sensitivity 54/5", law, "Score of a value"} {
			if !strings.Contains(appendix, want) {
				t.Errorf("the appendix does not say %q:\n%s", want, appendix)
			}
		}
	}
	r := chosen(t, "")
	r.Choices = r.Choices[:1]
	if _, err := New(r); err == nil || !strings.Contains(err.Error(), "questions, but its plan asks") {
		t.Errorf("a release without a choice: %v", err)
	}
}

func TestWordsOfChoices(t *testing.T) {
	for typed, want := range map[string]string{"": "median", "50": "median", "50.0": "median", "1": "1st percentile", "22": "22nd percentile", "13": "13th percentile", "99.9": "99.9th percentile"} {
		if got := result.Percentile(typed); got.String() != want {
			t.Errorf("%q is the %q", typed, got)
		}
	}
	c := result.Choice{Asked: plan.Choice{Kind: "percentile", Column: "age", By: []domain.AttributeName{"sex"}}}
	if got := c.Say(result.Chosen{Key: []string{"F"}, Option: "37", Low: "35", High: "39"}); got.String() != "The median of age for sex F is 37; 19 times in 20 it lies from 35 to 39." {
		t.Error(got)
	}
}
