package publish_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// renamed is the job of a town under another name, with its files in a folder of their own.
func renamed(t *testing.T, j publish.Job, name string) publish.Job {
	t.Helper()
	p := j.Plan.Plan.Clone()
	p.DataSet = name
	j.Plan, j.Out = publishtest.Compiled(t, p), filepath.Join(filepath.Dir(j.Out), "out of "+name)
	return j
}

// A fresh account about a file that was released in another one is refused, with nothing spent and nothing noted, until the people are
// said to be others or the accounts are linked. An account that is begun goes on.
func TestFreshAccountOfTheSamePeople(t *testing.T) {
	j := publishtest.TownJob(t)
	carries := func(j publish.Job) error {
		_, err := publish.Release(context.Background(), j)
		return err
	}
	if err := carries(j); err != nil {
		t.Fatal(err)
	}
	other := renamed(t, j, "Town (1)")
	var found *publish.FamiliarError
	if err := carries(other); !errors.As(err, &found) || found.Match.DataSet != "Town" || !found.Match.File || !strings.HasPrefix(err.Error(), "nothing was spent: ") {
		t.Fatalf("%v", err)
	}
	if text := found.Private().String(); strings.Contains(text, "this same file") || !strings.Contains(text, "--other-people") {
		t.Errorf("to everybody it says %q", text)
	}
	book, err := ledger.Open(j.LedgerDir, "Town (1)")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := book.Statement(); err != nil || len(s.Entries) > 0 {
		t.Errorf("noted is %v (%v)", s.Entries, err)
	}
	other.OtherPeople = true
	if err := carries(other); err != nil {
		t.Fatal(err)
	}
	other.OtherPeople, other.Out = false, other.Out+" again"
	if err := carries(other); err != nil {
		t.Errorf("an account that is begun is refused: %v", err)
	}
	linked := renamed(t, j, "Town (2)")
	book, err = ledger.Open(j.LedgerDir, "Town (2)")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Town", "Town (1)"} {
		first, err := ledger.Open(j.LedgerDir, name)
		if err == nil {
			err = book.Link(t.Context(), first, ledger.Words{Time: "2026-02-03T09:00:00Z", Why: "the same people"})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := carries(linked); errors.As(err, &found) && err != nil {
		t.Errorf("linked accounts are refused: %v", err)
	}
}

// The people of a file that was changed are known by a sketch of a column.
func TestSketchedPeople(t *testing.T) {
	j := publishtest.TownJob(t)
	p := j.Plan.Plan
	s, err := publish.RememberPeople(t.Context(), j.LedgerDir, j.Data, "age", p)
	if err != nil || s.Values != 10 {
		t.Fatal(s, err)
	}
	if _, err := publish.RememberPeople(t.Context(), j.LedgerDir, j.Data, "shoe", p); err == nil || !strings.Contains(err.Error(), "no column “shoe”") {
		t.Errorf("%v", err)
	}
	if _, err := publish.Release(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	changed := publishtest.Written(t, "changed.csv", strings.Replace(publishtest.Town(), "20,5;North\n", "", 4))
	as := func(change func(*plan.Plan)) *publish.FamiliarError {
		t.Helper()
		q := p.Clone()
		q.DataSet = "Village"
		change(&q)
		found, err := publish.Familiar(t.Context(), j.LedgerDir, changed, q)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := as(func(*plan.Plan) {})
	if found == nil || found.Match.File || found.Match.Same != 9 || found.Match.Values != 10 {
		t.Fatalf("it says %+v", found)
	}
	if found := as(func(p *plan.Plan) { p.DataSet = "town" }); found != nil {
		t.Errorf("under its own name it says %+v", found)
	}
}
