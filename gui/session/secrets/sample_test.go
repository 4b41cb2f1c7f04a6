package secrets_test

import (
	"math"
	"os"
	"testing"
	"time"

	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/core/preview"
	"steward/gui/session"
	"steward/gui/session/secrets"
	"steward/io/publish/publishtest"
)

// TestMain gives the tests a temporary folder of their own.
func TestMain(m *testing.M) { os.Exit(publishtest.Main(m)) }

// optima and planner are shared by the sessions of all tests, so that nothing is worked out twice.
var (
	optima  optimum.Memory
	planner = preview.NewRemembered(preview.Planning{}, math.MaxInt)
)

// newSample returns a session on the sample, whose background work is done at once.
func newSample(t *testing.T) *session.Session {
	t.Helper()
	return sampleWith(t, func(f func()) { f() })
}

// held returns a session on the sample whose work in the background waits to be let go.
func held(t *testing.T) (s *session.Session, let func()) {
	t.Helper()
	var waiting []func()
	opened := false
	s = sampleWith(t, func(f func()) {
		if !opened {
			f()
			return
		}
		waiting = append(waiting, f)
	})
	opened = true
	return s, func() {
		for len(waiting) > 0 {
			f := waiting[0]
			waiting = waiting[1:]
			f()
		}
	}
}

func sampleWith(t *testing.T, background func(func())) *session.Session {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	s := session.New(session.Surroundings{
		Go:    background,
		Now:   func() time.Time { return time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) },
		Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner,
	})
	s.OpenSample()
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	return s
}

func within(t *testing.T, s *session.Session, column, distance string) {
	t.Helper()
	secret, ok := s.Secrets.Secret(column)
	if !ok {
		t.Fatalf("%s has no rule of its own", column)
	}
	secret.Within = distance
	s.Secrets.SetSecret(secret)
}

func choose(t *testing.T, s *session.Session, card secrets.Card) {
	t.Helper()
	if err := s.Secrets.Choose(card); err != nil {
		t.Fatal(err)
	}
}
