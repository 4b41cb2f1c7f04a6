package session

import (
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/facts"
	"steward/gui/session/secrets"
)

func newFact(t *testing.T, s *Session, kind facts.Kind) {
	t.Helper()
	if err := s.Facts.New(kind); err != nil {
		t.Fatal(err)
	}
}

// who returns a predicate that a draft is given.
func who(boxes ...constraint.Box) func(d *facts.Draft) {
	return func(d *facts.Draft) { d.Who = boxes }
}

func TestDraftIsPricedBeforeItIsStated(t *testing.T) {
	s, let := held(t)
	newFact(t, s, facts.Count)
	if at := s.Facts.DraftStanding(); !strings.Contains(at.Missing, "Choose which answers of") || at.Factor != facts.Unpriced {
		t.Errorf("an empty draft stands as %+v", at)
	}
	let()
	s.Facts.Change(who(constraint.Box{{Column: "district", Values: []string{"Harbour"}}}, constraint.Box{{Column: "age", Spans: []constraint.Span{{From: "0", To: "17"}}}}))
	if at := s.Facts.DraftStanding(); at.Sentence != "“… people have district Harbour, or age 0 to 17.”" || at.Missing != "Type the number of people that is known." || at.Factor != facts.Unpriced {
		t.Errorf("without a number it stands as %+v", at)
	}
	let()
	at := s.Facts.DraftStanding()
	if at.Factor < 2 || !strings.Contains(at.Why, "times as large") {
		t.Errorf("priced without a number it is %+v", at)
	}
	s.Facts.Change(func(d *facts.Draft) { d.Number = "1,300" })
	if now := s.Facts.DraftStanding(); now.Factor != at.Factor || now.Missing != "" || now.Sentence != "“1,300 people have district Harbour, or age 0 to 17.”" {
		t.Errorf("a number changed the price: %+v", now)
	}
	// A change inside a condition is another fact.
	s.Facts.Change(func(d *facts.Draft) { d.Who = d.Who[1:] })
	if now := s.Facts.DraftStanding(); now.Factor != facts.Unpriced {
		t.Errorf("another fact has the price of the one before: %+v", now)
	}
	let()
	want := s.Facts.DraftStanding().Factor
	if len(s.Plan().Facts.Stated) > 0 {
		t.Fatal("a draft was stated")
	}
	s.Facts.State()
	if s.Running() == nil {
		t.Error("what the fact ties together is worked out in front of the window")
	}
	let()
	stated := s.Plan().Facts.Stated
	if s.Facts.Draft() != nil || len(stated) != 1 || stated[0].Counts[0].Count != 1300 || s.Compiled() == nil || s.Compiled().Tied().Factor != want {
		t.Errorf("stated %+v, draft %+v, compiled %v", stated, s.Facts.Draft(), s.Compiled() != nil)
	}
	s.Undo()
	if len(s.Plan().Facts.Stated) > 0 || s.Tying() {
		t.Error("undoing takes working out, or leaves the fact")
	}
	s.Redo()
	if s.Compiled() == nil || len(s.Plan().Facts.Stated) != 1 {
		t.Error("what is done again has to be worked out again")
	}
}

func TestStatingIsCancelled(t *testing.T) {
	s, let := held(t)
	newFact(t, s, facts.Count)
	s.Facts.Change(who(constraint.Box{{Column: "district", Values: []string{"Harbour"}}}))
	s.Facts.Change(func(d *facts.Draft) { d.Number = "300" })
	s.Facts.State()
	s.Running().Cancel()
	let()
	if s.Facts.Draft() == nil || len(s.Plan().Facts.Stated) > 0 || s.Problem() != nil {
		t.Errorf("cancelled: draft %v, stated %v, problem %v", s.Facts.Draft(), s.Plan().Facts.Stated, s.Problem())
	}
}

