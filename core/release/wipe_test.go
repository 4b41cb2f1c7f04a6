package release

import (
	"context"
	"errors"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
)

// count counts the data of a job and leaves the counts to the test.
func count(ctx context.Context, j Job, problems []mechanism.Problem) ([]*histogram.Vector, error) {
	n, err := newCounter(j.Plan, problems)
	if err == nil {
		err = n.count(ctx, j)
	}
	return n.vectors, err
}

// factPlan is smallPlan with a known count beside the number of people.
func factPlan(t *testing.T, people, south int64) *plan.Compiled {
	t.Helper()
	p := smallPlan(people)
	p.Facts.Stated = []constraint.Fact{{ID: "s", Title: "In the South", Counts: []constraint.Count{{
		Of: constraint.Predicate{{{Column: "town", Values: []string{"South"}}}}, Count: south}}}}
	return compileSmall(t, p)
}

// True counts are there while they are used, and overwritten afterwards: whether that went well, errored or
// panicked.
func TestCountsAreWiped(t *testing.T) {
	failed := errors.New("the disk is full")
	for name, end := range map[string]func() error{
		"used": func() error { return nil }, "failed": func() error { return failed }, "panicked": func() error { panic(failed) },
	} {
		t.Run(name, func(t *testing.T) {
			c := factPlan(t, 200, 100)
			var seen []*histogram.Vector
			func() {
				defer func() { _ = recover() }()
				err := withCounts(t.Context(), Job{Plan: c, Data: people(200), Progress: func(message.Text, float64) {}}, c.Problems, func(counts []*histogram.Vector) error {
					for _, v := range counts {
						if v.Total() != 200 {
							t.Errorf("%d people are counted", v.Total())
						}
					}
					seen = counts
					return end()
				})
				if !errors.Is(err, end()) {
					t.Errorf("error %v", err)
				}
			}()
			if len(seen) != len(c.Problems) {
				t.Fatalf("%d tables of counts", len(seen))
			}
			for _, v := range seen {
				if v.Total() != 0 {
					t.Errorf("the number of people is still there: %d", v.Total())
				}
				for cell, n := range v.Counts() {
					if n != 0 {
						t.Fatalf("the count of cell %d is still there: %d", cell, n)
					}
				}
			}
		})
	}
}

// What is counted to compare known facts with it is overwritten with the rest, and so is what was counted
// of a file that could not be read to its end.
func TestAllThatIsCountedIsWiped(t *testing.T) {
	c := factPlan(t, 200, 100)
	broken := people(200)
	broken.rows[150][0] = "n/a"
	for _, data := range []*memory{people(200), broken} {
		n, err := newCounter(c, c.Problems)
		if err != nil {
			t.Fatal(err)
		}
		err = n.count(t.Context(), Job{Plan: c, Data: data, Progress: func(message.Text, float64) {}})
		if (err == nil) != (data != broken) {
			t.Fatal(err)
		}
		if n.vectors[0].Total() == 0 {
			t.Fatal("nothing was counted")
		}
		n.wipe()
		if n.vectors[0].Total() != 0 || n.vectors[1].Total() != 0 {
			t.Error("counts are still there")
		}
		var left *constraint.FactError
		if err := n.facts.Check(); !errors.As(err, &left) {
			t.Errorf("what facts are compared with is still there: %v", err)
		}
	}
}

// Columns that were kept in memory while their records were counted are gone when that is over.
func TestColumnsAreWiped(t *testing.T) {
	c := compileSmall(t, smallPlan(4))
	s := &inColumns{scattered: &scattered{header: []string{"age", "town"}}}
	for _, town := range []string{"North", "South", "North", "South"} {
		s.rows = append(s.rows, []table.Cell{{Kind: table.Number, Text: "23", Number: 23}, {Kind: table.Text, Text: town}})
	}
	for _, fails := range []bool{false, true} {
		seen := 0
		_, err := FromRows(s).Read(t.Context(), c, Visit{
			Cell: func([]int, int64) error {
				if seen++; fails && seen == 3 {
					return errors.New("enough")
				}
				return nil
			},
			Unread:   func(_ int64, why error) error { return why },
			Progress: func(int64) {},
		})
		if (err != nil) != fails || seen < 3 {
			t.Fatalf("%d records, %v", seen, err)
		}
		if s.kept.Records() != 0 {
			t.Errorf("%d records are still in memory", s.kept.Records())
		}
	}
}

// A known count is compared with the data, whatever it is about, and both ways: more is as false as fewer.
func TestStatedFactsAreCompared(t *testing.T) {
	towns := []domain.AttributeName{"town"}
	for name, fact := range map[string]func(n int64) constraint.Fact{
		"a count": func(n int64) constraint.Fact {
			return constraint.Fact{Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"South"}}}}, Count: n}}}
		},
		"a range": func(n int64) constraint.Fact {
			return constraint.Fact{Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "age", Spans: []constraint.Span{{From: "20", To: "24"}}}}}, Count: n}}}
		},
		"totals": func(n int64) constraint.Fact {
			return constraint.Fact{Totals: &constraint.Totals{Columns: towns, Rows: []constraint.Row{{Labels: []string{"South"}, Count: n}}}}
		},
		"both towns": func(n int64) constraint.Fact {
			return constraint.Fact{Totals: &constraint.Totals{Columns: towns, Rows: []constraint.Row{{Labels: []string{"North"}, Count: 200 - n}, {Labels: []string{"South"}, Count: n}}, NobodyElse: true}}
		},
	} {
		for _, n := range []int64{99, 100, 101} {
			p := noisyCells(smallPlan(200))
			stated := fact(n)
			stated.ID, stated.Title = "s", "stated"
			p.Facts.Stated = []constraint.Fact{stated}
			w := newWitness()
			r, err := runSmall(t, p, people(200), w)
			var wrong *constraint.FactError
			switch {
			case n == 100 && (err != nil || r == nil):
				t.Errorf("%s: the true number: %v", name, err)
			case n != 100 && (!errors.As(err, &wrong) || r != nil || len(w.events) > 0):
				t.Errorf("%s: %d in place of 100: %v, events %v", name, n, err, w.events)
			}
			checked, err := Check(t.Context(), compileSmall(t, p), people(200), nil)
			if err != nil || (checked.Fact == nil) != (n == 100) {
				t.Errorf("%s: %d in place of 100: checked %v, %v", name, n, checked.Fact, err)
			}
		}
	}
}
