package session

import (
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
)

func TestPeopleFact(t *testing.T) {
	s, _ := held(t)
	fact := func() Fact { return s.Facts()[0] }
	if f := fact(); !f.Ticked || f.Number != "4812" || f.Title != "Number of people: 4,812" || f.Standing != Agrees || f.Factor != 1 {
		t.Errorf("the sample's fact is %+v", f)
	}
	if err := s.StatePeople("4,000"); err != nil {
		t.Fatal(err)
	}
	if f := fact(); f.Standing != Differs || !strings.Contains(f.Stands, "4,812") {
		t.Errorf("a wrong number stands as %+v", f)
	}
	for _, bad := range []string{"many", "-5", "3.5", "12345678901234567890"} {
		if err := s.StatePeople(bad); err == nil || *s.Plan().Facts.People != 4000 {
			t.Errorf("%q: error %v, stated %v", bad, err, *s.Plan().Facts.People)
		}
	}
	if err := s.Tick(FactPeople, false); err != nil || fact().Ticked {
		t.Errorf("unticked: %v, %+v", err, fact())
	}
	if err := s.Tick(FactPeople, true); err != nil || fact().Number != "4812" {
		t.Errorf("ticked: %v, %+v", err, fact())
	}
	s.file = nil
	if f := fact(); f.Standing != NotCompared || f.Stands != "" {
		t.Errorf("without a file it stands as %+v", f)
	}
	if err := s.Tick(FactPeople, true); err == nil {
		t.Error("without a file and a number something was stated")
	}
	if err := s.StatePeople(" "); err != nil || fact().Ticked {
		t.Errorf("an empty number: %v, %+v", err, fact())
	}
	choose(t, s, CardPresence)
	if f := fact(); f.Factor != 2 || f.Ticked {
		t.Errorf("where who is in the file is secret it costs %+v", f)
	}
	if got := s.Factor(); got != 1 {
		t.Errorf("no fact is stated, but the noise is %d times as large", got)
	}
}

func TestImpossibleCombinationsAreFacts(t *testing.T) {
	s, _ := held(t)
	s.Edit(func(p *plan.Plan) {
		p.Impossible = []domain.Combination{
			{"smoker": {"yes"}, "age": {"0", "1", "2", "3", "4"}},
			{"visits": {"30"}},
		}
	})
	list := s.Facts()
	if len(list) != 3 || list[1].Title != "No one has age 0 to 4 together with smoker yes" || list[2].Title != "No one has visits 30" {
		t.Fatalf("facts %+v", list)
	}
	if err := s.Tick(list[1].ID, false); err != nil || len(s.Plan().Impossible) != 1 || s.Facts()[1].Title != "No one has visits 30" {
		t.Errorf("after unticking: %v, %+v", err, s.Facts())
	}
	s.Undo()
	if len(s.Plan().Impossible) != 2 {
		t.Error("undo did not bring the combination back")
	}
}

// The effect of a fact is the difference between two plans that are alike but for it.
func TestEffect(t *testing.T) {
	s, let := held(t)
	choose(t, s, CardPresence)
	for _, ticked := range []bool{true, false} {
		if err := s.Tick(FactPeople, ticked); err != nil {
			t.Fatal(err)
		}
		if e, ok := s.Effect(FactPeople); !ok || e.Ready {
			t.Fatalf("before it is worked out: %+v, %v", e, ok)
		}
		let()
		e, ok := s.Effect(FactPeople)
		if !ok || !e.Ready || len(e.Rows) != 3 {
			t.Fatalf("worked out: %+v, %v", e, ok)
		}
		s.Preview()
		let()
		for i, q := range s.Preview().Questions {
			own := q.Candidates[q.Chosen].Summary.HalfWidth
			got := e.Rows[i].Without
			if ticked {
				got = e.Rows[i].With
			}
			if !near(got, own) {
				t.Errorf("ticked %v: %s within %v, the preview says %v", ticked, e.Rows[i].Question, got, own)
			}
			if ratio := e.Rows[i].With / e.Rows[i].Without; ratio < 1.9 || ratio > 2.1 {
				t.Errorf("ticked %v: the noise of %s grows by %v, want about 2", ticked, e.Rows[i].Question, ratio)
			}
		}
	}
	known, err := constraint.Known(4812)
	if err != nil {
		t.Fatal(err)
	}
	if got := known.Multiplier(s.Compiled().Policy).Factor; got != 2 {
		t.Errorf("the factor is %d", got)
	}
}