// What cannot be stated stays in the form with the reason: what the domain cannot say, what
// contradicts other facts, and what cannot be bounded beside them.
func TestRefusedDraftsStay(t *testing.T) {
	s := newSample(t)
	choose(t, s, secrets.CardAll)
	districts := constraint.Fact{ID: "districts", Totals: &constraint.Totals{Columns: []domain.AttributeName{"district"}}}
	a, _ := s.Attribute("district")
	for i, l := range a.Labels() {
		n := int64(0)
		if i < 2 {
			n = 2406
		}
		districts.Totals.Rows = append(districts.Totals.Rows, constraint.Row{Labels: []string{l}, Count: n})
	}
	s.Edit(func(p *plan.Plan) { p.Facts.Stated = []constraint.Fact{districts} })
	if s.Compiled() == nil {
		t.Fatal(s.issues)
	}
	for _, c := range []struct {
		name, number string
		who          constraint.Predicate
		says         []string
	}{
		{"no number", "", constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, []string{"Type the number of people that is known."}},
		{"not a number", "some", constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, []string{`Found “some” where a whole number`}},
		{"no answers", "5", constraint.Predicate{{{Column: "smoker"}}}, []string{"Choose which answers of smoker count."}},
		{"a range upside down", "5", constraint.Predicate{{{Column: "age", Spans: []constraint.Span{{From: "9", To: "3"}}}}}, []string{"swap them"}},
		{"contradicted", "5", constraint.Predicate{{{Column: "district", Values: []string{a.Label(0)}}}}, []string{"according to the fact", "2406", "correct one of them"}},
		{"more than everybody", "5000", constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, []string{"5000 people with smoker yes would be among 4812 people in all"}},
	} {
		newFact(t, s, facts.Count)
		s.Facts.Change(func(d *facts.Draft) { d.Who, d.Number = c.who, c.number })
		s.Facts.State()
		d := s.Facts.Draft()
		if d == nil || len(s.Plan().Facts.Stated) != 1 {
			t.Errorf("%s: stated %+v", c.name, s.Plan().Facts.Stated)
			s.Undo()
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(d.Trouble, want) {
				t.Errorf("%s: %q does not say %q", c.name, d.Trouble, want)
			}
		}
	}
	newFact(t, s, facts.Totals)
	s.Facts.Change(func(d *facts.Draft) { d.Columns = []domain.AttributeName{"visits"} })
	s.Facts.Change(func(d *facts.Draft) {
		for i := range d.Numbers {
			d.Numbers[i] = "0"
		}
		d.Numbers[0] = "4812"
	})
	s.Facts.State()
	if d := s.Facts.Draft(); d == nil || !strings.Contains(d.Trouble, "overlap in a way whose effect cannot be bounded") || !strings.Contains(d.Trouble, "then the noise becomes") {
		t.Errorf("two tables: %+v", d)
	}
}

func TestEveryFormEditsWhatItStated(t *testing.T) {
	s := newSample(t)
	choose(t, s, secrets.CardAnswers) // under which these facts are bounded together
	newFact(t, s, facts.Ranges)
	s.Facts.Change(func(d *facts.Draft) {
		d.Column, d.Title = "age", "The young"
		d.Ranges = []facts.RangeCount{{Span: constraint.Span{From: "0", To: "9"}, Number: "500"}, {Span: constraint.Span{From: "10", To: "17"}, Number: "400"}}
	})
	s.Facts.State()
	newFact(t, s, facts.Totals)
	s.Facts.Change(func(d *facts.Draft) { d.Columns = []domain.AttributeName{"smoker"} })
	s.Facts.Change(func(d *facts.Draft) { d.Numbers[0], d.Numbers[1], d.NobodyElse = "1000", "3812", true })
	s.Facts.State()
	if n := len(s.Plan().Facts.Stated); n != 2 {
		t.Fatalf("%d facts are stated: %+v", n, s.Facts.Draft())
	}
	before := slices.Clone(s.Plan().Facts.Stated)
	for i, f := range s.Facts.List()[1:] {
		if !f.Own {
			continue
		}
		s.Facts.Edit(f.ID)
		d := s.Facts.Draft()
		if d == nil || d.New() {
			t.Fatalf("%s: the form holds %+v", f.Title, d)
		}
		s.Facts.State()
		if got := s.Plan().Facts.Stated[i]; got.Steward().String() != before[i].Steward().String() || got.ID != before[i].ID {
			t.Errorf("saved as it was, %+v became %+v", before[i], got)
		}
		s.Facts.Edit(f.ID)
		s.Facts.Change(func(d *facts.Draft) { d.Title = "Renamed" })
		s.Facts.State()
		if got := s.Facts.List()[1+i]; !strings.HasPrefix(got.Title, "Renamed") || len(s.Plan().Facts.Stated) != 2 {
			t.Errorf("renamed it is %+v of %d", got, len(s.Plan().Facts.Stated))
		}
	}
	// Counts of several columns have no form of their own: the title can be changed.
	s.Edit(func(p *plan.Plan) {
		p.Facts = plan.Facts{Stated: []constraint.Fact{{ID: "x", Counts: []constraint.Count{
			{Of: constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, Count: 4}, {Of: constraint.Predicate{{{Column: "smoker", Values: []string{"no"}}}}, Count: 7}}}}}
	})
	s.Facts.Edit("stated x")
	if d := s.Facts.Draft(); d.Kind != facts.Other {
		t.Fatalf("the form is %+v", d)
	}
	s.Facts.Change(func(d *facts.Draft) { d.Title = "Both" })
	s.Facts.State()
	if got := s.Plan().Facts.Stated[0]; got.Title != "Both" || len(got.Counts) != 2 {
		t.Errorf("after a new title: %+v", got)
	}
}

