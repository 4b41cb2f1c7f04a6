package export

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
)

// derivedRelease is the small release with totals, what follows from them, and rules.
func derivedRelease(t *testing.T) *result.Release {
	t.Helper()
	p := smallPlan()
	p.Questions = p.Questions[:1]
	p.Questions[0].Totals = true
	p.Questions[0].Percent = []plan.Percent{{}, {Within: []domain.AttributeName{"town"}}}
	p.Questions[0].Publishing = &plan.Publishing{RoundTo: 5, HideTimes: "1"}
	r := releaseOf(t, p)
	q := &r.Questions[0]
	var err error
	if q.Rule, err = p.Questions[0].Publishing.Rule(); err != nil {
		t.Fatal(err)
	}
	tables, err := p.Questions[0].Derived(q.Workload)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range tables {
		out := result.DerivedTable{Title: d.Title, Unit: d.Unit, Keys: q.Workload.KeyNames()}
		for i, v := range d.Values {
			x := result.Derived{Key: v.Key, Value: 10.5 + float64(i), Low: float64(i), High: 25 + float64(i)}
			if i == 2 {
				x = result.Derived{Key: v.Key, High: 100, Unreliable: true}
			}
			out.Values = append(out.Values, x)
		}
		q.Derived = append(q.Derived, out)
	}
	if r.Digest, err = r.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	return r
}

// Derived numbers stand in sheets and a table of their own and in the record; hidden and rounded
// numbers beside their unadjusted ones; a cross-table has its totals where they belong.
func TestDerivedIsWritten(t *testing.T) {
	r := derivedRelease(t)
	q := &r.Questions[0]
	dir := t.TempDir()
	paths := all(t, dir, "small", r)
	if want := []string{"small.xlsx", "small-towns.csv", "small-towns-derived.csv", PackageName, "small.json"}; !slices.Equal(base(paths), want) {
		t.Fatalf("wrote %v, want %v", base(paths), want)
	}
	f := openBook(t, contentOf(t, paths[0]))
	list := rowsOf(t, f, "1 Towns by age")
	plainRows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(contentOf(t, filepath.Join(dir, "small-towns.csv"))), "\uFEFF"))).ReadAll()
	if err != nil || len(plainRows) != q.Len()+1 {
		t.Fatalf("the table has %d rows: %v", len(plainRows), err)
	}
	hidden := 0
	for k := range q.Len() {
		want := HiddenText
		if n, shown := q.Published(k); shown {
			if want = decimal(n); math.Mod(n, 5) != 0 {
				t.Errorf("%v: %v is not rounded", q.Key(k), n)
			}
		} else {
			hidden++
		}
		unadjusted, _ := q.Printed(k)
		if row := list[k+1]; row[2] != want || row[5] != decimal(unadjusted) {
			t.Errorf("%v: row %v, want %s published", q.Key(k), row, want)
		}
		if row := plainRows[k+1]; row[2] != want {
			t.Errorf("%v: row %v of the table, want %s published", q.Key(k), row, want)
		}
	}
	if hidden == 0 || hidden == q.Len() {
		t.Errorf("%d of %d are hidden", hidden, q.Len())
	}
	if values, _ := crossOf(t, f, "1 cross-table Towns by age", 1); values[len(values)-1] != domain.TotalLabel {
		t.Errorf("the cross-table has %q across", values)
	}
	checkCross(t, f, "1 cross-table Towns by age", q)
	shares := rowsOf(t, f, "1 Per cent within each town")
	if len(shares) != len(q.Derived[1].Values)+1 || shares[1][2] != "10.5" || shares[1][5] != "per cent" || shares[3][2] != "" || shares[3][6] != UnreliableText {
		t.Errorf("percentages: %v", shares)
	}
	readMe := rowsOf(t, f, readMeSheet)
	if !slices.ContainsFunc(readMe, func(r []string) bool {
		return len(r) > 0 && strings.Contains(r[0], "multiples of 5") && strings.Contains(r[0], "unchanged")
	}) {
		t.Error("Read me does not say how numbers were rounded")
	}
	text := strings.TrimPrefix(string(contentOf(t, filepath.Join(dir, "small-towns-derived.csv"))), "\uFEFF")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 1+len(q.Derived[0].Values)+len(q.Derived[1].Values) || rows[1][0] != "Per cent of all" || rows[3][3] != "" {
		t.Errorf("%v: %v", err, rows)
	}
	rec, err := ReadRecord(filepath.Join(dir, "small.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := rec.Questions[0]; len(got.Derived) != 2 || !got.Derived[0].Values[2].Unreliable || got.Derived[1].Results().Values[0].High != 25 {
		t.Errorf("the record has %+v", got.Derived)
	}
	for k, a := range rec.Questions[0].Answers {
		n, shown := q.Published(k)
		if a.Hidden == shown || a.Published != q.Tidied[k] || shown && n != q.Tidied[k] && (a.Shown == nil || *a.Shown != n) {
			t.Errorf("%v: %+v in the record", a.Key, a)
		}
	}
	// A release without any of this is written as ever.
	plain, err := json.Marshal(wholeRecordOf(releaseOf(t, smallPlan()), nil))
	if err != nil || strings.Contains(string(plain), "derived") || strings.Contains(string(plain), "shown") || strings.Contains(string(plain), "hidden\":") {
		t.Errorf("a release without derived numbers: %v, %s", err, plain)
	}
}
