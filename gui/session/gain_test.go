package session

import (
	"math"
	"testing"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/secrets"
)

// held returns a session on the sample whose work in the background waits to be let go.
func held(t *testing.T) (s *Session, let func()) {
	t.Helper()
	s = newSample(t)
	var waiting []func()
	s.around.Go = func(f func()) { waiting = append(waiting, f) }
	return s, func() {
		for len(waiting) > 0 {
			f := waiting[0]
			waiting = waiting[1:]
			f()
		}
	}
}

func within(t *testing.T, s *Session, column, distance string) {
	t.Helper()
	secret, ok := s.Secrets.Secret(column)
	if !ok {
		t.Fatalf("%s has no rule of its own", column)
	}
	secret.Within = distance
	s.Secrets.SetSecret(secret)
}

func choose(t *testing.T, s *Session, card secrets.Card) {
	t.Helper()
	if err := s.Secrets.Choose(card); err != nil {
		t.Fatal(err)
	}
}

// The gain is what the preview says: the chosen method against plain differential privacy of
// one record changed, which is what everything about a person means.
func TestGain(t *testing.T) {
	s, let := held(t)
	g, ok := s.Budget.Gain()
	if !ok || g.Ready {
		t.Fatalf("before anything is worked out: %+v, %v", g, ok)
	}
	let()
	g, ok = s.Budget.Gain()
	if !ok || !g.Ready {
		t.Fatalf("worked out: %+v, %v", g, ok)
	}
	s.Budget.Preview()
	let()
	q := s.Budget.Preview().Questions[0]
	if now, plain := q.Candidates[q.Chosen].Summary.Typical, q.Plains[0].Summary.Typical; !near(g.Now, now) || !near(g.Everything, plain) {
		t.Errorf("gain from %v to %v, the preview says from %v to %v", g.Everything, g.Now, plain, now)
	}
	choose(t, s, secrets.CardAll)
	if again, _ := s.Budget.Gain(); again.Ready {
		t.Error("the gain of another choice is there at once")
	}
	let()
	if again, _ := s.Budget.Gain(); !again.Ready || !near(again.Now, again.Everything) || !near(again.Everything, g.Everything) {
		t.Errorf("everything about a person compared with itself: %+v", again)
	}
	s.Edit(func(p *plan.Plan) { p.Questions = nil })
	if _, ok := s.Budget.Gain(); ok {
		t.Error("nothing is asked, but there is a gain")
	}
}

// A late result of an older plan is dropped.
func TestGainOfAnOlderPlan(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	var waiting []func()
	s.around.Go = func(f func()) { waiting = append(waiting, f) }
	s.Budget.Gain()
	old := waiting
	waiting = nil
	within(t, s, "age", "20")
	s.Budget.Gain()
	for _, f := range append(waiting, old...) {
		f()
	}
	newer, _ := s.Budget.Gain()
	fresh := newSample(t)
	within(t, fresh, "age", "20")
	want, _ := fresh.Budget.Gain()
	if !newer.Ready || !near(newer.Now, want.Now) {
		t.Errorf("gain %+v, want %+v", newer, want)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }
