package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// Releases about groups that nobody changes between cost the most expensive of them, from one file; a limit lets them through, and
// nothing else.
func TestReleasesAboutGroups(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	about := func(name string, values ...string) {
		d.out = filepath.Join(d.dir, name)
		d.edit(func(p *plan.Plan) {
			p.Title, p.Facts, p.Budget = name, plan.Facts{}, plan.Budget{Epsilon: "0.5", Limit: "0.5"}
			p.Secrets = plan.Secrets{Columns: []plan.Secret{{Columns: []domain.AttributeName{"town"}, Kind: plan.Public}}}
			p.Questions = []plan.Question{{ID: "q", Title: "Wages", Kind: "table", Columns: []domain.AttributeName{"wage"}}}
			if p.Group = nil; len(values) > 0 {
				p.Group = &plan.Answers{Column: "town", Values: values}
			}
		})
		d.check()
	}
	about("north", "North")
	d.must(d.releaseArgs()...)
	about("south", "South")
	d.says(d.releaseArgs(), "have spent 0.5 of the 0.5 that you allowed", `does not add to "north"`)
	d.says([]string{"verify", filepath.Join(d.out, "people.json")}, "about people with South in “town” alone, beside those about other groups")
	d.says([]string{"ledger", "People"}, "have spent 1.", "come to 0.5, which is what counts", "about people with North in “town” alone")
	about("south again", "South")
	d.refused(d.releaseArgs(), "0.5")
	about("everybody")
	d.refused(d.releaseArgs(), "0.5")
	// From another file somebody may be in another group.
	lines := strings.SplitAfter(read(t, d.data), "\n")
	write(t, d.data, strings.Join(append(lines[:1:1], lines[2:]...), ""))
	about("the rest", "East")
	d.refused(d.releaseArgs(), "0.5")
}
