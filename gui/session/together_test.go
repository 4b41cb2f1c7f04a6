package session

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/workload"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// agesTwice asks for ages and for ages and towns, with totals.
func agesTwice() plan.Plan {
	p := publishtest.TownPlan()
	p.Questions = append(p.Questions, plan.Question{ID: "a", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}, Totals: true})
	return p
}

// A release of questions that are answered together holds together, and a record that is
// changed in what it says of that does not.
func TestVerifyTogether(t *testing.T) {
	j := publishtest.TownJob(t)
	p := agesTwice()
	p.Data = j.Plan.Plan.Data
	j.Plan = publishtest.Compiled(t, p)
	done, err := publish.Release(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if got := done.Release.Questions[0].Together; strings.Join(got, " ") != "t a" {
		t.Fatalf("answered together: %v", got)
	}
	record := filepath.Join(j.Out, "town.json")
	if bad := failures(t, record, j.LedgerDir); len(bad) > 0 {
		t.Errorf("a fresh release does not hold together: %q", bad)
	}
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, says string }{
		{"\"together\": [\n    \"t\",\n    \"a\"\n   ],", "", "does not say clearly"},
		{"\"t\",\n    \"a\"", "\"a\",\n    \"t\"", "does not say clearly"},
		{"\"t\",\n    \"a\"", "\"t\",\n    \"b\"", "does not say clearly"},
		{"\"scale\": \"", "\"scale\": \"1", "noise scales"},
	} {
		changed := bytes.Replace(original, []byte(c.from), []byte(c.to), 1)
		if bytes.Equal(changed, original) {
			t.Fatalf("the record does not hold %q", c.from)
		}
		path := filepath.Join(j.Out, "changed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if bad := failures(t, path, j.LedgerDir); !strings.Contains(strings.Join(bad, "\n"), c.says) {
			t.Errorf("%q for %q: findings %q do not say %q", c.to, c.from, bad, c.says)
		}
	}
}

// The preview shows answering together as the best candidate, with the others' titles; a
// method that is chosen for one of them takes it out.
func TestPreviewTogether(t *testing.T) {
	b := newBench(t)
	for len(b.Plan().Questions) > 0 {
		b.Questions.Remove(0)
	}
	column := domain.AttributeName("visits")
	for range 2 {
		b.Questions.Add(workload.Table, []domain.AttributeName{column})
	}
	b.Questions.Question(0).Change(func(q *plan.Question) { q.Title = "First" })
	b.Questions.Question(1).Change(func(q *plan.Question) { q.Title, q.Totals = "Second", true })
	b.Budget.Preview()
	b.finish()
	p := b.Budget.Preview()
	if p == nil {
		t.Fatal(b.Problem())
	}
	q := p.Questions[0]
	if q.Of().Info.ID != registry.TogetherID || q.Of().Info.Name.String() != `Together with "Second"` || q.Chosen != q.Best || q.Ranked()[0] != q.Best {
		t.Fatalf("answered by %+v", q.Of().Info)
	}
	if why := b.Budget.WhyMethod(q); !strings.Contains(why, "One set of noisy counts") {
		t.Errorf("why: %s", why)
	}
	for i, c := range q.Candidates {
		if i != q.Best && c.Prepared != nil && c.Summary.MeanSquare < q.Of().Summary.MeanSquare {
			t.Errorf("%s is better", c.Info.Name)
		}
	}
	half := q.Of().Summary.HalfWidth
	b.Budget.Curve(0)
	b.finish()
	for _, point := range b.Budget.Curve(0).Points {
		if point.Epsilon > 0.5 && point.Own.HalfWidth > half {
			t.Errorf("at %g within %g, at 0.5 within %g", point.Epsilon, point.Own.HalfWidth, half)
		}
	}
	b.Questions.Question(1).Change(func(q *plan.Question) { q.Title = "Renamed" })
	if p = b.Budget.Preview(); p == nil || p.Questions[0].Of().Info.Name.String() != `Together with "Renamed"` {
		t.Error("a new title is not shown")
	}
	b.Questions.Question(1).Change(func(q *plan.Question) { q.Mechanism = "laplace" })
	b.Budget.Preview()
	b.finish()
	if p = b.Budget.Preview(); p.Questions[0].Of().Info.ID == registry.TogetherID || p.Questions[1].Of().Info.ID != "laplace" {
		t.Errorf("with a method chosen, answered by %s and %s", p.Questions[0].Of().Info.ID, p.Questions[1].Of().Info.ID)
	}
}