// When the columns change, the answers in a form may be others: it is closed.
func TestDraftEndsWithItsColumns(t *testing.T) {
	s := newSample(t)
	newFact(t, s, facts.Totals)
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.7" })
	if s.Facts.Draft() == nil {
		t.Error("another budget closed the form")
	}
	s.Edit(func(p *plan.Plan) { p.Columns[1].Values = p.Columns[1].Values[1:] })
	if s.Facts.Draft() != nil {
		t.Error("the form outlives its columns")
	}
	if s.NewProject(); s.Facts.Draft() != nil || s.Facts.New(facts.Count) == nil {
		t.Error("without columns a fact is entered")
	}
	if r := s.Facts.CannotState(facts.Ranges); !strings.Contains(r, "step Columns") {
		t.Errorf("the reason is %q", r)
	}
}

func TestPasteNumbers(t *testing.T) {
	s := newSample(t)
	open := func(columns ...domain.AttributeName) {
		newFact(t, s, facts.Totals)
		s.Facts.Change(func(d *facts.Draft) { d.Columns = columns })
	}
	for _, c := range []struct {
		name    string
		columns []domain.AttributeName
		text    string
		want    []string
		says    string
	}{
		{name: "with names", columns: []domain.AttributeName{"smoker"}, text: "smoker\tn\nyes\t1,000\nno\t3812\n", want: []string{"1,000", "3812", ""}},
		{name: "without names", columns: []domain.AttributeName{"smoker"}, text: "no\t3812\r\nyes\t1000", want: []string{"1000", "3812", ""}},
		{name: "numbers alone", columns: []domain.AttributeName{"smoker"}, text: "1\n2\n3\n", want: []string{"1", "2", "3"}},
		{name: "an empty number", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nno\t\n", want: []string{"5", "", ""}},
		{name: "too few numbers", columns: []domain.AttributeName{"smoker"}, text: "1\n2\n", says: "found 2 lines with one cell each where 3 are expected"},
		{name: "nothing", columns: []domain.AttributeName{"smoker"}, text: " \n", says: "nothing was copied"},
		{name: "an unknown value", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nmaybe\t4\n", says: `line 2: “maybe” is not a value of smoker`},
		{name: "no number", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nno\tmany\n", says: `line 2: found “many”`},
		{name: "cells too many", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nno\t4\t4\n", says: "line 2: found 3 cells where 2 are expected: smoker and the number of people"},
	} {
		open(c.columns...)
		err := s.Facts.PasteNumbers(c.text)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want it to say %q", c.name, err, c.says)
			}
			if slices.ContainsFunc(s.Facts.Draft().Numbers, func(n string) bool { return n != "" }) {
				t.Errorf("%s: numbers were taken: %q", c.name, s.Facts.Draft().Numbers)
			}
			continue
		}
		if err != nil || !slices.Equal(s.Facts.Draft().Numbers, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, s.Facts.Draft().Numbers, err, c.want)
		}
	}
	// Two columns: as lines in either order of the columns, and as a cross-table.
	labels := func() map[string]string {
		out := map[string]string{}
		rows, _ := s.Facts.DraftRows()
		for i, l := range rows {
			if n := s.Facts.Draft().Numbers[i]; n != "" {
				out[strings.Join(l, "/")] = n
			}
		}
		return out
	}
	for name, text := range map[string]string{
		"lines":       "Harbour\tyes\t7\nHarbour\tno\t8\n",
		"other order": "smoker\tdistrict\tpeople\nyes\tHarbour\t7\nno\tHarbour\t8\n",
		"cross-table": "\tyes\tno\nHarbour\t7\t8\n",
	} {
		open("district", "smoker")
		if err := s.Facts.PasteNumbers(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := labels(); len(got) != 2 || got["Harbour/yes"] != "7" || got["Harbour/no"] != "8" {
			t.Errorf("%s: %v", name, got)
		}
	}
	open("district", "smoker")
	if err := s.Facts.PasteNumbers("\tyes\tno\nHarbour\t7\n"); err == nil || !strings.Contains(err.Error(), "line 2: found 2 cells where 3 are expected") {
		t.Errorf("a cross-table with a short line: %v", err)
	}
}

func TestReadNumbersFromASheet(t *testing.T) {
	s := newSample(t)
	newFact(t, s, facts.Totals)
	s.Facts.Change(func(d *facts.Draft) { d.Columns = []domain.AttributeName{"smoker"} })
	s.Facts.ReadNumbers(factSheet(t, "district,people\nHarbour,7\n"))
	if d := s.Facts.Draft(); !strings.Contains(d.Trouble, "no totals by smoker") {
		t.Errorf("a sheet of another column: %+v", d)
	}
	s.Facts.ReadNumbers(factSheet(t, "smoker,people\nno,3812\nyes,1000\n"))
	if d := s.Facts.Draft(); d.Trouble != "" || !slices.Equal(d.Numbers, []string{"1000", "3812", ""}) {
		t.Errorf("read: %+v", d)
	}
}

func TestApart(t *testing.T) {
	s, let := held(t)
	ask := func() facts.Apart {
		if _, ok := s.Facts.Apart("district"); !ok {
			t.Fatal("nothing is asked")
		}
		let()
		a, _ := s.Facts.Apart("district")
		if !a.Ready {
			t.Fatal("it was not worked out")
		}
		return a
	}
	choose(t, s, secrets.CardAll)
	if a := ask(); len(a.Sets) != 1 || !a.Sets[0].Adds || !strings.HasPrefix(a.Answer, "No:") {
		t.Errorf("everything secret: %+v", a)
	}
	if a := ask(); !strings.Contains(a.Change, "leave “district” out of what is secret") {
		t.Errorf("it does not say what to change: %q", a.Change)
	}
	choose(t, s, secrets.CardColumns) // which it says
	if err := s.Secrets.LeaveOut("district", true); err != nil {
		t.Fatal(err)
	}
	if a := ask(); a.Change != "" || !strings.HasPrefix(a.Answer, "Yes") {
		t.Errorf("changed as it says: %+v", a)
	}
	if _, ok := s.Facts.Apart("moon"); ok {
		t.Error("an unknown column is asked about")
	}
	names, unfit := s.Facts.ApartColumns()
	if len(names) != len(unfit) || !slices.Contains(names, "district") {
		t.Errorf("columns %q, %q", names, unfit)
	}
}

func TestReadings(t *testing.T) {
	s := newSample(t)
	list := s.Facts.Readings()
	if len(list) != 2 || !list[0].Chosen || list[0].Factor != 1 || list[1].Factor != 1 {
		t.Fatalf("readings %+v", list)
	}
	s.Facts.ChooseReading(constraint.Strict)
	if list = s.Facts.Readings(); !list[1].Chosen || s.Plan().Facts.Reading != constraint.Strict {
		t.Errorf("readings %+v", list)
	}
	s.Facts.ChooseReading(constraint.EdgeMinimal)
	if s.Plan().Facts.Reading != "" {
		t.Error("the default is written out")
	}
	if err := s.Facts.Tick(facts.People, false); err != nil || s.Facts.Readings() != nil {
		t.Error("where nothing is known there are readings")
	}
}
