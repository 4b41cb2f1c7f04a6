package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
)

// How many rows of visits are of each kind that a rule is for: numbers that stand nowhere else.
const (
	strangeTowns = 2351 // which are counted as other
	farAges      = 2143 // which are counted at the nearest bound
	missingTowns = 1747 // which are read as blank
	lastVisits   = 1637 // beyond the two of each person
	heavyVisits  = 1511 // with a weight above the cap
	lightVisits  = 1373 // with a weight that rounds to nothing
)

// visits is a spreadsheet with these rows, and others that are like the declaration.
func visits() string {
	var b strings.Builder
	b.WriteString("who,town,age,weight\n")
	person := 0
	row := func(who, town string, age int, weight string) {
		if who == "" {
			person++
			who = fmt.Sprint("p", person)
		}
		fmt.Fprintf(&b, "%s,%s,%d,%s\n", who, town, age, weight)
	}
	for i := range strangeTowns {
		row("", fmt.Sprint("Elsewhere ", i%3), 30, "1")
	}
	for range farAges {
		row("", "North", 99, "1")
	}
	for range missingTowns {
		row("", "n/a", 30, "1")
	}
	for range lastVisits {
		person++
		for range 3 {
			row(fmt.Sprint("p", person), "South", 30, "1")
		}
	}
	for range heavyVisits {
		row("", "South", 30, "80")
	}
	for range lightVisits {
		row("", "South", 30, "0.2")
	}
	return b.String()
}

// TestCountsOfRulesAreNotWritten looks in every file that a check and a release write, and in what
// a release says, for how many rows each rule was for. Noise of a scale of forty million makes each of the three
// numbers that are written about one of 66 answers one of the six counts with a chance below 6/(80 · 10^6); that two answers
// do, in two releases, has a chance below 66² (3 · 6/80 · 10^-6)², less than 10^-9.
func TestCountsOfRulesAreNotWritten(t *testing.T) {
	private := []int{strangeTowns, farAges, missingTowns, lastVisits, heavyVisits, lightVisits}
	p := secretPlan()
	p.Columns[0].Readings = map[string]string{"n/a": domain.BlankLabel}
	p.Rows = &plan.Rows{Person: "who", AtMost: 2}
	p.Weight = &plan.Weight{Column: "weight", Step: "1", Cap: "5"}
	p.Questions = append(p.Questions, plan.Question{ID: "ages", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}, Mechanism: "laplace"})
	d := newDesk(t, "visits.csv", visits(), p)
	out := d.must("check", d.plan, "--data", d.data)
	for _, n := range private[3:] { // the steward is told, and only there
		if !strings.Contains(out, fmt.Sprintf("%d ", n)) {
			t.Errorf("check does not tell %d:\n%s", n, out)
		}
	}
	if found := among(out, private[:3]...); len(found) > 0 {
		t.Errorf("check tells %v", found)
	}
	ways := [][]string{nil}
	if seeded.Audit {
		ways = append(ways, []string{"--json"})
	}
	for i, more := range ways {
		d.out = filepath.Join(d.dir, fmt.Sprint("out", i))
		if told := d.must(append(d.releaseArgs(), more...)...); len(among(told, private...)) > 1 {
			t.Errorf("the release tells %v:\n%s", among(told, private...), told)
		}
	}
	looked := 0
	for name, content := range files(t, d.dir) {
		if name == "visits.csv" {
			continue
		}
		looked++
		allowed := 0
		if strings.HasPrefix(name, "out") {
			allowed = 1
		}
		if found := among(readable(t, name, content), private...); len(found) > allowed {
			t.Errorf("%s contains %v", name, found)
		}
	}
	if looked < 3+4*len(ways) { // plan, ledger, its head, and of each release workbook, table, summary and record
		t.Errorf("looked into %d files", looked)
	}

	// The same looking finds them where they are: with next to no noise the files have what is other.
	d.edit(func(p *plan.Plan) {
		p.Budget, p.DataSet = plan.Budget{Epsilon: "100"}, "Loud"
		p.Rows, p.Weight, p.Questions = nil, nil, p.Questions[:1]
	})
	d.check()
	d.out = filepath.Join(d.dir, "loud")
	d.must(append(d.releaseArgs(), "--other-people")...)
	for name, content := range counted(t, d.out) {
		if len(among(readable(t, name, content), strangeTowns, missingTowns)) < 2 {
			t.Errorf("%s does not have the counts of other and blank, although there is hardly any noise", name)
		}
	}
}
