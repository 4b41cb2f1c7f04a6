package session

import (
	"math"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
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
	g, ok := s.Gain()
	if !ok || g.Ready {
		t.Fatalf("before anything is worked out: %+v, %v", g, ok)
	}
	let()
	g, ok = s.Gain()
	if !ok || !g.Ready {
		t.Fatalf("worked out: %+v, %v", g, ok)
	}
	s.Preview()
	let()
	q := s.Preview().Questions[0]
	if now, plain := q.Candidates[q.Chosen].Summary.Typical, q.Plains[0].Summary.Typical; !near(g.Now, now) || !near(g.Everything, plain) {
		t.Errorf("gain from %v to %v, the preview says from %v to %v", g.Everything, g.Now, plain, now)
	}
	choose(t, s, secrets.CardAll)
	if again, _ := s.Gain(); again.Ready {
		t.Error("the gain of another choice is there at once")
	}
	let()
	if again, _ := s.Gain(); !again.Ready || !near(again.Now, again.Everything) || !near(again.Everything, g.Everything) {
		t.Errorf("everything about a person compared with itself: %+v", again)
	}
	s.Edit(func(p *plan.Plan) { p.Questions = nil })
	if _, ok := s.Gain(); ok {
		t.Error("nothing is asked, but there is a gain")
	}
}

// A late result of an older plan is dropped.
func TestGainOfAnOlderPlan(t *testing.T) {
	seeded.ForAudits(t)
	s := newSample(t)
	var waiting []func()
	s.around.Go = func(f func()) { waiting = append(waiting, f) }
	s.Gain()
	old := waiting
	waiting = nil
	within(t, s, "age", "20")
	s.Gain()
	for _, f := range append(waiting, old...) {
		f()
	}
	newer, _ := s.Gain()
	fresh := newSample(t)
	within(t, fresh, "age", "20")
	want, _ := fresh.Gain()
	if !newer.Ready || !near(newer.Now, want.Now) {
		t.Errorf("gain %+v, want %+v", newer, want)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// A method that is recommended although another has smaller figures beside it says what is compared.
func TestWhyTheBestHasLargerFigures(t *testing.T) {
	candidate := func(name string, rmse, within float64) registry.Candidate {
		return registry.Candidate{Info: mechanism.Info{Name: message.Sprintf("%s", name)}, Prepared: struct{ mechanism.Prepared }{}, Summary: accuracy.Summary{RMSE: rmse, WorstHalfWidth: within, MostTypical: 1}}
	}
	for _, c := range []struct {
		name  string
		other registry.Candidate
		says  bool
	}{
		{"larger", candidate("B", 12, 30), false}, {"smaller", candidate("B", 12, 22), true}, {"as large", candidate("B", 12, 24.9), false}, {"the same to two digits", candidate("B", 10.00001, 22), true}, {"better by all means", candidate("B", 9, 22), false},
	} {
		q := preview.Question{Candidates: []registry.Candidate{candidate("A", 10, 25), c.other}}
		if said := smallerBeside(q); c.says != strings.Contains(said, "Some figures of “B” are smaller, but over all numbers its root mean square error is") {
			t.Errorf("%s: %q", c.name, said)
		}
	}
}
