package main

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/ledger"
)

// Releases about groups that nobody changes between cost the most expensive of them, from one file; a limit lets them through, and
// nothing else.
func TestReleasesAboutGroups(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	about := func(name string, values ...string) {
		d.out = filepath.Join(d.dir, name)
		d.edit(func(p *plan.Plan) {
			p.Title, p.Facts, p.Budget = name, plan.Facts{}, plan.Budget{Epsilon: "0.5", Limit: "0.5"}
			p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Public}}}
			p.Questions = []plan.Question{{ID: "q", Title: "Wages", Kind: "table", Columns: []domain.AttributeName{"wage"}}}
			if p.Group = nil; len(values) > 0 {
				p.Group = &plan.Answers{Column: "town", Values: values}
			}
		})
		d.check()
	}
	adds := func(want *big.Rat) {
		t.Helper()
		l, err := ledger.Open(d.ledgers, "People")
		if err != nil {
			t.Fatal(err)
		}
		said, err := l.Statement()
		if err != nil {
			t.Fatal(err)
		}
		p := d.load()
		if got, times, err := said.AddedTo(&p); err != nil || got.Cmp(want) != 0 || times.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s adds to %v, %v, want %v", p.Title, got, err, want)
		}
	}
	half := big.NewRat(1, 2)
	about("north", "North")
	adds(new(big.Rat))
	d.must(d.releaseArgs()...)
	adds(half)
	about("south", "South")
	adds(new(big.Rat))
	d.says(d.releaseArgs(), "have spent 0.5 of the 0.5 that you allowed", `does not add to “north”`)
	d.says([]string{"verify", filepath.Join(d.out, "people.json")}, "about people with South in “town”, alongside those about other groups")
	d.says([]string{"ledger", "People"}, "have spent 0.5.", "only the most expensive counts; added up, the releases spent 1.", "only about people with North in “town”")
	about("south again", "South")
	adds(half)
	d.refused(d.releaseArgs(), "0.5")
	about("everybody")
	adds(half) // nobody is in both groups
	d.refused(d.releaseArgs(), "0.5")
	// Once its words are forgotten, what counted goes on to count, and no more.
	forgotten := filepath.Join(d.dir, "forgotten")
	for name, content := range files(t, d.ledgers) {
		path := filepath.Join(forgotten, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, content)
	}
	kept := *d
	kept.ledgers = forgotten
	kept.must("ledger", "forget", "People", "--why", "the file was destroyed", "--yes")
	kept.must("ledger", "forget", "People", "--undo", "--why", "the next wave")
	kept.says([]string{"ledger", "People"}, "have spent 0.5.")
	// From another file somebody may be in another group.
	lines := strings.SplitAfter(read(t, d.data), "\n")
	write(t, d.data, strings.Join(append(lines[:1:1], lines[2:]...), ""))
	about("the rest", "East")
	d.refused(d.releaseArgs(), "0.5")
}

// A plan that is there is said to be about a group, and about everybody again; a group that is none, or that a secret leads out of, is
// refused and the plan stays as it is.
func TestPlanSetGroup(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) {
		p.Facts = plan.Facts{}
		p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Public}}}
	})
	d.must("plan", "set", d.plan, "--group", "town:North|South")
	if g := d.load().Group; g == nil || g.Column != "town" || strings.Join(g.Values, ",") != "North,South" {
		t.Errorf("the group is %+v", g)
	}
	d.says([]string{"plan", "show", d.plan}, "group: ")
	for group, says := range map[string]string{"town:West": "West", "town": "--group", "nothing:North": "nothing", "age:20": "a release about the group alone would reveal who is in it"} {
		d.refused([]string{"plan", "set", d.plan, "--group", group}, says)
	}
	if g := d.load().Group; g == nil || len(g.Values) != 2 {
		t.Errorf("what was refused made it %+v", g)
	}
	d.must("plan", "set", d.plan, "--group", "everybody")
	if g := d.load().Group; g != nil {
		t.Errorf("the group is %+v", g)
	}
}
