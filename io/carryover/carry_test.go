package carryover

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/io/ledger"
	"steward/io/misfits"
	"steward/io/project"
)

func TestFollowing(t *testing.T) {
	for title, want := range map[string]string{
		"Clinic survey 2025":      "Clinic survey 2026",
		"2025 and 2024, revised":  "2025 and 2025, revised",
		"School year 2025/26":     "School year 2026/27",
		"School year 1998–99":     "School year 1999–00",
		"Season 2025-2026":        "Season 2026-2027",
		"Clinic survey":           "Clinic survey (2)",
		"Clinic survey (2)":       "Clinic survey (3)",
		"Wave 12025":              "Wave 12025 (2)",
		"Panel 2025 (2), revised": "Panel 2026 (2), revised",
	} {
		if got := Following(title); got != want {
			t.Errorf("after %q comes %q, want %q", title, got, want)
		}
	}
}

// A share is never more than its part, and less by no more than a hundredth of it.
func TestSharesAreRoundedDown(t *testing.T) {
	rng := seeded.New(27, 4)
	for range 2000 {
		r := big.NewRat(1+rng.Int64N(100_000), 1+rng.Int64N(10_000_000))
		text := floored(r)
		if text == "" {
			t.Fatalf("nothing is written of %v", r)
		}
		got, ok := new(big.Rat).SetString(text)
		if !ok || got.Cmp(r) > 0 || new(big.Rat).Mul(got, big.NewRat(101, 100)).Cmp(r) < 0 {
			t.Fatalf("%v is written as %q", r, text)
		}
	}
	if got := floored(new(big.Rat)); got != "" {
		t.Errorf("nothing is written as %q", got)
	}
}

// However many releases are planned, what this one spends and what is set aside for the later ones is within what is left; and when all of
// them have spent their share, what is allowed is not exceeded.
func TestPlannedReleasesStayWithinTheLimit(t *testing.T) {
	rng := seeded.New(27, 5)
	w := ledger.Words{Time: "2026-03-14T12:00:00Z", Why: "planned"}
	for range 12 {
		folder := ledger.In(t.TempDir())
		limit := big.NewRat(1+rng.Int64N(40), 10)
		years := 1 + rng.IntN(5)
		l := Look{Plan: plan.Plan{DataSet: "People", Title: "Survey 2025", Budget: plan.Budget{Epsilon: "0.5", Limit: limit.FloatString(1)}}}
		title := "Survey 2026"
		for left := years; left > 0; left-- {
			c := Choice{Title: title, Years: left}
			a, err := l.AccountOf(folder, c)
			if err != nil {
				t.Fatal(err)
			}
			if c.Budget = l.Budget(a); c.Budget == "" {
				t.Fatalf("%d of %d releases: nothing is offered of %v", left, years, limit)
			}
			if _, err := l.Note(context.Background(), folder, c, w); err != nil {
				t.Fatal(err)
			}
			if again, err := l.Note(context.Background(), folder, c, w); err != nil || len(again) != 0 {
				t.Fatalf("noted once more: %q, %v", again, err)
			}
			book, _ := folder.Open("People")
			said, err := book.Statement()
			if err != nil {
				t.Fatal(err)
			}
			if rest := AllowanceOf(said, "Something else", 1, nil).Left(); rest.Add(rest, said.Taken()).Cmp(limit) != 0 {
				t.Fatalf("what is left for others and what is taken make %v of %v", rest, limit)
			}
			e, _ := account.ParseEpsilon(c.Budget)
			if _, err := book.Debit(context.Background(), release.Spend{DataSet: "People", Title: title, Time: w.Time, Epsilon: e, Columns: []string{"age"}}); err != nil {
				t.Fatalf("%d of %d releases of %s: %v", left, years, c.Budget, err)
			}
			title = Following(title)
		}
	}
}

// Whatever is set aside already, for whichever years, what a release is offered and what the later ones then have fit into what is
// left, hardly more would, and where nothing fits nothing is offered: not what the earlier release spent, either.
func TestShareLeavesWhatIsSetAside(t *testing.T) {
	rng := seeded.New(27, 6)
	tenths := func(n int64) *big.Rat { return big.NewRat(rng.Int64N(n), 10) }
	none, unequal := 0, 0
	for range 2000 {
		a := Account{Allowance: Allowance{Limit: tenths(30), Taken: tenths(10)}}
		for i := range 1 + rng.IntN(4) {
			a.Titles, a.Kept = append(a.Titles, fmt.Sprint(i)), append(a.Kept, new(big.Rat))
			if i > 0 && rng.IntN(2) == 0 {
				a.Kept[i] = tenths(12)
			}
		}
		a.Share = a.Allowance.Share()
		needs := func(share *big.Rat) *big.Rat {
			sum := new(big.Rat).Set(share)
			for _, kept := range a.Kept[1:] {
				if kept.Cmp(share) > 0 {
					unequal++
					sum.Add(sum, kept)
				} else {
					sum.Add(sum, share)
				}
			}
			return sum
		}
		share, ok := new(big.Rat).SetString(cmp.Or(a.Share, "0"))
		if !ok {
			t.Fatalf("a share of %q", a.Share)
		}
		if a.Share != "" && needs(share).Cmp(a.Left()) > 0 {
			t.Fatalf("%v: a share of %s needs %v of %v", a.Kept, a.Share, needs(share), a.Left())
		}
		if more := new(big.Rat).Add(share, big.NewRat(1, 100)); needs(more).Cmp(a.Left()) <= 0 {
			t.Fatalf("%v: a share of %s leaves room for more of %v", a.Kept, a.Share, a.Left())
		}
		l := Look{Plan: plan.Plan{Budget: plan.Budget{Epsilon: "0.5"}}}
		offered := l.Budget(a)
		if offered == "" {
			none++
		} else if o, _ := new(big.Rat).SetString(offered); len(a.Titles) == 1 && o.Cmp(a.Left()) > 0 || len(a.Titles) > 1 && needs(o).Cmp(a.Left()) > 0 {
			t.Fatalf("%v: %s is offered of %v", a.Kept, offered, a.Left())
		}
	}
	if none < 100 || unequal < 500 {
		t.Errorf("nothing was offered %d times, and %d times more was set aside than a share", none, unequal)
	}
}

