package session

import (
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/secrets"
)

func newFact(t *testing.T, s *Session, kind FactKind) {
	t.Helper()
	if err := s.NewFact(kind); err != nil {
		t.Fatal(err)
	}
}

// who returns a predicate that a draft is given.
func who(boxes ...constraint.Box) func(d *FactDraft) {
	return func(d *FactDraft) { d.Who = boxes }
}

func TestDraftIsPricedBeforeItIsStated(t *testing.T) {
	s, let := held(t)
	newFact(t, s, CountFact)
	if at := s.DraftStanding(); !strings.Contains(at.Missing, "Choose which answers of") || at.Factor != Unpriced {
		t.Errorf("an empty draft stands as %+v", at)
	}
	let()
	s.ChangeDraft(who(constraint.Box{{Column: "district", Values: []string{"Harbour"}}}, constraint.Box{{Column: "age", Spans: []constraint.Span{{From: "0", To: "17"}}}}))
	if at := s.DraftStanding(); at.Sentence != "“… people have district Harbour, or age 0 to 17.”" || at.Missing != "Type the number of people that is known." || at.Factor != Unpriced {
		t.Errorf("without a number it stands as %+v", at)
	}
	let()
	at := s.DraftStanding()
	if at.Factor < 2 || !strings.Contains(at.Why, "times larger") {
		t.Errorf("priced without a number it is %+v", at)
	}
	s.ChangeDraft(func(d *FactDraft) { d.Number = "1,300" })
	if now := s.DraftStanding(); now.Factor != at.Factor || now.Missing != "" || now.Sentence != "“1,300 people have district Harbour, or age 0 to 17.”" {
		t.Errorf("a number changed the price: %+v", now)
	}
	// A change inside a condition is another fact.
	s.ChangeDraft(func(d *FactDraft) { d.Who = d.Who[1:] })
	if now := s.DraftStanding(); now.Factor != Unpriced {
		t.Errorf("another fact has the price of the one before: %+v", now)
	}
	let()
	want := s.DraftStanding().Factor
	if len(s.Plan().Facts.Stated) > 0 {
		t.Fatal("a draft was stated")
	}
	s.StateDraft()
	if s.Running() == nil {
		t.Error("what the fact ties together is worked out in front of the window")
	}
	let()
	stated := s.Plan().Facts.Stated
	if s.Draft() != nil || len(stated) != 1 || stated[0].Counts[0].Count != 1300 || s.Compiled() == nil || s.Compiled().Tied().Factor != want {
		t.Errorf("stated %+v, draft %+v, compiled %v", stated, s.Draft(), s.Compiled() != nil)
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
	newFact(t, s, CountFact)
	s.ChangeDraft(who(constraint.Box{{Column: "district", Values: []string{"Harbour"}}}))
	s.ChangeDraft(func(d *FactDraft) { d.Number = "300" })
	s.StateDraft()
	s.Running().Cancel()
	let()
	if s.Draft() == nil || len(s.Plan().Facts.Stated) > 0 || s.Problem() != nil {
		t.Errorf("cancelled: draft %v, stated %v, problem %v", s.Draft(), s.Plan().Facts.Stated, s.Problem())
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
		{"not a number", "some", constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, []string{`Found "some" where a whole number`}},
		{"no answers", "5", constraint.Predicate{{{Column: "smoker"}}}, []string{"Choose which answers of smoker count."}},
		{"a range upside down", "5", constraint.Predicate{{{Column: "age", Spans: []constraint.Span{{From: "9", To: "3"}}}}}, []string{"swap them"}},
		{"contradicted", "5", constraint.Predicate{{{Column: "district", Values: []string{a.Label(0)}}}}, []string{"by the fact", "2406", "correct one of them"}},
		{"more than everybody", "5000", constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, []string{"5000 people with smoker yes would be among 4812 people in all"}},
	} {
		newFact(t, s, CountFact)
		s.ChangeDraft(func(d *FactDraft) { d.Who, d.Number = c.who, c.number })
		s.StateDraft()
		d := s.Draft()
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
	newFact(t, s, TotalsFact)
	s.ChangeDraft(func(d *FactDraft) { d.Columns = []domain.AttributeName{"visits"} })
	s.ChangeDraft(func(d *FactDraft) {
		for i := range d.Numbers {
			d.Numbers[i] = "0"
		}
		d.Numbers[0] = "4812"
	})
	s.StateDraft()
	if d := s.Draft(); d == nil || !strings.Contains(d.Trouble, "overlap in a way whose effect cannot be bounded") || !strings.Contains(d.Trouble, "then the noise becomes") {
		t.Errorf("two tables: %+v", d)
	}
}

func TestEveryFormEditsWhatItStated(t *testing.T) {
	s := newSample(t)
	choose(t, s, secrets.CardAnswers) // under which these facts are bounded together
	newFact(t, s, RangesFact)
	s.ChangeDraft(func(d *FactDraft) {
		d.Column, d.Title = "age", "The young"
		d.Ranges = []RangeCount{{constraint.Span{From: "0", To: "9"}, "500"}, {constraint.Span{From: "10", To: "17"}, "400"}}
	})
	s.StateDraft()
	newFact(t, s, TotalsFact)
	s.ChangeDraft(func(d *FactDraft) { d.Columns = []domain.AttributeName{"smoker"} })
	s.ChangeDraft(func(d *FactDraft) { d.Numbers[0], d.Numbers[1], d.NobodyElse = "1000", "3812", true })
	s.StateDraft()
	if n := len(s.Plan().Facts.Stated); n != 2 {
		t.Fatalf("%d facts are stated: %+v", n, s.Draft())
	}
	before := slices.Clone(s.Plan().Facts.Stated)
	for i, f := range s.Facts()[1:] {
		if !f.Own {
			continue
		}
		s.EditFact(f.ID)
		d := s.Draft()
		if d == nil || d.New() {
			t.Fatalf("%s: the form holds %+v", f.Title, d)
		}
		s.StateDraft()
		if got := s.Plan().Facts.Stated[i]; got.Steward().String() != before[i].Steward().String() || got.ID != before[i].ID {
			t.Errorf("saved as it was, %+v became %+v", before[i], got)
		}
		s.EditFact(f.ID)
		s.ChangeDraft(func(d *FactDraft) { d.Title = "Renamed" })
		s.StateDraft()
		if got := s.Facts()[1+i]; !strings.HasPrefix(got.Title, "Renamed") || len(s.Plan().Facts.Stated) != 2 {
			t.Errorf("renamed it is %+v of %d", got, len(s.Plan().Facts.Stated))
		}
	}
	// Counts of several columns have no form of their own: the title can be changed.
	s.Edit(func(p *plan.Plan) {
		p.Facts = plan.Facts{Stated: []constraint.Fact{{ID: "x", Counts: []constraint.Count{
			{Of: constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, Count: 4}, {Of: constraint.Predicate{{{Column: "smoker", Values: []string{"no"}}}}, Count: 7}}}}}
	})
	s.EditFact("stated x")
	if d := s.Draft(); d.Kind != OtherFact {
		t.Fatalf("the form is %+v", d)
	}
	s.ChangeDraft(func(d *FactDraft) { d.Title = "Both" })
	s.StateDraft()
	if got := s.Plan().Facts.Stated[0]; got.Title != "Both" || len(got.Counts) != 2 {
		t.Errorf("after a new title: %+v", got)
	}
}

// When the columns change, the answers in a form may be others: it is closed.
func TestDraftEndsWithItsColumns(t *testing.T) {
	s := newSample(t)
	newFact(t, s, TotalsFact)
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.7" })
	if s.Draft() == nil {
		t.Error("another budget closed the form")
	}
	s.Edit(func(p *plan.Plan) { p.Columns[1].Values = p.Columns[1].Values[1:] })
	if s.Draft() != nil {
		t.Error("the form outlives its columns")
	}
	if s.NewProject(); s.Draft() != nil || s.NewFact(CountFact) == nil {
		t.Error("without columns a fact is entered")
	}
	if r := s.CannotState(RangesFact); !strings.Contains(r, "step Columns") {
		t.Errorf("the reason is %q", r)
	}
}

func TestPasteNumbers(t *testing.T) {
	s := newSample(t)
	open := func(columns ...domain.AttributeName) {
		newFact(t, s, TotalsFact)
		s.ChangeDraft(func(d *FactDraft) { d.Columns = columns })
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
		{name: "an unknown value", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nmaybe\t4\n", says: `line 2: "maybe" is not a value of smoker`},
		{name: "no number", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nno\tmany\n", says: `line 2: found "many"`},
		{name: "cells too many", columns: []domain.AttributeName{"smoker"}, text: "yes\t5\nno\t4\t4\n", says: "line 2: found 3 cells where 2 are expected: smoker and the number of people"},
	} {
		open(c.columns...)
		err := s.PasteNumbers(c.text)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want it to say %q", c.name, err, c.says)
			}
			if slices.ContainsFunc(s.Draft().Numbers, func(n string) bool { return n != "" }) {
				t.Errorf("%s: numbers were taken: %q", c.name, s.Draft().Numbers)
			}
			continue
		}
		if err != nil || !slices.Equal(s.Draft().Numbers, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, s.Draft().Numbers, err, c.want)
		}
	}
	// Two columns: as lines in either order of the columns, and as a cross-table.
	labels := func() map[string]string {
		out := map[string]string{}
		rows, _ := s.DraftRows()
		for i, l := range rows {
			if n := s.Draft().Numbers[i]; n != "" {
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
		if err := s.PasteNumbers(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := labels(); len(got) != 2 || got["Harbour/yes"] != "7" || got["Harbour/no"] != "8" {
			t.Errorf("%s: %v", name, got)
		}
	}
	open("district", "smoker")
	if err := s.PasteNumbers("\tyes\tno\nHarbour\t7\n"); err == nil || !strings.Contains(err.Error(), "line 2: found 2 cells where 3 are expected") {
		t.Errorf("a cross-table with a short line: %v", err)
	}
}

func TestReadNumbersFromASheet(t *testing.T) {
	s := newSample(t)
	newFact(t, s, TotalsFact)
	s.ChangeDraft(func(d *FactDraft) { d.Columns = []domain.AttributeName{"smoker"} })
	s.ReadNumbers(factSheet(t, "district,people\nHarbour,7\n"))
	if d := s.Draft(); !strings.Contains(d.Trouble, "no totals by smoker") {
		t.Errorf("a sheet of another column: %+v", d)
	}
	s.ReadNumbers(factSheet(t, "smoker,people\nno,3812\nyes,1000\n"))
	if d := s.Draft(); d.Trouble != "" || !slices.Equal(d.Numbers, []string{"1000", "3812", ""}) {
		t.Errorf("read: %+v", d)
	}
}

func TestApart(t *testing.T) {
	s, let := held(t)
	ask := func() Apart {
		if _, ok := s.Apart("district"); !ok {
			t.Fatal("nothing is asked")
		}
		let()
		a, _ := s.Apart("district")
		if !a.Ready {
			t.Fatal("it was not worked out")
		}
		return a
	}
	choose(t, s, secrets.CardAll)
	if a := ask(); len(a.Sets) != 1 || !a.Sets[0].Adds || !strings.HasPrefix(a.Answer, "No:") {
		t.Errorf("everything secret: %+v", a)
	}
	if _, ok := s.Apart("moon"); ok {
		t.Error("an unknown column is asked about")
	}
	names, unfit := s.ApartColumns()
	if len(names) != len(unfit) || !slices.Contains(names, "district") {
		t.Errorf("columns %q, %q", names, unfit)
	}
}

func TestReadings(t *testing.T) {
	s := newSample(t)
	list := s.Readings()
	if len(list) != 2 || !list[0].Chosen || list[0].Factor != 1 || list[1].Factor != 1 {
		t.Fatalf("readings %+v", list)
	}
	s.ChooseReading(constraint.Strict)
	if list = s.Readings(); !list[1].Chosen || s.Plan().Facts.Reading != constraint.Strict {
		t.Errorf("readings %+v", list)
	}
	s.ChooseReading(constraint.EdgeMinimal)
	if s.Plan().Facts.Reading != "" {
		t.Error("the default is written out")
	}
	if err := s.Tick(FactPeople, false); err != nil || s.Readings() != nil {
		t.Error("where nothing is known there are readings")
	}
}
