package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// What may be kept, since it does not go to a terminal, tells nothing of the data that is not paid for: it is the same for data of which other
// numbers of rows are left out, cut off or cannot be read, and which another fact is not true of.
func TestWhatMayBeKeptTellsNothing(t *testing.T) {
	several := peoplePlan()
	several.Facts, several.Rows, several.Weight = plan.Facts{}, &plan.Rows{Person: "who", AtMost: 2}, &plan.Weight{Column: "weight", Step: "1", Cap: "3"}
	several.Columns = several.Columns[:2]
	several.Questions = []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
	stated := peoplePlan()
	visits := func(people, rows, weight int) string {
		var b strings.Builder
		b.WriteString("who,age,town,weight\n")
		for i := range people * rows {
			fmt.Fprintf(&b, "%d,%d,North,%d\n", i%people, 20+i%10, weight)
		}
		return b.String()
	}
	unreadable := func(lines ...int) string {
		rows := strings.Split(sixty(), "\n")
		for _, l := range lines {
			rows[l] = fmt.Sprintf("%d,Nowhere-%d,900", 20+l%10, l)
		}
		return strings.Join(rows, "\n")
	}
	fewer := func(people int) string {
		return strings.Join(strings.Split(sixty(), "\n")[:people+1], "\n") + "\n"
	}
	for _, c := range []struct {
		name string
		plan plan.Plan
		data []string
		told string // to the eyes
	}{
		{"rows beyond and weights cut off", several, []string{visits(4, 3, 5), visits(7, 5, 1), visits(3, 2, 0)}, "4 of them exceed"},
		{"rows that cannot be read", stated, []string{unreadable(7), unreadable(3, 12, 40)}, "Nowhere-7"},
		{"a number of people that is not stated", stated, []string{fewer(59), fewer(31)}, "number of people: 60"},
	} {
		for _, json := range []bool{false, true} {
			var kept []string
			for i, data := range c.data {
				d := newDesk(t, "people.csv", data, c.plan)
				args := []string{"check", d.plan, "--data", d.data, "--ledgers", d.ledgers}
				if json {
					args = append(args, "--json")
				}
				say := func(args ...string) string {
					var out, errs bytes.Buffer
					code := run(remembering, args, machine{&out, &errs, false, d.noise, noon, testKey()})
					return strings.ReplaceAll(fmt.Sprintf("exit code %d\n%s%s", code, &out, &errs), d.dir, "DIR")
				}
				kept = append(kept, say(args...))
				if i == 0 && !json {
					if eyes := say(append(args, "--details")...); !strings.Contains(eyes, c.told) {
						t.Errorf("%s: the eyes are told %s", c.name, eyes)
					}
					if !strings.Contains(kept[0], "--details") {
						t.Errorf("%s: nobody is told where to see more: %s", c.name, kept[0])
					}
				}
				if kept[i] != kept[0] {
					t.Errorf("%s: what may be kept is once\n%sand once\n%s", c.name, kept[0], kept[i])
				}
			}
		}
	}
}

// A release that is refused for its rows, or for a fact that was stated after the review, tells no more.
func TestRefusedReleaseTellsNothing(t *testing.T) {
	var kept []string
	for _, wrong := range []int64{59, 12} {
		p := peoplePlan()
		p.Facts.People = nil
		d := newDesk(t, "people.csv", sixty(), p)
		d.check()
		d.edit(func(p *plan.Plan) { p.Facts.People = &wrong })
		var out, errs bytes.Buffer
		code := run(remembering, append(d.releaseArgs(), "--ledgers", d.ledgers), machine{&out, &errs, false, d.noise, noon, testKey()})
		said := strings.SplitAfter(strings.ReplaceAll(out.String()+errs.String(), d.dir, "DIR"), "\n")
		said = slices.DeleteFunc(said, func(line string) bool { return strings.HasPrefix(line, "Warning: Most of ") }) // which follows from the plan
		kept = append(kept, fmt.Sprint(code, strings.Join(said, "")))
	}
	if kept[0] != kept[1] || !strings.Contains(kept[0], "nothing was released") || strings.Contains(kept[0], "59") {
		t.Errorf("what may be kept is once %s and once %s", kept[0], kept[1])
	}
}
