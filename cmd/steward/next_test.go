package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/combine"
)

// next is the desk of the year after: its plan is what steward next wrote.
func (d *desk) next(name string, args ...string) string {
	d.t.Helper()
	d.out = filepath.Join(d.dir, name)
	out := filepath.Join(d.dir, name+".steward")
	said := d.must(append([]string{"next", d.plan, d.data, "--out", out}, args...)...)
	d.plan = out
	return said
}

// A plan is carried over to the files of the years after: what no longer fits is said, losses of the same people add up within what is
// set aside for the planned years, and changes between the years are told with their errors.
func TestNextYear(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) {
		p.Title, p.Budget, p.Data.File = "Town 2025", plan.Budget{Epsilon: "0.5", Limit: "2"}, "people.csv"
		p.Publication.Period = "2025"
	})
	d.check()
	d.must(d.releaseArgs()...)
	first := filepath.Join(d.out, "people.json")

	changed := strings.Replace(strings.Replace(sixty(), "age,town,wage", "age,Town ,wage", 1), "20,North,900\n", "", 1)
	d.data = filepath.Join(d.dir, "people26.csv")
	write(t, d.data, changed)
	d.says([]string{"next", d.plan, d.data}, "The file has no column town. Town is most likely the same.", `--rename "town=Town"`, "is known once its columns fit", "Nothing is written yet")
	rename := []string{"--rename", "town=Town"}
	d.says(append([]string{"next", d.plan, d.data}, rename...), "The plan fits the file", "how many people there are: 60", "is not true of this file", "State it again")
	d.refused([]string{"next", d.plan, d.data, "--out", d.plan, "--same-people"}, "already exists")
	d.refused(append([]string{"next", d.plan, d.data, "--out", filepath.Join(d.dir, "x.steward")}, rename...), "whether these are the same people")
	d.refused(append([]string{"next", d.plan, d.data, "--out", filepath.Join(d.dir, "x.steward"), "--same-people", "--years", "3", "--budget", "0.6"}, rename...), "3 releases of 0.6 each are more than the 1.5 that is left")
	d.refused(append([]string{"next", d.plan, d.data, "--out", filepath.Join(d.dir, "x.steward"), "--same-people", "--limit", "9"}, rename...), "has to be allowed separately")
	said := d.next("second", append([]string{"--same-people", "--years", "3", "--keep-facts"}, rename...)...)
	for _, want := range []string{`0.5 is set aside for “Town 2027”`, `0.5 is set aside for “Town 2028”`, `“Town 2026”, in the account “People”, for a budget of 0.5`, "“Wages”: typically within"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	p := d.load()
	if p.Facts.People != nil || p.Publication.Period != "" || p.Data.File != "people26.csv" || p.Data.Reviewed != nil || p.Questions[0].Columns[0] != "Town" || p.Budget.Limit != "" {
		t.Errorf("carried over is %+v", p)
	}
	d.check()
	d.must(d.releaseArgs()...)
	if s := d.ledger("People"); s.Spent != "1" || s.Reserved != "1" || s.Left != "0" {
		t.Errorf("after two of four years: %+v", s)
	}
	second := filepath.Join(d.out, "second.json")

	// The third year draws on what is set aside for it, and nothing is set aside twice.
	if said = d.next("third", "--same-people", "--years", "2", "--keep-facts"); strings.Contains(said, "is set aside for") || !strings.Contains(said, "“Town 2027”") || !strings.Contains(said, "budget of 0.5") {
		t.Errorf("the third year: %s", said)
	}
	d.check()
	d.must(d.releaseArgs()...)
	if s := d.ledger("People"); s.Spent != "1.5" || s.Reserved != "0.5" {
		t.Errorf("after three of four years: %+v", s)
	}
	third := filepath.Join(d.out, "third.json")

	d.says([]string{"combine", third, "--since", first, "--since", second}, "Since "+first, "change", "19 times in 20 from", "do not add up the changes in between")
	d.refused([]string{"combine", first, "--since", third}, "is the later one")
	d.refused([]string{"combine", third, "--since", third}, "the same release")
	d.refused([]string{"combine", third, "--since", first, "--add", "x"}, "one or the other")
	var got []struct{ Changes []combine.Change }
	if err := json.Unmarshal([]byte(d.must("combine", third, "--since", second, "--json")), &got); err != nil || len(got) != 1 || len(got[0].Changes) != 2 {
		t.Fatalf("changes %+v (%v)", got, err)
	}
	was, now := record(t, filepath.Join(d.dir, "second"), "second"), record(t, d.out, "third")
	for i, change := range got[0].Changes {
		for k, a := range change.Answers {
			x, y := was.Questions[i].Answers[k], now.Questions[i].Answers[k]
			if a.Value != y.Unadjusted-x.Unadjusted || math.Abs(a.RMSE*a.RMSE-x.RMSE*x.RMSE-y.RMSE*y.RMSE) > 1e-9*a.RMSE*a.RMSE {
				t.Errorf("%v of %v and %v", a, x, y)
			}
			if half := a.To - a.Value; half < 1.9*a.RMSE || half > x.HalfWidth+y.HalfWidth || a.Exact != (x.Exact && y.Exact) {
				t.Errorf("%v: half an interval is %v of errors %v and %v", a.Key, half, x.HalfWidth, y.HalfWidth)
			}
		}
	}
}

// Other people have an account of their own, which is allowed what the earlier one was, and the earlier one says where it is. People
// who are known from there are told of.
func TestNextYearOfOthers(t *testing.T) {
	d := ledgerDesk(t)
	d.refused([]string{"next", d.plan, d.data, "--out", filepath.Join(d.dir, "x.steward"), "--other-people", "people "}, "is the account of the earlier people")
	said := d.next("others", "--other-people", "Second town", "--years", "2", "--by", "A. Keller", "--keep-facts")
	for _, want := range []string{"This same file was released", `At most 0.75 may be spent on “Second town” in total`, `0.375 is set aside for “People of the town (3)”`, `“People of the town (2)”, in the account “Second town”, for a budget of 0.375`} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if p := d.load(); p.DataSet != "Second town" || p.Facts.People == nil {
		t.Errorf("carried over is %+v", p)
	}
	d.says([]string{"ledger", "show", "People"}, "continued by “Second town”, which is about other people")
	if s := d.ledger("Second town"); s.Spent != "0" || s.Limit != "0.75" || s.Reserved != "0.375" || len(s.Linked) != 0 {
		t.Errorf("the new account: %+v", s)
	}
	d.check()
	d.refused(d.releaseArgs(), "nothing was spent", "this same file was released")
	d.must(append(d.releaseArgs(), "--other-people")...)
	d.plan = filepath.Join(d.dir, "people.steward")
	d.refused([]string{"next", d.plan, d.data, "--out", filepath.Join(d.dir, "y.steward"), "--other-people", "Second town"}, "is already the account of other people")
}