func TestWhatIsWrongWithAChoice(t *testing.T) {
	l := Look{Plan: plan.Plan{DataSet: "People"}}
	for _, c := range []struct {
		Choice
		says string
	}{
		{Choice{Budget: "1", Years: 1}, "no title"},
		{Choice{Title: "t", Budget: "1", Years: 1, Others: true}, "give it a name"},
		{Choice{Title: "t", Budget: "1", Years: 1, Others: true, DataSet: " PEOPLE"}, "account of the earlier people"},
		{Choice{Title: "t", Budget: "1"}, "from 1 to 50"},
		{Choice{Title: "t", Budget: "much", Years: 1}, "not a plain number"},
		{Choice{Title: "t", Budget: "1", Years: 1, Limit: "-1"}, "the limit"},
	} {
		if err := l.Check(c.Choice); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.Choice, err)
		}
	}
	if _, err := l.Note(context.Background(), ledger.In(t.TempDir()), Choice{Title: "t", Budget: "1", Years: 2}, ledger.Words{}); err == nil || !strings.Contains(err.Error(), "say how much") {
		t.Errorf("nothing limits what is set aside: %v", err)
	}
}

// The next file is read with the rules of the earlier one, those of columns that it does not have left out and told; where it is open,
// as it is seen, unless its columns are found only where the earlier ones were. What was mended in it stays.
func TestHowTheNextFileIsRead(t *testing.T) {
	town := plan.Column{Name: "town", Kind: domain.List, Values: []string{"Bern", "Thun"}, Origin: domain.Typed}
	cases := repair.Rule{Column: "town", Kind: repair.Case, Texts: []string{"Bern"}}
	spaces := repair.Rule{Column: "age", Kind: repair.Spaces}
	split := repair.Split{Column: "ways", Between: ";", Options: []string{"bus", "car"}}
	earlier := plan.Data{File: "2025.csv", HeaderRow: 1, LeaveOut: "3", Reviewed: &plan.Fingerprint{}, Repairs: []repair.Rule{cases}, Splits: []repair.Split{split}}
	for name, c := range map[string]struct {
		file string
		open *plan.Data
		want plan.Data
		says string // of a column that there is not
	}{
		"as the earlier one":            {"town,ways,age\nBern,bus,1\n", nil, plan.Data{HeaderRow: 1, Repairs: []repair.Rule{cases}, Splits: []repair.Split{split}}, ""},
		"without a column of rules":     {"town,age\nBern,1\n", nil, plan.Data{HeaderRow: 1, Repairs: []repair.Rule{cases}}, "ways"},
		"without both columns of rules": {"Ort,age\nBern,1\n", nil, plan.Data{HeaderRow: 1}, "town"},
		"as it is seen": {"Survey,,\ntown,ways,age\nBern,bus,1\n", &plan.Data{HeaderRow: 2, LeaveOut: "9", Repairs: []repair.Rule{spaces}},
			plan.Data{HeaderRow: 2, LeaveOut: "9", Repairs: []repair.Rule{spaces, cases}, Splits: []repair.Split{split}}, ""},
		"where the earlier names were": {"town,ways,age\nBern,bus,1\n", &plan.Data{HeaderRow: 2}, plan.Data{HeaderRow: 1, Repairs: []repair.Rule{cases}, Splits: []repair.Split{split}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "2026.csv")
			if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := Of(t.Context(), plan.Plan{Data: earlier, Columns: []plan.Column{town}}, project.Past{}, path, c.open)
			if err != nil {
				t.Fatal(err)
			}
			got := l.Carried(Choice{}).Data
			if got.File != "2026.csv" {
				t.Errorf("it is read as %+v", got)
			}
			if got.Encoding, got.File, got.Delimiter = "", "", ""; !reflect.DeepEqual(got, c.want) {
				t.Errorf("it is read as\n%+v, want\n%+v", got, c.want)
			}
			said := func(m misfits.Misfit) bool { return m.Column == c.says && strings.Contains(m.Said.String(), "rules") }
			if (c.says != "") != slices.ContainsFunc(l.Misfits, said) {
				t.Errorf("it says %+v", l.Misfits)
			}
		})
	}
}
