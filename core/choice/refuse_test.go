package choice

import (
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
)

func published(t testing.TB) *domain.Domain {
	t.Helper()
	opts := domain.Options{Origin: domain.Typed}
	age, err := domain.NewWhole("age", 0, 9, opts)
	if err != nil {
		t.Fatal(err)
	}
	town, err := domain.NewList("town", []string{"North", "South"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{age, town}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWhatCannotBeChosenIsRefusedWithWords(t *testing.T) {
	half := big.NewRat(50, 1)
	option := func(label, at string) Option { return Option{Label: label, At: at} }
	two := []Option{option("5", "5"), option("7", "7")}
	for words, q := range map[string]Question{
		"names no column":                 {Kind: Percentile, Percent: half},
		"\"height\" is not published":     {Kind: MostCommon, Column: "height"},
		"\"age\" twice":                   {Kind: MostCommon, Column: "age", By: []domain.AttributeName{"age"}},
		"have no order, so there is":      {Kind: Percentile, Column: "town", Percent: half},
		"above 0 and below 100":           {Kind: Percentile, Column: "age", Percent: big.NewRat(100, 1)},
		"too many digits: use a rounder":  {Kind: Percentile, Column: "age", Percent: big.NewRat(100, 3_000_017)},
		"from 0 to 4096":                  {Kind: Percentile, Column: "age", Percent: half, Width: -1},
		"unknown kind \"mean\"":           {Kind: "mean", Column: "age"},
		"unknown method \"guess\"":        {Kind: MostCommon, Column: "age", Method: "guess"},
		"only the percentile of a whole":  {Kind: MostCommon, Column: "age", Method: FromTable},
		"the list of options is empty":    {Kind: Best, Column: "age", Test: AtLeast},
		"only one option":                 {Kind: Best, Column: "age", Test: AtLeast, Options: two[:1]},
		"\"5\" is in the list twice":      {Kind: Best, Column: "age", Test: AtLeast, Options: []Option{two[0], two[0]}},
		"option 2 has no name":            {Kind: Best, Column: "age", Test: AtLeast, Options: []Option{two[0], option("", "4")}},
		"unknown test \"near\"":           {Kind: Best, Column: "age", Test: "near", Options: two},
		"found \"cheap\" where a number":  {Kind: Best, Column: "age", Test: AtLeast, Options: []Option{two[0], option("x", "cheap")}},
		"\"11\" is not one of the values": {Kind: Best, Column: "age", Test: Equal, Options: []Option{two[0], option("x", "11")}},
		"none is at least another":        {Kind: Best, Column: "town", Test: AtLeast, Options: two},
		"has no weights":                  {Kind: Best, Column: "town", Test: Weights, Options: two},
		"a weight for \"West\"":           {Kind: Best, Column: "town", Test: Weights, Options: []Option{{Label: "a", Weights: map[string]*big.Rat{"West": half}}, {Label: "b", Weights: map[string]*big.Rat{"North": half}}}},
		"nobody can count for any option": {Kind: Best, Column: "age", Test: Above, Options: []Option{option("a", "9"), option("b", "10")}},
		"differ by more than a factor":    {Kind: Best, Column: "age", Test: AtLeast, Options: []Option{{Label: "a", At: "1", Times: big.NewRat(1, 1)}, {Label: "b", At: "2", Times: big.NewRat(1_000_000_007, 3)}}},
	} {
		q.ID, q.Title = "q", "The question"
		_, err := New(q, published(t))
		if err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), "The question") {
			t.Errorf("%+v: %v, and not %q", q, err, words)
		}
	}
	for _, text := range []string{"", "-", "1e5", "0x10", "1/3", "--1", "1.2.3", "two"} {
		if x, err := Number(text); err == nil {
			t.Errorf("%q is read as %s", text, x.RatString())
		}
	}
	if x, err := Number(" -2.50 "); err != nil || x.Cmp(big.NewRat(-5, 2)) != 0 {
		t.Errorf("-2.50 is read as %v, %v", x, err)
	}
}

func TestTestsCountWhomTheyName(t *testing.T) {
	opts := domain.Options{Origin: domain.Typed}
	pay, err := domain.NewRanges("pay", []domain.Range{{To: "10"}, {From: "10", To: "20"}, {From: "20"}}, false, opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{pay}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		test Test
		at   string
		want [3]int64
	}{
		{AtLeast, "10", [3]int64{0, 1, 1}}, {Above, "10", [3]int64{0, 0, 1}}, {AtLeast, "10.5", [3]int64{0, 0, 1}},
		{Below, "20", [3]int64{1, 1, 0}}, {AtMost, "20", [3]int64{1, 1, 0}}, {Below, "19", [3]int64{1, 0, 0}},
	} {
		q := Question{Title: "q", Kind: Best, Column: "pay", Test: c.test, Options: []Option{{Label: "a", At: c.at}, {Label: "b", At: "10"}}}
		made, err := New(q, d)
		if err != nil {
			t.Fatal(err)
		}
		for v, want := range c.want {
			if got := made.score.(*linear).rows[0][v]; got != want {
				t.Errorf("%s %s: value %d counts %d, not %d", c.test, c.at, v, got, want)
			}
		}
	}
}
