package workload

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/linop/linoptest"
)

// household has groups, a combination that cannot occur, and columns of numbers of every kind.
func household(t testing.TB) *domain.Domain {
	t.Helper()
	d, err := domain.New([]*domain.Attribute{
		must(t)(domain.NewList("district", []string{"North", "South", "East"}, refuse)),
		must(t)(domain.NewWhole("rooms", -1, 4, domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}})),
		must(t)(domain.NewRanges("rent", []domain.Range{{From: "0", To: "100"}, {From: "100", To: "250"}, {From: "250"}}, false, refuse)),
		must(t)(domain.NewOrdered("band", []string{"a", "b"}, domain.Options{Origin: domain.Typed})),
	}, []domain.Combination{{"district": {"East"}, "rooms": {"4"}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestTotalsAgreeWithTheirLabels compares every entry of the operator with what the labels of
// records and answers say, numbers being read off the labels a second way.
func TestTotalsAgreeWithTheirLabels(t *testing.T) {
	d := household(t)
	number := map[string]map[string]string{
		"rooms": {"-1": "-1", "0": "0", "1": "1", "2": "2", "3": "3", "4": "4"},
		"rent":  {"0 to under 100": "50", "100 to under 250": "175", "250 or more": "400"},
		"band":  {"a": "0.25"},
	}
	rent := []Number{{[]string{"250 or more"}, "400"}}
	for name, q := range map[string]Question{
		"one total":           {Columns: names("rooms"), Of: names("rooms")},
		"ranges":              {Columns: names("rent"), Of: names("rent"), Numbers: rent},
		"by group":            {Columns: names("district", "rooms"), Of: names("rooms")},
		"by group, and all":   {Columns: names("district", "rooms"), Of: names("rooms"), Totals: true},
		"averages":            {Columns: names("rooms", "district"), Of: names("rooms"), Averages: true, Totals: true},
		"a list, one without": {Columns: names("band", "district"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "0.25"}, {[]string{"b"}, ""}}, Averages: true},
		"two groups":          {Columns: names("district", "band", "rooms"), Of: names("rooms"), Averages: true, Totals: true},
	} {
		q.Kind, q.Title = Totals, name
		w, err := New(q, d)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, ok := w.Sums()
		if !ok {
			t.Fatalf("%s: no sums", name)
		}
		rows, seen := linoptest.Dense(w.Operator()), make(map[string]bool)
		if len(rows) != s.Figures()*map[bool]int{true: 2, false: 1}[q.Averages] || len(rows) != w.Len() {
			t.Errorf("%s: %d rows for %d figures", name, len(rows), s.Figures())
		}
		for i, row := range rows {
			key := w.Key(i)
			if len(key) != len(w.KeyNames()) || seen[strings.Join(key, "|")] {
				t.Errorf("%s: answer %d is called %q under %q", name, i, key, w.KeyNames())
			}
			seen[strings.Join(key, "|")] = true
			for cell, record := range records(w) {
				want := new(big.Rat)
				column := string(q.Of[0])
				at, _ := d.Project(q.Columns)
				inside := at.Possible(cell)
				for n, head := range w.KeyNames()[:len(key)-1] {
					for j, c := range q.Columns {
						if string(c) == head && key[n] != domain.TotalLabel && key[n] != record[j] {
							inside = false
						}
					}
				}
				for j, c := range q.Columns {
					text, has := number[column][record[j]]
					if string(c) != column || !has || !inside {
						continue
					}
					if s.IsTotal(i) {
						want.SetString(text)
					} else {
						want.SetInt64(1)
					}
				}
				got := new(big.Rat).Mul(big.NewRat(row[cell], 1), w.UnitOf(i))
				if got.Cmp(want) != 0 {
					t.Errorf("%s: %v counts %v in %v, want %v", name, record, got, key, want)
				}
			}
		}
	}
}

func names(list ...string) []domain.AttributeName {
	out := make([]domain.AttributeName, len(list))
	for i, n := range list {
		out[i] = domain.AttributeName(n)
	}
	return out
}

// TestNumbersOfSeveralColumns takes the numbers of combinations from a table.
func TestNumbersOfSeveralColumns(t *testing.T) {
	d := household(t)
	q := Question{Kind: Totals, Title: "elevation", Columns: names("district", "rooms", "band"), Of: names("district", "band")}
	for i, district := range []string{"North", "South", "East"} {
		for j, band := range []string{"a", "b"} {
			q.Numbers = append(q.Numbers, Number{[]string{district, band}, fmt.Sprint(300*i + 60*j)})
		}
	}
	w := mustNew(t, q, d)
	s, _ := w.Sums()
	if s.Unit.Cmp(big.NewRat(60, 1)) != 0 || s.Least != 0 || s.Most != 11 || s.Groups != 7 {
		t.Errorf("unit %v from %d to %d, %d groups; the numbers are multiples of 60 up to 660, by rooms and blank", s.Unit, s.Least, s.Most, s.Groups)
	}
	for cell, record := range records(w) {
		want := int64(0)
		if s.Valued[cell] {
			want = int64(5*strings.Index("NSE", record[0][:1]) + strings.Index("ab", record[2]))
		}
		if s.Weights[cell] != want || s.Valued[cell] != (record[2] != "(blank)" && record[2] != "(other)" && !(record[0] == "East" && record[1] == "4")) {
			t.Errorf("%v: %d, %v", record, s.Weights[cell], s.Valued[cell])
		}
	}
}

// TestManyWholeNumbers takes the short way for large columns.
func TestManyWholeNumbers(t *testing.T) {
	d, err := domain.New([]*domain.Attribute{must(t)(domain.NewWhole("income", -3, 99_999, domain.Options{Origin: domain.Typed}))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := mustNew(t, Question{Kind: Totals, Columns: names("income"), Of: names("income")}, d).Sums()
	for cell, a := range s.Weights {
		if want := int64(cell) - 3; s.Valued[cell] != (cell <= 100_002) || s.Valued[cell] && a != want {
			t.Fatalf("cell %d: %d, %v", cell, a, s.Valued[cell])
		}
	}
}

// TestTotalsAreRefused lists what does not fit, with a piece of the sentence that says so.
func TestTotalsAreRefused(t *testing.T) {
	d := household(t)
	for _, c := range []struct {
		q    Question
		says string
	}{
		{Question{Columns: names("rooms")}, "does not say what to add up"},
		{Question{Columns: names("rooms"), Of: names("rent")}, "not among its columns"},
		{Question{Columns: names("rooms"), Of: names("rooms", "rooms")}, "twice"},
		{Question{Columns: names("height"), Of: names("height")}, "height"},
		{Question{Columns: names("rent"), Of: names("rent")}, "“250 or more”"},
		{Question{Columns: names("band"), Of: names("band")}, "has no number"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "1"}, {[]string{"b"}, "many"}}}, `"many"`},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "1e5"}}}, `"1e5"`},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "0.1234567891"}}}, "9 digits"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"c"}, "1"}}}, `"c" is not a value`},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "1"}, {[]string{"a"}, "2"}}}, "already"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a", "b"}, "1"}}}, "2 values"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, ""}, {[]string{"b"}, ""}}}, "no value has a number"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "0"}, {[]string{"b"}, "0"}}}, "every total is 0"},
		{Question{Columns: names("band"), Of: names("band"), Numbers: []Number{{[]string{"a"}, "0.000001"}, {[]string{"b"}, "1000"}}}, "coarser step"},
	} {
		c.q.Kind, c.q.Title = Totals, "t"
		_, err := New(c.q, d)
		if err == nil || !strings.Contains(strings.NewReplacer("“", "\"", "”", "\"").Replace(err.Error()), strings.NewReplacer("“", "\"", "”", "\"").Replace(c.says)) {
			t.Errorf("%+v: got %v, want a sentence with %q", c.q, err, c.says)
		}
	}
}
