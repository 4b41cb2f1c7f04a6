package session

import (
	"strings"
	"testing"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/release"
	"steward/core/seeded"
	"steward/gui/session/pictures"
	"steward/gui/session/questions"
	"steward/io/publish/publishtest"
)

// The form asks for made-up records of columns that suit them, and follows the columns of the plan.
func TestAskForMadeUpRecords(t *testing.T) {
	s := newSample(t)
	at, err := s.Questions.AskSynthetic()
	if err != nil || at != len(s.plan.Questions) || s.Compiled() == nil {
		t.Fatalf("at %d: %v", at, err)
	}
	q := s.plan.Synthetic[0]
	if len(q.Columns) != len(s.plan.Columns) || !strings.Contains(s.Questions.Synthetic(0).Publishes(), "15 tables") {
		t.Errorf("asked %+v: %s", q, s.Questions.Synthetic(0).Publishes())
	}
	if err := s.Questions.Synthetic(0).SetColumn(string(q.Columns[1]), false); err != nil || len(s.plan.Synthetic[0].Columns) != len(q.Columns)-1 {
		t.Errorf("taken out: %v, %v", s.plan.Synthetic[0].Columns, err)
	}
	if err := s.Questions.Synthetic(0).SetColumn(string(q.Columns[1]), true); err != nil || s.plan.Synthetic[0].Columns[1] != q.Columns[1] {
		t.Errorf("put back: %v, %v", s.plan.Synthetic[0].Columns, err)
	}
	if err := s.Questions.Synthetic(0).SetNearTables("age, district; age, smoker"); err != nil || questions.NearTables(s.plan.Synthetic[0]) != "age, district; age, smoker" {
		t.Errorf("tables %v: %v", s.plan.Synthetic[0].Tables, err)
	}
	if err := s.Questions.Synthetic(0).Try(func(q *plan.Synthetic) { q.Method = "mwem" }); err == nil && s.Compiled() == nil {
		t.Error("a method that does not work was taken")
	}
	if err := s.Questions.Synthetic(0).Try(func(q *plan.Synthetic) { q.Records = -4 }); err == nil {
		t.Error("fewer records than none were taken")
	}
	s.Columns.Withdraw("age")
	if got := s.plan.Synthetic[0]; len(got.Columns) != len(q.Columns)-1 || got.Tables != nil {
		t.Errorf("without age: %+v", got)
	}
	s.Questions.Remove(len(s.plan.Titles()) - 1)
	if len(s.plan.Synthetic) != 0 {
		t.Error("not removed")
	}
}

// The preview looks at public data only, once at first.
func TestPreviewOfMadeUpRecords(t *testing.T) {
	seeded.ForAudits(t)
	j := publishtest.SyntheticJob(t, "")
	pv, err := preview.New(remembering, j.Plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range pv.Synthetic {
		if q.Quality.Runs < 1 || q.Quality.Mean <= 0 || q.Quality.Alone <= 0 || len(q.Says) < 2 || q.Plain.Runs == 0 {
			t.Errorf("%s: %+v", q.Asked.Title, q)
		}
	}
	first, err := preview.New(remembering, j.Plan.FirstLook(), nil)
	if err != nil || first.Synthetic[0].Quality.Runs != 1 || first.Synthetic[0].Plain.Runs != 0 {
		t.Errorf("a first look: %+v, %v", first.Synthetic, err)
	}
	if img, err := questions.DrawPairs(pv.Synthetic[0].Quality, message.Sprintf("people"), pictures.Spec{Width: 400, Height: 300, Scale: 1}); err != nil || img.Bounds().Dx() != 400 {
		t.Errorf("picture: %v", err)
	}
	if needed := release.Needed(j.Plan); len(needed) != 4 {
		t.Errorf("needed %q", needed)
	}
}
