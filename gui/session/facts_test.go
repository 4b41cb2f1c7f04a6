package session

import (
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/workload"
	"steward/gui/session/facts"
	"steward/gui/session/secrets"
)

func TestPeopleFact(t *testing.T) {
	s, let := held(t)
	fact := func() facts.Fact { return s.Facts.List()[0] }
	if f := fact(); f.Factor != facts.Unpriced {
		t.Errorf("before its price is worked out the fact is %+v", f)
	}
	let()
	if f := fact(); !f.Ticked || f.Number != "4812" || f.Title != "Number of people: 4,812" || f.Standing != facts.Agrees || f.Factor != 1 {
		t.Errorf("the sample's fact is %+v", f)
	}
	if err := s.Facts.StatePeople("4,000"); err != nil {
		t.Fatal(err)
	}
	if f := fact(); f.Standing != facts.Differs || !strings.Contains(f.Stands, "4,812") {
		t.Errorf("a wrong number stands as %+v", f)
	}
	for _, bad := range []string{"many", "-5", "3.5", "12345678901234567890"} {
		if err := s.Facts.StatePeople(bad); err == nil || *s.Plan().Facts.People != 4000 {
			t.Errorf("%q: error %v, stated %v", bad, err, *s.Plan().Facts.People)
		}
	}
	if err := s.Facts.Tick(facts.People, false); err != nil || fact().Ticked {
		t.Errorf("unticked: %v, %+v", err, fact())
	}
	if err := s.Facts.Tick(facts.People, true); err != nil || fact().Number != "4812" {
		t.Errorf("ticked: %v, %+v", err, fact())
	}
	s.Data.SetFile(nil)
	if f := fact(); f.Standing != facts.NotCompared || f.Stands != "" {
		t.Errorf("without a file it stands as %+v", f)
	}
	if err := s.Facts.Tick(facts.People, true); err == nil {
		t.Error("without a file and a number something was stated")
	}
	if err := s.Facts.StatePeople(" "); err != nil || fact().Ticked {
		t.Errorf("an empty number: %v, %+v", err, fact())
	}
	choose(t, s, secrets.CardPresence)
	fact()
	let()
	if f := fact(); f.Factor != 1 || f.Ticked || !strings.Contains(f.Why, "so that it costs nothing") {
		t.Errorf("where who is in the file is secret it costs %+v", f)
	}
	if got := s.Facts.Factor(); got != 1 {
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
	list := s.Facts.List()
	if len(list) != 3 || list[1].Title != "Nobody has age 0 to 4 together with smoker yes" || list[2].Title != "Nobody has visits 30" {
		t.Fatalf("facts %+v", list)
	}
	if err := s.Facts.Tick(list[1].ID, false); err != nil || len(s.Plan().Impossible) != 1 || s.Facts.List()[1].Title != "Nobody has visits 30" {
		t.Errorf("after unticking: %v, %+v", err, s.Facts.List())
	}
	s.Undo()
	if len(s.Plan().Impossible) != 2 {
		t.Error("undo did not bring the combination back")
	}
}

// The effect of a fact is the difference between two plans that are alike but for it.
func TestEffect(t *testing.T) {
	s, let := held(t)
	if !seeded.Audit { // the errors of one question over all ages take longest to work out
		s.Questions.Remove(0)
	}
	choose(t, s, secrets.CardPresence)
	s.Edit(func(p *plan.Plan) { p.Secrets.PresenceOnly = true }) // where answers are secret as well the number of people costs nothing
	squares := make(map[bool][]float64)
	// Of two people together half as much is hidden. Cumulative counts gain by the number besides: they are known at their end, so that one in the
	// middle is as far off as a bridge of noise and not a walk, whose variance is half of that. Noise on a few counts adds up to zero then.
	least := func(i int) float64 {
		if s.Plan().Questions[i].Kind == string(workload.Cumulative) {
			return 1.4
		}
		return 1.8
	}
	for _, ticked := range []bool{true, false} {
		if err := s.Facts.Tick(facts.People, ticked); err != nil {
			t.Fatal(err)
		}
		if e, ok := s.Facts.Effect(facts.People); !ok || e.Ready {
			t.Fatalf("before it is worked out: %+v, %v", e, ok)
		}
		let()
		e, ok := s.Facts.Effect(facts.People)
		if !ok || !e.Ready || len(e.Rows) != len(s.Plan().Questions) {
			t.Fatalf("worked out: %+v, %v", e, ok)
		}
		s.Budget.Preview()
		let()
		for i, q := range s.Budget.Preview().Questions {
			own := q.Candidates[q.Chosen].Summary.HalfWidth
			got := e.Rows[i].Without
			if ticked {
				got = e.Rows[i].With
			}
			if !near(got, own) {
				t.Errorf("ticked %v: %s within %v, the preview says %v", ticked, e.Rows[i].Question, got, own)
			}
			squares[ticked] = append(squares[ticked], q.Candidates[q.Chosen].Summary.RMSE)
			if ratio := e.Rows[i].With / e.Rows[i].Without; ratio < least(i) || ratio > 2.2 { // of the answer in the middle
				t.Errorf("ticked %v: the noise of %s grows by %v, want about 2", ticked, e.Rows[i].Question, ratio)
			}
		}
	}
	for i, without := range squares[false] {
		if ratio := squares[true][i] / without; ratio < least(i) || ratio > 2.1 {
			t.Errorf("over all answers the noise of question %d grows by %v, want about 2", i, ratio)
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

// overVisits has the sample ask its first question about visits in the fast run: the many ages take longest to work
// out, which the audits do.
func overVisits(s *Session) {
	if !seeded.Audit {
		s.Questions.Question(0).Change(func(q *plan.Question) { q.Columns = []domain.AttributeName{"visits"} })
	}
}

// Totals and counts from a project file are facts with prices of their own; what cannot be
// bounded is said, and can be taken back.
func TestStatedFacts(t *testing.T) {
	seeded.ForAudits(t)
	s, let := held(t)
	overVisits(s)
	smokers := constraint.Fact{ID: "smokers", Totals: &constraint.Totals{Columns: []domain.AttributeName{"smoker"},
		Rows: []constraint.Row{{Labels: []string{"yes"}, Count: 800}, {Labels: []string{"no"}, Count: 3900}, {Labels: []string{"not stated"}, Count: 112}}}}
	harbour := constraint.Fact{ID: "harbour", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "district", Values: []string{"Harbour"}}}}, Count: 300}}}
	s.Edit(func(p *plan.Plan) { p.Facts.Stated = []constraint.Fact{smokers, harbour} })
	if s.Compiled() != nil || !s.Tying() {
		t.Fatal("what the facts tie together is known before it was worked out")
	}
	let()
	if s.Compiled() == nil || s.Tying() {
		t.Fatal(s.issues)
	}
	s.Facts.List()
	let()
	list := s.Facts.List()
	if len(list) != 3 || list[1].Title != "Totals by smoker (3 numbers)" || !strings.Contains(list[2].Title, "Harbour") {
		t.Fatalf("facts %+v", list)
	}
	want := s.Compiled().Tied().Factor
	if got := s.Facts.Factor(); got != want || got < 2 || list[1].Factor != got {
		t.Errorf("the noise grows by %d, the first fact says %+v, the plan %d", got, list[1], want)
	}
	if e, ok := s.Facts.Effect(list[1].ID); !ok || e.Ready {
		t.Errorf("effect %+v", e)
	}
	let()
	if e, _ := s.Facts.Effect(list[1].ID); !e.Ready || e.Rows[0].With <= e.Rows[0].Without {
		t.Errorf("effect %+v", e)
	}
	if err := s.Facts.Tick(list[1].ID, false); err != nil || len(s.Plan().Facts.Stated) != 1 || s.Plan().Facts.Stated[0].ID != "harbour" {
		t.Errorf("unticked: %v, %+v", err, s.Plan().Facts)
	}
	// An unticked fact stays in the list with its price, until it is removed.
	let()
	aside := func() facts.Fact { return s.Facts.List()[2] }
	aside()
	let()
	if f := aside(); f.ID != list[1].ID || f.Ticked || f.Factor != want {
		t.Errorf("set aside it is %+v", f)
	}
	if err := s.Facts.Tick(list[1].ID, true); err != nil || len(s.Plan().Facts.Stated) != 2 || len(s.Facts.List()) != 3 {
		t.Errorf("ticked again: %v, %+v", err, s.Facts.List())
	}
	s.Facts.Remove(list[1].ID)
	if len(s.Facts.List()) != 2 || len(s.Plan().Facts.Stated) != 1 {
		t.Errorf("removed: %+v", s.Facts.List())
	}
	s.Undo()
	s.Undo()
	s.Undo()
	let()
	if list = s.Facts.List(); len(list) != 3 || !list[1].Ticked || !list[2].Ticked {
		t.Errorf("after undoing all that: %+v", list)
	}
	// The number of people unticked is priced beside the totals that it agrees with.
	if err := s.Facts.Tick(facts.People, false); err != nil {
		t.Fatal(err)
	}
	let()
	s.Facts.List()
	let()
	if f := s.Facts.List()[0]; f.Ticked || f.Factor != 1 {
		t.Errorf("the number of people costs %+v", f)
	}
	// Facts that contradict one another have no price, and can be taken back.
	s.Edit(func(p *plan.Plan) {
		n := int64(17)
		p.Facts.People = &n
	})
	let()
	if s.Compiled() != nil {
		t.Fatal("17 people of which 800 smoke were taken")
	}
	s.Facts.List()
	let()
	if got := s.Facts.Factor(); got != 0 {
		t.Errorf("what contradicts itself has the factor %d", got)
	}
	if err := s.Facts.Tick(facts.People, false); err != nil || s.Compiled() == nil { // it is remembered
		t.Errorf("the contradiction cannot be taken back: %v %v", err, s.issues)
	}
}
